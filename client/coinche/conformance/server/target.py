"""Which server is checked, and a connection to it, plain or inside TLS. Trusts any certificate: it is not relied on."""

from __future__ import annotations

import ssl
from dataclasses import dataclass

import trio
from trio.abc import Stream

from coinche.conformance.checks import Failed
from coinche.conformance.wire import PATIENCE
from coinche.connection.address import read_address

PLAIN = "coinche+tcp://"
TLS = "coinche://"
TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Lender:
    """A provider: its name, and the token that the server's operator has made for it."""

    name: str
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where the server is, and whether the checks go through TLS."""

    host: str
    port: int
    tls: bool
    fingerprint: str = ""
    """What the link says of the server's certificate; nothing where it says nothing."""
    lender: Lender | None = None
    """Who may lend bots there."""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{TLS if self.tls else PLAIN}{host}:{self.port}"

    async def connect(self, tls: bool | None = None) -> Stream:
        """A stream to the server; `tls` decides otherwise than the target. Failed where nobody answers in time."""
        try:
            with trio.fail_after(PATIENCE):
                plain = await trio.open_tcp_stream(self.host, self.port)
                plain.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
                return await _inside_tls(plain, self.host) if (self.tls if tls is None else tls) else plain
        except trio.TooSlowError:
            raise Failed(f"no connection to {self} within {PATIENCE:g} s") from None


async def _inside_tls(plain: trio.SocketStream, host: str) -> Stream:
    stream = trio.SSLStream(
        plain, encryption(ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3), server_hostname=host, https_compatible=True
    )
    try:
        await stream.do_handshake()
    except (trio.BrokenResourceError, ssl.SSLError) as wrong:
        await trio.aclose_forcefully(plain)
        raise Failed(f"no TLS 1.3 with the server: {wrong.__cause__ or wrong}") from wrong
    return stream


def encryption(oldest: ssl.TLSVersion, newest: ssl.TLSVersion) -> ssl.SSLContext:
    """TLS of these versions with anybody, whatever certificate he shows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version, context.maximum_version = oldest, newest
    return context


def read_lender(text: str) -> Lender:
    """`NAME:TOKEN`, the token being 64 hexadecimal digits; ValueError for anything else."""
    name, _, token = text.rpartition(":")
    if not name or len(bytes.fromhex(token)) != TOKEN_BYTES:
        raise ValueError(text)
    return Lender(name=name, token=token)


def read_target(text: str) -> Target:
    """An address as clients read it, but for `HOST:PORT`, which is plain here; ValueError where it is none."""
    address = read_address(text)
    tls = address.tls and ("://" in text or address.fingerprint is not None)
    return Target(host=address.host, port=address.port, tls=tls, fingerprint=address.fingerprint or "")
