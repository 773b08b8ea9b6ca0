"""Somebody who has connected, signed in or not. Knows nothing of what may be said when."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coinche.protocol.messages import Hello

from .sessions.sessions import Session
from .transport.connection_limits import Place
from .transport.peer import Peer
from .transport.tls import Handshake


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `session` is None until sign-in; `hello` is what a proof is awaited for.

    It was `heard` when a whole message last came, be it a bad one; the next began to come at `frame_began`, if it did.
    The `handshake` is that of its TLS until it is over.

    One whose `place` is one too many is told so when it `has_spoken`, in the tongue that it speaks.
    """

    peer: Peer
    place: Place
    opened: float
    heard: float
    has_spoken: bool = False
    session: Session | None = None
    hello: Hello | None = None
    said_bye: bool = False
    frame_began: float = math.inf
    handshake: Handshake | None = None

    def hear(self, now: float) -> None:
        """Something whole has come."""
        self.heard, self.frame_began = now, math.inf

    def note(self, now: float) -> None:
        """All that has come by now is looked at: whether a frame has begun that is not whole."""
        if not self.peer.protocol.in_frame:
            self.frame_began = math.inf
        elif self.frame_began == math.inf:
            self.frame_began = now
