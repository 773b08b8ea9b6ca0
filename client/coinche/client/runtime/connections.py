"""The connection: signs in, receives and sends messages, reconnects, and reports each loss."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace as replaced
from functools import partial
from urllib.parse import urlsplit

import trio
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.client.model.messages import DealChecked, LinkLost, LinkUp, Received
from coinche.client.update.card_play import say_again
from coinche.connection.address import EVERYWHERE, Address, reached_at
from coinche.connection.credentials import (
    GUEST,
    Credentials,
    InvitationCredentials,
    KeyCredentials,
    LastName,
    ResumeCredentials,
    public_key,
    with_passphrase,
)
from coinche.connection.errors import ConnectionLost, LossReason, SentAway
from coinche.connection.known_servers import KnownServers
from coinche.connection.reconnect import Returning, Setback, UnacknowledgedAnswers, raise_if_ended
from coinche.connection.session import ClientSession, open_session
from coinche.connection.storage import KeptError
from coinche.connection.transport import Trust
from coinche.connection.validate_message import ImpossibleMessage, check
from coinche.protocol.messages import AwaitsApproval, Capability, Envelope, FromServer, Hello
from coinche.protocol.names import is_name

from .settings_file import keep_last_server
from .store import ClientStore

_WEB_LINK = re.compile("https?://[!-~]{1,200}")
SILENCE = 5.0
"""Seconds without a message after which the server is pinged; after as many again the connection is lost."""


async def stay_connected(
    store: ClientStore,
    address: Address,
    hello: Hello,
    credentials: Credentials = GUEST,
    spare_names: Sequence[str] = (),
    *,
    returning: ResumeCredentials | None = None,
    signed_in: Callable[[ClientSession], None] = lambda session: None,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Stay connected until the server has answered the `bye`.

    Errors of the first sign-in are raised. Later ones are retried, unless no retry can help: another server's key, an
    unreadable message, a session ended for good, an absence that lasts too long. `returning` resumes the session of an
    earlier connection; `signed_in` is called with each session.
    """
    hello = replace(hello, want=(*hello.want, Capability.PEOPLE, Capability.INVITATIONS))
    back = Returning(credentials, returning=returning)
    unacknowledged = UnacknowledgedAnswers()
    met = False

    def connect(who: Credentials) -> AbstractAsyncContextManager[ClientSession]:
        return open_session(address, hello, who, spare_names=spare_names, waits=partial(_tell_of_approval, store))

    async def live(session: ClientSession) -> None:
        nonlocal met
        if not back.resuming:
            unacknowledged.forget()
        store.take(_link_up(session, address, hello.name, credentials, resumed=back.resuming))
        _hold(address, session)
        if not store.state.solo and not store.state.guest:
            keep_last_server(address)
        session.watch(SILENCE)
        signed_in(session)
        if not met:
            task_status.started()
        met = True
        await _converse(store, session, unacknowledged)

    await back.keep_up(connect, live, partial(_tell_of_loss, store))


def _tell_of_approval(store: ClientStore, message: AwaitsApproval) -> None:
    store.take(Received(message, trio.current_time()))


def _tell_of_loss(store: ClientStore, setback: Setback) -> None:
    now = trio.current_time()
    store.take(LinkLost(setback.tries, restarting=setback.restarting, since=setback.since, now=now))


def _link_up(
    session: ClientSession, address: Address, asked_for: str, credentials: Credentials, *, resumed: bool
) -> LinkUp:
    """The message about the session that begins, given the name asked for."""
    own = asked_for if session.ready.owned is UNSET else session.ready.owned
    owned = session.name == own and _owned(own, credentials)
    can = session.welcome.capabilities
    return LinkUp(
        session.name,
        resumed=resumed,
        met=_met(session),
        owned=owned,
        keeps_matches=Capability.ARCHIVE in can,
        fair=Capability.FAIR in can,
        zone=None,
        people=Capability.PEOPLE in can,
        title=_title(session.welcome.name),
        link=_link(address, session.wire.fingerprint),
        links_here=_links_here(address, session.wire.fingerprint),
        web=_web_link(session.welcome.web),
        members_invite=session.welcome.members_invite is True,
        has_key=isinstance(credentials, KeyCredentials | InvitationCredentials),
        practice=Capability.PRACTICE in can,
        hints=_decided(session.welcome.hints),
    )


def _title(name: str | UnsetType) -> str:
    """The server's own name, if it is one."""
    return name if isinstance(name, str) and is_name(name) else ""


def _web_link(link: str | UnsetType) -> str:
    """The link for browsers, if it is one that can be shown and opened."""
    if not isinstance(link, str) or _WEB_LINK.fullmatch(link) is None:
        return ""
    try:
        return link if urlsplit(link).hostname else ""
    except ValueError:
        return ""


def _decided(hints: bool | UnsetType) -> bool | None:
    """The server's decision about hints at its tables; None if it has made none."""
    return hints if isinstance(hints, bool) else None


def _link(address: Address, fingerprint: str | None) -> str:
    """The link to that server for others; empty for a server on this machine, which they reach by another address."""
    return "" if _is_here(address) else replaced(address, fingerprint=fingerprint).link


def _is_here(address: Address) -> bool:
    """True for this machine's own address, by which nobody else reaches it."""
    return address.host == "localhost" or address.host.startswith("127.") or address.host == "::1"


def _links_here(address: Address, fingerprint: str | None) -> tuple[str, ...]:
    """The links to a server on this machine; whether it listens in the networks of this machine is not known."""
    if not _is_here(address):
        return ()
    known = replaced(address, fingerprint=fingerprint)
    others = (replaced(known, host=host) for host in reached_at(EVERYWHERE))
    return (known.link, *(other.link for other in others if not _is_here(other)))


def _met(session: ClientSession) -> str | None:
    """The fingerprint of a server seen for the first time, at any address."""
    found = session.wire.fingerprint if session.wire.trust is Trust.FIRST_SEEN else None
    return None if found is None or KnownServers().addresses(found) > 1 else found


def _owned(name: str, credentials: Credentials) -> bool:
    """Test whether the name has just become that of the key; the client asks for it again next time."""
    return isinstance(credentials, KeyCredentials | InvitationCredentials) and LastName(
        public_key(credentials.private)
    ).keep(name)


def _hold(address: Address, session: ClientSession) -> None:
    """Remember the fingerprint of a server reached by a link, for visits without the link; a known one stays."""
    if session.wire.trust is Trust.LINK and session.wire.fingerprint is not None:
        with suppress(KeptError):
            known = KnownServers()
            if known.fingerprint(address) is None:
                known.remember(address, session.wire.fingerprint)


async def _converse(store: ClientStore, session: ClientSession, unacknowledged: UnacknowledgedAnswers) -> None:
    """Send and receive until the session ends with a `bye`; raise ConnectionLost or SentAway for any other end."""
    ended: ConnectionLost | SentAway | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_send_all, store, session, unacknowledged)
        try:
            async for message in session:
                _hand_on(store, message, unacknowledged)
                for checked in session.checked():
                    store.take(DealChecked(checked))
        except (ConnectionLost, SentAway) as end:
            ended = end
        nursery.cancel_scope.cancel()
    if ended is not None:
        raise ended


def _hand_on(store: ClientStore, message: FromServer | Envelope, unacknowledged: UnacknowledgedAnswers) -> None:
    """Pass a message to the store; an impossible one ends the connection, as an unreadable one does."""
    again = None
    try:
        if not isinstance(message, Envelope):
            raise_if_ended(message)
            again = unacknowledged.heard(message)
            check(message)
        store.take(Received(message, trio.current_time()))
    except ImpossibleMessage as wrong:
        raise ConnectionLost(LossReason.GARBLED, str(wrong)) from None
    if again is not None:
        store.do(partial(say_again, again))


async def _send_all(store: ClientStore, session: ClientSession, unacknowledged: UnacknowledgedAnswers) -> None:
    """Send the outbox for as long as this connection lasts."""
    try:
        async for message in store.outbox.clone():
            unacknowledged.said(message)
            if (passphrase := store.state.passphrase) is not None:
                message = with_passphrase(message, passphrase, session.welcome.nonce)
            await session.send(message)
    except ConnectionLost:
        return  # the receiver raises it, too
