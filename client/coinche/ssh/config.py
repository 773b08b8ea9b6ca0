"""What is the same for all guests of a gateway: the server behind it, its own language, its bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from coinche.connection.address import Address
from coinche.text.catalog import Words
from coinche.text.console import tell
from coinche.text.formatting import Face

from .limits import BOUNDS, Bounds
from .reconnect import KeptSessions


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Made once, at the start."""

    address: Address
    face: Face
    """Of whoever runs it."""
    password: str | None = None
    passphrase: str | None = None
    target: int | None = None
    bounds: Bounds = BOUNDS
    say: Callable[[str], None] = tell
    """How a line comes to the gateway's terminal."""
    kept: KeptSessions = field(default_factory=lambda: KeptSessions(BOUNDS.held, BOUNDS.guests))

    def tell(self, sentence: Words, **fields: object) -> None:
        """Say something on the gateway's terminal."""
        self.say(self.face.say(sentence, **fields))
