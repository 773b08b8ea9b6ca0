"""Tests of a match from deal to deal: dealer, leader, phases, totals, boards, and refusals in the play."""

from __future__ import annotations

import random

import pytest

from coinche.engine.actions import IllegalAction, Reason, parse_action
from coinche.engine.cards import PACK
from coinche.engine.events import (
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    TrickWon,
)
from coinche.engine.match import MatchOver, State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB, preset
from coinche.engine.rules import InvalidRules
from coinche.engine.seats import Points, Seat, Team
from tests.engine.script import at_random, dealt, hands, play


def whole_match(seed: int, target: int = 500) -> tuple[State, list[Event]]:
    state, events = new_match(preset("ffb", target), Seat.SOUTH)
    happened = list(events)
    chance = random.Random(seed)
    while not isinstance(state.phase, MatchOver):
        state, events = at_random(state, chance)
        happened += events
    return state, happened


def test_a_match_begins_with_its_rules_and_waits_for_a_pack() -> None:
    state, events = new_match(FFB, Seat.EAST, match=3)
    assert events == (MatchStarted(FFB, 3, False),)
    assert to_act(state) is None
    assert [tuple(legal(state, seat)) for seat in Seat] == [()] * 4


def test_the_events_of_a_deal_that_begins() -> None:
    """F 3.4: South deals, so East is dealt first."""
    state, _ = new_match(FFB, Seat.SOUTH)
    state, events = next_deal(state, PACK)
    assert events[0] == DealStarted(1, Seat.SOUTH, shuffled=True)
    assert [event.seat for event in events if isinstance(event, HandDealt)] == [
        Seat.EAST,
        Seat.NORTH,
        Seat.WEST,
        Seat.SOUTH,
    ]


def test_the_deal_passes_to_the_right() -> None:
    """F 3.1: anticlockwise."""
    _, events = whole_match(1, target=10000)
    dealers = [event.dealer for event in events if isinstance(event, DealStarted)]
    round_the_table = Seat.SOUTH.round(FFB.table.direction)
    assert len(dealers) > 4
    assert dealers == [round_the_table[number % 4] for number in range(len(dealers))]


def test_the_dealer_s_neighbour_leads_and_then_whoever_took_the_trick() -> None:
    """F 5.1."""
    _, events = whole_match(2)
    leader: Seat | None = None
    dealer = Seat.SOUTH
    cards = 0
    for event in events:
        match event:
            case DealStarted():
                dealer, leader, cards = event.dealer, None, 0
            case CardPlayed():
                first = leader if leader is not None else dealer.next(FFB.table.direction)
                assert event.seat is first.round(FFB.table.direction)[cards % 4]
                cards += 1
            case TrickWon():
                leader = event.seat
            case _:
                pass


def test_totals_are_the_sum_of_the_scores_and_the_match_ends_at_the_target() -> None:
    state, events = whole_match(3)
    scores = [event for event in events if isinstance(event, DealScored)]
    total = Points()
    for score in scores:
        assert max(total.NS, total.EW) < 500
        total += score.scores
        assert score.totals == total
    assert isinstance(state.phase, MatchOver)
    winner = state.phase.winner
    assert winner is not None
    assert total[winner] >= 500
    assert events[-1] == MatchEnded(winner, total)


def test_nothing_can_be_done_between_deals_and_no_deal_begins_during_one() -> None:
    waiting, _ = new_match(FFB, Seat.SOUTH)
    for action in ("pass", "JH", "coinche"):
        with pytest.raises(IllegalAction) as refused:
            apply(waiting, Seat.EAST, parse_action(action))
        assert refused.value.reason is Reason.WRONG_PHASE
    over, _ = whole_match(4, target=100)
    for state in (dealt(hands()), over):
        with pytest.raises(IllegalAction) as refused:
            next_deal(state, PACK)
        assert refused.value.reason is Reason.WRONG_PHASE


def test_a_board_is_one_deal_won_by_the_higher_score() -> None:
    chance = random.Random(5)
    for number in range(20):
        state, _ = new_match(FFB, Seat.SOUTH, match=number + 1, board=True)
        while not isinstance(state.phase, MatchOver):
            state, _ = at_random(state, chance)
        assert state.deal == 1
        best = max(Team, key=state.standing.totals.__getitem__)
        assert state.phase.winner is (None if state.standing.totals.NS == state.standing.totals.EW else best)


def test_a_board_that_is_thrown_in_is_over_too() -> None:
    state, _ = new_match(FFB, Seat.SOUTH, board=True)
    state, events = play(next_deal(state, PACK)[0], "pass pass pass pass")
    assert events[-1] == MatchEnded(None, Points())
    assert isinstance(state.phase, MatchOver)


PLAY = hands(S="AS KS 7H 8H 9D JD QD KD", E="10S JH 9H AH 7D 7C 8C 9C", N="7S 8S QH KH AD 10C JC QC")


@pytest.mark.parametrize(
    ("script", "play_now", "reason"),
    [
        ("AS", "9H", Reason.MUST_FOLLOW_SUIT),
        ("AS 10S 7S 9S KS", "7D", Reason.MUST_TRUMP),  # East has no spade left
        ("7H", "7C", Reason.MUST_FOLLOW_SUIT),
        ("7H AH", "7S", Reason.MUST_FOLLOW_SUIT),
        ("AS", "AC", Reason.CARD_NOT_HELD),
        ("AS 10S 7S 9S", "AS", Reason.CARD_NOT_HELD),  # played already
        ("9D 7D", "JH", Reason.CARD_NOT_HELD),
        ("AS", "10S+belote", Reason.BELOTE_NOT_HELD),
        ("AS", "pass", Reason.WRONG_PHASE),
        ("AS", "90H", Reason.WRONG_PHASE),
    ],
)
def test_a_card_that_the_rules_forbid_names_the_rule(script: str, play_now: str, reason: Reason) -> None:
    state, _ = play(dealt(PLAY), f"80H pass pass pass {script}")
    seat = to_act(state)
    assert seat is not None
    with pytest.raises(IllegalAction) as refused:
        apply(state, seat, parse_action(play_now))
    assert refused.value.reason is reason


def test_a_trump_that_is_too_low_names_the_rule() -> None:
    """F 5.2.3."""
    state, _ = play(dealt(hands(S="8H 7S", E="7H JH")), "80H pass pass pass 8H")
    with pytest.raises(IllegalAction) as refused:
        play(state, "7H")
    assert refused.value.reason is Reason.MUST_OVERTRUMP


def test_a_card_out_of_turn_is_refused() -> None:
    state, _ = play(dealt(PLAY), "80H pass pass pass AS")
    with pytest.raises(IllegalAction) as refused:
        apply(state, Seat.NORTH, parse_action("7S"))
    assert refused.value.reason is Reason.NOT_YOUR_TURN


def test_the_default_is_pass_then_the_legal_card_worth_least_with_everything_sayable() -> None:
    state = dealt(hands(S="7S 8S 9S AD KD AH KH QH"))
    assert str(legal(state, Seat.SOUTH).default) == "pass"
    state, _ = play(state, "80H pass pass pass")
    assert str(legal(state, Seat.SOUTH).default) == "7S+tierce:7S8S9S+tierce:QHKHAH"
    all_trumps = dealt(hands(S="KH QH JH 9H AH 10H AS AD"))
    state, _ = play(all_trumps, "80H pass pass pass")
    assert str(legal(state, Seat.SOUTH).default).startswith("QH+belote+")


@pytest.mark.parametrize("seed", range(5))
def test_the_default_is_always_legal(seed: int) -> None:
    chance = random.Random(seed)
    state, _ = new_match(preset("ffb", 300), Seat.SOUTH)
    while not isinstance(state.phase, MatchOver):
        seat = to_act(state)
        if seat is not None:
            assert legal(state, seat).default in tuple(legal(state, seat))
        state, _ = at_random(state, chance)


def test_presets_are_asked_for_by_name_and_the_target_is_a_parameter() -> None:
    assert preset("ffb") == FFB
    assert preset("ffb", 1000).match.target == 1000
    with pytest.raises(KeyError, match="there are: ffb"):
        preset("tarot")
    with pytest.raises(InvalidRules, match="positive"):
        preset("ffb", 0)
