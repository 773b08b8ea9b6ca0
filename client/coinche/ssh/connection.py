"""One ssh connection: its admission, the environment that it sends, and the only session that it may open.

asyncssh calls the session on the asyncio side; one trio task reads it on the other. A guest can use a terminal and
nothing else: no command, no subsystem, no forwarding. Only the environment variables for language, character set,
colours and terminal have an effect.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Mapping
from math import ceil

import asyncssh
import trio
from prompt_toolkit.data_structures import Size

from coinche.text.language import Language, language_of
from coinche.text.settings import Signs

from .limits import Admitted, ArrivedConnection, Bounds, ConnectionLimiter, GatewayConfig, InputBudget, PasswordGuesses
from .reconnect import Owner
from .texts import Sentence

LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG")
CHARACTERS = ("LC_ALL", "LC_CTYPE", "LANG")
HEEDED = frozenset({*LANGUAGE, *CHARACTERS, "NO_COLOR"})
NO_LANGUAGE = frozenset({"c", "posix"})
PLAIN_TERMS = frozenset({"ansi", "cons25", "vt100", "vt102", "vt220", "vt52"})
"""Terminals that show only letters and ASCII signs."""
LINE_TERMS = frozenset({"", "dumb", "unknown"})
"""Terminals without a screen."""


class Environment(dict[object, object]):
    """The variables that a guest sends, bounded in number and length; those beyond the bounds are dropped."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__()
        self._bounds = bounds

    def __setitem__(self, name: object, value: object) -> None:
        length = sum(len(text) for text in (name, value) if isinstance(text, str | bytes))
        if length <= self._bounds.variable and (name in self or len(self) < self._bounds.variables):
            super().__setitem__(name, value)


def heeded(variables: Mapping[str, str]) -> dict[str, str]:
    """Select the variables that have an effect and whose values are ASCII."""
    return {name: value for name, value in variables.items() if name in HEEDED and value.isascii()}


def language_in(variables: Mapping[str, str], otherwise: Language) -> Language:
    """Return the language that the variables ask for, else the given one."""
    wanted = _first(variables, LANGUAGE)
    return otherwise if wanted.partition(".")[0].lower() in NO_LANGUAGE | {""} else language_of(variables)


def signs_in(variables: Mapping[str, str], term: str) -> Signs:
    """Return the signs that a guest can see: Unicode, unless the locale or the terminal is known to lack it. Most
    terminals that say nothing have it."""
    locale = _first(variables, CHARACTERS)
    has_none = (locale and "utf" not in locale.lower()) or term.lower() in PLAIN_TERMS
    return Signs.ASCII if has_none else Signs.UNICODE


def has_screen(term: str | None) -> bool:
    """True for a terminal of more than one line."""
    return term is not None and term.lower() not in LINE_TERMS


def _first(variables: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := variables.get(name))), "")


COLUMNS = range(20, 501)
ROWS = range(4, 201)
USUAL = Size(rows=24, columns=80)


class SshSession(asyncssh.SSHServerSession[str]):
    """One ssh session, from the request for a shell until the connection ends."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        owner: Owner,
        bounds: Bounds,
        begun: Callable[[SshSession], None],
    ) -> None:
        self.owner = owner
        self.term: str | None = None
        """The terminal's name; None without a terminal."""
        self.erase = ""
        """The character that Backspace sends there; empty when the guest's ssh does not say."""
        self.size = USUAL
        self.gone = trio.Event()
        """Set when the connection is broken or closed."""
        self.flooded = False
        """True when the guest did not read the output and was cut off."""
        self._connection = connection
        self._bounds = bounds
        self._begun = begun
        self._variables: Mapping[str, str] = {}
        self._channel: asyncssh.SSHServerChannel[str]
        self._typed = ""
        self._ended = False
        self._news = trio.Event()
        self._resized = trio.Event()

    @property
    def reached_at(self) -> tuple[str, int]:
        """The address and port by which the guest has reached the gateway."""
        host, port = self._connection.get_extra_info("sockname")[:2]
        return str(host), int(port)

    @property
    def variables(self) -> Mapping[str, str]:
        """The guest's environment variables that have an effect."""
        return self._variables

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = chan
        chan._env = Environment(self._bounds)  # type: ignore[assignment]  # asyncssh itself has no bound

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self.term = term_type
        self.erase = _sign(term_modes.get(asyncssh.PTY_VERASE, 0))
        self.size = _clamped(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._variables = heeded(self._channel.get_environment())
        self._begun(self)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = _clamped(width, height)
        self._resized.set()

    def data_received(self, data: str, datatype: object) -> None:
        self._typed += data
        self._channel.pause_reading()
        self._news.set()

    def eof_received(self) -> bool:
        self._ended = True
        self._news.set()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        asyncio.get_running_loop().call_soon(self._connection.close)

    async def read(self) -> str:
        """Wait for typed characters, a bounded number at once; return "" at the end of a pipe."""
        while not self._typed:
            if self.gone.is_set():
                await trio.sleep_forever()
            if self._ended:
                return ""
            self._news = trio.Event()
            self._channel.resume_reading()
            await self._news.wait()
        length = self._bounds.piece
        piece, self._typed = self._typed[:length], self._typed[length:]
        await trio.sleep(self._bounds.yield_seconds)
        return piece

    async def wait_resized(self) -> None:
        """Wait until the window has another size."""
        await self._resized.wait()
        self._resized = trio.Event()

    def write(self, text: str) -> None:
        """Send text to the guest; a guest who leaves too much unread is cut off."""
        if self._channel.is_closing():
            return
        self._channel.write(text)
        if self._unread() > self._bounds.unread:
            self.flooded = True
            self._connection.abort()

    def finish(self, status: int) -> None:
        """End the session; the guest's ssh exits with that status."""
        if not self._channel.is_closing():
            self._channel.exit(status)
            asyncio.get_running_loop().call_later(self._bounds.goodbye, self._connection.abort)

    def _unread(self) -> int:
        """Return the number of bytes that wait for the guest's ssh window or machine."""
        transport = transport_of(self._connection)
        beyond = 0 if transport is None else transport.get_write_buffer_size()
        return self._channel.get_write_buffer_size() + beyond


def _sign(code: int) -> str:
    """The ASCII character with that code; empty for any other code."""
    return chr(code) if 0 < code < 128 else ""


def _clamped(columns: int, rows: int) -> Size:
    """The nearest size that can be drawn; the usual size when the guest gives none."""
    return Size(rows=_within(rows, ROWS, USUAL.rows), columns=_within(columns, COLUMNS, USUAL.columns))


def _within(number: int, allowed: range, usual: int) -> int:
    return min(max(number, allowed.start), allowed.stop - 1) if number else usual


class PacedInput(asyncio.Protocol):
    """The protocol between a transport and asyncssh, which works through everything it is handed before anyone else has
    a turn. It hands on pieces within the connection's budget, and the transport reads nothing while a piece waits."""

    def __init__(self, connection: asyncssh.SSHServerConnection, bounds: Bounds) -> None:
        self._connection = connection
        self._transport = transport_of(connection)
        self._loop = asyncio.get_running_loop()
        self._budget = InputBudget(bounds, self._loop.time())
        self._unhandled = b""
        self._turn: asyncio.Handle | None = None
        if self._transport is not None:
            self._transport.set_protocol(self)

    def data_received(self, data: bytes) -> None:
        self._unhandled += data
        if self._turn is None and self._transport is not None:
            self._transport.pause_reading()
            self._hand_on()

    def eof_received(self) -> None:
        self._connection.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._turn is not None:
            self._turn.cancel()
        self._connection.connection_lost(exc)

    def _hand_on(self) -> None:
        taken = self._budget.take(len(self._unhandled), self._loop.time())
        piece, self._unhandled = self._unhandled[:taken], self._unhandled[taken:]
        if piece:
            self._connection.data_received(piece)
        if self._unhandled:
            self._turn = self._loop.call_later(self._budget.wait(len(self._unhandled)), self._hand_on)
        else:
            self._turn = None
            if self._transport is not None:
                self._transport.resume_reading()


def transport_of(connection: asyncssh.SSHServerConnection) -> asyncio.Transport | None:
    """The connection's transport, which asyncssh hands to nobody; None when it is closed."""
    return connection._transport


_TOLD_EVERY = 60.0
"""Seconds after which the same sentence about an address is repeated."""
_TOLD = 1000
"""Maximum number of sentences remembered."""


class GatewayAdmission:
    """State that all connections share: the connections themselves, the seats, the wrong passwords, and the recent
    messages on the gateway's
    terminal."""

    def __init__(self, config: GatewayConfig) -> None:
        self.config = config
        self.limiter = ConnectionLimiter(config.bounds)
        self.guesses = PasswordGuesses(config.bounds)
        self.connections = set[asyncssh.SSHServerConnection]()
        self._told: dict[tuple[Sentence, str], float] = {}

    def abort_all(self) -> None:
        """Cut every connection that is still open."""
        for connection in tuple(self.connections):
            connection.abort()

    def tell(self, sentence: Sentence, address: str, **fields: object) -> None:
        """Say the sentence on the gateway's terminal, unless it was said about the address just now."""
        now = asyncio.get_running_loop().time()
        if len(self._told) >= _TOLD:
            self._told = {what: at for what, at in self._told.items() if at > now - _TOLD_EVERY}
        if len(self._told) < _TOLD and self._told.get((sentence, address), -_TOLD_EVERY) <= now - _TOLD_EVERY:
            self._told[sentence, address] = now
            self.config.tell(sentence, address=self.config.face.name(address), **fields)


class SshServer(asyncssh.SSHServer):
    """The ssh server object of one connection, called by asyncssh."""

    def __init__(self, admission: GatewayAdmission, begun: Callable[[SshSession], None]) -> None:
        self._admission = admission
        self._config = admission.config
        self._bounds = admission.config.bounds
        self._begun = begun
        self._user = ""
        self._address = ""
        self._wrong = 0
        self._visit: SshSession | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._admission.connections.add(conn)
        self._address = str(conn.get_extra_info("peername")[0])
        self._arrival: ArrivedConnection = self._admission.limiter.admit(self._address, self._evicted)
        if self._arrival.entry is Admitted.SHUT:
            conn.abort()
            return
        PacedInput(conn, self._bounds)
        self._late = asyncio.get_running_loop().call_later(self._bounds.sign_in, conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.connections.discard(self._connection)
        if self._arrival.entry is not Admitted.SHUT:
            self._late.cancel()
            self._admission.limiter.leave(self._arrival)

    def begin_auth(self, username: str) -> bool:
        """Return True when the guest needs a password; raise DisconnectError when there is no room or the address must
        wait."""
        if self._arrival.entry is not Admitted.HALF_OPEN:
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._full())
        self._user = username
        if self._config.password is not None and (wait := self._wait()):
            words = self._config.face.say(Sentence.COME_LATER, seconds=ceil(wait))
            raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, words)
        return self._config.password is not None

    def password_auth_supported(self) -> bool:
        return self._config.password is not None

    async def validate_password(self, username: str, password: str) -> bool:
        """Return True when the password is right. A try counts before the check, so that parallel tries count too."""
        guesses, here = self._admission.guesses, self._arrival.origin
        if not guesses.take(here, asyncio.get_running_loop().time()):
            self._connection.abort()
            return False
        if self._config.password is not None and hmac.compare_digest(password.encode(), self._config.password.encode()):
            guesses.give_back(here)
            return True
        self._config.tell(Sentence.WRONG_PASSWORD, address=self._config.face.name(self._address))
        if wait := self._wait():
            self._admission.tell(Sentence.LOCKED, self._address, seconds=ceil(wait))
        self._wrong += 1
        await asyncio.sleep(self._bounds.slow)
        if self._wrong >= self._bounds.passwords:
            self._connection.abort()
        return False

    def session_requested(self) -> SshSession | bool:
        """Open the connection's only session; raise ChannelOpenError when no seat is left."""
        if self._visit is not None:
            return False
        if not self._admission.limiter.seat(self._arrival):
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, self._full())
        self._visit = SshSession(self._connection, Owner.of(self._user, self._address), self._bounds, self._seated)
        return self._visit

    def _wait(self) -> float:
        return self._admission.guesses.wait(self._arrival.origin, asyncio.get_running_loop().time())

    def _full(self) -> str:
        self._admission.tell(Sentence.CROWDED, self._address)
        return self._config.face.say(Sentence.FULL)

    def _evicted(self) -> None:
        self._admission.tell(Sentence.SILENT, self._address)
        self._connection.abort()

    def _seated(self, visit: SshSession) -> None:
        self._late.cancel()
        self._begun(visit)
