"""Sentences for the rules that an action can break."""

from __future__ import annotations

from coinche.engine.actions import Reason
from coinche.text.catalog import Words


class ReasonText(Words):
    """A sentence for every `Reason`, by the same name."""

    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    WRONG_PHASE = ("Impossible pour le moment.", "That is not possible now.")
    BID_TOO_LOW = (
        "Trop bas : il faut au moins le minimum, et plus que la dernière enchère.",
        "Too low: bid at least the minimum, and more than the last bid.",
    )
    BID_TOO_HIGH = ("Cette enchère est trop haute.", "That bid is too high.")
    BID_OFF_STEP = (
        "Les enchères montent par paliers : ce nombre n'est pas possible.",
        "Bids go up in steps: this number is not possible.",
    )
    DENOMINATION_NOT_PLAYED = ("Cet atout ne se joue pas à cette table.", "That trump is not played at this table.")
    NOTHING_OVER_CAPOT = ("Rien ne dépasse cette enchère.", "Nothing beats that bid.")
    NO_GENERALE = ("La générale ne se joue pas à cette table.", "Générale is not played at this table.")
    CONTRACT_FROZEN = ("Le contrat est coinché : on ne surenchérit plus.", "The contract is coinched: no more bids.")
    PARTNER_COINCHED = (
        "Votre partenaire a coinché : à cette table, vous passez.",
        "Your partner has coinched: at this table you must pass.",
    )
    NO_BID_TO_COINCHE = ("Il n'y a encore rien à coincher.", "There is no bid to coinche yet.")
    OWN_BID = ("On ne coinche que les adversaires.", "You can only coinche the opponents.")
    ALREADY_COINCHED = ("C'est déjà coinché.", "It is already coinched.")
    NO_SURCOINCHE = ("On ne surcoinche pas à cette table.", "There is no surcoinche at this table.")
    NOT_COINCHED = (
        "On ne surcoinche que son propre contrat, une fois coinché.",
        "You can only surcoinche your own contract, once it is coinched.",
    )
    CARD_NOT_HELD = ("Vous n'avez pas cette carte.", "You do not have that card.")
    MUST_FOLLOW_SUIT = ("Il faut fournir la couleur demandée.", "You must follow suit.")
    MUST_TRUMP = ("Vous n'avez plus la couleur demandée : il faut couper.", "You cannot follow suit: you must trump.")
    MUST_OVERTRUMP = (
        "Il faut monter : jouez un atout plus fort.",
        "You must play a higher trump.",
    )
    BELOTE_NOT_HELD = ("Pas de belote avec cette carte pour le moment.", "You cannot say belote with that card now.")
    BELOTE_BY_ITSELF = (
        "À cette table, la belote compte sans être annoncée.",
        "At this table the belote counts without being announced.",
    )
    NO_DECLARATIONS = ("Les annonces se font à la première carte.", "Declarations are made with the first card.")
    DECLARATION_NOT_HELD = ("Vous n'avez pas cette annonce.", "You do not have that declaration.")
    DECLARATION_NOT_BEST = (
        "Ici, on n'annonce que sa meilleure annonce, si elle peut encore l'emporter.",
        "At this table you announce only your best declaration, if it can still win.",
    )
    DECLARATIONS_OVERLAP = ("Une carte ne sert qu'à une seule annonce.", "A card counts in one declaration only.")


def refusal(reason: Reason) -> ReasonText:
    """Return the sentence that names the broken rule."""
    return ReasonText[reason.name]
