"""`coinche-client`: from the command line to a screen, to lines, or to a match that is told.

Knows which of the three it is and what is said when there is no server. The exit status is 2 for a command line
that cannot be obeyed, 1 where there is no server or it is lost for good.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from enum import Enum, auto
from typing import assert_never, get_args

import trio

from coinche.engine.seats import Seat
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.messages import VERSION, Hello
from coinche.protocol.names import MAX_NAME

from . import bridge, tables
from .address import Address
from .app import build, show
from .credentials import GUEST, Credentials, Key
from .failures import CannotConnect, ConnectionLost, LossReason, Refused, SentAway
from .follow import follow_match
from .identity import own_key, public_key
from .kept import KeptError
from .known_servers import KnownServers
from .last_name import LastName
from .linear import piped_lines, read_lines, speak, tell_news, typed_lines
from .link import stay_connected
from .model import ClientState, Link, Ui, Wish
from .naming import other_names
from .options import Options, Usage, WrongUsage, read_options
from .person import Person
from .phrases import Phrase
from .printing import complain, tell
from .refusals import Trouble, turned_away, unkept, unreached, unread
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
        complain(SOFTWARE, str(wrong))
        sys.exit(2)
    if options.help:
        lines = Usage.HELP.within(options.face.language).format(port=DEFAULT_PORT).splitlines()
        print("\n".join(map(options.face.name, lines)))
        sys.exit(0)
    if options.forget is not None:
        sys.exit(_forget(options.forget, options))
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    dumb = os.environ.get("TERM") == "dumb"
    mode = mode_of(options, terminal=terminal, dumb=dumb)
    sys.exit(_run(options, mode, prompt=terminal and not dumb))


def _forget(address: Address, options: Options) -> int:
    """Meet that server as if for the first time; 1 if nobody has been there."""
    try:
        known = KnownServers().forget(address)
    except KeptError as error:
        complain(SOFTWARE, trouble(error, options))
        return 1
    tell(options.face.say(Trouble.FORGOTTEN if known else Trouble.NOT_KNOWN, address=address))
    return 0 if known else 1


Ended = CannotConnect | Refused | SentAway | ConnectionLost | KeptError | NoServer
"""What ends the program with a sentence."""
ENDS = get_args(Ended)


def _run(options: Options, mode: Mode, *, prompt: bool) -> int:
    """The exit status; every expected end of the program is one sentence."""
    try:
        return bridge.run(_play, options, mode, prompt)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except ENDS as end:
        return _ended((end,), options)
    except BaseExceptionGroup as group:
        errors = tuple(_leaves(group))
        if any(not isinstance(error, Ended | BrokenPipeError) for error in errors):
            raise
        return _ended(tuple(error for error in errors if isinstance(error, Ended)), options)


def _ended(ends: tuple[Ended, ...], options: Options) -> int:
    """Say why; the exit status."""
    for end in ends:
        complain(SOFTWARE, trouble(end, options))
    return max((end.status for end in ends if isinstance(end, NoServer)), default=1)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def trouble(error: Ended, options: Options) -> str:
    """The sentence for what went wrong."""
    face = options.face
    match error:
        case CannotConnect():
            return face.name(unreached(error, face.language))
        case Refused() | SentAway():
            return face.name(turned_away(error, face.language))
        case KeptError():
            return face.name(unkept(error, face.language))
        case ConnectionLost(reason=LossReason.GARBLED):
            return face.name(unread(error, face.language))
        case NoServer():
            return face.say(Trouble.NO_SERVER, problem=face.name(str(error)))
        case ConnectionLost():
            return face.say(Trouble.LOST)
        case _:
            assert_never(error)


async def _play(options: Options, mode: Mode, prompt: bool) -> int:
    credentials = GUEST if options.guest else Key(own_key())
    options = called_again(options, credentials)
    async with _server(options) as address:
        person = Person(beginning(options, address))
        if mode is Mode.LINES:
            tell_news(person, options.face.glyphs, speak)
        hello = Hello(versions=(VERSION, VERSION), name=options.name, software=SOFTWARE)
        async with trio.open_nursery() as nursery:
            gone = trio.Event()
            await nursery.start(_link, person, address, hello, credentials, options, gone)
            status = await _talk(person, options, mode, prompt)
            with trio.move_on_after(BYE_SECONDS if person.state.link is Link.UP else 0):
                await gone.wait()
            nursery.cancel_scope.cancel()
        return status


def called_again(options: Options, credentials: Credentials) -> Options:
    """With the name that the key had the last time, where none was chosen."""
    if options.named or not isinstance(credentials, Key):
        return options
    name = LastName(public_key(credentials.private)).read()
    return options if name is None else replace(options, name=name, other_names=other_names(name))


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
        private=options.passphrase is not None,
    )
    ui = Ui(language=options.face.language)
    return ClientState(server=str(address), solo=options.solo, wish=wish, ui=ui)


async def _link(
    person: Person,
    address: Address,
    hello: Hello,
    credentials: Credentials,
    options: Options,
    gone: trio.Event,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stay connected, and say when that is over."""
    await stay_connected(
        person,
        address,
        hello,
        credentials,
        options.other_names,
        passphrase=options.passphrase,
        task_status=task_status,
    )
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
