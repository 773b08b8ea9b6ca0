"""Somebody who has connected, signed in or not. Knows nothing of what may be said when."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol.messages import Hello

from .peer import Peer
from .session import Session


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection. `session` is None until sign-in; `hello` is what a proof is awaited for.

    One that is `one_too_many` is told so when it `has_spoken`, in the tongue that it speaks.
    """

    peer: Peer
    opened: float
    heard: float
    pinged: bool = False
    one_too_many: bool = False
    has_spoken: bool = False
    session: Session | None = None
    hello: Hello | None = None
    said_bye: bool = False
