"""Tests of a seat's beliefs about hidden hands: never too much, and in the end everything that can be known."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import combinations

import pytest

from coinche.bot import Bot
from coinche.bots.beliefs.beliefs import LOG_IMPOSSIBLE, hidden_hands
from coinche.bots.built_in import Random, Steady
from coinche.bots.constraints import plays, ruled_out
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.declarations import DeclarationKind, Kinds
from coinche.engine.legal_cards import playable
from coinche.engine.presets import FFB, ONLINE, PRESETS
from coinche.engine.rules import Belote, RuleSet, UndertrumpPartner
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, HiddenHands, worlds
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView
from tests.client.bots.card_play import Hands, situations
from tests.extent import SOME_PRESETS

UNDERTRUMPING = FFB.changed(undertrump_partner=UndertrumpPartner.HIGHER_IF_POSSIBLE)


def fits(known: HiddenHands, hands: Hands) -> bool:
    """Return whether these hands are considered possible."""
    return all(
        set(hands[seat]) <= known.may[seat] and len(hands[seat]) == known.room[seat] for seat in known.may
    ) and known.unseen == {card for seat in known.may for card in hands[seat]}


def likely(piece: CallEvidence, dealt: frozenset[Card]) -> float:
    """The logarithm of how likely the piece makes a hand of eight."""
    worth, table = array("h", piece.worth), array("f", piece.likely)
    held = [sum(1 << at for at in range(8) if PACK[8 * suit + at] in dealt) for suit in range(4)]
    return table[sum(worth[256 * suit + holding] for suit, holding in enumerate(held))]


@pytest.mark.parametrize("bot", [Random, Steady])
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_the_true_hands_are_never_ruled_out(preset: str, bot: type[Bot]) -> None:
    rules, asked = PRESETS[preset], 0
    for seen, hands in situations(rules, bot, 5, 1):
        known = hidden_hands(seen, rules)
        assert fits(known, hands), f"{seen}\n{hands}"
        for piece in known.evidence:
            assert likely(piece, known.gone[piece.seat].union(hands[piece.seat])) > LOG_IMPOSSIBLE
        asked += 1
    assert asked > 30


def test_the_engine_finds_worlds_with_all_that_is_believed() -> None:
    for seen, _ in situations(FFB, Steady, 6, 2):
        assert isinstance(seen.viewer, Seat)
        assert len(worlds(seen.viewer, hidden_hands(seen, FFB), FFB.table.direction, 3, candidates=50, seed=1)) == 36


def legal_so_far(seen: TableView, hands: Hands, rules: RuleSet) -> bool:
    """Return whether every card so far was legal from these hands, with the cards played put back."""
    assert seen.contract is not None
    played = tuple(plays(seen, rules.table.direction))
    for at, (seat, card, before) in enumerate(played):
        later = tuple(other for by, other, _ in played[at:] if by is seat)
        if card not in playable((*hands[seat], *later), before, seen.contract.denomination, rules.play):
            return False
    return True


def every_world(seen: TableView, rules: RuleSet) -> Iterator[Hands]:
    """Every way to deal the cards that are not seen."""
    assert isinstance(seen.viewer, Seat)
    known = hidden_hands(seen, rules, inference=False, memory=False)
    first, second, third = known.room
    for one in combinations(sorted(known.unseen), known.room[first]):
        rest = known.unseen.difference(one)
        for other in combinations(sorted(rest), known.room[second]):
            yield {first: one, second: other, third: tuple(rest.difference(other)), seen.viewer: seen.hand}


@pytest.mark.parametrize("rules", [PRESETS["pagat"], PRESETS["ibelote"], PRESETS["contree"], UNDERTRUMPING])
def test_in_an_ending_those_worlds_are_held_possible_in_which_every_card_was_legal(rules: RuleSet) -> None:
    silent = rules.changed(belote=Belote.NONE, declarations=False)
    checked = 0
    for seen, _ in situations(silent, Random, 14, 3):
        if len(seen.hand) == 2:
            known = hidden_hands(seen, silent, inference=False)
            for hands in every_world(seen, silent):
                assert fits(known, hands) is legal_so_far(seen, hands, silent), f"{seen}\n{hands}"
                checked += 1
    assert checked > 400


# --- what was said -----------------------------------------------------------------------------------


def seen_by_south(rules: RuleSet, hand: str, first: str, **more: object) -> TableView:
    """South to play to a trick that East led, hearts being trumps."""
    cards = tuple(map(Card, first.split()))
    return TableView(
        viewer=Seat.SOUTH,
        phase=Phase.PLAYING,
        turn=Seat.SOUTH,
        hand=tuple(map(Card, hand.split())),
        contract=Contract(bid=Bid("90H"), bidder=Seat.EAST),
        trick=Trick(Seat.EAST, cards, Seat.EAST),
        **more,  # type: ignore[arg-type]
    )


HAND = "7S 8S AS 7D 8D KC QC JC"


def test_who_said_belote_has_the_other_card() -> None:
    said = (Said(Seat.EAST, BeloteWord.BELOTE, Card.HK.suit),)
    known = hidden_hands(seen_by_south(FFB, HAND, "KH 7H 8H", belotes=said), FFB)
    assert [seat for seat in known.may if Card.HQ in known.may[seat]] == [Seat.EAST]


def test_where_belotes_say_themselves_silence_rules_the_other_card_out() -> None:
    seen = seen_by_south(ONLINE, HAND, "KH 7H 8H")
    assert Card.HQ not in hidden_hands(seen, ONLINE).may[Seat.EAST]
    assert Card.HQ in hidden_hands(seen, FFB).may[Seat.EAST]


def test_where_belotes_are_said_silence_makes_the_other_card_unlikely() -> None:
    known = hidden_hands(seen_by_south(FFB, HAND, "KH 7H 8H"), FFB)
    lean = array("d", known.lean)
    queen, ace = PACK.index(Card.HQ), PACK.index(Card.HA)
    assert lean[queen] < lean[ace] - 2


def test_a_sequence_that_can_be_one_only_is_known_card_by_card() -> None:
    announced = (Kinds(Seat.EAST, (DeclarationKind.CENT,)),)
    hand = "7S JS AS 10H JH 9D JD JC"
    known = hidden_hands(seen_by_south(FFB, hand, "KC 7C 8C", announced=announced), FFB)
    assert all(Card.DQ in cards for cards in known.may.values())
    hand = "7S JS AS 10H JH 9D JD QD"
    known = hidden_hands(seen_by_south(FFB, hand, "KC 7C 8C", announced=announced), FFB)
    east = {Card("9C"), Card("10C"), Card("JC"), Card("QC"), Card("AC")}
    assert {card for card in east if card not in known.may[Seat.NORTH]} >= {Card("JC"), Card("QC"), Card("10C")}


def test_who_trumps_under_his_partner_has_no_higher_one_where_it_was_due() -> None:
    before = (Card("AS"), Card("10H"), Card("8S"))
    higher = {Card("JH"), Card("9H"), Card("AH")}
    for rules, lacking in ((UNDERTRUMPING, higher), (FFB, set())):
        assert {
            card for card in ruled_out(Card("7H"), before, Denomination.HEARTS, rules) if card.suit is Suit.HEARTS
        } == lacking


def test_before_the_last_two_cards_they_can_be_thought_of() -> None:
    seen = TableView(viewer=Seat.SOUTH, phase=Phase.BIDDING, hand=tuple(map(Card, HAND.split()[:6])))
    drawn = frozenset(map(Card, HAND.split()[6:]))
    known = hidden_hands(seen, FFB, drawn=drawn)
    assert len(known.unseen) == 24
    assert not drawn & known.unseen
