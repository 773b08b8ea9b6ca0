"""Tests of the gateway's refusals: everything but a shell, too many or too large requests, and malformed text."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import asyncssh
import pytest
import trio

from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.connection.credentials import ResumeCredentials
from coinche.ssh.connection import Environment
from coinche.ssh.limits import Admitted, ArrivedConnection, Bounds, ConnectionLimiter, InputBudget, PasswordGuesses
from coinche.ssh.reconnect import Owner, WaitingSessions, origin
from tests.client.ssh.gateway import Friend, Gateway, drive
from tests.client.terminal import PATIENCE

pytestmark = pytest.mark.slow


async def lost(connection: asyncssh.SSHClientConnection) -> None:
    """Until the gateway has closed it."""
    with trio.fail_after(PATIENCE):
        await run_asyncio(connection.wait_closed)


def test_nothing_but_a_shell_is_to_be_had() -> None:
    async def script(gateway: Gateway) -> None:
        with pytest.raises(asyncssh.ChannelOpenError):
            await session(gateway, command="ls")
        with pytest.raises(asyncssh.ChannelOpenError):
            await session(gateway, subsystem="sftp")
        connection = await gateway.connect("Max")
        with pytest.raises(asyncssh.ChannelOpenError):
            await run_asyncio(lambda: connection.open_connection("127.0.0.1", 22))
        with pytest.raises(asyncssh.ChannelOpenError):
            await run_asyncio(lambda: connection.open_unix_connection("/run/a"))
        with pytest.raises(asyncssh.ChannelListenError):
            await run_asyncio(lambda: connection.forward_remote_port("", 0, "127.0.0.1", 22))
        connection.abort()

    drive(script)


async def session(gateway: Gateway, **wanted: Any) -> None:
    connection = await gateway.connect("Max")
    try:
        await run_asyncio(lambda: connection.create_session(asyncssh.SSHClientSession, **wanted))
    finally:
        connection.abort()


def test_one_connection_has_one_session() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        with pytest.raises(asyncssh.ChannelOpenError):
            await run_asyncio(lambda: ana.connection.create_session(asyncssh.SSHClientSession))
        await ana.until("Bonjour Ana")

    drive(script)


def test_of_a_hundred_from_one_address_four_come_in() -> None:
    async def script(gateway: Gateway) -> list[object]:
        came: list[object] = []

        async def knock(number: int) -> None:
            try:
                came.append(await gateway.friend(f"Max {number}"))
            except (asyncssh.DisconnectError, OSError) as refused:
                came.append(refused)

        async with trio.open_nursery() as nursery:
            for number in range(100):
                nursery.start_soon(knock, number)
        friends = [one for one in came if isinstance(one, Friend)]
        for friend in friends:
            await friend.until("Bonjour Max")
            friend.hang_up()
        await gateway.until("Too many connections from 127.0.0.1")
        assert sum("Too many" in line for line in gateway.lines) == 1
        return came

    came = drive(script)
    assert len(came) == 100
    assert sum(isinstance(one, Friend) for one in came) == 4


def test_those_beyond_are_told_that_there_is_no_room() -> None:
    async def script(gateway: Gateway) -> None:
        await gateway.friend("Ana")
        with pytest.raises(asyncssh.DisconnectError, match="There is no room"):
            await gateway.friend("Max")

    drive(script, guests=1)


def test_a_place_is_free_again_when_its_guest_has_gone() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        ana.type("q")
        await ana.ended()
        await lost(ana.connection)
        await (await gateway.friend("Max")).until("Bonjour Max")

    drive(script, guests=1)


IGNORED, DISCONNECT = 2, 1
"""Types of ssh packets (RFC 4253, 12)."""


def packet(kind: int, payload: bytes) -> bytes:
    """An ssh packet before the keys are exchanged: its length, that of the padding, the payload and the padding."""
    padding = 4 + -(9 + 1 + len(payload)) % 8
    return struct.pack(">IBB", 2 + len(payload) + padding, padding, kind) + payload + bytes(padding)


def test_a_flood_waits_while_others_have_their_turn() -> None:
    """Half a mebibyte of packets that mean nothing is a second of work before the password; it is done in pieces."""
    flood = packet(IGNORED, bytes(4)) * 32_768 + packet(DISCONNECT, bytes(12))

    async def script(gateway: Gateway) -> None:
        ended = trio.Event()

        async def send_flood(stream: trio.SocketStream) -> None:
            with suppress(trio.BrokenResourceError):
                await stream.send_all(b"SSH-2.0-flood\r\n" + flood)
                while await stream.receive_some():
                    pass
            ended.set()

        async with await trio.open_tcp_stream("127.0.0.1", gateway.port) as stream, trio.open_nursery() as nursery:
            nursery.start_soon(send_flood, stream)
            ana = await gateway.friend("Ana")
            await ana.until("Bonjour Ana")
            assert not ended.is_set(), "the last packet of the flood was handled first"
            nursery.cancel_scope.cancel()

    drive(script, sign_in=120.0)


def test_a_connection_is_handled_in_pieces_within_its_budget() -> None:
    budget = InputBudget(Bounds(input_rate=100, input_burst=250, input_piece=100), now=0.0)
    assert [budget.take(1000, 0.0) for _ in range(4)] == [100, 100, 50, 0]
    assert budget.wait(1000) == 1.0
    assert budget.wait(30) == 0.3
    assert budget.take(30, 0.3) == 30
    assert budget.take(1000, 1.3) == 100
    assert [budget.take(1000, 100.0) for _ in range(4)] == [100, 100, 50, 0], "no more than a burst is saved up"


def knock(limiter: ConnectionLimiter, address: str, closed: list[str] | None = None) -> ArrivedConnection:
    """A connection from there; where it is closed to make room, the address is noted."""
    return limiter.admit(address, lambda: None if closed is None else closed.append(address))


def test_a_limiter_counts_by_address_and_in_all() -> None:
    limiter = ConnectionLimiter(Bounds(guests=3, guests_per_address=2, turned_away=1))
    a = [knock(limiter, "a") for _ in range(4)]
    assert [each.entry for each in a] == [Admitted.HALF_OPEN, Admitted.HALF_OPEN, Admitted.FULL, Admitted.SHUT]
    b = knock(limiter, "b")
    assert all(limiter.seat(each) for each in (*a[:2], b))
    limiter.leave(a[2])
    full = knock(limiter, "b")
    assert full.entry is Admitted.FULL
    limiter.leave(full)
    limiter.leave(a[0])
    again = knock(limiter, "b")
    assert limiter.seat(again)
    assert (again.entry, limiter.inside) == (Admitted.IN, 3)


def test_who_has_not_signed_in_takes_no_seat_and_makes_way_by_address() -> None:
    limiter, closed = ConnectionLimiter(Bounds(guests=2, half_open=3, guests_per_address=2)), list[str]()
    for address in ("a", "a", "b", "c"):
        knock(limiter, address, closed)
    assert closed == ["a"], "of the address that has most, the oldest"
    knock(limiter, "d", closed)
    assert closed == ["a", "a"], "of as many each, the oldest"
    assert limiter.inside == 0


def test_the_last_seat_is_given_once() -> None:
    limiter = ConnectionLimiter(Bounds(guests=1))
    first, second = knock(limiter, "a"), knock(limiter, "b")
    assert (limiter.seat(first), limiter.seat(second)) == (True, False)
    limiter.leave(first)
    assert limiter.seat(second)


def test_the_addresses_of_one_network_of_ipv6_are_one() -> None:
    assert origin("2001:db8:1:2:3::4") == origin("2001:db8:1:2:9::9") != origin("2001:db8:1:3::4")
    assert origin("::ffff:10.0.0.7") == origin("10.0.0.7") != origin("10.0.0.8")


def test_sockets_that_say_nothing_do_not_shut_the_gateway() -> None:
    """Thirty-two, four from each of eight addresses: as many as there are seats."""

    async def script(gateway: Gateway) -> None:
        silent = []
        for number in range(32):
            stream = await trio.open_tcp_stream("127.0.0.1", gateway.port, local_address=f"127.0.1.{number // 4 + 1}")
            assert await stream.receive_some(4) == b"SSH-"
            silent.append(stream)
        await (await gateway.friend("Ana")).until("Bonjour Ana")
        await gateway.until("have not signed in")
        for stream in silent:
            await trio.aclose_forcefully(stream)

    drive(script)


def test_guesses_at_the_password_are_counted_by_address_whatever_the_connection() -> None:
    async def script(gateway: Gateway) -> None:
        for _ in range(3):
            with pytest.raises((asyncssh.DisconnectError, asyncssh.PermissionDenied)):
                await gateway.friend("Max", password="les mits")
        with pytest.raises(asyncssh.DisconnectError, match="Too many wrong passwords"):
            await gateway.friend("Ana", password="les mots")
        wrong = [line for line in gateway.lines if "Wrong password" in line]
        assert len(wrong) == 3
        assert all("127.0.0.1" in line for line in wrong)
        assert sum("Too many wrong passwords from 127.0.0.1" in line for line in gateway.lines) == 1

    drive(script, password="les mots", slow=0, guesses=3)


def test_a_right_password_costs_no_guess() -> None:
    async def script(gateway: Gateway) -> None:
        for _ in range(4):
            ana = await gateway.friend("Ana", password="les mots")
            ana.hang_up()
            await lost(ana.connection)

    drive(script, password="les mots", guesses=2)


def test_a_guess_is_free_again_after_its_time_and_only_so_many_addresses_are_remembered() -> None:
    guesses = PasswordGuesses(Bounds(guesses=2, guess_every=10.0))
    assert [guesses.take("a", now) for now in (0.0, 0.0, 9.9, 10.0, 10.0)] == [True, True, False, True, False]
    assert guesses.wait("a", 12.0) == 8.0
    assert guesses.wait("b", 12.0) == 0.0
    guesses.give_back("a")
    assert guesses.take("a", 12.0)
    for number in range(5000):
        guesses.take(f"b{number}", 13.0)
    assert len(guesses) <= 4096
    assert not guesses.take("a", 13.0), "who has guessed most is remembered longest"


def test_who_asks_for_nothing_is_not_waited_for() -> None:
    async def script(gateway: Gateway) -> None:
        await lost(await gateway.connect("Max"))

    drive(script, sign_in=0.2)


def test_without_a_terminal_and_a_word_one_does_not_stay() -> None:
    async def script(gateway: Gateway) -> None:
        assert await (await gateway.friend("Ana", term=None)).ended() == 0

    drive(script, idle=0.2)


@pytest.mark.parametrize("size", [(2**32 - 1, 2**32 - 1), (0, 0), (1, 1), (100_000, 1)])
def test_any_size_is_drawn_within_bounds(size: tuple[int, int]) -> None:
    async def script(gateway: Gateway) -> Friend:
        friend = await gateway.friend("Ana", columns=size[0], rows=size[1])
        await friend.until_written("\x1b[?1049h")
        friend.channel.change_terminal_size(*size)
        friend.type("\x03")
        assert await friend.ended() == 0
        return friend

    assert len(drive(script).written) < 1_000_000


@pytest.mark.parametrize(
    "env",
    [
        {b"LANG": b"\xff\xfe\x00\x1b[2J"},
        {b"\xff": b"\xff"},
        {b"LC_ALL": b"x" * 60_000},
        {b"A%d" % number: b"x" * 100 for number in range(1000)},
        {b"LANG": b"", b"LC_ALL": b"../../etc/passwd"},
    ],
)
def test_any_environment_is_survived(env: Mapping[bytes | str, bytes | str]) -> None:
    async def script(gateway: Gateway) -> None:
        await (await gateway.friend("Ana", env=env)).until("Ana")

    drive(script)


def test_an_environment_keeps_what_is_short_and_little() -> None:
    kept = Environment(Bounds(variables=2, variable=8))
    kept[b"A"] = b"1"
    kept[b"LONG"] = b"12345"
    kept[b"B"], kept[b"C"] = b"2", b"3"
    kept[b"A"] = b"4"
    assert kept == {b"A": b"4", b"B": b"2"}


def test_bytes_that_are_no_text_are_no_keys() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await ana.until("Bonjour Ana")
        ana.channel.set_encoding(None)
        ana.channel.write(b"\xff\xfe\x00\x1b[200~\x1b[<999999;99999;9999M\xc3" * 50)
        ana.channel.set_encoding("utf-8")
        ana.type("\x1b[201~")
        await gateway_lives(gateway)

    drive(script)


async def gateway_lives(gateway: Gateway) -> None:
    await (await gateway.friend("Max")).until("Bonjour Max")


def test_a_flood_of_keys_keeps_nobody_else_waiting() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await ana.until("Bonjour Ana")
        ana.type("?" * 200_000)
        await gateway_lives(gateway)

    drive(script)


def test_who_does_not_read_is_cut_off() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana", columns=200, rows=60, window=1024)
        ana.channel.pause_reading()
        ana.type("?" * 400)
        await gateway.until("has stopped reading")
        await gateway_lives(gateway)

    drive(script, unread=8 * 1024, piece=1, redraw=0)


def kept() -> WaitingSessions:
    return WaitingSessions(seconds=10, places=2)


LEFT = ResumeCredentials(session="s", secret="t", n=7)


def test_nothing_is_remembered_of_addresses_without_guests_and_without_kept_sessions() -> None:
    seats = kept()
    for number in range(100):
        stay = seats.arrive(Owner("Ana", "", f"10.0.0.{number}"))
        seats.keep(stay, LEFT, now=0)
        seats.leave(stay)
    assert len(seats) == 2
    for number in (98, 99):
        back = seats.arrive(Owner("Ana", "", f"10.0.0.{number}"))
        assert seats.take(back, now=10) is None, "too late"
        seats.leave(back)
    assert len(seats) == 0


def left_from(address: str) -> WaitingSessions:
    """The session of a guest who has left from that address."""
    seats = kept()
    stay = seats.arrive(Owner("Ana", "", address))
    seats.keep(stay, LEFT, now=0)
    seats.leave(stay)
    return seats


def test_a_kept_session_loses_its_time_though_nobody_comes_from_its_address() -> None:
    seats = left_from("1")
    other = seats.arrive(Owner("Max", "", "2"))
    seats.take(other, now=10)
    seats.leave(other)
    assert len(seats) == 0


def test_addresses_of_one_network_are_one_address() -> None:
    """One line has a whole IPv6 network, and others may be behind it."""
    seats = left_from("2001:db8::1")
    seats.leave(seats.arrive(Owner("Max", "", "2001:db8::2")))
    assert seats.take(seats.arrive(Owner("Ana", "", "2001:db8::1")), now=1) is None


def test_a_session_is_kept_for_its_owner_and_for_its_time() -> None:
    for who, back, now, taken in (
        ("Ana", Owner("Ana", "", "1"), 1, True),
        ("Ana", Owner("Ana", "", "2"), 1, False),
        ("Ana", Owner("Max", "", "1"), 1, False),
        ("Ana", Owner("Ana", "", "1"), 10, False),
        ("Ana+rose", Owner("Ana", "rose", "1"), 1, True),
        ("Ana+rose", Owner("Ana", "tulip", "1"), 1, False),
        ("Ana+rose", Owner("Ana", "", "1"), 1, False),
    ):
        seats = kept()
        stay = seats.arrive(Owner.of(who, "1"))
        assert seats.keep(stay, LEFT, now=0)
        seats.leave(stay)
        again = seats.arrive(back)
        assert seats.take(again, now=now) == (ResumeCredentials(session="s", secret="t", n=0) if taken else None)
        assert seats.take(again, now=now) is None, "once"


@pytest.mark.parametrize("when", ["before", "during", "between"])
@pytest.mark.parametrize("word", ["", "rose"])
def test_where_others_come_from_the_address_a_name_alone_takes_nothing_back(when: str, word: str) -> None:
    seats, owner, other = kept(), Owner("Ana", word, "1"), Owner("Ana", "", "1")
    if when == "before":
        seats.arrive(other)
    stay = seats.arrive(owner)
    if when == "during":
        seats.leave(seats.arrive(other))
    assert seats.keep(stay, LEFT, now=0) is (when == "between" or word != "")
    seats.leave(stay)
    if when == "between":
        seats.leave(seats.arrive(Owner("Max", "", "1")))
    assert (seats.take(seats.arrive(owner), now=1) is not None) is (word != "")


def test_the_oldest_session_makes_room() -> None:
    seats = kept()
    owners = [Owner(name, "word", "1") for name in ("Ana", "Max", "Zoé")]
    for owner in owners:
        seats.keep(seats.arrive(owner), LEFT, now=0)
    assert [seats.take(seats.arrive(owner), now=1) is None for owner in owners] == [True, False, False]
