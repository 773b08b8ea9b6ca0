"""A request as one seat gets it: what it says, and what may be answered.

Knows how the engine's values are written on the wire. Refuses to know the course of a match, and connections.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from coinche.conformance.checks import expect
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import Legal, Pass, parse_action
from coinche.engine.deal_phases import Bidding, Cutting, Deal
from coinche.engine.match import State, legal
from coinche.engine.playing import Playing
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import to_map
from coinche.engine.seats import Seat
from coinche.engine.view import view

MOVE_MS = 20_000
"""The free time of every request."""
KINDS: dict[type[Deal], str] = {Cutting: "cut", Bidding: "bid", Playing: "play"}
"""What is asked for in each phase of a deal."""
REACT = "react"
"""The kind of a request that comes out of turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A request as it is sent, and what may be answered."""

    message: Map
    legal: Legal

    @property
    def kind(self) -> str:
        """What is asked for: `cut`, `bid`, `play` or `react`."""
        return str(self.message["kind"])

    @property
    def number(self) -> int:
        """The number of the request."""
        return int(self.message["request"])

    @property
    def default(self) -> str:
        """What is taken for whoever does not answer."""
        return str(self.message["default"])

    def allows(self, action: object) -> bool:
        """Whether that is a legal answer."""
        try:
            return isinstance(action, str) and parse_action(action) in self.legal
        except ValueError:
            return False

    def expect_answer(self, act: Map) -> None:
        """Go on where the act says that it answers this request, whatever it answers; else the check has failed."""
        found = act.get("request")
        expect(found == self.number, f"request {self.number} is answered as {as_json(found)}", act)


def asked(state: State, seat: Seat, kind: str, **place: str | int) -> Question:
    """What the seat is asked in that state; `place` is what the table adds: its id, and the numbers that it gives."""
    allowed = legal(state, seat)
    if kind == REACT:
        allowed = replace(allowed, actions=(Pass(), *allowed.actions))
    message = {
        "type": "request",
        **place,
        "seat": str(seat),
        "kind": kind,
        "match": state.match,
        "deal": state.deal,
        "rules": rules_key(state.rules),
        **_choices(allowed),
        "clock": {"move_ms": MOVE_MS, "bank_ms": 0},
        "view": plain(asdict(view(state, seat))),
    }
    return Question(message=message, legal=allowed)


def _choices(allowed: Legal) -> Map:
    return {
        "legal": [str(action) for action in allowed.actions],
        "bids": plain(dict(allowed.bids)),
        "step": allowed.step,
        "max": allowed.maximum,
        "offers": plain(dict(allowed.offers)),
        "declarations": plain(allowed.declarations),
        "default": str(allowed.default),
    }


def rules_key(rules: RuleSet) -> str:
    """The key for the rules in a request."""
    text = json.dumps(to_map(rules), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """The engine's value as maps, arrays and strings."""
    return json.loads(json.dumps(value))
