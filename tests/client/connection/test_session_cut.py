"""Tests of a server's stream cut at every byte: a session takes whole messages, reports the loss, and can be resumed.

The stream is the published transcript of a sign-in and a first trick. It ends, breaks off, or stalls; each time the
session resumes from the last event received.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import accumulate

import msgpack
import pytest
import trio
import trio.testing

from coinche.connection.credentials import ResumeCredentials
from coinche.connection.errors import ConnectionLost, LossReason
from coinche.connection.session import ClientSession, sign_in
from coinche.connection.transport import Transport
from coinche.protocol.codec import decode_server
from coinche.protocol.frames import frame
from coinche.protocol.messages import Envelope, FromServer, Hello, Ready
from tests.extent import some
from tests.protocol.document import BEHIND, exchanges

HELLO = Hello(versions=(1, 1), name="Ada")
SAID = [
    msgpack.packb(plain)
    for exchange in exchanges((BEHIND / "transcript.md").read_text(encoding="utf-8"))
    for who, plain in exchange
    if who == "S"
]
STREAM = b"".join(map(frame, SAID))
ENDS = list(accumulate(len(frame(body)) for body in SAID))
"""The offsets at which messages are complete."""

Ending = Callable[[], Awaitable[bytes]]


async def ended() -> bytes:
    """The server has closed the connection."""
    return b""


async def broken() -> bytes:
    """The connection is no more."""
    raise trio.BrokenResourceError


async def silent() -> bytes:
    """Nothing more comes, ever."""
    await trio.sleep_forever()
    raise AssertionError


LOSSES: dict[Ending, LossReason] = {ended: LossReason.CLOSED, broken: LossReason.RESET, silent: LossReason.SILENT}


class Cut(trio.abc.Stream):
    """Says so much, then ends in its way; whatever is sent is taken."""

    def __init__(self, said: bytes, ending: Ending) -> None:
        self._said, self._ending = said, ending

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        said, self._said = self._said, b""
        return said or await self._ending()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


def message(at: int) -> FromServer | Envelope:
    found = decode_server(SAID[at])
    assert found is not None
    return found


MESSAGES = [message(at) for at in range(len(SAID))]
SIGNED_IN = 1 + next(at for at, found in enumerate(MESSAGES) if isinstance(found, Ready))
"""So many messages make the sign-in."""


async def all_of(session: ClientSession) -> tuple[list[FromServer | Envelope], ConnectionLost]:
    """The events of a session, and its end."""
    received = []
    try:
        while True:
            received.append(await session.receive())
    except ConnectionLost as lost:
        return received, lost


async def check(size: int, ending: Ending) -> None:
    """Cut there, the session is what it should be."""
    whole = sum(end <= size for end in ENDS)
    wire = Transport(stream=Cut(STREAM[:size], ending))
    if whole < SIGNED_IN:
        expected = trio.TooSlowError if ending is silent else ConnectionLost
        with pytest.raises(expected) as never_there:
            await sign_in(wire, HELLO)
        if isinstance(never_there.value, ConnectionLost):
            assert never_there.value.reason is LOSSES[ending]
        return
    session = await sign_in(wire, HELLO)
    received, lost = await all_of(session)
    assert received == MESSAGES[SIGNED_IN:whole]
    assert lost.reason is LOSSES[ending]
    assert ("in mid-frame" in str(lost)) is (ending is ended and size not in ENDS)
    ready = MESSAGES[SIGNED_IN - 1]
    assert isinstance(ready, Ready)
    n = max((event.n for event in received if isinstance(event, Envelope)), default=0)
    assert session.resume == ResumeCredentials(session=ready.session, secret=ready.secret, n=n)


async def test_words_that_end_anywhere_are_taken_as_far_as_they_go(autojump_clock: trio.testing.MockClock) -> None:
    for size in sorted({*some(range(len(STREAM) + 1), 3), *ENDS, *(end - 1 for end in ENDS)}):
        await check(size, ended)


@pytest.mark.parametrize("ending", [broken, silent])
async def test_words_that_break_off_or_stop_are_given_up_in_time(
    ending: Ending, autojump_clock: trio.testing.MockClock
) -> None:
    for size in sorted({*range(0, len(STREAM), 7), *ENDS, *(end - 1 for end in ENDS), *(end + 1 for end in ENDS[:-1])}):
        await check(size, ending)
