"""What is the same for all guests of a gateway: the server behind it, its own language, its bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from coinche.client.face import Face
from coinche.client.language import Words
from coinche.client.line_mode.printing import tell
from coinche.client.network.address import Address

from .bounds import BOUNDS, Bounds
from .kept_sessions import KeptSessions


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
