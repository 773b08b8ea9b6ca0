"""The extent of a test: a slice before each commit, all of it in `make prove`, which sets COINCHE_WHOLE."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from coinche.engine.presets import PRESETS

WHOLE = bool(os.environ.get("COINCHE_WHOLE"))


def examples(number: int) -> int:
    """A third of the examples of a property; all of them in `make prove`. Each run draws others."""
    return number if WHOLE else number // 3


Case = TypeVar("Case")


def some(cases: Iterable[Case], every: int) -> tuple[Case, ...]:
    """One in so many of the cases, and the last; all of them in `make prove`."""
    listed = tuple(cases)
    return listed if WHOLE or not listed else (*listed[:-1:every], listed[-1])


SOME_PRESETS = tuple(PRESETS) if WHOLE else ("ffb", "pagat-annonces", "contree", "stayandplay-both")
"""Presets that bots play whole matches by. The slice has packs that are shuffled and packs that are gathered, both
directions, declarations, no trumps, and coinche in turn and at any time."""
