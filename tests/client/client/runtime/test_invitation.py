"""Tests of the client's way in with an invitation: the link, the name that it brings, and what is said if it fails."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import trio

from coinche.client.cli import beginning
from coinche.client.model.notices import trouble
from coinche.client.options import WrongUsage, read_options
from coinche.client.runtime.sign_in import SignIn
from coinche.client.runtime.store import ClientStore
from coinche.connection.address import Address, read_address
from coinche.connection.credentials import LastName, key_credentials, own_key, public_key
from coinche.connection.errors import TurnedDown
from coinche.connection.session import open_session
from coinche.protocol.messages import Hello
from coinche.server.app import Exposure, Server
from coinche.server.connections.admission import AdmissionPolicy
from coinche.server.log import LogEntry
from coinche.text.language import Language
from coinche.text.settings import Settings, face_of
from tests.client.client.runtime.test_connections import Waiter
from tests.client.terminal import PATIENCE

HELLO = Hello(versions=(1, 1), name="whoever")


@dataclass(slots=True)
class Host:
    """A server for invited players only."""

    server: Server
    address: Address

    async def invite(self, name: str) -> Address:
        """The address with an invitation to that name, as it is printed."""
        order = ("invite", name, f"--address=127.0.0.1:{self.address.port}")
        return read_address((await self.server.orders.obey(order)).data["links"]["client"])


@asynccontextmanager
async def host() -> AsyncIterator[Host]:
    news: list[LogEntry] = []
    exposure = Exposure(admit=AdmissionPolicy.INVITED)
    server = Server(provider=None, say=news.append, exposure=exposure)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield Host(server, Address("127.0.0.1", port))
            nursery.cancel_scope.cancel()


async def test_the_link_brings_the_name_to_the_clients_key_for_good() -> None:
    async with host() as running:
        link = await running.invite("Zoé")
        store = ClientStore(beginning(read_options([], {}, "utf-8", lambda usual: usual), link))
        waiter = Waiter(store)
        async with trio.open_nursery() as nursery:
            await nursery.start(SignIn().stay, store, link)
            await waiter.until(lambda state: state.name == "Zoé")
            nursery.cancel_scope.cancel()
        owner = running.server.register.owner_of("Zoé")
        assert owner is not None
        assert owner.key == public_key(own_key())
        assert LastName(owner.key).read() == "Zoé", "it is asked for the next time, without the link"
        for address, name in ((running.address, "Zoé"), (link, "whoever")):
            credentials = key_credentials(address.invitation)
            async with open_session(address, Hello(versions=(1, 1), name=name), credentials) as session:
                assert session.name.startswith("Zoé")


async def refusal(address: Address, invitation: str | None) -> TurnedDown:
    """The error with which the server refuses the client."""
    with pytest.raises(TurnedDown) as refused:
        async with open_session(address, HELLO, key_credentials(invitation)):
            pass
    return refused.value


async def test_what_is_wrong_with_an_invitation_is_said_in_both_languages() -> None:
    async with host() as running:
        (used, revoked) = (await running.invite("Ana"), await running.invite("Bob"))
        running.server.register.claim("Ana", "aa" * 32)
        await running.server.orders.obey(("invite", "--revoke", "Bob"))
        words = {
            used.invitation: ("déjà servi", "has used this invitation"),
            revoked.invitation: ("ne connaît pas cette invitation", "does not know this invitation"),
            None: ("que les joueurs invités", "only players who are invited"),
        }
        for invitation, (french, english) in words.items():
            error = await refusal(running.address, invitation)
            assert french in trouble(error, face_of(Settings(language=Language.FRENCH)))
            assert english in trouble(error, face_of(Settings(language=Language.ENGLISH)))


def test_a_guest_has_no_key_for_a_name() -> None:
    with pytest.raises(WrongUsage, match="without --guest"):
        read_options([f"host#t1.{'0' * 32}", "--guest", "--lang=en"], {}, "utf-8", lambda usual: usual)
