"""Options of the auction: bids, coinche and surcoinche, and the end of it. Bids are in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from coinche.engine.bids import HIGHEST_NUMBER
from coinche.engine.cards import Denomination

from .option import Asks, InvalidRules, Meaning, Option

MOST_BIDS = 600
"""The longest auction that rules may allow: every request carries all of it."""


class DenominationOrder(Option):
    """Whether the same number in a higher-ranking denomination overcalls."""

    NONE = (
        "none",
        "Not allowed: every bid needs a higher number.",
        "F 4.1b, A 3.1b, P 'The Bidding', O 'The bidding', S 'The Bid'",
        "After 90C, 90S is refused and 100C is a bid.",
    )
    RANKED = (
        "ranked",
        "Allowed, in the order clubs, diamonds, hearts, spades, no trump, all trump.",
        "P 'Variations, Bidding'",
        "After 90H, 90S and 90N are bids, 90C is refused; 100C overcalls them all.",
    )


class Capot(Option):
    """The effect of a capot bid on the auction."""

    OPEN = (
        "open",
        "Can be coinched, like any bid.",
        "F 4.1b, A 3.1b, O 'The bidding', P 'Variations, Bidding', S 'The Bid'",
        "After capotH the opponents may pass or coinche; no number is higher.",
    )
    CLOSED = (
        "closed",
        "Ends the auction and cannot be coinched.",
        "P 'The Bidding'",
        "After capotH nobody speaks any more and the first card is led.",
    )


class CoincheWhen(Option):
    """When an opponent of the last bidder may coinche."""

    IN_TURN = (
        "in_turn",
        "Only when it is your turn to bid.",
        "F 4.1c, P 'Variations, Bidding', O 'The bidding'",
        "South bids 110D, East is next: West must wait, and if East bids 120C, it is too late to coinche 110D.",
    )
    ANY_TIME = (
        "any_time",
        "At any moment while the bid stands, even out of turn.",
        "A 3.1c, P 'The Bidding', S 'The Bid'",
        "South bids 110D, East is next: West may say coinche at once.",
    )


class CoincherPartner(Option):
    """The calls left to the coincher's partner if bidding goes on after a coinche."""

    FREE = (
        "free",
        "May bid freely; a bid also cancels the coinche.",
        "P 'Variations, Bidding', O 'The bidding'",
        "South bids 100H, East coinches, North passes: West may bid 110C, which cancels the coinche.",
    )
    MUST_PASS = (
        "must_pass",
        "Must pass while the coinche stands.",
        "house rule",
        "South bids 100H, East coinches, North passes: West must pass. If North bids 110S, West may bid 120C.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """The bids that may be made, and the end of the auction. Bids are in points."""

    denominations: Annotated[
        tuple[Denomination, ...],
        Asks(
            "The denominations that may be bid: spades S, hearts H, diamonds D, clubs C, no trump N, all trump A.",
            Meaning(
                "S H D C",
                "The four suits.",
                "F 4.1b, P 'The Bidding', S 'The Bid'",
                "90H is a bid, 90N is refused.",
            ),
            Meaning(
                "S H D C N",
                "The four suits and no trump.",
                "O 'Declarations'",
                "100N: no card beats an ace that is led, and AS is worth 19 or 11, as no_trump_values says.",
            ),
            Meaning(
                "S H D C N A",
                "The four suits, no trump and all trump.",
                "F 11, A 11, P 'Variations, Bidding'",
                "100A: the jack is the highest card of every suit, and nobody can trump.",
            ),
            Meaning("n", "Only these: {n}.", "house rule", "S H: 90S is a bid, 90C is refused."),
        ),
    ]
    bid_minimum: Annotated[
        int,
        Asks(
            "The lowest bid, in points.",
            Meaning(
                "n",
                "{n} points.",
                "80: F 4.1b, A 3.1b, P 'The Bidding', O 'The bidding', S 'The Bid'",
                "80: the first bid may be 80S, not 70S.",
            ),
        ),
    ]
    bid_step: Annotated[
        int,
        Asks(
            "The step between bids, in points.",
            Meaning(
                "n",
                "{n} points.",
                "10: F 4.1b, A 3.1b, P 'The Bidding', O 'The bidding', S 'The Bid'",
                "10: after 90H the next number is 100; 95 is not a bid.",
            ),
        ),
    ]
    bid_maximum: Annotated[
        int | None,
        Asks(
            "The highest number that may be bid, in points; capot is above it.",
            Meaning("none", "None.", "F 4.1b, A 3.1b, P 'The Bidding'", "200S is a bid, and so is 990S."),
            Meaning("n", "{n} points.", "180: S 'The Bid'", "180: after 180S no number is higher, but capotH is."),
        ),
    ]
    denomination_order: DenominationOrder
    capot: Capot
    generale: Annotated[
        int | None,
        Asks(
            "Whether générale may be bid, to take all eight tricks alone, and what it is worth, in points.",
            Meaning("none", "Not played.", "F 4.1b, A 3.1b, O 'The bidding'", "After capotS nobody can bid higher."),
            Meaning(
                "n",
                "The highest bid: one player takes all eight tricks, for {n} points.",
                "1000: P 'Variations, Bidding', P 'Variations, Scoring'",
                "1000: generaleH beats capotS. If the partner takes a single trick, the defence scores the 1000 "
                "points.",
            ),
        ),
    ]
    generale_leads: Annotated[
        bool,
        Asks(
            "Who leads to the first trick of a générale.",
            Meaning(
                "false",
                "The player after the dealer, as usual.",
                "F 5.1, A 4.1, P 'The Play'",
                "South deals and North bids generaleH: East leads.",
            ),
            Meaning(
                "true",
                "The bidder.",
                "P 'Variations, Bidding'",
                "South deals and North bids generaleH: North leads.",
            ),
        ),
    ]
    coinche_when: CoincheWhen
    coinche_ends_auction: Annotated[
        bool,
        Asks(
            "What may follow a coinche.",
            Meaning(
                "true",
                "Only a surcoinche is possible.",
                "F 4.1c, A 3.1c, P 'The Bidding', S 'The Bid'",
                "South bids 100H, East coinches: North may pass or surcoinche, not bid 110S.",
            ),
            Meaning(
                "false",
                "The bidding goes on until three passes; a new bid cancels the coinche.",
                "P 'Variations, Bidding', O 'The bidding'",
                "South bids 100H, East coinches, North bids 110S: the bid is now 110S, not coinched.",
            ),
        ),
    ]
    coincher_partner: CoincherPartner
    surcoinche: Annotated[
        int | None,
        Asks(
            "The multiplier of a surcoinche; a coinche always doubles.",
            Meaning("none", "None.", "S 'The Bid'", "100H coinched counts 200, and nobody can raise that."),
            Meaning(
                "n",
                "Multiplies by {n}.",
                "4: F 4.1d, A 3.1d, P 'The Scoring', O 'The bidding'; 3: P 'Variations, Scoring'",
                "100H surcoinched counts 400 with 4, 300 with 3.",
            ),
        ),
    ]

    @property
    def most_bids(self) -> int:
        """The number of bids that can follow one another in one auction."""
        highest = HIGHEST_NUMBER if self.bid_maximum is None else self.bid_maximum
        ranks = len(self.denominations) if self.denomination_order is DenominationOrder.RANKED else 1
        return ((highest - self.bid_minimum) // self.bid_step + 1) * ranks

    def __post_init__(self) -> None:
        if not self.denominations or len(set(self.denominations)) < len(self.denominations):
            raise InvalidRules("denominations must name at least one of S H D C N A, each once")
        if self.bid_step < 1 or self.bid_minimum < 20 or self.bid_minimum % self.bid_step:
            raise InvalidRules("bid_minimum must be a multiple of bid_step and at least 20")
        if self.bid_minimum > HIGHEST_NUMBER:
            raise InvalidRules(f"bid_minimum must be at most {HIGHEST_NUMBER}")
        if self.bid_maximum is not None and not self.bid_minimum <= self.bid_maximum <= HIGHEST_NUMBER:
            raise InvalidRules(f"bid_maximum must be from bid_minimum to {HIGHEST_NUMBER}, or none")
        if self.most_bids > MOST_BIDS:
            raise InvalidRules(
                f"{self.most_bids} bids could follow one another, {MOST_BIDS} at most may: take a greater bid_step, a"
                " bid_maximum or fewer denominations"
            )
        if self.generale is not None and not 1 <= self.generale <= 10_000:
            raise InvalidRules("generale must be from 1 to 10000 points, such as 1000, or none")
        if self.generale_leads and self.generale is None:
            raise InvalidRules("generale_leads needs a generale, such as generale = 1000")
        if self.surcoinche is not None and not 2 < self.surcoinche <= 16:
            raise InvalidRules("surcoinche must be a multiplier from 3 to 16, or none")
