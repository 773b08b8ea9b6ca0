"""The control socket of a server: a line of JSON each way.

    {"do": ["kick", "Ana"]}  ──▶  {"ok": true, "said": ["Ana is sent away"], "data": {}}
                                  {"ok": false, "said": ["nobody here is called 'Ana'"]}

`ControlSocket` is its end in the server, `ordered` the other one, in the process of a command. A line
`{"play": {…}}` makes the connection one for boards of a contest (`match.contest_lines`). The file's permissions admit
the owner of the server alone. That user may stop it, but not slow down its tables by accident: so there are bounds
here, too.
"""

from __future__ import annotations

import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import trio

from coinche.server import limits
from coinche.server.match.contest_lines import ContestPlan

from .contest_connections import ContestConnections
from .orders import OrderRefused, Orders, Words

SOCKET_FILE = "ctl.sock"


_PLAY = b'{"play":'


class ControlFailed(Exception):
    """Orders cannot be taken there; the message says why."""


class OrderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as it comes through the socket."""

    do: Words


class PlayLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Boards that are to be played; nothing else is ordered through that connection then."""

    play: ContestPlan


class AnswerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to it; `said` is the reason where it is not `ok`."""

    ok: bool
    said: Words
    data: object = msgspec.UNSET


class ControlSocket:
    """A socket in the file system, open to the owner of its file alone."""

    def __init__(self, path: Path, orders: Orders, contests: ContestConnections | None = None) -> None:
        self._path = path
        self._orders = orders
        self._contests = contests
        self._places = trio.CapacityLimiter(limits.ORDERING)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Take orders until cancelled; ControlFailed where that cannot be."""
        with bound(self._path) as listening:
            task_status.started()
            listener = trio.SocketListener(trio.socket.from_stdlib_socket(listening))
            await trio.serve_listeners(self._serve, [listener])

    async def _serve(self, stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
                async with self._places:
                    plan = await self._converse(stream)
                if plan is not None and self._contests is not None:  # for long, and not in the place of an order
                    await self._contests.serve(stream, plan)

    async def _converse(self, stream: trio.SocketStream) -> ContestPlan | None:
        """Answer orders until the other side ends; return the plan of boards if it wants some played instead."""
        heard = b""
        while True:
            with trio.fail_after(limits.ORDERING_IDLE):
                data = await stream.receive_some(limits.ORDER)
            heard += data
            if not data or len(heard) > limits.ORDER:
                return None
            *lines, heard = heard.split(b"\n")
            for line in lines:
                asked = _asked(line)
                if isinstance(asked, PlayLine):
                    return asked.play
                answer = await self._answer(asked)
                with trio.fail_after(limits.ORDERING_IDLE):
                    await stream.send_all(msgspec.json.encode(answer) + b"\n")

    async def _answer(self, asked: OrderLine | AnswerLine) -> AnswerLine:
        if isinstance(asked, AnswerLine):
            return asked
        try:
            outcome = await self._orders.obey(asked.do)
        except OrderRefused as why:
            return AnswerLine(False, (str(why),))
        return AnswerLine(True, outcome.lines, outcome.data)


def _asked(line: bytes) -> OrderLine | PlayLine | AnswerLine:
    """The order in a line, or the answer where there is none."""
    try:
        if line.startswith(_PLAY):
            return msgspec.json.decode(line, type=PlayLine)
        return msgspec.json.decode(line, type=OrderLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        return AnswerLine(False, (f"no order: {wrong}",))


@contextmanager
def bound(path: Path) -> Iterator[socket.socket]:
    """Bind a socket there for the owner alone and remove its file afterwards. ControlFailed where that cannot be."""
    if not hasattr(socket, "AF_UNIX"):
        raise ControlFailed("no orders are taken here but on the console: this system has no local sockets")
    with socket.socket(socket.AF_UNIX) as listening:
        try:
            _clear(path)
            before = os.umask(0o177)  # nobody else has access to it, from the first moment on
            try:
                listening.bind(str(path))
            finally:
                os.umask(before)
            listening.listen()
            own = path.stat().st_ino
        except OSError as wrong:
            raise ControlFailed(f"no orders are taken at {path}: {wrong.strerror or wrong}") from None
        try:
            yield listening
        finally:
            with suppress(OSError):
                if path.stat().st_ino == own:
                    path.unlink()


def _clear(path: Path) -> None:
    """Remove the socket of a server that was killed. ControlFailed where something else is there."""
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise ControlFailed(f"no orders are taken at {path}: there is a file of that name")
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(limits.PROBE)
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
                return
        raise ControlFailed(f"no orders are taken at {path}: another server takes them there")


class NoRunningServer(Exception):
    """No server takes orders there; the message says so."""


def ordered(path: Path, words: tuple[str, ...]) -> dict[str, Any]:
    """Give an order to the server that takes them there and return its answer; NoRunningServer where none does."""
    with (
        connected(path, json.dumps({"do": words}).encode() + b"\n") as connection,
        connection.makefile("rb") as answers,
    ):
        connection.settimeout(limits.ANSWERED)
        line = answers.readline()
    if not line:
        raise NoRunningServer(f"the server at {path} has not answered; see its log")
    answer: dict[str, Any] = json.loads(line)
    return answer


@contextmanager
def connected(path: Path, order: bytes) -> Iterator[socket.socket]:
    """Connect to the server that takes orders there, and give it that line; NoRunningServer where that cannot be."""
    if not hasattr(socket, "AF_UNIX"):
        raise NoRunningServer("a server takes no orders on this system but on its console")
    if len(order) > limits.ORDER:
        raise NoRunningServer(f"that is too long: an order has at most {limits.ORDER} bytes")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(limits.ANSWERED)
            connection.connect(str(path))
            connection.sendall(order)
            yield connection
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoRunningServer(f"no server takes orders at {path}; start it, or name its --data") from None
    except PermissionError:
        raise NoRunningServer(f"{path} is another user's; give the order as the one who runs the server") from None
    except OSError as wrong:
        raise NoRunningServer(f"cannot order anything at {path}: {wrong.strerror or wrong}") from None
