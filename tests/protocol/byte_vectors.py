"""Byte vectors with their meaning, for authors of a codec in another language: the files in tests/vectors/protocol.

They contain messages of every type with all optional fields and with none, values at each border of msgpack's formats,
unusual but valid encodings, and refused bytes with their error code. `make docs` generates all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgpack
from msgspec import UNSET

from coinche.engine.events import DealScored, LineKind, ScoreLine
from coinche.engine.presets import FFB
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.codec import CLIENT_TYPES, EVENT_TYPES, SERVER_TYPES, encode, to_map
from coinche.protocol.connection import ServerConnection, refusal
from coinche.protocol.errors import ProtocolError
from coinche.protocol.frames import frame
from coinche.protocol.messages import (
    Clock,
    Envelope,
    FromClient,
    FromServer,
    Hello,
    Join,
    Joined,
    Limits,
    Lobby,
    Ping,
    Ready,
    RecapStarted,
    ServerPong,
    Welcome,
)
from tests.protocol.malformed import BODIES, LINES, MESSAGES, OPENINGS
from tests.protocol.seeded import INTS, NAMES, Maker

VECTORS = Path(__file__).parents[1] / "vectors" / "protocol"

Vector = dict[str, Any]
Message = FromClient | FromServer | Envelope

WELCOME = Welcome(
    version=1, server="coinche", nonce="00" * 32, capabilities={}, limits=Limits(), time=1_795_000_000_000
)
READY = Ready(session="00", name="Ada", secret="11" * 32)
PING = {"type": "ping", "id": 7, "data": "17"}


def vector(name: str, message: Message) -> Vector:
    """A frame in hexadecimal, and its map."""
    return {"name": name, "hex": encode(message).hex(), "message": to_map(message)}


def of_types(types: Mapping[str, Any]) -> Iterator[Vector]:
    """Every type, with all optional fields and with none."""
    for name, cls in types.items():
        for optional, said in ((1.0, "all fields"), (0.0, "no optional field")):
            maker = Maker(Random(f"{cls.__name__} {optional}"), optional)
            yield vector(f"{name}: {said}", maker.event(cls) if types is EVENT_TYPES else maker.of(cls))


def borders() -> Iterator[Vector]:
    """Lengths and numbers at each border of a format, null, and names in several scripts."""
    for size in (0, 1, 31, 32, 255, 256):
        yield vector(f"a string of {size} bytes", ServerPong(data="x" * size))
        yield vector(f"a map of {size} keys", _welcome(size))
    for size in (0, 15, 16, 300):
        yield vector(f"an array of {size} items", Lobby(tables=(), presets=("x",) * size))
    for number in INTS:
        yield vector(f"the integer {number}", Envelope("t1", 1, number, RecapStarted(number)))
    for number in (-1, -32, -33, -128, -129, -(2**15), -(2**15) - 1):
        yield vector(f"the integer {number}", Envelope("t1", 60, 1, _scored(number)))
    for name in NAMES:
        yield vector(f"the name {name}", Hello(versions=(1, 1), name=name))
    yield vector("null", Joined(**_TABLE, seat=None))
    yield vector("no null", Joined(**_TABLE, seat=Seat.SOUTH))


_TABLE: dict[str, Any] = {
    "table": "t1",
    "name": "Chez Ada",
    "preset": "ffb",
    "rules": FFB,
    "clock": Clock(move_ms=20_000, bank_ms=120_000),
}


def _welcome(size: int) -> Welcome:
    capabilities = {f"x{number}": "1" for number in range(size)}
    return Welcome(
        version=1, server="coinche", nonce="00" * 32, capabilities=capabilities, limits=Limits(), time=WELCOME.time
    )


def _scored(number: int) -> DealScored:
    line = ScoreLine(Team.NORTH_SOUTH, LineKind.CARDS, number)
    points = Points(NS=number)
    return DealScored(
        made=False, tricks=Points(), points=points, lines=(line,), scores=Points(), totals=Points(), held=0
    )


def long() -> Iterator[Vector]:
    """Strings and arrays of 65535 and 65536: `starts`, then `repeated` so many `times`, then `ends`."""
    for times in (65_535, 65_536):
        data = encode(ServerPong(data="x" * times))
        yield _long(f"a string of {times} bytes", data, "78", times) | {"field": "data", "item": "x"}
        data = encode(Lobby(tables=(), presets=("",) * times))
        yield _long(f"an array of {times} items", data, "a0", times) | {"field": "presets", "item": ""}


def _long(name: str, data: bytes, repeated: str, times: int) -> Vector:
    starts, ends = data.split(bytes.fromhex(repeated) * times)
    return {"name": name, "starts": starts.hex(), "repeated": repeated, "times": times, "ends": ends.hex()}


def other_forms() -> Iterator[Vector]:
    """Bytes of one message: longer forms than need be, and other orders of keys."""
    text, number = b"\xa217", b"\x07"
    for name, changed in {
        "keys in another order": msgpack.packb(dict(reversed(PING.items()))),
        "a string with a length of one byte": msgpack.packb(PING).replace(text, b"\xd9\x0217"),
        "a string with a length of two bytes": msgpack.packb(PING).replace(text, b"\xda\x00\x0217"),
        "a string with a length of four bytes": msgpack.packb(PING).replace(text, b"\xdb\x00\x00\x00\x0217"),
        "a map with a length of two bytes": b"\xde\x00\x03" + msgpack.packb(PING)[1:],
        "a map with a length of four bytes": b"\xdf\x00\x00\x00\x03" + msgpack.packb(PING)[1:],
        "an unsigned integer of one byte": msgpack.packb(PING).replace(number, b"\xcc\x07"),
        "an unsigned integer of two bytes": msgpack.packb(PING).replace(number, b"\xcd\x00\x07"),
        "an unsigned integer of four bytes": msgpack.packb(PING).replace(number, b"\xce" + bytes(3) + b"\x07"),
        "an unsigned integer of eight bytes": msgpack.packb(PING).replace(number, b"\xcf" + bytes(7) + b"\x07"),
        "a signed integer of one byte": msgpack.packb(PING).replace(number, b"\xd0\x07"),
        "a signed integer of eight bytes": msgpack.packb(PING).replace(number, b"\xd3" + bytes(7) + b"\x07"),
    }.items():
        yield {"name": name, "hex": frame(changed).hex(), "message": PING}


def malformed() -> Iterator[Vector]:
    """Refused messages with their code; `signed_in` tells whether they come after `ready` or as the first bytes."""
    for name, data in OPENINGS.items():
        yield _refused(name, data, signed_in=True)
    for name, body in BODIES.items():
        yield _refused(name, frame(body), signed_in=True)
    yield _refused("an unknown type", frame(msgpack.packb({"type": "fly", "id": 7})), signed_in=True)
    yield _refused("a server's type", frame(msgpack.packb({"type": "ok", "id": 7})), signed_in=True)
    yield _refused("a good message before its time", encode(Join(table="t1", id=7)), signed_in=False)
    for plain, path in MESSAGES:
        yield _refused(f"{plain.get('type')} with a wrong {path}", frame(msgpack.packb(plain)), signed_in=_later(plain))


def malformed_lines() -> Iterator[Vector]:
    """Lines of JSON that are refused by a server as the first that it hears; those that are no JSON open with `{`."""
    for name, line in LINES.items():
        if line.startswith(b"{"):
            yield _refused(name, line + b"\n", signed_in=False)


def _later(plain: Mapping[str, Any]) -> bool:
    return plain.get("type") not in ("hello", "prove")


def _refused(name: str, data: bytes, *, signed_in: bool) -> Vector:
    """The bytes, and what a server answers."""
    connection = ServerConnection()
    if signed_in:
        list(connection.receive_data(encode(Ping())))
        connection.send(WELCOME)
        connection.send(READY)
    (error,) = connection.receive_data(data)
    assert isinstance(error, ProtocolError), name
    answer = refusal(error)
    found = {"name": name, "signed_in": signed_in, "hex": data.hex(), "code": answer.code, "class": answer.error_class}
    return found | ({} if answer.re is UNSET else {"re": answer.re}) | answer.data


FILES: Mapping[str, tuple[Callable[[], Iterator[Vector]], str]] = {
    "client.json": (lambda: of_types(CLIENT_TYPES), "Frames of a client: every message."),
    "server.json": (lambda: of_types(SERVER_TYPES), "Frames of a server: every message but events."),
    "events.json": (lambda: of_types(EVENT_TYPES), "Frames of a server: every event of a table."),
    "borders.json": (borders, "Lengths and numbers at the borders of msgpack's formats, null, names."),
    "long.json": (long, "Frames that are too long to be written out: starts, repeated so many times, ends."),
    "other_forms.json": (other_forms, "Frames that mean the same and are all read: nobody has to write the shortest."),
    "malformed.json": (malformed, "What a server refuses, with the code of its error."),
    "malformed_lines.json": (malformed_lines, "The same, of JSON lines."),
}


def vectors_text(name: str) -> str:
    """A file as it should be: one vector a line."""
    vectors, about = FILES[name]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, default=str) for one in vectors())
    return f'{{"about": {json.dumps(about)}, "vectors": [\n{lines}\n]}}\n'
