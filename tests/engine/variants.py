"""Random rules: any preset with some options changed to any of their values."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_type_hints

from coinche.engine.cards import Denomination
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules, Option, RuleSet
from coinche.engine.seats import Direction

NUMBERS: Mapping[str, tuple[int | None, ...]] = {
    "reshuffle_after_passes": (None, 1, 4),
    "bid_minimum": (20, 80, 90),
    "bid_step": (5, 10, 20),
    "bid_maximum": (None, 160, 175, 250),
    "generale": (None, 500, 1000),
    "surcoinche": (None, 3, 4),
    "capot_last_trick": (10, 100),
    "failed_base": (0, 160, 162),
    "capot_failed": (None, 410, 500),
    "length": (None, 1, 12),
    "target": (500, 1000, 2000),
}
LISTS: Mapping[str, tuple[tuple[object, ...], ...]] = {
    "deal_batches": ((3, 2, 3), (3, 3, 2), (2, 3, 3), (4, 4)),
    "denominations": (tuple(Denomination), tuple(Denomination)[:4], tuple(Denomination)[:5], (Denomination.HEARTS,)),
}


def _values(name: str, hint: Any) -> tuple[object, ...]:
    if name in NUMBERS:
        return NUMBERS[name]
    if name in LISTS:
        return LISTS[name]
    if hint is bool:
        return (False, True)
    assert issubclass(hint, Option | Direction)
    return tuple(hint)


VALUES: dict[str, tuple[object, ...]] = {
    name: _values(name, hint)
    for group in get_type_hints(RuleSet).values()
    for name, hint in get_type_hints(group).items()
}
"""For each option the values to draw from."""


def some_rules(chance: random.Random) -> RuleSet:
    """A preset with up to eight options changed, as far as they go together."""
    rules = chance.choice(list(PRESETS.values()))
    for name in chance.sample(list(VALUES), chance.randrange(9)):
        with suppress(InvalidRules):
            rules = rules.changed(**{name: chance.choice(VALUES[name])})
    return rules
