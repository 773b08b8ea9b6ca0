"""Rules on one line, as in a house file: a preset and the options that differ, the option of the row first.

house("surcoinche=none, coinche_ends_auction=false", "pagat")
"""

from __future__ import annotations

from collections.abc import Sequence

from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import changed


def house(options: str, preset: str) -> RuleSet:
    """The preset with those options changed."""
    return changed(PRESETS[preset], dict(map(_option, options.split(", ")))) if options else PRESETS[preset]


def about(options: str) -> tuple[str, str]:
    """The option that the row is about, and its value as it is written."""
    name, value = options.split(", ")[0].split("=")
    return name, value


def numbered(rows: Sequence[tuple[object, ...]]) -> list[str]:
    """A name for each row of a table: its options, and its place among the rows."""
    return [f"{row[0]}|{number}" for number, row in enumerate(rows)]


def _option(written: str) -> tuple[str, object]:
    name, value = written.split("=")
    flags = {"true": True, "false": False}
    return name, int(value) if value.isdecimal() else flags.get(value, value)
