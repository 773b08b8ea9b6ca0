"""Reconnection after a loss: the credentials, the delays, and the time after which the client gives up.

`UnacknowledgedAnswers` keeps the answers that nobody has confirmed, to send them again when a request is
repeated.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

import trio
from msgspec import UNSET

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Claim, Envelope, Error, FromClient, FromServer, Left, Ok, Request

from .credentials import Credentials, ResumeCredentials
from .errors import (
    IMPOSTORS,
    CannotConnect,
    ConnectionLost,
    LossReason,
    SentAway,
    SessionError,
    TurnedDown,
    by_operator,
)
from .session import ClientSession

FIRST, LONGEST = 0.5, 8.0
"""Maximum seconds between two attempts: after the first loss, then doubled each time, up to the longest."""
ENOUGH = 600.0
"""Seconds after which the client gives up."""
STEADY = 10.0
"""Minimum seconds that a connection must last to count as a good one."""

_PATIENCE = frozenset({ErrorCode.RATE, ErrorCode.AUTH_TIMEOUT, ErrorCode.SHUTDOWN})
"""Errors of an overloaded server. After any other refusal the session is forgotten, or the client is unwanted."""
_SENT_AWAY = frozenset({ErrorCode.REPLACED, ErrorCode.UNSUPPORTED, ErrorCode.AUTH_FAILED, ErrorCode.SHUTDOWN})

Draw = Callable[[], float]
Connect = Callable[[Credentials], AbstractAsyncContextManager[ClientSession]]
Live = Callable[[ClientSession], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setback:
    """A lost or failed connection: the number of failures since `since`, and the seconds `wait` to the next attempt."""

    tries: int
    since: float
    wait: float
    restarting: bool
    """The server has said that it will be back."""


def raise_if_ended(message: FromServer | Envelope) -> None:
    """Raise SentAway if the message ends the session, for good or until the server is back."""
    if isinstance(message, Error) and message.code in _SENT_AWAY:
        raise SentAway(message)


class Returning:
    """One client from the first connection to the last. `returning` resumes a session that another program left.

    It waits with full jitter, so that a thousand clients of a server that restarts come one after the other.
    """

    def __init__(
        self,
        credentials: Credentials,
        *,
        returning: ResumeCredentials | None = None,
        resumes: bool = True,
        hopeless: Callable[[], bool] = lambda: False,
        draw: Draw = random.random,
    ) -> None:
        self.started = False
        self._own = credentials
        self._resume = returning
        self._resumes = resumes
        self._hopeless = hopeless
        self._draw = draw
        self._tries = 0
        self._up_since: float | None = None
        self._down_since = 0.0
        self._restarting = False

    @property
    def credentials(self) -> Credentials:
        """Return the credentials for the next attempt: those of the lost session while the server knows it."""
        return self._resume or self._own

    @property
    def resuming(self) -> bool:
        """True if the next attempt resumes a session."""
        return self._resume is not None

    async def keep_up(self, connect: Connect, live: Live, tell: Callable[[Setback], None] | None = None) -> None:
        """Run one session after the other until one ends normally; raise a failure that rules out a return."""
        while True:
            try:
                async with connect(self.credentials) as session:
                    await self._lived(session, live)
                return
            except SessionError as failure:
                setback = self._setback(failure)
            if setback is not None:
                if tell is not None:
                    tell(setback)
                await trio.sleep(setback.wait)

    async def _lived(self, session: ClientSession, live: Live) -> None:
        self.started, self._up_since = True, trio.current_time()
        self._restarting = False
        try:
            await live(session)
        finally:
            if self._resumes:
                self._resume = session.resume

    def _setback(self, failure: SessionError) -> Setback | None:
        """Return the setback to wait out, or None to sign in anew at once; raise a failure that rules out a return."""
        now = trio.current_time()
        if not self.started or _bars_the_way(failure):
            raise failure
        if isinstance(failure, TurnedDown) and failure.error.code not in _PATIENCE:
            if self._resume is None:
                raise failure
            self._resume = None
            return None
        self._count(now)
        if now - self._down_since > ENOUGH or self._hopeless():
            raise failure
        floor = _pause(failure)
        self._restarting = self._restarting or floor > 0
        window = max(floor, min(LONGEST, FIRST * 2 ** (self._tries - 1)))
        wait = floor + self._draw() * window
        return Setback(tries=self._tries, since=self._down_since, wait=wait, restarting=self._restarting)

    def _count(self, now: float) -> None:
        """Count one more failure since the last good connection."""
        if self._up_since is not None:
            if now - self._up_since >= STEADY:
                self._tries = 0
            if self._tries == 0:
                self._down_since = now
            self._up_since = None
        self._tries = min(self._tries + 1, 30)


def _bars_the_way(failure: SessionError) -> bool:
    match failure:
        case CannotConnect(reason=reason):
            return reason in IMPOSTORS
        case ConnectionLost(reason=reason):
            return reason is LossReason.GARBLED
        case SentAway(error=error):
            return _again(error) is None
        case TurnedDown(error=error):
            return by_operator(error)
        case _:
            return False


def _again(error: Error) -> float | None:
    """Return the seconds until the server is back, if it says so."""
    told = error.data.get("again_ms")
    return told / 1000 if error.code is ErrorCode.SHUTDOWN and isinstance(told, int) else None


def _pause(failure: SessionError) -> float:
    """Return the minimum seconds before the next attempt."""
    if isinstance(failure, SentAway | TurnedDown):
        return min(max(_again(failure.error) or 0.0, 0.0), ENOUGH / 10)
    return 0.0


_MOST = 8
"""Number of requests remembered: the player's own turn, and a few out of turn."""


@dataclass(slots=True)
class UnacknowledgedAnswers:
    """The last requests to one client, with its answers."""

    _asked: dict[int, Request] = field(default_factory=dict)
    _said: dict[int, Act | Claim] = field(default_factory=dict)

    def said(self, message: FromClient) -> None:
        """Remember a message that was sent, or would have been but for a lost connection."""
        if isinstance(message, Act | Claim) and message.request is not UNSET and message.request in self._asked:
            self._said[message.request] = message

    def heard(self, message: FromServer | Envelope) -> Act | Claim | None:
        """Take in a message; return the answer to send again if it repeats a request already answered."""
        match message:
            case Request():
                return self._asked_again(message)
            case Ok(request=int() as number) | Error(request=int() as number):
                self._said.pop(number, None)
            case Left():
                self.forget()
        return None

    def forget(self) -> None:
        """Drop all requests: they belong to another table or session."""
        self._asked.clear()
        self._said.clear()

    def _asked_again(self, request: Request) -> Act | Claim | None:
        before = self._asked.pop(request.request, None)
        self._asked[request.request] = request
        for number in tuple(self._asked)[:-_MOST]:
            del self._asked[number]
            self._said.pop(number, None)
        if before is not None and _question(before) == _question(request):
            return self._said.get(request.request)
        self._said.pop(request.request, None)
        return None


def _question(request: Request) -> tuple[object, ...]:
    """Return the identity of a request, without event number and clock, which change when it comes again."""
    decision = (request.table, request.match, request.deal, request.seat, request.kind, request.default)
    return (*decision, request.legal, request.bids, request.offers, request.declarations)
