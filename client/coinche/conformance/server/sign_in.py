"""Checks of the sign-in: names, nonces, secrets, proofs, and names that belong to the first key that claims them."""

from __future__ import annotations

import secrets
import string

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.conformance.checks import NotOffered, check, expect, expect_is
from coinche.conformance.encodings import signed_in_with
from coinche.conformance.transcript import Map, as_json

from .clients import CheckClient, due
from .framing import spki
from .harness import HELLO, ServerBench

SIGNING_IN = "Signing in"
INVITATIONS = "Invitations"
NO_NAMES = (
    *("", " Ada", "Ada ", "x" * 25, "---", "e\u0301t\u00e9 de", "A\u0007da", "A\u200bda", "A\nda", "\U0001f0a1"),
    *("Ada\ufe0f", "Ada\u3164", "Ada\u2800", "Ad\u0430"),
)
"""Too short or long, a space at an end, no letter or digit, not NFC, not printable, invisible, in two alphabets."""
NAMES = ("Ada", "x" * 23 + "9", "Noël-Édith", "7", "Ада", "李")
SIZES = ("frame_before_sign_in", "frame", "server_frame", "depth", "ping_ms", "credit_ms")
OWN = Ed25519PrivateKey.generate()
NAME = f"Key {secrets.token_hex(4)}"
"""The one name that each run claims for good, and its key."""


class SignInChecks(ServerBench):
    """Checks of names, nonces, secrets and proofs."""

    @check("names.refused", "hello")
    async def names_refused(self) -> None:
        """An invalid name gets BAD_MESSAGE with the path `$.name`: too long, not NFC, no letter, a space at an end …"""
        await self.refuses(*(({**HELLO, "name": name}, "$.name") for name in NO_NAMES), signed_in=False)

    @check("names.accepted", "hello")
    async def names_accepted(self) -> None:
        """A name has 1 to 24 printable characters in any script; `ready` gives the client's name on this server."""
        for name in NAMES:
            found = (await self.sign_in(await self.connect(name), name=name))["name"]
            expect(isinstance(found, str), f"ready has to give a name for {as_json(name)}, not {as_json(found)}")
            expect(1 <= len(found) <= 24, f"{as_json(found)} does not have 1 to 24 characters")

    @check("names.twice", "hello")
    async def names_twice(self) -> None:
        """A guest that asks for another guest's name gets it with a number, so that the two names differ."""
        name = self.named("twice")
        first, second = [(await self.sign_in(await self.connect(which), name=name))["name"] for which in "12"]
        expect_is(first, name, "a guest's name that was free")
        expect(second != name, f"two clients are called {as_json(name)}")

    @check("sign_in.welcome", "welcome")
    async def is_welcome(self) -> None:
        """`welcome` has version, server, nonce, capabilities and limits; the limits are those of PROTOCOL.md or the
        server's own."""
        found = await self.greet(await self.connect())
        limits, time, capabilities = found["limits"], found["time"], found["capabilities"]
        expect_is(found["version"], 1, "the version")
        expect(isinstance(found["server"], str), f"`server` has to be a string, not {as_json(found['server'])}")
        for name in SIZES:
            expect(type(limits[name]) is int and limits[name] > 0, f"limits.{name}: {limits}")
        expect(type(time) is int and time > 0, f"`time` has to be a Unix time in ms, not {as_json(time)}")
        strings = all(isinstance(value, str) for value in capabilities.values())
        expect(strings, f"the values of capabilities have to be strings: {as_json(capabilities)}")

    @check("sign_in.nonce", "welcome")
    async def nonce(self) -> None:
        """The nonce has 64 hexadecimal digits and is new for each connection."""
        found = [(await self.greet(await self.connect()))["nonce"] for _ in range(3)]
        expect(len(set(found)) == len(found), f"a nonce came twice: {as_json(found)}")
        expect(
            all(_is_secret(one) for one in found), f"a nonce has to have 64 hexadecimal digits, not {as_json(found)}"
        )

    @check("sign_in.secret", "ready")
    async def secret(self) -> None:
        """Every client gets a different session and secret; the secret has 64 hexadecimal digits."""
        found = [await self.sign_in(await self.connect()) for _ in range(3)]
        expect(len({one["secret"] for one in found}) == 3, "a secret came twice")
        expect(len({one["session"] for one in found}) == 3, "a session's id came twice")
        expect(all(_is_secret(one["secret"]) for one in found), "a secret does not have 64 hexadecimal digits")
        expect(all(0 < len(one["session"]) <= 32 for one in found), "a session's id does not have 1 to 32 characters")

    @check("sign_in.wrong_token", "Lending bots")
    async def wrong_token(self) -> None:
        """A proof that was made without a valid token gets AUTH_FAILED, and the connection ends."""
        await self._not_proven(auth="token")

    async def _not_proven(self, **hello: str) -> None:
        """Send a hello with these fields and a wrong proof; fail unless that gets AUTH_FAILED."""
        wire = await self.connect()
        await self.greet(wire, **hello)
        await wire.say("prove", proof="0" * 64)
        await wire.sent_away("AUTH_FAILED")

    @check("sign_in.unknown_invitation", INVITATIONS)
    async def unknown_invitation(self) -> None:
        """An invitation that nobody made gets AUTH_FAILED, with a key and without."""
        await self.capabilities("invitations")
        public = OWN.public_key().public_bytes_raw().hex()
        for key in ({}, {"key": public}):
            wire = await self.connect()
            hello = self.hello(auth="invitation", invitation="0" * 64, nonce=secrets.token_hex(32), **key)
            await wire.send(**hello)
            answer = await wire.until("welcome", "error")
            if answer["type"] == "welcome":
                await wire.say("prove", proof="0" * (128 if key else 64))
                await wire.sent_away("AUTH_FAILED")
            else:
                due("AUTH_FAILED", answer, "for an invitation that nobody made")

    @check("sign_in.incomplete_invitation", INVITATIONS)
    async def incomplete_invitation(self) -> None:
        """`invitation` as `auth` without the field `invitation` or without `nonce` gets BAD_MESSAGE; the client may
        send hello again."""
        await self.capabilities("invitations")
        wire, hello = await self.connect(), self.hello(auth="invitation")
        for field in ("invitation", "nonce"):
            await wire.send(**hello, **{field: "0" * 64})
            await wire.refused("BAD_MESSAGE")
        await self.sign_in(wire)

    @check("sign_in.provider", "Lending bots")
    async def provider(self) -> None:
        """A provider without a token gets AUTH_FAILED, because providers see hands that are not their own."""
        wire = await self.connect()
        await wire.send(**self.hello(role="provider"))
        await wire.sent_away("AUTH_FAILED")

    @check("sign_in.unknown_session", "Coming back")
    async def unknown_session(self) -> None:
        """A client that resumes a session the server does not keep gets AUTH_FAILED after `prove`, not after
        `hello`."""
        await self._not_proven(auth="resume", session="0" * 32)

    @check("sign_in.prove_first", "Life of a connection")
    async def prove_first(self) -> None:
        """Between `welcome` and `ready`, a client may send only prove, ping, pong and bye."""
        wire = await self.connect()
        await self.greet(wire, auth="token")
        await wire.refused("BAD_MESSAGE", "create_table", has={"path": "$.type"}, name=self.named("table"))
        await wire.answers()


class KeyChecks(ServerBench):
    """Checks of names that belong to the first key that claims them."""

    async def _greeted(self, key: Ed25519PrivateKey, *, tls: bool | None = None) -> tuple[CheckClient, Map, Map]:
        """Say hello with the name and that key; return the connection, its hello, and the welcome or error."""
        wire, hello = await self.connect("K", tls=tls), _hello(key)
        await wire.send(**hello)
        answer = await wire.until("welcome", "error")
        if answer["type"] == "error" and answer["data"].get("path") == "$.auth":
            raise NotOffered("the server does not support `ed25519`")
        return wire, hello, answer

    async def _claimed(self, *, tls: bool | None = None) -> CheckClient:
        """Sign in with the key, which has to be accepted."""
        wire, hello, welcome = await self._greeted(OWN, tls=tls)
        expect(welcome["type"] == "welcome", f"the key did not get its name {as_json(NAME)}: {welcome}")
        await wire.say("prove", proof=key_proof(OWN, wire, welcome, hello))
        ready = await wire.until("ready")
        expect(ready["name"].startswith(NAME), f"the name has to be {as_json(NAME)}, not {as_json(ready['name'])}")
        return wire

    @check("keys.signature", SIGNING_IN)
    async def signature(self) -> None:
        """A client that signs the five parts with its key is signed in; a signature of anything else gets
        AUTH_FAILED."""
        await self._claimed()
        for broken in range(3):
            wire, hello, welcome = await self._greeted(OWN)
            said = {**hello, "nonce": "0" * 64} if broken == 0 else hello
            heard = {**welcome, "nonce": "0" * 64} if broken == 1 else welcome
            await wire.say("prove", proof=key_proof(OWN, wire, heard, said, b"x" * 32 if broken == 2 else None))
            await wire.sent_away("AUTH_FAILED")

    @check("keys.name_taken", SIGNING_IN)
    async def name_taken(self) -> None:
        """A guest or another key that asks for a key's name gets NAME_TAKEN; it may send hello again with another
        name."""
        await self._claimed()
        guest = await self.connect("guest")
        for same in (NAME, NAME.upper(), NAME.lower()):
            await guest.send(**{**HELLO, "name": same})
            await guest.refused("NAME_TAKEN")
        await self.sign_in(guest)
        other = Ed25519PrivateKey.generate()
        wire, hello, answer = await self._greeted(other)
        if answer["type"] == "welcome":
            await wire.say("prove", proof=key_proof(other, wire, answer, hello))
            answer = await wire.until("error", "ready")
        due("NAME_TAKEN", answer, "for another key")

    @check("keys.own_name", SIGNING_IN)
    async def own_name(self) -> None:
        """A key that has claimed a name gets it again on another connection."""
        for _ in range(2):
            wire = await self._claimed()
            await wire.say("bye")
            await wire.end()

    @check("keys.relay", SIGNING_IN)
    async def relay(self) -> None:
        """Inside TLS, a signature over another certificate, or over none, gets AUTH_FAILED."""
        await self.capabilities("tls")
        await self._claimed(tls=True)
        for seen in (b"", b"r" * 32):
            wire, hello, welcome = await self._greeted(OWN, tls=True)
            await wire.say("prove", proof=key_proof(OWN, wire, welcome, hello, seen))
            await wire.sent_away("AUTH_FAILED")

    @check("keys.incomplete", "hello")
    async def incomplete(self) -> None:
        """`ed25519` without `key` or without `nonce` gets BAD_MESSAGE; the client may send hello again."""
        wire = await self.connect()
        for missing in ("key", "nonce"):
            await wire.send(**{field: value for field, value in _hello(OWN).items() if field != missing})
            await wire.refused("BAD_MESSAGE")
        await self.sign_in(wire)


def _is_secret(text: object) -> bool:
    """Return whether the value is 32 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and len(text) == 64 and set(text) <= set(string.hexdigits.lower())


def key_proof(key: Ed25519PrivateKey, wire: CheckClient, welcome: Map, hello: Map, server: bytes | None = None) -> str:
    """Sign with the key, for the certificate of the connection, or of `server`."""
    certificate = spki(wire) if server is None else server
    return key.sign(signed_in_with(certificate, welcome["nonce"], hello["nonce"], bytes.fromhex(hello["key"]))).hex()


def _hello(key: Ed25519PrivateKey) -> Map:
    """Return a `hello` with the name and that key."""
    public = key.public_key().public_bytes_raw().hex()
    return {**HELLO, "name": NAME, "auth": "ed25519", "key": public, "nonce": secrets.token_hex(32)}
