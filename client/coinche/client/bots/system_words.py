"""What our own systems say of each call: in English as it is declared, in French for who reads that.

Knows sentences. Refuses to know which call each belongs to (`systems`).
"""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.language import Language, Words

from .auction import MARGINS


class Shown(Words):
    """What a call shows. The numbers are those of `steady`'s margins."""

    OPENING = (
        "le valet, le neuf ou quatre atouts ; au moins {opening} points de plus que l'enchère",
        "the jack, the nine or four trumps; at least {opening} points more than bid",
    )
    JUMP = (
        "le valet, le neuf ou quatre atouts ; au moins {jump} points de plus que l'enchère",
        "the jack, the nine or four trumps; at least {jump} points more than bid",
    )
    CAPOT = ("tous les plis, où que soient les autres cartes", "every trick, wherever the other cards lie")
    NO_OPENING = (
        "aucun atout ne vaut {opening} points de plus que la plus basse enchère",
        "no trumps are worth {opening} points more than the lowest bid",
    )
    OVERCALL = (
        "le valet, le neuf ou quatre atouts ; à {least} points près, ce qui est annoncé",
        "the jack, the nine or four trumps; what is bid, {least} points short at worst",
    )
    SUPPORT = (
        "de quoi ajouter à ce que promet le partenaire : {raise_to} points de réserve si rien ne presse",
        "more than the partner has promised: {raise_to} points to spare where nobody presses",
    )
    ANSWER = (
        "un atout meilleur de {change} points que celui du partenaire",
        "trumps that are {change} points better than the partner's",
    )
    REBID = (
        "plus que ce qui a été promis : {raise_to} points de réserve si rien ne presse",
        "more than was promised: {raise_to} points to spare where nobody presses",
    )
    COINCHE = (
        "le contrat doit chuter d'au moins {coinche} points",
        "their contract should fail by {coinche} points at least",
    )
    SURCOINCHE = (
        "le contrat devrait passer de {surcoinche} points",
        "the contract should be made with {surcoinche} points to spare",
    )
    NATURAL = (
        "le valet ou le neuf, trois atouts, et à peu près les points annoncés",
        "the jack or the nine, three trumps, and about the points that are bid",
    )
    NATURAL_SUPPORT = (
        "un complément à l'atout, ou des as, pour ce que promet le partenaire",
        "a trump honour or aces to go with what the partner has promised",
    )
    NATURAL_REBID = ("plus que ce qui a été promis", "more than was promised")
    NATURAL_PASS = ("aucun jeu pour ouvrir", "no hand to open with")


NUMBERS: Mapping[str, int] = {
    "opening": round(MARGINS.opening),
    "jump": round(MARGINS.jump),
    "least": round(-MARGINS.overcall),
    "raise_to": round(MARGINS.raise_to),
    "change": round(MARGINS.change),
    "coinche": round(MARGINS.coinche),
    "surcoinche": round(MARGINS.surcoinche),
}
"""What the sentences name."""


def within(words: Shown, language: Language) -> str:
    """The sentence with its numbers."""
    return words.within(language).format(**NUMBERS)


_FRENCH = {within(words, Language.ENGLISH): within(words, Language.FRENCH) for words in Shown}


def read_in(language: Language, shown: str) -> str:
    """What a call shows, as it was declared; where that is a sentence of ours, in the reader's language."""
    return _FRENCH.get(shown, shown) if language is Language.FRENCH else shown
