"""The state of one connection, from its first byte to its end."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coinche.protocol.messages import Hello, Role
from coinche.server.sessions.session import Session
from coinche.server.transport.connection_limits import ReadBudget, Slot
from coinche.server.transport.peer import Peer


@dataclass(eq=False, slots=True)
class ClientConnection:
    """A connection. `session` is None until sign-in; `hello` is the one for which a proof is awaited.

    It was `heard` when a whole message last came, be it a bad one; the next began to come at `frame_began`, if it did.
    The time for the sign-in runs from `opened`: not while its TLS `handshake` waits for its turn, nor since it
    `waits_since` then to be let in.
    """

    peer: Peer
    slot: Slot
    budget: ReadBudget
    opened: float
    heard: float
    frame_began: float = math.inf
    has_spoken: bool = False
    handshake: bool = False
    session: Session | None = None
    hello: Hello | None = None
    waits_since: float = math.inf
    said_bye: bool = False

    @property
    def waits(self) -> bool:
        """True while the client waits to be let in."""
        return self.session is None and self.waits_since < math.inf

    @property
    def is_free(self) -> bool:
        """True for a provider of bots, which may say as much as it likes: it plays at many tables at once."""
        return self.session is not None and self.session.role is Role.PROVIDER

    def note(self, now: float) -> None:
        """All that has come by now has been parsed: note whether a frame has begun that is not whole."""
        if not self.peer.protocol.in_frame:
            self.frame_began = math.inf
        elif self.frame_began == math.inf:
            self.frame_began = now
