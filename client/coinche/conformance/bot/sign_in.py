"""Checks: what a bot says before it plays.

Knows `hello`, `prove` and `join` as PROTOCOL.md has them. Refuses to know requests.
"""

from __future__ import annotations

import unicodedata

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from coinche.conformance.bot import script
from coinche.conformance.checks import Checks, NotOffered, Side, expect
from coinche.conformance.transcript import Map, as_json

from .client_messages import complaints
from .harness import BotBench
from .seat import Chair

CHECKS = Checks(Side.BOT)
HELLO = "hello"
JOIN = "join"
LIFE = "Life of a connection"
LONGEST_NAME = 24
TRIES = 5
"""How often a bot may try again what was refused."""
_ROOMS = ("t1", "t70", "77")
"""Tables that are not the one it was told."""


@CHECKS.check("bot.hello.first", section=LIFE)
async def opens_with_hello(bench: BotBench) -> None:
    """A bot connects where it was told, and MUST open with a whole `hello`, in a frame or a line of JSON."""
    await bench.greeted()


@CHECKS.check("bot.hello.versions", section=HELLO)
async def versions(bench: BotBench) -> None:
    """`versions` MUST be the lowest and the highest version that it speaks, and include 1."""
    await bench.greeted()
    found = bench.hello.get("versions")
    expect(isinstance(found, list) and len(found) == 2, f"versions is {as_json(found)}, not two numbers")
    assert isinstance(found, list)
    expect(all(type(number) is int for number in found), f"versions is {as_json(found)}, not two integers")
    expect(found[0] <= 1 <= found[1], f"versions {as_json(found)} does not include 1")


@CHECKS.check("bot.hello.name", section=HELLO)
async def name(bench: BotBench) -> None:
    """`name` MUST be 1 to 24 printable characters in NFC, a letter or a digit among them, no space at either end."""
    await bench.greeted()
    found = bench.hello.get("name")
    expect(isinstance(found, str), f"name is {as_json(found)}, not a string")
    assert isinstance(found, str)
    expect(1 <= len(found) <= LONGEST_NAME, f"name has {len(found)} characters")
    expect(
        found.isprintable() and found == found.strip(),
        f"name {as_json(found)} has a space at an end, or is not printable",
    )
    expect(any(map(str.isalnum, found)), f"name {as_json(found)} has no letter and no digit")
    expect(found == unicodedata.normalize("NFC", found), f"name {as_json(found)} is not composed (NFC)")


@CHECKS.check("bot.hello.fields", section=HELLO)
async def hello_fields(bench: BotBench) -> None:
    """`hello` MUST have no fields but those of PROTOCOL.md, each of its type and within its bounds."""
    await bench.greeted()
    wrong = complaints(bench.hello)
    expect(not wrong, "; ".join(wrong), bench.hello)


@CHECKS.check("bot.hello.program", section=HELLO, advice=True)
async def program(bench: BotBench) -> None:
    """A bot says `program: true`: tables where only programs sit make no pauses."""
    await bench.greeted()
    expect(bench.hello.get("program") is True, "`program` is not true: the table keeps the pace of people")


@CHECKS.check("bot.hello.once", section=LIFE)
async def hello_once(bench: BotBench) -> None:
    """After its `hello` a bot MUST NOT say `hello` again, nor `prove` anything as a guest."""
    chair = await bench.seated()
    await chair.answered()
    said = [message["type"] for message in chair.wire.seen]
    expect(said.count("hello") == 1, f"it said hello {said.count('hello')} times", _last(chair, "hello"))
    guest = bench.hello.get("auth", "guest") == "guest"
    expect(
        said.count("prove") == (0 if guest else 1), f"it said prove {said.count('prove')} times", _last(chair, "prove")
    )


def _last(chair: Chair, kind: str) -> Map | None:
    return next((message for message in reversed(chair.wire.seen) if message["type"] == kind), None)


@CHECKS.check("bot.hello.signature", section=LIFE)
async def signature(bench: BotBench) -> None:
    """A bot that signs in with `ed25519` MUST sign what PROTOCOL.md says, with the key of its `hello`."""
    wire = await bench.greeted()
    if bench.hello.get("auth") != "ed25519":
        raise NotOffered("it does not sign in with ed25519")
    nonce = script.digits("a nonce")
    await wire.send(**script.welcome(bench.hello, nonce))
    prove = await wire.until("prove")
    key = bytes.fromhex(bench.hello["key"])
    parts = (b"", bytes.fromhex(nonce), bytes.fromhex(bench.hello["nonce"]), key, b"1")
    signed = b"coinche-auth-v1" + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(prove["proof"]), signed)
    except (InvalidSignature, ValueError):
        expect(False, "the signature is not of what was to be signed")


@CHECKS.check("bot.hello.refused", section="Errors")
async def refused(bench: BotBench) -> None:
    """A bot whose sign-in is refused with a fatal error MUST end, or try again a few times at most."""
    wire = await bench.greeted()
    sentence = "this server speaks version 2 only"
    await wire.send(**script.error(bench.hello, "UNSUPPORTED", sentence, fatal=True, data={"accepted": "2"}))
    await bench.gives_up()


@CHECKS.check("bot.hello.name_taken", section="Errors")
async def name_taken(bench: BotBench) -> None:
    """A bot that is told NAME_TAKEN MUST say `hello` with another name or end, and MUST NOT insist on the same name."""
    wire = await bench.greeted()
    names = [bench.hello["name"]]
    await wire.send(**script.error(bench.hello, "NAME_TAKEN", "that name is somebody else's"))
    for message in await wire.said():
        if message["type"] == "hello":
            expect(message.get("name") not in names, f"it insists on the name {as_json(message.get('name'))}")
            names.append(message.get("name"))


@CHECKS.check("bot.hello.renamed", section=HELLO)
async def renamed(bench: BotBench) -> None:
    """A bot that `ready` calls by another name than it has asked for MUST play all the same."""
    wire = await bench.greeted()
    bench.hello["name"] = f"{bench.hello['name'][:20]} 2"
    await bench.welcomed(wire, script.lobby(script.table_info()))
    chair = bench.sit_down(wire, await bench.joins(wire))
    await chair.answered()


@CHECKS.check("bot.join.table", section=JOIN)
async def joins_its_table(bench: BotBench) -> None:
    """A bot MUST join the table whose id it was told, and no other; it opens none."""
    wire = await bench.greeted()
    await bench.welcomed(wire, script.lobby(*(script.table_info(table) for table in (*_ROOMS, script.TABLE))))
    asked = await wire.until("join", "create_table", "watch")
    expect(asked["type"] == "join", f"it says {asked['type']}; it was told to play at the table {script.TABLE}")
    expect(asked.get("table") == script.TABLE, f"it joins {as_json(asked.get('table'))}; it was told {script.TABLE}")
    _is_sound(asked)


@CHECKS.check("bot.join.once", section=JOIN)
async def joins_once(bench: BotBench) -> None:
    """A bot MUST ask once for its seat, however often it is shown the lobby meanwhile."""
    wire = await bench.signed_in()
    join = await bench.joins(wire)
    await wire.send_together(*(script.lobby(script.table_info()) for _ in range(5)))
    again = [message for message in await wire.said() if message["type"] == "join"]
    expect(not again, f"it joins {1 + len(again)} times", again[-1] if again else None)
    await bench.sit_down(wire, join).answered()


@CHECKS.check("bot.join.refused", section="Errors")
async def join_refused(bench: BotBench) -> None:
    """A bot whose `join` is refused MUST NOT ask again and again at once."""
    wire = await bench.signed_in()
    asked: Map | None = await bench.joins(wire)
    count = 1
    while asked is not None and count <= TRIES:
        await wire.send(**script.error(asked, "SEAT_TAKEN", "every seat is taken", data={"free": []}))
        asked = next((message for message in await wire.said() if message["type"] == "join"), None)
        count += 1
    expect(count <= TRIES, f"it asked {count} times at once for a seat that it does not get")


def _is_sound(message: Map) -> None:
    wrong = complaints(message)
    expect(not wrong, "; ".join(wrong), message)
