"""Meanings of the calls in our own systems: declared in English, shown in French to French readers."""

from __future__ import annotations

from .catalog import Language, Words


class CallMeaning(Words):
    """The meaning of a call; the facts declared with it give the points."""

    OPENING = (
        "le valet, le neuf ou quatre atouts, et de la réserve",
        "the jack, the nine or four trumps, and points to spare",
    )
    JUMP = ("la même chose, en plus fort", "the same, and stronger")
    CAPOT = ("tous les plis, où que soient les autres cartes", "every trick, wherever the other cards lie")
    NO_OPENING = ("aucune couleur pour la plus basse enchère", "no suit for the lowest bid")
    OVERCALL = (
        "le valet, le neuf ou quatre atouts, quitte à être un peu court",
        "the jack, the nine or four trumps, if need be a little short",
    )
    SUPPORT = ("plus que ce que le partenaire a promis", "more than the partner has promised")
    ANSWER = ("un atout nettement meilleur que celui du partenaire", "trumps much better than the partner's")
    REBID = ("plus que ce qui a été promis", "more than was promised")
    COINCHE = ("le contrat doit nettement chuter", "the contract should clearly fail")
    SURCOINCHE = ("le contrat doit passer, et largement", "the contract should be made, with much to spare")


_FRENCH = {words.english: words.french for words in CallMeaning}


def read_in(language: Language, shown: str) -> str:
    """Return the declared meaning of a call, in the reader's language if it is one of these sentences."""
    return _FRENCH.get(shown, shown) if language is Language.FRENCH else shown
