"""Tests of the bots that solve: they play the best card for their knowledge, and see no hidden card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.bots.built_in import Expert, Novice, Steady, Strong
from coinche.bots.pimc import (
    LEVEL_SETTINGS,
    SETTINGS_BY_ENGINE,
    BotLevel,
    SolverCache,
    card_values,
    evaluate_cards,
    sweeping_teams,
)
from coinche.bots.steady.card_play import best_card
from coinche.engine.actions import Legal, PlayCard, parse_action
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.dealing import shuffled
from coinche.engine.declarations import DeclarationKind, Kinds
from coinche.engine.legal_cards import playable
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Points, Seat
from coinche.engine.solver import Position, Solver
from coinche.engine.trick import Trick
from coinche.engine.view import Phase, TableView, view
from tests.client.bots.card_play import situations

LITTLE = replace(LEVEL_SETTINGS[BotLevel.EXPERT], worlds=4, candidates=50, budget=20_000, bids=False)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def seen_by_south(hand: str, trick: str, tricks: tuple[str, ...], contract: str) -> TableView:
    """The table; tricks as `E: AS 7S 8S 9S > E`, with the winner."""
    bid, bidder = contract.split()
    done = []
    for text in (*tricks, trick):
        who, _, winner = text.partition(" > ")
        done.append(Trick(Seat(who[0]), cards(who[2:]), Seat(winner) if winner else None))
    current = done.pop()
    won = replace(TableView(viewer=Seat.SOUTH).tricks_won)
    for each in done:
        assert each.winner is not None
        won += type(won).of(each.winner.team, 1)
    return TableView(
        viewer=Seat.SOUTH,
        phase=Phase.PLAYING,
        turn=Seat.SOUTH,
        hand=cards(hand),
        contract=Contract(bid=Bid(bid), bidder=Seat(bidder)),
        tricks=tuple(done),
        trick=current,
        tricks_won=won,
    )


def played(hand: str, trick: str, tricks: tuple[str, ...]) -> Card:
    """The card of `expert` at South, who has bid 90 hearts."""
    seen = seen_by_south(hand, trick, tricks, "90H S")
    best, *_ = card_values(seen, allowed(seen), FFB, settings=LITTLE, solvers=SolverCache())
    assert isinstance(best.action, PlayCard)
    return best.action.card


@pytest.mark.parametrize("bot", [Novice, Strong, Expert])
def test_who_holds_the_cards_that_are_not_seen_changes_nothing(bot: type[Novice | Strong | Expert]) -> None:
    state, _ = new_match(FFB, Seat.WEST, board=True)
    state, _ = next_deal(state, shuffled(b"hidden".ljust(32, b".")))
    while not isinstance(state.phase, Playing):
        seat = to_act(state)
        assert seat is not None
        calls = legal(state, seat)
        opens = bool(calls.bids) and view(state, seat).contract is None
        state, _ = apply(state, seat, parse_action("80S") if opens else calls.default)
    me = state.phase.turn
    assert me is not None
    others = [seat for seat in Seat if seat is not me]
    hands = state.phase.hands
    turned = {seat: hands[others[at - 1]] for at, seat in enumerate(others)}
    elsewhere = replace(state, phase=replace(state.phase, hands={**turned, me: hands[me]}))
    chosen = []
    for each in (state, elsewhere):
        player = bot(5)
        player.settings = replace(player.settings, worlds=3, candidates=10, budget=5_000)
        chosen.append(player.choose(view(each, me), legal(each, me)))
    assert chosen[0] == chosen[1]


def test_the_last_trump_of_the_others_is_drawn_before_the_masters_are_cashed() -> None:
    tricks = (
        "S: JH 7H 8H QH > S",
        "S: 9H 7S 8S KH > S",
        "S: AS 9S 10S QS > S",
        "S: AC 7C 8C 9C > S",
        "S: AD 7D 8D 9D > S",
    )
    assert played("AH KC QC", "S:", tricks) is Card.HA


def allowed(seen: TableView, rules: RuleSet = FFB) -> Legal:
    """The cards that may be played there."""
    assert seen.contract is not None
    on_table = seen.trick.cards if seen.trick is not None else ()
    actions = tuple(map(PlayCard, playable(seen.hand, on_table, seen.contract.denomination, rules.play)))
    return Legal(actions=actions, default=actions[0])


def test_in_an_ending_that_is_open_it_takes_what_can_be_taken() -> None:
    """North has the spades, East the diamonds, West the clubs: South gives a diamond, and takes the last trick."""
    tricks = (
        "S: JH 7H 8H QH > S",
        "S: 9H 10H KH AH > S",
        "S: 8D 9D 7C 9C > E",
        "E: 10D 8C JC JD > E",
        "E: 7S 10S QC 8S > N",
        "N: 9S KC AS JS > S",
    )
    seen = replace(seen_by_south("AD 7D", "S:", tricks, "130H S"), points=Points(92, 14))
    hands = {Seat.SOUTH: "AD 7D", Seat.EAST: "KD QD", Seat.NORTH: "KS QS", Seat.WEST: "AC 10C"}
    position = Position(
        hands={seat: cards(text) for seat, text in hands.items()},
        trick=Trick(Seat.SOUTH, (), None),
        turn=Seat.SOUTH,
        direction=FFB.table.direction,
        sweeping=sweeping_teams(seen),
    )
    judgement = evaluate_cards(seen, FFB, LITTLE, SolverCache(), 1)
    assert judgement.fits == 1
    expected = Solver(Denomination.HEARTS, FFB).values(position)
    assert {each.card: each.points for each in judgement.cards} == expected == {Card.DA: 28, Card.D7: 38}
    player = Expert(1)
    player.rules, player.settings = FFB, LITTLE
    assert player.choose(seen, allowed(seen)) == PlayCard(Card.D7)


def test_cards_that_do_not_go_together_are_played_against_all_the_same() -> None:
    """East threw a club on hearts but has hearts: no server allows it, but a record may contain it."""
    tricks = ("S: JH 7C 8H QH > S", "S: 9H 7H KH 8S > S")
    assert played("AH AS 10S 9S 8C KD", "S:", tricks) in cards("AH AS 10S 9S 8C KD")


def in_trouble(seen: TableView) -> tuple[float, float, float]:
    """The number of worlds considered: with all beliefs, with certain ones only, with none."""
    all_settings = (LITTLE, replace(LITTLE, inference=False), replace(LITTLE, inference=False, memory=False))
    believed, certain, anything = (
        evaluate_cards(seen, FFB, settings, SolverCache(), 1).fits for settings in all_settings
    )
    return believed, certain, anything


OUT_OF_CLUBS = TableView(
    viewer=Seat.SOUTH,
    phase=Phase.PLAYING,
    dealer=Seat.SOUTH,
    turn=Seat.SOUTH,
    hand=cards("7S JS AS 10H JH 9D JD JC"),
    contract=Contract(bid=Bid("90H"), bidder=Seat.EAST),
    trick=Trick(Seat.EAST, cards("KC 7D 8C"), Seat.EAST),
)
"""North has no clubs, and no trump."""


def test_what_cannot_be_said_of_the_cards_leaves_what_they_have_shown() -> None:
    """East announced five in sequence, and South has a jack of each suit: nobody has."""
    believed, certain, anything = in_trouble(
        replace(OUT_OF_CLUBS, announced=(Kinds(Seat.EAST, (DeclarationKind.CENT,)),))
    )
    assert believed == certain < anything


def test_cards_that_cannot_have_been_played_leave_nothing_but_what_is_seen() -> None:
    """Nobody has followed, and the clubs must be somewhere."""
    first = Trick(Seat.SOUTH, cards("7C 7D 8D 9S"), Seat.SOUTH)
    believed, certain, anything = in_trouble(
        replace(OUT_OF_CLUBS, tricks=(first,), hand=cards("7S JS AS 10H JH 9D JD"), trick=Trick(Seat.SOUTH, (), None))
    )
    assert believed == certain == anything > 0


def test_what_is_valued_says_in_how_many_worlds() -> None:
    """Not in how many were wanted: the search has a budget, and near the end there are more for little."""
    offered = Legal(actions=tuple(map(PlayCard, OUT_OF_CLUBS.hand)), default=PlayCard(OUT_OF_CLUBS.hand[0]))
    counted = [
        {one.worlds for one in card_values(OUT_OF_CLUBS, offered, FFB, settings=settings, solvers=SolverCache())}
        for settings in (replace(LITTLE, worlds=40, budget=budget) for budget in (1, 10_000_000))
    ]
    (few,), (all_of_them,) = counted
    assert 0 < few < all_of_them == 40


def test_every_level_has_its_strength_with_either_engine() -> None:
    assert all(all_settings.keys() == set(BotLevel) for all_settings in SETTINGS_BY_ENGINE.values())


@pytest.mark.parametrize(("left", "solves"), [(6, False), (5, True)])
def test_uncompiled_it_solves_the_last_tricks_and_is_steady_before(left: int, solves: bool) -> None:
    settings, asked = replace(LITTLE, tricks=5), 0
    for seen, _ in situations(FFB, Steady, 3, 9):
        offered = allowed(seen)
        if len(seen.hand) == left and len(offered.actions) > 1:
            found = [each.action for each in card_values(seen, offered, FFB, settings=settings, solvers=SolverCache())]
            may = tuple(action.card for action in offered.actions if isinstance(action, PlayCard))
            if solves:
                assert set(found) == set(offered.actions)
            else:
                assert found == [PlayCard(best_card(seen, may, FFB))]
            asked += 1
    assert asked > 5


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_card_is_valued_in_every_preset(preset: str) -> None:
    rules, asked, solvers = PRESETS[preset], 0, SolverCache()
    for seen, _ in situations(rules, Steady, 2, 4):
        offered = allowed(seen, rules)
        if len(offered.actions) > 1:
            found = card_values(seen, offered, rules, settings=LITTLE, solvers=solvers)
            assert {each.action for each in found} == set(offered.actions)
            asked += 1
    assert asked > 10
