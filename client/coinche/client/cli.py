"""`coinche-client`: from the command line to a screen, to lines, or to a match that is told.

Knows which of the three it is and what is said when there is no server. The exit status is 2 for a command line
that cannot be obeyed, 1 where there is no server or it is lost for good.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from enum import Enum, auto

import trio

from coinche.engine.seats import Seat
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.messages import Hello
from coinche.protocol.names import MAX_NAME

from . import bridge, tables
from .address import Address
from .app import build, show
from .follow import follow_match
from .linear import piped_lines, read_lines, speak, tell_news, typed_lines
from .link import SentAway, stay_connected
from .model import ClientState, Link, Ui, Wish
from .options import Options, Usage, WrongUsage, read_options
from .person import Person
from .phrases import Phrase
from .refusals import Trouble, answer
from .session import CannotConnect, ConnectFailure, ConnectionLost, Refused
from .solo import NoServer, playing, private_server

SOFTWARE = "coinche-client"
BYE_SECONDS = 1.0


class Mode(Enum):
    """How the person and the client talk."""

    SCREEN = auto()
    LINES = auto()
    TOLD = auto()
    """Nobody is there to play: a match of bots is told."""


def mode_of(options: Options, *, terminal: bool, dumb: bool) -> Mode:
    """A screen where there is a terminal that can show one; alone without any, a match is told."""
    if options.linear:
        return Mode.LINES
    if terminal:
        return Mode.LINES if dumb else Mode.SCREEN
    return Mode.TOLD if options.solo else Mode.LINES


def main() -> None:
    """Run the command and end the program."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    try:
        options = read_options(sys.argv[1:], os.environ, encoding)
    except WrongUsage as wrong:
        print(f"coinche-client: {wrong}", file=sys.stderr)
        sys.exit(2)
    if options.help:
        lines = Usage.HELP.within(options.face.language).format(port=DEFAULT_PORT).splitlines()
        print("\n".join(map(options.face.name, lines)))
        sys.exit(0)
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    dumb = os.environ.get("TERM") == "dumb"
    mode = mode_of(options, terminal=terminal, dumb=dumb)
    sys.exit(_run(options, mode, prompt=terminal and not dumb))


def _run(options: Options, mode: Mode, *, prompt: bool) -> int:
    """The exit status; every expected end of the program is one sentence."""
    try:
        return bridge.run(_play, options, mode, prompt)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except BaseExceptionGroup as group:
        known, unknown = group.split((CannotConnect, ConnectionLost, Refused, SentAway, NoServer, BrokenPipeError))
        if known is None or unknown is not None:
            raise
        errors = tuple(_leaves(known))
        for error in errors:
            if not isinstance(error, BrokenPipeError):
                print(f"coinche-client: {trouble(error, options)}", file=sys.stderr)
        return max(error.status if isinstance(error, NoServer) else 1 for error in errors)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


_WHY = {
    ConnectFailure.UNKNOWN_HOST: Trouble.UNKNOWN_HOST,
    ConnectFailure.REFUSED: Trouble.REFUSED_PORT,
    ConnectFailure.UNREACHABLE: Trouble.UNREACHABLE,
    ConnectFailure.TIMED_OUT: Trouble.TIMED_OUT,
}


def trouble(error: BaseException, options: Options) -> str:
    """The sentence for what went wrong."""
    face = options.face
    match error:
        case CannotConnect(reason=ConnectFailure.NOT_COINCHE | ConnectFailure.CLOSED):
            return face.say(Trouble.NOT_COINCHE, address=Address(error.host, error.port))
        case CannotConnect(reason=reason):
            why = face.say(_WHY[reason])
            return face.say(Trouble.CANNOT_CONNECT, address=Address(error.host, error.port), problem=why)
        case Refused(error=refused) | SentAway(error=refused):
            return face.say(Trouble.REFUSED, problem=face.say(answer(refused.code)))
        case NoServer():
            return face.say(Trouble.NO_SERVER, problem=face.name(str(error)))
        case _:
            return face.say(Trouble.LOST)


async def _play(options: Options, mode: Mode, prompt: bool) -> int:
    async with _server(options) as address:
        person = Person(beginning(options, address))
        if mode is Mode.LINES:
            tell_news(person, options.face.glyphs, speak)
        hello = Hello(versions=(1, 1), name=options.name, software=SOFTWARE)
        async with trio.open_nursery() as nursery:
            gone = trio.Event()
            await nursery.start(_link, person, address, hello, gone)
            status = await _talk(person, options, mode, prompt)
            with trio.move_on_after(BYE_SECONDS if person.state.link is Link.UP else 0):
                await gone.wait()
            nursery.cancel_scope.cancel()
        return status


@asynccontextmanager
async def _server(options: Options) -> AsyncIterator[Address]:
    if options.solo:
        async with private_server(playing(options.rules)) as address:
            yield address
    else:
        yield options.address


def beginning(options: Options, address: Address) -> ClientState:
    """The state before anything has come from the server."""
    own = options.face.say(Phrase.OWN_TABLE, name=options.name)
    wish = Wish(
        table_name=own if len(own) <= MAX_NAME else options.name,
        target=options.target,
        seat=Seat.SOUTH,
        bots=options.solo,
    )
    ui = Ui(language=options.face.language)
    return ClientState(server=str(address), solo=options.solo, wish=wish, ui=ui)


async def _link(
    person: Person,
    address: Address,
    hello: Hello,
    gone: trio.Event,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stay connected, and say when that is over."""
    await stay_connected(person, address, hello, task_status=task_status)
    gone.set()


async def _talk(person: Person, options: Options, mode: Mode, prompt: bool) -> int:
    glyphs = options.face.glyphs
    if mode is Mode.TOLD:
        return 0 if await follow_match(person, glyphs, speak) else 1
    if options.solo:
        person.do(tables.create)
    if mode is Mode.SCREEN:
        await show(person, build(person, glyphs))
    else:
        await read_lines(person, glyphs, typed_lines() if prompt else piped_lines(), speak)
    return 0
