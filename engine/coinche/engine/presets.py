"""The rule documents as rule sets. Knows which document asks for which value, clause by clause."""

from __future__ import annotations

from dataclasses import replace

from .cards import Denomination
from .rules import (
    AuctionRules,
    Belote,
    BeloteDeclared,
    BeloteOnFailure,
    BothReach,
    CoinchedMade,
    CoincheWhen,
    ContractMet,
    DeclarationRules,
    DeclarationsOnFailure,
    DeclarationTie,
    DefenceWhenCoinchedMade,
    Doubled,
    MatchRules,
    MatchTie,
    PlayRules,
    Rounding,
    RuleSet,
    Scored,
    ScoringRules,
    Shuffle,
    TableRules,
    TrickHistory,
    Undertrump,
    UndertrumpPartner,
)
from .seats import Direction

FFB = RuleSet(
    table=TableRules(
        direction=Direction.ANTICLOCKWISE,  # F 3.4
        shuffle=Shuffle.EVERY_DEAL,  # F 3.2
        deal_batches=(3, 2, 3),  # F 3.4
    ),
    auction=AuctionRules(
        denominations=(Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS),
        bid_minimum=80,  # F 4.1b
        bid_step=10,
        bid_maximum=None,
        coinche_when=CoincheWhen.IN_TURN,  # F 4.1c
        coinche_multiplier=2,
        surcoinche_multiplier=4,  # F 4.1d
    ),
    play=PlayRules(
        overtrump_partner=True,  # F 5.2.3
        undertrump=Undertrump.FREE,  # F 5.2.2.2
        undertrump_partner=UndertrumpPartner.RESTRICTED,  # F 5.2.4
    ),
    declarations=DeclarationRules(
        belote=Belote.ANY_TEAM,  # F 7
        belote_declared=BeloteDeclared.MANUAL,
        belote_on_failure=BeloteOnFailure.KEPT,  # F 10.1b
        rebelote_tolerance=True,  # F 7
        declarations=True,  # F 8
        declaration_tie=DeclarationTie.ANNUL,  # F 8.3
        declarations_swept=True,  # F 10.1a
        declarations_on_failure=DeclarationsOnFailure.TO_DEFENCE,  # F 10.1b
    ),
    scoring=ScoringRules(
        contract_met=ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE,  # F 4.2
        scored=Scored.POINTS_AND_BID,  # F 10.1a
        capot_last_trick=100,  # F 9.2
        capot_value=250,  # F 10.1a
        failed_base=160,  # F 10.1b
        coinched_made=CoinchedMade.FLAT,
        defence_when_coinched_made=DefenceWhenCoinchedMade.BELOTE_ONLY,
        doubled=Doubled.EVERYTHING,
        rounding=Rounding.NEAREST_10,  # F 10.3
    ),
    match=MatchRules(
        target=2000,
        both_reach=BothReach.HIGHER_TOTAL,  # F 10.4
        tie=MatchTie.EXTRA_DEAL,
        belote_cannot_win=True,
        trick_history=TrickHistory.LAST,  # F 5.1
    ),
)

PRESETS: dict[str, RuleSet] = {"ffb": FFB}

DEFAULT_PRESET = "ffb"


def preset(name: str, target: int | None = None) -> RuleSet:
    """The preset of that name, with another target if one is given; KeyError names those there are."""
    try:
        rules = PRESETS[name]
    except KeyError:
        raise KeyError(f"no preset {name!r}; there are: {', '.join(PRESETS)}") from None
    return rules if target is None else replace(rules, match=replace(rules.match, target=target))
