"""What our own systems say of each call: in English as it is declared, in French for who reads that.

Knows sentences. Refuses to know which call each belongs to (`systems`).
"""

from __future__ import annotations

from .catalog import Language, Words


class CallMeaning(Words):
    """What a call shows; how many points it takes is said by the facts that go with it."""

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
    """What a call shows, as it was declared; where that is a sentence of ours, in the reader's language."""
    return _FRENCH.get(shown, shown) if language is Language.FRENCH else shown
