"""Tests that a session gives its shares of a shuffle by itself, whatever its owner does, and remembers them."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from coinche.connection.credentials import GUEST, Credentials
from coinche.connection.errors import ConnectionLost, LossReason
from coinche.connection.fair_shuffle import ID, MAX_SHARES
from coinche.connection.session import ClientSession, sign_in
from coinche.connection.transport import Transport
from coinche.engine import fair
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Capability,
    Error,
    FromServer,
    Hello,
    Lobby,
    Ok,
    Pledge,
    Share,
    ShareStage,
    ShareWanted,
)
from tests.client.connection.test_session import HELLO, READY, WELCOME, Peer

BOND = "c0" * 32


def wanted(stage: ShareStage, seat: Seat = Seat.SOUTH) -> ShareWanted:
    return ShareWanted(table="t1", seat=seat, match=1, deal=1, stage=stage, commitment=BOND, ms=3000)


async def connected(credentials: Credentials = GUEST, *first: FromServer) -> tuple[ClientSession, Peer, Hello]:
    """A session over a stream in memory, its server's end, and what it has opened with."""
    ours, theirs = trio.testing.memory_stream_pair()
    peer = Peer(theirs)
    hellos: list[Hello] = []

    async def serve() -> None:
        hello = await peer.receive()
        assert isinstance(hello, Hello)
        hellos.append(hello)
        await peer.send(WELCOME)
        if credentials is not GUEST:
            await peer.receive()
        await peer.send(READY, *first)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        session = await sign_in(Transport(stream=ours), HELLO, credentials)
    return session, peer, hellos[0]


@pytest.fixture(autouse=True)
def _in_virtual_time(autojump_clock: trio.testing.MockClock) -> None:
    """All of it is in memory."""


async def test_every_session_wants_fair_deals() -> None:
    _, _, hello = await connected()
    assert Capability.FAIR in hello.want


async def test_a_share_is_given_without_anybody_being_asked() -> None:
    session, peer, _ = await connected(GUEST, wanted(ShareStage.SHARE), Lobby(tables=()))
    assert await session.receive() == Lobby(tables=())
    answer = await peer.receive()
    assert isinstance(answer, Share)
    assert (answer.table, answer.match, answer.deal) == ("t1", 1, 1)


async def test_a_share_is_given_while_somebody_thinks() -> None:
    session, peer, _ = await connected(GUEST, wanted(ShareStage.SHARE))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.attend)
        assert isinstance(await peer.receive(), Share)
        nursery.cancel_scope.cancel()


async def test_who_plays_several_seats_gives_a_share_for_each() -> None:
    """As the provider of bots does."""
    seats = (Seat.NORTH, Seat.EAST)
    session, peer, _ = await connected(GUEST, *(wanted(ShareStage.SHARE, seat) for seat in seats), Lobby(tables=()))
    await session.receive()
    shares = [await peer.receive() for _ in seats]
    assert len({share.share for share in shares if isinstance(share, Share)}) == len(seats)


async def test_a_share_fits_the_pledge_that_was_given_over_a_connection_that_is_lost() -> None:
    session, peer, _ = await connected(GUEST, wanted(ShareStage.PLEDGE), Lobby(tables=()))
    await session.receive()
    pledge = await peer.receive()
    again, peer, _ = await connected(session.resume, wanted(ShareStage.SHARE), Lobby(tables=()))
    await again.receive()
    share = await peer.receive()
    assert isinstance(pledge, Pledge)
    assert isinstance(share, Share)
    assert fair.pledge(bytes.fromhex(BOND), Seat.SOUTH, bytes.fromhex(share.share)).hex() == pledge.pledge


async def test_a_server_that_asks_for_shares_without_end_is_given_up() -> None:
    asked = (replace(wanted(ShareStage.SHARE), commitment=f"{number:064x}") for number in range(MAX_SHARES + 1))
    session, peer, _ = await connected(GUEST, *asked)
    with pytest.raises(ConnectionLost) as lost:
        await session.receive()
    assert lost.value.reason is LossReason.GARBLED
    assert all([isinstance(await peer.receive(), Share) for _ in range(MAX_SHARES)])


async def test_nobody_is_told_how_a_share_was_taken() -> None:
    ok, late = Ok(re=ID), Error(re=ID, code=ErrorCode.STALE_REQUEST, error_class=ErrorClass.REJECT, message="too late")
    session, peer, _ = await connected(GUEST, wanted(ShareStage.SHARE), ok, late, Lobby(tables=()))
    assert await session.receive() == Lobby(tables=())
    answer = await peer.receive()
    assert isinstance(answer, Share)
    assert answer.id == ID


async def test_a_fatal_error_is_told_whatever_it_answers() -> None:
    fatal = Error(re=ID, code=ErrorCode.FLOOD, error_class=ErrorClass.FATAL, message="too much")
    session, _, _ = await connected(GUEST, fatal)
    assert await session.receive() == fatal
