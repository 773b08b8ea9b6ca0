"""Tests of the principles of `steady`, as rows that a player of the game can check.

All seats play anticlockwise: S, E, N, W. `steady` sits South unless a row says otherwise.
"""

from __future__ import annotations

import pytest

from coinche.bots.built_in import Steady
from coinche.bots.steady.card_tracking import CardProbabilities, card_probabilities
from coinche.engine.actions import Action, Legal, PlayCard, parse_action
from coinche.engine.auction import Call, calls, heard, lowest_bids, maximum, opened
from coinche.engine.belote import BeloteWord, Said
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.declarations import Announced, Declaration
from coinche.engine.legal_cards import playable
from coinche.engine.presets import FFB, FFB_SA_TA, PAGAT
from coinche.engine.rules import AuctionRules
from coinche.engine.seats import Direction, Seat
from coinche.engine.trick import Trick, winner_index
from coinche.engine.view import Phase, TableView

ROUND = Direction.ANTICLOCKWISE


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def trick(text: str, trump: Denomination) -> Trick:
    """`S: AS 7S` is a trick that South led to."""
    leader, played = Seat(text[0]), cards(text[2:])
    winner = leader.round(ROUND)[winner_index(played, trump)] if played else None
    return Trick(leader, played, winner)


def seen(
    contract: str, hand: str, tricks: tuple[str, ...] = (), auction: str = "", seat: Seat = Seat.SOUTH
) -> TableView:
    """The seat's view: `contract` as `90H S`, tricks in their order, the one on the table last."""
    bid, bidder = contract.split()
    trump = Bid(bid).denomination
    done = [trick(text, trump) for text in tricks]
    current = done.pop() if done and len(done[-1].cards) < 4 else Trick(seat, (), None)
    said = tuple(Call(Seat(word[0]), word[2:]) for word in auction.split())
    return TableView(
        viewer=seat,
        phase=Phase.PLAYING,
        turn=seat,
        hand=cards(hand),
        auction=said or (Call(Seat(bidder), bid),),
        contract=Contract(bid=Bid(bid), bidder=Seat(bidder)),
        tricks=tuple(done),
        trick=current,
    )


def played(view: TableView) -> Card:
    assert view.contract is not None
    assert view.trick is not None
    allowed = playable(view.hand, view.trick.cards, view.contract.denomination, FFB.play)
    action = Steady().choose(view, Legal(actions=tuple(map(PlayCard, allowed)), default=PlayCard(allowed[0])))
    assert isinstance(action, PlayCard)
    return action.card


# --- leading -----------------------------------------------------------------------------------------

Row = tuple[str, str, tuple[str, ...], str] | tuple[str, str, tuple[str, ...], str, str]
"""Contract and bidder, hand, tricks so far, the card expected, and the auction where it matters."""

LEADS: dict[str, Row] = {
    "the bidder draws trumps with his master": ("90H S", "JH 9H AH 8H AS 7D 8C QC", (), "JH"),
    "and goes on while both opponents may have some": ("90H S", "9H AH AS 7D 8C QC 7C", ("S: JH 7H 8H QH",), "9H"),
    "his partner draws them too": ("90H N", "JH 8H AS 7D 8D 8C QC 9S", (), "JH"),
    "without the master, the length drives it out": ("90H S", "9H AH 10H 7H AS 7D 8C QC", (), "7H"),
    "trumps gone, the masters are cashed": (
        "90H S",
        "8H AH AS 10S 7D 8C",
        ("S: JH 7H QH KH", "S: 9H 7S 10H 8D"),
        "AS",
    ),
    "the last trumps are kept for the end": (
        "90H S",
        "AH 8H QD 7C",
        ("S: JH 7H QH KH", "S: 9H 7S 10H 8D", "S: AS 8S 9S KS", "S: 10S JS 7D QS"),
        "7C",
    ),
    "the defence cashes its ace": ("90H E", "AS 8S 9D QD 7D 8C QC 7H", (), "AS"),
    "but not where an opponent trumps": (
        "90H E",
        "AS 10D QD 7D 8C QC 7H",
        ("W: 7S 8S 9H 10S",),
        "8C",
    ),
    "the defence leads the suit that its partner bid": (
        "110H E",
        "7S 8S QD JD 8D 7C JC 7H",
        (),
        "7S",
        "N:100S W:pass S:pass E:110H N:pass W:pass S:pass",
    ),
}


@pytest.mark.parametrize("row", LEADS.values(), ids=LEADS.keys())
def test_leads(row: Row) -> None:
    contract, hand, tricks, expected, *spoken = row
    assert played(seen(contract, hand, tricks, " ".join(spoken))) == expected


# --- following ---------------------------------------------------------------------------------------

FOLLOWS = {
    "points go to the partner's sure trick": ("90H E", "KS 7S 8D", ("E: 9S AS 8S",), "KS"),
    "from another suit, too": ("90H N", "10D 7D 8C", ("E: 9S 7H 8S",), "10D"),
    "no points to the opponents' trick": ("90H E", "10S KS 7S AD", ("E: AS 8S 9S",), "7S"),
    "an ace is kept where a ten can be given": ("90H N", "AD 10C 7C QD", ("E: 9S 7H 8S",), "10C"),
    "the last to play takes with the dearer of two masters": ("90H E", "AS 10S 7S KD", ("E: KS 8S 9S",), "AS"),
    "the ace goes up in front of an opponent": ("90H E", "AS 8S 7D KD", ("E: KS",), "AS"),
    "the partner's ace is not trumped but fed": ("90H N", "9H 8C 7C JD", ("N: AS 8S",), "JD"),
    "a small trump is enough": ("90H E", "JH 7H KD 8D", ("E: KS 8S 9S",), "7H"),
    "nothing to win: the lowest card of the longest sorrow": ("90H E", "KD 7C QD", ("E: AS 8S 9S",), "7C"),
}


@pytest.mark.parametrize(("contract", "hand", "tricks", "expected"), FOLLOWS.values(), ids=FOLLOWS.keys())
def test_follows(contract: str, hand: str, tricks: tuple[str, ...], expected: str) -> None:
    assert played(seen(contract, hand, tricks)) == expected


# --- remembering -------------------------------------------------------------------------------------


def known(contract: str, hand: str, tricks: tuple[str, ...], **more: object) -> CardProbabilities:
    view = seen(contract, hand, tricks)
    return card_probabilities(
        TableView(**{name: getattr(view, name) for name in view.__dataclass_fields__} | more), FFB
    )


def test_who_did_not_follow_is_void() -> None:
    at = known("90H S", "8S 7S", ("E: AS 9D 9S 10S",))
    assert at.void(Seat.NORTH, Suit.SPADES) == 1
    assert at.ruffs(Seat.NORTH, Suit.SPADES) == 0, "he would have had to trump the opponents' ace"


def test_who_did_not_overtrump_has_no_higher_trump() -> None:
    at = known("90H S", "8S 7S", ("N: 9H 8H 7H AH",))
    assert Card.HJ not in at.may_hold[Seat.WEST]


def test_a_discard_on_the_partners_trick_tells_nothing_of_trumps() -> None:
    at = known("90H S", "8S 7S", ("N: AS 9S 10D KS",))
    assert at.has_trump(Seat.EAST) > 0


def test_every_unseen_card_has_one_owner_and_every_hand_its_size() -> None:
    at = known("90H S", "8S 7S 7H 9C 8C", ("E: AS 9D 9S 10S", "E: KS JD QS JS"))
    for seat in (Seat.EAST, Seat.NORTH, Seat.WEST):
        assert sum(at.probability[seat].values()) == pytest.approx(6, abs=0.4)
    for card in at.unseen:
        assert sum(chances.get(card, 0.0) for chances in at.probability.values()) == pytest.approx(1)


def test_declarations_shown_and_belotes_said_name_their_cards() -> None:
    shown = (Announced(Seat.WEST, Declaration("tierce:QDKDAD")),)
    said = (Said(Seat.EAST, BeloteWord.BELOTE, Suit.HEARTS),)
    at = known("90H E", "8S 7S", ("E: KH 7H 8H",), shown=shown, belotes=said)
    assert at.probability[Seat.WEST][Card.DA] == pytest.approx(1)
    assert at.probability[Seat.EAST][Card.HQ] == pytest.approx(1)


def test_a_card_is_master_when_nothing_above_it_is_left() -> None:
    at = known("90H E", "KS 7S", ("E: AS 8S 9S 10S",))
    assert at.is_master(Card.SK)
    assert not at.is_master(Card.S7)


# --- bidding -----------------------------------------------------------------------------------------

CALLS = {
    "nothing to bid": ("7S 8S 9D QD 8C QC 7H KH", "S:", "pass"),
    "jack, nine and an ace open": ("JH 9H AH 7H AS 7D 8C QC", "S:", "100H"),
    "eight certain tricks are a capot": ("JH 9H AH 10H KH AS AD AC", "S:", "capotH"),
    "the partner's bid is raised with jack and aces": ("JH 8H AS AD 8C QC 7C KD", "N:80H W:pass", "110H"),
    "and left alone with little": ("7H 8S 9S AD 8C QC 7C KD", "N:80H W:pass", "pass"),
    "another suit over the opponents' bid": ("JH 9H AH 7H AS 7D 8C QC", "E:80S N:pass W:pass", "100H"),
    "a contract that cannot be made is coinched": ("JH 9H 8H AS AD AC 7C 10C", "E:100H N:pass W:pass", "coinche"),
    "a good hand alone does not coinche": ("7H 8H AS 10S AD 8C 7C 10C", "E:80H N:pass W:pass", "pass"),
}


def said(hand: str, auction: str, rules: AuctionRules = FFB.auction) -> Action:
    """South's call after those calls; the first to speak is named first."""
    spoken = [word.split(":") for word in auction.split()]
    dealer = Seat(spoken[0][0]).previous(ROUND)
    state = opened(dealer, ROUND)
    for seat, word in spoken:
        if word:
            state = heard(state, Seat(seat), parse_action(word), rules, ROUND)
    assert state.turn is Seat.SOUTH
    view = TableView(
        viewer=Seat.SOUTH, phase=Phase.BIDDING, hand=cards(hand), auction=state.calls, contract=state.contract
    )
    legal = Legal(
        actions=calls(state, Seat.SOUTH, rules),
        bids=lowest_bids(state, rules),
        maximum=maximum(rules),
        default=parse_action("pass"),
    )
    action = Steady().choose(view, legal)
    assert action in legal
    return action


FLAT_CALLS = {
    "three aces, two with their tens, are no trump": ("AS 10S 7S AH 10H AD 8C 7C", "S:", "90N"),
    "three jacks with nines are all trump": ("JS 9S 7S JH 9H JD 8C 7C", "S:", "100A"),
    "the partner's no trump is raised with aces": ("AS 8S 7S AH 8H AD 8C 7C", "N:80N W:pass", "120N"),
    "and left alone without": ("KS 8S 7S QH 8H QD 8C 7C", "N:80N W:pass", "pass"),
    "a good suit comes first": ("JH 9H AH 10H KH AS AD 7C", "S:", "140H"),
}


@pytest.mark.parametrize(("hand", "auction", "expected"), FLAT_CALLS.values(), ids=FLAT_CALLS.keys())
def test_calls_without_a_trump_suit(hand: str, auction: str, expected: str) -> None:
    assert str(said(hand, auction, FFB_SA_TA.auction)) == expected


@pytest.mark.parametrize(("hand", "auction", "expected"), CALLS.values(), ids=CALLS.keys())
def test_calls(hand: str, auction: str, expected: str) -> None:
    assert str(said(hand, auction)) == expected


def test_a_sequence_is_worth_nothing_where_nothing_is_declared() -> None:
    """A tierce is worth ten more, by rules with declarations; by others it is three low cards."""
    hand, bot = cards("JH 10H 8H AS 9D 8D 7D 10C"), Steady()
    view = TableView(viewer=Seat.SOUTH, phase=Phase.BIDDING, hand=hand)
    answers = []
    for rules in (FFB, PAGAT):
        state = opened(Seat.SOUTH.previous(ROUND), ROUND)
        bot.rules = rules
        legal = Legal(
            actions=calls(state, Seat.SOUTH, rules.auction),
            bids=lowest_bids(state, rules.auction),
            maximum=maximum(rules.auction),
            default=parse_action("pass"),
        )
        answers.append(str(bot.choose(view, legal)))
    assert answers == ["90H", "80H"]


def test_everything_sayable_is_said() -> None:
    view = seen("90H S", "KH QH 7S 8S 9S AD KD QD", ("W: AH",))
    declared = (Declaration("tierce:7S8S9S"), Declaration("tierce:QDKDAD"))
    legal = Legal(
        actions=(PlayCard(Card.HK), PlayCard(Card.HQ)),
        offers={Card.HK: (BeloteWord.BELOTE,), Card.HQ: (BeloteWord.BELOTE,)},
        declarations=declared,
        default=PlayCard(Card.HQ, None, declared),
    )
    action = Steady().choose(view, legal)
    assert isinstance(action, PlayCard)
    assert action.belote is BeloteWord.BELOTE
    assert set(action.declarations) == set(legal.declarations)
