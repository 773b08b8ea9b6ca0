"""Options of the deal: direction, shuffle, cut and batches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from coinche.engine.seats import Direction

from .option import Asks, InvalidRules, Meaning, Option

HAND_SIZE = 8
TRICKS = HAND_SIZE


class Shuffle(Option):
    """When the pack is shuffled."""

    EVERY_DEAL = (
        "every_deal",
        "Before every deal; the cut is automatic.",
        "F 3.2, F 3.3, A 2.2, P 'Variations, Deal'",
        "The 32 cards lie in an order that nobody knows, and nobody is asked where to cut.",
    )
    NEVER = (
        "never",
        "Before the first deal only; then the tricks are gathered in order, and a player cuts.",
        "O 'The deal', P 'Variations, Deal'",
        "The dealer's side took AS 10S 7S KS with the first of its tricks: these four lie on top, in this order."
        " Then cut:12 puts the top twelve cards under the other twenty.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """The way in which the cards are dealt."""

    direction: Annotated[
        Direction,
        Asks(
            "The direction of dealing, bidding and play.",
            Meaning(
                "anticlockwise",
                "To the right: after you comes the player on your right.",
                "F 3.4, F 5.1, A 2.4, P 'Players and Cards', O 'The bidding'",
                "South deals: East is dealt, speaks and leads first; then North, West, South.",
            ),
            Meaning(
                "clockwise",
                "To the left: after you comes the player on your left.",
                "S 'The Game'",
                "South deals: West is dealt, speaks and leads first; then North, East, South.",
            ),
        ),
    ]
    shuffle: Shuffle
    reshuffle_after_passes: Annotated[
        int | None,
        Asks(
            "If the pack is not normally shuffled: the number of thrown-in deals in a row after which it is "
            "shuffled anyway.",
            Meaning(
                "none",
                "Never; the only value when every deal is shuffled.",
                "F 3.2, A 2.2, P 'Variations, Deal'",
                "Ten deals in a row are passed out: the same 32 cards are gathered and cut ten times.",
            ),
            Meaning(
                "n",
                "Thrown-in deals in a row before a shuffle: {n}.",
                "4: O 'The deal'",
                "4: after four thrown-in deals in a row the pack is shuffled. A deal that is played restarts the "
                "count.",
            ),
        ),
    ]
    deal_batches: Annotated[
        tuple[int, ...],
        Asks(
            "How many cards each player gets at a time.",
            Meaning(
                "3 2 3",
                "Three, two, three.",
                "F 3.4, A 2.4, P 'The Deal', S 'The Deal'",
                "South deals: East gets cards 1 to 3, 13, 14 and 21 to 23 of the pack, counted from the top.",
            ),
            Meaning(
                "3 3 2",
                "Three, three, two.",
                "F 3.4, A 2.4, P 'The Deal'",
                "South deals: East gets cards 1 to 3, 13 to 15, 25 and 26.",
            ),
            Meaning(
                "2 3 3",
                "Two, three, three.",
                "F 3.4, A 2.4, P 'The Deal'",
                "South deals: East gets cards 1, 2, 9 to 11 and 21 to 23.",
            ),
            Meaning(
                "4 4",
                "Four and four.",
                "P 'Variations, Deal'",
                "South deals: East gets cards 1 to 4 and 17 to 20.",
            ),
            Meaning(
                "n",
                "In batches of: {n}.",
                "house rule",
                "2 2 2 2: South deals; East gets cards 1, 2, 9, 10, 17, 18, 25 and 26.",
            ),
        ),
    ]
    two_stage_deal: Annotated[
        bool,
        Asks(
            "Whether the auction comes before the last cards.",
            Meaning(
                "false",
                "No: all eight cards are dealt first.",
                "F 3.4, A 2.4, P 'The Deal', O 'The deal', S 'The Deal'",
                "East looks at JH 9H 7H AS KS 8D 7D QC, then bids 90H.",
            ),
            Meaning(
                "true",
                "Yes: players bid on six cards, dealt three and three, then get the last two.",
                "P 'Variations, Deal'",
                "East bids 90H on JH 9H 7H AS KS 8D; once three players have passed East gets 7D and QC.",
            ),
        ),
    ]

    def __post_init__(self) -> None:
        if not self.deal_batches or sum(self.deal_batches) != HAND_SIZE or min(self.deal_batches) < 1:
            raise InvalidRules("deal_batches must be positive numbers whose sum is 8, such as 3, 2, 3")
        if self.two_stage_deal and sorted(self.deal_batches) != [2, 3, 3]:
            raise InvalidRules("two_stage_deal deals 3, 3 and 2 cards: deal_batches must be 3, 3, 2 in some order")
        if self.reshuffle_after_passes is not None and self.shuffle is not Shuffle.NEVER:
            raise InvalidRules("reshuffle_after_passes needs shuffle = never; else it must be none")
        if self.reshuffle_after_passes is not None and not 1 <= self.reshuffle_after_passes <= 100:
            raise InvalidRules("reshuffle_after_passes must be from 1 to 100, or none")
