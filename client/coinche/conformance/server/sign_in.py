"""Checks of the sign-in: names, nonces, secrets, proofs, and names that belong to the first key that claims them."""

from __future__ import annotations

import secrets
import string

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.conformance.checks import Checks, NotOffered, Side, expect, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import CheckClient, due
from .framing import spki
from .harness import HELLO, ServerBench

CHECKS = Checks(Side.SERVER)
SIGNING_IN = "Signing in"
NO_NAMES = (
    *("", " Ada", "Ada ", "x" * 25, "---", "e\u0301t\u00e9 de", "A\u0007da", "A\u200bda", "A\nda", "\U0001f0a1"),
    *("Ada\ufe0f", "Ada\u3164", "Ada\u2800", "Ad\u0430"),
)
"""Too short or long, space at an end, no letter or digit, not composed, not printable, not seen, of two alphabets."""
NAMES = ("Ada", "x" * 23 + "9", "Noël-Édith", "7", "Ада", "李")
SIZES = ("frame_before_sign_in", "frame", "server_frame", "depth", "ping_ms", "credit_ms")


@CHECKS.check("names.refused", "hello")
async def names_refused(bench: ServerBench) -> None:
    """What is no name gets BAD_MESSAGE with the path `$.name`: too long, not NFC, no letter, space at an end …"""
    await bench.refuses(*(({**HELLO, "name": name}, "$.name") for name in NO_NAMES), signed_in=False)


@CHECKS.check("names.accepted", "hello")
async def names_accepted(bench: ServerBench) -> None:
    """A name is 1 to 24 printable characters, in any script; `ready` says what one is called here."""
    for name in NAMES:
        found = (await bench.sign_in(await bench.connect(name), name=name))["name"]
        expect(isinstance(found, str), f"ready says what {as_json(name)} is called here, not {as_json(found)}")
        expect(1 <= len(found) <= 24, f"{as_json(found)} has not 1 to 24 characters")


@CHECKS.check("names.twice", "hello")
async def names_twice(bench: ServerBench) -> None:
    """A guest's name that another guest has gets a number; both are called differently."""
    name = bench.named("twice")
    first, second = [(await bench.sign_in(await bench.connect(which), name=name))["name"] for which in "12"]
    expect_is(first, name, "a guest's name that was free")
    expect(second != name, f"two are called {as_json(name)}")


@CHECKS.check("sign_in.welcome", "welcome")
async def welcome(bench: ServerBench) -> None:
    """`welcome` has version, server, nonce, capabilities and limits, which are those of the document or its own."""
    found = await bench.greet(await bench.connect())
    limits, time, capabilities = found["limits"], found["time"], found["capabilities"]
    expect_is(found["version"], 1, "the version")
    expect(isinstance(found["server"], str), f"`server` is a string, not {as_json(found['server'])}")
    for name in SIZES:
        expect(type(limits[name]) is int and limits[name] > 0, f"limits.{name}: {limits}")
    expect(type(time) is int and time > 0, f"`time` is in ms of the Unix clock: {as_json(time)}")
    strings = all(isinstance(value, str) for value in capabilities.values())
    expect(strings, f"values are strings: {as_json(capabilities)}")


@CHECKS.check("sign_in.nonce", "welcome")
async def nonce(bench: ServerBench) -> None:
    """The nonce is 64 hexadecimal digits, and new for each connection."""
    found = [(await bench.greet(await bench.connect()))["nonce"] for _ in range(3)]
    expect(len(set(found)) == len(found), f"a nonce came twice: {as_json(found)}")
    expect(all(_is_secret(one) for one in found), f"a nonce has 64 hexadecimal digits: {as_json(found)}")


@CHECKS.check("sign_in.secret", "ready")
async def secret(bench: ServerBench) -> None:
    """Session and secret are another for everybody; the secret is 64 hexadecimal digits."""
    found = [await bench.sign_in(await bench.connect()) for _ in range(3)]
    expect(len({one["secret"] for one in found}) == 3, "a secret came twice")
    expect(len({one["session"] for one in found}) == 3, "a session's id came twice")
    expect(all(_is_secret(one["secret"]) for one in found), "a secret has 64 hexadecimal digits")
    expect(all(0 < len(one["session"]) <= 32 for one in found), "a session's id has 1 to 32 characters")


def _is_secret(text: object) -> bool:
    """Tell 32 bytes in lower-case hexadecimal from anything else."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set(string.hexdigits.lower())


@CHECKS.check("sign_in.wrong_token", "Lending bots")
async def wrong_token(bench: ServerBench) -> None:
    """A proof that no token has made gets AUTH_FAILED, and the connection ends."""
    await _not_proven(bench, auth="token")


async def _not_proven(bench: ServerBench, **hello: str) -> None:
    wire = await bench.connect()
    await bench.greet(wire, **hello)
    await wire.say("prove", proof="0" * 64)
    await wire.sent_away("AUTH_FAILED")


@CHECKS.check("sign_in.provider", "Lending bots")
async def provider(bench: ServerBench) -> None:
    """A provider without a token is sent away with AUTH_FAILED; for it sees hands that are not its own."""
    wire = await bench.connect()
    await wire.send(**bench.hello(role="provider"))
    await wire.sent_away("AUTH_FAILED")


@CHECKS.check("sign_in.unknown_session", "Coming back")
async def unknown_session(bench: ServerBench) -> None:
    """Whoever comes back to a session that nobody keeps gets AUTH_FAILED after `prove`, not after `hello`."""
    await _not_proven(bench, auth="resume", session="0" * 32)


@CHECKS.check("sign_in.prove_first", "Life of a connection")
async def prove_first(bench: ServerBench) -> None:
    """Between `welcome` and `ready` nothing but prove, ping, pong and bye is allowed."""
    wire = await bench.connect()
    await bench.greet(wire, auth="token")
    await wire.refused("BAD_MESSAGE", "create_table", path="$.type", name=bench.named("table"))
    await wire.answers()


# --- names that belong to a key ----------------------------------------------------------------------


OWN = Ed25519PrivateKey.generate()
NAME = f"Key {secrets.token_hex(4)}"
"""The one name that each run claims for good, and its key."""


def _signed(key: Ed25519PrivateKey, wire: CheckClient, welcome: Map, hello: Map, server: bytes | None = None) -> str:
    """The signature of the five parts, each after its length."""
    nonces = bytes.fromhex(welcome["nonce"]), bytes.fromhex(hello["nonce"])
    parts = (spki(wire) if server is None else server, *nonces, bytes.fromhex(hello["key"]), b"1")
    message = b"coinche-auth-v1" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return key.sign(message).hex()


def _hello(key: Ed25519PrivateKey) -> Map:
    public = key.public_key().public_bytes_raw().hex()
    return {**HELLO, "name": NAME, "auth": "ed25519", "key": public, "nonce": secrets.token_hex(32)}


async def _greeted(
    bench: ServerBench, key: Ed25519PrivateKey, *, tls: bool | None = None
) -> tuple[CheckClient, Map, Map]:
    """A connection that has said hello with the name and that key: it, its hello, and the welcome or error."""
    wire, hello = await bench.connect("K", tls=tls), _hello(key)
    await wire.send(**hello)
    answer = await wire.until("welcome", "error")
    if answer["type"] == "error" and answer["data"].get("path") == "$.auth":
        raise NotOffered("the server knows no `ed25519`")
    return wire, hello, answer


async def _claimed(bench: ServerBench, *, tls: bool | None = None) -> CheckClient:
    """Sign in with the key; it has to work."""
    wire, hello, welcome = await _greeted(bench, OWN, tls=tls)
    expect(welcome["type"] == "welcome", f"the name {as_json(NAME)} was refused to its key: {welcome}")
    await wire.say("prove", proof=_signed(OWN, wire, welcome, hello))
    ready = await wire.until("ready")
    expect(ready["name"].startswith(NAME), f"the name is {as_json(NAME)}, not {as_json(ready['name'])}")
    return wire


@CHECKS.check("keys.signature", SIGNING_IN)
async def signature(bench: ServerBench) -> None:
    """Who signs the five parts with his key is let in; a signature of anything else gets AUTH_FAILED."""
    await _claimed(bench)
    for broken in range(3):
        wire, hello, welcome = await _greeted(bench, OWN)
        said = {**hello, "nonce": "0" * 64} if broken == 0 else hello
        heard = {**welcome, "nonce": "0" * 64} if broken == 1 else welcome
        await wire.say("prove", proof=_signed(OWN, wire, heard, said, b"x" * 32 if broken == 2 else None))
        await wire.sent_away("AUTH_FAILED")


@CHECKS.check("keys.name_taken", SIGNING_IN)
async def name_taken(bench: ServerBench) -> None:
    """A name of a key's gets NAME_TAKEN from a guest and from another key; one may say hello again with another."""
    await _claimed(bench)
    guest = await bench.connect("guest")
    for same in (NAME, NAME.upper(), NAME.lower()):
        await guest.send(**{**HELLO, "name": same})
        await guest.refused("NAME_TAKEN")
    await bench.sign_in(guest)
    other = Ed25519PrivateKey.generate()
    wire, hello, answer = await _greeted(bench, other)
    if answer["type"] == "welcome":
        await wire.say("prove", proof=_signed(other, wire, answer, hello))
        answer = await wire.until("error", "ready")
    due("NAME_TAKEN", answer, "for another key")


@CHECKS.check("keys.own_name", SIGNING_IN)
async def own_name(bench: ServerBench) -> None:
    """The key that has claimed a name gets it again, on another connection."""
    for _ in range(2):
        wire = await _claimed(bench)
        await wire.say("bye")
        await wire.end()


@CHECKS.check("keys.relay", SIGNING_IN)
async def relay(bench: ServerBench) -> None:
    """Inside TLS a signature over another certificate, or over none, fits nowhere: AUTH_FAILED."""
    await bench.capabilities("tls")
    await _claimed(bench, tls=True)
    for seen in (b"", b"r" * 32):
        wire, hello, welcome = await _greeted(bench, OWN, tls=True)
        await wire.say("prove", proof=_signed(OWN, wire, welcome, hello, seen))
        await wire.sent_away("AUTH_FAILED")


@CHECKS.check("keys.incomplete", "hello")
async def incomplete(bench: ServerBench) -> None:
    """`ed25519` without `key` or without `nonce` gets BAD_MESSAGE, and one may say hello again."""
    wire = await bench.connect()
    for missing in ("key", "nonce"):
        await wire.send(**{field: value for field, value in _hello(OWN).items() if field != missing})
        await wire.refused("BAD_MESSAGE")
    await bench.sign_in(wire)
