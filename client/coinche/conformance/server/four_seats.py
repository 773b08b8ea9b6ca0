"""A table with four of our clients, seen from all its seats at once.

Knows who is asked and how to get on with the match. Refuses to judge.
"""

from __future__ import annotations

from collections.abc import Callable

from coinche.conformance.checks import expect, fail
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import PATIENCE, Pulse, Wire

SEATS = ("N", "E", "S", "W")
Choose = Callable[[Map], str]


class Table:
    """Four wires by their seats. A table that is over, or that says nothing, is a failure, whoever waits."""

    def __init__(self, table: str, wires: dict[str, Wire], rules: Map, pulse: Pulse) -> None:
        self.id = table
        self.wires = wires
        self.rules = rules
        self.pulse = pulse
        self._acts = 1000

    def events(self, seat: str) -> list[Map]:
        """The events of the table that have come to the seat, in the order in which they came."""
        return [message for message in self.wires[seat].seen if message.get("table") == self.id and "n" in message]

    async def all_have(self, kind: str, patience: float = PATIENCE) -> None:
        """Wait until such an event has come to all four."""
        what = f"{kind} at all four seats"
        await self.pulse.until(lambda: all(self.first(seat, kind) for seat in self.wires), what, patience)

    async def all_are_dealt(self) -> None:
        """Wait until each of the four has been told a hand of its own: a request to one may come before that."""

        def told() -> bool:
            return all(
                any(event["type"] == "hand_dealt" and event["seat"] == seat for event in self.events(seat))
                for seat in self.wires
            )

        await self.pulse.until(told, "a hand at all four seats", PATIENCE)

    def first(self, seat: str, kind: str) -> Map | None:
        """The first event of that type that has come to the seat."""
        return next((event for event in self.events(seat) if event["type"] == kind), None)

    def has(self, kind: str) -> bool:
        """Whether such an event has come to any seat."""
        return any(self.first(seat, kind) for seat in self.wires)

    async def request(self, *kinds: str, patience: float = PATIENCE) -> Map:
        """The next request to any of the four, of one of these kinds where some are given."""
        while True:
            message = await self._next("request", patience=patience)
            if not kinds or message["kind"] in kinds:
                return message

    async def _next(self, *types: str, patience: float = PATIENCE) -> Map:
        """The next message of one of those types on any wire; each wire's others are passed over up to there."""
        found: list[Map] = []

        def looked() -> bool:
            for wire in self.wires.values():
                while wire.unread and not found:
                    message = wire.unread.popleft()
                    if message["type"] in types and message.get("table") == self.id:
                        found.append(message)
            return bool(found) or any(wire.ended for wire in self.wires.values())

        await self.pulse.until(looked, f"a {' or '.join(types)} at {self.id}", patience)
        return found[0] if found else fail("a connection ended in the middle of a match")

    async def act(self, request: Map, action: str) -> Map:
        """Answer a request; the `ok` or `error` that the act gets."""
        number = await self.send_act(request, action)
        return await self.wires[request["seat"]].answer(number)

    async def send_act(self, request: Map, action: str) -> int:
        """Answer a request and do not wait; the act's `id`."""
        self._acts += 1
        wire = self.wires[request["seat"]]
        await wire.send(type="act", id=self._acts, table=self.id, request=request["request"], action=action)
        return self._acts

    async def accepted(self, request: Map, action: str) -> Map:
        """Answer a request with what has to be accepted; `ok`."""
        answer = await self.act(request, action)
        expect(answer["type"] == "ok", f"{as_json(action)}, legal in request {request['request']}, got {answer}")
        return answer

    async def play(self, choose: Choose, *, until: str = "deal_scored", patience: float = PATIENCE) -> None:
        """Answer every request with what is chosen until such an event comes."""
        while (message := await self._next("request", until, "table_closed", patience=patience))["type"] == "request":
            await self.accepted(message, choose(message))
        expect(message["type"] == until, f"the table closed before any {as_json(until)}")


def bid_once(request: Map) -> str:
    """What brings a contract about and then plays: the lowest bid if nobody has bid, else the default."""
    if request["kind"] == "bid" and request["view"]["contract"] is None and request["bids"]:
        denomination, lowest = next(iter(request["bids"].items()))
        return f"{lowest}{denomination}"
    default: str = request["default"]
    return default
