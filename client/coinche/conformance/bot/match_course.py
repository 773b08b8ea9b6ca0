"""The course of a match as one seat is told it: true deals, true events, true requests, from a seed.

Knows the engine. Refuses to know connections, and how a request is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from coinche.conformance.transcript import Map
from coinche.engine.actions import Action, Pass, parse_action
from coinche.engine.bids import Contract
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding, Cutting
from coinche.engine.dealing import shuffled
from coinche.engine.events import Event, seen_by
from coinche.engine.match import DealOver, MatchOver, State, apply, gathered, may_act, new_match, next_deal, to_act
from coinche.engine.record_lines import event_name
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import view

from .opponents import AT_RANDOM, Others
from .request import KINDS, REACT, Question, asked, plain

BEGAN_MS = 1_795_000_000_000
"""The Unix time, in ms, at which every match of a check begins."""
PACKS = 1000
"""How many packs are looked at for a hand that is wanted."""


def any_hand(hand: frozenset[Card]) -> bool:
    """No hand is wanted more than another."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is played, and from where it is seen.

    `wanted` says which hands the seat may be dealt; `names` are those who sit down before the match.
    """

    rules: RuleSet
    table: str
    seat: Seat
    seed: int
    match: int = 1
    wanted: Callable[[frozenset[Card]], bool] = any_hand
    others: Others = AT_RANDOM
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
        """Whether the match has ended."""
        return isinstance(self.state.phase, MatchOver)

    def told(self) -> list[Map]:
        """The events since the last call, as the seat sees them."""
        told, self._told = self._told, []
        return told

    def tell(self, name: str, /, **fields: Any) -> None:
        """The next event of the log: the engine's, the table's own, or one that nobody knows."""
        self.n += 1
        head = {"type": name, "table": self.setting.table, "n": self.n, "at": BEGAN_MS + 7 * self.n}
        self._told.append(head | fields)
        self.log.append(self._told[-1])

    def go_on(self) -> Question | None:
        """Everybody else acts until the seat is asked; None where the match is over."""
        while not self.over:
            if isinstance(self.state.phase, DealOver):
                self._deal()
            elif self._may_react():
                return self._question(REACT)
            elif to_act(self.state) is self.setting.seat:
                return self._question(KINDS[type(self.state.phase)])  # type: ignore[index]
            else:
                self._other()
        return None

    def take(self, question: Question, action: str) -> None:
        """The seat's answer, which has to be legal."""
        self._considered = self._contract()
        if question.kind != REACT or action != str(Pass()):
            self._apply(self.setting.seat, parse_action(action))

    def _deal(self) -> None:
        self.state, events = self._dealt()
        self._note(events)

    def _dealt(self) -> tuple[State, tuple[Event, ...]]:
        """The next deal, with one pack after another; the last is taken whatever it brings."""
        for _ in range(PACKS):
            dealt = next_deal(self.state, gathered(self.state) or shuffled(self._chance.randbytes(32)))
            if self._is_wanted(dealt[0]):
                break
        return dealt

    def _is_wanted(self, state: State) -> bool:
        """Whether the hand is one that is wanted; before a cut nobody can say."""
        return isinstance(state.phase, Cutting) or self.setting.wanted(frozenset(view(state, self.setting.seat).hand))

    def _may_react(self) -> bool:
        """Whether the last bid or coinche is one that the seat may double, and has not been asked about."""
        return self.setting.seat in may_act(self.state) and self._contract() != self._considered

    def _contract(self) -> Contract | None:
        phase = self.state.phase
        return phase.auction.contract if isinstance(phase, Bidding) else None

    def _other(self) -> None:
        seat = to_act(self.state)
        assert seat is not None
        self._apply(seat, self.setting.others.choose(self.state, seat, self._chance))

    def _apply(self, seat: Seat, action: Action) -> None:
        self.state, events = apply(self.state, seat, action)
        self._note(events)

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            seen = asdict(seen_by(event, self.setting.seat))
            self.tell(event_name(type(event)), **plain(seen))

    def _question(self, kind: str) -> Question:
        self.request += 1
        seat, table = self.setting.seat, self.setting.table
        return asked(self.state, seat, kind, request=self.request, table=table, after=self.n)
