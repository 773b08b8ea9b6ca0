"""The messages of the scripted server, requests and events apart, and the fields of a client's messages.

Both are written anew from the tables of PROTOCOL.md, for checks alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from coinche.conformance.checks import expect
from coinche.conformance.encodings import plain
from coinche.conformance.transcript import Map, as_json
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import to_map
from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders

from .match_course import BEGAN_MS, MOVE_MS

TABLE, TABLE_NAME = "t7", "Chez Ada"
CLOCK = {"move_ms": MOVE_MS, "bank_ms": 0}
NAMES = {Seat.NORTH: "Grace", Seat.EAST: "Hedy", Seat.SOUTH: "Ada", Seat.WEST: "Mary"}
"""The players by their seats; the bot has its own name."""
USUAL_SEAT, USUAL_NAME = Seat.SOUTH, "bot"
"""The seat of a bot that asks for none, and the name that it gets."""
LONG = FFB.changed(target=20_000)
"""Rules by which a match outlasts a check."""
SHORT = FFB.changed(length=1)
"""Rules by which a match is one deal."""
GRANTED = frozenset({"resume", "json", "events", "fair"})
"""Capabilities that a bot may want or need here."""
FREE: Map = {"occupant": "free", "name": "", "connected": True, "reserved_by": "", "closed": False}
LIMITS = {
    "frame_before_sign_in": 4096,
    "frame": 16384,
    "server_frame": 262_144,
    "depth": 8,
    "ping_ms": 20_000,
    "credit_ms": 50,
}


def placeholders(host: str, port: int) -> Placeholders:
    """Return the address, table, seat and name for the bot; it signs in without a token."""
    address = f"coinche+tcp://{host}:{port}"
    return Placeholders(host=host, port=str(port), address=address, table=TABLE, seat=str(USUAL_SEAT), name=USUAL_NAME)


def digits(of: str) -> str:
    """Return 64 hexadecimal digits, as of a nonce or a secret; the same for the same text."""
    return hashlib.sha256(of.encode()).hexdigest()


def answering(message: Map) -> Map:
    """Return `re`, where the message has an `id`."""
    return {"re": message["id"]} if "id" in message else {}


def welcome(hello: Map, nonce: str) -> Map:
    """Answer `hello`."""
    return {
        "type": "welcome",
        **answering(hello),
        "version": 1,
        "server": "coinche-conform",
        "nonce": nonce,
        "capabilities": dict.fromkeys(sorted(GRANTED), "1"),
        "limits": LIMITS,
        "time": BEGAN_MS,
        "signer": digits("the key of records"),
    }


def ready(session: str, name: str, secret: str, capabilities: list[str]) -> Map:
    """Return the `ready` of a bot that is signed in."""
    return {"type": "ready", "session": session, "name": name, "secret": secret, "capabilities": capabilities}


def lobby(*tables: Map) -> Map:
    """Return a lobby with these tables."""
    return {"type": "lobby", "tables": list(tables), "presets": list(PRESETS), "bots": ["steady", "random"]}


def table_info(table: str = TABLE, name: str = TABLE_NAME) -> Map:
    """Describe a table at which nobody sits."""
    return {
        "table": table,
        "name": name,
        "preset": "ffb",
        "target": 2000,
        "phase": "waiting",
        "seats": [FREE | {"seat": str(seat)} for seat in Seat],
        "spectators": 0,
        "base": "ffb",
        "options": {},
        "clock": CLOCK,
        "strict": False,
        "private": False,
        "delay_s": 0,
        "delay_deals": 0,
        "host": None,
        "hold": False,
        "shares": "cutter",
        "hints": True,
        "score": None,
        "ladder": False,
    }


def joined(join: Map, seat: Seat, rules: RuleSet) -> Map:
    """Answer `join`."""
    return {
        "type": "joined",
        **answering(join),
        "table": TABLE,
        "name": TABLE_NAME,
        "seat": str(seat),
        "preset": "ffb",
        "rules": plain(to_map(rules)),
        "clock": CLOCK,
        "strict": False,
        "hold": False,
        "eyes": None,
        "shares": "cutter",
        "hints": True,
        "practice": False,
        "reserved": None,
    }


def share_wanted(seat: Seat, **fields: Any) -> Map:
    """Ask for a share of the next shuffle, or for a pledge of it."""
    deal = {"table": TABLE, "seat": str(seat), "match": 1, "deal": 1}
    return {
        "type": "share_wanted",
        **deal,
        "stage": "share",
        "commitment": digits("a commitment"),
        "ms": 3000,
        **fields,
    }


def fair_deal(seat: Seat) -> tuple[tuple[str, Map], ...]:
    """Return the events of a shuffle with substitutes for all shares: names and fields."""
    names = {str(other): NAMES[other] for other in Seat}
    told = {"id": digits("a match"), "match": 1, "deal": 1, "dealer": str(seat.partner), "names": names}
    return (
        ("deal_committed", {**told, "shares": "all", "commitment": digits("a commitment")}),
        ("share_pledged", {"seat": "N", "pledge": digits("a pledge")}),
        *(("share_given", {"seat": str(other), "share": digits(other), "substitute": True}) for other in Seat),
        ("deal_revealed", {"match": 1, "deal": 1, "secret": digits("a secret")}),
    )


def ok(message: Map, **fields: Any) -> Map:
    """Accept the message."""
    return {"type": "ok", **answering(message), **fields}


def error(message: Map, code: str, sentence: str, *, fatal: bool = False, **fields: Any) -> Map:
    """Refuse the message."""
    head = {"type": "error", **answering(message), "code": code, "class": "fatal" if fatal else "reject"}
    return {**head, "message": sentence, "data": {}, **fields}


def left(reason: str) -> Map:
    """Return the `left` of a bot that is no longer at the table."""
    return {"type": "left", "table": TABLE, "reason": reason}


# --- the messages of a client --------------------------------------------------------------------------

Accepts = Callable[[Any], bool]

_MOST = 2**31
_HEX = re.compile(r"[0-9a-f]+")


def _text(longest: int, shortest: int = 0) -> Accepts:
    return lambda value: isinstance(value, str) and shortest <= len(value) <= longest


def _one_of(*values: str) -> Accepts:
    return lambda value: isinstance(value, str) and value in values


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _hex(*lengths: int) -> Accepts:
    return lambda value: isinstance(value, str) and len(value) in lengths and bool(_HEX.fullmatch(value))


def _names(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 32 and all(isinstance(name, str) for name in value)


def _versions(value: Any) -> bool:
    return isinstance(value, list) and [type(number) for number in value] == [int, int]


_TABLE, _SEAT = _text(32, 1), _one_of("N", "E", "S", "W")
_OCCASION = _one_of("opening", "overcall", "support", "answer", "rebid")
_SAID = re.compile(r"[1-9][0-9]{1,2}\+?|capot|generale|pass|coinche|surcoinche")


def _system(value: Any) -> bool:
    """Accept a name and conventions, each with its three fields, and facts besides."""
    conventions = value.get("conventions", []) if isinstance(value, dict) else None
    if not isinstance(conventions, list) or len(conventions) > 24 or not set(value) <= {"name", "conventions"}:
        return False
    return _text(32, 1)(value.get("name")) and all(isinstance(one, dict) and _convention(one) for one in conventions)


def _convention(one: Map) -> bool:
    facts = ("all", "any", "trumps", "points", "spare")
    whole = {"said", "when", "shows"} <= set(one) <= {"said", "when", "shows", *facts}
    return whole and bool(_SAID.fullmatch(one["said"])) and _OCCASION(one["when"]) and _text(120, 1)(one["shows"])


_AT_TABLE: Mapping[str, Accepts] = {"table": _TABLE}
_PROOF, _SECRET = _hex(64, 128), _hex(64)

NEEDED: Mapping[str, Mapping[str, Accepts]] = {
    "hello": {"versions": _versions, "name": _text(24, 1)},
    "prove": {"proof": _PROOF},
    "join": _AT_TABLE,
    "watch": _AT_TABLE,
    "leave": _AT_TABLE,
    "act": {**_AT_TABLE, "action": _text(96)},
    "claim": {**_AT_TABLE, "request": _number},
    "go_on": _AT_TABLE,
    "pause": _AT_TABLE,
    "rematch": _AT_TABLE,
    "vote_out": {**_AT_TABLE, "seat": _SEAT},
    "admit": {**_AT_TABLE, "seat": _SEAT, "name": _text(24, 1)},
    "declare_system": {**_AT_TABLE, "system": _system},
    "pledge": {**_AT_TABLE, "match": _number, "deal": _number, "pledge": _SECRET},
    "share": {**_AT_TABLE, "match": _number, "deal": _number, "share": _SECRET},
    "chat": {**_AT_TABLE, "text": _text(200, 1)},
    "ping": {},
    "pong": {},
    "bye": {},
}
"""The fields that have to be there, for every message that a bot at a table may need."""
OPTIONAL: Mapping[str, Mapping[str, Accepts]] = {
    "hello": {
        "software": _text(64),
        "role": _one_of("player", "spectator", "provider"),
        "program": _truth,
        "auth": _one_of("guest", "resume", "token", "ed25519", "invitation"),
        "session": _text(32),
        "key": _SECRET,
        "nonce": _SECRET,
        "invitation": _SECRET,
        "want": _names,
        "need": _names,
    },
    "prove": {"n": _number},
    "join": {"seat": _SEAT, "proof": _SECRET},
    "watch": {"proof": _SECRET, "eyes": _SEAT},
    "act": {"request": _number, "after": _number},
    "declare_system": {"seat": _SEAT},
    "ping": {"data": _text(64)},
    "pong": {"data": _text(64)},
}
"""Fields that may be left out; `id` may go with every message."""
_ENVELOPE: Mapping[str, Accepts] = {"id": _number, "type": lambda value: True}


def complaints(message: Map) -> list[str]:
    """Return the faults in the fields of the message; none if it is sound."""
    kind = message["type"]
    if kind not in NEEDED:
        return [f"there is no message {as_json(kind)} for a bot to send"]
    needed, known = NEEDED[kind], {**_ENVELOPE, **NEEDED[kind], **OPTIONAL.get(kind, {})}
    missing = [f"{kind} lacks `{name}`" for name in needed if name not in message]
    unknown = [f"{kind} has no field `{name}`" for name in message if name not in known]
    wrong = [
        f"{kind}: `{name}` may not be {as_json(value, 60)}"
        for name, value in message.items()
        if name in known and not known[name](value)
    ]
    return [*missing, *unknown, *wrong]


def expect_sound(message: Map) -> None:
    """Fail the check unless the fields of the message are those of PROTOCOL.md."""
    wrong = complaints(message)
    expect(not wrong, "; ".join(wrong), message)
