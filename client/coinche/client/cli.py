"""`coinche-client`: run the full screen, the line mode, or the report of a match, as the command line says.

Exit status: 2 for a wrong command line or a file that cannot be replayed, 1 if there is no server or its connection is
lost for good, 70 after a bug.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from enum import Enum, auto
from functools import partial

import trio
from prompt_toolkit.utils import is_dumb_terminal

from coinche.client.line.loop import piped_lines, read_lines, speak, tell_news, typed_lines
from coinche.client.line.match_report import follow_match
from coinche.client.model.messages import Input, SoloBegun
from coinche.client.model.notices import News, NoReplay, RulesGone, trouble
from coinche.client.model.state import ClientState, ExpectedMatch, Screen, Tips
from coinche.client.model.ui import Ui, Wish
from coinche.client.runtime.effects import EffectRunner, autoplay, remember_lessons, remember_tips, search
from coinche.client.runtime.exit_and_crash_report import departure
from coinche.client.runtime.sign_in import BYE_SECONDS, SOFTWARE, SignIn
from coinche.client.runtime.store import ClientStore
from coinche.client.screen.app import build, show
from coinche.client.texts.screens import Phrase
from coinche.client.views.notice import notice
from coinche.connection.address import Address
from coinche.connection.error_texts import Trouble
from coinche.connection.known_servers import KnownServers
from coinche.connection.storage import KeptError
from coinche.engine.seats import Seat
from coinche.protocol import DEFAULT_PORT
from coinche.text.catalog import complain, tell
from coinche.text.language import language_of
from coinche.text.settings import Settings, face_of, login_name

from .options import Options, Usage, WrongUsage, read_options
from .runtime import house_rules_files, trio_bridge
from .runtime.settings_file import read_last_name, read_last_server, read_lessons, read_settings, read_tips
from .runtime.waiting_matches import read_last_known
from .update import home, navigation, replay, rules_form


class Mode(Enum):
    """The way in which the client talks to the person."""

    SCREEN = auto()
    LINES = auto()
    TOLD = auto()
    """A report of a match of bots, without a person who plays."""


def mode_of(options: Options, *, terminal: bool, dumb: bool) -> Mode:
    """The mode: full screen if the terminal can show it; without a terminal, `--solo` reports a match."""
    if options.linear:
        return Mode.LINES
    if terminal:
        return Mode.LINES if dumb else Mode.SCREEN
    return Mode.TOLD if options.solo else Mode.LINES


def main() -> None:
    """Run the command and end the program."""
    options = options_or_exit()
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    dumb = is_dumb_terminal()
    mode = mode_of(options, terminal=terminal, dumb=dumb)
    sys.exit(_run(options, mode, prompt=terminal and not dumb))


def options_or_exit() -> Options:
    """Read the command line; exit if it is wrong, or asks only for help or to forget a server."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    try:
        options = read_options(sys.argv[1:], os.environ, encoding, read_settings)
    except WrongUsage as wrong:
        complain(SOFTWARE, str(wrong))
        sys.exit(2)
    except KeptError as error:
        complain(SOFTWARE, trouble(error, face_of(Settings(language=language_of(os.environ)))))
        sys.exit(1)
    if options.help:
        lines = Usage.HELP.within(options.face.language).format(port=DEFAULT_PORT).splitlines()
        print("\n".join(map(options.face.name, lines)))
        sys.exit(0)
    if options.forget is not None:
        sys.exit(_forget(options.forget, options))
    return options


def _forget(address: Address, options: Options) -> int:
    """Forget the server's fingerprint; 1 if it was unknown."""
    try:
        known = KnownServers().forget(address)
    except KeptError as error:
        complain(SOFTWARE, trouble(error, options.face))
        return 1
    tell(options.face.say(Trouble.FORGOTTEN if known else Trouble.NOT_KNOWN, address=address))
    return 0 if known else 1


def _run(options: Options, mode: Mode, *, prompt: bool) -> int:
    """Run the client and return its exit status; whatever ends it is told in one sentence at most."""
    people: list[ClientStore] = []
    try:
        return trio_bridge.run(_play, options, mode, prompt, people.append)
    except BaseException as error:  # any error is told to the person, in the language used last
        face = face_of(people[0].state.ui.settings) if people else options.face
        return departure(error, face)


async def _play(options: Options, mode: Mode, prompt: bool, came: Callable[[ClientStore], None]) -> int:
    if mode is Mode.SCREEN and (way := bound_for(options)):
        tell(way)
    async with _server(options, mode) as (address, begun):
        sign_in = SignIn(name=options.name, guest=options.guest or (begun is not None and not begun.kept))
        tips = Tips(read_tips()) if mode is Mode.SCREEN else None
        store = ClientStore(replace(beginning(options, address), tips=tips))
        came(store)
        if mode is Mode.LINES:
            tell_news(store, speak)
        if mode is Mode.SCREEN:
            remember_tips(store)
        remember_lessons(store)
        if begun is not None:
            store.take(begun)
        async with trio.open_nursery() as nursery:
            gone = trio.Event()
            runner = EffectRunner(store, sign_in.stay, search)
            nursery.start_soon(runner.run)
            nursery.start_soon(autoplay, store)
            if address is not None:
                with store.watched(partial(_tell_wait, store)) if mode is Mode.SCREEN else nullcontext():
                    await nursery.start(_stay, store, address, sign_in, gone)
            if begun is not None and begun.kept and options.rules is not None and mode is not Mode.TOLD:
                from .runtime.solo import tell_of_others

                nursery.start_soon(tell_of_others, store)
            status = await _talk(store, options, mode, prompt)
            with trio.move_on_after(BYE_SECONDS if navigation.farewell(store.state) else 0):
                await (runner.idle() if address is None else gone.wait())
            nursery.cancel_scope.cancel()
        return status


def _tell_wait(store: ClientStore, before: ClientState, came: Input | None) -> None:
    """Tell that somebody has to let in the player, before there is a screen that would."""
    if store.state.notice is News.AWAITS_APPROVAL is not before.notice:
        tell(notice(News.AWAITS_APPROVAL, face_of(store.state.ui.settings)))


FILE_SECONDS = 10
UNREADABLE = 2
"""Exit status if the match of `--replay` cannot be read."""


async def open_replay(store: ClientStore, path: str, mode: Mode) -> bool:
    """Replay the match of a file; what is typed applies to it, unless it takes longer than `FILE_SECONDS`. False, after
    a sentence that says why, if it cannot be replayed."""
    store.do(replay.open_file(path))
    with trio.move_on_after(FILE_SECONDS):
        await store.until(lambda state: state.match_replay is not None or isinstance(state.notice, NoReplay))
    told = store.state.notice
    if not isinstance(told, NoReplay):
        return True
    if mode is Mode.SCREEN:  # line mode has told it as news
        complain(SOFTWARE, notice(told, face_of(store.state.ui.settings)))
    return False


def bound_for(options: Options) -> str:
    """The line before there is a screen: the server being started or looked up; empty if the home screen opens."""
    if options.solo:
        return options.face.say(Phrase.BOUND_ALONE)
    if options.address is None:
        return ""
    return options.face.say(Phrase.BOUND_FOR, server=options.face.name(str(options.address)))


@asynccontextmanager
async def _server(options: Options, mode: Mode) -> AsyncIterator[tuple[Address | None, SoloBegun | None]]:
    """The address to connect to at once, None if the person will choose; and the news of a solo server."""
    if options.solo:
        from .runtime.solo import solo_server

        async with solo_server(options.rules, keep=not options.guest and mode is not Mode.TOLD) as (address, begun):
            yield address, begun
    else:
        yield options.address, None


def beginning(options: Options, address: Address | None) -> ClientState:
    """The state before the first message of a server."""
    name = options.name or options.settings.name or ("" if options.guest else read_last_name()) or login_name()
    wish = Wish(
        target=options.target,
        seat=Seat.SOUTH,
        bots=options.solo,
        private=options.passphrase is not None,
    )
    houses = house_rules_files.kept_house_rules()
    chosen = "" if options.guest or options.rules is not None else options.settings.rules
    house = next((house for house in houses if house.name == chosen), None)
    if house is not None:
        of_house = rules_form.of_house(wish, house)
        wish = replace(of_house, target=options.target or of_house.target)
    told = RulesGone(chosen) if chosen and house is None else None
    ui = Ui(settings=options.settings)
    if address is None:
        known = None if options.guest else read_last_known()
        return ClientState(
            screen=Screen.HOME,
            has_home=True,
            guest=options.guest,
            waiting=None if known is None else known.matches,
            expected=ExpectedMatch.NONE if known is None else known.expected,
            name=name,
            last_address="" if options.guest else read_last_server(),
            passphrase=options.passphrase,
            houses=houses,
            notice=told,
            lessons=read_lessons(),
            wish=wish,
            ui=ui,
        )
    return ClientState(
        server=str(address),
        solo=options.solo,
        passphrase=options.passphrase,
        houses=houses,
        notice=told,
        lessons=read_lessons(),
        wish=wish,
        ui=ui,
    )


async def _stay(
    store: ClientStore,
    address: Address,
    sign_in: SignIn,
    gone: trio.Event,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stay connected, then set `gone`."""
    await sign_in.stay(store, address, task_status=task_status)
    gone.set()


async def _talk(store: ClientStore, options: Options, mode: Mode, prompt: bool) -> int:
    if options.replay is not None and not await open_replay(store, options.replay, mode):
        return UNREADABLE
    if store.state.has_home:
        store.do(home.search)
    if options.learn is not None:
        store.do(home.take(options.learn))
    if mode is Mode.TOLD:
        return 0 if await follow_match(store, speak) else 1
    if options.solo:
        from .runtime.solo import begin_solo

        await begin_solo(store)
    if mode is Mode.SCREEN:
        await show(store, build(store))
    else:
        await read_lines(store, typed_lines() if prompt else piped_lines(), speak)
    return 0
