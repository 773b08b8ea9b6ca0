"""What the maker of a table decides: rules, how many matches or boards, clock and pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coinche.engine.fair import Shares
from coinche.engine.presets import DEFAULT_PRESET, FFB
from coinche.engine.rules import RuleSet
from coinche.protocol.messages import Clock, ClockName

from .places import Places

CASUAL = Clock(move_ms=600_000, bank_ms=0)
"""For people who know each other."""
STANDARD = Clock(move_ms=20_000, bank_ms=120_000)
"""For programs, unless they agree on something else."""
BLITZ = Clock(move_ms=2_000, bank_ms=20_000)
"""For people in a hurry."""
BOT = Clock(move_ms=200, bank_ms=5_000)
"""For programs in a contest."""

ABSENCE_MS = 60_000
"""What anybody may be away while he is waited for, in a match."""

CLOCKS: Mapping[ClockName, Clock] = {
    ClockName.CASUAL: CASUAL,
    ClockName.STANDARD: STANDARD,
    ClockName.BLITZ: BLITZ,
    ClockName.BOT: BOT,
}
"""What the usual clocks show when a match begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How a table keeps to the speed of people, in seconds. Clocks stand meanwhile."""

    bot: float = 0.6
    """What a bot takes at least."""
    trick: float = 1.5
    """How long a finished trick lies."""
    reaction: float = 1.5
    """How long the auction waits for a coinche out of turn, where the rules allow one."""
    recap: float = 30.0
    """How long a recap lies at most, while not everybody has gone on."""
    parting: float = 60.0
    """The same for the recap of the last deal: then those who have gone on leave."""
    final: float = 600.0
    """How long another match may be asked for after the last deal, while a person is there who has not gone on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """A table as it was asked for. `matches` are played one after the other; a board is a match of one deal.

    `preset` is what its rules are called, `base` the preset that they are compared with; `target` is what the operator
    wants of tables that name none. The pace holds only while a person sits; `clock` None means casual where people sit,
    standard elsewhere. Spectators see an event `delay_s` seconds later, and after the ends of `delay_deals` deals.
    `key` is SHA-256 of a private table's passphrase, in hexadecimal. Where there are `places`, nobody else sits
    down, and nobody watches. With `hold` the first match waits for the host. Whoever is away is waited for so many ms
    in all of a match, before a bot plays for him. `shares` says whose random numbers go into every shuffle.
    """

    name: str
    preset: str = DEFAULT_PRESET
    base: str = DEFAULT_PRESET
    rules: RuleSet = FFB
    target: int | None = None
    matches: int = 1
    board: bool = False
    pace: Pace = field(default_factory=Pace)
    clock: Clock | None = None
    strict: bool = False
    delay_s: int = 0
    delay_deals: int = 0
    key: str | None = None
    places: Places | None = None
    hold: bool = False
    absence_ms: int = ABSENCE_MS
    shares: Shares = Shares.CUTTER

    @property
    def admits_newcomers(self) -> bool:
        """Whether somebody new may get a seat while a match goes on."""
        return not (self.strict or self.board)

    def clock_for(self, *, people: bool) -> Clock:
        """What is on the clock at the beginning of a match."""
        return self.clock or (CASUAL if people else STANDARD)
