"""Options of scoring: from points to scores. All numbers are points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .option import Asks, InvalidRules, Meaning, Option

CAPOT_VALUE = 250
"""The worth of a bid of capot as a contract (F 10.1a, P 'The Scoring')."""


class AllTrumpValues(Option):
    """The points of jack, nine, ace, ten, king and queen at all trump."""

    THIRTEEN = (
        "13_9_6_5_3_2",
        "13, 9, 6, 5, 3 and 2.",
        "F 11.3, A 11.3",
        "JS 9H AD QC in one trick: 13 + 9 + 6 + 2 = 30. The pack: 4 × 38 = 152.",
    )
    FOURTEEN = (
        "14_9_6_5_3_1",
        "14, 9, 6, 5, 3 and 1.",
        "P 'Variations, Bidding'",
        "JS 9H AD QC in one trick: 14 + 9 + 6 + 1 = 30. The pack: 4 × 38 = 152.",
    )


class NoTrumpValues(Option):
    """The points of ace, ten, king, queen and jack at no trump."""

    NINETEEN = (
        "19_10_4_3_2",
        "19, 10, 4, 3 and 2, for a total of 152 as usual.",
        "F 11.2, A 11.2, P 'Variations, Bidding'",
        "AS 10S KS QS in one trick: 19 + 10 + 4 + 3 = 36. The pack: 4 × 38 = 152.",
    )
    ELEVEN = (
        "11_10_4_3_2",
        "11, 10, 4, 3 and 2, as in plain suits.",
        "house rule",
        "AS 10S KS QS in one trick: 11 + 10 + 4 + 3 = 28. The pack: 4 × 30 = 120.",
    )


class ContractMet(Option):
    """The points that the takers need to make their contract, when it is a number."""

    AT_LEAST_82 = (
        "at_least_82",
        "The bid or more; 82 for a bid of 80.",
        "P 'End of the Bidding', P 'The Scoring', S 'Card value / scores'",
        "80H: 81 fails, 82 makes it. 90H: 90 makes it.",
    )
    AT_LEAST = (
        "at_least",
        "The bid or more.",
        "P 'Variations, Scoring'",
        "80H: 79 fails, 80 makes it.",
    )
    AT_LEAST_AND_MORE_THAN_DEFENCE = (
        "at_least_and_more_than_defence",
        "At least the bid, and more than the defence. For a capot: all eight tricks.",
        "F 4.2, F 10.1a, A 3.2, A 10.1a, O 'Variations', P 'Variations, Scoring'",
        "80C: 90 fails against 72 and a belote, 72 + 20 = 92; against 72 it is made.",
    )
    BID_PLUS_2 = (
        "bid_plus_2",
        "Two points more than the bid.",
        "P 'Variations, Scoring'",
        "110H: 111 fails, 112 makes it. 80H: 82 makes it.",
    )


class Draw(Option):
    """The outcome of a draw: the takers have what they bid, and the defence has as many points."""

    DECIDED = (
        "decided",
        "Made or failed, like any contract.",
        "F 4.2, A 3.2, P 'The Scoring', O 'Variations', S 'Card value / scores'",
        "80H, 81 to 81: failed if 82 are needed, or more than the defence; made if the bid is enough.",
    )
    HELD_OVER = (
        "held_over",
        "Held over, the “litige”: the side that wins the next deal gets the points of the takers.",
        "house rule",
        "80H, 81 to 81: 81 for the defence, 81 + 80 = 161 held over. East-West make the next contract: 161 more for"
        " them.",
    )


class Scored(Option):
    """The parts of a contract that are scored."""

    POINTS_AND_BID = (
        "points_and_bid",
        "Each side scores its points, and the takers also score the bid.",
        "F 10.1a, A 10.1a, P 'The Scoring', O 'Calculating the points', S 'The Bid'",
        "90S made with 104 + belote 20: 124 + 90 = 214 to 58.",
    )
    BID = (
        "bid",
        "Only the bid, no points and no belote; a failed contract that does not score the bid is worth its flat "
        "amount.",
        "P 'Variations, Scoring', S 'The Bid'",
        "90S made with 104 + belote 20: 90 to 0.",
    )
    POINTS = (
        "points",
        "Each side scores its points; making the contract brings nothing extra.",
        "S 'The Bid'",
        "90S made with 104 + belote 20: 124 to 58.",
    )


class CapotScores(Option):
    """What counts in place of the card points when the takers take all eight tricks."""

    POINTS = (
        "points",
        "Counted as usual.",
        "F 10.1a, A 10.1a, O 'Calculating the points'",
        "90S, all eight tricks, 100 for the last: 152 + 100 + 90 = 342.",
    )
    FLAT_250 = (
        "flat_250",
        "250, including the last trick.",
        "P 'The Scoring'",
        "100D, all eight tricks: 250 + 100 = 350. capotD: 250 + 250 = 500.",
    )
    FLAT_250_OR_350 = (
        "flat_250_or_350",
        "250, or 350 if capot was bid, including the last trick.",
        "S 'The Bid'",
        "90S, all eight tricks: 250 + 90 = 340. capotS: 350 + 250 = 600.",
    )


class FailedAddsBid(Option):
    """Whether the defence also scores the bid of a failed contract."""

    YES = (
        "yes",
        "Yes.",
        "F 10.1b, A 10.1b, P 'The Scoring', O 'Calculating the points'",
        "With 160 for a failed contract: 100S fails, 160 + 100 = 260.",
    )
    NO = (
        "no",
        "No, coinched or not.",
        "house rule",
        "With 160 for a failed contract: 100S fails, 160.",
    )
    WHEN_COINCHED = (
        "when_coinched",
        "No; if it is coinched, only the multiplied bid.",
        "S 'The Bid'",
        "With 162 for a failed contract: 100S fails, 162; coinched, 2 × 100 = 200.",
    )


class CoinchedMade(Option):
    """What counts in place of the takers' card points when they make a coinched contract."""

    ACTUAL = (
        "actual",
        "Counted as usual.",
        "P 'The Scoring', O 'Calculating the points'",
        "110H coinched, made with 118, the bid alone doubled: 118 + 2 × 110 = 338.",
    )
    FLAT_160 = (
        "flat_160_or_250",
        "160, or 250 for all eight tricks.",
        "F 10.1a, A 10.1a",
        "110H coinched, made with 118, everything doubled: 2 × (160 + 110) = 540.",
    )
    FLAT_162 = (
        "flat_162_or_252",
        "162, or 252 for all eight tricks.",
        "colver 0.11.1",
        "110H coinched, made with 118, the bid alone doubled: 162 + 2 × 110 = 382.",
    )


class DefenceWhenCoinchedMade(Option):
    """The score of the defence when a coinched contract is made."""

    POINTS = (
        "points",
        "Its points.",
        "P 'The Scoring', S 'The Bid'",
        "110H coinched, made with 118: 44 for the defence.",
    )
    BELOTE_ONLY = (
        "belote_only",
        "Its belote only.",
        "F 10.1a, A 10.1a",
        "110H coinched, made with 118: nothing for the defence; 20 if it said belote and rebelote.",
    )
    NOTHING = (
        "nothing",
        "Nothing; its belote goes to the takers.",
        "colver 0.11.1",
        "110H coinched, made with 118 against a belote, the bid alone doubled: 118 + 20 + 2 × 110 = 358 to 0.",
    )


class DefenceCapot(Option):
    """The score of the defence when it takes all eight tricks."""

    AS_ANY = (
        "as_any",
        "Like any failed contract.",
        "F 10.1b, A 10.1b, P 'The Scoring', S 'The Bid'",
        "90H fails, all eight tricks to the defence: 160 + 90 = 250.",
    )
    FLAT_250 = (
        "flat_250",
        "250 instead of the usual flat score for a failed contract; a failed capot bid keeps its own value.",
        "house rule",
        "90H fails, all eight tricks to the defence: 250 + 90 = 340.",
    )


class Doubled(Option):
    """The part of the score that coinche and surcoinche multiply."""

    BID = (
        "bid",
        "The bid alone.",
        "P 'The Scoring', S 'The Bid'",
        "100S coinched fails: 160 + 2 × 100 = 360.",
    )
    EVERYTHING = (
        "everything",
        "All the winner's points.",
        "F 10.1a, F 10.1b, A 10.1a, A 10.1b, O 'The bidding', P 'Variations, Scoring'",
        "100S coinched fails: 2 × (160 + 100) = 520.",
    )


class Rounding(Option):
    """How each side's total for the deal is rounded."""

    NEAREST_10 = (
        "nearest_10",
        "To the nearest ten, 5 rounded up.",
        "F 10.3, A 10.3, P 'The Scoring'",
        "84 becomes 80, 85 becomes 90.",
    )
    NONE = (
        "none",
        "None.",
        "S 'The Bid'",
        "84 stays 84.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringRules:
    """From points to scores."""

    all_trump_values: AllTrumpValues
    no_trump_values: NoTrumpValues
    contract_met: ContractMet
    draw: Draw
    capot_last_trick: Annotated[
        int,
        Asks(
            "What the last trick is worth to a side that takes all eight; else it is worth 10.",
            Meaning(
                "10",
                "10 points, as usual.",
                "P 'Dix de Der', O 'Calculating the points', S 'Card value / scores'",
                "All eight tricks: 152 + 10 = 162.",
            ),
            Meaning("n", "{n} points.", "100: F 9.2, A 9.2", "100: all eight tricks are 152 + 100 = 252."),
        ),
    ]
    scored: Scored
    failed_base: Annotated[
        int,
        Asks(
            "What the defence scores for a failed contract, apart from the bid.",
            Meaning(
                "n",
                "{n} points.",
                "160: F 10.1b, A 10.1b, P 'The Scoring', O 'Calculating the points'; 162: S 'The Bid';"
                " 0: P 'Variations, Scoring'",
                "160: 100S fails, 160 + 100 = 260 for the defence. 0: 100.",
            ),
        ),
    ]
    failed_adds_bid: FailedAddsBid
    doubled: Doubled
    coinched_made: CoinchedMade
    defence_when_coinched_made: DefenceWhenCoinchedMade
    capot_scores: CapotScores
    capot_failed: Annotated[
        int | None,
        Asks(
            "What a capot that was bid and lost is worth to the defence, the bid's 250 included.",
            Meaning(
                "none",
                "Like any failed contract.",
                "F 10.1b, A 10.1b, O 'Calculating the points', S 'The Bid'",
                "capotS fails: 160 + 250 = 410, or 162 if the bid is not added.",
            ),
            Meaning(
                "n",
                "{n} points.",
                "500: P 'The Scoring'; 410: P 'Variations, Scoring'",
                "500: capotS fails, 500 for the defence; coinched, the bid alone doubled, 250 + 2 × 250 = 750.",
            ),
        ),
    ]
    capot_unbid_counts: Annotated[
        bool,
        Asks(
            "Whether all eight tricks are rewarded when capot was not bid.",
            Meaning(
                "true",
                "Rewarded.",
                "F 9.2, F 10.1a, A 9.2, A 10.1a, P 'The Scoring', S 'The Bid'",
                "100D, all eight tricks, flat 250 for them: 250 + 100 = 350.",
            ),
            Meaning(
                "false",
                "Not rewarded: the tricks are worth 162 and no more.",
                "P 'Variations, Scoring', S 'The Bid'",
                "100D, all eight tricks: 162 + 100 = 262.",
            ),
        ),
    ]
    defence_capot: DefenceCapot
    rounding: Rounding

    def __post_init__(self) -> None:
        for name in ("capot_last_trick", "failed_base"):
            if not 0 <= getattr(self, name) <= 1000:
                raise InvalidRules(f"{name} must be from 0 to 1000 points")
        if self.capot_failed is not None and not CAPOT_VALUE <= self.capot_failed <= 2000:
            raise InvalidRules("capot_failed must be from 250 to 2000 points, or none")
