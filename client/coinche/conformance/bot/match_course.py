"""The course of a match as one seat sees it: real deals, real events and real requests, from a seed.

The engine plays the match. The other three seats act at random, and bid as the check needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from coinche.conformance.checks import expect
from coinche.conformance.encodings import plain, rules_key
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import Action, Coinche, Legal, MakeBid, Pass, Surcoinche, parse_action
from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.deal_phases import Bidding, Cutting, Deal
from coinche.engine.dealing import shuffled
from coinche.engine.events import Event, seen_by
from coinche.engine.match import (
    DealOver,
    MatchOver,
    State,
    apply,
    gathered,
    legal,
    may_act,
    new_match,
    next_deal,
    to_act,
)
from coinche.engine.playing import Playing
from coinche.engine.record_lines import event_name
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import to_map
from coinche.engine.seats import Seat
from coinche.engine.view import view

BEGAN_MS = 1_795_000_000_000
"""The Unix time, in ms, at which every match of a check begins."""
PACKS = 1000
"""The number of packs to try for a wanted hand."""
MOVE_MS = 20_000
"""The free time of every request."""
KINDS: dict[type[Deal], str] = {Cutting: "cut", Bidding: "bid", Playing: "play"}
"""The kind of a request in each phase of a deal."""
REACT = "react"
"""The kind of a request that comes out of turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotRequest:
    """A request as it is sent, and the answers to it that are legal."""

    message: Map
    legal: Legal

    @property
    def kind(self) -> str:
        """The kind of decision: `cut`, `bid`, `play` or `react`."""
        return str(self.message["kind"])

    @property
    def number(self) -> int:
        """The number of the request."""
        return int(self.message["request"])

    @property
    def default(self) -> str:
        """The action that is taken if no answer comes."""
        return str(self.message["default"])

    def allows(self, action: object) -> bool:
        """Return whether the action is a legal answer."""
        try:
            return isinstance(action, str) and parse_action(action) in self.legal
        except ValueError:
            return False

    def expect_answer(self, act: Map, says: str = "is answered as") -> None:
        """Fail the check unless the act names this request, whatever its action."""
        found = act.get("request")
        expect(found == self.number, f"request {self.number} {says} {as_json(found)}", act)


def _asked(state: State, seat: Seat, kind: str, **place: str | int) -> BotRequest:
    """Make the request to a seat in that state; `place` holds what the table adds: its id and its numbers."""
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
        "rules": _key(state.rules),
        "legal": [str(action) for action in allowed.actions],
        "bids": plain(dict(allowed.bids)),
        "step": allowed.step,
        "max": allowed.maximum,
        "offers": plain(dict(allowed.offers)),
        "declarations": plain(allowed.declarations),
        "default": str(allowed.default),
        "clock": {"move_ms": MOVE_MS, "bank_ms": 0},
        "view": plain(view(state, seat)),
    }
    return BotRequest(message=message, legal=allowed)


@lru_cache
def _key(rules: RuleSet) -> str:
    return rules_key(to_map(rules))


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """The other three seats: in which denominations they bid, how often, and up to which number."""

    denominations: frozenset[Denomination] = frozenset(Denomination)
    bids: float = 0.4
    coinches: float = 0.1
    dearest: int = 160

    def choose(self, state: State, seat: Seat, chance: Random) -> Action:
        """Choose a legal action."""
        allowed = legal(state, seat)
        return self._call(allowed, chance) if isinstance(state.phase, Bidding) else chance.choice(tuple(allowed))

    def _call(self, allowed: Legal, chance: Random) -> Action:
        doubles = [action for action in allowed.actions if isinstance(action, Coinche | Surcoinche)]
        if doubles and chance.random() < self.coinches:
            return doubles[0]
        named = [name for name, low in allowed.bids.items() if name in self.denominations and low <= self.dearest]
        if named and chance.random() < self.bids:
            denomination = chance.choice(named)
            return MakeBid(Bid(f"{allowed.bids[denomination]}{denomination}"))
        return Pass()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The match and the seat from which it is seen.

    `wanted` says which hands the seat may be dealt; `names` are those who sit down before the match.
    """

    rules: RuleSet
    table: str
    seat: Seat
    seed: int
    match: int = 1
    wanted: Callable[[frozenset[Card]], bool] = lambda hand: True
    others: Others = field(default_factory=Others)
    names: Mapping[Seat, str] = field(default_factory=dict)


class Course:
    """One match. `go_on` until the seat is asked; `take` its answer; again until `go_on` asks nothing.

    `n` and `request` are the last numbers that the table has given; `log` has all events.
    """

    def __init__(self, setting: Setting, *, n: int = 0, request: int = 0) -> None:
        self.setting = setting
        self.n = n
        self.request = request
        self.log: list[Map] = []
        self._chance = Random(setting.seed)
        self._told: list[Map] = []
        self._considered: Contract | None = None
        for seat, name in setting.names.items():
            self.tell("seat_changed", seat=str(seat), occupant="program", name=name, connected=True)
        self.state, events = new_match(setting.rules, self._chance.choice(list(Seat)), match=setting.match)
        self._note(events)

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return isinstance(self.state.phase, MatchOver)

    def told(self) -> list[Map]:
        """Return the events since the last call, as the seat sees them."""
        told, self._told = self._told, []
        return told

    def tell(self, name: str, /, **fields: Any) -> None:
        """Add an event to the log: from the engine, from the table, or one that no bot knows."""
        self.n += 1
        head = {"type": name, "table": self.setting.table, "n": self.n, "at": BEGAN_MS + 7 * self.n}
        self._told.append(head | fields)
        self.log.append(self._told[-1])

    def go_on(self) -> BotRequest | None:
        """Have the others act until the seat is asked; None if the match is over."""
        while not self.over:
            if isinstance(self.state.phase, DealOver):
                self.state, events = self._dealt()
                self._note(events)
            elif self.setting.seat in may_act(self.state) and self._contract() != self._considered:
                return self._question(REACT)
            elif (seat := to_act(self.state)) is self.setting.seat:
                return self._question(KINDS[type(self.state.phase)])  # type: ignore[index]
            else:
                assert seat is not None
                self._apply(seat, self.setting.others.choose(self.state, seat, self._chance))
        return None

    def asks(self) -> BotRequest:
        """Have the others act until the seat is asked; the match must not be over."""
        request = self.go_on()
        assert request is not None, "the match of a check is over before it is"
        return request

    def take(self, request: BotRequest, action: str) -> None:
        """Apply the seat's answer, which has to be legal."""
        self._considered = self._contract()
        if request.kind != REACT or action != str(Pass()):
            self._apply(self.setting.seat, parse_action(action))

    def _dealt(self) -> tuple[State, tuple[Event, ...]]:
        """Deal with one pack after another until the hand is wanted; the last is taken whatever it brings.

        Before a cut the hand is not known, and any pack will do.
        """
        for _ in range(PACKS):
            dealt = next_deal(self.state, gathered(self.state) or shuffled(self._chance.randbytes(32)))
            seen = dealt[0]
            if isinstance(seen.phase, Cutting) or self.setting.wanted(frozenset(view(seen, self.setting.seat).hand)):
                break
        return dealt

    def _contract(self) -> Contract | None:
        phase = self.state.phase
        return phase.auction.contract if isinstance(phase, Bidding) else None

    def _apply(self, seat: Seat, action: Action) -> None:
        self.state, events = apply(self.state, seat, action)
        self._note(events)

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.tell(event_name(type(event)), **plain(seen_by(event, self.setting.seat)))

    def _question(self, kind: str) -> BotRequest:
        self.request += 1
        seat, table = self.setting.seat, self.setting.table
        return _asked(self.state, seat, kind, request=self.request, table=table, after=self.n)
