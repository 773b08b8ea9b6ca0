"""Tests of the replay: every position shows the fold of all events from the first one on."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.model import replay as match_replays
from coinche.client.model import replay_moves
from coinche.client.model.match_story import continued, shortened, without_running_deal
from coinche.client.model.replay import ReplayState, recorded, wound_to
from coinche.client.model.replay_moves import Move
from coinche.client.update.replay import of_record
from coinche.engine.events import CardPlayed, DealScored, DealStarted, Event, MatchStarted, TrickWon, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.record import BadRecord, RecordDiffers
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.messages import Occupant
from tests.client.matches import NAMES, events_of, record_text, seen


def replay_of(seed: int = 1, deals: int = 4, rules_of: str = "ffb") -> ReplayState:
    return of_record(record_text(seed, deals, rules_of).splitlines(), "Café", rules_of)


def rules_in(events: tuple[Event, ...]) -> RuleSet:
    began = events[0]
    assert isinstance(began, MatchStarted)
    return began.rules


def of_events(events: tuple[Event, ...], eyes: Seat | None = None) -> ReplayState:
    match_replay = recorded(events, title="", preset="", rules=rules_in(events), seats={}, own=eyes, eyes=eyes)
    assert match_replay is not None
    return match_replay


def folded_from_scratch(match_replay: ReplayState) -> TableView:
    """The same place reached the long way: every event of the match from the first."""
    view = TableView(viewer=match_replay.eyes, match=1)
    for replay_deal in match_replay.replay_deals[: match_replay.at]:
        for event in replay_deal.events:
            view = fold(view, seen_by(event, match_replay.eyes), match_replay.rules)
    for event in match_replay.happened:
        view = fold(view, seen_by(event, match_replay.eyes), match_replay.rules)
    return view


def digit(number: int) -> Move:
    return lambda match_replay: replay_moves.typing(match_replay, str(number))


MOVES: tuple[Move, ...] = (
    replay_moves.by_card(1),
    replay_moves.by_card(-1),
    replay_moves.by_trick(1),
    replay_moves.by_trick(-1),
    replay_moves.by_deal(1),
    replay_moves.by_deal(-1),
    replay_moves.to_beginning,
    replay_moves.to_end,
    replay_moves.next_eyes,
    *(digit(number) for number in range(10)),
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(MOVES), max_size=40), st.sampled_from(("ffb", "pagat", "online")))
def test_any_moves_lead_where_folding_everything_leads(moves: list[Move], rules_of: str) -> None:
    match_replay = replay_of(rules_of=rules_of)
    for move in moves:
        match_replay = move(match_replay)
        assert match_replay.view == folded_from_scratch(match_replay)


@settings(deadline=None)
@given(st.lists(st.sampled_from(MOVES), max_size=20))
def test_a_step_on_and_back_is_none(moves: list[Move]) -> None:
    match_replay = replay_of()
    for move in moves:
        match_replay = move(match_replay)
    back = replay_moves.by_card(-1)(replay_moves.by_card(1)(match_replay))
    assert match_replay.is_at_end or back == replace(match_replay, typed="")


def test_every_card_and_every_word_is_a_step() -> None:
    match_replay, seen_cards = replay_of(), 0
    while not match_replay.is_at_end:
        match_replay = replay_moves.by_card(1)(match_replay)
        cards = [event for event in match_replay.just_happened if isinstance(event, CardPlayed)]
        assert len(cards) <= 1
        seen_cards += len(cards)
    assert seen_cards == sum(isinstance(event, CardPlayed) for event in events_of(1, 4))


def test_a_trick_on_is_its_end_and_a_trick_back_its_beginning() -> None:
    match_replay = replay_moves.by_trick(1)(replay_of())
    assert match_replay.view.phase is Phase.PLAYING
    assert match_replay.view.trick is not None
    assert not match_replay.view.trick.cards
    match_replay = replay_moves.by_card(1)(replay_moves.by_trick(1)(match_replay))
    assert len(match_replay.view.tricks) == 1
    assert match_replay.view.trick is not None
    assert len(match_replay.view.trick.cards) == 1
    back = replay_moves.by_trick(-1)(match_replay)
    assert isinstance(back.just_happened[-1], TrickWon)
    assert len(back.view.tricks) == 1


def test_the_score_is_a_place_of_its_own() -> None:
    match_replay = replay_moves.by_card(-1)(replay_moves.by_deal(1)(replay_of()))
    assert match_replay.view.phase is Phase.DEAL_OVER
    assert match_replay.view.score is not None
    last_card = replay_moves.by_card(-1)(match_replay)
    assert last_card.view.score is None
    assert len(last_card.view.tricks) == 8


def test_back_by_a_deal_is_first_the_beginning_of_this_one() -> None:
    third = replay_moves.to_deal(replay_of(), 3)
    assert third.replay_deal.deal == 3
    assert replay_moves.by_deal(-1)(replay_moves.by_trick(1)(third)) == third
    assert replay_moves.by_deal(-1)(third).replay_deal.deal == 2


def test_digits_are_the_number_of_a_deal() -> None:
    match_replay = replay_of(deals=20)
    for typed, deal in (("1", 1), ("2", 12), ("3", 3), ("9", 9), ("9", 9), ("1", 1), ("5", 15)):
        match_replay = replay_moves.typing(match_replay, typed)
        assert match_replay.replay_deal.deal == deal


def test_the_end_of_twenty_deals_is_a_few_events_away() -> None:
    match_replay = replay_of(deals=20)
    assert sum(len(replay_deal.events) for replay_deal in match_replay.replay_deals) > 700
    last = len(match_replay.replay_deals) - 1
    _, events = match_replays.way(match_replay, last, len(match_replay.replay_deals[-1].stops) - 1)
    assert len(events) == len(match_replay.replay_deals[-1].events) < 80
    _, one_step = match_replays.way(match_replay, 0, 1)
    assert len(one_step) == 1


def test_open_hands_are_all_cards_that_are_not_played_yet() -> None:
    match_replay = replay_moves.to_deal(replay_of(), 2)
    while not match_replay.is_at_end:
        held = sum(map(len, match_replay.hands.values()))
        played = sum(isinstance(event, CardPlayed) for event in match_replay.happened)
        assert held == 32 - played
        match_replay = replay_moves.by_card(1)(match_replay)


def test_eyes_see_one_hand_and_open_cards_are_nobodys() -> None:
    match_replay = replay_of()
    assert match_replay.view.hand == ()
    match_replay = replay_moves.next_eyes(match_replay)
    assert match_replay.eyes is not None
    assert match_replay.view.hand == match_replay.hands[match_replay.eyes]
    for _ in Seat:
        match_replay = replay_moves.next_eyes(match_replay)
    assert match_replay.eyes is None


def test_a_player_winds_back_what_he_saw_and_hands_open_once_they_are_played() -> None:
    events = events_of(1, 2)
    cut = next(at for at, event in enumerate(events) if isinstance(event, TrickWon))
    told = seen(events[: cut + 1], Seat.SOUTH)
    running = of_events(told, Seat.SOUTH)
    assert set(running.hands) == {Seat.SOUTH}
    over = of_events(seen(events, Seat.SOUTH), Seat.SOUTH)
    assert set(over.hands) == set(Seat)
    assert over.hands == of_events(events).hands


def test_cards_of_two_stages_that_nobody_showed_stay_closed() -> None:
    events = events_of(1, 1)
    rules = rules_in(events)
    staged = replace(rules, table=replace(rules.table, two_stage_deal=True, deal_batches=(3, 3, 2)))
    match_replay = recorded(seen(events, None), title="", preset="", rules=staged, seats={})
    assert match_replay is not None
    assert match_replay.hands == {}


def test_history_is_of_the_deals_that_are_over_by_then() -> None:
    match_replay = replay_moves.to_deal(replay_of(), 3)
    assert [past.deal for past in match_replay.history] == [1, 2]
    scores = [event for event in events_of(1, 4) if isinstance(event, DealScored)]
    assert [past.score for past in replay_moves.to_end(match_replay).history if past.score] == scores


def test_a_long_story_loses_its_first_deal_and_no_point() -> None:
    events = events_of(1, 6)
    short = shortened(events)
    assert len(short) < len(events)
    whole, rest = of_events(events), of_events(short)
    assert rest.replay_deals == whole.replay_deals[1:]
    story: tuple[Event, ...] = ()
    for event in events:
        story = continued(story, event, longest=200)
        assert len(story) <= 200
    assert replay_moves.to_end(of_events(story)).view == replay_moves.to_end(whole).view


def test_another_match_is_another_story() -> None:
    first, second = events_of(1, 1), events_of(2, 1)
    story: tuple[Event, ...] = ()
    for event in (*first, *second):
        story = continued(story, event)
    assert story == second


def test_the_running_deal_is_left_out_where_only_the_last_trick_may_be_seen() -> None:
    events = events_of(1, 2)
    begins = [at for at, event in enumerate(events) if isinstance(event, DealStarted)]
    assert without_running_deal(events[: begins[1] + 6]) == events[: begins[1]]
    assert without_running_deal(events) == events


def test_nothing_dealt_is_no_tape() -> None:
    events = events_of(1, 1)[:1]
    assert recorded(events, title="", preset="", rules=rules_in(events), seats={}) is None


def test_who_sat_there_sees_it_from_his_seat() -> None:
    lines = record_text(1, 1).splitlines()
    assert of_record(lines, "Café", "ffb", "Max").table.bottom is Seat.EAST
    assert of_record(lines, "Café", "ffb", "Lou").table.seat is None
    assert of_record(lines, "Café", "ffb").table.names == NAMES


@pytest.mark.parametrize("lines", [[], ["nonsense"], record_text(1, 1).splitlines()[:1]])
def test_what_is_no_record_is_refused(lines: list[str]) -> None:
    with pytest.raises(BadRecord):
        of_record(lines, "", "")


def test_what_the_rules_forbid_is_refused() -> None:
    lines = record_text(1, 1).splitlines()
    with pytest.raises(RecordDiffers):
        of_record([*lines, lines[-1]], "", "")


def with_names(lines: list[str], names: dict[int, dict[Seat, str]]) -> list[str]:
    """The record, with the evidence for the shuffle of each deal: those are the names at the seats."""
    found = []
    for line in lines:
        values = json.loads(line)
        if (deal := values.get("deal")) in names and "pack" in values:
            empty = {"shares": "cutter", "commitment": "00" * 32, "pledges": {}, "given": {}, "secret": "00" * 32}
            values["fair"] = {"names": {seat.value: name for seat, name in names[deal].items()}, **empty}
        found.append(json.dumps(values))
    return found


def left_in_the_second_of_four() -> ReplayState:
    """Zoé, from whose seat the match is seen, leaves in the second deal of four; a bot has her seat from the third."""
    after = {**NAMES, Seat.NORTH: "steady"}
    names = {1: NAMES, 2: NAMES, 3: after, 4: after}
    return of_record(with_names(record_text(3, 4).splitlines(), names), "Café", "ffb", "Zoé")


def test_a_bot_that_has_taken_the_seat_of_a_player_plays_its_own_cards_in_the_record() -> None:
    match_replay = left_in_the_second_of_four()
    assert match_replay.own is Seat.NORTH
    for at, deal in enumerate(match_replay.replay_deals):
        there = wound_to(match_replay, at, len(deal.stops) - 1)
        is_there = deal.deal <= 2
        assert (there.occupants[Seat.NORTH].name == "Zoé") is is_there
        assert (there.occupants[Seat.NORTH].occupant is Occupant.PERSON) is is_there
        assert (there.table.seat is Seat.NORTH) is is_there


def test_only_deals_that_a_player_has_surely_played_to_the_end_are_judged_as_theirs() -> None:
    match_replay = left_in_the_second_of_four()
    assert [deal for deal in range(1, 5) if match_replay.played_whole(deal)] == [1]


def test_a_record_without_names_of_deals_has_those_of_its_beginning() -> None:
    match_replay = of_record(record_text(3, 4).splitlines(), "Café", "ffb", "Zoé")
    assert match_replay.past_occupants == ()
    assert all(match_replay.played_whole(deal) for deal in range(1, 5))
