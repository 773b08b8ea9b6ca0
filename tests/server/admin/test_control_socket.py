"""Tests of the control socket: real sockets, and the users who may connect."""

from __future__ import annotations

import json
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from coinche.server import limits
from coinche.server.admin import control_socket as ctl
from coinche.server.admin.commands import ctl_command
from coinche.server.admin.control_socket import ControlFailed, ControlSocket, ordered
from coinche.server.admin.orders import OperatorOrder, OrderRefused, OrderResult, Orders, Words
from coinche.server.log import Log, LogEntry


async def echo(words: Words) -> OrderResult:
    return OrderResult(words, {"words": list(words)})


async def refuse(words: Words) -> OrderResult:
    raise OrderRefused("not today")


async def fail(words: Words) -> OrderResult:
    raise KeyError("KH")


def orders(say: Log = lambda line: None) -> Orders:
    return Orders(
        say,
        OperatorOrder(name="echo", takes="WORD [WORD]", does="says it again", do=echo, noted=False),
        OperatorOrder(name="refuse", does="does nothing", do=refuse),
        OperatorOrder(name="fail", does="fails", do=fail),
        OperatorOrder(name="do", takes="[WORD]", does="says it again", do=echo),
    )


@asynccontextmanager
async def taking(path: Path, news: list[LogEntry] | None = None) -> AsyncIterator[Path]:
    async with trio.open_nursery() as nursery:
        heard: list[LogEntry] = [] if news is None else news
        await nursery.start(ControlSocket(path, orders(heard.append)).run)
        with trio.fail_after(20):
            yield path
        nursery.cancel_scope.cancel()


async def order(path: Path, *words: str) -> dict[str, Any]:
    return await trio.to_thread.run_sync(ordered, path, words)


async def test_an_order_is_answered_for_people_and_for_programs(tmp_path: Path) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        answer = await order(path, "echo", "a", "é\n")
        assert answer == {"ok": True, "said": ["a", "é\n"], "data": {"words": ["a", "é\n"]}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sing",), "no order 'sing'; there are: help, echo, refuse, fail, do"),
        (("echo",), "it is: echo WORD [WORD]"),
        (("refuse", "now"), "it is: refuse"),
        (("refuse",), "not today"),
        (("fail",), "a fault of the server; its log has more"),
    ],
)
async def test_what_is_not_done_is_said_in_a_sentence(tmp_path: Path, words: Words, said: str) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        assert await order(path, *words) == {"ok": False, "said": [said]}
        assert (await order(path, "echo", "on"))["ok"]


async def test_help_names_every_order(tmp_path: Path) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        said = (await order(path, "help"))["said"]
        assert [line.split("  ")[0] for line in said] == ["help", "echo WORD [WORD]", "refuse", "fail", "do [WORD]"]


async def test_the_log_has_what_was_done_and_not_what_was_asked(tmp_path: Path) -> None:
    news: list[LogEntry] = []
    async with taking(tmp_path / "ctl.sock", news) as path:
        for words in (("echo", "a"), ("refuse",), ("do", "it", "now")):
            await order(path, *words)
    assert [str(each) for each in news] == ["ordered: do it now"]


async def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not path.exists()


async def test_what_a_killed_server_has_left_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "ctl.sock"))
    async with taking(tmp_path / "ctl.sock") as path:
        assert (await order(path, "echo", "a"))["ok"]


async def test_another_servers_socket_is_left_alone(tmp_path: Path) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        with pytest.raises(ControlFailed, match="another server"), ctl.bound(path):
            pass
        assert (await order(path, "echo", "a"))["ok"]


@pytest.mark.parametrize(
    ("where", "said"),
    [("file", "a file of that name"), ("missing/ctl.sock", "No such file"), ("x" * 120, "too long")],
)
def test_where_it_cannot_be_that_is_said(tmp_path: Path, where: str, said: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ControlFailed, match=said), ctl.bound(tmp_path / where):
        pass
    assert (tmp_path / "file").exists()


@pytest.mark.parametrize(
    "line", [b"sing", b"{}", b'{"do": "echo"}', b'{"do": ["echo"], "as": "root"}', b"\xff", b"[" * 9000]
)
async def test_what_is_no_order_is_answered_and_harms_nothing(tmp_path: Path, line: bytes) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        stream = await trio.open_unix_socket(path)
        await stream.send_all(line + b"\n" + b'{"do": ["echo", "on"]}\n')
        heard = b""
        while heard.count(b"\n") < 2:
            heard += await stream.receive_some()
        first, second = (json.loads(answer) for answer in heard.splitlines())
        assert first["ok"] is False
        assert second["data"] == {"words": ["on"]}
        await stream.aclose()


async def test_a_line_without_end_is_not_kept(tmp_path: Path) -> None:
    async with taking(tmp_path / "ctl.sock") as path:
        stream = await trio.open_unix_socket(path)
        with pytest.raises(trio.BrokenResourceError):
            await stream.send_all(b"x" * limits.ORDER * 1000)
        await stream.aclose()


async def test_one_that_keeps_silent_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ORDERING_IDLE", 0.01)
    async with taking(tmp_path / "ctl.sock") as path:
        silent = [await trio.open_unix_socket(path) for _ in range(limits.ORDERING + 1)]
        for stream in silent:
            assert await stream.receive_some() == b""
            await stream.aclose()
        assert (await order(path, "echo", "on"))["ok"]


def test_the_command_says_where_no_server_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ctl_command(["status", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert str(tmp_path) in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("more", "shown"), [([], "a\n--cancel\n"), (["--json"], '"words": [')])
async def test_the_command_prints_what_people_or_programs_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], shown: str
) -> None:
    async with taking(tmp_path / "ctl.sock"):
        words = ["echo", "a", "--cancel", "--data", str(tmp_path), *more]
        assert await trio.to_thread.run_sync(ctl_command, words) == 0
    assert shown in capsys.readouterr().out
