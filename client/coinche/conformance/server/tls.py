"""Checks of TLS: on the same port, told by its first byte."""

from __future__ import annotations

import base64
import hashlib
import ssl
from typing import cast

import trio
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.encodings import Bytes, Lines
from coinche.conformance.wire import PATIENCE, Wire

from .harness import ServerBench
from .outcome import answers
from .target import encryption

CHECKS = Checks(Side.SERVER)
SECTION = "TLS"


async def _offered(bench: ServerBench) -> str:
    """The parameter of the capability."""
    return (await bench.capabilities("tls"))["tls"]


def spki(wire: Wire) -> bytes:
    """SHA-256 of the server's SubjectPublicKeyInfo; no bytes where the connection is plain."""
    if not isinstance(wire.stream, trio.SSLStream):
        return b""
    certificate = cast("bytes", wire.stream.getpeercert(binary_form=True))
    public_key = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(public_key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()


@CHECKS.check("tls.same_port", section=SECTION)
async def same_port(bench: ServerBench) -> None:
    """A client that opens with a TLS hello is served inside TLS 1.3 on the same port, as anybody."""
    expect(await _offered(bench) == "1.3", "the capability `tls` has the version 1.3")
    wire = await bench.connect("T", tls=True)
    assert isinstance(wire.stream, trio.SSLStream)
    expect(wire.stream.version() == "TLSv1.3", f"TLS 1.3 is spoken, not {wire.stream.version()}")
    await bench.sign_in(wire)
    await answers(wire)


@CHECKS.check("tls.json", section=SECTION)
async def json_inside(bench: ServerBench) -> None:
    """Inside TLS the same tongues are told by their first byte."""
    await _offered(bench)
    await bench.capabilities("json")
    wire = await bench.connect("T", Lines(), tls=True)
    await bench.sign_in(wire)
    await answers(wire)


@CHECKS.check("tls.same_certificate", section=SECTION)
async def same_certificate(bench: ServerBench) -> None:
    """All connections see the same public key, so that a client can know the server again."""
    await _offered(bench)
    found = {spki(await bench.connect("T", tls=True)) for _ in range(3)}
    expect(len(found) == 1, "the server's public key changed from one connection to the next")


@CHECKS.check("tls.fingerprint", section=SECTION)
async def fingerprint(bench: ServerBench) -> None:
    """The fingerprint of the server's link is that of its certificate: base32 of 15 bytes, in six groups of four."""
    if not bench.target.fingerprint:
        raise NotOffered("the address of the server has no fingerprint")
    letters = base64.b32encode(spki(await bench.connect("T", tls=True))[:15]).decode()
    groups = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    same = bench.target.fingerprint.replace("-", "").upper() == letters
    expect(same, f"the certificate has {groups}, the link {bench.target.fingerprint}")


@CHECKS.check("tls.not_older", section=SECTION)
async def not_older(bench: ServerBench) -> None:
    """A client that speaks nothing newer than TLS 1.2 gets no connection."""
    await _offered(bench)
    context = encryption(ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
    plain = await trio.open_tcp_stream(bench.target.host, bench.target.port)
    stream = trio.SSLStream(plain, context, server_hostname=bench.target.host)
    refused = False
    with trio.move_on_after(PATIENCE):
        try:
            await stream.do_handshake()
        except (trio.BrokenResourceError, ssl.SSLError):
            refused = True
    await trio.aclose_forcefully(plain)
    expect(refused, "a handshake of TLS 1.2 was not refused")


@CHECKS.check("tls.bad_hello", section=SECTION)
async def bad_hello(bench: ServerBench) -> None:
    """What begins like TLS and is none ends that connection, and harms nobody else."""
    await _offered(bench)
    wire = await bench.connect("T", Bytes(), tls=False)
    await wire.raw(b"\x16\x03\x01\x00\x04none")
    try:
        await wire.end()
    finally:
        await answers(await bench.client("other"))
