"""Secrecy, on the bytes at the sockets of a real table.

Two servers are given deals that differ only in cards that a viewer cannot know. Everything sent to that viewer, from
sign-in to the last event, must be the same to the byte: requests, events, refusals. COINCHE_SECRECY sets the number
of positions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgpack
import pytest
import trio

from coinche.arena.boards import Board, FixedBoards
from coinche.engine.actions import Action, IllegalAction, parse_action
from coinche.engine.cards import PACK, Card
from coinche.engine.claim import claim
from coinche.engine.deal import Bidding
from coinche.engine.events import BeloteSaid, CardPlayed, Event, HandDealt, Viewer
from coinche.engine.fold_view import fold
from coinche.engine.match import State, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.pack import stacked
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.protocol.codec import decode_server
from coinche.protocol.messages import Envelope, Request, TableEvent
from coinche.server import limits
from coinche.server.match.options import TableOptions
from coinche.server.match.replay import PackSource
from coinche.server.rate_limit import Allowance
from tests.engine.script import some_action
from tests.engine.variants import some_rules
from tests.engine.worlds import History, alternative, some_history

POSITIONS = int(os.environ.get("COINCHE_SECRECY", "1000"))

RULES = (FFB, PRESETS["asce"], PRESETS["ibelote"], PRESETS["pagat"].changed(two_stage_deal=True))
"""Whose tables are looked at, besides those of rules by chance: coinches out of turn, no trump, hands in two parts."""

Map = dict[str, Any]
Moves = tuple[tuple[State, Seat, Action], ...]
"""What was done, each in the state before it."""


@pytest.fixture(autouse=True)
def as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for so many refusals at so many tables would be told to wait."""
    for name in ("COMINGS", "MESSAGES"):
        monkeypatch.setattr(limits, name, Allowance(burst=1_000_000, every=1.0))


class StoppedClock:
    """Time that does not pass, so that two runs have the same stamps."""

    def now_ms(self) -> int:
        return 0

    def unix_ms(self) -> int:
        return 0


VIEWERS: tuple[Viewer, ...] = (*Seat, None)


async def sit_down(house: Any) -> dict[Viewer, Any]:
    wires: dict[Viewer, Any] = {}
    for viewer in VIEWERS:
        wires[viewer] = await house.connect(f"at {viewer}")
    return wires


def moves(history: History) -> Moves:
    states = [state for state, _ in history.steps()]
    return tuple((state, seat, action) for state, (seat, action) in zip(states, history.actions, strict=False))


@dataclass
class AtTable:
    """A deal that is played by the book: who is asked to react declines first, and then somebody acts."""

    wires: dict[Viewer, Any]
    table: str
    contract: object = None
    reactions: dict[Seat, Map] = field(default_factory=dict)

    async def act(self, seat: Viewer, action: str, answer: str = "ok", **fields: int) -> None:
        await self.wires[seat].send(type="act", table=self.table, action=action, **fields)
        await self.wires[seat].until(answer)

    async def move(self, state: State, seat: Seat, action: Action) -> None:
        turn = to_act(state)
        assert turn is not None
        request = await self.wires[turn].until("request", kind=kind_of(state))
        barrier = await self.decline_reactions(state)
        await self.provoke(state, turn, request)
        if seat is turn:
            await self.act(seat, str(action), request=request["request"])
            return
        live = self.reactions.get(seat)
        asked = {"request": live["request"]} if live else {"after": request["after"]}
        await self.wires[seat].send(type="act", table=self.table, action=str(action), **asked)
        if barrier:  # among programs both have to say something
            await self.act(turn, "pass", "error", request=request["request"])
        await self.wires[seat].until("ok")

    async def decline_reactions(self, state: State) -> bool:
        """Whether anybody was asked."""
        contract = state.phase.auction.contract if isinstance(state.phase, Bidding) else None
        if contract == self.contract:
            return False
        self.contract, self.reactions = contract, {}
        for seat in may_act(state):
            self.reactions[seat] = await self.wires[seat].until("request", kind="react")
            await self.act(seat, "pass", request=self.reactions[seat]["request"])
        return bool(self.reactions)

    async def provoke(self, state: State, turn: Seat, request: Map) -> None:
        """Everything that is refused: what cannot be said, what is another's to say, and what comes too late."""
        allowed, number = legal(state, turn), request["request"]
        elsewhere = next(card for card in PACK if card not in request["view"]["hand"])
        for wrong in ("70S", elsewhere, f"{elsewhere}+belote+carre:ASAHADAC", "cut:12", "nonsense"):
            if wrong == "nonsense" or parse_action(wrong) not in allowed:
                await self.act(turn, wrong, "error", request=number)
        for viewer in self.wires:
            if viewer is not turn or claim(view(state, turn)) is None:
                await self.wires[viewer].send(type="claim", table=self.table, request=number)
                await self.wires[viewer].until("error")
        for other in self.wires:
            if other is not turn:
                await self.act(other, "pass", "error", request=number)
                await self.act(other, "surcoinche", "error", after=0)


def kind_of(state: State) -> str:
    return {"Cutting": "cut", "Bidding": "bid", "Playing": "play"}[type(state.phase).__name__]


async def run(
    house: Any,
    wires: dict[Viewer, Any],
    options: TableOptions,
    packs: PackSource,
    played: Moves,
    eyes: Seat | None = None,
) -> dict[Viewer, list[bytes]]:
    """Play so far at a new table; what was sent to each viewer, the lobby apart. Who watches has those `eyes`."""
    table = house.server.lobby.tables.open(options, packs)
    start: dict[Viewer, int] = {}
    for viewer, wire in wires.items():  # the last table's goodbyes have come before the pong
        await wire.send(type="ping")
        await wire.until("pong")
        start[viewer] = len(wire.bodies)
    for viewer, wire in wires.items():
        if viewer is None:
            await wire.send(type="watch", table=table.id, **({} if eyes is None else {"eyes": eyes}))
        else:
            await wire.send(type="join", table=table.id, seat=viewer)
        await wire.until("joined")
    at_table = AtTable(wires, table.id)
    for state, seat, action in played:
        await at_table.move(state, seat, action)
    sent: dict[Viewer, list[bytes]] = {}
    for viewer, wire in wires.items():  # whatever was sent has come before the pong
        await wire.send(type="ping")
        await wire.until("pong")
        sent[viewer] = list(without_lobby(wire.bodies[start[viewer] :]))
    for wire in wires.values():
        await wire.send(type="leave", table=table.id)
        await wire.until("left", "error")
    return sent


LOBBY_SHOWS = {
    *("table", "name", "preset", "base", "options", "target", "phase", "seats", "spectators"),
    *("clock", "strict", "private", "delay_s", "delay_deals", "host", "hold", "shares"),
}


def without_lobby(bodies: list[bytes]) -> Iterator[bytes]:
    """The lobby is sent when it changes, at its own pace, as pings are; it is looked at by itself."""
    for body in bodies:
        message = msgpack.unpackb(body)
        if message["type"] not in ("lobby", "ping"):
            yield body
        elif message["type"] == "lobby":
            for table in message["tables"]:
                assert table.keys() == LOBBY_SHOWS


def check_folding(viewer: Viewer, bodies: list[bytes], rules: RuleSet) -> int:
    """Each request's view is what folding the events before it gives. How many there were."""
    seen, requests = TableView(viewer=viewer), 0
    for body in bodies:
        message = decode_server(body)
        if isinstance(message, Envelope) and not isinstance(message.event, TableEvent):
            seen = fold(seen, message.event, rules)
        elif isinstance(message, Request):
            assert message.view == seen
            requests += 1
    return requests


Run = Callable[[Any, dict[Viewer, Any]], Awaitable[dict[Viewer, list[bytes]]]]


class TwoHouses:
    """Two servers with the same five clients at each."""

    def __init__(self, real: Any, other: Any) -> None:
        self.houses = (real, other)
        self.wires: list[dict[Viewer, Any]] = []

    async def sit_down(self) -> None:
        self.wires = [await sit_down(house) for house in self.houses]

    async def both(self, real: Run, other: Run) -> tuple[dict[Viewer, list[bytes]], dict[Viewer, list[bytes]]]:
        """What each viewer was sent in both worlds."""
        sent: list[dict[Viewer, list[bytes]]] = [{}, {}]

        async def play(at: int, runs: Run) -> None:
            sent[at] = await runs(self.houses[at], self.wires[at])

        with trio.fail_after(120):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, 0, real)
                nursery.start_soon(play, 1, other)
        return sent[0], sent[1]


def board_of(history: History, eyes: Seat | None = None) -> Run:
    rules = history.before.rules
    options = TableOptions(name="board", board=True, rules=rules, delay_deals=0 if eyes is None else 1)
    packs = FixedBoards([Board(history.dealer, stacked(history.hands, history.dealer, rules.table))])
    return lambda house, wires: run(house, wires, options, packs, moves(history), eyes)


@pytest.mark.parametrize("seed", [2026])
async def test_hidden_cards_change_no_byte_that_a_viewer_is_sent(open_house: Any, seed: int) -> None:
    rng = random.Random(seed)
    positions = folded = tried = 0
    async with open_house(time=StoppedClock()) as real, open_house(time=StoppedClock()) as other:
        houses = TwoHouses(real, other)
        await houses.sit_down()
        while positions < POSITIONS:
            tried += 1
            rules = (*RULES, some_rules(rng))[tried % (len(RULES) + 1)]
            history, viewer = some_history(rng, rules), rng.choice(VIEWERS)
            elsewhere = alternative(history, viewer, rng)
            if elsewhere is None:
                continue
            here, there = await houses.both(board_of(history), board_of(elsewhere))
            assert here[viewer] == there[viewer], (viewer, history, elsewhere)
            assert any(here[v] != there[v] for v in Seat), "the worlds do not differ"
            positions += len(history.actions) + 1
            folded += sum(check_folding(v, bodies, rules) for v, bodies in here.items())
    assert folded > positions // 2
    print(f"{positions} positions, {folded} requests folded, no difference")


@pytest.mark.parametrize("eyes", Seat)
async def test_eyes_are_sent_no_byte_that_hangs_on_anybodys_cards_while_the_deal_lasts(
    open_house: Any, eyes: Seat
) -> None:
    rng = random.Random(f"eyes of {eyes}")
    positions = 0
    async with open_house(time=StoppedClock()) as real, open_house(time=StoppedClock()) as other:
        houses = TwoHouses(real, other)
        await houses.sit_down()
        while positions < POSITIONS // 20:
            history = some_history(rng)
            elsewhere = alternative(history, None, rng)
            if elsewhere is None or to_act(history.state) is None:
                continue
            here, there = await houses.both(board_of(history, eyes), board_of(elsewhere, eyes))
            assert here[None] == there[None], (eyes, history, elsewhere)
            assert here[eyes] != there[eyes] or history.hands[eyes] == elsewhere.hands[eyes]
            positions += len(history.actions) + 1


# --- packs that are gathered -------------------------------------------------------------------------


@dataclass(frozen=True)
class FirstPack:
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

    def run(self) -> Run:
        options = TableOptions(name="gathered", rules=self.rules)
        return lambda house, wires: run(house, wires, options, self.first, self.moves)


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


async def test_a_gathered_pack_tells_nobody_where_the_cards_are_that_he_has_not_seen(open_house: Any) -> None:
    rng = random.Random(2026)
    positions = 0
    async with open_house(time=StoppedClock()) as real, open_house(time=StoppedClock()) as other:
        houses = TwoHouses(real, other)
        await houses.sit_down()
        while positions < POSITIONS // 4:
            rules = rng.choice([PRESETS["online"], PRESETS["contree"].changed(two_stage_deal=True)])
            first, viewer = FirstPack(rng.choice(list(Seat)), tuple(rng.sample(PACK, len(PACK)))), rng.choice(VIEWERS)
            truth = two_deals(rules, first, viewer, by_chance(rng))
            elsewhere = with_other_cards(truth, viewer, rng)
            if elsewhere is None:
                continue
            here, there = await houses.both(truth.run(), elsewhere.run())
            assert here[viewer] == there[viewer], (viewer, truth, elsewhere)
            positions += len(truth.actions)
            for seat, bodies in here.items():
                check_folding(seat, bodies, rules)
