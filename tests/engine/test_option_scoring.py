"""Tests of every option of scoring, value by value. North-South have bid; their points include the last trick's ten.

Belotes and declarations are in points, NS first; `all` stands for all eight tricks, `none` for not one of them.
"""

from __future__ import annotations

import pytest

from coinche.engine.card_values import points_of
from coinche.engine.cards import Denomination
from coinche.engine.events import TrickWon
from coinche.engine.seats import Points, Team
from tests.engine.deals import DEALS, begun, counted, noted, played, result
from tests.engine.house import house, numbered
from tests.engine.script import cards

NONE, OURS, THEIRS = (0, 0), (20, 0), (0, 20)

# options, preset, bid, multiplier, NS took, belotes, declarations, scores
ROWS = [
    # P "Variations, Scoring": 82 points for 80; as many as were bid; more than the opponents; two more than the bid
    ("contract_met=at_least_82", "pagat", "80H", 1, 81, NONE, NONE, (0, 240)),
    ("contract_met=at_least_82", "pagat", "80H", 1, 82, NONE, NONE, (160, 80)),
    ("contract_met=at_least_82", "ffb", "90H", 1, 90, THEIRS, NONE, (180, 90)),  # 90 against 92
    ("contract_met=at_least", "pagat", "80H", 1, 79, NONE, NONE, (0, 240)),
    ("contract_met=at_least", "pagat", "80H", 1, 80, NONE, NONE, (160, 80)),
    ("contract_met=at_least", "ffb", "80H", 1, 81, NONE, NONE, (160, 80)),  # level
    ("contract_met=at_least_and_more_than_defence", "pagat", "80H", 1, 81, NONE, NONE, (0, 240)),
    ("contract_met=at_least_and_more_than_defence", "pagat", "80H", 1, 71, OURS, NONE, (20, 240)),  # 91 against 91
    ("contract_met=at_least_and_more_than_defence", "pagat", "90H", 1, 90, NONE, NONE, (180, 70)),
    ("contract_met=at_least_and_more_than_defence", "stayandplay-both", "80C", 1, 90, THEIRS, NONE, (0, 182)),
    ("contract_met=bid_plus_2", "pagat", "110H", 1, 111, NONE, NONE, (0, 270)),
    ("contract_met=bid_plus_2", "pagat", "110H", 1, 112, NONE, NONE, (220, 50)),
    ("contract_met=bid_plus_2", "pagat", "80H", 1, 82, NONE, NONE, (160, 80)),
    ("contract_met=bid_plus_2", "pagat", "80H", 1, 62, OURS, NONE, (160, 100)),  # 82 with the belote
    ("contract_met=bid_plus_2", "ffb", "90H", 1, 71, OURS, NONE, (20, 250)),  # 91 is one short
    # a house rule: of 81 to 81 the defence has its 81, and the takers nothing yet
    ("draw=decided", "pagat", "80H", 1, 81, NONE, NONE, (0, 240)),
    ("draw=decided", "contree", "80H", 1, 81, NONE, NONE, (160, 80)),  # 80 are enough
    ("draw=held_over", "pagat", "80H", 1, 81, NONE, NONE, (0, 80)),
    ("draw=held_over", "contree", "80H", 1, 81, NONE, NONE, (0, 80)),
    ("draw=held_over", "ffb", "90H", 1, 71, OURS, NONE, (0, 90)),  # 91 to 91
    ("draw=held_over", "ffb", "80H", 1, 81, THEIRS, (20, 0), (0, 100)),  # 101 to 101
    ("draw=held_over", "pagat", "90H", 1, 81, NONE, NONE, (0, 250)),  # not what was bid
    ("draw=held_over", "pagat", "80H", 1, 82, NONE, NONE, (160, 80)),
    ("draw=held_over", "ffb", "80H", 2, 81, NONE, NONE, (0, 0)),  # coinched: all of it is at stake
    ("draw=held_over", "stayandplay-bid", "80H", 1, 81, NONE, NONE, (0, 0)),
    ("draw=held_over", "stayandplay-points", "80H", 1, 81, NONE, NONE, (0, 81)),
    # F 9.2: « le dix de der vaut 100 points »
    ("capot_last_trick=10", "ffb", "80H", 1, "all", NONE, NONE, (240, 0)),  # 152 + 10 + 80
    ("capot_last_trick=10, rounding=none", "ffb", "80H", 1, "all", NONE, NONE, (242, 0)),
    ("capot_last_trick=100", "ffb", "80H", 1, "all", OURS, NONE, (350, 0)),  # 152 + 100 + 20 + 80
    ("capot_last_trick=100, capot_unbid_counts=true", "online", "80H", 1, "all", NONE, NONE, (330, 0)),
    ("capot_last_trick=50", "ffb", "80H", 1, "all", NONE, NONE, (280, 0)),
    ("capot_last_trick=100", "ffb", "80H", 1, 142, NONE, NONE, (220, 20)),  # seven tricks: ten, as ever
    # S "The Bid": the three forms; P "Variations": "either the bidders or their opponents score just 100"
    ("scored=points_and_bid", "stayandplay-bid", "90S", 1, 104, OURS, NONE, (214, 58)),
    ("scored=points_and_bid", "stayandplay-points", "90S", 2, 104, NONE, NONE, (284, 58)),
    ("scored=bid", "pagat", "100S", 1, 87, OURS, NONE, (100, 0)),
    ("scored=bid", "pagat", "100S", 1, 70, OURS, NONE, (0, 100)),
    ("scored=bid", "pagat", "100S", 2, 70, NONE, NONE, (0, 200)),
    ("scored=bid", "stayandplay-both", "100S", 1, 80, OURS, NONE, (100, 0)),
    ("scored=bid", "stayandplay-both", "100S", 1, 85, NONE, NONE, (0, 162)),
    ("scored=points", "stayandplay-both", "90S", 1, 104, OURS, NONE, (124, 58)),
    ("scored=points", "stayandplay-both", "90S", 2, 104, NONE, NONE, (104, 58)),  # nothing to double
    ("scored=points", "stayandplay-both", "100S", 1, 70, OURS, NONE, (20, 162)),
    # F 10.1b: 160; S: 162; P "Variations": nothing but the bid
    ("failed_base=160", "colver", "100S", 1, 70, NONE, NONE, (0, 260)),
    ("failed_base=162, rounding=none", "ffb", "100S", 1, 70, NONE, NONE, (0, 262)),
    ("failed_base=0", "pagat", "100S", 1, 70, NONE, NONE, (0, 100)),
    ("failed_base=0, rounding=none", "ffb", "100S", 2, 70, NONE, NONE, (0, 200)),
    # F 10.1b: « + le montant du contrat demandé »; S: "162 points (or double the amount of the bid ...)"
    ("failed_adds_bid=yes", "stayandplay-both", "100S", 1, 85, NONE, NONE, (0, 262)),
    ("failed_adds_bid=yes", "stayandplay-both", "100S", 2, 85, NONE, NONE, (0, 362)),
    ("failed_adds_bid=no", "stayandplay-both", "100S", 2, 85, NONE, NONE, (0, 162)),
    ("failed_adds_bid=no", "pagat", "100S", 1, 85, NONE, NONE, (0, 160)),
    ("failed_adds_bid=when_coinched", "pagat", "100S", 1, 85, NONE, NONE, (0, 160)),
    ("failed_adds_bid=when_coinched", "pagat", "100S", 2, 85, NONE, NONE, (0, 200)),
    # P: "A coinche doubles the score for the bid only"; "Variations": 520 = 2 × (100 + 160)
    ("doubled=bid", "ffb", "100S", 2, 70, NONE, NONE, (0, 360)),
    ("doubled=bid", "ffb", "110S", 2, 98, OURS, NONE, (400, 0)),  # 160 + 20 + 2 × 110
    ("doubled=everything", "pagat", "100S", 2, 70, NONE, NONE, (0, 520)),
    ("doubled=everything", "pagat", "110S", 2, 118, NONE, NONE, (460, 40)),  # 2 × (118 + 110)
    # F 10.1a: « 160 points (ou 250 points si capot réalisé, même non demandé) »
    ("coinched_made=actual", "ffb", "110H", 2, 118, NONE, NONE, (460, 0)),
    ("coinched_made=actual", "colver", "110H", 2, 118, NONE, NONE, (338, 0)),
    ("coinched_made=flat_160_or_250", "stayandplay-both", "110H", 2, 118, NONE, NONE, (380, 44)),
    ("coinched_made=flat_160_or_250", "stayandplay-both", "110H", 2, "all", NONE, NONE, (470, 0)),
    ("coinched_made=flat_160_or_250", "colver", "110H", 1, 118, NONE, NONE, (228, 44)),  # not coinched
    ("coinched_made=flat_162_or_252", "stayandplay-both", "110H", 2, 118, NONE, NONE, (382, 44)),
    ("coinched_made=flat_162_or_252", "stayandplay-both", "110H", 2, "all", NONE, NONE, (472, 0)),
    # F 10.1a: « les défenseurs ne marquent rien, à l'exception éventuelle des 20 points de belote »
    ("defence_when_coinched_made=points", "ffb", "110H", 2, 118, THEIRS, NONE, (540, 60)),
    ("defence_when_coinched_made=points", "ffb", "110H", 2, 118, NONE, (0, 20), (540, 60)),
    ("defence_when_coinched_made=belote_only", "pagat", "110H", 2, 118, THEIRS, NONE, (340, 20)),
    ("defence_when_coinched_made=belote_only", "pagat", "110H", 1, 118, NONE, NONE, (230, 40)),  # not coinched
    # colver 0.11.1: even the defence's belote goes to the takers
    ("defence_when_coinched_made=nothing", "pagat", "110H", 2, 118, THEIRS, NONE, (360, 0)),
    ("defence_when_coinched_made=nothing", "ffb", "110H", 2, 118, THEIRS, NONE, (580, 0)),
    # P "Successful contract": 250 and the bid; S "On the points won": 250 unannounced, 350 announced
    ("capot_scores=points", "pagat", "100D", 1, "all", NONE, NONE, (260, 0)),
    ("capot_scores=points", "pagat", "capotD", 1, "all", NONE, NONE, (410, 0)),
    ("capot_scores=flat_250", "stayandplay-both", "90S", 1, "all", NONE, NONE, (340, 0)),
    ("capot_scores=flat_250", "stayandplay-both", "capotS", 1, "all", NONE, NONE, (500, 0)),
    ("capot_scores=flat_250", "ffb", "100D", 1, "all", OURS, NONE, (370, 0)),
    ("capot_scores=flat_250_or_350", "pagat", "90S", 1, "all", NONE, NONE, (340, 0)),
    ("capot_scores=flat_250_or_350", "pagat", "capotS", 1, "all", NONE, NONE, (600, 0)),
    # P: "If a bid of capot is lost, the opponents score 500"; "Variations": 410
    ("capot_failed=none", "pagat", "capotS", 1, 100, NONE, NONE, (0, 410)),
    ("capot_failed=none", "stayandplay-both", "capotS", 1, 100, NONE, NONE, (0, 162)),
    ("capot_failed=500", "ffb", "capotS", 1, 100, OURS, NONE, (20, 500)),
    ("capot_failed=500, capot=open", "pagat", "capotS", 2, 100, NONE, NONE, (0, 750)),  # 250 + 2 × 250
    ("capot_failed=500, capot=open", "pagat", "capotS", 4, 100, NONE, NONE, (0, 1250)),
    ("capot_failed=410", "stayandplay-both", "capotS", 1, 100, NONE, NONE, (0, 410)),
    ("capot_failed=410", "ffb", "capotS", 2, 100, NONE, NONE, (0, 820)),
    ("capot_failed=500, scored=bid", "stayandplay-both", "capotS", 1, 100, OURS, NONE, (0, 500)),
    ("capot_failed=410, scored=bid", "ffb", "capotS", 1, 100, NONE, NONE, (0, 410)),
    # P "Variations": "Some score it only if it is bid"
    ("capot_unbid_counts=true", "ffb", "80S", 1, "all", NONE, NONE, (330, 0)),
    ("capot_unbid_counts=true", "pagat", "100D", 1, "all", NONE, NONE, (350, 0)),
    ("capot_unbid_counts=false", "pagat", "100D", 1, "all", NONE, NONE, (260, 0)),
    ("capot_unbid_counts=false", "ffb", "80S", 1, "all", NONE, NONE, (240, 0)),
    ("capot_unbid_counts=false", "ffb", "80S", 2, "all", NONE, NONE, (480, 0)),  # 2 × (160 + 80)
    ("capot_unbid_counts=false", "ffb", "capotS", 1, "all", NONE, NONE, (500, 0)),
    # F 10.1b knows one sum for every failed contract
    ("defence_capot=as_any", "pagat", "90H", 1, "none", NONE, NONE, (0, 250)),
    ("defence_capot=flat_250", "pagat", "90H", 1, "none", NONE, NONE, (0, 340)),
    ("defence_capot=flat_250", "ffb", "90H", 2, "none", NONE, NONE, (0, 680)),
    ("defence_capot=flat_250", "pagat", "90H", 1, 70, NONE, NONE, (0, 250)),  # not all eight
    # F 10.3: « 85 est arrondi à 90 tandis que 84 est arrondi à 80 »
    ("rounding=nearest_10", "stayandplay-both", "90S", 1, 95, NONE, NONE, (190, 70)),
    ("rounding=nearest_10", "stayandplay-both", "90S", 1, 94, NONE, NONE, (180, 70)),
    ("rounding=none", "pagat", "90S", 1, 95, NONE, NONE, (185, 67)),
    # P "Variations": "the bidder has to win all eight tricks alone ... the score for it must be agreed"
    ("generale=1000", "ibelote", "generaleH", 1, "alone", NONE, NONE, (1000, 0)),
    ("generale=1000", "ibelote", "generaleH", 1, "alone", OURS, NONE, (1020, 0)),
    ("generale=1000, scored=points", "ibelote", "generaleH", 1, "alone", OURS, NONE, (1020, 0)),  # its value, always
    ("generale=1000, scored=points", "stayandplay-both", "generaleH", 1, "all", NONE, NONE, (0, 1000)),
    ("generale=1000, scored=bid", "ibelote", "generaleH", 2, "alone", OURS, NONE, (2000, 0)),
    ("generale=1000", "ibelote", "generaleH", 1, "all", NONE, NONE, (0, 1000)),  # one trick was the partner's
    ("generale=1000", "ibelote", "generaleH", 2, 140, NONE, NONE, (0, 2000)),
    ("generale=500", "pagat", "generaleH", 1, "alone", NONE, NONE, (500, 0)),
    ("generale=500", "pagat", "generaleH", 1, 140, NONE, NONE, (0, 500)),
]


@pytest.mark.parametrize(
    ("options", "preset", "bid", "times", "took", "belote", "declared", "scores"), ROWS, ids=numbered(ROWS)
)
def test_what_is_scored(
    options: str,
    preset: str,
    bid: str,
    times: int,
    took: int | str,
    belote: tuple[int, int],
    declared: tuple[int, int],
    scores: tuple[int, int],
) -> None:
    assert counted(house(options, preset), bid, times, took, belote, declared).scores == Points(*scores)


# options, preset, bid, multiplier, NS took, belotes, what is held over from before, scores, what is held over after
HELD = [
    ("draw=held_over", "pagat", "80H", 1, 81, NONE, 0, (0, 80), 161),  # 81 + 80
    ("draw=held_over", "pagat", "80H", 2, 81, NONE, 0, (0, 80), 241),  # 81 + 2 × 80
    ("draw=held_over", "ffb", "80H", 2, 81, NONE, 0, (0, 0), 480),  # 2 × (160 + 80)
    ("draw=held_over", "ffb", "90H", 1, 71, OURS, 0, (0, 90), 181),  # 71 + 20 + 90: the belote, too
    ("draw=held_over", "stayandplay-bid", "80H", 1, 81, NONE, 0, (0, 0), 80),
    ("draw=held_over", "stayandplay-points", "80H", 1, 81, NONE, 0, (0, 81), 81),
    ("draw=held_over", "pagat", "80H", 1, 81, NONE, 161, (0, 80), 322),  # a draw again: they wait on
    ("draw=held_over", "pagat", "100H", 1, 104, NONE, 161, (370, 60), 0),  # 104 + 100 + 161
    ("draw=held_over", "pagat", "100H", 1, 70, OURS, 161, (20, 420), 0),  # 160 + 100 + 161
    ("draw=held_over", "ffb", "100S", 2, 70, NONE, 161, (0, 680), 0),  # 2 × 260 + 161: multiplied once, if ever
    ("draw=held_over", "stayandplay-bid", "100S", 1, 104, NONE, 80, (180, 0), 0),
]


@pytest.mark.parametrize(
    ("options", "preset", "bid", "times", "took", "belote", "before", "scores", "after"), HELD, ids=numbered(HELD)
)
def test_what_is_held_over(
    options: str,
    preset: str,
    bid: str,
    times: int,
    took: int,
    belote: tuple[int, int],
    before: int,
    scores: tuple[int, int],
    after: int,
) -> None:
    told = counted(house(options, preset), bid, times, took, belote, held=before)
    assert (told.scores, told.held) == (Points(*scores), after)


def test_a_belote_that_is_held_over_is_nobodys_yet() -> None:
    """So it brings nobody to the target by itself, nor does it when it is won (F 10.4)."""
    rules = house("draw=held_over", "ffb")
    assert counted(rules, "90H", 1, 71, OURS).belote == Points()
    assert counted(rules, "90H", 1, 71, OURS).made is False
    assert counted(rules, "100H", 1, 110, NONE, held=181).belote == Points()


# options, preset, trumps, a trick, what it is worth
VALUES = [
    ("all_trump_values=13_9_6_5_3_2", "bridgee", "A", "JS 7S 8S 9S", 22),  # F 11.3: 13 + 9
    ("all_trump_values=13_9_6_5_3_2", "bridgee", "A", "QS QH QD QC", 8),
    ("all_trump_values=13_9_6_5_3_2", "bridgee", "A", "AS 10H KD 8C", 14),  # 6 + 5 + 3
    ("all_trump_values=13_9_6_5_3_2", "bridgee", "S", "JS 9S QH JH", 39),  # one suit: 20 + 14 + 3 + 2
    ("all_trump_values=14_9_6_5_3_1", "ffb", "A", "JS 7S 8S 9S", 23),  # P "Variations": 14 + 9
    ("all_trump_values=14_9_6_5_3_1", "ffb", "A", "QS QH QD QC", 4),
    ("no_trump_values=19_10_4_3_2", "ffb", "N", "AS 10S KS QS", 36),  # F 11.2: 19 + 10 + 4 + 3
    ("no_trump_values=19_10_4_3_2", "ffb", "N", "JS 9S 8H 7D", 2),
    ("no_trump_values=19_10_4_3_2", "ffb", "H", "AS 10S KS QS", 28),  # 11 where there is a trump
    ("no_trump_values=11_10_4_3_2", "ffb", "N", "AS 10S KS QS", 28),
]


@pytest.mark.parametrize(("options", "preset", "trumps", "trick", "worth"), VALUES, ids=numbered(VALUES))
def test_what_a_trick_is_worth(options: str, preset: str, trumps: str, trick: str, worth: int) -> None:
    values = points_of(Denomination(trumps), house(options, preset).scoring)
    assert sum(values[card] for card in cards(trick)) == worth


BELOTE_A, BELOTE_C = "QH+belote KH+rebelote", "KH+belote QH+rebelote"

# options, preset, the deal that is played, auction, what is said, scores
DEALS_PLAYED = [
    # P "Variations": "at least 112 points to win a bid of 110". A: 104 + belote 20 against 58; B: 91 against 71
    (
        "contract_met=bid_plus_2",
        "pagat",
        "A",
        "110H pass pass pass",
        BELOTE_A,
        (230, 60),
    ),  # 124 are 112 and more: 124 + 110
    ("contract_met=bid_plus_2", "pagat", "A", "110H pass pass pass", "", (0, 270)),  # 104
    ("contract_met=bid_plus_2", "pagat", "B", "90H pass pass pass", "", (0, 250)),  # 91 are not 92
    ("contract_met=bid_plus_2", "pagat", "B", "80H pass pass pass", "", (170, 70)),  # 91 are 82 and more: 91 + 80
    ("contract_met=bid_plus_2", "pagat", "D", "80H pass pass pass", "", (0, 240)),  # 81
    # Points alone where a failed contract costs 160 and the bid (P "The Scoring"), all eight tricks are worth 250
    ("scored=points", "pagat", "A", "100H pass pass pass", BELOTE_A, (120, 60)),  # 124 and 58
    ("scored=points", "pagat", "B", "100H pass pass pass", "", (0, 260)),  # 91: 160 + 100
    ("scored=points", "pagat", "C", "100H pass pass pass", BELOTE_C, (270, 0)),  # 250 + 20
    ("scored=points", "pagat", "D", "80H pass pass coinche pass pass", "", (0, 320)),  # 81: 160 + 2 × 80
    ("scored=points", "pagat", "A", "100H pass pass coinche pass pass", "", (100, 60)),  # 104 and 58
]


@pytest.mark.parametrize(
    ("options", "preset", "deal", "auction", "said", "scores"), DEALS_PLAYED, ids=numbered(DEALS_PLAYED)
)
def test_what_a_deal_that_is_played_scores(
    options: str, preset: str, deal: str, auction: str, said: str, scores: tuple[int, int]
) -> None:
    _, events = played(begun(house(options, preset)), DEALS[deal], auction, said)
    assert result(events).scores == Points(*scores)


@pytest.mark.parametrize("deal", DEALS)
def test_the_points_beside_the_tricks_are_those_of_their_cards(deal: str) -> None:
    _, events = played(begun(house("", "ffb")), DEALS[deal], "80H pass pass pass")
    won = [(event.seat.team, event.points) for event in events if isinstance(event, TrickWon)]
    assert noted(DEALS[deal]) == tuple(sum(points for team, points in won if team is side) for side in Team)
