"""Sentences for the results of checking shuffles, in French and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .fair_shuffle import CHOSEN_BY_NOBODY, ShuffleVerdict


class Fair(Words):
    """Sentences for each `ShuffleVerdict` that is told, under the same name, and for the list of deals checked."""

    SHARED = ("Mélange vérifié : la donne est régulière.", "Shuffle checked: the deal was fair.")
    SHARE_CHANGED = (
        "Attention, donne {deal} : ce serveur a modifié votre part du mélange. Ne lui faites plus confiance.",
        "Careful, deal {deal}: this server changed your share of the shuffle. Do not trust it any more.",
    )
    NOT_BOUND = (
        "Attention, donne {deal} : ce n'est pas le mélange que le serveur avait scellé.",
        "Careful, deal {deal}: this is not the shuffle that the server had committed to.",
    )
    OTHER_CARDS = (
        "Attention, donne {deal} : les cartes ne correspondent pas au mélange.",
        "Careful, deal {deal}: the cards do not match the shuffle.",
    )
    NOT_REVEALED = (
        "Attention, donne {deal} : ce serveur n'a pas montré son mélange.",
        "Careful, deal {deal}: this server did not reveal its shuffle.",
    )
    CHECKED_ONE = ("Mélange vérifié : donne {deals}.", "Shuffle checked: deal {deals}.")
    CHECKED = ("Mélange vérifié : donnes {deals}.", "Shuffle checked: deals {deals}.")
    CHECKED_ONE_OWN = (
        "Mélange vérifié (vous y avez participé) : donne {deals}.",
        "Shuffle checked, with your share in it: deal {deals}.",
    )
    CHECKED_OWN = (
        "Mélange vérifié (vous y avez participé) : donnes {deals}.",
        "Shuffle checked, with your share in it: deals {deals}.",
    )
    CHECKED_SOME_OWN = (
        "Mélange vérifié : donnes {deals} ; vous avez participé à : {own}.",
        "Shuffle checked: deals {deals}; with your share in it: {own}.",
    )


def checked_deals(checked: Mapping[int, ShuffleVerdict], face: Face) -> str:
    """Return the sentence with the deals that nobody chose, and those with a share of this client; empty if there is
    none.
    """
    deals = sorted(deal for deal, verdict in checked.items() if verdict in CHOSEN_BY_NOBODY)
    own = [deal for deal in deals if checked[deal] is ShuffleVerdict.WITH_OWN_SHARE]
    if not deals:
        return ""
    if own and own != deals:
        words = Fair.CHECKED_SOME_OWN
    elif len(deals) == 1:
        words = Fair.CHECKED_ONE_OWN if own else Fair.CHECKED_ONE
    else:
        words = Fair.CHECKED_OWN if own else Fair.CHECKED
    return face.say(words, deals=_listed(deals), own=_listed(own))


def _listed(deals: Sequence[int]) -> str:
    """The numbers in ascending order, three or more in a row as the first and the last: `1-4, 6`."""
    rows: list[list[int]] = []
    for deal in deals:
        if rows and rows[-1][-1] == deal - 1:
            rows[-1].append(deal)
        else:
            rows.append([deal])
    return ", ".join(f"{row[0]}-{row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows)
