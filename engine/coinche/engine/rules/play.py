"""Options of the play: the duties of a player beyond following suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .option import Asks, Meaning, Option


class Undertrump(Option):
    """Whether a player who is void and cannot overtrump an opponent must still play a trump."""

    OBLIGED = (
        "obliged",
        "Compulsory: play a lower trump if you have no higher one (“pisser”).",
        "A 4.2.2, P 'The Play', S 'The Game'",
        "Hearts are trumps; 10C is led, the next player trumps with 9H: with 10H AS 7D in hand, you must play 10H.",
    )
    FREE = (
        "free",
        "Optional: any card may be discarded.",
        "F 5.2.2, O 'Gameplay', P 'Variations, Play of the cards'",
        "Hearts are trumps; 10C is led, the next player trumps with 9H: with 10H AS 7D in hand, you may play any of "
        "them.",
    )


class UndertrumpPartner(Option):
    """The cards that a void player may play when a plain suit is led and the partner is winning with a trump."""

    FREE = (
        "free",
        "Any card.",
        "P 'The Play', O 'Gameplay'",
        "Hearts are trumps; the partner has trumped 10C with 9H: with JH 8H AS in hand, you may play any of them.",
    )
    HIGHER_IF_POSSIBLE = (
        "higher_if_possible",
        "Any card, but if you play a trump it must beat your partner's if you can.",
        "S 'The Game'",
        "Hearts are trumps; the partner has trumped 10C with 9H: with JH 8H AS in hand, play JH or AS; with only JH "
        "8H, play JH.",
    )
    RESTRICTED = (
        "restricted",
        "Any card, but if you play a trump it must beat your partner's if you can, unless trumps are all you have"
        " left.",
        "F 5.2.3, F 5.2.4, A 4.2.3, A 4.2.4",
        "Hearts are trumps; the partner has trumped 10C with 9H: with JH 8H AS in hand, play JH or AS; with only JH "
        "8H, play either.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """The cards that may be played."""

    overtrump_partner: Annotated[
        bool,
        Asks(
            "Whether a player must overtrump the partner as well when trumps are led.",
            Meaning(
                "true",
                "Compulsory, if possible.",
                "F 5.2.3, A 4.2.3, P 'The Play', O 'Gameplay', S 'The Game'",
                "Hearts are trumps; the partner leads 9H, the next player follows with 7H: with JH 8H in hand, "
                "you must play JH.",
            ),
            Meaning(
                "false",
                "Optional: any trump may be played.",
                "P 'Variations, Play of the cards'",
                "Hearts are trumps; the partner leads 9H, the next player follows with 7H: with JH 8H in hand, "
                "you may play either.",
            ),
        ),
    ]
    undertrump: Undertrump
    undertrump_partner: UndertrumpPartner
