"""Every option of the game, as data: enums, and the frozen groups of which a RuleSet is made.

Knows which values there are and what each means; refuses to know which document asks for which
(`presets`) and what an option does (the table beside the code that it steers).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .cards import Denomination
from .seats import Direction

HAND_SIZE = 8
TRICKS = 8


class InvalidRules(ValueError):
    """A combination of options that no table can play; the message says what would be right."""


class Shuffle(StrEnum):
    """When the pack is shuffled (`shuffle`)."""

    EVERY_DEAL = "every_deal"
    """Before every deal; the cut is the cutter's share of the fair deal (F 3.2, 3.3)."""


class CoincheWhen(StrEnum):
    """When an opponent of the last bidder may coinche (`coinche_when`)."""

    IN_TURN = "in_turn"
    """Only when it is his turn to speak (F 4.1c)."""


class Undertrump(StrEnum):
    """What a player owes who is void, with only trumps below an opponent's winning trump (`undertrump`)."""

    OBLIGED = "obliged"
    """He must play one of them, *pisser* (P "The Play")."""
    FREE = "free"
    """Any card (F 5.2.2.2: « ne pisse pas »)."""


class UndertrumpPartner(StrEnum):
    """What a player may do who is void, his partner winning with a trump (`undertrump_partner`)."""

    FREE = "free"
    """Any card."""
    HIGHER_IF_POSSIBLE = "higher_if_possible"
    """Any card, but a trump must beat the partner's if one can."""
    RESTRICTED = "restricted"
    """The same, but a hand of nothing but trumps may play any of them (F 5.2.4)."""


class Belote(StrEnum):
    """Whose king and queen of trumps are worth 20 points (`belote`)."""

    NONE = "none"
    """Nobody's."""
    BIDDING_TEAM = "bidding_team"
    """The takers' (P "Belote")."""
    ANY_TEAM = "any_team"
    """Any player's (F 7)."""


class BeloteDeclared(StrEnum):
    """How a belote is declared (`belote_declared`)."""

    MANUAL = "manual"
    """Said with each of the two cards; "rebelote" counts only after "belote" (F 7)."""


class BeloteOnFailure(StrEnum):
    """Who scores the takers' belote when the contract fails (`belote_on_failure`)."""

    KEPT = "kept"
    """The takers: it is « imprenable » (F 10.1b)."""


class DeclarationTie(StrEnum):
    """What happens when the best declarations of both sides are equal (`declaration_tie`)."""

    ANNUL = "annul"
    """Neither side scores any (F 8.3)."""


class ContractMet(StrEnum):
    """What the takers need (`contract_met`)."""

    AT_LEAST_AND_MORE_THAN_DEFENCE = "at_least_and_more_than_defence"
    """The bid or more, and more than the defence (F 4.2)."""


class Scored(StrEnum):
    """What the sides score for a contract that is made (`scored`)."""

    POINTS_AND_BID = "points_and_bid"
    """Each side its points, the takers the contract besides (F 10.1a)."""


class CoinchedMade(StrEnum):
    """What takes the place of the takers' card points when a coinched contract is made (`coinched_made`)."""

    FLAT = "flat"
    """160, or 250 for all eight tricks (F 10.1a)."""


class DefenceWhenCoinchedMade(StrEnum):
    """What the defence scores when a coinched contract is made (`defence_when_coinched_made`)."""

    BELOTE_ONLY = "belote_only"
    """Nothing but its own belote (F 10.1a)."""


class DeclarationsOnFailure(StrEnum):
    """Who scores the takers' declarations when the contract fails (`declarations_on_failure`)."""

    TO_DEFENCE = "to_defence"
    """The defence (F 10.1b)."""


class Doubled(StrEnum):
    """What a coinche multiplies (`doubled`)."""

    EVERYTHING = "everything"
    """The winner's whole score (F 10.1: « le tout multiplié »)."""


class Rounding(StrEnum):
    """How each side's total of a deal is rounded (`rounding`)."""

    NEAREST_10 = "nearest_10"
    """To the nearest ten, 5 upwards (F 10.3)."""


class TrickHistory(StrEnum):
    """What a client shows a person of the past tricks (`trick_history`)."""

    ALL = "all"
    """All of them."""
    LAST = "last"
    """The current and the last one (F 5.1)."""


class BothReach(StrEnum):
    """Who wins when both sides reach the target in the same deal (`both_reach`)."""

    HIGHER_TOTAL = "higher_total"
    """The higher total (F 10.4)."""


class MatchTie(StrEnum):
    """What happens when both sides reach the target with the same total (`tie`)."""

    EXTRA_DEAL = "extra_deal"
    """Another deal, until the totals differ (F 10.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """How the cards get into the hands."""

    direction: Direction
    shuffle: Shuffle
    deal_batches: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.deal_batches) != HAND_SIZE or min(self.deal_batches) < 1:
            raise InvalidRules("deal_batches must be positive numbers that make eight cards, such as 3, 2, 3")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """What may be bid and when the auction ends. Bids are in points."""

    denominations: tuple[Denomination, ...]
    bid_minimum: int
    bid_step: int
    bid_maximum: int | None
    coinche_when: CoincheWhen
    coinche_multiplier: int
    surcoinche_multiplier: int

    def __post_init__(self) -> None:
        if not self.denominations:
            raise InvalidRules("denominations must name at least one of S H D C N A")
        if self.bid_step < 1 or self.bid_minimum < 20 or self.bid_minimum % self.bid_step:
            raise InvalidRules("bid_minimum must be a multiple of bid_step and at least 20")
        if self.bid_maximum is not None and self.bid_maximum < self.bid_minimum:
            raise InvalidRules("bid_maximum must not be less than bid_minimum")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """Which cards may be played."""

    overtrump_partner: bool
    undertrump: Undertrump
    undertrump_partner: UndertrumpPartner


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationRules:
    """Belote, and the declarations of the first trick."""

    belote: Belote
    belote_declared: BeloteDeclared
    belote_on_failure: BeloteOnFailure
    rebelote_tolerance: bool
    declarations: bool
    declaration_tie: DeclarationTie
    declarations_swept: bool
    declarations_on_failure: DeclarationsOnFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringRules:
    """From points to scores. `failed_base` and `capot_last_trick` are in points."""

    contract_met: ContractMet
    scored: Scored
    capot_last_trick: int
    capot_value: int
    failed_base: int
    coinched_made: CoinchedMade
    defence_when_coinched_made: DefenceWhenCoinchedMade
    doubled: Doubled
    rounding: Rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """When the match is over. `target` is in points."""

    target: int
    both_reach: BothReach
    tie: MatchTie
    belote_cannot_win: bool
    trick_history: TrickHistory

    def __post_init__(self) -> None:
        if self.target < 1:
            raise InvalidRules("target must be a positive number of points, such as 2000")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All options of one game."""

    table: TableRules
    auction: AuctionRules
    play: PlayRules
    declarations: DeclarationRules
    scoring: ScoringRules
    match: MatchRules
