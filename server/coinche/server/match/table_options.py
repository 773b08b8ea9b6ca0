"""The options of a table: rules, how many matches or boards, clock and pace; made of what its maker asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from msgspec import UNSET

from coinche.engine.fair import Shares
from coinche.engine.presets import DEFAULT_PRESET, FFB, PRESETS
from coinche.engine.rules import RuleSet, differing, value_of
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_NUMBER, SHORTEST_CLOCK
from coinche.protocol.messages import (
    Clock,
    ClockName,
    CreateTable,
    Join,
    OptionValue,
    OwnClock,
    PracticePosition,
    Watch,
)
from coinche.server import limits

from .ladder_board import LadderSides

STANDARD = Clock(move_ms=20_000, bank_ms=120_000)
"""The clock of programs, unless they agree on another."""

CLOCKS: Mapping[ClockName, Clock] = {
    ClockName.CASUAL: Clock(move_ms=600_000, bank_ms=0),  # for people who know each other
    ClockName.STANDARD: STANDARD,
    ClockName.BLITZ: Clock(move_ms=2_000, bank_ms=20_000),
    ClockName.BOT: Clock(move_ms=200, bank_ms=5_000),
}
"""The clocks that have names."""


def parse_clock(text: str) -> Clock:
    """Read `MOVE+BANK`, the ms for each decision and for a match; ValueError says what is wrong."""
    move, plus, bank = text.partition("+")
    if not (plus and text.isascii() and move.isdecimal() and bank.isdecimal()):
        raise ValueError(f"{text!r} is not MOVE+BANK in ms, such as 2000+20000")
    clock = Clock(move_ms=int(move), bank_ms=int(bank))
    if not SHORTEST_CLOCK <= clock.move_ms + clock.bank_ms <= MAX_NUMBER:
        raise ValueError(f"{text!r}: a clock has {SHORTEST_CLOCK} to {MAX_NUMBER} ms, MOVE and BANK together")
    return clock


_YEAR_S = 365 * 24 * 3600
NO_CLOCK = Clock(move_ms=_YEAR_S * 1000, bank_ms=0)
"""The clock of a person who plays alone: nobody waits for them, so they have a year for each decision."""


class HintsPolicy(StrEnum):
    """The operator's decision about hints at the tables of a server. A strict table never has them."""

    HOST = "host"
    """The client that opens a table decides."""
    OFF = "off"
    ON = "on"

    @property
    def decided(self) -> bool | None:
        """True or False if the server decides; None if that is up to the host."""
        return {HintsPolicy.HOST: None, HintsPolicy.OFF: False, HintsPolicy.ON: True}[self]


Places = Mapping[Seat, str]
"""The name of the player to whom each seat of a table is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The delays that keep a table at the speed of people, in seconds. Clocks stand still meanwhile."""

    bot: float = 0.6
    """The least time that a bot takes."""
    trick: float = 1.5
    """The time for which a finished trick is shown."""
    reaction: float = 1.5
    """The time for which the auction waits for a coinche out of turn, if the rules allow one."""
    recap: float = 30.0
    """The longest time for which a recap is shown; it ends when all have gone on."""
    parting: float = 60.0
    """The same for the recap of the last deal, after which those who have gone on leave."""
    final: float = 600.0
    """The time for asking for another match after the last deal, while a person is there who has not gone on."""
    board: float = 0.0
    """The time between a board of the ladder and the next one, though only programs sit there."""


UNHURRIED = Pace(recap=_YEAR_S, parting=_YEAR_S, final=_YEAR_S)
"""The pace that goes with `NO_CLOCK`: a recap is shown until the person goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """The options of one table. `matches` are played one after the other; a board is a match of one deal.

    `preset` names its rules, `base` the preset that they are compared with; `target` is the operator's, for tables that
    name none. The pace holds only while a person sits; `clock` None means casual where people sit, standard elsewhere.
    Spectators see an event `delay_s` seconds later, and after the ends of `delay_deals` deals. `key` is SHA-256 of a
    private table's passphrase, in hexadecimal. With `places`, nobody else sits down, and nobody watches. With `hold`
    the first match waits for the host. A match waits `absence_ms` in all for a player who is away, before a bot plays
    in their place. `shares` says whose random numbers go into every shuffle. `hints` says whether clients
    may offer them. A table for `practice` is its opener's and bots' alone; with a `position` it plays that board. One
    of the `ladder` is played for the ratings of two sides: no bot stands in for anybody, and the operator keeps it. One
    of the `ladder` with `places` is played for a contest of the arena, and for no ratings: the server alone seats.
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
    absence_ms: int = limits.ABSENCE_MS
    shares: Shares = Shares.CUTTER
    hints: bool = True
    practice: bool = False
    position: PracticePosition | None = None
    ladder: LadderSides | None = None

    def allows_hints(self, policy: HintsPolicy) -> bool:
        """Return whether clients may offer hints: as the operator or else the host decides; never in a contest."""
        decided = self.hints if policy.decided is None else policy.decided
        return decided and not self.strict

    @property
    def admits_newcomers(self) -> bool:
        """True if somebody new may get a seat during a match."""
        return not (self.strict or self.board)

    @property
    def is_contest(self) -> bool:
        """True for a table where the arena has entrants of the ladder play: it is not listed, and nobody watches."""
        return self.ladder is not None and self.places is not None

    @property
    def is_hidden(self) -> bool:
        """True for a table that nobody may know of who is not there, and for practice its player."""
        return self.practice or self.is_contest

    def has_place(self, name: str) -> bool:
        """Return whether one of the `places` is for the player of that name."""
        return self.places is not None and name in self.places.values()

    def clock_for(self, *, people: bool) -> Clock:
        """The clock at the beginning of a match."""
        return self.clock or (CLOCKS[ClockName.CASUAL] if people else STANDARD)


def out_of_place(places: Places | None, name: str, message: Join | Watch) -> str | None:
    """The reason why the player of that name may not join or watch so; None where they may."""
    if places is None:
        return None
    if isinstance(message, Watch):
        return f"nobody watches {message.table}; its seats are for those who were given them"
    if isinstance(message.seat, Seat) and places.get(message.seat) == name:
        return None
    own = [str(seat) for seat, whose in places.items() if whose == name]
    return f"no seat of {message.table} is yours" if not own else f"your seat of {message.table} is {own[0]}; say so"


def rule_names(defaults: TableOptions) -> tuple[str, ...]:
    """The rules that can be asked for by name, the server's own first."""
    return tuple(dict.fromkeys((defaults.preset, *PRESETS)))


def agreed(asked: CreateTable, defaults: TableOptions) -> TableOptions:
    """The options of a new table: the server's, changed as it was asked for.

    KeyError where there are no rules of that name, InvalidRules where the changes contradict each other.
    """
    name = asked.preset if isinstance(asked.preset, str) else defaults.preset
    is_default = name == defaults.preset
    named = defaults.rules if is_default else PRESETS[name]
    rules = named if defaults.target is None else named.changed(target=defaults.target)
    wanted = {name: list(value) if isinstance(value, tuple) else value for name, value in asked.options.items()}
    rules = changed(rules, wanted)
    if isinstance(asked.target, int):
        rules = rules.changed(target=asked.target)
    changes = len(_differing(rules, named))
    options = replace(
        defaults,
        name=asked.name,
        preset=f"{name}+{changes}" if changes else name,
        base=defaults.base if is_default else name,
        rules=rules,
        clock=_clock(asked, defaults),
        strict=asked.strict or defaults.strict,
        delay_s=asked.delay_s,
        delay_deals=asked.delay_deals,
        key=asked.key if isinstance(asked.key, str) else None,
        hold=asked.hold,
        shares=asked.shares,
        hints=asked.hints,
    )
    return _for_practice(options, asked) if asked.practice else options


def _for_practice(options: TableOptions, asked: CreateTable) -> TableOptions:
    """The options of a practice table, which waits for its one player without end, and for nobody else."""
    position = asked.position if isinstance(asked.position, PracticePosition) else None
    recap = limits.PRACTICE_RECAP
    return replace(
        options,
        matches=1,
        board=position is not None,
        pace=replace(options.pace, recap=recap, parting=recap, final=recap),
        strict=False,
        absence_ms=limits.PRACTICE_ABSENCE_MS,
        practice=True,
        position=position,
    )


def not_for_practice(asked: CreateTable) -> str | None:
    """The reason why no such table can be had for practice, or not from a position; None where it can."""
    if not asked.practice:
        return None if asked.position is UNSET else "only a practice table begins from a position: add `practice`"
    others = {
        "watch": asked.watch,
        "strict": asked.strict,
        "key": asked.key is not UNSET,
        "hold": asked.hold,
        "delay_s": asked.delay_s,
        "delay_deals": asked.delay_deals,
    }
    wrong = [f"`{name}`" for name, said in others.items() if said]
    return f"a practice table is for one player and bots: leave out {', '.join(wrong)}" if wrong else None


def _clock(asked: CreateTable, defaults: TableOptions) -> Clock | None:
    match asked.clock:
        case ClockName() as name:
            return CLOCKS[name]
        case OwnClock(move_ms=move_ms, bank_ms=bank_ms):
            return Clock(move_ms=move_ms, bank_ms=bank_ms)
        case _:
            return defaults.clock


def changes(options: TableOptions) -> dict[str, OptionValue]:
    """The options in which a table's rules differ from the preset that they are based on."""
    return {option: value_of(options.rules, option) for option in _differing(options.rules, PRESETS[options.base])}


def _differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """The options that differ, but for the target, which each table may have of its own."""
    return tuple(option for option in differing(rules, base) if option != "target")
