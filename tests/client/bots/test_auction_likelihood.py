"""Tests of inference from an auction of any length: each fact counts once, no hand is excluded, the cost is bounded."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import replace

import pytest

from coinche.bots.beliefs import auction_likelihood, conventions
from coinche.bots.beliefs.auction_likelihood import LOWEST_LOG_LIKELIHOOD, auction_evidence
from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.pimc import LEVEL_SETTINGS, BotLevel, SolverCache, evaluate_cards
from coinche.engine.actions import Action, Legal, MakeBid, Pass
from coinche.engine.bids import Bid
from coinche.engine.cards import Rank
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import shuffled
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence, worlds
from coinche.engine.view import TableView, view
from coinche.hints.service import best
from coinche.protocol.messages import Convention, Occasion, System
from coinche.protocol.requests import kind_of

LONG = ("bridgee", "ffb", "ffb-sa-ta", "asce", "ibelote", "contree", "online", "pagat")
BY_FIVES = PRESETS["bridgee"].changed(bid_step=5, bid_minimum=75, bid_maximum=200)


def opened(rules: RuleSet) -> State:
    state, _ = new_match(rules, Seat.WEST, board=True)
    state, _ = next_deal(state, shuffled(b"long".ljust(32, b".")))
    return state


def cheapest(may: Legal, at: int) -> Action:
    """The lowest number that can be said, in each denomination by turns."""
    if not may.bids:
        return Pass()
    lowest = min(may.bids.values())
    named = [denomination for denomination, number in may.bids.items() if number == lowest]
    return MakeBid(Bid(f"{lowest}{named[at % len(named)]}"))


def haggled(rules: RuleSet, *bidders: Seat) -> Iterator[State]:
    """An auction as long as it can be: those bid the least they can, and the others pass."""
    state = opened(rules)
    while isinstance(state.phase, Bidding) and (seat := to_act(state)) is not None:
        yield state
        turn = len(state.phase.auction.calls) // 3
        state, _ = apply(state, seat, cheapest(legal(state, seat), turn) if seat in bidders else Pass())
    yield state


PARTNERS, OPPONENTS = (Seat.NORTH, Seat.SOUTH), (Seat.NORTH, Seat.EAST)


def lowest(pieces: tuple[CallEvidence, ...], seat: Seat) -> float:
    """The lowest likelihood that the seat's calls can give its hand, in the denomination with the most evidence."""
    least: dict[bytes, float] = {}
    for piece in pieces:
        if piece.seat is seat:
            least[piece.worth] = least.get(piece.worth, 0.0) + min(array("f", piece.likely))
    return min(least.values())


@pytest.mark.parametrize("bidders", [PARTNERS, OPPONENTS], ids=["partners", "opponents"])
@pytest.mark.parametrize("preset", LONG)
def test_a_solver_takes_what_the_longest_auction_tells(preset: str, bidders: tuple[Seat, Seat]) -> None:
    rules = PRESETS[preset]
    *_, last, over = haggled(rules, *bidders)
    assert isinstance(last.phase, Bidding)
    assert len(last.phase.auction.calls) >= 18
    for state in (last, over):
        for seat in Seat:
            known = hidden_hands(view(state, seat), rules)
            assert worlds(seat, known, rules.table.direction, 2, candidates=10, seed=1)


@pytest.mark.parametrize("preset", ["bridgee", "ffb"])
def test_a_hint_is_found_after_the_longest_auction(preset: str) -> None:
    rules = PRESETS[preset]
    asked = [
        state for state in haggled(rules, *PARTNERS) if to_act(state) in PARTNERS and isinstance(state.phase, Bidding)
    ]
    state = asked[-1]
    seat = to_act(state)
    assert seat is not None
    action, why = best(view(state, seat), legal(state, seat), rules, kind_of(state, seat))
    assert action in legal(state, seat)
    assert why is not None


def test_who_passes_again_has_told_nothing_new() -> None:
    """A hand is at worst as unlikely as one pass makes it."""
    rules = PRESETS["ffb"]
    *_, last, _ = haggled(rules, *PARTNERS)
    told = auction_evidence(view(last, Seat.NORTH), rules)
    assert all(lowest(told, seat) >= LOWEST_LOG_LIKELIHOOD - 1e-6 for seat in (Seat.SOUTH, Seat.EAST, Seat.WEST))


SEQUENCE, SCATTERED = (Rank.EIGHT, Rank.NINE, Rank.TEN), (Rank.SEVEN, Rank.NINE, Rank.TEN)
TIERCE = 12
"""The likely points of three cards in sequence."""


@pytest.mark.parametrize(("preset", "more"), [("pagat", 0), ("pagat-annonces", TIERCE)])
def test_a_sequence_speaks_for_a_bid_where_declarations_count(preset: str, more: int) -> None:
    rules = PRESETS[preset]
    _, after_one, *_ = haggled(rules, Seat.NORTH, Seat.EAST, Seat.SOUTH)
    (piece,) = auction_evidence(view(after_one, Seat.WEST), rules)
    held, scattered = (sum(1 << list(Rank).index(rank) for rank in ranks) for ranks in (SEQUENCE, SCATTERED))
    clubs = array("h", piece.worth)[256 * 3 :]
    assert clubs[held] - clubs[scattered] == more


TALKATIVE = System(
    name="talkative",
    conventions=tuple(
        convention
        for when in Occasion
        for convention in (
            Convention(said="10+", when=when, shows="a suit", any=(Rank.JACK, Rank.NINE), spare=(0, 30)),
            Convention(said="pass", when=when, shows="little", points=(0, 90)),
        )
    ),
)
"""Each of its calls promises something, whenever it is said."""
ALL_TALK = dict.fromkeys(Seat, TALKATIVE)


def test_who_passes_again_by_a_system_has_told_nothing_new() -> None:
    rules = PRESETS["ffb"]
    *_, last, _ = haggled(rules, *PARTNERS)
    told = auction_evidence(view(last, Seat.NORTH), rules, ALL_TALK)
    once = math.log(conventions.LIKELIHOOD_FLOOR) - 1e-6
    assert min(lowest(told, Seat.EAST), lowest(told, Seat.WEST)) >= once
    assert lowest(told, Seat.SOUTH) >= 2 * once, "it has bid, and at last passed"


@pytest.mark.parametrize("rules", [PRESETS["bridgee"], BY_FIVES], ids=["bridgee", "by fives"])
def test_systems_tell_no_more_than_a_solver_takes(rules: RuleSet) -> None:
    """Bids that go up by fives through six denominations, each read by a system."""
    *_, last, over = haggled(rules, *Seat)
    for state in (last, over):
        for seat in Seat:
            known = hidden_hands(view(state, seat), rules, systems=ALL_TALK)
            assert worlds(seat, known, rules.table.direction, 2, candidates=10, seed=1)


def test_as_much_is_told_as_a_solver_takes_beside_what_may_be_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PRESETS["bridgee"]
    *_, last, _ = haggled(rules, *OPPONENTS)
    known = hidden_hands(view(last, Seat.NORTH), rules)
    others = len(Seat) - 1
    full = replace(
        known, evidence=(known.evidence * auction_likelihood.MAX_EVIDENCE)[: auction_likelihood.MAX_EVIDENCE + others]
    )
    assert worlds(Seat.NORTH, full, rules.table.direction, 2, candidates=10, seed=1)
    over = replace(full, evidence=(*full.evidence, full.evidence[0]))
    with pytest.raises(ValueError, match="nothing that can be known"):
        worlds(Seat.NORTH, over, rules.table.direction, 2, candidates=10, seed=1)
    monkeypatch.setattr(auction_likelihood, "MAX_EVIDENCE", 4)
    assert auction_evidence(view(last, Seat.NORTH), rules) == known.evidence[:4]


def in_play(rules: RuleSet, tricks: int) -> TableView:
    """The view after the longest auction and that number of tricks."""
    *_, state = haggled(rules, *PARTNERS)
    while isinstance(state.phase, Playing) and len(state.phase.tricks) < tricks:
        seat = to_act(state)
        assert seat is not None
        state, _ = apply(state, seat, legal(state, seat).default)
    seat = to_act(state)
    assert seat is not None
    return view(state, seat)


@pytest.mark.parametrize("preset", ["bridgee", "ffb"])
def test_voids_are_remembered_after_the_longest_auction(preset: str) -> None:
    """The worlds that are judged are those of what is certain, not all that there are."""
    rules = PRESETS[preset]
    seen = in_play(rules, 4)
    settings = replace(LEVEL_SETTINGS[BotLevel.EXPERT], worlds=4, candidates=50, budget=20_000)
    believed = evaluate_cards(seen, rules, settings, SolverCache(), 1)
    certain = evaluate_cards(seen, rules, replace(settings, inference=False), SolverCache(), 1)
    anything = evaluate_cards(seen, rules, replace(settings, inference=False, memory=False), SolverCache(), 1)
    assert believed.fits == certain.fits < anything.fits
