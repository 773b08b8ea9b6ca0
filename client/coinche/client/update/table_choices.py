"""The choices for a new table that are no rules: who shuffles, hints, practice; as typed and as lines. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.rules import Group, RuleLine
from coinche.engine.fair import Shares
from coinche.engine.rules import InvalidRules
from coinche.engine.rules.parsing import did_you_mean
from coinche.text.catalog import Words
from coinche.text.language import Language

SHUFFLER, HINTS, PRACTICE = "shares", "hints", "practice"
"""The names of the choices where they are typed, `shares=all hints=no`, and among the lines of the form."""


class Shuffler(Words):
    """Texts about the players who shuffle."""

    NAME = ("Qui mélange", "Who shuffles")
    CUTTER = ("Le serveur, et le joueur qui coupe.", "The server, and the player who cuts.")
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
    SERVER_ALLOWS = (
        "Chaque joueur peut en demander (choix du serveur).",
        "Every player may ask for them (the server's choice).",
    )
    SERVER_HAS_NONE = ("Pas de conseils (choix du serveur).", "No hints (the server's choice).")
    TYPED = ("conseils", "hints")


class PracticeChoice(Words):
    """Texts about practice tables; the typed words are `entraînement=oui` and `practice=yes`."""

    NAME = ("Entraînement", "Practice")
    NO = ("Non : la partie compte, et un coup joué reste joué.", "No: the match counts, and moves stand.")
    YES = (
        "Oui : seul avec des bots ; on peut reprendre un coup, rien n'est gardé.",
        "Yes: alone with bots; moves can be taken back, nothing is kept.",
    )
    TYPED = ("entraînement", "practice")


class YesOrNo(Words):
    """The values of a choice as typed."""

    YES = ("oui", "yes")
    NO = ("non", "no")


_HINTS: Mapping[tuple[bool, bool], HintChoice] = {
    (True, False): HintChoice.ALLOWED,
    (False, False): HintChoice.NONE,
    (True, True): HintChoice.SERVER_ALLOWS,
    (False, True): HintChoice.SERVER_HAS_NONE,
}
"""Sentences by whether there are hints, and whether the server has decided that."""


def lines(
    shares: Shares | None, hints: bool | None, practice: bool | None, language: Language, *, decided: bool = False
) -> tuple[RuleLine, ...]:
    """The lines of the form. A line does not matter if no player shuffles, or if its choice is unknown."""
    hinted = _HINTS[hints is not False, decided]
    practised = PracticeChoice.YES if practice else PracticeChoice.NO
    return (
        _line(SHUFFLER, Shuffler.NAME, _SAID[shares], language, matters=shares is not None),
        _line(HINTS, HintChoice.NAME, hinted, language, matters=hints is not None),
        _line(PRACTICE, PracticeChoice.NAME, practised, language, matters=practice is not None),
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


def typed_choice(given: Mapping[str, str], name: Words) -> tuple[dict[str, str], bool | None]:
    """The other options, and the choice typed under that name, None if it was not; InvalidRules if not yes or no."""
    names = (name.french, name.english)
    typed = [value.lower() for option, value in given.items() if option in names]
    answers = {YesOrNo.YES: True, YesOrNo.NO: False}
    said = {word: answer for words, answer in answers.items() for word in (words.french, words.english)}
    for text in typed:
        if text not in said:
            raise InvalidRules(f"there is no {name.english}={text}; {did_you_mean(text, (*said,))}")
    return {option: value for option, value in given.items() if option not in names}, said[typed[-1]] if typed else None
