"""What a new table is to be like, a preset and the options in which it is to differ, and what rules a table has.

Knows which values an option is offered with. Refuses to know what an option means (`rule_words`) and what it does.

Who shuffles the cards of a table: how it is typed, chosen and told beside the rules.

Refuses to know what a share is, and when the cards are only gathered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from coinche.client.model.notices import NoSuchRules
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay, Wish
from coinche.client.texts.rules import Group, RuleLine
from coinche.engine.fair import Shares
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import ANY, DESCRIBED, InvalidRules, RuleSet, differing, parsing, value_of, written_as
from coinche.engine.rules.parsing import did_you_mean
from coinche.protocol.house_rules import HouseRules
from coinche.text.catalog import Language, Words

from .navigation import Done, Intent, dismiss, showing

SHUFFLER = "shares"
"""What it is called where it is typed, `shares=all`, and among the lines of the form."""


class Shuffler(Words):
    """What is said of it."""

    NAME = ("Qui mélange", "Who shuffles")
    CUTTER = ("Celui qui coupe, avec le serveur.", "The cutter, with the server.")
    ALL = ("Les quatre, avec le serveur.", "All four, with the server.")
    NOBODY = ("Le serveur seul.", "The server alone.")


_SAID: Mapping[Shares | None, Shuffler] = {
    Shares.CUTTER: Shuffler.CUTTER,
    Shares.ALL: Shuffler.ALL,
    None: Shuffler.NOBODY,
}


def shuffler_line(shares: Shares | None, language: Language) -> RuleLine:
    """The line about it; one that does not matter where no player shuffles, or nobody knows."""
    return RuleLine(
        option=SHUFFLER,
        group=Group.TABLE.within(language),
        name=Shuffler.NAME.within(language),
        value=_SAID[shares].within(language),
        differs=False,
        matters=shares is not None,
    )


def another_shuffler(shares: Shares, by: int) -> Shares:
    """The next that can be chosen."""
    offered = tuple(Shares)
    return offered[(offered.index(shares) + by) % len(offered)]


def read_shuffler(text: str) -> Shares:
    """What was typed; InvalidRules where there is no such thing."""
    if text.lower() in tuple(Shares):
        return Shares(text.lower())
    raise InvalidRules(f"there is no {SHUFFLER}={text}; {did_you_mean(text, Shares)}")


TARGET = "target"
USUAL_TARGET = PRESETS[DEFAULT_PRESET].match.target
NUMBERS: Mapping[str, tuple[int, ...]] = {
    "reshuffle_after_passes": (1, 2, 4),
    "bid_minimum": (80, 90, 100),
    "bid_step": (5, 10, 20),
    "bid_maximum": (160, 180, 250),
    "generale": (500, 1000),
    "surcoinche": (3, 4),
    "capot_last_trick": (10, 100),
    "failed_base": (160, 162),
    "capot_failed": (250, 500),
    "length": (1, 4, 8, 12, 16, 20),
    "target": (500, 1000, 1500, 2000, 3000),
}
"""The numbers that the form offers; any other can be typed in the line mode, or written in a house file."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Rules and what they are compared with: `name` is what they are called, `base` the preset beneath."""

    name: str
    base: str
    rules: RuleSet
    of_server: bool = False
    """Whether the target is whatever the server says."""
    shares: Shares | None = None
    """Who shuffles with the server; None: nobody, or it is not known."""

    @property
    def changed(self) -> tuple[str, ...]:
        """The options in which they differ from the preset."""
        return differing(self.rules, PRESETS[self.base])


def presets(state: ClientState) -> tuple[str, ...]:
    """Those that the server has, its own first."""
    return state.presets or tuple(PRESETS)


def preset_of(state: ClientState) -> str:
    """The one that is wished for."""
    return state.wish.preset or presets(state)[0]


def wished(state: ClientState) -> Rulebook | None:
    """The rules of the table that would be opened; None where only the server knows them."""
    name = preset_of(state)
    if name not in PRESETS:
        return None
    options = dict(state.wish.options)
    if state.wish.target is not None:
        options.setdefault(TARGET, state.wish.target)
    rules = parsing.changed(PRESETS[name], options)
    shares = state.wish.shares if state.fair else None
    return Rulebook(name, name, rules, of_server=state.wish.target is None, shares=shares)


def at(table: AtTable) -> Rulebook | None:
    """The rules of a table that one is at."""
    if table.rules is None:
        return None
    return Rulebook(table.preset, base_of(table.preset, table.rules), table.rules, shares=table.shares)


def under_cursor(state: ClientState) -> Rulebook | None:
    """The rules of the line of the lobby; None where only the server knows them."""
    if state.ui.row == 0 or state.ui.overlay is Overlay.FORM:
        return wished(state)
    return listed(state, state.ui.row)


def listed(state: ClientState, row: int) -> Rulebook | None:
    """The rules of a table of the lobby, counted from 1; None where a newer server has some that we do not know."""
    info = state.tables[row - 1]
    if info.base not in PRESETS:
        return None
    try:
        rules = parsing.changed(PRESETS[info.base], {**info.options, TARGET: info.target})
    except InvalidRules:
        return None
    return Rulebook(info.preset, info.base, rules, shares=info.shares if state.fair else None)


def shown(state: ClientState) -> Rulebook | None:
    """The rules that a person would want to read here."""
    return at(state.table) if state.table is not None else under_cursor(state)


def base_of(name: str, rules: RuleSet) -> str:
    """The preset that the rules are named after, else the one that they are nearest to."""
    named = name.partition("+")[0]
    return named if named in PRESETS else min(PRESETS, key=lambda preset: len(differing(rules, PRESETS[preset])))


# --- the form ----------------------------------------------------------------------------------------

ROWS: tuple[str, ...] = (
    "",
    TARGET,
    "length",
    SHUFFLER,
    *(name for name in DESCRIBED if name not in (TARGET, "length")),
)
"""What can be chosen, line by line; the first, without a name, is the preset, and who shuffles is no rule."""


def choices(rules: RuleSet, option: str) -> tuple[object, ...]:
    """The values to choose from, the present one among them, as the engine's options have them."""
    now = value_of(rules, option)
    given: list[object] = []
    for meaning in DESCRIBED[option].values:
        given += NUMBERS.get(option, ()) if meaning.value == ANY else [read_value(meaning.value)]
    offered = {written_as(value): value for value in (*given, now)}
    return tuple(sorted(offered.values(), key=_by_size))


def _by_size(value: object) -> int:
    """Numbers upwards, among the rest as they stand; nothing before them."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def read_value(text: str) -> object:
    """A value as it is written: a number, a flag, or a name."""
    if text.isascii() and text.isdecimal() and len(text) <= 6:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def open_form(state: ClientState) -> Done:
    """Say what the new table is to be like."""
    return showing(state, overlay=Overlay.FORM, option=0, row=0, unchanged=state.wish)


def cancel(state: ClientState) -> Done:
    """Put the form away, and what was changed in it."""
    done = dismiss(state)
    return replace(done, state=replace(done.state, wish=state.ui.unchanged or state.wish))


def move(by: int) -> Intent:
    """Another line of the form, as far as there are any."""
    last = len(ROWS) - 1
    return lambda state: showing(state, option=min(max(state.ui.option + by, 0), last))


def at_option(row: int) -> Intent:
    """That line of the form; where the cursor is on it already, the next choice."""
    return lambda state: change(1)(state) if state.ui.option == row else showing(state, option=row)


def change(by: int) -> Intent:
    """Another value on the line of the form."""

    def intent(state: ClientState) -> Done:
        option = ROWS[state.ui.option]
        return _OTHERS.get(option, _another_value)(state, option, by)

    return intent


def house_of(state: ClientState) -> HouseRules | None:
    """The house file whose rules are wished for, if they are those of one."""
    book = wished(state)
    if book is None:
        return None
    return next((house for house in state.houses if house.base == book.base and house.rules == book.rules), None)


def called(state: ClientState) -> str:
    """What the rules that are wished for are called: as the house file, or as the preset, with `+2` for two changes."""
    house = house_of(state)
    if house is not None:
        return house.name
    changed = len(state.wish.options)
    return preset_of(state) + (f"+{changed}" if changed else "")


def _another_preset(state: ClientState, option: str, by: int) -> Done:
    """The next preset of the server, or house file of one's own whose preset it has."""
    offered: tuple[str | HouseRules, ...] = (
        *presets(state),
        *(house for house in state.houses if house.base in presets(state)),
    )
    now = house_of(state) or preset_of(state)
    at = offered.index(now) if now in offered else -1 if by > 0 else 0
    chosen = offered[(at + by) % len(offered)]
    if isinstance(chosen, str):
        wish = replace(state.wish, preset=chosen, options={}, target=None)
    else:
        wish = of_house(state.wish, chosen)
    return Done(replace(state, wish=wish, notice=None))


def of_house(wish: Wish, house: HouseRules) -> Wish:
    """The same wish, by the rules of that house file."""
    changed = (name for name in differing(house.rules, PRESETS[house.base]) if name != TARGET)
    options = {name: value_of(house.rules, name) for name in changed}
    return replace(wish, preset=house.base, options=options, target=house.rules.match.target)


def _another_value(state: ClientState, option: str, by: int) -> Done:
    """The next value that goes with the others; where none does, why the first one does not."""
    book = wished(state)
    if book is None:
        return Done(state)
    offered = choices(book.rules, option)
    here = [written_as(value) for value in offered].index(written_as(value_of(book.rules, option)))
    why = ""
    for step in range(1, len(offered)):
        value = offered[(here + by * step) % len(offered)]
        try:
            return Done(replace(state, wish=with_option(state.wish, book, option, value), notice=None))
        except InvalidRules as wrong:
            why = why or str(wrong)
    return Done(replace(state, notice=NoSuchRules(why)) if why else state)


def _another_shuffler(state: ClientState, option: str, by: int) -> Done:
    """Who else shuffles, at a server where players do."""
    shares = another_shuffler(state.wish.shares, by) if state.fair else state.wish.shares
    return Done(replace(state, wish=replace(state.wish, shares=shares), notice=None))


_OTHERS: Mapping[str, Callable[[ClientState, str, int], Done]] = {"": _another_preset, SHUFFLER: _another_shuffler}
"""What is changed on the lines of the form that are no options of the rules."""


def with_option(wish: Wish, book: Rulebook, option: str, value: object) -> Wish:
    """The wish with another value of an option; InvalidRules where it does not go with the others."""
    rules = parsing.changed(book.rules, {option: value})
    changed = {name: value_of(rules, name) for name in differing(rules, PRESETS[book.base])}
    changed.pop(TARGET, None)
    target = rules.match.target if option == TARGET else wish.target
    return replace(wish, preset=book.name, options=changed, target=target)


def asked_for(wish: Wish, named: Iterable[tuple[str, str]]) -> Wish:
    """The wish with what was typed, `preset=pagat` and `shares=all` among it; InvalidRules says what cannot be had."""
    given = dict(named)
    if SHUFFLER in given:
        wish = replace(wish, shares=read_shuffler(given.pop(SHUFFLER)))
    if not given:
        return wish
    if given.keys() == {TARGET}:
        return replace(wish, target=_target(PRESETS[DEFAULT_PRESET], given[TARGET]))
    name = given.pop("preset", wish.preset or DEFAULT_PRESET)
    if name not in PRESETS:
        raise InvalidRules(f"there is no preset {name!r}; {parsing.did_you_mean(name, PRESETS)}")
    base = PRESETS[name]
    rules = parsing.changed(base, {option: read_value(value) for option, value in given.items()})
    changed = {option: value_of(rules, option) for option in differing(rules, base) if option != TARGET}
    target = rules.match.target if TARGET in given else wish.target
    return replace(wish, preset=name, options=changed, target=target)


def _target(rules: RuleSet, text: str) -> int:
    """The target that was typed."""
    return parsing.changed(rules, {TARGET: read_value(text)}).match.target
