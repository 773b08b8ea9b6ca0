"""What the maker of a table decides: rules, how many matches or boards, clock and pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from coinche.engine.fair import Shares
from coinche.engine.options import changed
from coinche.engine.presets import DEFAULT_PRESET, FFB, PRESETS
from coinche.engine.rules import RuleSet, differing, value_of
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, ClockName, CreateTable, Join, OptionValue, OwnClock, Watch

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


# --- places ---------------------------------------------------------------------------------------
# Tables whose seats are somebody's, by name. Refuses to know who proves a name (`signing_in`), and who sits there.


Places = Mapping[Seat, str]
"""Whose each seat is."""


def out_of_place(places: Places | None, name: str, message: Join | Watch) -> str | None:
    """Why one of that name may not come so: nobody watches, and everybody sits where he belongs. None where he may."""
    if places is None:
        return None
    if isinstance(message, Watch):
        return f"nobody watches {message.table}; its seats are for those who were given them"
    if isinstance(message.seat, Seat) and places.get(message.seat) == name:
        return None
    own = [str(seat) for seat, whose in places.items() if whose == name]
    return f"no seat of {message.table} is yours" if not own else f"your seat of {message.table} is {own[0]}; say so"


# --- agreed ---------------------------------------------------------------------------------------
# What a new table is: the rules of a preset or of the house, changed as its maker wants it, and what else he asks for.
#
# Knows what rules are called and how they differ. Refuses to know what an option means.


def names(house: TableOptions) -> tuple[str, ...]:
    """What can be asked for, the house's own rules first."""
    return tuple(dict.fromkeys((house.preset, *PRESETS)))


def agreed(asked: CreateTable, house: TableOptions) -> TableOptions:
    """The table as it was asked for; KeyError where there are no such rules, InvalidRules where none can be so."""
    name = asked.preset if isinstance(asked.preset, str) else house.preset
    base = house.base if name == house.preset else name
    named = house.rules if name == house.preset else PRESETS[name]
    rules = named if house.target is None else named.changed(target=house.target)
    rules = changed(rules, {option: _plain(value) for option, value in asked.options.items()})
    if isinstance(asked.target, int):
        rules = rules.changed(target=asked.target)
    options = len(_differing(rules, named))
    preset = f"{name}+{options}" if options else name
    return replace(
        house,
        name=asked.name,
        preset=preset,
        base=base,
        rules=rules,
        clock=_clock(asked, house),
        strict=asked.strict or house.strict,
        delay_s=asked.delay_s,
        delay_deals=asked.delay_deals,
        key=asked.key if isinstance(asked.key, str) else None,
        hold=asked.hold,
        shares=asked.shares,
    )


def _clock(asked: CreateTable, house: TableOptions) -> Clock | None:
    match asked.clock:
        case ClockName() as name:
            return CLOCKS[name]
        case OwnClock(move_ms=move_ms, bank_ms=bank_ms):
            return Clock(move_ms=move_ms, bank_ms=bank_ms)
        case _:
            return house.clock


def changes(options: TableOptions) -> dict[str, OptionValue]:
    """The options in which a table's rules are not those of the preset that they stand on."""
    return {option: value_of(options.rules, option) for option in _differing(options.rules, PRESETS[options.base])}


def _differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """All but the target, which every table has of its own."""
    return tuple(option for option in differing(rules, base) if option != "target")


def _plain(value: OptionValue) -> object:
    return list(value) if isinstance(value, tuple) else value
