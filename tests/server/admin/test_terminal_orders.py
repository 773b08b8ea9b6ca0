"""Tests of orders typed on the server's own terminal, with a real one."""

from __future__ import annotations

import io
import os
import pty
from collections.abc import Iterator

import pytest
import trio

from coinche.server.admin.orders import Console, OperatorOrder, OrderResult, Orders, Words, is_there
from coinche.server.log import LogEntry


async def echo(words: Words) -> OrderResult:
    return OrderResult(words)


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    ends = pty.openpty()
    yield ends
    for end in ends:
        os.close(end)


def silent(news: LogEntry) -> None:
    pytest.fail(str(news))


async def typed(terminal: tuple[int, int], text: bytes, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The output for the typed lines, ended by Ctrl-D."""
    hand, screen = terminal
    monkeypatch.setattr(os, "tcgetpgrp", lambda descriptor: os.getpgrp())
    shown = io.StringIO()
    console = Console(
        screen, Orders(silent, OperatorOrder(name="echo", takes="[WORD]", does="", do=echo, noted=False)), shown
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(console.run)
        os.write(hand, text + b"\x04")
        nursery.cancel_scope.deadline = trio.current_time() + 20
    return shown.getvalue().splitlines()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
async def test_a_console_whose_answers_cannot_be_written_takes_the_next_order(
    terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda descriptor: os.getpgrp())
    obeyed: list[tuple[str, ...]] = []

    async def noted(words: tuple[str, ...]) -> OrderResult:
        obeyed.append(words)
        return await echo(words)

    orders = Orders(silent, OperatorOrder(name="echo", takes="[WORD]", does="", do=noted, noted=False))
    with open(os.open("/dev/full", os.O_WRONLY), "wb", buffering=0) as full:
        console = Console(terminal[1], orders, io.TextIOWrapper(full, write_through=True))
        os.write(terminal[0], b"echo a\necho b\n\x04")
        with trio.fail_after(20):
            await console.run()
    assert obeyed == [("a",), ("b",)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (b"echo hello you\n", ["hello", "you"]),
        (b'echo "Deep Blue"\n\n  \necho x\n', ["Deep Blue", "x"]),
        (b"sing\n", ["no order 'sing'; there are: help, echo"]),
        (b'echo "x\n', ["No closing quotation"]),
        (b"\xff\n", ["no order '\ufffd'; there are: help, echo"]),
    ],
)
async def test_orders_are_typed(
    terminal: tuple[int, int], text: bytes, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await typed(terminal, text, monkeypatch) == shown


async def test_in_the_background_nothing_is_read_that_is_meant_for_the_shell(
    terminal: tuple[int, int], autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, screen = terminal
    monkeypatch.setattr(os, "tcgetpgrp", lambda descriptor: os.getpgrp() + 1)
    os.write(hand, b"help\n")
    with trio.move_on_after(5):
        await Console(screen, Orders(silent), io.StringIO()).run()
    os.set_blocking(screen, False)
    assert os.read(screen, 100) == b"help\n"


def test_a_pipe_is_no_console(terminal: tuple[int, int]) -> None:
    reading, writing = os.pipe()
    assert is_there(terminal[1])
    assert not is_there(reading)
    os.close(reading)
    os.close(writing)
