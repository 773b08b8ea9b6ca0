"""In what rules differ from a preset, in words: the option, what is played, and what the preset plays instead."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.client.rules import rule_words
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.text.catalog import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One option: what it is called, what is played, and what would be."""

    name: str
    value: str
    instead_of: str


def differences(rules: RuleSet, base: str, language: Language) -> tuple[Difference, ...]:
    """Those that matter under these rules, in order; KeyError where the base is no preset."""
    theirs = rule_words.lines(PRESETS[base], base, language)
    ours = rule_words.lines(rules, base, language)
    return tuple(
        Difference(name=line.name, value=line.value, instead_of=their.value)
        for line, their in zip(ours, theirs, strict=True)
        if line.differs and line.matters
    )
