"""Keeps a person connected: signs in, hands on what comes, sends what is to be sent, mends a lost connection.

Knows sessions and patience. Refuses to know what the messages mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import trio

from coinche.client.inputs import LinkLost, LinkUp, Received
from coinche.client.on_disk.identity import public_key
from coinche.client.on_disk.kept import KeptError
from coinche.client.on_disk.known_servers import KnownServers
from coinche.client.on_disk.last_name import LastName
from coinche.client.person import Person
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Capability, Envelope, Error, FromServer, Hello

from .address import Address
from .credentials import GUEST, Credentials, Key, Resume
from .dialing import Trust
from .failures import IMPOSTORS, CannotConnect, ConnectFailure, ConnectionLost, LossReason, Refused, SentAway
from .passphrase import with_passphrase
from .sense import Senseless, check
from .session import Session, open_session

BACKOFF = (0.5, 1.0, 2.0, 4.0)
"""Seconds between two attempts; the last goes on: somebody waits for the table to come back."""
SILENCE = 5.0
"""Seconds without a word after which the server is asked whether it is there, and given up after as many more."""

_NO_WAY_BACK = frozenset({ErrorCode.REPLACED, ErrorCode.UNSUPPORTED, ErrorCode.SHUTDOWN})
"""Who is told this has nothing to come back to; the tables end with their server."""


_NO_USE: frozenset[ConnectFailure | LossReason] = IMPOSTORS | {LossReason.GARBLED}
"""After these nothing is tried again."""


async def stay_connected(
    person: Person,
    address: Address,
    hello: Hello,
    credentials: Credentials = GUEST,
    spare_names: Sequence[str] = (),
    *,
    returning: Resume | None = None,
    signed_in: Callable[[Session], None] = lambda session: None,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Until the server has answered our bye. What prevents the very first sign-in is raised, an impostor later, and
    what cannot be read at any time. `returning` takes back what another connection left; `signed_in` hears of each.
    """
    resume = returning
    started = False
    attempt = 0
    while True:
        try:
            async with open_session(address, hello, resume or credentials, spare_names=spare_names) as session:
                person.take(_link_up(session, hello.name, credentials, resumed=resume is not None))
                _hold(address, session)
                session.watch(SILENCE)
                signed_in(session)
                if not started:
                    task_status.started()
                started, attempt = True, 0
                if await _converse(person, session):
                    return
                resume = session.resume
        except (CannotConnect, ConnectionLost) as failure:
            if not started or failure.reason in _NO_USE:
                raise
        except Refused as refused:
            if not started or resume is None:
                raise
            if refused.error.code is not ErrorCode.RATE:  # which asks for patience; else the server has forgotten us
                resume = None
                continue
        attempt += 1
        person.take(LinkLost(attempt))
        await trio.sleep(BACKOFF[min(attempt, len(BACKOFF)) - 1])


def _link_up(session: Session, asked_for: str, credentials: Credentials, *, resumed: bool) -> LinkUp:
    """What there is to know of the session that begins, for who wanted to be called that."""
    owned = session.name == asked_for and _owned(session.name, credentials)
    keeps = Capability.ARCHIVE in session.welcome.capabilities
    return LinkUp(session.name, resumed=resumed, met=_met(session), owned=owned, keeps_matches=keeps, zone=None)


def _met(session: Session) -> str | None:
    """The fingerprint of a server that is seen for the first time."""
    return session.wire.fingerprint if session.wire.trust is Trust.FIRST_SEEN else None


def _owned(name: str, credentials: Credentials) -> bool:
    """Whether the name has just become that of the key; it is asked for again."""
    return isinstance(credentials, Key) and LastName(public_key(credentials.private)).keep(name)


def _hold(address: Address, session: Session) -> None:
    """A server whose link was right is known from now on, without the link too; what was known before stays."""
    if session.wire.trust is Trust.LINK and session.wire.fingerprint is not None:
        with suppress(KeptError):
            known = KnownServers()
            if known.fingerprint(address) is None:
                known.remember(address, session.wire.fingerprint)


async def _converse(person: Person, session: Session) -> bool:
    """Send and receive until the connection ends; True if it ended with a bye."""
    over = False
    sent_away: Error | None = None
    unread: ConnectionLost | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_send_all, person, session)
        try:
            async for message in session:
                if isinstance(message, Error) and message.code in _NO_WAY_BACK:
                    sent_away = message
                    break
                _hand_on(person, message)
            else:
                over = True
        except ConnectionLost as loss:
            unread = loss if loss.reason is LossReason.GARBLED else None
        nursery.cancel_scope.cancel()
    if sent_away is not None:
        raise SentAway(sent_away)
    if unread is not None:
        raise unread
    return over


def _hand_on(person: Person, message: FromServer | Envelope) -> None:
    """Have the person hear it; what cannot be ends the connection, as what cannot be read does."""
    try:
        check(message)
        person.take(Received(message, trio.current_time()))
    except Senseless as wrong:
        raise ConnectionLost(LossReason.GARBLED, str(wrong)) from None


async def _send_all(person: Person, session: Session) -> None:
    """Send what the person wants sent, while this connection lasts."""
    try:
        async for message in person.outbox.clone():
            await session.send(with_passphrase(message, person.state.passphrase, session.welcome.nonce))
    except ConnectionLost:
        return  # the receiver sees it too
