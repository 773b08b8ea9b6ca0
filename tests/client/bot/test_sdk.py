"""Tests of the promises to bot authors: faults cost the default and are counted; a seat is found, kept, played out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Self, cast

import msgpack
import pytest
import trio
from msgspec import UNSET

from coinche.bot import Bot, Player, legal_of, say_all
from coinche.bot.options import OwnTable
from coinche.bot.placement import CannotPlay, Place
from coinche.bot.seat import play_seat
from coinche.bots.built_in import Steady
from coinche.connection.address import Address
from coinche.engine.actions import CUTS, Action, Coinche, Cut, Legal, MakeBid, Pass, PlayCard, Surcoinche, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.dealing import shuffled
from coinche.engine.events import DealScored, Event, MatchStarted
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB, preset
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.codec import decode_client, encode, to_map
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.frames import FrameReader
from coinche.protocol.messages import (
    Act,
    Auth,
    Clock,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Hello,
    Join,
    Joined,
    Left,
    Limits,
    Lobby,
    Occupant,
    Prove,
    Ready,
    Request,
    SeatInfo,
    System,
    TableEvent,
    TableInfo,
    Welcome,
)
from coinche.protocol.requests import allowed, request_of
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.server.storage.store import MemoryStore, Store
from coinche.text.language import Language
from tests.server.fixed_packs import Board, FixedBoards
from tests.server.observed import ObservedStore

CLOCK = Clock(move_ms=0, bank_ms=0)
PATIENCE = 30.0


def request(state: State, number: int = 1) -> Request:
    seat = to_act(state)
    assert seat is not None
    may = allowed(state, seat)
    return request_of(state, seat, may, number=number, table="t1", after=0, clock=CLOCK, rules="")


def deal(*actions: str, number: int = 1) -> State:
    state, _ = new_match(FFB, Seat.NORTH)
    state, _ = next_deal(state, shuffled(bytes([number]) * 32))
    for notation in actions:
        seat = to_act(state)
        assert seat is not None
        state, _ = apply(state, seat, parse_action(notation))
    return state


class Saying(Bot):
    """Answers what it was told to, or raises it."""

    name = "saying"

    def __init__(self, *answers: Action | Exception) -> None:
        super().__init__()
        self.answers = list(answers)
        self.heard: list[object] = []

    def choose(self, view: TableView, legal: Legal) -> Action:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def on_event(self, event: object) -> None:
        self.heard.append(event)
        if event == "trouble":
            raise RuntimeError("cannot hear")


def test_the_legal_actions_of_a_request_are_the_engines() -> None:
    for actions in ((), ("80S", "pass", "pass", "pass"), ("90H", "coinche")):
        state = deal(*actions)
        seat = to_act(state)
        assert seat is not None
        assert set(legal_of(request(state))) == set(legal(state, seat))


def test_a_legal_answer_goes_out_as_it_is() -> None:
    player = Player(Saying(MakeBid(Bid("100C"))))
    assert player.answer(request(deal())) == "100C"
    assert player.errors == 0


def test_a_bot_that_raises_plays_the_default_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    player = Player(Saying(ZeroDivisionError("my mistake")))
    assert player.answer(request(deal())) == "pass"
    assert player.errors == 1
    told = capsys.readouterr().err
    assert "ZeroDivisionError: my mistake" in told
    assert "the bot saying failed (request 1); pass is played instead" in told


@pytest.mark.parametrize("answer", [MakeBid(Bid("85S")), PlayCard(Card.SA), "pass", None])
def test_a_bot_that_answers_what_is_not_legal_plays_the_default(
    answer: Action, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Player(Saying(answer), Language.FRENCH)
    assert player.answer(request(deal())) == "pass"
    assert player.errors == 1
    assert "interdit" in capsys.readouterr().err


def test_a_bot_whose_on_event_raises_plays_on() -> None:
    player = Player(Saying(Pass()))
    player.hear("trouble")  # type: ignore[arg-type]
    assert player.errors == 1
    assert player.answer(request(deal())) == "pass"


class Misdeclaring(Saying):
    """Raises the fault, or returns it for a system."""

    def __init__(self, fault: object, *answers: Action) -> None:
        super().__init__(*answers)
        self.fault = fault

    def declares(self) -> System | None:
        if isinstance(self.fault, Exception):
            raise self.fault
        return cast(System, self.fault)


@pytest.mark.parametrize("fault", [KeyError("my mistake"), {"name": "no system"}], ids=["raises", "no_system"])
async def test_a_bot_that_fails_to_declare_its_system_declares_none_and_is_told(
    fault: object, capsys: pytest.CaptureFixture[str]
) -> None:
    sent: list[FromClient] = []

    async def send(message: FromClient) -> None:
        sent.append(message)

    player = Player(Misdeclaring(fault, Pass()))
    await player.take(Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK), send)
    assert (player.errors, sent) == (1, [])
    assert "Traceback" in capsys.readouterr().err
    await player.take(request(deal(), 4), send)
    assert sent == [Act(table="t1", request=4, action="pass")]


def test_the_rules_of_the_match_are_the_bots() -> None:
    player = Player(Saying())
    rules = preset("ffb", 500)
    player.hear(MatchStarted(rules, 1, False))
    assert player.bot.rules == rules


def test_everything_is_said() -> None:
    allowed = Legal(
        actions=(PlayCard(Card.SK),),
        offers={Card.SK: legal_of(request(deal())).offers.get(Card.SK, ())},
        default=Pass(),
    )
    assert say_all(Card.SK, allowed) == PlayCard(Card.SK)


# --- over the network --------------------------------------------------------------------------------


class Script:
    """A server for one connection at a time, which a test drives by hand."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.reader = FrameReader(16384)
        self.waiting: list[FromClient] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stream.aclose()

    async def say(self, *messages: FromServer | Envelope) -> None:
        await self.stream.send_all(b"".join(map(encode, messages)))

    async def hear(self) -> FromClient:
        while not self.waiting:
            data = await self.stream.receive_some()
            assert data, "the client has hung up"
            self.waiting += [decode_client(body) for body in self.reader.feed(data)]
        return self.waiting.pop(0)

    async def welcome(self) -> Hello:
        hello = await self.hear()
        assert isinstance(hello, Hello)
        await self.say(Welcome(version=1, server="script", nonce="0" * 64, capabilities={}, limits=Limits(), time=0))
        if hello.auth is Auth.GUEST:
            await self.say(Ready(session="s1", name=hello.name, secret="1" * 64))
        return hello


TABLE = TableInfo(
    table="t1",
    clock=CLOCK,
    name="Café",
    preset="ffb",
    target=1000,
    phase=Phase.WAITING,
    seats=tuple(SeatInfo(seat=seat, occupant=Occupant.FREE) for seat in Seat),
)


@asynccontextmanager
async def scripted() -> AsyncIterator[tuple[int, trio.SocketListener]]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        yield listener.socket.getsockname()[1], listener


def place(port: int, table: str | None = "t1", seat: Seat | None = None) -> Place:
    return Place(address=Address("127.0.0.1", port, tls=False), table=table, seat=seat, name="saying")


async def test_a_bot_sits_down_answers_and_ends_with_its_table() -> None:
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            player = Player(Saying(MakeBid(Bid("80D"))))
            nursery.start_soon(play_seat, player, place(port, "Café", Seat.EAST))
            async with Script(await listener.accept()) as server:
                hello = await server.welcome()
                assert hello.program
                await server.say(Lobby(tables=(TABLE,)))
                assert await server.hear() == Join(table="t1", seat=Seat.EAST)
                await server.say(
                    Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK),
                    request(deal(), 4),
                )
                assert await server.hear() == Act(table="t1", request=4, action="80D")
                await server.say(Left(table="t1", reason="match_over"))


async def test_without_a_table_named_the_first_with_a_free_seat_is_taken() -> None:
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, Player(Saying()), place(port, None))
            async with Script(await listener.accept()) as server:
                await server.welcome()
                await server.say(Lobby(tables=(TABLE,)))
                assert await server.hear() == Join(table="t1", seat=UNSET)
                await server.say(
                    Left(table="t1", reason="left"),
                    Joined(table="t1", name="", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK),
                )
                await server.say(Left(table="t1", reason="match_over"))


async def test_an_answer_that_the_server_refuses_costs_the_default() -> None:
    error = Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="no", request=4)
    player = Player(Saying(MakeBid(Bid("80D")), Pass()))
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, player, place(port))
            async with Script(await listener.accept()) as server:
                await server.welcome()
                await server.say(Lobby(tables=(TABLE,)))
                await server.hear()
                joined = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)
                await server.say(joined, request(deal(), 4))
                assert await server.hear() == Act(table="t1", request=4, action="80D")
                await server.say(error)
                assert await server.hear() == Act(table="t1", request=4, action="pass")
                await server.say(error, request(deal(), 5))
                assert await server.hear() == Act(table="t1", request=5, action="pass")
                await server.say(Left(table="t1", reason="match_over"))
    assert player.errors == 1


async def test_a_lost_connection_is_taken_up_again_where_it_broke() -> None:
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            player = Player(Saying(Pass()))
            nursery.start_soon(play_seat, player, place(port))
            async with Script(await listener.accept()) as server:
                await server.welcome()
                await server.say(Lobby(tables=(TABLE,)))
                await server.hear()
                await server.say(Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK))
                await server.say(Envelope("t1", 5, 0, MatchStarted(FFB, 1, False)))
            async with Script(await listener.accept()) as server:
                hello = await server.welcome()
                assert hello.session == "s1"
                proof = await server.hear()
                assert isinstance(proof, Prove)
                assert proof.n == 5
                await server.say(Ready(session="s1", name="saying", secret="2" * 64), request(deal(), 9))
                assert await server.hear() == Act(table="t1", request=9, action="pass")
                await server.say(Left(table="t1", reason="match_over"))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("later", [False, True], ids=["joined", "match_started"])
async def test_a_rule_of_a_newer_server_is_told_and_played_without(
    language: Language, capsys: pytest.CaptureFixture[str], *, later: bool
) -> None:
    joined = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)
    begun = Envelope("t1", 5, 0, MatchStarted(FFB, 1, False))
    player = Player(Saying(MakeBid(Bid("80D"))), language)
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, player, place(port))
            async with Script(await listener.accept()) as server:
                await server.welcome()
                await server.say(Lobby(tables=(TABLE,)))
                await server.hear()
                await server.stream.send_all((encode(joined) if later else newer_rule(joined)) + newer_rule(begun))
                await server.say(request(deal(), 4))
                assert await server.hear() == Act(table="t1", request=4, action="80D")
                await server.say(Left(table="t1", reason="match_over"))
    assert player.bot.rules == FFB
    told = capsys.readouterr().err
    assert "direction = sideways" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [(Language.ENGLISH, "message that this version"), (Language.FRENCH, "message que cette version")],
)
async def test_what_cannot_be_read_is_said(language: Language, said: str) -> None:
    joined = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)

    async def serve(listener: trio.SocketListener) -> None:
        async with Script(await listener.accept()) as server:
            await server.welcome()
            await server.say(Lobby(tables=(TABLE,)))
            await server.hear()
            await server.stream.send_all(framed(to_map(joined) | {"seat": "X"}))
            await trio.sleep_forever()

    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(serve, listener)
            with pytest.raises(CannotPlay, match=rf"{said}.*'X'.*seat"):
                await play_seat(Player(Saying(), language), place(port))
            nursery.cancel_scope.cancel()


def newer_rule(message: FromServer | Envelope) -> bytes:
    """The message, with a value in its rules that nobody knows yet."""
    plain = to_map(message)
    plain["rules"]["table"]["direction"] = "sideways"
    return framed(plain)


def framed(plain: dict[str, object]) -> bytes:
    body: bytes = msgpack.packb(plain)
    return len(body).to_bytes(4, "big") + body


@asynccontextmanager
async def a_server(store: Store | None = None) -> AsyncIterator[tuple[Server, int]]:
    server = Server(provider=None, say=lambda line: None, store=store or MemoryStore())
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield server, port
            nursery.cancel_scope.cancel()


async def test_an_unknown_table_is_named_with_those_there_are() -> None:
    async with a_server() as (server, port):
        server.lobby.tables.open(TableOptions(name="Café"))
        with pytest.raises(CannotPlay, match=r"there is no table t9; the tables are: t1 \(Café\)"):
            await play_seat(Player(Saying()), place(port, "t9"))


async def test_a_table_of_a_server_that_has_none_is_not_listed() -> None:
    async with a_server() as (_, port):
        with pytest.raises(CannotPlay, match="there is no table t9: this server has no tables at all"):
            await play_seat(Player(Saying()), place(port, "t9"))


@pytest.mark.parametrize(
    ("against", "rules", "said"),
    [
        (None, "nope", "règles inconnues de ce serveur : nope ; au choix : .*pagat"),
        ("steady", None, "le serveur n'a pas de bot steady : il n'en a aucun"),
    ],
)
async def test_what_the_server_has_not_is_named(against: str | None, rules: str | None, said: str) -> None:
    own = OwnTable(name="Mine", against=against, rules=rules, target=None, clock=None)
    async with a_server() as (_, port):
        with pytest.raises(CannotPlay, match=said):
            await play_seat(Player(Saying(), Language.FRENCH), replace(place(port, None), own_table=own))


async def test_a_server_without_a_free_seat_is_said_to_be_one() -> None:
    async with a_server() as (_, port):
        with pytest.raises(CannotPlay, match="aucune table n'a de place libre"):
            await play_seat(Player(Saying(), Language.FRENCH), place(port, None))


async def test_a_taken_seat_is_named() -> None:
    async with a_server() as (server, port), trio.open_nursery() as nursery:
        server.lobby.tables.open(TableOptions(name="Café"))
        nursery.start_soon(play_seat, Player(Saying()), place(port, "t1", Seat.WEST))
        while all(seat.occupant is Occupant.FREE for seat in server.lobby.tables["t1"].info().seats):
            await trio.lowlevel.checkpoint()
        with pytest.raises(CannotPlay, match="seat W of table t1 is taken"):
            await play_seat(Player(Saying()), place(port, "t1", Seat.WEST))
        nursery.cancel_scope.cancel()


async def test_nobody_there_is_said_with_the_address() -> None:
    async with scripted() as (port, _):
        pass
    with pytest.raises(
        CannotPlay,
        match=f"cannot connect to 127.0.0.1:{port} .*nothing is listening on that port"
        ".*is coinche-server running there",
    ):
        await play_seat(Player(Saying()), place(port))


async def test_four_bots_play_a_board_on_a_real_server() -> None:
    scores: list[DealScored] = []

    def hear(event: Event | TableEvent) -> None:
        if isinstance(event, DealScored):
            scores.append(event)

    async with a_server(ObservedStore(hear)) as (server, port):
        board = FixedBoards([Board(Seat.NORTH, shuffled(bytes([3]) * 32))])
        table = server.lobby.tables.open(TableOptions(name="board", board=True), board)
        players = [Player(Steady(seat)) for seat in range(4)]
        async with trio.open_nursery() as nursery:
            for player, seat in zip(players, Seat, strict=True):
                nursery.start_soon(play_seat, player, place(port, table.id, seat))
    assert len(scores) == 1
    assert [player.errors for player in players] == [0, 0, 0, 0]


class Watchful(Bot):
    """Coinches whatever it may, bids 80 spades first, and notes what it was asked."""

    name = "watchful"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[TableView, Legal]] = []

    def choose(self, view: TableView, legal: Legal) -> Action:
        self.asked.append((view, legal))
        if Coinche() in legal.actions and view.turn is not view.viewer:
            return Coinche()
        return MakeBid(Bid("80S")) if view.contract is None and legal.bids.get(Denomination.SPADES) else legal.default


async def watched(options: TableOptions) -> list[tuple[TableView, Legal]]:
    """Everything that four bots were asked in one match."""
    async with a_server() as (server, port):
        table = server.lobby.tables.open(options)
        bots = [Watchful() for _ in Seat]
        async with trio.open_nursery() as nursery:
            for bot, seat in zip(bots, Seat, strict=True):
                nursery.start_soon(play_seat, Player(bot), place(port, table.id, seat))
    return [asked for bot in bots for asked in bot.asked]


async def test_a_bot_is_asked_out_of_turn_and_sees_it_by_the_turn() -> None:
    asked = await watched(TableOptions(name="board", board=True, rules=preset("pagat")))
    reactions = [(view, legal) for view, legal in asked if view.turn is not view.viewer]
    asked_of = {legal.actions: view.viewer for view, legal in reactions}
    assert asked_of.keys() == {(Pass(), Coinche()), (Pass(), Surcoinche())}
    coinched = {view.contract.coinched_by for view, _ in asked if view.contract is not None} - {None}
    assert coinched == {asked_of[Pass(), Coinche()]}


async def test_a_bot_is_asked_to_cut() -> None:
    asked = await watched(TableOptions(name="online", rules=preset("online", 80)))
    cuts = [legal for view, legal in asked if view.phase is Phase.CUTTING]
    assert cuts
    assert all(legal.actions == CUTS and legal.default == Cut(16) for legal in cuts)


def test_the_events_of_the_table_are_the_bots() -> None:
    bot = Saying()
    Player(bot).hear(MatchStarted(FFB, 1, False))
    assert bot.heard == [MatchStarted(FFB, 1, False)]
