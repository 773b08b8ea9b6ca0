"""Options of the play: the duties of a player beyond following suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .option import Asks, Meaning, Option


class Undertrump(Option):
    """The duty of a player who is void and holds no trump that beats an opponent's winning trump."""

    OBLIGED = (
        "obliged",
        "Obligatory: a lower trump, if no better (« pisser »).",
        "A 4.2.2, P 'The Play', S 'The Game'",
        "Hearts are trumps; 10C is led, the next player ruffs with 9H: of 10H AS 7D only 10H may be played.",
    )
    FREE = (
        "free",
        "Not obligatory: any card may be discarded.",
        "F 5.2.2, O 'Gameplay', P 'Variations, Play of the cards'",
        "Hearts are trumps; 10C is led, the next player ruffs with 9H: of 10H AS 7D any may be played.",
    )


class UndertrumpPartner(Option):
    """The cards that a void player may play while the partner is winning with a trump on a plain lead."""

    FREE = (
        "free",
        "Any card.",
        "P 'The Play', O 'Gameplay'",
        "Hearts are trumps; the partner has ruffed 10C with 9H: of JH 8H AS any may be played.",
    )
    HIGHER_IF_POSSIBLE = (
        "higher_if_possible",
        "Any card, but a trump must beat the partner's if possible.",
        "S 'The Game'",
        "Hearts are trumps; the partner has ruffed 10C with 9H: of JH 8H AS, JH or AS; of JH 8H alone, JH.",
    )
    RESTRICTED = (
        "restricted",
        "Any card, but a trump must beat the partner's if possible, unless the hand is all trumps.",
        "F 5.2.3, F 5.2.4, A 4.2.3, A 4.2.4",
        "Hearts are trumps; the partner has ruffed 10C with 9H: of JH 8H AS, JH or AS; of JH 8H alone, either.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """The cards that may be played."""

    overtrump_partner: Annotated[
        bool,
        Asks(
            "On a trump lead, whether the partner's winning trump must be beaten too.",
            Meaning(
                "true",
                "Obligatory, if possible.",
                "F 5.2.3, A 4.2.3, P 'The Play', O 'Gameplay', S 'The Game'",
                "Hearts are trumps; the partner leads 9H, the next player follows with 7H: of JH 8H only JH may be"
                " played.",
            ),
            Meaning(
                "false",
                "Not obligatory: any trump may be played.",
                "P 'Variations, Play of the cards'",
                "Hearts are trumps; the partner leads 9H, the next player follows with 7H: of JH 8H either may be"
                " played.",
            ),
        ),
    ]
    undertrump: Undertrump
    undertrump_partner: UndertrumpPartner
