"""Tests of worked scores in every preset, and of whole deals in the preset `colver`. North-South have bid.

The points of NS include the last trick's ten; belotes and declarations are in points, NS first.
"""

from __future__ import annotations

import pytest

from coinche.engine.seats import Points
from tests.engine.deals import DEALS, begun, counted, played, result
from tests.engine.house import house

NONE, OURS, THEIRS = (0, 0), (20, 0), (0, 20)

# preset, bid, multiplier, NS took, belotes, declarations, made, scores
WORKED = [
    ("pagat", "100S", 1, 87, OURS, NONE, True, (210, 80)),  # 107 + 100 = 207; 75
    ("pagat", "100S", 2, 70, OURS, NONE, False, (20, 360)),  # 160 + 200
    ("pagat", "80H", 1, 81, NONE, NONE, False, (0, 240)),
    ("pagat", "80H", 1, 82, NONE, NONE, True, (160, 80)),
    ("pagat", "100D", 1, "all", NONE, NONE, True, (350, 0)),  # 250 + 100
    ("pagat", "capotD", 1, "all", OURS, NONE, True, (520, 0)),
    ("pagat", "capotD", 1, 150, NONE, NONE, False, (0, 500)),
    ("pagat", "90C", 4, 104, NONE, NONE, True, (460, 60)),  # 104 + 360; 58
    ("ffb", "90C", 1, 95, THEIRS, NONE, True, (190, 90)),  # 95 against 87
    ("ffb", "80C", 1, 90, THEIRS, NONE, False, (0, 260)),  # 90 against 92: 160 + 20 + 80
    ("ffb", "110H", 2, 98, OURS, NONE, True, (580, 0)),  # 2 × (160 + 20 + 110)
    ("ffb", "110H", 2, 98, OURS, (0, 20), True, (620, 0)),  # EW's tierce changes hands
    ("ffb", "120S", 4, 100, NONE, (20, 0), True, (1200, 0)),  # 4 × (160 + 20 + 120)
    ("ffb", "capotS", 1, "all", NONE, (200, 0), True, (700, 0)),  # 252 + 200 + 250
    ("ffb", "130S", 1, "all", NONE, (0, 50), True, (430, 0)),  # 252 + 50 + 130
    ("ffb", "capotS", 1, 150, OURS, NONE, False, (20, 410)),  # 160 + 250
    ("stayandplay-bid", "100S", 1, 80, OURS, NONE, True, (100, 0)),
    ("stayandplay-points", "90S", 1, 104, OURS, NONE, True, (124, 58)),
    ("stayandplay-both", "90S", 1, 104, OURS, NONE, True, (214, 58)),
    ("stayandplay-both", "capotS", 1, "all", NONE, NONE, True, (600, 0)),  # 350 + 250
    ("stayandplay-bid", "100S", 2, 85, NONE, NONE, False, (0, 200)),
    # P with an open capot: 500 is 250 and the bid's 250, and a coinche doubles the bid only
    ("ibelote", "capotD", 2, "all", NONE, NONE, True, (750, 0)),
    ("ibelote", "capotD", 4, "all", NONE, NONE, True, (1250, 0)),
    ("ibelote", "capotD", 2, 150, NONE, NONE, False, (0, 750)),
    ("ibelote", "capotD", 4, 150, NONE, NONE, False, (0, 1250)),
    # S: a coinched capot's doubled bid is 500
    ("stayandplay-bid", "capotS", 2, 150, NONE, NONE, False, (0, 500)),
    ("stayandplay-bid", "capotS", 2, "all", NONE, NONE, True, (500, 0)),
    ("stayandplay-points", "capotS", 1, "all", NONE, NONE, True, (350, 0)),
    ("stayandplay-points", "90S", 1, "all", NONE, NONE, True, (250, 0)),
    ("stayandplay-points", "90S", 1, 80, OURS, NONE, True, (100, 82)),
    ("stayandplay-points", "100S", 1, 70, OURS, NONE, False, (20, 162)),  # belote kept
    ("stayandplay-bid", "100S", 1, 70, OURS, NONE, False, (0, 162)),  # and nothing
    ("stayandplay-bid", "90S", 1, "all", NONE, NONE, True, (90, 0)),  # an unannounced capot is not considered
    # O: coinched and made, its actual points; the defence's declarations are lost
    ("online", "110H", 2, 98, OURS, NONE, True, (460, 0)),  # 2 × (98 + 20 + 110) = 456
    ("online", "110H", 2, 98, OURS, (0, 20), True, (460, 0)),
    ("online", "130S", 1, "all", NONE, (0, 50), True, (290, 50)),  # 162 + 130
    ("contree", "80H", 1, 80, NONE, NONE, True, (160, 80)),
    # P: "the opponents score ... also the points for announcements if any", of the flat 500 of a capot, too
    ("pagat-annonces", "capotD", 1, 150, NONE, (50, 0), False, (0, 550)),
    ("pagat-annonces", "100S", 2, 60, NONE, (20, 0), False, (0, 380)),  # 160 + 200 + 20
    ("pagat-annonces", "100S", 1, 60, THEIRS, (0, 50), False, (0, 330)),  # 160 + 100 + 20 + 50
    # F 4.2: a bid of 170 and more is met by points that are there
    ("ffb", "250S", 1, "all", NONE, NONE, True, (500, 0)),
    ("ffb", "260S", 1, "all", NONE, NONE, False, (0, 420)),
    ("pagat", "170S", 1, "all", NONE, NONE, False, (0, 330)),  # 162
    ("pagat", "180S", 1, "all", OURS, NONE, True, (450, 0)),  # 182 make it: 250 + 20 + 180
]


@pytest.mark.parametrize(("preset", "bid", "times", "took", "belote", "declared", "made", "scores"), WORKED)
def test_worked_scores(
    preset: str,
    bid: str,
    times: int,
    took: int | str,
    belote: tuple[int, int],
    declared: tuple[int, int],
    made: bool,
    scores: tuple[int, int],
) -> None:
    score = counted(house("", preset), bid, times, took, belote, declared)
    assert (score.made, score.scores) == (made, Points(*scores))


# deal, auction, scores. A: 104 and a belote to 58; B: 91 to 71 and a belote; C: all eight and a belote; D: 81 to 81
COLVER = [
    ("A", "100H pass pass pass", (224, 58)),  # 124 + 100
    ("A", "130H pass pass pass", (0, 312)),  # 162 + 130 + the takers' belote
    ("A", "110H coinche pass pass", (402, 0)),  # 162 + 20 + 2 × 110
    ("A", "130H coinche surcoinche", (0, 572)),  # 162 + 3 × 130 + 20
    ("B", "90H pass pass pass", (181, 91)),  # 91 + 90; 71 + 20
    ("B", "100H pass pass pass", (0, 282)),  # 162 + 100 + 20
    ("B", "90H coinche surcoinche", (452, 0)),  # 162 + 3 × 90, and the defence's belote
    ("C", "100H pass pass pass", (372, 0)),  # 252 + 20 + 100
    ("C", "capotH coinche pass pass", (772, 0)),  # 252 + 20 + 2 × 250
    ("D", "80H pass pass pass", (161, 81)),  # 80 are enough
    ("D", "capotH pass pass pass", (0, 412)),  # 162 + 250
]


@pytest.mark.parametrize(("deal", "auction", "scores"), COLVER)
def test_whole_deals_of_colver(deal: str, auction: str, scores: tuple[int, int]) -> None:
    """Failed: 162, the contract multiplied, all belotes. Coinched and made: 162 or 252, the contract, all belotes."""
    _, events = played(begun(house("", "colver")), DEALS[deal], auction)
    assert result(events).scores == Points(*scores)
