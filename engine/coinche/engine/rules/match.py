"""Options of the match: its end, and the past tricks that people are shown. Targets are in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .option import Asks, InvalidRules, Meaning, Option

MAX_TARGET = 20_000
"""Points that a match may be played to."""


class BothReach(Option):
    """The winner when both sides reach the target in the same deal."""

    HIGHER_TOTAL = (
        "higher_total",
        "The higher total wins.",
        "F 10.4, A 10.4, P 'The Scoring'",
        "Target 2000: North-South made the last contract and have 2040, East-West have 2110 and win.",
    )
    CONTRACT_SIDE = (
        "contract_side",
        "The takers if they made their contract, otherwise the defence.",
        "S 'The Bid', S 'The Game'",
        "Target 2000: North-South made the last contract, have 2040 to 2110, and win.",
    )


class MatchTie(Option):
    """What decides when the totals are level."""

    EXTRA_DEAL = (
        "extra_deal",
        "Another deal, until the totals differ.",
        "F 10.4, A 10.4",
        "2060 to 2060: one more deal decides.",
    )
    LAST_DEAL_WINNER = (
        "last_deal_winner",
        "The side that won the last deal wins.",
        "P 'The Scoring'",
        "2060 to 2060, and East-West brought down the last contract: they win.",
    )


class TrickHistory(Option):
    """Which past tricks the client shows to players."""

    ALL = ("all", "All of them.", "house rule", "During the sixth trick, players may look back at the first five.")
    LAST = ("last", "The last one.", "F 5.1, A 4.1", "During the sixth trick, players may look back at the fifth.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """The end of the match. `length` counts only deals that were played."""

    length: Annotated[
        int | None,
        Asks(
            "How many deals a match has; thrown-in deals do not count.",
            Meaning(
                "none",
                "Any: until the target is reached.",
                "F 2, F 10.4, A 10.4, P 'The Scoring', S 'The Game'",
                "Target 2000: 1990 to 1500 after 14 deals, so there is a fifteenth.",
            ),
            Meaning(
                "n",
                "{n}; the higher total wins.",
                "house rule",
                "12, as is common in contests: a side that leads 1310 to 1250 after the twelfth deal wins. The "
                "target is then ignored.",
            ),
        ),
    ]
    target: Annotated[
        int,
        Asks(
            "What a side needs to win a match of no fixed length.",
            Meaning(
                "n",
                "{n} points.",
                "2000: A 10.4, P 'Players and Cards'; 3000: P 'Variations, Scoring'; 1000: S 'The Game'; any: F 10.4",
                "2000: 1990 to 1500 goes on, 2000 to 1500 is won.",
            ),
        ),
    ]
    both_reach: BothReach
    tie: MatchTie
    belote_cannot_win: Annotated[
        bool,
        Asks(
            "Whether a side that failed or took no trick wins when a belote alone takes it to the target.",
            Meaning(
                "false",
                "The match is won.",
                "P 'The Scoring', S 'The Game'",
                "Target 2000: at 1990 a side fails its contract and keeps 20 for its belote: 2010, won.",
            ),
            Meaning(
                "true",
                "One more trick is needed, after a failure or without any trick.",
                "F 10.4, A 10.4",
                "Target 2000: at 1990 a side fails its contract and keeps 20 for its belote: 2010, and the match goes"
                " on. It wins at the end of the next deal in which it takes a trick.",
            ),
        ),
    ]
    trick_history: TrickHistory

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MAX_TARGET:
            raise InvalidRules(f"target must be a positive number of points, such as 2000, and at most {MAX_TARGET}")
        if self.length is not None and not 1 <= self.length <= 300:
            raise InvalidRules("length must be from 1 to 300 deals, or none")
