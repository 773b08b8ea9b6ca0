"""Tests of secrecy, on the bytes that a real table sends.

Two tables are given deals that differ only in cards that a viewer cannot know. Everything sent to that viewer, from
sitting down to the last event, must be the same to the byte: requests, events, refusals, and the table's entry in the
lobby. COINCHE_SECRECY sets the number of positions. The simulation checks the path from a table to a socket.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from coinche.engine.actions import Action, IllegalAction, parse_action
from coinche.engine.cards import PACK, Card
from coinche.engine.claim import claim
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import stacked
from coinche.engine.events import BeloteSaid, CardPlayed, Event, HandDealt, Viewer
from coinche.engine.fold_view import fold
from coinche.engine.match import State, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.protocol.codec import decode_server
from coinche.protocol.messages import (
    Act,
    Claim,
    Envelope,
    Error,
    FromServer,
    Join,
    Joined,
    Request,
    RequestKind,
    TableEvent,
    Watch,
)
from coinche.server.match.packs import PackSource
from coinche.server.match.table_options import TableOptions
from tests.engine.script import some_action
from tests.engine.variants import some_rules
from tests.engine.worlds import History, alternative, some_history
from tests.extent import WHOLE
from tests.server.fixed_packs import Board, FixedBoards
from tests.server.machine import Client, Machine, ok

POSITIONS = int(os.environ.get("COINCHE_SECRECY", "1000" if WHOLE else "400"))

RULES = (FFB, PRESETS["asce"], PRESETS["ibelote"], PRESETS["pagat"].changed(two_stage_deal=True))
"""The rules tested besides random ones: coinches out of turn, no trump, hands in two parts."""

Moves = tuple[tuple[State, Seat, Action], ...]
"""The actions, each with the state before it."""


VIEWERS: tuple[Viewer, ...] = (*Seat, None)


def moves(history: History) -> Moves:
    states = [state for state, _ in history.steps()]
    return tuple((state, seat, action) for state, (seat, action) in zip(states, history.actions, strict=False))


@dataclass
class AtTable:
    """A whole deal: first players decline their reactions, then the player on turn acts."""

    machine: Machine
    contract: object = None
    reactions: dict[Seat, Request] = field(default_factory=dict)

    def client(self, viewer: Viewer) -> Client:
        return self.machine[str(viewer)]

    def act(self, seat: Viewer, action: str, **fields: int) -> FromServer | None:
        return self.client(seat).say(Act, action=action, **fields)

    def move(self, state: State, seat: Seat, action: Action) -> None:
        turn = to_act(state)
        assert turn is not None
        request = next(one for one in reversed(self.client(turn).all(Request)) if one.kind == kind_of(state))
        barrier = self.decline_reactions(state)
        self.provoke(state, turn, request)
        if seat is turn:
            ok(self.act(seat, str(action), request=request.request))
            return
        live = self.reactions.get(seat)
        asked = {"request": live.request} if live else {"after": request.after}
        reply, number = self.act(seat, str(action), **asked), self.client(seat).ids
        if barrier:  # among programs both have to say something
            assert reply is None
            assert isinstance(self.act(turn, "pass", request=request.request), Error)
        ok(self.client(seat).reply(number))

    def decline_reactions(self, state: State) -> bool:
        """Decline all reactions; return whether there were any."""
        contract = state.phase.auction.contract if isinstance(state.phase, Bidding) else None
        if contract == self.contract:
            return False
        self.contract, self.reactions = contract, {}
        for seat in may_act(state):
            self.reactions[seat] = request = self.client(seat).asked
            assert request.kind is RequestKind.REACT
            ok(self.act(seat, "pass", request=request.request))
        return bool(self.reactions)

    def provoke(self, state: State, turn: Seat, request: Request) -> None:
        """Everything that is refused: what cannot be said, what is another's to say, and what comes too late."""
        allowed, number = legal(state, turn), request.request
        assert isinstance(request.view, TableView)
        elsewhere = next(card for card in PACK if card not in request.view.hand)
        for wrong in ("70S", elsewhere, f"{elsewhere}+belote+carre:ASAHADAC", "cut:12", "nonsense"):
            if wrong == "nonsense" or parse_action(wrong) not in allowed:
                assert isinstance(self.act(turn, wrong, request=number), Error)
        for viewer in VIEWERS:
            if viewer is not turn or claim(view(state, turn)) is None:
                assert isinstance(self.client(viewer).say(Claim, request=number), Error)
        for other in VIEWERS:
            if other is not turn:
                assert isinstance(self.act(other, "pass", request=number), Error)
                assert isinstance(self.act(other, "surcoinche", after=0), Error)


def kind_of(state: State) -> str:
    return {"Cutting": "cut", "Bidding": "bid", "Playing": "play"}[type(state.phase).__name__]


Sent = dict[Viewer, list[bytes]]


def run(options: TableOptions, packs: PackSource, played: Moves, eyes: Seat | None = None) -> Sent:
    """Play so far at a new table; what was sent to each viewer. Who watches has those `eyes`."""
    machine = Machine(options, packs, kept=True).open()
    shown = [repr(machine.table.info()).encode()]
    for viewer in VIEWERS:
        client = machine.client(str(viewer))
        if viewer is None:
            client.say(Watch, **({} if eyes is None else {"eyes": eyes}))
        else:
            client.say(Join, seat=viewer)
        assert client.all(Joined)
    at_table = AtTable(machine)
    for state, seat, action in played:
        at_table.move(state, seat, action)
        shown.append(repr(machine.table.info()).encode())
    return {viewer: [*machine[str(viewer)].bodies, *shown] for viewer in VIEWERS}


def check_folding(viewer: Viewer, bodies: list[bytes], rules: RuleSet) -> int:
    """Each request's view is what folding the events before it gives. How many there were."""
    seen, requests = TableView(viewer=viewer), 0
    for body in bodies:
        message = None if body.startswith(b"TableInfo") else decode_server(body)
        if isinstance(message, Envelope) and not isinstance(message.event, TableEvent):
            seen = fold(seen, message.event, rules)
        elif isinstance(message, Request):
            assert message.view == seen
            requests += 1
    return requests


def play_board(history: History, eyes: Seat | None = None) -> Sent:
    rules = history.before.rules
    options = TableOptions(name="board", board=True, rules=rules, delay_deals=0 if eyes is None else 1)
    packs = FixedBoards([Board(history.dealer, stacked(history.hands, history.dealer, rules.table))])
    return run(options, packs, moves(history), eyes)


@pytest.mark.parametrize("seed", [2026])
def test_hidden_cards_change_no_byte_that_a_viewer_is_sent(seed: int) -> None:
    rng = random.Random(seed)
    positions = folded = tried = 0
    while positions < POSITIONS:
        tried += 1
        rules = (*RULES, some_rules(rng))[tried % (len(RULES) + 1)]
        history, viewer = some_history(rng, rules), rng.choice(VIEWERS)
        elsewhere = alternative(history, viewer, rng)
        if elsewhere is None:
            continue
        here, there = play_board(history), play_board(elsewhere)
        assert here[viewer] == there[viewer], (viewer, history, elsewhere)
        assert any(here[v] != there[v] for v in Seat), "the worlds do not differ"
        positions += len(history.actions) + 1
        folded += sum(check_folding(v, bodies, rules) for v, bodies in here.items())
    assert folded > positions // 2
    print(f"{positions} positions, {folded} requests folded, no difference")


@pytest.mark.parametrize("eyes", Seat)
def test_eyes_are_sent_no_byte_that_hangs_on_anybodys_cards_while_the_deal_lasts(eyes: Seat) -> None:
    rng = random.Random(f"eyes of {eyes}")
    positions = 0
    while positions < POSITIONS // 20:
        history = some_history(rng)
        elsewhere = alternative(history, None, rng)
        if elsewhere is None or to_act(history.state) is None:
            continue
        here, there = play_board(history, eyes), play_board(elsewhere, eyes)
        assert here[None] == there[None], (eyes, history, elsewhere)
        assert here[eyes] != there[eyes] or set(history.hands[eyes]) == set(elsewhere.hands[eyes])
        positions += len(history.actions) + 1


# --- packs that are gathered -------------------------------------------------------------------------


@dataclass(frozen=True)
class FirstPack(PackSource):
    """The dealer and the pack of a match's first deal; there is no other."""

    dealer: Seat
    cards: tuple[Card, ...]

    def first_dealer(self, match: int) -> Seat:
        return self.dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        assert deal == 1, "the second deal is dealt from what was gathered"
        return self.cards


@dataclass(frozen=True)
class TwoDeals:
    """A match whose first deal nobody played, and what was done in the second."""

    rules: RuleSet
    first: FirstPack
    actions: tuple[tuple[Seat, Action], ...]
    moves: Moves
    seen: frozenset[Card]
    """Cards that the viewer had in either deal, and those that were played."""
    belotes: tuple[BeloteSaid, ...]

    def run(self) -> Sent:
        return run(TableOptions(name="gathered", rules=self.rules), self.first, self.moves)


def two_deals(rules: RuleSet, first: FirstPack, viewer: Viewer, choose: Callable[[State], Action | None]) -> TwoDeals:
    """Play a match as `choose` has it, as far as it goes. IllegalAction where that is against the rules."""
    state, _ = new_match(rules, first.dealer)
    happened: list[Event] = []
    done: list[tuple[State, Seat, Action]] = []
    while state.deal < 3:
        seat = to_act(state)
        if seat is None:
            state, events = next_deal(state, gathered(state) or first.cards)
        else:
            action = choose(state)
            if action is None:
                break
            done.append((state, seat, action))
            state, events = apply(state, seat, action)
        happened += events
    seen = {card for e in happened if isinstance(e, HandDealt) and e.seat is viewer for card in e.cards or ()}
    seen |= {event.card for event in happened if isinstance(event, CardPlayed)}
    belotes = tuple(event for event in happened if isinstance(event, BeloteSaid))
    actions = tuple((seat, action) for _, seat, action in done)
    return TwoDeals(rules, first, actions, tuple(done), frozenset(seen), belotes)


def by_chance(rng: random.Random) -> Callable[[State], Action | None]:
    """Cuts and four passes, then anything, but nothing said with a card; for so long."""
    left = rng.randrange(6, 40)

    def choose(state: State) -> Action | None:
        nonlocal left
        left -= 1
        seat = to_act(state)
        assert seat is not None
        allowed = legal(state, seat)
        if left < 0 or state.deal > 2:
            return None
        if state.deal == 1 and isinstance(state.phase, Bidding):
            return allowed.default
        return rng.choice(allowed.actions) if allowed.offers or allowed.declarations else some_action(allowed, rng)

    return choose


def with_other_cards(truth: TwoDeals, viewer: Viewer, rng: random.Random) -> TwoDeals | None:
    """The same match from a pack in which the cards that the viewer has not seen have changed places."""
    unseen = [card for card in PACK if card not in truth.seen]
    for _ in range(20):
        changed = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        pack = tuple(changed.get(card, card) for card in truth.first.cards)
        script = iter([action for _, action in truth.actions])
        try:
            other = two_deals(
                truth.rules,
                FirstPack(truth.first.dealer, pack),
                viewer,
                lambda state: next(script, None),  # noqa: B023
            )
        except IllegalAction:
            continue
        if pack != truth.first.cards and other.seen == truth.seen and other.belotes == truth.belotes:
            return other
    return None


def test_a_gathered_pack_tells_nobody_where_the_cards_are_that_the_viewer_has_not_seen() -> None:
    rng = random.Random(2026)
    positions = 0
    while positions < POSITIONS // 4:
        rules = rng.choice([PRESETS["online"], PRESETS["contree"].changed(two_stage_deal=True)])
        first, viewer = FirstPack(rng.choice(list(Seat)), tuple(rng.sample(PACK, len(PACK)))), rng.choice(VIEWERS)
        truth = two_deals(rules, first, viewer, by_chance(rng))
        elsewhere = with_other_cards(truth, viewer, rng)
        if elsewhere is None:
            continue
        here, there = truth.run(), elsewhere.run()
        assert here[viewer] == there[viewer], (viewer, truth, elsewhere)
        positions += len(truth.actions)
        for seat, bodies in here.items():
            check_folding(seat, bodies, rules)
