"""The rule set: all options of a game, and the description of each."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self, get_type_hints

from .auction import AuctionRules
from .declarations import DeclarationRules
from .match import MatchRules
from .option import Described, described
from .play import PlayRules
from .scoring import ScoringRules
from .table import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All options of one game."""

    table: TableRules
    auction: AuctionRules
    play: PlayRules
    declarations: DeclarationRules
    scoring: ScoringRules
    match: MatchRules

    def changed(self, **options: Any) -> Self:
        """The same rules with some options changed. KeyError for a name that is none; may raise InvalidRules."""
        groups: dict[str, dict[str, Any]] = {}
        for name, value in options.items():
            groups.setdefault(DESCRIBED[name].group, {})[name] = value
        return replace(self, **{group: replace(getattr(self, group), **values) for group, values in groups.items()})


_GROUPS = get_type_hints(RuleSet)

DESCRIBED: dict[str, Described] = {
    option.name: option for field in fields(RuleSet) for option in described(field.name, _GROUPS[field.name])
}
"""Every option by its name, which no two groups share."""

GROUPS: dict[str, str] = {group: kind.__doc__ or "" for group, kind in _GROUPS.items()}
"""The subject of each group of options."""


def value_of(rules: RuleSet, option: str) -> Any:
    """The value that an option has in the rules; KeyError for a name that is none."""
    return getattr(getattr(rules, DESCRIBED[option].group), option)


def differing(rules: RuleSet, base: RuleSet) -> tuple[str, ...]:
    """The options in which the rules are not the base's, in order."""
    return tuple(option for option in DESCRIBED if value_of(rules, option) != value_of(base, option))
