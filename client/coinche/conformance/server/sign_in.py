"""Checks of the sign-in: names, nonces, secrets, and who is sent away."""

from __future__ import annotations

import string

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json

from .harness import HELLO, ServerBench
from .outcome import answers, refused, sent_away

CHECKS = Checks(Side.SERVER)
HELLO_SECTION = "hello"
WELCOME = "welcome"
READY = "ready"

NO_NAMES = (
    *("", " Ada", "Ada ", "x" * 25, "---", "e\u0301t\u00e9 de", "A\u0007da", "A\u200bda", "A\nda", "\U0001f0a1"),
    *("Ada\ufe0f", "Ada\u3164", "Ada\u2800", "Ad\u0430"),
)
"""Too short or long, space at an end, no letter or digit, not composed, not printable, not seen, of two alphabets."""
NAMES = ("Ada", "x" * 23 + "9", "Noël-Édith", "7", "Ада", "李")
LIMITS = ("frame_before_sign_in", "frame", "server_frame", "depth", "ping_ms", "credit_ms")


@CHECKS.check("names.refused", section=HELLO_SECTION)
async def names_refused(bench: ServerBench) -> None:
    """What is no name gets BAD_MESSAGE with the path `$.name`: too long, not NFC, no letter, space at an end …"""
    for name in NO_NAMES:
        wire = await bench.connect()
        await wire.send(**{**HELLO, "name": name})
        message = await wire.until("error", "welcome")
        expect(message["type"] == "error", f"{as_json(name)} is no name, and was welcomed")
        expect(message["code"] == "BAD_MESSAGE", f"BAD_MESSAGE was due for {as_json(name)}, not {message['code']}")
        expect(message["data"].get("path") == "$.name", f"the path is $.name, not {message['data']}")
        await answers(wire)


@CHECKS.check("names.accepted", section=HELLO_SECTION)
async def names_accepted(bench: ServerBench) -> None:
    """A name is 1 to 24 printable characters, in any script; `ready` says what one is called here."""
    for name in NAMES:
        ready = await bench.sign_in(await bench.connect(name), name=name)
        expect(
            isinstance(ready["name"], str),
            f"ready says what {as_json(name)} is called here, not {as_json(ready['name'])}",
        )
        expect(1 <= len(ready["name"]) <= 24, f"{as_json(ready['name'])} has not 1 to 24 characters")


@CHECKS.check("names.twice", section=HELLO_SECTION)
async def names_twice(bench: ServerBench) -> None:
    """A guest's name that another guest has gets a number; both are called differently."""
    name = bench.named("twice")
    first = await bench.sign_in(await bench.connect("1"), name=name)
    second = await bench.sign_in(await bench.connect("2"), name=name)
    expect(first["name"] == name, f"{as_json(name)} was free, and became {as_json(first['name'])}")
    expect(second["name"] != name, f"two are called {as_json(name)}")


@CHECKS.check("sign_in.welcome", section=WELCOME)
async def welcome(bench: ServerBench) -> None:
    """`welcome` has version, server, nonce, capabilities and limits, which are those of the document or its own."""
    found = await bench.greet(await bench.connect())
    expect(found["version"] == 1, f"version is 1, not {as_json(found['version'])}")
    expect(isinstance(found["server"], str), f"`server` is a string, not {as_json(found['server'])}")
    for name in LIMITS:
        expect(
            type(found["limits"][name]) is int and found["limits"][name] > 0,
            f"limits.{name}: {found['limits']}",
        )
    expect(
        type(found["time"]) is int and found["time"] > 0, f"`time` is in ms of the Unix clock: {as_json(found['time'])}"
    )
    capabilities = found["capabilities"]
    expect(
        all(isinstance(value, str) for value in capabilities.values()), f"values are strings: {as_json(capabilities)}"
    )


@CHECKS.check("sign_in.nonce", section=WELCOME)
async def nonce(bench: ServerBench) -> None:
    """The nonce is 64 hexadecimal digits, and new for each connection."""
    found = [(await bench.greet(await bench.connect()))["nonce"] for _ in range(3)]
    expect(len(set(found)) == len(found), f"a nonce came twice: {as_json(found)}")
    expect(all(is_secret(one) for one in found), f"a nonce has 64 hexadecimal digits: {as_json(found)}")


@CHECKS.check("sign_in.secret", section=READY)
async def secret(bench: ServerBench) -> None:
    """Session and secret are another for everybody; the secret is 64 hexadecimal digits."""
    found = [await bench.sign_in(await bench.connect()) for _ in range(3)]
    expect(len({one["secret"] for one in found}) == 3, "a secret came twice")
    expect(len({one["session"] for one in found}) == 3, "a session's id came twice")
    expect(all(is_secret(one["secret"]) for one in found), "a secret has 64 hexadecimal digits")
    expect(all(0 < len(one["session"]) <= 32 for one in found), "a session's id has 1 to 32 characters")


def is_secret(text: object) -> bool:
    """Whether it is 32 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set(string.hexdigits.lower())


@CHECKS.check("sign_in.wrong_token", section="Lending bots")
async def wrong_token(bench: ServerBench) -> None:
    """A proof that no token has made gets AUTH_FAILED, and the connection ends."""
    wire = await bench.connect()
    await bench.greet(wire, auth="token")
    await wire.send(type="prove", proof="0" * 64)
    await sent_away(wire, "AUTH_FAILED")


@CHECKS.check("sign_in.provider", section="Lending bots")
async def provider(bench: ServerBench) -> None:
    """A provider without a token is sent away with AUTH_FAILED; for it sees hands that are not its own."""
    wire = await bench.connect()
    await wire.send(**{**HELLO, "name": bench.named("C"), "role": "provider"})
    await sent_away(wire, "AUTH_FAILED")


@CHECKS.check("sign_in.unknown_session", section="Coming back")
async def unknown_session(bench: ServerBench) -> None:
    """Whoever comes back to a session that nobody keeps gets AUTH_FAILED after `prove`, not after `hello`."""
    wire = await bench.connect()
    await bench.greet(wire, auth="resume", session="0" * 32)
    await wire.send(type="prove", proof="0" * 64)
    await sent_away(wire, "AUTH_FAILED")


@CHECKS.check("sign_in.prove_first", section="Life of a connection")
async def prove_first(bench: ServerBench) -> None:
    """Between `welcome` and `ready` nothing but prove, ping, pong and bye is allowed."""
    wire = await bench.connect()
    await bench.greet(wire, auth="token")
    await wire.send(type="create_table", name=bench.named("table"))
    await refused(wire, "BAD_MESSAGE", path="$.type")
    await answers(wire)
