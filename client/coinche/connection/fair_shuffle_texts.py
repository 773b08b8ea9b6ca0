"""What is said of a deal whose shuffle was checked, in French and English. Refuses to know how one checks."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .fair_shuffle import Verdict


class Fair(Words):
    """One member for each `Verdict` that is told, by its name, and for the list of deals that were checked."""

    SHARED = ("Donne vérifiée : personne n'a choisi les cartes.", "Deal checked: nobody chose the cards.")
    SHARE_CHANGED = (
        "Attention, donne {deal} : ce serveur a changé votre part du mélange. Ne vous fiez plus à lui.",
        "Careful, deal {deal}: this server has changed your share of the shuffle. Do not trust it.",
    )
    NOT_BOUND = (
        "Attention, donne {deal} : le mélange n'est pas celui qui avait été promis.",
        "Careful, deal {deal}: the shuffle is not the one that was promised.",
    )
    OTHER_CARDS = (
        "Attention, donne {deal} : les cartes ne sont pas celles du mélange.",
        "Careful, deal {deal}: the cards are not those of the shuffle.",
    )
    NOT_REVEALED = (
        "Attention, donne {deal} : ce serveur n'a pas montré comment il a mélangé.",
        "Careful, deal {deal}: this server has not shown how it shuffled.",
    )
    CHECKED = ("Donnes vérifiées : {deals}", "Deals checked: {deals}")


def checked_deals(checked: Mapping[int, Verdict], face: Face) -> str:
    """Those that nobody chose; empty where there is none."""
    deals = sorted(deal for deal, verdict in checked.items() if verdict is Verdict.SHARED)
    return face.say(Fair.CHECKED, deals=", ".join(map(str, deals))) if deals else ""
