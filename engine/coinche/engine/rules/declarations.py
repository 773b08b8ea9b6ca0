"""Options of belote, and of the declarations of the first trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .option import Asks, InvalidRules, Meaning, Option


class Belote(Option):
    """The side for which the king and queen of trumps are worth 20 points."""

    NONE = (
        "none",
        "Does not count.",
        "P 'Variations, Announcements'",
        "90H: KH and QH in one hand are worth 4 + 3 card points and nothing more.",
    )
    BIDDING_TEAM = (
        "bidding_team",
        "Counts for the takers only.",
        "P 'Belote'",
        "90H by South: KH and QH are worth 20 to North or South, nothing to East or West.",
    )
    ANY_TEAM = (
        "any_team",
        "Counts for either side.",
        "F 7, A 7, O 'Calculating the points', S 'Card value / scores', P 'Variations, Announcements'",
        "90H by South: KH and QH are worth 20 to the side of the player who holds both, East and West too.",
    )


class BeloteDeclared(Option):
    """The way in which a belote is declared."""

    MANUAL = (
        "manual",
        "Called with each of the two cards; 'rebelote' only counts after 'belote'.",
        "F 7, A 7, P 'Belote', S 'The Game'",
        "KH+belote, later QH+rebelote: 20. KH in silence, later QH: nothing.",
    )
    AUTOMATIC = (
        "automatic",
        "Automatic, whenever both cards were in one hand.",
        "O 'Calculating the points'",
        "KH, later QH from the same hand: 20, without a word.",
    )


class BeloteOnFailure(Option):
    """The side that scores the takers' belote when the contract fails."""

    KEPT = (
        "kept",
        "Stays with the takers.",
        "F 10.1b, A 10.1b, P 'Belote', O 'Calculating the points'",
        "100S coinched fails, the takers had the belote: 20 for them, 160 + 200 = 360 for the defence.",
    )
    TO_OPPONENTS = (
        "to_opponents",
        "Goes to the defence, multiplied only if everything is.",
        "P 'Variations, Scoring'",
        "100S coinched fails, the takers had the belote: nothing for them, 160 + 200 + 20 = 380 for the defence.",
    )


class DeclarationTie(Option):
    """The outcome when the best declarations of the two sides are equal and neither is in trumps."""

    ANNUL = (
        "annul",
        "Neither side scores them.",
        "F 8.3, A 8.3, P 'Variations, Announcements'",
        "90S: tierce 10H JH QH against tierce 10C JC QC: nothing for either side, not even for their other "
        "declarations.",
    )
    FIRST_ANNOUNCED = (
        "first_announced",
        "The first one announced wins.",
        "P 'Variations, Announcements'",
        "90S: East says tierce (10H JH QH), then North (10C JC QC): 20 for East and West.",
    )


class DeclarationChoice(Option):
    """Which of their declarations players may announce."""

    ANY = (
        "any",
        "Any of them.",
        "F 8.2, A 8.2, P 'Variations, Announcements'",
        "East has said carré: North may say tierce all the same.",
    )
    BEST_ONLY = (
        "best_only",
        "Only the best, if it can still beat the other side's; the winning side then scores all its declarations.",
        "P 'Variations, Announcements'",
        "East has said carré: North may not say tierce. East wins with it and scores the tierce, too.",
    )


class DeclarationsOnFailure(Option):
    """The side that scores the takers' declarations when the contract fails."""

    TO_DEFENCE = (
        "to_defence",
        "Go to the defence.",
        "F 10.1b, A 10.1b, P 'Variations, Scoring'",
        "90H fails, the takers' tierce was the best: 160 + 90 + 20 = 270 for the defence.",
    )
    LOST = (
        "lost",
        "Lost.",
        "house rule",
        "90H fails, the takers' tierce was the best: 160 + 90 = 250 for the defence.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationRules:
    """Belote, and the declarations of the first trick."""

    belote: Belote
    belote_declared: BeloteDeclared
    belote_on_failure: BeloteOnFailure
    rebelote_tolerance: Annotated[
        bool,
        Asks(
            "Whether a side is forgiven a forgotten 'rebelote' once a match.",
            Meaning(
                "false",
                "The belote is lost.",
                "P 'Belote', P 'Variations, Scoring', S 'The Game'",
                "KH+belote, later QH in silence: nothing.",
            ),
            Meaning(
                "true",
                "The belote still counts, once per side and match.",
                "F 7, A 7",
                "KH+belote, later QH in silence: 20. The same side forgets it again in that match: nothing.",
            ),
        ),
    ]
    declarations: Annotated[
        bool,
        Asks(
            "Whether carrés and sequences are announced.",
            Meaning(
                "false",
                "Not played.",
                "P 'Variations, Announcements', O 'Variations'",
                "JS JH JD JC in one hand are worth their card points and nothing more.",
            ),
            Meaning(
                "true",
                "In the first trick: carrés and sequences.",
                "F 8, A 8, O 'Declarations', P 'Variations, Announcements'",
                "7S+tierce:7S8S9S in the first trick: 20, unless the other side has better.",
            ),
        ),
    ]
    declaration_tie: DeclarationTie
    declaration_choice: DeclarationChoice
    declarations_swept: Annotated[
        bool,
        Asks(
            "What becomes of the defence's declarations when it loses everything: to a capot, or to a coinched"
            " contract that leaves it nothing but its belote.",
            Meaning(
                "false",
                "Stay with the defence; lost on a coinched contract that is made.",
                "O 'Calculating the points'",
                "130S, all eight tricks, the defence's cinquante was the best: 50 for the defence.",
            ),
            Meaning(
                "true",
                "Go to the takers.",
                "F 10.1a, A 10.1a",
                "130S, all eight tricks, the defence's cinquante was the best: 252 + 50 + 130 = 432 for the takers.",
            ),
        ),
    ]
    declarations_on_failure: DeclarationsOnFailure

    def __post_init__(self) -> None:
        if self.rebelote_tolerance and self.belote_declared is not BeloteDeclared.MANUAL:
            raise InvalidRules(
                "rebelote_tolerance needs belote_declared = manual: what is said by itself is not forgotten"
            )
