"""Tests of claims: granted exactly if every trick is certain, whatever the others hold, judged from the view alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.claim import claim
from coinche.engine.legal_cards import playable
from coinche.engine.match import apply, legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.engine.trick import Trick, winner_index
from coinche.engine.view import Phase, TableView, view
from tests.engine.script import cards
from tests.engine.worlds import alternative, some_history
from tests.extent import WHOLE

Cards = tuple[Card, ...]

ENDINGS = 300 if WHOLE else 80


def to_lead(trumps: Denomination, hand: Cards, unseen: Cards) -> TableView:
    """South is to lead; what nobody holds any more has fallen."""
    fallen = [card for card in PACK if card not in hand and card not in unseen]
    return TableView(
        viewer=Seat.SOUTH,
        phase=Phase.PLAYING,
        turn=Seat.SOUTH,
        hand=hand,
        contract=Contract(bid=Bid(f"80{trumps}"), bidder=Seat.SOUTH),
        tricks=tuple(Trick(Seat.SOUTH, tuple(fallen[at : at + 4]), Seat.SOUTH) for at in range(0, len(fallen), 4)),
        trick=Trick(Seat.SOUTH, (), None),
    )


@pytest.mark.parametrize(
    ("trumps", "hand", "unseen", "expected"),
    [
        ("H", "JH 9H", "AH 10H KH AS KS QS", "JH 9H"),  # nothing but the best trumps
        ("H", "JH AS", "7H KS QS AC KC QC", "JH AS"),  # the last trump falls on the first round
        ("H", "AS JH", "7H KS QS AC KC QC", "JH AS"),  # trumps first, whatever the order of the hand
        ("H", "JH AS", "7H 8H QS AC KC QC", None),  # the second trump may be in one hand with the first
        ("H", "AS 10S", "7H KS QS AC KC QC", None),  # it ruffs
        ("H", "AS 10S", "9S KS QS AC KC QC", "AS 10S"),  # no trump is left
        ("H", "JH 7H", "8H KS QS AC KC QC", "JH 7H"),  # a small trump is good once the other has fallen
        ("H", "JH 7H", "8H QH QS AC KC QC", None),  # QH may have been kept
        ("H", "JH 9H 7H", "AH 8H QS KS AC KC QC AD 8D", "JH 9H 7H"),  # two rounds draw two
        ("H", "JH 7H 9H", "AH 8H QH KS AC KC QC AD 8D", None),  # and not three
        ("H", "7H 7S", "KS QS AC KC QC AD", None),  # 7S is not the best spade
        ("H", "AS 7S", "KS QS AC KC QC AD", None),  # both spades may be in one hand
        ("H", "AS 7S", "KS JD AC KC QC AD", "AS 7S"),  # one spade is out, and AS draws it
        ("H", "9H AS AD", "10S KS QS 10D KD QD AC KC QC", "9H AS AD"),
        ("N", "AS 10S", "7H JH 9H AC KC QC", "AS 10S"),  # no spade is out
        ("N", "7S", "7H JH 9H", "7S"),  # nobody can follow
        ("N", "7S", "7H JH 8S", None),
        ("N", "AS AD", "KS QS JS KD QD JD", "AS AD"),  # and nobody ruffs
        ("N", "JS AD", "9S 8S 7S KD QD JD", "AD JS"),  # the plain order: A 10 K Q J 9 8 7
        ("A", "JS 9S", "AS 10S KS QH JH 9D", "JS 9S"),  # the trump order in every suit
        ("A", "AS AD", "9S 10S KS QH JH 9H", None),
        ("A", "JS JD", "9S 10S KS 9D JH 9H", "JS JD"),  # nobody ruffs
    ],
)
def test_a_claim_is_given_where_every_trick_is_certain(
    trumps: str, hand: str, unseen: str, expected: str | None
) -> None:
    claimed = claim(to_lead(Denomination(trumps), cards(hand), cards(unseen)))
    assert claimed == (cards(expected) if expected else None)


def test_only_who_is_to_lead_claims() -> None:
    sure = to_lead(Denomination.HEARTS, cards("JH 9H"), cards("AH 10H KH AS KS QS"))
    assert claim(sure) is not None
    assert sure.trick is not None
    for changes in (
        {"turn": Seat.WEST},
        {"viewer": None, "hand": ()},
        {"turn": None, "trick": None},
        {"trick": Trick(Seat.EAST, cards("AS"), Seat.EAST)},
        {"phase": Phase.BIDDING, "contract": None, "trick": None, "tricks": ()},
    ):
        values = {name: getattr(sure, name) for name in TableView.__slots__} | changes
        assert claim(TableView(**values)) is None


def hands_of(unseen: Cards) -> Iterator[tuple[Cards, Cards, Cards]]:
    """Every way in which the three others may hold the unseen cards."""
    size = len(unseen) // 3
    for first in combinations(unseen, size):
        rest = tuple(card for card in unseen if card not in first)
        for second in combinations(rest, size):
            yield first, second, tuple(card for card in rest if card not in second)


def takes_all(order: Cards, others: tuple[Cards, ...], trumps: Denomination, trick: Cards = ()) -> bool:
    """Return whether the leader takes every trick, whatever the others legally play."""
    trick = trick or order[:1]
    if len(trick) == 4:
        return winner_index(trick, trumps) == 0 and (len(order) == 1 or takes_all(order[1:], others, trumps))
    at = len(trick) - 1
    return all(
        takes_all(
            order,
            (*others[:at], tuple(c for c in others[at] if c is not card), *others[at + 1 :]),
            trumps,
            (*trick, card),
        )
        for card in playable(others[at], trick, trumps, FFB.play)
    )


def is_certain(hand: Cards, unseen: Cards, trumps: Denomination) -> bool:
    """Return whether some order of the leader's cards takes all tricks, by trying everything."""
    return any(all(takes_all(order, others, trumps) for others in hands_of(unseen)) for order in permutations(hand))


def some_ending(chance: random.Random, tricks: int) -> tuple[Denomination, Cards, Cards]:
    """Trumps, a hand that has often the best of what is left, and what the others hold."""
    trumps = chance.choice(list(Denomination))
    left = chance.sample(PACK, 4 * tricks)
    best = sorted(left, key=lambda card: (card.suit in trumps.trumps, card.rank.value in "A10J9"), reverse=True)
    hand = tuple(best[:tricks]) if chance.random() < 0.5 else tuple(left[:tricks])
    return trumps, hand, tuple(card for card in left if card not in hand)


def test_of_small_endings_the_certain_ones_and_no_others_are_claimed() -> None:
    """Of the last two tricks none is claimed wrongly, and none that is certain is missed."""
    chance, claims = random.Random(11), 0
    for _ in range(ENDINGS):
        trumps, hand, unseen = some_ending(chance, tricks=chance.choice((1, 2, 2)))
        claimed = claim(to_lead(trumps, hand, unseen))
        assert (claimed is not None) == is_certain(hand, unseen, trumps), (trumps, hand, unseen)
        if claimed is not None:
            claims += 1
            assert all(takes_all(claimed, others, trumps) for others in hands_of(unseen))
    assert claims > ENDINGS / 10


@pytest.mark.parametrize(("tricks", "endings"), [(3, 200 if WHOLE else 40), (4, 12 if WHOLE else 3)])
def test_of_longer_endings_no_claim_fails_and_no_refusal_is_groundless(tricks: int, endings: int) -> None:
    """Claimed: some hands of the others, all play. Refused: for each order there are hands that break it."""
    chance, claims = random.Random(tricks), 0
    for _ in range(endings):
        trumps, hand, unseen = some_ending(chance, tricks)
        claimed = claim(to_lead(trumps, hand, unseen))
        if claimed is None:
            for order in permutations(hand):
                assert not all(takes_all(order, others, trumps) for others in hands_of(unseen)), (trumps, order, unseen)
            continue
        claims += 1
        for _ in range(3):
            dealt = chance.sample(unseen, len(unseen))
            others = tuple(tuple(dealt[at * tricks : (at + 1) * tricks]) for at in range(3))
            assert takes_all(claimed, others, trumps), (trumps, hand, others)
    assert claims > 0


def test_a_claim_depends_on_nothing_that_the_claimer_does_not_see() -> None:
    """The answer is the same in another deal that the claimer cannot tell from this one."""
    chance, compared = random.Random(5), 0
    while compared < 15:
        truth = some_history(chance)
        state = truth.state
        if not isinstance(state.phase, Playing) or (seat := to_act(state)) is None or state.phase.trick.cards:
            continue
        world = alternative(truth, seat, chance)
        if world is not None:
            compared += 1
            assert claim(view(world.state, seat)) == claim(view(state, seat))


def test_what_is_claimed_is_taken_in_the_course_of_real_play() -> None:
    """Random boards: from the first claim on, the claimer's cards in that order take every trick."""
    chance, claims = random.Random(3), 0
    while claims < 20:
        state = some_history(chance).state
        while (seat := to_act(state)) is not None and claim(view(state, seat)) is None:
            state, _ = apply(state, seat, legal(state, seat).default)
        if seat is None or not isinstance(state.phase, Playing):
            continue
        claims += 1
        for card in claim(view(state, seat)) or ():
            for _ in Seat:
                now = to_act(state)
                assert now is not None
                action = next(a for a in legal(state, now).actions if now is not seat or str(a) == card)
                state, events = apply(state, now, action)
            assert any(getattr(event, "seat", None) is seat for event in events if type(event).__name__ == "TrickWon")
