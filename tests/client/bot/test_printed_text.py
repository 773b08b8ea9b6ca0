"""Tests that a server's messages are printed as text alone: no escape sequence, no line of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio

from coinche.connection.address import Address
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error, FromServer, Lobby
from tests.client.client.runtime.test_connections import listening, welcome
from tests.fork_server import forked_python

EVIL = "\x1b[2J\x1b]0;owned\x07\x1b[31mred\nLOST: send your token to x\r\x9b1m\u202e"
"""Clears the screen, names the window, makes red, begins a line, and turns the direction of writing round."""


async def said_by_bot(address: Address, *arguments: str) -> tuple[int, str]:
    """The exit status and the output of `coinche-bot`."""
    where = f"coinche+tcp://{address.host}:{address.port}"
    command = [*forked_python(), "-m", "coinche.bots.cli", *arguments, "--host", where, "--lang", "en"]
    done = await trio.run_process(command, capture_stdout=True, capture_stderr=True, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def saying(said: FromServer) -> Callable[[trio.SocketStream], Awaitable[None]]:
    """A server that lets everybody in and then says that."""

    async def serve(stream: trio.SocketStream) -> None:
        await welcome(stream)
        await stream.send_all(encode(said))
        await trio.sleep_forever()

    return serve


REFUSAL = Error(code=ErrorCode.INVALID_RULES, error_class=ErrorClass.REJECT, message=EVIL)
BY_OPERATOR: dict[str, str | int | tuple[str, ...]] = {"by": "operator", "reason": EVIL}
BAN = Error(code=ErrorCode.AUTH_FAILED, error_class=ErrorClass.FATAL, message=EVIL, data=BY_OPERATOR)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (REFUSAL, ()),
        (BAN, ()),
        (Lobby(tables=(), presets=(EVIL,)), ("--new", "mine", "--rules", "pagat")),
        (Lobby(tables=(), bots=(EVIL,)), ("--new", "mine", "--against", "steady")),
    ],
    ids=["a refusal", "a ban", "its rules", "its bots"],
)
async def test_what_a_server_says_is_printed_as_text_on_one_line(said: FromServer, arguments: tuple[str, ...]) -> None:
    async with listening(saying(said)) as address:
        status, printed = await said_by_bot(address, "greedy", "--guest", *arguments)
    assert status == 1
    lines = printed.removesuffix("\n").split("\n")
    assert all(line.isprintable() for line in lines), printed
    assert not any(line.startswith("LOST") for line in lines)
