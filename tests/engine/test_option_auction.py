"""Tests of every option of the auction, value by value. South speaks first, then East, North and West.

`W:coinche` is said by West, in turn or out of turn.
"""

from __future__ import annotations

import pytest

from coinche.engine.actions import parse_action
from coinche.engine.match import State, apply, legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.seats import Seat
from tests.engine.house import house, numbered
from tests.engine.script import dealt, hands


def heard(options: str, preset: str, auction: str) -> State:
    rules = house(options, preset)
    state = dealt(hands(), Seat.SOUTH.previous(rules.table.direction), rules)
    for said in auction.split():
        seat, call = said_by(state, said)
        state, _ = apply(state, seat, parse_action(call))
    return state


def said_by(state: State, said: str) -> tuple[Seat, str]:
    on_turn = to_act(state)
    assert on_turn is not None
    who, _, call = said.rpartition(":")
    return Seat(who) if who else on_turn, call


def may(state: State, said: str) -> bool:
    seat, call = said_by(state, said)
    return parse_action(call) in legal(state, seat)


# options, preset, auction, what may be said next, what may not
CALLS = [
    # F 4.1b: the four suits; 11: two more. O names no trump alone.
    ("denominations=S H D C", "ffb", "", "80S 80H 80D 80C capotS", "80N 80A capotN capotA"),
    ("denominations=S H D C N", "ffb", "", "80S 80C 80N capotN", "80A capotA"),
    ("denominations=S H D C N A", "ffb", "80S", "90H 90N 90A capotN capotA", "80A"),
    ("denominations=S H", "ffb", "", "80S 80H", "80D 80C capotD 80N"),
    # F 4.1b: « 80 au minimum, un multiple de 10, supérieure à l'enchère précédente »
    ("bid_minimum=80", "ffb", "", "80S 90S", "70S"),
    ("bid_minimum=90", "ffb", "", "90S 100S", "80S"),
    ("bid_minimum=20", "ffb", "pass", "20S 30S 80S", ""),
    ("bid_step=10", "ffb", "80H", "90H 100S", "85H 80H"),
    ("bid_step=5", "ffb", "80H", "85H 90S", "82H 80S"),
    ("bid_step=20", "ffb", "80H", "100H 120S", "90H 110S"),
    # S "The Bid": 80 to 180, then capot
    ("bid_maximum=none", "stayandplay-both", "180S", "190S 250C 990H capotH", "180H"),
    ("bid_maximum=180", "stayandplay-both", "170S", "180S 180C capotH", "190S 200C"),
    ("bid_maximum=180", "stayandplay-both", "180S", "capotS capotH pass coinche", "180H 190S"),
    ("bid_maximum=160", "pagat", "150S", "160S capotH", "170S"),
    # P "Variations": "100 clubs is higher than 90 sans atout, which is higher than 90 hearts"
    ("denomination_order=none", "bridgee", "90H", "100C 100H 100N", "90S 90N 90A"),
    ("denomination_order=ranked", "bridgee", "90H", "90S 90N 90A 100C 100H", "90H 90D 90C"),
    ("denomination_order=ranked", "bridgee", "90N", "90A 100C", "90S 90H 90N"),
    ("denomination_order=ranked", "bridgee", "90C", "90D 90H 90S 90A", "90C 80A"),
    # F 4.1b: « l'équipe adverse ne peut plus que passer ou coincher »; no capot over a capot
    ("capot=open", "pagat", "capotH", "pass coinche", "capotS 990S"),
    ("capot=open", "pagat", "capotH pass", "pass E:coinche W:coinche", "capotS coinche"),
    ("capot=closed, generale=1000", "pagat", "generaleH", "pass coinche", "capotS generaleS 990S"),
    # P "Variations": générale is the highest bid
    ("generale=none, generale_leads=false", "ibelote", "90S", "capotH", "generaleH generaleS"),
    ("generale=1000", "pagat", "90S", "capotH generaleH generaleS", ""),
    ("generale=1000", "ibelote", "capotS", "generaleH generaleA coinche", "capotH"),
    ("generale=500", "ibelote", "generaleS", "coinche pass", "generaleA capotH"),
    # F 4.1c: « on ne coinche pas à la volée »; P: "It is not necessary to wait for your turn to say coinche"
    ("coinche_when=in_turn", "pagat", "110D", "coinche", "W:coinche N:coinche S:coinche"),
    ("coinche_when=in_turn", "pagat", "110D pass pass", "coinche", "E:coinche"),
    ("coinche_when=any_time", "ffb", "110D", "coinche W:coinche", "N:coinche S:coinche"),
    ("coinche_when=any_time", "ffb", "110D pass", "E:coinche W:coinche", "coinche S:coinche"),
    ("coinche_when=any_time", "ffb", "110D pass pass", "coinche E:coinche", "N:coinche S:coinche"),
    ("coinche_when=any_time", "ffb", "110D 120C", "coinche S:coinche", "E:coinche W:coinche"),
    ("coinche_when=any_time", "ffb", "110D W:coinche", "surcoinche pass N:surcoinche", "E:coinche W:surcoinche"),
    ("coinche_when=any_time", "ffb", "110D coinche pass", "surcoinche N:surcoinche", "E:coinche"),
    ("coinche_when=in_turn", "ffb", "110D coinche pass", "surcoinche pass", "N:surcoinche"),
    # F 4.1c: « le fait de coincher fige le contrat »; P "Variations": a coinche that does not end the bidding
    ("coinche_ends_auction=true", "bridgee", "100H coinche", "pass surcoinche", "110S capotS coinche"),
    ("coinche_ends_auction=false", "ffb", "100H coinche", "pass surcoinche 110S 110H capotS", "100S coinche"),
    ("coinche_ends_auction=false", "ffb", "100H coinche pass", "pass 110C capotC", "surcoinche coinche"),
    ("coinche_ends_auction=false", "ffb", "100H coinche pass pass", "110C 110H surcoinche", "coinche"),
    ("coinche_ends_auction=false", "ffb", "100H coinche 110S", "pass coinche 120H", "surcoinche 110H"),
    ("coinche_ends_auction=false", "ffb", "capotH coinche", "pass surcoinche", "capotS 990S"),
    # a house rule: the coincher's partner has nothing to add while the coinche stands
    ("coincher_partner=free", "bridgee", "100H coinche pass", "pass 110C capotC", "coinche surcoinche"),
    ("coincher_partner=must_pass", "bridgee", "100H coinche", "pass surcoinche 110S 100S", "100C"),
    ("coincher_partner=must_pass", "bridgee", "100H coinche pass", "pass", "110C 110H capotC 990N"),
    ("coincher_partner=must_pass, generale=1000", "bridgee", "100H coinche pass", "pass", "100S 100A capotC generaleC"),
    ("coincher_partner=must_pass", "bridgee", "100H coinche pass pass", "pass 110C surcoinche", "coinche"),
    ("coincher_partner=must_pass", "bridgee", "100H coinche 110S", "pass coinche 120C", "110C"),  # W: none stands
    ("coincher_partner=must_pass, coinche_when=any_time", "bridgee", "100H W:coinche pass", "pass", "110C capotC"),
    ("coincher_partner=must_pass", "bridgee", "100H pass pass coinche pass", "pass", "110C"),  # E, whose partner is W
    # S "The Bid" knows no surcoinche
    ("surcoinche=none, coinche_ends_auction=false", "ffb", "100H coinche", "pass 110S", "surcoinche"),
]


@pytest.mark.parametrize(("options", "preset", "auction", "allowed", "refused"), CALLS, ids=numbered(CALLS))
def test_what_may_be_said(options: str, preset: str, auction: str, allowed: str, refused: str) -> None:
    state = heard(options, preset, auction)
    said = {call: may(state, call) for call in f"{allowed} {refused}".split()}
    assert said == dict.fromkeys(allowed.split(), True) | dict.fromkeys(refused.split(), False)


# options, preset, auction, and what it comes to: who speaks next, or bidder, bid, multiplier, and who leads
OUTCOMES = [
    ("capot=closed", "ffb", "capotH", "South capotH x1, South leads"),  # P: "A capot bid ends the bidding"
    ("capot=closed", "ffb", "90S pass capotC", "North capotC x1, South leads"),
    ("capot=open", "pagat", "capotH", "East speaks"),
    ("capot=open", "pagat", "capotH pass pass coinche pass pass", "South capotH x2, South leads"),
    ("capot=closed, generale=1000, generale_leads=false", "ffb", "generaleH", "East speaks"),
    # P "Variations": "The bidder of a générale may have the right to lead to the first trick"
    ("generale_leads=false", "ibelote", "pass pass generaleH pass pass pass", "North generaleH x1, South leads"),
    ("generale_leads=true, generale=1000", "pagat", "pass generaleH pass pass pass", "East generaleH x1, East leads"),
    ("generale_leads=true", "ibelote", "pass pass generaleH pass pass pass", "North generaleH x1, North leads"),
    ("generale_leads=true", "ibelote", "pass pass capotH pass pass pass", "North capotH x1, South leads"),
    ("coinche_when=any_time", "ffb", "100H W:coinche", "South speaks"),  # the seat next after the coincher
    ("coinche_when=any_time", "ffb", "100H pass pass E:coinche", "North speaks"),
    ("coinche_when=any_time", "ffb", "100H coinche pass N:surcoinche", "South 100H x4, South leads"),
    # F 4.1c freezes: only the bidding side is asked, and two passes are enough
    ("coinche_ends_auction=true", "bridgee", "100H coinche pass pass", "South 100H x2, South leads"),
    ("coinche_ends_auction=true", "bridgee", "100H coinche pass", "South speaks"),
    # P "Variations": "The bidding will only end after three consecutive passes"
    ("coinche_ends_auction=false", "ffb", "100H coinche pass pass", "South speaks"),
    ("coinche_ends_auction=false", "ffb", "100H coinche pass pass pass", "South 100H x2, South leads"),
    ("coinche_ends_auction=false", "ffb", "100H coinche 110S pass pass pass", "North 110S x1, South leads"),
    ("coinche_ends_auction=false", "ffb", "100H coinche pass pass 110C pass pass pass", "South 110C x1, South leads"),
    ("coinche_ends_auction=false", "ffb", "100H coinche surcoinche", "South 100H x4, South leads"),
    ("coincher_partner=free", "bridgee", "100H coinche pass 110C pass pass pass", "West 110C x1, South leads"),
    ("coincher_partner=must_pass", "bridgee", "100H coinche pass pass pass", "South 100H x2, South leads"),
    (
        "coincher_partner=must_pass",
        "bridgee",
        "100H coinche pass pass 110C pass pass pass",
        "South 110C x1, South leads",
    ),
    ("coincher_partner=must_pass", "ffb", "100H coinche pass", "South speaks"),  # the partner is not even asked
    # P: "a surcoinche doubles it again"; "Variations": "only increases the multiplier from 2× to 3×"
    ("surcoinche=none", "ffb", "100H coinche", "South 100H x2, South leads"),
    ("surcoinche=none, coinche_ends_auction=false", "ffb", "100H coinche", "North speaks"),
    ("surcoinche=4", "colver", "100H coinche surcoinche", "South 100H x4, South leads"),
    ("surcoinche=3", "ffb", "100H coinche pass surcoinche", "South 100H x3, South leads"),
]


@pytest.mark.parametrize(("options", "preset", "auction", "outcome"), OUTCOMES, ids=numbered(OUTCOMES))
def test_what_an_auction_comes_to(options: str, preset: str, auction: str, outcome: str) -> None:
    state = heard(options, preset, auction)
    on_turn = to_act(state)
    assert on_turn is not None
    told = f"{on_turn.name.title()} speaks"
    if isinstance(state.phase, Playing):
        contract = state.phase.contract
        who = f"{contract.bidder.name.title()} {contract.bid} x{contract.multiplier}"
        told = f"{who}, {on_turn.name.title()} leads"
    assert told == outcome


def test_a_coinche_comes_too_late_once_the_third_pass_has_fallen() -> None:
    state = heard("coinche_when=any_time", "ffb", "100H pass pass pass")
    assert not any(parse_action("coinche") in legal(state, seat) for seat in Seat)
