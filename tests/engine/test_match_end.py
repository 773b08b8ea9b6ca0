"""Tests of the end of a match, played out with cards: the effect of one deal on the next (F 7, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coinche.engine.events import DealScored
from coinche.engine.match import DealOver, MatchOver, State, legal, to_act
from coinche.engine.seats import Points, Seat, Team
from tests.engine.script import dealt, dealt_again, hands, meanwhile, play

NS, EW = Team.NORTH_SOUTH, Team.EAST_WEST
SOUTH_ALL = hands(S="7H 8H 9H 10H JH QH KH AH")
EAST_ALL = hands(E="7H 8H 9H 10H JH QH KH AH")
SAYING = "KH+belote QH+rebelote 7H 8H 9H 10H JH AH"
FORGETFUL = "KH+belote QH 7H 8H 9H 10H JH AH"


def at(state: State, ns: int, ew: int) -> State:
    """The match with other totals."""
    return replace(state, standing=replace(state.standing, totals=Points(ns, ew)))


def failing_with_a_belote(state: State, plays: str = SAYING) -> State:
    """South bids 280 hearts and takes everything, 252 + 20 + no declaration: failed, but for the belote of 20."""
    return meanwhile(play(state, "280H pass pass pass")[0], Seat.SOUTH, plays)[0]


def score(state: State) -> DealScored:
    assert isinstance(state.phase, DealOver | MatchOver)
    assert state.phase.score is not None
    return state.phase.score


def test_a_failed_side_that_only_a_belote_takes_to_the_target_waits() -> None:
    state = failing_with_a_belote(at(dealt(SOUTH_ALL), 1980, 1500))
    assert (score(state).made, state.standing.totals) == (False, Points(2000, 1940))
    assert isinstance(state.phase, DealOver)
    assert state.standing.waiting == {NS}
    assert score(state).waiting == (NS,)


def test_a_thrown_in_deal_changes_nothing_for_who_waits() -> None:
    state = failing_with_a_belote(at(dealt(SOUTH_ALL), 1980, 1500))
    state, _ = play(dealt_again(state, SOUTH_ALL), "pass pass pass pass")
    assert state.standing.waiting == {NS}
    assert isinstance(state.phase, DealOver)


def test_who_waited_wins_with_a_trick_in_a_later_deal_whatever_the_totals() -> None:
    state = failing_with_a_belote(at(dealt(SOUTH_ALL), 1980, 1500))
    state, _ = play(dealt_again(state, SOUTH_ALL), "pass pass pass 280H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, SAYING)
    assert isinstance(state.phase, MatchOver)
    assert state.standing.totals.EW > state.standing.totals.NS
    assert state.phase.winner is NS


def test_who_waits_and_takes_no_trick_loses_to_a_side_that_arrives_properly() -> None:
    state = failing_with_a_belote(at(dealt(SOUTH_ALL), 2300, 1500))
    assert isinstance(state.phase, MatchOver)  # 2300 needs no belote
    state = failing_with_a_belote(at(dealt(SOUTH_ALL), 1985, 1400))
    assert state.standing.waiting == {NS}
    state, _ = play(dealt_again(state, EAST_ALL), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.EAST, SAYING)
    assert isinstance(state.phase, MatchOver)
    assert state.phase.winner is EW


def test_level_over_the_target_means_another_deal() -> None:
    first = meanwhile(play(dealt(SOUTH_ALL), "80H pass pass pass")[0], Seat.SOUTH, SAYING)[0]
    scores = score(first).scores
    level = at(dealt(SOUTH_ALL), 2500 - scores.NS, 2500 - scores.EW)
    state = meanwhile(play(level, "80H pass pass pass")[0], Seat.SOUTH, SAYING)[0]
    assert state.standing.totals == Points(2500, 2500)
    assert isinstance(state.phase, DealOver)
    state, _ = play(dealt_again(state, EAST_ALL), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.EAST, SAYING)
    assert isinstance(state.phase, MatchOver)
    assert state.phase.winner is EW


def test_forgiveness_is_remembered_over_deals_and_for_each_side() -> None:
    """F 7: NS is forgiven, then EW; NS, forgetting once more, is not."""
    state = meanwhile(play(dealt(SOUTH_ALL), "80H pass pass pass")[0], Seat.SOUTH, FORGETFUL)[0]
    assert score(state).belote_forgiven == (NS,)
    state, _ = play(dealt_again(state, EAST_ALL), "80H pass pass pass")
    state, _ = meanwhile(state, Seat.EAST, FORGETFUL)
    assert score(state).belote_forgiven == (EW,)
    state, _ = play(dealt_again(state, SOUTH_ALL), "pass pass 80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, SAYING)
    assert score(state).belote_forgiven == ()
    state, _ = play(dealt_again(at(state, 0, 0), SOUTH_ALL), "pass 80H pass pass pass")
    state, _ = meanwhile(state, Seat.SOUTH, FORGETFUL)
    assert score(state).belote_forgiven == ()


def test_a_capot_defence_that_only_a_belote_takes_to_the_target_waits() -> None:
    """F 10.4: « est capot ou chute »: East takes all eight; North holds the belote and no trick."""
    all_hands = hands(E="JH 9H AH 10H AS AD AC 10S", N="KH QH 7S 8S 7D 8D 7C 8C")
    state, _ = play(at(dealt(all_hands, dealer=Seat.SOUTH), 1980, 0), "80H pass pass pass")
    takers = ["JH", "9H", "AH", "10H", "AS", "AD", "AC", "10S"]
    leads = iter(takers)
    while not isinstance(state.phase, DealOver | MatchOver):
        state = _next_card(state, leads)
    assert score(state).tricks == Points(0, 8)
    assert (state.standing.totals.NS, state.standing.waiting) == (2000, frozenset({NS}))
    assert isinstance(state.phase, DealOver)


def _next_card(state: State, leads: Iterator[str]) -> State:
    """East plays a list of cards; the others the first legal card, with belote and rebelote."""
    seat = to_act(state)
    assert seat is not None
    choices = [str(action) for action in legal(state, seat)]
    said = [choice for choice in choices if choice.endswith("belote")]
    return play(state, next(leads) if seat is Seat.EAST else (said or choices)[0])[0]
