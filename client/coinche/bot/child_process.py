"""A child process that reads and writes lines, and the parser of the lines that a bot program writes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

import trio

from coinche.engine.actions import parse_action
from coinche.protocol.bot_command import Placeholders
from coinche.protocol.codec import decode_client_line, to_map
from coinche.protocol.errors import BadMessage, ProtocolError
from coinche.protocol.json_lines import any_json
from coinche.protocol.messages import (
    Act,
    Chat,
    Claim,
    DeclareSystem,
    Envelope,
    FromClient,
    FromServer,
    GoOn,
    Pause,
    Rematch,
)
from coinche.text.language import Language

from .texts import BotSays

MAX_LINE = 16_384
"""Maximum length in bytes of a line that the process writes."""
BACKLOG = 1_000
"""Maximum number of lines that the process leaves unread."""
FAREWELL_SECONDS = 5.0
TERMINATE_SECONDS = 2.0
_AT_ONCE = signal.SIGKILL if os.name == "posix" else signal.SIGTERM


class CannotStart(Exception):
    """The program does not exist or may not be run."""


class ChildProcess:
    """The process. What it writes on its standard error goes to ours."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process
        self._unread, self._lines = trio.open_memory_channel[bytes](BACKLOG)

    @classmethod
    async def start(cls, command: str, where: Placeholders) -> ChildProcess:
        """Run the command, split as a shell would, its placeholders filled."""
        try:
            return cls(
                await trio.lowlevel.open_process(
                    where.fill(shlex.split(command)),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=os.name == "posix",  # it does not get our Ctrl-C: we end it
                )
            )
        except (OSError, ValueError, IndexError) as error:
            raise CannotStart(getattr(error, "strerror", None) or str(error)) from error

    def write(self, line: bytes) -> None:
        """Queue the line for the process; kill it if it has not read for too long."""
        try:
            self._unread.send_nowait(line)
        except trio.WouldBlock:
            self._kill(_AT_ONCE)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # it has ended, or was told to

    async def tell(self, line: bytes) -> None:
        """Have it read the line, once there is room; nothing where it has ended."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._unread.send(line)

    async def converse(self, said: Callable[[bytes], Awaitable[None]]) -> int:
        """Let it read, and hand on each line that it writes, until it ends, or is ended for a line that does not."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._feed)
            await self._hear(said)
            nursery.cancel_scope.cancel()
        return await self.end()

    async def say_goodbye(self) -> None:
        """Close its input once it has read everything, and give it time to end."""
        self._unread.close()
        with trio.move_on_after(FAREWELL_SECONDS):
            await self._process.wait()

    async def end(self) -> int:
        """End the process if it still runs; return its status."""
        with trio.CancelScope(shield=True):
            self._unread.close()
            for how in (signal.SIGTERM, _AT_ONCE):
                if self._process.returncode is None:
                    self._kill(how)
                    with trio.move_on_after(TERMINATE_SECONDS):
                        await self._process.wait()
            await self._process.wait()
        assert self._process.returncode is not None
        return self._process.returncode

    async def _feed(self) -> None:
        assert self._process.stdin is not None
        async with self._process.stdin as stdin:
            try:
                async for line in self._lines:
                    await stdin.send_all(line)
            except trio.BrokenResourceError:
                return  # it reads no more

    async def _hear(self, said: Callable[[bytes], Awaitable[None]]) -> None:
        assert self._process.stdout is not None
        pending = b""
        async for chunk in self._process.stdout:
            *whole, pending = (pending + bytes(chunk)).split(b"\n")
            for line in whole:
                if line.strip():
                    await said(line)
            if len(pending) > MAX_LINE:
                await said(pending)
                return

    def _kill(self, how: signal.Signals) -> None:
        """Signal the process, and on POSIX its children too."""
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)
        except ProcessLookupError:
            pass


_MAY_SAY = Act | Chat | Claim | DeclareSystem | GoOn | Pause | Rematch
_SHOWN = 120
"""Characters of a line that are shown again."""


class BadLine(Exception):
    """A line that is no message. `request` is the request that it answers (None: none); `why` names the fault."""

    def __init__(self, why: BotSays | str, request: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.request = request

    def told(self, language: Language) -> str:
        """Return the fault as a sentence for people."""
        words = self.why if isinstance(self.why, BotSays) else BotSays.IN_ENGLISH
        return words.within(language).format(why=self.why)


def read_line(line: bytes, table: str | None, owed: Collection[int]) -> FromClient:
    """Parse a line and fill in what it leaves out; `owed` are the requests that wait for answers."""
    try:
        said = any_json(line)
    except json.JSONDecodeError:
        raise BadLine(BotSays.NO_JSON) from None
    except ValueError as error:
        raise BadLine(str(error)) from None
    if not isinstance(said, dict):
        raise BadLine(BotSays.NO_MAP)
    whole = {"type": "act"} | ({} if table is None else {"table": table}) | said
    answered = _answered(whole, owed)
    try:
        message = decode_client_line(json.dumps(whole).encode())
        if isinstance(message, Act):
            parse_action(message.action)
    except (ValueError, ProtocolError) as error:
        raise BadLine(_why(error), answered) from None
    if not isinstance(message, _MAY_SAY):
        raise BadLine(BotSays.OURS_TO_SAY)
    return message


def _why(error: ValueError | ProtocolError) -> str:
    where = f"{error.path.removeprefix('$.')}: " if isinstance(error, BadMessage) and error.path != "$" else ""
    return f"{where}{error}"


def _answered(said: dict[str, Any], owed: Collection[int]) -> int | None:
    """Return the request that a line answers: the one that it names, else the only open one."""
    if said["type"] != "act":
        return None
    number = said.get("request")
    if type(number) is int:
        return number if number in owed else None
    return next(iter(owed)) if len(owed) == 1 else None


def shown(line: bytes) -> str:
    """Return the beginning of the line without control characters, to be shown."""
    text = line[:_SHOWN].decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "·" for c in text)


def written(message: FromServer | Envelope | dict[str, Any]) -> bytes:
    """Return the message as a program reads it."""
    plain = message if isinstance(message, dict) else to_map(message)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
