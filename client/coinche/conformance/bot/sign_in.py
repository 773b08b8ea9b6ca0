"""Checks of a bot's sign-in: `hello`, `prove` and `join`."""

from __future__ import annotations

import unicodedata

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from coinche.conformance.bot import messages
from coinche.conformance.checks import NotOffered, check, expect
from coinche.conformance.encodings import signed_in_with
from coinche.conformance.transcript import Map, as_json

from .harness import BotBench
from .messages import expect_sound

HELLO, JOIN, LIFE, ERRORS = "hello", "join", "Life of a connection", "Errors"
LONGEST_NAME = 24
TRIES = 5
"""How often a bot may try again after a refusal."""
_OTHER_TABLES = ("t1", "t70", "77")


class BotSignInChecks(BotBench):
    """Checks of the messages of a bot before it plays."""

    @check("bot.hello.first", LIFE)
    async def opens_with_hello(self) -> None:
        """A bot connects to the given address, and MUST open with a complete `hello`, in a frame or a line of JSON."""
        await self.greeted()

    @check("bot.hello.versions", HELLO)
    async def versions(self) -> None:
        """`versions` MUST be the lowest and the highest version that the bot supports, and include 1."""
        await self.greeted()
        found = self.hello.get("versions")
        expect(isinstance(found, list) and len(found) == 2, f"versions is {as_json(found)}, not two numbers")
        assert isinstance(found, list)
        expect(all(type(number) is int for number in found), f"versions is {as_json(found)}, not two integers")
        expect(found[0] <= 1 <= found[1], f"versions {as_json(found)} does not include 1")

    @check("bot.hello.name", HELLO)
    async def name(self) -> None:
        """`name` MUST be 1 to 24 printable characters in NFC, with a letter or a digit, and no space at either end."""
        await self.greeted()
        found = self.hello.get("name")
        expect(isinstance(found, str), f"name is {as_json(found)}, not a string")
        assert isinstance(found, str)
        shown = f"name {as_json(found)}"
        expect(1 <= len(found) <= LONGEST_NAME, f"name has {len(found)} characters")
        expect(found.isprintable() and found == found.strip(), f"{shown} has a space at an end, or is not printable")
        expect(any(map(str.isalnum, found)), f"{shown} has no letter and no digit")
        expect(found == unicodedata.normalize("NFC", found), f"{shown} is not composed (NFC)")

    @check("bot.hello.fields", HELLO)
    async def hello_fields(self) -> None:
        """`hello` MUST have only the fields of PROTOCOL.md, each of its type and within its bounds."""
        await self.greeted()
        expect_sound(self.hello)

    @check("bot.hello.program", HELLO, advice=True)
    async def program(self) -> None:
        """A bot says `program: true`: a table of programs makes no pauses."""
        await self.greeted()
        expect(self.hello.get("program") is True, "`program` is not true: the table keeps the pace of people")

    @check("bot.hello.once", LIFE)
    async def hello_once(self) -> None:
        """After its `hello`, a bot MUST NOT send `hello` again, nor `prove` if it is a guest."""
        chair = await self.seated()
        await chair.answered()
        guest = self.hello.get("auth", "guest") == "guest"
        for kind, due in (("hello", 1), ("prove", 0 if guest else 1)):
            said = [message for message in chair.wire.seen if message["type"] == kind]
            expect(len(said) == due, f"it said {kind} {len(said)} times", said[-1] if said else None)

    @check("bot.hello.signature", LIFE)
    async def signature(self) -> None:
        """A bot that signs in with `ed25519` MUST sign the bytes that PROTOCOL.md names, with the key of its
        `hello`."""
        wire = await self.greeted()
        if self.hello.get("auth") != "ed25519":
            raise NotOffered("it does not sign in with ed25519")
        nonce = messages.digits("a nonce")
        await wire.send(**messages.welcome(self.hello, nonce))
        prove = await wire.until("prove")
        key = bytes.fromhex(self.hello["key"])
        signed = signed_in_with(b"", nonce, self.hello["nonce"], key)
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(prove["proof"]), signed)
        except (InvalidSignature, ValueError):
            expect(False, "the signature is not of what was to be signed")

    @check("bot.hello.refused", ERRORS)
    async def refused(self) -> None:
        """A bot whose sign-in gets a fatal error MUST end, or try again a few times at most."""
        wire = await self.greeted()
        sentence = "this server speaks version 2 only"
        await wire.send(**messages.error(self.hello, "UNSUPPORTED", sentence, fatal=True, data={"accepted": "2"}))
        await self.gives_up()

    @check("bot.hello.name_taken", ERRORS)
    async def name_taken(self) -> None:
        """A bot that gets NAME_TAKEN MUST send `hello` with another name or end, and MUST NOT insist on the same
        name."""
        wire = await self.greeted()
        names = [self.hello["name"]]
        await wire.send(**messages.error(self.hello, "NAME_TAKEN", "that name is somebody else's"))
        for message in await wire.said("hello"):
            expect(message.get("name") not in names, f"it insists on the name {as_json(message.get('name'))}")
            names.append(message.get("name"))

    @check("bot.hello.renamed", HELLO)
    async def renamed(self) -> None:
        """A bot that gets another name in `ready` than it asked for MUST play all the same."""
        wire = await self.greeted()
        self.hello["name"] = f"{self.hello['name'][:20]} 2"
        await self.welcomed(wire)
        await (await self.sits_down(wire)).answered()

    @check("bot.join.table", JOIN)
    async def joins_its_table(self) -> None:
        """A bot MUST join the table with the given id, and no other; it opens none."""
        wire = await self.greeted()
        await self.welcomed(wire, messages.lobby(*map(messages.table_info, (*_OTHER_TABLES, messages.TABLE))))
        asked = await wire.until("join", "create_table", "watch")
        kind, table = asked["type"], asked.get("table")
        expect(kind == "join", f"it says {kind}; it was told to play at the table {messages.TABLE}")
        expect(table == messages.TABLE, f"it joins {as_json(table)}; it was told {messages.TABLE}")
        expect_sound(asked)

    @check("bot.join.once", JOIN)
    async def joins_once(self) -> None:
        """A bot MUST ask for its seat once, however often it gets the lobby meanwhile."""
        wire = await self.signed_in()
        join = await wire.until("join")
        await wire.send_together(*(messages.lobby(messages.table_info()) for _ in range(5)))
        again = await wire.said("join")
        expect(not again, f"it joins {1 + len(again)} times", again[-1] if again else None)
        await self.sit_down(wire, join).answered()

    @check("bot.join.refused", ERRORS)
    async def join_refused(self) -> None:
        """A bot whose `join` is refused MUST NOT ask again and again without a pause."""
        wire = await self.signed_in()
        asked: Map | None = await wire.until("join")
        count = 1
        while asked is not None and count <= TRIES:
            await wire.send(**messages.error(asked, "SEAT_TAKEN", "every seat is taken", data={"free": []}))
            asked = next(iter(await wire.said("join")), None)
            count += 1
        expect(count <= TRIES, f"it asked {count} times at once for a seat that it does not get")
