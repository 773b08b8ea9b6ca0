"""The form for a new table: a preset, changed options, who shuffles, hints, practice; the rules as `Rulebook`. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from coinche.client.model.notices import News, NoSuchRules
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay, Wish
from coinche.client.texts.rules import FormGroup
from coinche.engine.fair import Shares
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import ANY, DESCRIBED, InvalidRules, RuleSet, differing, parsing, value_of, written_as
from coinche.protocol.house_rules import HouseRules

from .navigation import Done, Intent, dismiss, showing
from .table_choices import (
    HINTS,
    PRACTICE,
    SHUFFLER,
    HintChoice,
    PracticeChoice,
    another_shuffler,
    read_shuffler,
    typed_choice,
)

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
"""Numbers that the form offers; others can be typed in line mode, or written in a file of house rules."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Rules with their `name`, and the preset `base` with which they are compared."""

    name: str
    base: str
    rules: RuleSet
    shares: Shares | None = None
    """The players who contribute to the shuffles; None if unknown or nobody."""
    hints: bool | None = None
    """True if players may ask for hints; None if unknown."""
    practice: bool | None = None
    """True for a practice table; None where there is no such choice."""
    hints_decided: bool = False
    """True if the server decides about hints."""

    @property
    def changed(self) -> tuple[str, ...]:
        """The options that differ from the preset, the target apart: the server or a table may have its own."""
        return tuple(option for option in differing(self.rules, PRESETS[self.base]) if option != TARGET)


def presets(state: ClientState) -> tuple[str, ...]:
    """The presets of the server, its own first."""
    return state.presets or tuple(PRESETS)


def preset_of(state: ClientState) -> str:
    """The preset wished for."""
    return state.wish.preset or presets(state)[0]


def wished(state: ClientState) -> Rulebook | None:
    """The rules of the table that the form would open; None if only the server has that preset."""
    name = preset_of(state)
    if name not in PRESETS:
        return None
    options = dict(state.wish.options)
    target = state.wish.target if state.wish.target is not None else state.usual_target
    if target is not None:
        options.setdefault(TARGET, target)
    rules = parsing.changed(PRESETS[name], options)
    shares = state.wish.shares if state.fair else None
    book = Rulebook(
        name,
        name,
        rules,
        shares=shares,
        hints=wished_hints(state),
        practice=state.wish.practice if state.offers_practice else None,
    )
    return _decided(book, state)


def wished_hints(state: ClientState) -> bool:
    """True if a new table has hints: as the server decides, or as wished for."""
    return state.wish.hints if state.hints_decided is None else state.hints_decided


def _decided(book: Rulebook, state: ClientState) -> Rulebook:
    """The rules with the note that their hints are the server's decision, if they are."""
    return replace(book, hints_decided=state.hints_decided is not None and book.hints is state.hints_decided)


def at(table: AtTable) -> Rulebook | None:
    """The rules of the table at which the person is."""
    if table.rules is None:
        return None
    base = base_of(table.preset, table.rules)
    shares, hints = table.shares, table.allows_hints
    return Rulebook(table.preset, base, table.rules, shares=shares, hints=hints, practice=table.practice or None)


def under_cursor(state: ClientState) -> Rulebook | None:
    """The rules of the line in the lobby; None if this client does not have them."""
    if state.ui.row == 0 or state.ui.overlay is Overlay.FORM:
        book = wished(state)
        return None if book is None else replace(book, name=called(state))
    return listed(state, state.ui.row)


def listed(state: ClientState, row: int) -> Rulebook | None:
    """The rules of a table of the lobby, counted from 1; None if a newer server has options unknown to this client."""
    info = state.tables[row - 1]
    if info.base not in PRESETS:
        return None
    try:
        rules = parsing.changed(PRESETS[info.base], {**info.options, TARGET: info.target})
    except InvalidRules:
        return None
    shares = info.shares if state.fair else None
    return _decided(Rulebook(info.preset, info.base, rules, shares=shares, hints=info.hints), state)


def shown(state: ClientState) -> Rulebook | None:
    """The rules of the table at hand: the present one, or the one under the cursor."""
    if state.table is None:
        return under_cursor(state)
    book = at(state.table)
    return None if book is None else _decided(replace(book, name=called_at(state, state.table)), state)


def base_of(name: str, rules: RuleSet) -> str:
    """The preset in the name of the rules, or else the closest one."""
    named = name.partition("+")[0]
    return named if named in PRESETS else min(PRESETS, key=lambda preset: len(differing(rules, PRESETS[preset])))


# --- the form ----------------------------------------------------------------------------------------

FIRST = ("", TARGET, HINTS, PRACTICE, "length", SHUFFLER)
"""The lines that people want most; "" is the preset; shuffler, hints and practice are no rules."""
GROUPS: Mapping[FormGroup, tuple[str, ...]] = {
    FormGroup.FIRST: FIRST,
    **{
        FormGroup[group.upper()]: tuple(
            option.name for option in DESCRIBED.values() if option.group == group and option.name not in FIRST
        )
        for group in dict.fromkeys(option.group for option in DESCRIBED.values())
    },
}
"""The lines of the form below their headings."""
ROWS: tuple[str, ...] = tuple(option for options in GROUPS.values() for option in options)
"""The lines of the form."""


def choices(rules: RuleSet, option: str) -> tuple[object, ...]:
    """The values to choose from, including the present one."""
    now = value_of(rules, option)
    given: list[object] = []
    for meaning in DESCRIBED[option].values:
        given += NUMBERS.get(option, ()) if meaning.value == ANY else [read_value(meaning.value)]
    offered = {written_as(value): value for value in (*given, now)}
    return tuple(sorted(offered.values(), key=_by_size))


def _by_size(value: object) -> int:
    """Sort key: numbers ascending; other values keep their order and come first."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def read_value(text: str) -> object:
    """Parse a value: a number, a boolean, or a name."""
    if text.isascii() and text.isdecimal() and len(text) <= 6:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def open_form(state: ClientState) -> Done:
    """Open the form for a new table."""
    return showing(state, overlay=Overlay.FORM, option=0, unchanged=state.wish)


def cancel(state: ClientState) -> Done:
    """Close the form and undo its changes."""
    done = dismiss(state)
    return replace(done, state=replace(done.state, wish=state.ui.unchanged or state.wish))


def move(by: int) -> Intent:
    """Move the cursor."""
    return lambda state: showing(state, option=min(max(state.ui.option + by, 0), last_row(state)))


def last_row(state: ClientState) -> int:
    """The last line: the preset, if the client does not know its rules."""
    return len(ROWS) - 1 if wished(state) is not None else 0


def open_group(group: FormGroup) -> Intent:
    """Move the cursor to the first line of a group."""
    first = ROWS.index(GROUPS[group][0])
    return lambda state: showing(state, option=min(first, last_row(state)))


def at_option(row: int) -> Intent:
    """Click a line: move the cursor there, or change its value if the cursor is there already."""
    return lambda state: change(1)(state) if state.ui.option == row else showing(state, option=row)


def change(by: int) -> Intent:
    """Change the value on the line under the cursor."""

    def intent(state: ClientState) -> Done:
        option = ROWS[state.ui.option]
        return _OTHERS.get(option, _another_value)(state, option, by)

    return intent


def house_of(state: ClientState) -> HouseRules | None:
    """The house rules that equal the rules wished for, if any."""
    book = wished(state)
    return None if book is None else _house_like(state, book.base, book.rules)


def _house_like(state: ClientState, base: str, rules: RuleSet) -> HouseRules | None:
    """The house rules that equal these; else those with options of their own that differ in the target at most."""
    alike = [house for house in state.houses if house.base == base and not _changes(house.rules, rules)]
    exact = (house for house in alike if house.rules == rules)
    return next(exact, next((house for house in alike if _changes(house.rules, PRESETS[base])), None))


def _changes(rules: RuleSet, others: RuleSet) -> tuple[str, ...]:
    """The options that differ, the target apart."""
    return tuple(option for option in differing(rules, others) if option != TARGET)


def called_at(state: ClientState, table: AtTable) -> str:
    """The name of a table's rules: that of the person's own if they are the same."""
    if table.rules is None:
        return table.preset
    house = _house_like(state, base_of(table.preset, table.rules), table.rules)
    return table.preset if house is None else house.name


def called(state: ClientState) -> str:
    """The name of the rules wished for: that of the house rules, or of the preset with `+2` for two changes."""
    house = house_of(state)
    if house is not None:
        return house.name
    changed = len(state.wish.options)
    return preset_of(state) + (f"+{changed}" if changed else "")


def _another_preset(state: ClientState, option: str, by: int) -> Done:
    """Select the next preset of the server, or house rules based on one."""
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
    """The wish with these house rules."""
    changed = (name for name in differing(house.rules, PRESETS[house.base]) if name != TARGET)
    options = {name: value_of(house.rules, name) for name in changed}
    return replace(wish, preset=house.base, options=options, target=house.rules.match.target)


def _another_value(state: ClientState, option: str, by: int) -> Done:
    """Select the next value that fits the other options; if none does, tell why the first one does not."""
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
    """Select other players to shuffle, where the server lets players shuffle."""
    shares = another_shuffler(state.wish.shares, by) if state.fair else state.wish.shares
    return Done(replace(state, wish=replace(state.wish, shares=shares), notice=None))


def _turn_hints(state: ClientState, option: str, by: int) -> Done:
    """Allow hints, or open the table without them; not where the server decides."""
    if state.hints_decided is not None:
        return Done(replace(state, notice=News.HINTS_DECIDED))
    return Done(replace(state, wish=replace(state.wish, hints=not state.wish.hints), notice=None))


def _turn_practice(state: ClientState, option: str, by: int) -> Done:
    """Open a practice table, where the server has them, or a usual one."""
    practice = state.offers_practice and not state.wish.practice
    return Done(replace(state, wish=replace(state.wish, practice=practice), notice=None))


_OTHERS: Mapping[str, Callable[[ClientState, str, int], Done]] = {
    "": _another_preset,
    SHUFFLER: _another_shuffler,
    HINTS: _turn_hints,
    PRACTICE: _turn_practice,
}
"""Functions that change the lines which are no options of the rules."""


def with_option(wish: Wish, book: Rulebook, option: str, value: object) -> Wish:
    """The wish with another value of an option; InvalidRules if it does not fit the others."""
    rules = parsing.changed(book.rules, {option: value})
    changed = {name: value_of(rules, name) for name in differing(rules, PRESETS[book.base])}
    changed.pop(TARGET, None)
    target = rules.match.target if option == TARGET else wish.target
    return replace(wish, preset=book.name, options=changed, target=target)


def asked_for(wish: Wish, named: Iterable[tuple[str, str]]) -> Wish:
    """The wish with typed options, such as `preset=pagat`, `shares=all`, `hints=no` and `practice=yes`; InvalidRules
    says why not."""
    given, hints = typed_choice(dict(named), HintChoice.TYPED)
    given, practice = typed_choice(given, PracticeChoice.TYPED)
    wish = replace(wish, hints=wish.hints if hints is None else hints, practice=bool(practice))
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
    """Parse a typed target."""
    return parsing.changed(rules, {TARGET: read_value(text)}).match.target
