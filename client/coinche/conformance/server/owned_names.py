"""Checks of names that belong to somebody: to the first key that claims them. Each run claims one for good."""

from __future__ import annotations

import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

from .harness import HELLO, ServerBench
from .outcome import refused, sent_away
from .tls import spki

CHECKS = Checks(Side.SERVER)
SIGNING_IN = "Signing in"
OWN = Ed25519PrivateKey.generate()
NAME = f"Key {secrets.token_hex(4)}"
"""The one name that is claimed, and its key."""


def _signed(key: Ed25519PrivateKey, wire: Wire, welcome: Map, hello: Map, server: bytes | None = None) -> str:
    """The signature of the five parts, each after its length."""
    parts = (
        spki(wire) if server is None else server,
        bytes.fromhex(welcome["nonce"]),
        bytes.fromhex(hello["nonce"]),
        bytes.fromhex(hello["key"]),
        b"1",
    )
    message = b"coinche-auth-v1" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return key.sign(message).hex()


def _hello(key: Ed25519PrivateKey) -> Map:
    public = key.public_key().public_bytes_raw().hex()
    return {**HELLO, "name": NAME, "auth": "ed25519", "key": public, "nonce": secrets.token_hex(32)}


async def _greeted(bench: ServerBench, key: Ed25519PrivateKey, *, tls: bool | None = None) -> tuple[Wire, Map, Map]:
    """A connection that has said hello with the name and that key: it, what it said, and the welcome or error."""
    wire, hello = await bench.connect("K", tls=tls), _hello(key)
    await wire.send(**hello)
    answer = await wire.until("welcome", "error")
    if answer["type"] == "error" and answer["data"].get("path") == "$.auth":
        raise NotOffered("the server knows no `ed25519`")
    return wire, hello, answer


async def _claimed(bench: ServerBench, *, tls: bool | None = None) -> Wire:
    """Sign in with the key; it has to work."""
    wire, hello, welcome = await _greeted(bench, OWN, tls=tls)
    expect(welcome["type"] == "welcome", f"the name {as_json(NAME)} was refused to its key: {welcome}")
    await wire.send(type="prove", proof=_signed(OWN, wire, welcome, hello))
    ready = await wire.until("ready")
    expect(ready["name"].startswith(NAME), f"the name is {as_json(NAME)}, not {as_json(ready['name'])}")
    return wire


@CHECKS.check("keys.signature", section=SIGNING_IN)
async def signature(bench: ServerBench) -> None:
    """Who signs the five parts with his key is let in; a signature of anything else gets AUTH_FAILED."""
    await _claimed(bench)
    for broken in range(3):
        wire, hello, welcome = await _greeted(bench, OWN)
        said = {**hello, "nonce": "0" * 64} if broken == 0 else hello
        heard = {**welcome, "nonce": "0" * 64} if broken == 1 else welcome
        await wire.send(type="prove", proof=_signed(OWN, wire, heard, said, b"x" * 32 if broken == 2 else None))
        await sent_away(wire, "AUTH_FAILED")


@CHECKS.check("keys.name_taken", section=SIGNING_IN)
async def name_taken(bench: ServerBench) -> None:
    """A name of a key's gets NAME_TAKEN from a guest and from another key; one may say hello again with another."""
    await _claimed(bench)
    guest = await bench.connect("guest")
    for same in (NAME, NAME.upper(), NAME.lower()):
        await guest.send(**{**HELLO, "name": same})
        await refused(guest, "NAME_TAKEN")
    await bench.sign_in(guest)
    other = Ed25519PrivateKey.generate()
    wire, hello, answer = await _greeted(bench, other)
    if answer["type"] == "welcome":
        await wire.send(type="prove", proof=_signed(other, wire, answer, hello))
        answer = await wire.until("error", "ready")
    expect(answer.get("code") == "NAME_TAKEN", f"another key gets NAME_TAKEN, not {answer}")


@CHECKS.check("keys.own_name", section=SIGNING_IN)
async def own_name(bench: ServerBench) -> None:
    """The key that has claimed a name gets it again, on another connection."""
    for _ in range(2):
        wire = await _claimed(bench)
        await wire.send(type="bye")
        await wire.end()


@CHECKS.check("keys.relay", section=SIGNING_IN)
async def relay(bench: ServerBench) -> None:
    """Inside TLS a signature over another certificate, or over none, fits nowhere: AUTH_FAILED."""
    await bench.capabilities("tls")
    await _claimed(bench, tls=True)
    for seen in (b"", b"r" * 32):
        wire, hello, welcome = await _greeted(bench, OWN, tls=True)
        await wire.send(type="prove", proof=_signed(OWN, wire, welcome, hello, seen))
        await sent_away(wire, "AUTH_FAILED")


@CHECKS.check("keys.incomplete", section="hello")
async def incomplete(bench: ServerBench) -> None:
    """`ed25519` without `key` or without `nonce` gets BAD_MESSAGE, and one may say hello again."""
    wire = await bench.connect()
    for missing in ("key", "nonce"):
        await wire.send(**{field: value for field, value in _hello(OWN).items() if field != missing})
        await refused(wire, "BAD_MESSAGE")
    await bench.sign_in(wire)
