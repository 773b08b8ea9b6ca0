"""Settings that all guests of a gateway share: the server behind it, the gateway's own language, and every bound.

Times are in seconds, sizes in characters or bytes as named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from coinche.connection.address import Address
from coinche.text.catalog import Words, tell
from coinche.text.formatting import Face

from .reconnect import WaitingSessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Limits on what guests may use."""

    guests: int = 32
    guests_per_address: int = 4
    half_open: int = 32
    """Connections without a session as yet; for one more, the oldest of the address that has most is closed."""
    turned_away: int = 16
    """Connections beyond those two that are kept until they can be told so; what comes then is closed at once."""
    sign_in: float = 20.0
    """From connecting to the screen."""
    passwords: int = 5
    """Tries on one connection."""
    guesses: int = 5
    """Wrong passwords from one address, at once."""
    guess_every: float = 30.0
    """After which it has one more."""
    slow: float = 1.0
    """What a wrong password costs."""
    ask_after: float = 15.0
    """Silence after which a guest's program is asked whether it is still there; after three such it is gone."""
    idle: float = 900.0
    """Without a terminal and without a word."""
    unread: int = 1024 * 1024
    """Bytes of the screen that wait for a guest who does not read."""
    window: int = 32 * 1024
    """Bytes that a guest may send ahead."""
    piece: int = 64
    """Characters of one guest that are heeded at once, before the others have their turn."""
    breath: float = 0.02
    """Between two pieces."""
    redraw: float = 0.05
    """Between two drawings of a screen."""
    redraw_cell: float = 5e-6
    """The same for each cell of a window, where it comes to more."""
    variables: int = 32
    """Of the environment."""
    variable: int = 256
    """Bytes of its name and its value."""
    held: float = 600.0
    """How long the seat of who was cut off can be taken back."""
    goodbye: float = 2.0
    """For the last bytes to a guest, or the last words to the server."""


BOUNDS = Bounds()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Made once, at the start."""

    address: Address
    face: Face
    """The operator's language."""
    password: str | None = None
    passphrase: str | None = None
    target: int | None = None
    bounds: Bounds = BOUNDS
    say: Callable[[str], None] = tell
    """The function that writes a line to the gateway's terminal."""
    kept: WaitingSessions = field(default_factory=lambda: WaitingSessions(BOUNDS.held, BOUNDS.guests))

    def tell(self, sentence: Words, **fields: object) -> None:
        """Say something on the gateway's terminal."""
        self.say(self.face.say(sentence, **fields))
