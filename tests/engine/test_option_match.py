"""Tests of every option of the match's end, value by value. A deal is given by its contract and its scores.

`NS+` is a contract that NS made, `NS-` one that they failed; then both scores; then, where it matters, how many tricks
NS took, and `b20` for 20 points of belote in the score of NS.
"""

from __future__ import annotations

import pytest

from coinche.engine.cards import PACK
from coinche.engine.events import DealStarted, MatchStarted, Result
from coinche.engine.fold_view import fold
from coinche.engine.match import MatchOver, new_match, next_deal
from coinche.engine.match_result import MatchStanding, Outcome, stand
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.view import TableView, view
from tests.engine.deals import DEALS, begun, played, ready, result
from tests.engine.house import house, numbered
from tests.engine.script import play


def outcome(deal: str) -> Outcome:
    contract, ns, ew, *more = deal.split()
    tricks = next((int(word) for word in more if word.isdecimal()), 5)
    belote = next((int(word[1:]) for word in more if word.startswith("b")), 0)
    return Outcome(
        takers=Team(contract[:2]),
        made=contract.endswith("+"),
        tricks=Points(tricks, 8 - tricks),
        scores=Points(int(ns), int(ew)),
        belote=Points(NS=belote),
    )


# options, preset, the deals of a match, who has won after the last of them
ROWS = [
    # F 10.4: « le premier camp atteignant ou dépassant le nombre de points fixés »; contests play a number of deals
    ("length=none", "ffb", "NS+ 900 0, NS+ 900 0", "nobody"),
    ("length=none", "ffb", "NS+ 900 0, NS+ 1100 0", "NS"),
    ("length=2", "ffb", "NS+ 900 0, EW+ 60 300", "NS"),
    ("length=2", "ffb", "NS+ 2100 0", "nobody"),  # the target says nothing
    ("length=1", "ffb", "EW+ 60 300", "EW"),
    ("length=3", "ffb", "NS+ 900 0, EW+ 60 300", "nobody"),
    ("length=3", "ffb", "NS+ 2100 0, EW+ 60 300, EW+ 60 300", "NS"),
    # P: 2000; "Variations": 1000 or 1500, 3000 with announcements
    ("target=2000", "pagat-annonces", "NS+ 1990 0", "nobody"),
    ("target=2000", "pagat-annonces", "NS+ 2000 1990", "NS"),
    ("target=3000", "pagat", "NS+ 2990 0", "nobody"),
    ("target=3000", "pagat", "NS+ 3000 0", "NS"),
    ("target=1000", "ffb", "NS+ 990 0, EW+ 0 1000", "EW"),
    ("target=500", "stayandplay-both", "NS+ 300 100, EW+ 100 399", "nobody"),
    ("target=500", "stayandplay-both", "NS+ 300 100, EW+ 100 400", "EW"),
    # F 10.4: « celui qui a le plus de points au-delà »; S: "the team who fulfilled the last contract"
    ("both_reach=higher_total", "stayandplay-both", "NS+ 990 990, NS+ 100 160", "EW"),
    ("both_reach=higher_total", "pagat", "EW+ 1990 1950, NS- 20 260", "EW"),
    ("both_reach=higher_total, target=1000", "stayandplay-both", "NS+ 990 900, NS- 180 160", "NS"),
    ("both_reach=contract_side", "ffb", "EW+ 1900 1990, NS+ 140 120", "NS"),  # 2040 to 2110
    ("both_reach=contract_side", "ffb", "NS+ 1990 1800, NS- 20 260", "EW"),  # the defence won it
    ("both_reach=contract_side", "ffb", "EW+ 1900 1990, NS+ 90 20", "EW"),  # NS are not there yet
    # F 10.4: « une dernière donne départage »; P: "the winners of the latest deal win the game"
    ("tie=extra_deal", "pagat", "NS+ 1950 1900, EW+ 90 140", "nobody"),
    ("tie=extra_deal", "pagat", "NS+ 1950 1900, EW+ 90 140, NS+ 80 80", "nobody"),
    ("tie=extra_deal", "pagat", "NS+ 1950 1900, EW+ 90 140, NS+ 170 80", "NS"),
    ("tie=last_deal_winner", "ffb", "NS+ 1950 1900, EW+ 90 140", "EW"),
    ("tie=last_deal_winner", "ffb", "NS+ 1950 1900, EW- 90 140", "NS"),
    ("tie=last_deal_winner, length=2", "ffb", "NS+ 200 60, EW+ 60 200", "EW"),
    ("tie=extra_deal, length=2", "pagat", "NS+ 200 60, EW+ 60 200", "nobody"),
    # F 10.4, « Cas particulier »: « L'équipe aura besoin d'un pli supplémentaire »
    ("belote_cannot_win=true", "pagat", "NS+ 1990 0, NS- 20 260 3 b20", "nobody"),
    ("belote_cannot_win=true", "pagat", "NS+ 1990 0, EW+ 20 350 0 b20", "nobody"),
    ("belote_cannot_win=true", "pagat", "NS+ 1990 0, NS- 20 260 3 b20, EW+ 20 150 1", "NS"),
    ("belote_cannot_win=true", "pagat", "NS+ 1990 0, NS- 20 260 3 b20, EW+ 0 350 0", "nobody"),
    ("belote_cannot_win=true", "pagat", "NS+ 1900 0, NS+ 110 80 5 b20", "NS"),  # made: it wins
    ("belote_cannot_win=false", "ffb", "NS+ 1990 0, NS- 20 260 3 b20", "NS"),
    ("belote_cannot_win=false", "ffb", "NS+ 1990 0, EW+ 20 350 0 b20", "NS"),
]


@pytest.mark.parametrize(("options", "preset", "deals", "winner"), ROWS, ids=numbered(ROWS))
def test_who_has_won(options: str, preset: str, deals: str, winner: str) -> None:
    rules, standing = house(options, preset).match, MatchStanding(ZERO)
    for deal in deals.split(", "):
        assert standing.winner is None
        standing = stand(standing, outcome(deal), rules)
    assert (standing.winner or "nobody") == winner


# options, preset, deals of a match that are played to the last card, the totals, who has won. `-`: thrown in.
# The leader bids: NS in the first deal, EW in the second. A: 104 to 58; B: 91 to 71; D: 81 to 81, the leader's first.
MATCHES = [
    ("length=1", "pagat", "A 100H", (200, 60), "NS"),  # 204 and 58
    ("length=1", "pagat", "D 80H", (0, 240), "EW"),  # 81 are not 82
    ("length=2", "pagat", "A 100H", (200, 60), "nobody"),
    ("length=2", "pagat", "A 100H, B 80H", (270, 230), "NS"),  # 204 + 71, 58 + 171
    ("length=2", "pagat", "A 100H, B 100H", (460, 60), "NS"),  # 91 are not 100: 160 + 100 more for NS
    ("length=2", "pagat", "D 80H, A 100H", (60, 440), "EW"),
    ("length=2, tie=last_deal_winner", "pagat", "A 100H, A 100H", (260, 260), "EW"),
    ("length=2, tie=extra_deal", "pagat", "A 100H, A 100H", (260, 260), "nobody"),
    ("length=2, tie=extra_deal", "pagat", "A 100H, A 100H, B 80H", (430, 330), "NS"),
    ("length=1", "pagat", "-", (0, 0), "nobody"),  # a thrown-in deal does not count
    ("length=1", "pagat", "-, A 100H", (60, 200), "EW"),
    ("length=3", "pagat", "A 100H, -, B 80H", (370, 130), "nobody"),
    ("length=3", "pagat", "A 100H, -, B 80H, D 80H", (610, 130), "NS"),
    ("length=none", "pagat", "A 100H, B 80H, A 100H", (470, 290), "nobody"),
    # a house rule: 81 to 81 leaves 81 + 80 = 161 to the side that wins the next deal, and its 81 to the defence
    ("draw=held_over", "pagat", "D 80H", (0, 80), "nobody"),
    ("draw=held_over", "pagat", "D 80H, A 100H", (60, 450), "nobody"),  # EW make it: 104 + 100 + 161
    ("draw=held_over", "pagat", "D 80H, B 100H", (420, 80), "nobody"),  # EW fail: 160 + 100 + 161
    ("draw=held_over", "pagat", "D 80H, D 80H, A 100H", (610, 140), "nobody"),  # 80; 104 + 100 + 322
    ("draw=held_over", "pagat", "D 80H, -, A 100H", (370, 140), "nobody"),  # they wait while a deal is thrown in
    ("draw=held_over", "pagat", "D 80H, A 100H, A 100H", (260, 510), "nobody"),  # and are won once
    ("draw=held_over, length=1", "pagat", "D 80H", (0, 80), "EW"),  # after the last deal nobody gets them
    ("draw=held_over, target=80", "pagat", "D 80H", (0, 80), "EW"),
    ("draw=held_over, target=450", "pagat", "D 80H, A 100H", (60, 450), "EW"),
    ("draw=decided", "pagat", "D 80H, A 100H", (60, 440), "nobody"),
    ("target=500", "pagat", "A 100H, B 100H, A 100H", (660, 120), "NS"),
]


@pytest.mark.parametrize(("options", "preset", "deals", "totals", "winner"), MATCHES, ids=numbered(MATCHES))
def test_matches_that_are_played(options: str, preset: str, deals: str, totals: tuple[int, int], winner: str) -> None:
    state = begun(house(options, preset))
    for deal in deals.split(", "):
        assert not isinstance(state.phase, MatchOver)
        if deal == "-":
            state, _ = play(next_deal(state, PACK)[0], "pass pass pass pass")
        else:
            name, bid = deal.split()
            state, _ = played(state, DEALS[name], f"{bid} pass pass pass")
    assert state.standing.totals == Points(*totals)
    assert ((state.phase.winner if isinstance(state.phase, MatchOver) else None) or "nobody") == winner


def test_what_is_held_over_is_seen_until_somebody_has_won_it() -> None:
    state = begun(house("draw=held_over", "pagat"))
    drawn, events = played(state, DEALS["D"], "80H pass pass pass")
    assert result(events).result is Result.DRAWN
    opened = ready(drawn, DEALS["A"])
    won, _ = played(drawn, DEALS["A"], "100H pass pass pass")
    assert [view(at, None).held for at in (state, drawn, opened, won)] == [0, 161, 161, 0]
    assert next_deal(new_match(won.rules, Seat.NORTH)[0], PACK)[0].standing.held == 0


def test_whoever_folds_knows_what_is_held_over() -> None:
    rules = house("draw=held_over", "pagat")
    _, events = played(begun(rules), DEALS["D"], "80H pass pass pass")
    seen = fold(TableView(viewer=None), result(events), rules)
    assert seen.held == 161
    assert fold(seen, DealStarted(2, Seat.EAST, shuffled=True), rules).held == 161
    assert fold(seen, MatchStarted(rules, 2, board=False), rules).held == 0


def test_a_forgotten_rebelote_is_granted_to_takers_whom_it_saves_from_failing() -> None:
    """The belote of a draw is not lost to the opponents: 71 and 20 to 91 (F 7)."""
    rules = house("draw=held_over, belote_on_failure=to_opponents", "ffb")
    _, events = played(begun(rules), DEALS["B"], "pass 90H pass pass pass", "QH+belote")
    told = result(events)
    assert (told.result, told.scores, told.held) == (Result.DRAWN, Points(90, 0), 181)  # 71 + 20 + 90
    assert told.belote_forgiven == (Team.EAST_WEST,)
