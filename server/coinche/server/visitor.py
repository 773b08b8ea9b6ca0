"""Somebody who has connected, signed in or not. Knows nothing of what may be said when."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol.messages import Hello

from .entrance import Place
from .peer import Peer
from .session import Session


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `session` is None until sign-in; `hello` is what a proof is awaited for.

    One whose `place` is one too many is told so when it `has_spoken`, in the tongue that it speaks.
    """

    peer: Peer
    place: Place
    opened: float
    heard: float
    pinged: bool = False
    has_spoken: bool = False
    session: Session | None = None
    hello: Hello | None = None
    said_bye: bool = False
