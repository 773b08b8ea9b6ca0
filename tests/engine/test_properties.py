"""Properties of every match: hypothesis picks the packs and the actions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.engine.actions import Action, IllegalAction, MakeBid, PlayCard, Reason, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.deal_phases import Bidding, Cutting
from coinche.engine.declarations import Declaration, held
from coinche.engine.events import DealScored, Event, HandDealt, TrickWon, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.match import DealOver, MatchOver, State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replay
from coinche.engine.rules import NoTrumpValues
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from tests.engine.recording import recorded
from tests.engine.script import at_random
from tests.engine.variants import some_rules
from tests.extent import examples

VIEWERS: tuple[Viewer, ...] = (*Seat, None)
# A seed, not st.randoms(): a match takes hundreds of choices, and a seed is as good a name for it.
chances = st.integers(0, 2**32 - 1).map(random.Random)

Step = tuple[State, tuple[Event, ...]]


def walk(chance: random.Random, deals: int = 2) -> Iterator[Step]:
    """Some deals of a match, state by state, with the events that led there."""
    state, _ = new_match(some_rules(chance), chance.choice(list(Seat)))
    while not isinstance(state.phase, MatchOver) and (state.deal < deals or to_act(state) is not None):
        state, events = at_random(state, chance)
        yield state, events


@settings(max_examples=25, deadline=None)
@given(chances)
def test_cards_are_conserved(chance: random.Random) -> None:
    for state, _ in walk(chance):
        match state.phase:
            case Cutting(pack=pack):
                on_the_table = list(pack)
            case Bidding(pack=pack, hands=hands):
                held_now = [card for hand in hands.values() for card in hand]
                on_the_table = held_now + [card for card in pack if card not in held_now]
                assert len(held_now) == (24 if state.rules.table.two_stage_deal else 32)
            case Playing():
                tricks = (*state.phase.tricks, state.phase.trick)
                played = [card for trick in tricks for card in trick.cards]
                on_the_table = played + [card for hand in state.phase.hands.values() for card in hand]
            case _:
                continue
        assert sorted(on_the_table) == sorted(PACK)


@settings(max_examples=25, deadline=None)
@given(chances)
def test_the_tricks_of_a_deal_are_eight_and_sum_to_the_pack(chance: random.Random) -> None:
    """152 points; 120 where no trump leaves the aces at 11."""
    points: list[int] = []
    for state, events in walk(chance):
        for event in events:
            match event:
                case TrickWon():
                    points.append(event.points)
                case DealScored():
                    assert (len(points), sum(points)) == (8, _worth_of_the_pack(state))
                    assert event.tricks.NS + event.tricks.EW == 8
                    points = []
                case _:
                    pass


def _worth_of_the_pack(state: State) -> int:
    assert isinstance(state.phase, DealOver | MatchOver)
    assert isinstance(state.phase.last, Playing)
    raw = state.rules.scoring.no_trump_values is NoTrumpValues.ELEVEN
    return 120 if raw and state.phase.last.contract.denomination is Denomination.NO_TRUMP else 152


@settings(max_examples=20, deadline=None)
@given(chances)
def test_every_legal_action_applies_and_the_list_is_what_legal_contains(chance: random.Random) -> None:
    for state, _ in walk(chance, deals=1):
        for seat in Seat:
            allowed = legal(state, seat)
            listed = tuple(legal(state, seat))
            assert len(set(listed)) == len(listed)
            assert bool(listed) is (seat is to_act(state) or seat in may_act(state))
            assert seat is not to_act(state) or allowed.default in allowed
            for action in chance.sample(listed, min(len(listed), 12)):
                assert action in allowed
                apply(state, seat, action)


WORDS: tuple[Action, ...] = tuple(map(parse_action, ("pass", "coinche", "surcoinche", "cut:3", "cut:29")))
BIDS: tuple[Action, ...] = tuple(
    MakeBid(Bid(f"{level}{denomination}"))
    for level in ("20", "70", "75", "80", "90", "160", "990", "999", "capot", "generale")
    for denomination in "SHDCNA"
)
BARE = tuple(PlayCard(card) for card in PACK)
DECLARATIONS = held(frozenset(PACK))

with_words = st.builds(
    PlayCard,
    st.sampled_from(PACK),
    st.sampled_from([None, *BeloteWord]),
    st.lists(st.sampled_from(DECLARATIONS), max_size=3).map(tuple),
)


@settings(max_examples=20, deadline=None)
@given(chances, st.lists(with_words, min_size=8, max_size=8))
def test_every_other_action_is_refused_and_names_a_rule(chance: random.Random, said: list[PlayCard]) -> None:
    """In and out of turn, in every phase."""
    for state, _ in walk(chance, deals=1):
        for seat in Seat:
            allowed = set(legal(state, seat))
            tried = (*WORDS, *chance.sample(BIDS, 6), *chance.sample(BARE, 6), *said)
            for action in tried:
                if action in allowed:
                    continue
                with pytest.raises(IllegalAction) as refused:
                    apply(state, seat, action)
                assert isinstance(refused.value.reason, Reason)


@settings(max_examples=25, deadline=None)
@given(chances)
def test_what_a_viewer_folds_from_the_events_he_saw_is_his_view(chance: random.Random) -> None:
    state, events = new_match(some_rules(chance), chance.choice(list(Seat)))
    seen: dict[Viewer, TableView] = {viewer: TableView(viewer=viewer) for viewer in VIEWERS}
    for _ in range(150):
        for viewer in VIEWERS:
            for event in events:
                seen[viewer] = fold(seen[viewer], seen_by(event, viewer), state.rules)
            assert seen[viewer] == view(state, viewer)
        if isinstance(state.phase, MatchOver):
            break
        state, events = at_random(state, chance)


@settings(max_examples=15, deadline=None)
@given(chances)
def test_a_record_of_any_rules_replays_to_the_same_match(chance: random.Random) -> None:
    record = recorded(some_rules(chance), chance, chance.choice(list(Seat)), deals=3)
    again = read_record(write_record(record).splitlines())
    assert again == record
    replay(again)


@settings(max_examples=25, deadline=None)
@given(chances)
def test_events_never_tell_another_hand(chance: random.Random) -> None:
    for _, events in walk(chance, deals=2):
        for event in events:
            for viewer in VIEWERS:
                redacted = seen_by(event, viewer)
                if isinstance(event, HandDealt) and event.seat is not viewer:
                    assert redacted == HandDealt(event.seat, None)
                else:
                    assert redacted == event


@settings(max_examples=25, deadline=None)
@given(chances)
def test_an_event_tells_no_card_that_is_not_played_dealt_or_shown(chance: random.Random) -> None:
    """A spectator's events name only cards that lie face up or that their holder had to show."""
    for state, events in walk(chance, deals=2):
        dealt = state.phase
        shown = set(_cards_in_the_open(dealt)) if isinstance(dealt, Playing) else set()
        for event in events:
            if isinstance(dealt, Playing) and not isinstance(event, HandDealt):
                assert {card for card in PACK if f"'{card}'" in repr(seen_by(event, None))} <= shown


def _cards_in_the_open(deal: Playing) -> Iterator[Card]:
    for trick in (*deal.tricks, deal.trick):
        yield from trick.cards
    if deal.resolution is not None:
        for shown in deal.resolution.shown:
            yield from shown.declaration.cards


@settings(max_examples=examples(150), deadline=None)
@given(st.one_of(st.sampled_from([*WORDS, *BIDS, *BARE]), with_words))
def test_the_notation_of_an_action_reads_back(action: Action) -> None:
    if isinstance(action, PlayCard) and len(set(action.declarations)) < len(action.declarations):
        with pytest.raises(ValueError, match="twice"):
            parse_action(str(action))
    else:
        assert parse_action(str(action)) == action


@given(st.text(alphabet="0123456789SHDCNAJQK+:capotbelrsin ", max_size=20))
def test_any_other_text_is_no_action(text: str) -> None:
    try:
        action = parse_action(text)
    except ValueError:
        return
    assert str(action) == text


@given(st.sampled_from(DECLARATIONS))
def test_a_declaration_is_its_notation(declaration: Declaration) -> None:
    assert Declaration(str(declaration)) == declaration
    assert declaration.cards <= set(PACK)


def test_the_same_packs_and_actions_give_the_same_match() -> None:
    first, second = (list(walk(random.Random(7))) for _ in range(2))
    assert first == second


def test_a_state_is_left_as_it_was() -> None:
    state, _ = next_deal(new_match(FFB, Seat.SOUTH)[0], PACK)
    before = repr(state)
    for action in legal(state, Seat.EAST):
        apply(state, Seat.EAST, action)
    assert repr(state) == before
