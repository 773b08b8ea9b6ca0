"""Tests of the choice of `expert` in a recorded decision: from the view of its player alone, compared fairly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

import pytest

from coinche.engine.actions import Coinche, PlayCard
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import dealt
from coinche.engine.events import DECISIONS
from coinche.engine.match import State, legal
from coinche.engine.playing import Playing
from coinche.engine.record import ActionLine, DealLine, Record, RecordDiffers
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.hints.render import ExpertChoice
from coinche.hints.service import PastDecision, judged, past_decision
from tests.client.matches import record_text

GOLDEN = Path(__file__).parents[2] / "golden" / "review.jsonl"


def without_events(record: Record) -> Record:
    """The record of deals and actions alone, so that it can be changed."""
    entries = tuple(entry for entry in record.entries if isinstance(entry, DealLine | ActionLine))
    return replace(record, header=replace(record.header, provenance=None), entries=entries)


MATCH = without_events(read_record(GOLDEN.read_text(encoding="utf-8").splitlines()))


def at(record: Record, number: int, state: State) -> PastDecision:
    decision = past_decision(record, state.deal, number)
    assert decision is not None
    return decision


def positions(record: Record) -> Iterator[tuple[int, State, ActionLine]]:
    """The states before the decisions of the match, with their places among those of the deal."""
    before, number = None, 0
    for step in replayed(record):
        if isinstance(step.entry, DealLine):
            number = 0
        elif isinstance(step.entry, ActionLine) and any(isinstance(event, DECISIONS) for event in step.events):
            assert before is not None
            yield number, before, step.entry
            number += 1
        before = step.state


def test_a_decision_is_that_of_the_record_with_what_its_player_knew() -> None:
    for number, state, entry in positions(MATCH):
        decision = at(MATCH, number, state)
        assert decision.view == view(state, entry.seat)
        assert tuple(decision.legal) == tuple(legal(state, entry.seat))
        assert decision.made == entry.action
    assert past_decision(MATCH, 1, 1000) is None
    assert past_decision(MATCH, 1000, 0) is None


def hands_at(state: State) -> dict[Seat, tuple[Card, ...]]:
    """The cards in each hand that have not been played."""
    match state.phase:
        case Playing() as playing:
            return {seat: tuple(playing.hands[seat]) for seat in Seat}
        case Bidding(pack=pack, dealer=dealer):
            stages = dealt(pack, dealer, state.rules.table)
            return {seat: tuple(card for stage in stages for card in stage[seat]) for seat in Seat}
        case _:
            return {}


def swapped(deal: int, entry: ActionLine, one: Card, other: Card) -> Record:
    """The match up to that decision, with these two cards in each other's place."""
    exchanged = {one: other, other: one}
    entries = [
        replace(line, pack=tuple(exchanged.get(card, card) for card in line.pack))
        if isinstance(line, DealLine) and line.deal == deal
        else line
        for line in MATCH.entries
    ]
    return replace(MATCH, entries=tuple(entries[: MATCH.entries.index(entry) + 1]))


def exchanges(state: State, seat: Seat) -> Iterator[tuple[Card, Card]]:
    """Pairs of cards of a suit in two hands that the player does not see."""
    hands = hands_at(state)
    for left, right in combinations([other for other in Seat if other is not seat], 2):
        yield from ((a, b) for a in hands[left] for b in hands[right] if a.suit is b.suit)


@pytest.mark.parametrize(("is_card", "tries"), [(False, 4), (True, 20)])
def test_hidden_cards_that_change_hands_change_nothing(is_card: bool, tries: int) -> None:
    tried = 0
    for number, state, entry in positions(MATCH):
        if isinstance(entry.action, PlayCard) is not is_card or tried == tries:
            continue
        for pair in islice(exchanges(state, entry.seat), 2):
            try:
                other = past_decision(swapped(state.deal, entry, *pair), state.deal, number)
            except RecordDiffers:
                continue  # that hand could not have played so far as it did
            assert other is not None
            assert judged(other) == judged(at(MATCH, number, state))
            tried += 1
            break
    assert tried == tries


def test_it_says_where_its_choice_is_not_clearly_better_and_nothing_is_better_than_the_same() -> None:
    cards = [
        judged(at(MATCH, number, state))
        for number, state, entry in positions(MATCH)
        if isinstance(entry.action, PlayCard)
    ]
    rash = read_record(record_text(2, 12).splitlines())
    calls = [judged(at(rash, number, state)) for number, state, _ in islice(positions(rash), 6)]
    for made in (cards, calls):
        assert {one.clear for one in made if not one.agrees} == {False, True}
        assert {one.clear for one in made if one.agrees} == {False}
    assert any(one.forced and one.agrees for one in cards)


def test_a_card_is_the_same_whatever_is_announced_with_it() -> None:
    silent, said = ExpertChoice(made=PlayCard(Card.SK), action=PlayCard(Card.SK), why=None, clear=False), Coinche()
    assert silent.agrees
    assert not replace(silent, made=said).agrees
