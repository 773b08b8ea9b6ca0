"""Presets: each rule book as a set of options, clause by clause."""

from __future__ import annotations

from .cards import Denomination
from .rules import (
    AllTrumpValues,
    AuctionRules,
    Belote,
    BeloteDeclared,
    BeloteOnFailure,
    BothReach,
    Capot,
    CapotScores,
    CoinchedMade,
    CoincherPartner,
    CoincheWhen,
    ContractMet,
    DeclarationChoice,
    DeclarationRules,
    DeclarationsOnFailure,
    DeclarationTie,
    DefenceCapot,
    DefenceWhenCoinchedMade,
    DenominationOrder,
    Doubled,
    Draw,
    FailedAddsBid,
    MatchRules,
    MatchTie,
    NoTrumpValues,
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

_SUITS = (Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS)
_SUITS_AND_NO_TRUMP = (*_SUITS, Denomination.NO_TRUMP)
_ALL = (*_SUITS_AND_NO_TRUMP, Denomination.ALL_TRUMP)

FFB = RuleSet(
    table=TableRules(
        direction=Direction.ANTICLOCKWISE,  # F 3.4
        shuffle=Shuffle.EVERY_DEAL,  # F 3.2
        reshuffle_after_passes=None,
        deal_batches=(3, 2, 3),  # F 3.4
        two_stage_deal=False,
    ),
    auction=AuctionRules(
        denominations=_SUITS,
        bid_minimum=80,  # F 4.1b
        bid_step=10,
        bid_maximum=None,
        denomination_order=DenominationOrder.NONE,
        capot=Capot.OPEN,  # F 4.1b: « ne peut plus que passer ou coincher »
        generale=None,
        generale_leads=False,
        coinche_when=CoincheWhen.IN_TURN,  # F 4.1c
        coinche_ends_auction=True,
        coincher_partner=CoincherPartner.FREE,
        surcoinche=4,  # F 4.1d
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
        declaration_choice=DeclarationChoice.ANY,
        declarations_swept=True,  # F 10.1a
        declarations_on_failure=DeclarationsOnFailure.TO_DEFENCE,  # F 10.1b
    ),
    scoring=ScoringRules(
        all_trump_values=AllTrumpValues.THIRTEEN,  # F 11.3
        no_trump_values=NoTrumpValues.NINETEEN,  # F 11.2
        contract_met=ContractMet.AT_LEAST_AND_MORE_THAN_DEFENCE,  # F 4.2
        draw=Draw.DECIDED,
        capot_last_trick=100,  # F 9.2
        scored=Scored.POINTS_AND_BID,  # F 10.1a
        failed_base=160,  # F 10.1b
        failed_adds_bid=FailedAddsBid.YES,
        doubled=Doubled.EVERYTHING,
        coinched_made=CoinchedMade.FLAT_160,
        defence_when_coinched_made=DefenceWhenCoinchedMade.BELOTE_ONLY,
        capot_scores=CapotScores.POINTS,
        capot_failed=None,
        capot_unbid_counts=True,
        defence_capot=DefenceCapot.AS_ANY,
        rounding=Rounding.NEAREST_10,  # F 10.3
    ),
    match=MatchRules(
        length=None,
        target=2000,
        both_reach=BothReach.HIGHER_TOTAL,  # F 10.4
        tie=MatchTie.EXTRA_DEAL,
        belote_cannot_win=True,
        trick_history=TrickHistory.LAST,  # F 5.1
    ),
)

PAGAT = RuleSet(
    table=FFB.table,  # P "Players and Cards", "The Deal"
    auction=AuctionRules(
        denominations=_SUITS,
        bid_minimum=80,  # P "The Bidding"
        bid_step=10,
        bid_maximum=None,
        denomination_order=DenominationOrder.NONE,
        capot=Capot.CLOSED,  # P "The Bidding"
        generale=None,
        generale_leads=False,
        coinche_when=CoincheWhen.ANY_TIME,
        coinche_ends_auction=True,
        coincher_partner=CoincherPartner.FREE,
        surcoinche=4,  # P "Coinche and surcoinche": doubles it again
    ),
    play=PlayRules(
        overtrump_partner=True,  # P "The Play"
        undertrump=Undertrump.OBLIGED,
        undertrump_partner=UndertrumpPartner.FREE,
    ),
    declarations=DeclarationRules(
        belote=Belote.BIDDING_TEAM,  # P "Belote"
        belote_declared=BeloteDeclared.MANUAL,
        belote_on_failure=BeloteOnFailure.KEPT,
        rebelote_tolerance=False,
        declarations=False,
        declaration_tie=DeclarationTie.FIRST_ANNOUNCED,  # P "Announcements"
        declaration_choice=DeclarationChoice.ANY,
        declarations_swept=False,
        declarations_on_failure=DeclarationsOnFailure.TO_DEFENCE,  # P "Variations", Scoring
    ),
    scoring=ScoringRules(
        all_trump_values=AllTrumpValues.FOURTEEN,  # P "Variations", Bidding
        no_trump_values=NoTrumpValues.NINETEEN,
        contract_met=ContractMet.AT_LEAST_82,  # P "End of the Bidding"
        draw=Draw.DECIDED,
        capot_last_trick=10,  # P "Dix de Der"
        scored=Scored.POINTS_AND_BID,  # P "The Scoring"
        failed_base=160,
        failed_adds_bid=FailedAddsBid.YES,
        doubled=Doubled.BID,  # P "Coinche and surcoinche"
        coinched_made=CoinchedMade.ACTUAL,
        defence_when_coinched_made=DefenceWhenCoinchedMade.POINTS,
        capot_scores=CapotScores.FLAT_250,
        capot_failed=500,
        capot_unbid_counts=True,
        defence_capot=DefenceCapot.AS_ANY,
        rounding=Rounding.NEAREST_10,
    ),
    match=MatchRules(
        length=None,
        target=2000,  # P "Players and Cards"
        both_reach=BothReach.HIGHER_TOTAL,  # P "The Scoring"
        tie=MatchTie.LAST_DEAL_WINNER,
        belote_cannot_win=False,
        trick_history=TrickHistory.ALL,
    ),
)

FFB_SA_TA = FFB.changed(denominations=_ALL)  # F 11

ASCE = FFB_SA_TA.changed(  # A strikes the ban on coinching « à la volée » and « on ne pisse pas »
    coinche_when=CoincheWhen.ANY_TIME,
    undertrump=Undertrump.OBLIGED,
)

PAGAT_ANNONCES = PAGAT.changed(  # P "Announcements"
    declarations=True,
    belote=Belote.ANY_TEAM,
    target=3000,  # P "Variations", Scoring
)

ONLINE = FFB.changed(
    shuffle=Shuffle.NEVER,  # O "The deal"
    reshuffle_after_passes=4,
    denominations=_SUITS_AND_NO_TRUMP,  # O "The Carré", No trumps
    coinche_ends_auction=False,  # O "The end of the bidding": after three consecutive passes
    undertrump_partner=UndertrumpPartner.FREE,  # O "Gameplay"
    belote_declared=BeloteDeclared.AUTOMATIC,  # O "Calculating the points"
    rebelote_tolerance=False,
    declarations_swept=False,
    capot_last_trick=10,
    coinched_made=CoinchedMade.ACTUAL,
    capot_unbid_counts=False,
    belote_cannot_win=False,
    trick_history=TrickHistory.ALL,
)

CONTREE = ONLINE.changed(  # O "Variations"
    declarations=False,
    contract_met=ContractMet.AT_LEAST,
)

BRIDGEE = PAGAT.changed(  # P "Variations", Bidding; Laurent Pellenc's Belote Bridgée
    denominations=_ALL,
    denomination_order=DenominationOrder.RANKED,
    capot=Capot.OPEN,
    coinche_when=CoincheWhen.IN_TURN,
    coinche_ends_auction=False,
)

IBELOTE = PAGAT.changed(  # P "Coinche Online Servers and Software": iBelote.com
    denominations=_ALL,
    capot=Capot.OPEN,
    generale=1000,
    generale_leads=True,
)

STAYANDPLAY_BOTH = PAGAT.changed(
    direction=Direction.CLOCKWISE,  # S "The Game"
    bid_maximum=180,  # S "The Bid"
    capot=Capot.OPEN,
    surcoinche=None,
    undertrump_partner=UndertrumpPartner.HIGHER_IF_POSSIBLE,  # S "The Game"
    belote=Belote.ANY_TEAM,
    failed_base=162,  # S "Card value / scores"
    failed_adds_bid=FailedAddsBid.WHEN_COINCHED,  # S "The Bid"
    capot_scores=CapotScores.FLAT_250_OR_350,
    capot_failed=None,
    rounding=Rounding.NONE,
    target=1000,  # S "The Game"
    both_reach=BothReach.CONTRACT_SIDE,
)
STAYANDPLAY_POINTS = STAYANDPLAY_BOTH.changed(scored=Scored.POINTS)  # S "On the points won"
STAYANDPLAY_BID = STAYANDPLAY_BOTH.changed(scored=Scored.BID, capot_unbid_counts=False)  # S "On the points bid"

COLVER = PAGAT.changed(  # the engine of the package colver 0.11.1
    direction=Direction.CLOCKWISE,
    bid_maximum=160,
    capot=Capot.OPEN,
    coinche_when=CoincheWhen.IN_TURN,
    surcoinche=3,
    undertrump=Undertrump.FREE,
    belote=Belote.ANY_TEAM,
    belote_declared=BeloteDeclared.AUTOMATIC,
    belote_on_failure=BeloteOnFailure.TO_OPPONENTS,
    contract_met=ContractMet.AT_LEAST,
    capot_last_trick=100,
    failed_base=162,
    coinched_made=CoinchedMade.FLAT_162,
    defence_when_coinched_made=DefenceWhenCoinchedMade.NOTHING,
    capot_scores=CapotScores.POINTS,
    capot_failed=None,
    rounding=Rounding.NONE,
)

PRESETS: dict[str, RuleSet] = {
    "ffb": FFB,
    "ffb-sa-ta": FFB_SA_TA,
    "asce": ASCE,
    "pagat": PAGAT,
    "pagat-annonces": PAGAT_ANNONCES,
    "online": ONLINE,
    "contree": CONTREE,
    "bridgee": BRIDGEE,
    "ibelote": IBELOTE,
    "stayandplay-bid": STAYANDPLAY_BID,
    "stayandplay-points": STAYANDPLAY_POINTS,
    "stayandplay-both": STAYANDPLAY_BOTH,
    "colver": COLVER,
}

ABOUT: dict[str, str] = {
    "ffb": "Fédération Française de Belote, official rules (the default)",
    "ffb-sa-ta": "rules of the federation, with no trump and all trump",
    "asce": "ASCE contests: no trump, all trump, coinche at any time, undertrumping",
    "pagat": "pagat.com, the basic form: no declarations, a capot cannot be coinched",
    "pagat-annonces": "pagat.com with declarations, to 3000",
    "online": "an online club: never shuffled, no trump, a coinche can be overcalled",
    "contree": "Belote Contrée: the online club's game without declarations",
    "bridgee": "Belote Bridgée, pagat.com's bridge-like form: ranked denominations",
    "ibelote": "iBelote's form of pagat.com: no trump, all trump, générale",
    "stayandplay-bid": "stayandplay.cards, scoring the bid only",
    "stayandplay-points": "stayandplay.cards, scoring the points only",
    "stayandplay-both": "stayandplay.cards, scoring points and bid",
    "colver": "rules of the package colver 0.11.1, for matches against it",
}
"""One line about each preset."""

DEFAULT_PRESET = "ffb"


def preset(name: str, target: int | None = None) -> RuleSet:
    """The preset of that name, with another target if one is given; KeyError names those there are."""
    try:
        rules = PRESETS[name]
    except KeyError:
        raise KeyError(f"no preset {name!r}; there are: {', '.join(PRESETS)}") from None
    return rules if target is None else rules.changed(target=target)
