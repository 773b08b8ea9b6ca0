"""The messages of a client, field by field, written anew from the tables of PROTOCOL.md for checks alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from coinche.conformance.checks import expect
from coinche.conformance.transcript import Map, as_json

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
        "auth": _one_of("guest", "resume", "token", "ed25519"),
        "session": _text(32),
        "key": _SECRET,
        "nonce": _SECRET,
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
    """Say what is wrong with the fields of the message; nothing where it is sound."""
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
    """Go on where the fields of the message are those of PROTOCOL.md; else the check has failed."""
    wrong = complaints(message)
    expect(not wrong, "; ".join(wrong), message)
