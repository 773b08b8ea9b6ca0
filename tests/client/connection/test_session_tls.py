"""Tests of both identities over real TLS: pins, links, relays, keys and tokens."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import trio

from coinche.connection.address import Address
from coinche.connection.credentials import GUEST, Credentials, KeyCredentials, TokenCredentials, own_key
from coinche.connection.error_texts import turned_away, unreached
from coinche.connection.errors import CannotConnect, ConnectFailure, TurnedDown
from coinche.connection.known_servers import GarbledLine, KnownServers
from coinche.connection.session import ClientSession, open_session
from coinche.connection.transport import Trust, dial
from coinche.protocol import auth
from coinche.protocol.errors import ErrorCode
from coinche.protocol.fingerprint import fingerprint
from coinche.protocol.messages import Hello, Lobby, Ping, ServerPong
from coinche.server.addresses import Plaintext
from coinche.server.app import Exposure, Server
from coinche.server.sessions.name_register import Register
from coinche.server.transport.tls import Certificate, new_certificate
from coinche.text.language import Language

PATIENCE = 30.0
HELLO = Hello(versions=(1, 1), name="Ada")
OTHER = "2345-6723-4567-2345-6723-4567"


@pytest.fixture(scope="module")
def own() -> Certificate:
    return new_certificate()


@asynccontextmanager
async def a_server(own: Certificate, plaintext: Plaintext = Plaintext.LAN) -> AsyncIterator[tuple[Server, Address]]:
    register = Register()
    server = Server(
        provider=None,
        say=lambda line: None,
        kept_certificate=own,
        register=register,
        exposure=Exposure(plaintext=plaintext),
    )
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            port: int = await nursery.start(server.run, "127.0.0.1", 0)
            yield server, Address("127.0.0.1", port)
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def listening(serve: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Address]:
    """Something else on loopback."""

    async def quietly(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await serve(stream)
        await trio.aclose_forcefully(stream)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
            nursery.start_soon(trio.serve_listeners, quietly, listeners)
            yield Address("127.0.0.1", listeners[0].socket.getsockname()[1])
            nursery.cancel_scope.cancel()


async def talks(session: ClientSession) -> None:
    assert isinstance(await session.receive(), Lobby)
    await session.send(Ping(data="x"))
    assert await session.receive() == ServerPong(data="x")


async def failure(address: Address) -> CannotConnect:
    with pytest.raises(CannotConnect) as failed:
        async with open_session(address, HELLO):
            raise AssertionError
    return failed.value


async def name_of(address: Address, name: str, who: Credentials, spare_names: tuple[str, ...] = ()) -> str:
    """The name that the server gives to this sign-in."""
    hello = Hello(versions=(1, 1), name=name)
    async with open_session(address, hello, who, spare_names=spare_names) as session:
        return session.name


def a_key(tmp_path: Path, name: str) -> KeyCredentials:
    return KeyCredentials(own_key(tmp_path / name))


# --- who the server is -------------------------------------------------------------------------------


async def test_a_server_is_met_once_and_known_from_then_on(own: Certificate) -> None:
    async with a_server(own) as (_, address):
        async with open_session(address, HELLO) as session:
            assert session.wire.trust is Trust.FIRST_SEEN
            assert session.wire.fingerprint == own.fingerprint == KnownServers().fingerprint(address)
            await talks(session)
        async with open_session(address, HELLO) as session:
            assert session.wire.trust is Trust.KNOWN


async def test_a_changed_certificate_is_refused_before_a_byte_is_sent(own: Certificate) -> None:
    heard: list[bytes] = []
    over = trio.Event()

    async def impostor(stream: trio.SocketStream) -> None:
        secure = trio.SSLStream(stream, own.context, server_side=True, https_compatible=True)
        await secure.do_handshake()
        try:
            heard.append(bytes(await secure.receive_some(1)))
        except trio.BrokenResourceError:
            heard.append(b"")
        over.set()

    async with listening(impostor) as address:
        KnownServers().remember(address, OTHER)
        failed = await failure(address)
        assert failed.reason is ConnectFailure.CHANGED_CERTIFICATE
        assert (failed.expected, failed.found) == (OTHER, own.fingerprint)
        assert KnownServers().fingerprint(address) == OTHER
        for language in Language:
            said = unreached(failed, language)
            assert f"coinche-client --forget {address}" in said
            assert OTHER in said
            assert own.fingerprint in said
        await over.wait()
    assert heard == [b""]


async def test_a_link_says_who_the_server_is_and_nothing_is_kept(own: Certificate, home: Path) -> None:
    async with a_server(own) as (_, address):
        link = Address(address.host, address.port, fingerprint=own.fingerprint)
        async with open_session(link, HELLO) as session:
            assert session.wire.trust is Trust.LINK
            await talks(session)
    assert not home.exists()


async def test_a_link_goes_before_what_was_known(own: Certificate) -> None:
    async with a_server(own) as (_, address):
        KnownServers().remember(address, OTHER)
        link = Address(address.host, address.port, fingerprint=own.fingerprint)
        async with open_session(link, HELLO) as session:
            await talks(session)
        assert KnownServers().fingerprint(address) == OTHER


async def test_another_server_than_the_link_names_is_refused(own: Certificate) -> None:
    async with a_server(own) as (_, address):
        KnownServers().remember(address, own.fingerprint)
        failed = await failure(Address(address.host, address.port, fingerprint=OTHER))
    assert failed.reason is ConnectFailure.WRONG_FINGERPRINT
    assert OTHER in unreached(failed, Language.FRENCH)
    assert "Faute de frappe" in unreached(failed, Language.FRENCH)
    assert "typo" in unreached(failed, Language.ENGLISH)


async def test_a_garbled_file_of_known_servers_lets_nobody_in(own: Certificate, home: Path) -> None:
    (home / "coinche").mkdir(parents=True)
    (home / "coinche" / "known_servers").write_text("?\n", encoding="utf-8")
    async with a_server(own) as (_, address):
        with pytest.raises(GarbledLine):
            async with open_session(address, HELLO):
                raise AssertionError


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", ConnectFailure.NO_TLS),
        (b"\x00\x00\x00\x20" + bytes(32), ConnectFailure.NO_TLS),
        (b"", ConnectFailure.CLOSED),
    ],
)
async def test_who_does_not_speak_tls_is_named_so(answer: bytes, reason: ConnectFailure) -> None:
    async def plain(stream: trio.SocketStream) -> None:
        await stream.receive_some(4096)
        await stream.send_all(answer)

    async with listening(plain) as address:
        failed = await failure(address)
    assert failed.reason is reason
    assert str(address) in unreached(failed, Language.ENGLISH)


async def test_a_web_server_behind_tls_is_no_server_of_coinche(own: Certificate) -> None:
    async def web(stream: trio.SocketStream) -> None:
        secure = trio.SSLStream(stream, own.context, server_side=True, https_compatible=True)
        await secure.receive_some(4096)
        await secure.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with listening(web) as address:
        failed = await failure(address)
        assert failed.reason is ConnectFailure.NOT_COINCHE
        assert KnownServers().fingerprint(address) is None


async def test_a_server_for_tls_alone_says_so_to_who_comes_without(own: Certificate) -> None:
    async with a_server(own, Plaintext.NEVER) as (_, address):
        with pytest.raises(TurnedDown) as refused:
            async with open_session(Address(address.host, address.port, tls=False), HELLO):
                raise AssertionError
    assert "coinche://" in turned_away(refused.value, Language.ENGLISH)


# --- who we are --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tls", [True, False])
async def test_a_name_belongs_to_the_first_key_that_claims_it(tls: bool, own: Certificate, tmp_path: Path) -> None:
    async with a_server(own) as (_, encrypted):
        address = Address(encrypted.host, encrypted.port, tls=tls)
        assert await name_of(address, "Ada", a_key(tmp_path, "first")) == "Ada"
        assert await name_of(address, "Ada", a_key(tmp_path, "first")) == "Ada"
        for stranger in (a_key(tmp_path, "second"), GUEST):
            with pytest.raises(TurnedDown) as refused:
                await name_of(address, "ada", stranger)
            assert refused.value.error.code is ErrorCode.NAME_TAKEN
            assert "ada" in turned_away(refused.value, Language.FRENCH)


async def test_a_name_that_nobody_insists_on_gives_way(own: Certificate, tmp_path: Path) -> None:
    async with a_server(own) as (_, address):
        await name_of(address, "Ada", a_key(tmp_path, "first"))
        assert await name_of(address, "Ada", a_key(tmp_path, "second"), ("Ada 2", "Ada 3")) == "Ada 2"
        assert await name_of(address, "Ada", a_key(tmp_path, "third"), ("Ada 2", "Ada 3")) == "Ada 3"
        with pytest.raises(TurnedDown):
            await name_of(address, "Ada", a_key(tmp_path, "fourth"), ("Ada 2", "Ada 3"))


async def test_a_token_is_proved_and_another_fails(own: Certificate) -> None:
    token = secrets.token_hex(32)
    async with a_server(own) as (server, address):
        assert server.register.add_token("Bob", auth.key(token), provider=False)
        assert await name_of(address, "Bob", TokenCredentials(token)) == "Bob"
        with pytest.raises(TurnedDown) as refused:
            await name_of(address, "Bob", TokenCredentials(secrets.token_hex(32)))
    assert refused.value.error.code is ErrorCode.AUTH_FAILED


async def test_a_relay_with_another_certificate_cannot_sign_in_for_us(own: Certificate, tmp_path: Path) -> None:
    """It is trusted, as it was the first at that address; but what we sign for it the server does not take."""
    other = new_certificate()
    async with a_server(own) as (_, server):

        async def relay(near: trio.SocketStream) -> None:
            from_us = trio.SSLStream(near, other.context, server_side=True, https_compatible=True)
            wire = await dial(Address(server.host, server.port, fingerprint=own.fingerprint), KnownServers())
            async with wire.stream, trio.open_nursery() as nursery:
                nursery.start_soon(pump, from_us, wire.stream)
                await pump(wire.stream, from_us)

        async with listening(relay) as address:
            assert await name_of(address, "Ada", GUEST) == "Ada"
            assert KnownServers().fingerprint(address) == fingerprint(other.spki)
            with pytest.raises(TurnedDown) as refused:
                await name_of(address, "Ada", a_key(tmp_path, "first"))
    assert refused.value.error.code is ErrorCode.AUTH_FAILED


async def pump(source: trio.abc.ReceiveStream, sink: trio.abc.SendStream) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while data := await source.receive_some(65_536):
            await sink.send_all(data)
    await trio.aclose_forcefully(sink)
