"""One guest of the gateway, with a session of its own at the server, from connecting to leaving.

An error ends the session of its own guest alone. Errors in callbacks of the asyncio loop are raised nowhere, so each
is attributed to a guest by its context: everything that is started for a guest runs in that guest's context.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import Context, ContextVar
from ipaddress import ip_address
from typing import Any, assert_never, cast

import trio

from coinche.client.line.loop import read_lines, tell_news
from coinche.client.model.effects import (
    Connect,
    Consult,
    FetchRecord,
    GoHome,
    KeepRecord,
    KeepSettings,
    Learn,
    OpenRecord,
    PlayAlone,
    Practise,
    ReviewMatch,
    ReviewPar,
    SearchServers,
    Think,
    Weigh,
    WriteRules,
)
from coinche.client.model.notices import ENDS, Ended, OwnFault, trouble
from coinche.client.model.state import ClientState, Link, Tips
from coinche.client.model.ui import Ui, Wish
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.effects import autoplay, carry_out
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.client.update.replay import no_files
from coinche.connection.credentials import ResumeCredentials
from coinche.connection.errors import TurnedDown, leaves
from coinche.connection.session import ClientSession
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import VERSION, Hello
from coinche.protocol.names import is_name
from coinche.text.formatting import Face
from coinche.text.settings import Settings, face_of, other_names

from .connection import SshSession, has_screen, language_in, signs_in
from .limits import GatewayConfig
from .screen import SshLines, on_screen
from .texts import Sentence


class Faults:
    """The errors of one guest; `wait` raises the first."""

    def __init__(self) -> None:
        self._first: BaseException | None = None
        self._came = trio.Event()

    def tell(self, error: BaseException) -> None:
        """Record an error of the guest's context."""
        self._first = self._first or error
        self._came.set()

    async def wait(self) -> None:
        """Wait for an error and raise it."""
        await self._came.wait()
        assert self._first is not None
        raise self._first


_faults: ContextVar[Faults | None] = ContextVar("_faults", default=None)


def own_faults() -> Faults:
    """Create the error collector of the calling task and of all tasks that it starts from now on."""
    faults = Faults()
    _faults.set(faults)
    return faults


async def attribute_faults(unowned: Callable[[BaseException], None]) -> None:
    """Report errors of asyncio callbacks from now on: to the guest that they belong to, else to `unowned`."""

    def heard(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        error = told.get("exception") or RuntimeError(told.get("message"))
        faults = _whose(told)
        (unowned if faults is None else faults.tell)(error)

    async def listen() -> None:
        asyncio.get_running_loop().set_exception_handler(heard)

    await run_asyncio(listen)


def _whose(told: dict[str, Any]) -> Faults | None:
    """Return the error collector of the callback's context, else of the current one: before Python 3.12 a handle does
    not show its context."""
    context = getattr(told.get("handle"), "_context", None)
    return context.get(_faults) if isinstance(context, Context) else _faults.get()


SOFTWARE = "coinche-client over ssh"
NOBODY = "Coinche"
SSH_PORT = 22


async def attend(visit: SshSession, config: GatewayConfig) -> None:
    """Run and supervise the whole session of a guest."""
    try:
        guest = SshGuest(visit, config)
    except Exception as fault:  # a bug of ours: the other guests go on
        _not_begun(visit, config, fault)
        return
    try:
        guest.tell(Sentence.CAME)
        await guest.play()
    except* ENDS as ends:
        guest.turned_away(cast(Iterator[Ended], leaves(ends)))
    except* Exception as faults:
        guest.failed(next(leaves(faults)))
    else:
        guest.went()
    finally:
        guest.close()
        guest.leave()


def _not_begun(visit: SshSession, config: GatewayConfig, fault: Exception) -> None:
    """Tell the guest and the operator, and end the session."""
    visit.write(config.face.say(Sentence.SORRY_LOST) + "\r\n")
    told = (visit.owner.name, visit.owner.address, f"{type(fault).__name__}: {fault}")
    name, address, error = map(config.face.name, told)
    config.tell(Sentence.FAULT, name=name, address=address, error=error)
    visit.finish(1)


class SshGuest:
    """The guest of one ssh session."""

    def __init__(self, visit: SshSession, config: GatewayConfig) -> None:
        self._visit = visit
        self._config = config
        term = visit.term or ""
        self._name = name_of(visit.owner.name)
        language = language_in(visit.variables, config.face.language)
        settings = Settings(language=language, signs=signs_in(visit.variables, term))
        self._store = ClientStore(self._beginning(settings), config.threads)
        self._resume: ResumeCredentials | None = None
        self._status = 1
        self._stay = config.kept.arrive(visit.owner)  # last: only a guest that was made leaves

    @property
    def _face(self) -> Face:
        return face_of(self._store.state.ui.settings)

    def tell(self, sentence: Sentence, **fields: object) -> None:
        """Say on the gateway's terminal what happened to the guest."""
        name, address = (self._config.face.name(word) for word in (self._name, self._visit.owner.address))
        self._config.tell(sentence, name=name, address=address, **fields)

    async def play(self) -> None:
        """Play until the guest leaves, the connection breaks, or the server is lost for good."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(own_faults().wait)
            nursery.start_soon(self._until_gone, nursery.cancel_scope)
            nursery.start_soon(self._run_effects, nursery)
            nursery.start_soon(autoplay, self._store)
            await self._sit(nursery)
            self._status = 0
            nursery.cancel_scope.cancel()

    def turned_away(self, ends: Iterator[Ended]) -> None:
        """Tell the guest and the operator why the server refused the guest or cannot be reached."""
        for end in ends:
            self._say(trouble(end, self._face))
            self.tell(Sentence.TURNED_AWAY, problem=trouble(end, self._config.face))

    def failed(self, error: BaseException) -> None:
        """Report an error of the gateway itself and keep the guest's seat if possible."""
        kept = self._keep_seat()
        self._say(self._face.say(Sentence.SORRY if kept else Sentence.SORRY_LOST))
        told = self._config.face.name(f"{type(error).__name__}: {error}")
        self.tell(Sentence.FAULT, error=told)

    def went(self) -> None:
        """Report that the guest has left or that the connection broke."""
        if self._status == 0:
            self._say(self._face.say(Sentence.GOODBYE))
            self.tell(Sentence.LEFT)
        elif self._visit.flooded:
            self.tell(Sentence.FLOODED)
        else:
            kept = self._keep_seat()
            self.tell(Sentence.CUT_OFF if kept else Sentence.LOST, minutes=round(self._config.bounds.held / 60))

    def leave(self) -> None:
        """Count the guest no longer among those of its address."""
        self._config.kept.leave(self._stay)

    def close(self) -> None:
        """End the guest's ssh."""
        self._visit.finish(self._status)

    async def _sit(self, nursery: trio.Nursery) -> None:
        lines = None
        if not has_screen(self._visit.term):
            lines = SshLines(self._visit, self._config.bounds)
            tell_news(self._store, lines.say)
        over = trio.Event()
        await self._sign_in(nursery, over)
        if lines is None:
            await on_screen(self._store, self._visit, self._config.bounds)
        else:
            await read_lines(self._store, lines.typed(), lines.say, lambda: self._visit.size.columns)
        with trio.move_on_after(self._config.bounds.goodbye if self._store.state.link is Link.UP else 0):
            await over.wait()

    async def _sign_in(self, nursery: trio.Nursery, over: trio.Event) -> None:
        """Resume the session that was cut off a moment ago, if the server still knows it; else sign in anew."""
        returning = self._config.kept.take(self._stay, trio.current_time())
        if returning is not None:
            with suppress(TurnedDown):
                await nursery.start(self._stay_connected, over, returning)
                self.tell(Sentence.CAME_BACK)
                return
        await nursery.start(self._stay_connected, over, None)

    async def _stay_connected(
        self,
        over: trio.Event,
        returning: ResumeCredentials | None,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        await stay_connected(
            self._store,
            self._config.address,
            Hello(versions=(VERSION, VERSION), name=self._name, software=SOFTWARE),
            spare_names=other_names(self._name),
            returning=returning,
            signed_in=self._note,
            task_status=task_status,
        )
        over.set()

    def _note(self, session: ClientSession) -> None:
        self._resume = session.resume

    def _keep_seat(self) -> bool:
        """Keep the session for the guest's return; return whether that is possible."""
        return self._resume is not None and self._config.kept.keep(self._stay, self._resume, trio.current_time())

    async def _until_gone(self, scope: trio.CancelScope) -> None:
        await self._visit.gone.wait()
        scope.cancel()

    async def _run_effects(self, nursery: trio.Nursery) -> None:
        """Run the guest's effects, except those that touch files of this machine."""
        async for effect in self._store.effects:
            match effect:
                case Think() | FetchRecord() | Learn() | Weigh() | Consult() | ReviewMatch() | ReviewPar():
                    carry_out(effect, self._store, nursery, self._reported)
                case OpenRecord() | WriteRules() | KeepRecord():
                    self._store.do(no_files)
                case SearchServers() | Connect() | PlayAlone() | Practise() | GoHome() | KeepSettings():
                    pass  # a guest has one server, and nothing of theirs is kept here
                case _:
                    assert_never(effect)

    def _reported(self, fault: Exception) -> OwnFault:
        """Report an error that does not end the guest's visit to the operator."""
        self._config.tell(Sentence.UNOWNED, error=self._config.face.name(f"{type(fault).__name__}: {fault}"))
        return OwnFault(type(fault).__name__)

    def _beginning(self, settings: Settings) -> ClientState:
        """Return the initial state: in the lobby, without a home screen to go back to; tips last for the visit."""
        wish = Wish(
            target=self._config.target,
            private=self._config.passphrase is not None,
        )
        words = self._config.passphrase
        server, tips = str(self._config.address), Tips() if has_screen(self._visit.term) else None
        ui = Ui(settings=settings)
        command = ssh_command(*self._visit.reached_at)
        return ClientState(
            server=server, through_ssh=True, ssh_command=command, passphrase=words, wish=wish, tips=tips, ui=ui
        )

    def _say(self, sentence: str) -> None:
        self._visit.write(sentence + ("\n" if self._visit.term is None else "\r\n"))


def ssh_command(host: str, port: int) -> str:
    """The command for friends of a guest who has reached the gateway there; empty if that is this machine alone."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(address, "ipv4_mapped", None) or address
    if mapped.is_loopback:
        return ""
    return f"ssh -p {port} NAME@{mapped}" if port != SSH_PORT else f"ssh NAME@{mapped}"


def name_of(user: str) -> str:
    """Turn the ssh user name into a valid player name."""
    seen = "".join(sign for sign in unicodedata.normalize("NFC", user) if sign.isprintable())
    name = seen.strip()[:MAX_NAME].strip()
    return name if is_name(name) else NOBODY
