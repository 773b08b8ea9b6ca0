"""The texts of solo play: a match that waits, at its table and as a line of home."""

from __future__ import annotations

from coinche.text.catalog import Words


class Waiting(Words):
    """Sentences about a match that waits to go on."""

    OPENS = ("Ouverture de vos parties…", "Opening your matches…")
    OPENS_ONE = ("Ouverture de votre partie…", "Opening your match…")
    WAITS = (
        "Votre partie vous attend : donne {deal}, nous {us}, eux {them}.",
        "Your match is waiting: deal {deal}, us {us}, them {them}.",
    )
    WAITS_TO = (
        "Votre partie en {target} attend : nous {us}, eux {them}. n : une autre, en {wished}.",
        "Your match to {target} is waiting: us {us}, them {them}. n: a new one, to {wished}.",
    )
    GOES_ON = (
        "Votre partie reprend : donne {deal}, nous {us}, eux {them}.",
        "Your match goes on: deal {deal}, us {us}, them {them}.",
    )
    OTHER_WAITS = (
        "Une autre partie vous attend à l'accueil : {rules}, donne {deal}.",
        "Another match is waiting for you on the home screen: {rules}, deal {deal}.",
    )
    ROW = (
        "Reprendre votre partie (donne {deal}, nous {us}, eux {them})",
        "Go on with your match (deal {deal}, us {us}, them {them})",
    )
    ROW_BY = (
        "Reprendre votre partie, {rules} (donne {deal}, nous {us}, eux {them})",
        "Go on with your match, {rules} (deal {deal}, us {us}, them {them})",
    )
    ROW_BRIEFLY = ("Reprendre (donne {deal}, {us} à {them})", "Go on (deal {deal}, {us} to {them})")
    ROW_BY_BRIEFLY = (
        "Reprendre (donne {deal}, {us} à {them}), {rules}",
        "Go on (deal {deal}, {us} to {them}), {rules}",
    )
