"""The choices for a new table that are no rules: who shuffles, and hints; as typed and as lines. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.rules import Group, RuleLine
from coinche.engine.fair import Shares
from coinche.engine.rules import InvalidRules
from coinche.engine.rules.parsing import did_you_mean
from coinche.text.catalog import Words
from coinche.text.language import Language

SHUFFLER, HINTS = "shares", "hints"
"""The names of the choices where they are typed, `shares=all hints=no`, and among the lines of the form."""


class Shuffler(Words):
    """Texts about the players who shuffle."""

    NAME = ("Qui mélange", "Who shuffles")
    CUTTER = ("Le joueur qui coupe, avec le serveur.", "The cutter, with the server.")
    ALL = ("Les quatre joueurs, avec le serveur.", "All four players, with the server.")
    NOBODY = ("Le serveur seul.", "The server alone.")


_SAID: Mapping[Shares | None, Shuffler] = {
    Shares.CUTTER: Shuffler.CUTTER,
    Shares.ALL: Shuffler.ALL,
    None: Shuffler.NOBODY,
}


class HintChoice(Words):
    """Texts about hints at a table; the typed words are `conseils=non` and `hints=no`."""

    NAME = ("Conseils", "Hints")
    ALLOWED = ("Chaque joueur peut en demander.", "Every player may ask for them.")
    NONE = ("Pas de conseils à cette table.", "No hints at this table.")
    TYPED = ("conseils", "hints")
    YES = ("oui", "yes")
    NO = ("non", "no")


def lines(shares: Shares | None, hints: bool | None, language: Language) -> tuple[RuleLine, RuleLine]:
    """The lines of the form. A line does not matter if no player shuffles, or if its choice is unknown."""
    hinted = HintChoice.NONE if hints is False else HintChoice.ALLOWED
    return (
        _line(SHUFFLER, Shuffler.NAME, _SAID[shares], language, matters=shares is not None),
        _line(HINTS, HintChoice.NAME, hinted, language, matters=hints is not None),
    )


def _line(option: str, name: Words, value: Words, language: Language, *, matters: bool) -> RuleLine:
    return RuleLine(
        option=option,
        group=Group.TABLE.within(language),
        name=name.within(language),
        value=value.within(language),
        differs=False,
        matters=matters,
    )


def another_shuffler(shares: Shares, by: int) -> Shares:
    """The next choice of players who shuffle."""
    offered = tuple(Shares)
    return offered[(offered.index(shares) + by) % len(offered)]


def read_shuffler(text: str) -> Shares:
    """Parse a typed choice of players; InvalidRules if there is no such choice."""
    if text.lower() in tuple(Shares):
        return Shares(text.lower())
    raise InvalidRules(f"there is no {SHUFFLER}={text}; {did_you_mean(text, Shares)}")


def hints_typed(given: Mapping[str, str]) -> tuple[dict[str, str], bool | None]:
    """The other options, and whether hints are wanted, None if nothing was typed; InvalidRules if not yes or no."""
    names = (HintChoice.TYPED.french, HintChoice.TYPED.english)
    typed = [value.lower() for name, value in given.items() if name in names]
    answers = {HintChoice.YES: True, HintChoice.NO: False}
    said = {word: answer for words, answer in answers.items() for word in (words.french, words.english)}
    for text in typed:
        if text not in said:
            raise InvalidRules(f"there is no {HINTS}={text}; {did_you_mean(text, (*said,))}")
    return {name: value for name, value in given.items() if name not in names}, said[typed[-1]] if typed else None
