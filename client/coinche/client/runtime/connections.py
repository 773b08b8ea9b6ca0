"""Keeps a person connected: signs in, hands on what comes, sends what is to be sent, and tells of each loss.

Knows sessions. Refuses to know what the messages mean, and how long to wait after a loss (`returning`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial

import trio

from coinche.client.model.messages import DealChecked, LinkLost, LinkUp, Received
from coinche.client.update.card_play import say_again
from coinche.connection.address import Address
from coinche.connection.credentials import (
    GUEST,
    Credentials,
    KeyCredentials,
    LastName,
    ResumeCredentials,
    public_key,
    with_passphrase,
)
from coinche.connection.errors import ConnectionLost, LossReason, SentAway
from coinche.connection.known_servers import KnownServers
from coinche.connection.reconnect import Returning, Setback, Unheard, heed
from coinche.connection.session import ClientSession, open_session
from coinche.connection.storage import KeptError
from coinche.connection.transport import Trust
from coinche.connection.validate_message import Senseless, check
from coinche.protocol.messages import Capability, Envelope, FromServer, Hello

from .store import Person

SILENCE = 5.0
"""Seconds without a word after which the server is asked whether it is there, and given up after as many more."""


async def stay_connected(
    person: Person,
    address: Address,
    hello: Hello,
    credentials: Credentials = GUEST,
    spare_names: Sequence[str] = (),
    *,
    returning: ResumeCredentials | None = None,
    signed_in: Callable[[ClientSession], None] = lambda session: None,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Until the server has answered our bye. What prevents the very first sign-in is raised, an impostor later, what
    cannot be read at any time, and a server that is away for too long. `returning` takes back what another connection
    left; `signed_in` hears of each.
    """
    back = Returning(credentials, returning=returning)
    unheard = Unheard()
    met = False

    def connect(who: Credentials) -> AbstractAsyncContextManager[ClientSession]:
        return open_session(address, hello, who, spare_names=spare_names)

    async def live(session: ClientSession) -> None:
        nonlocal met
        if not back.resuming:
            unheard.forget()
        person.take(_link_up(session, hello.name, credentials, resumed=back.resuming))
        _hold(address, session)
        session.watch(SILENCE)
        signed_in(session)
        if not met:
            task_status.started()
        met = True
        await _converse(person, session, unheard)

    def tell(setback: Setback) -> None:
        now = trio.current_time()
        person.take(LinkLost(setback.tries, restarting=setback.restarting, since=setback.since, now=now))

    await back.keep_up(connect, live, tell)


def _link_up(session: ClientSession, asked_for: str, credentials: Credentials, *, resumed: bool) -> LinkUp:
    """What there is to know of the session that begins, for who wanted to be called that."""
    owned = session.name == asked_for and _owned(session.name, credentials)
    can = session.welcome.capabilities
    return LinkUp(
        session.name,
        resumed=resumed,
        met=_met(session),
        owned=owned,
        keeps_matches=Capability.ARCHIVE in can,
        fair=Capability.FAIR in can,
        zone=None,
    )


def _met(session: ClientSession) -> str | None:
    """The fingerprint of a server that is seen for the first time."""
    return session.wire.fingerprint if session.wire.trust is Trust.FIRST_SEEN else None


def _owned(name: str, credentials: Credentials) -> bool:
    """Whether the name has just become that of the key; it is asked for again."""
    return isinstance(credentials, KeyCredentials) and LastName(public_key(credentials.private)).keep(name)


def _hold(address: Address, session: ClientSession) -> None:
    """A server whose link was right is known from now on, without the link too; what was known before stays."""
    if session.wire.trust is Trust.LINK and session.wire.fingerprint is not None:
        with suppress(KeptError):
            known = KnownServers()
            if known.fingerprint(address) is None:
                known.remember(address, session.wire.fingerprint)


async def _converse(person: Person, session: ClientSession, unheard: Unheard) -> None:
    """Send and receive until it has ended with a bye; ConnectionLost or SentAway where it ends otherwise."""
    ended: ConnectionLost | SentAway | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_send_all, person, session, unheard)
        try:
            async for message in session:
                _hand_on(person, message, unheard)
                for checked in session.checked():
                    person.take(DealChecked(checked))
        except (ConnectionLost, SentAway) as end:
            ended = end
        nursery.cancel_scope.cancel()
    if ended is not None:
        raise ended


def _hand_on(person: Person, message: FromServer | Envelope, unheard: Unheard) -> None:
    """Give the message to the store; an impossible one ends the connection, as an unreadable one does."""
    again = None
    try:
        if not isinstance(message, Envelope):
            heed(message)
            again = unheard.heard(message)
            check(message)
        person.take(Received(message, trio.current_time()))
    except Senseless as wrong:
        raise ConnectionLost(LossReason.GARBLED, str(wrong)) from None
    if again is not None:
        person.do(partial(say_again, again))


async def _send_all(person: Person, session: ClientSession, unheard: Unheard) -> None:
    """Send what the person wants sent, while this connection lasts."""
    try:
        async for message in person.outbox.clone():
            unheard.said(message)
            if (passphrase := person.state.passphrase) is not None:
                message = with_passphrase(message, passphrase, session.welcome.nonce)
            await session.send(message)
    except ConnectionLost:
        return  # the receiver sees it too
