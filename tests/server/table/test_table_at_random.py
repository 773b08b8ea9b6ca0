"""Tests of tables driven at random: no message breaks one, shows a hand, or leaves an overdue deadline.

A restart at any moment gives the same table. `Machine` itself checks the deadlines, and the tap of the simulation
checks that all players get all events that they may see.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding
from coinche.engine.playing import Playing
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode, map_of
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Admit,
    AtTable,
    Begin,
    Capability,
    Chat,
    Claim,
    ClearSeat,
    Clock,
    Decline,
    GoOn,
    Invite,
    Join,
    Leave,
    Pause,
    Pledge,
    Prove,
    Ready,
    Rematch,
    Request,
    Role,
    Share,
    ShareStage,
    ShareWanted,
    SwapSeats,
    VoteOut,
    Watch,
)
from coinche.server.match.entries import Entry
from coinche.server.match.table_options import Pace, TableOptions
from coinche.server.table.match_flow import Deciding
from tests.protocol.at_random import of
from tests.server.machine import Client, KeptStore, Machine
from tests.server.test_log_secrecy import CARD
from tests.simulation.truth import Truth
from tests.simulation.wiretap import Memory, Wiretap

PACE = Pace(bot=0.5, trick=0.5, reaction=1.0, recap=2.0, parting=4.0, final=8.0)
FAST = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))

WRONG = "KC"
"""The one card that clients name whether they hold it or not; refusals repeat it."""

Doing = Callable[["Crowd", Client, int], None]


class CheckedStore(KeptStore):
    """Tells the truth of everything that it keeps."""

    def __init__(self, truth: Truth) -> None:
        super().__init__()
        self._truth = truth

    def append(self, table: str, entry: Entry) -> None:
        super().append(table, entry)
        self._truth.take([(table, len(self.kept), entry)])


class CheckedMachine(Machine):
    """Has everything checked that a call of the table has sent, at once."""

    crowd: Crowd | None = None

    def _all_read(self) -> None:
        super()._all_read()
        if self.crowd is not None:
            self.crowd.check()


@dataclass
class Crowd:
    """Eight clients at a table, and what each of them is sent, held to the truth."""

    machine: CheckedMachine
    memory: Memory
    taps: dict[str, Wiretap] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)

    @classmethod
    def at(cls, options: TableOptions, chance: random.Random) -> Crowd:
        """The clients are programs, people and a provider; one of them or four sit at the table."""
        machine = CheckedMachine(options, bots=("steady", "random"))
        crowd = cls(machine, Memory(Truth(), machine.time.unix_ms))
        machine.server.store = machine.store = CheckedStore(crowd.memory.truth)
        fair = (Capability.FAIR,)
        for number, name in enumerate(("Ana", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus")):
            machine.client(name, person=number % 2 == 0, capabilities=fair if number % 3 == 0 else ())
        machine.client("bots", role=Role.PROVIDER)
        for client in machine.clients.values():
            crowd.tap(client, 0)
        machine.table.open()
        machine.crowd = crowd
        for client in list(machine.clients.values())[: chance.choice((1, 4, 4))]:
            client.say(Join)
        return crowd

    def tap(self, client: Client, after: int) -> None:
        """Listen to a new connection."""
        session = client.session
        tap = self.taps[session.name] = Wiretap(self.memory, session.name, None)
        tap.carried(encode(Ready(session=session.id, name=session.name, secret="00" * 32)))
        tap.overheard(Prove(proof="00" * 32, n=after))

    def check(self) -> None:
        """Look at what everybody has been sent since the last time."""
        for name, client in self.machine.clients.items():
            new = client.bodies[self.checked.get(name, 0) :]
            self.checked[name] = len(client.bodies)
            for body in new:
                self.taps[name].carried(len(body).to_bytes(4, "big") + body)
            check_hands(self.machine, client, new)

    def do_something(self, chance: random.Random) -> None:
        """Let a client act, if any may at this table."""
        if not self.machine.table.closed:
            client = chance.choice(tuple(self.machine.clients.values()))
            chance.choice(DOINGS)(self, client, chance.randrange(100))


def check_hands(machine: Machine, client: Client, bodies: list[bytes]) -> None:
    """No message names a card of a hand that its reader does not hold; only what follows the last deal counts."""
    hidden = hidden_from(machine, client)
    for body in reversed(bodies):
        message = map_of(body)
        named = {Card(card) for text in texts(message) for card in CARD.findall(text)} - {Card(WRONG)}
        assert not named & hidden, (client.session.name, message, named & hidden)
        if message["type"] == "deal_started":
            break


def hidden_from(machine: Machine, client: Client) -> set[Card]:
    """The cards in hands that the client has no right to know."""
    phase = None if machine.state is None else machine.state.phase
    if not isinstance(phase, Bidding | Playing):
        return set()
    places = machine.table._seats.values()
    own = {place.seat for place in places if client.session in (place.owner, place.player)}
    return {card for seat, hand in phase.hands.items() if seat not in own for card in hand}


def texts(value: object) -> Iterator[str]:
    """All strings in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in (*value, *value.values()):
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


# --- what somebody may do ----------------------------------------------------------------------------


def answer(crowd: Crowd, client: Client, number: int) -> None:
    """Answer what is asked, of anybody: a legal action, or a wrong one now and then."""
    machine = crowd.machine
    if machine.turn is None:
        crowd.machine.pass_time(0.5)
        return
    asked = [one for one in machine.clients.values() if any(isinstance(m, Request) for m in one.seen)]
    live = {request.number for request in machine.table._turns._decision.live}
    for one in asked:
        if one.session.peer is not None and one.asked.request in live and may_say(crowd, one):
            legal = one.asked.legal
            one.act(legal[number % len(legal)] if number % 11 else WRONG)
            return
    machine.pass_time(1.0)


def may_say(crowd: Crowd, client: Client) -> bool:
    """Return whether the router passes the client's message to the table."""
    return client.session.role is Role.PROVIDER or client.session.table == crowd.machine.table.id


def at_table(make: Callable[[Client, int], tuple[type, dict[str, Any]]]) -> Doing:
    def doing(crowd: Crowd, client: Client, number: int) -> None:
        if client.session.peer is not None and may_say(crowd, client):
            message, fields = make(client, number)
            client.say(message, **fields)

    return doing


def come(crowd: Crowd, client: Client, number: int) -> None:
    session = client.session
    if session.peer is None and session.table is None:  # it is forgotten, and signs in anew
        client.session = crowd.machine.server.sessions[session.id] = dataclasses.replace(session)
        crowd.machine.connect(client.session)
        crowd.tap(client, 0)
    elif session.peer is None:
        after = client.after if number % 2 else 0
        crowd.tap(client, after)
        client.come_back(after)
    elif session.table is None and session.role is Role.PLAYER:
        client.say(Join, **({} if number % 2 else {"seat": seat(number)}))


def watch(crowd: Crowd, client: Client, number: int) -> None:
    if client.session.peer is not None and client.session.table is None and client.session.role is Role.PLAYER:
        client.say(Watch)


def lose(crowd: Crowd, client: Client, number: int) -> None:
    if client.session.peer is not None and client.session.table is not None:
        client.lose() if number % 3 else client.go()


def wait(crowd: Crowd, client: Client, number: int) -> None:
    crowd.machine.pass_time(number / 10)


def block(crowd: Crowd, client: Client, number: int) -> None:
    """The disk takes nothing, or goes on."""
    crowd.machine.store.open = bool(number % 2)
    crowd.machine.wake()


def shares(crowd: Crowd, client: Client, number: int) -> None:
    wanted = [one for one in client.seen if isinstance(one, ShareWanted)]
    if wanted and client.session.peer is not None and may_say(crowd, client):
        stage = Pledge if wanted[-1].stage is ShareStage.PLEDGE else Share
        word = "pledge" if stage is Pledge else "share"
        client.say(stage, match=wanted[-1].match, deal=wanted[-1].deal, **{word: f"{number % 2:064x}"})


def lend(crowd: Crowd, client: Client, number: int) -> None:
    provider = crowd.machine["bots"]
    invited = [one.seat for one in provider.seen if isinstance(one, Invite)]
    if invited:
        said = Decline(table="t1", seat=invited[-1]) if number % 5 == 0 else Accept(table="t1", seat=invited[-1])
        crowd.taps["bots"].overheard(said)
        provider.say(type(said), seat=invited[-1])


def seat(number: int) -> Seat:
    return tuple(Seat)[number % 4]


DOINGS: tuple[Doing, ...] = (
    *(answer,) * 12,
    *(come,) * 4,
    *(lend, shares) * 2,
    watch,
    lose,
    wait,
    block,
    at_table(lambda client, number: (Act, {"after": max(0, client.after - number % 3), "action": "coinche"})),
    at_table(lambda client, number: (Act, {"request": number, "action": WRONG})),
    at_table(lambda client, number: (Claim, {"request": client.machine.table._turns._decision.asked})),
    at_table(lambda client, number: (GoOn, {})),
    at_table(lambda client, number: (Pause, {})),
    at_table(lambda client, number: (Rematch, {})),
    at_table(lambda client, number: (Begin, {"bots": "steady"})),
    at_table(lambda client, number: (AddBot, {"seat": seat(number)} if number % 2 else {})),
    at_table(lambda client, number: (SwapSeats, {"seats": (seat(number), seat(number + 1 + number % 3))})),
    at_table(lambda client, number: (ClearSeat, {"seat": seat(number)}) if number % 4 == 0 else (Chat, {"text": "oh"})),
    at_table(lambda client, number: (VoteOut, {"seat": seat(number)})),
    at_table(
        lambda client, number: (
            Admit,
            {"seat": seat(number), "name": ("Ana", "Dan", "Eva", "Gus", "random")[number % 5]},
        )
    ),
    at_table(lambda client, number: (Leave, {}) if number % 4 == 0 else (Chat, {"text": "ah"})),
)
"""Mostly the game goes on."""

TABLES = tuple(
    TableOptions(name="table", rules=rules, pace=PACE, strict=strict, hold=hold, absence_ms=absence, clock=clock)
    for rules in (FFB.changed(target=200), PRESETS["pagat"].changed(target=200))
    for strict, hold in ((False, False), (False, True), (True, False))
    for absence, clock in ((0, Clock(move_ms=3_000, bank_ms=2_000)), (5_000, None))
)
RUNS = 12
STEPS = 200


def crowd_of(seed: int) -> tuple[Crowd, random.Random]:
    chance = random.Random(seed)
    return Crowd.at(chance.choice(TABLES), chance), chance


@pytest.mark.parametrize("seed", range(RUNS))
def test_whatever_is_done_nothing_breaks_and_nobody_sees_what_is_not_theirs(seed: int) -> None:
    crowd, chance = crowd_of(seed)
    for _ in range(STEPS):
        crowd.do_something(chance)
    machine = crowd.machine
    for client in machine.clients.values():
        if client.session.table is not None:
            client.go()
    assert machine.table.closed, "everybody has gone"


WORDS = st.one_of(*map(of, get_args(AtTable)))
"""Any message to a table, a new one included; what it names is seldom there."""


@FAST
@given(said=st.lists(st.tuples(WORDS, st.integers(0, 7)), max_size=30), pagat=st.booleans())
def test_any_well_formed_message_is_taken_from_anybody(said: list[tuple[AtTable, int]], pagat: bool) -> None:
    machine = Machine(rules=PRESETS["pagat" if pagat else "ffb"]).open()
    machine.four(people="NE")
    machine.client("watcher").say(Watch)
    machine.provider()
    clients = list(machine.clients.values())
    for message, who in said:
        session = clients[who % len(clients)].session
        comes = isinstance(message, Join | Watch)
        if session.role is Role.PROVIDER or (session.table is None) is comes:
            session.table = session.table if session.role is Role.PROVIDER else machine.table.id
            machine.tell(session, replace(message, table=machine.table.id))


# --- restarts ----------------------------------------------------------------------------------------


def same_again(machine: Machine) -> None:
    """A table made of what is kept is the same, and asks the same once everybody is back."""
    if machine.table.closed:
        return
    expected, turn, waits_for = machine.picture, machine.turn, machine.waits_for
    asked = {name: client.asked for name, client in machine.clients.items() if Request in map(type, client.seen)}
    again = machine.restarted()
    assert again.picture == expected
    if not isinstance(waits_for, Deciding):
        again.wake()
        return
    again.wake()
    assert turn is not None
    assert (again.turn.number, again.turn.seat, again.turn.state) == (turn.number, turn.seat, turn.state)
    for name, client in again.clients.items():
        if machine[name].session.peer is not None:
            client.come_back(machine[name].after)
    if turn.seat.value in asked:
        asks = again[turn.seat.value].asked
        assert replace(asks, clock=asked[turn.seat.value].clock) == asked[turn.seat.value]


@pytest.mark.parametrize("people", ["", "NE"])
@pytest.mark.parametrize("preset", ["ffb", "pagat", "asce"])
def test_a_restart_after_any_act_of_a_match_gives_the_same_table(preset: str, people: str) -> None:
    machine = Machine(rules=PRESETS[preset].changed(target=500), pace=PACE).open()
    machine.four(people)
    steps = 0
    while not machine.table.closed and steps < 120:
        steps += 1
        if steps % 5 == 0 or steps < 10:
            same_again(machine)
        answered = False
        live = {request.number for request in machine.table._turns._decision.live}
        for client in machine.players:
            if Request in map(type, client.seen) and client.asked.request in live and not answered:
                asked, reply = client.asked, None
                bid = "80H" if asked.bids.get("H") == 80 else asked.default  # type: ignore[call-overload]
                reply = client.act(bid)
                answered = reply is not None
        if not answered:
            machine.pass_time(0.5)
    assert steps > 30


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_restart_after_anything_gives_the_same_table(seed: int) -> None:
    crowd, chance = crowd_of(seed)
    for step in range(STEPS):
        crowd.do_something(chance)
        if step % 20 == 0 and not crowd.machine.table.closed:
            expected, again = crowd.machine.picture, crowd.machine.restarted()
            assert again.picture == expected
            again.wake()
            assert again.table.closed or again.table.deadline > again.time.at
