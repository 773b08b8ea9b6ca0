"""The messages of the scripted server, requests and events apart."""

from __future__ import annotations

import hashlib
from typing import Any

from coinche.conformance.transcript import Map
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import to_map
from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders

from .match_course import BEGAN_MS, MOVE_MS, plain

TABLE, TABLE_NAME = "t7", "Chez Ada"
CLOCK = {"move_ms": MOVE_MS, "bank_ms": 0}
NAMES = {Seat.NORTH: "Grace", Seat.EAST: "Hedy", Seat.SOUTH: "Ada", Seat.WEST: "Mary"}
"""The players by their seats; the bot has its own name."""
USUAL_SEAT, USUAL_NAME = Seat.SOUTH, "bot"
"""The seat of a bot that asks for none, and the name that it is told to use."""
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
    """Return where the bot is told to play, and as what; it signs in without a token."""
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
    """Say that the bot is signed in."""
    return {"type": "ready", "session": session, "name": name, "secret": secret, "capabilities": capabilities}


def lobby(*tables: Map) -> Map:
    """Show these tables."""
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
    """Say that the bot is no longer at the table."""
    return {"type": "left", "table": TABLE, "reason": reason}
