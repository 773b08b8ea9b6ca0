"""What a new table is: the rules of a preset or of the house, changed as its maker wants it, and what else he asks for.

Knows what rules are called and how they differ. Refuses to know what an option means.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.options import changed
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet, differing, value_of
from coinche.protocol.messages import Clock, ClockName, CreateTable, OptionValue, OwnClock

from .options import CLOCKS, TableOptions


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
