"""The clients of a check: one connection with the messages that are sent most, and four of them at a table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import trio

from coinche.conformance.checks import expect, expect_is, fail
from coinche.conformance.encodings import passphrase_proof
from coinche.conformance.transcript import Map, as_json
from coinche.conformance.wire import TIME_LIMIT, Pulse, Wire

A_MOMENT = 0.25
"""Seconds to wait after RATE."""
SEATS = ("N", "E", "S", "W")
KEY = hashlib.sha256("sésame".encode()).hexdigest()
"""The key of the passphrase `sésame`."""
Choose = Callable[[Map], str]


class CheckClient(Wire):
    """A connection to the server, with the messages that checks send most and the answers that are due."""

    _asked = 70_000

    async def say(self, kind: str, /, **fields: Any) -> None:
        """Send a message of that type."""
        await self.send(type=kind, **fields)

    async def ask(self, kind: str, /, **fields: Any) -> Map:
        """Send a message with an `id` of its own; return its answer."""
        self._asked += 1
        await self.send(type=kind, **{"id": self._asked, **fields})
        return await self.answer(fields.get("id", self._asked))

    async def granted(self, kind: str, /, **fields: Any) -> Map:
        """Send a message that has to be answered by `ok`; return the answer."""
        return taken(await self.ask(kind, **fields), f"`{kind}` is allowed here")

    async def denied(self, code: str, kind: str, /, *, has: Map | None = None, **fields: Any) -> Map:
        """Send a message whose answer has to be an error with that code, and `has` in its data; return its data."""
        return due(code, await self.ask(kind, **fields), f"for {as_json({'type': kind, **fields})}", has)

    async def refused(self, code: str, kind: str = "", /, *, has: Map | None = None, **fields: Any) -> Map:
        """Send that message, if any, and expect an error with the code that keeps the connection open.

        `has` is due in its data, such as the path of the field that is wrong.
        """
        if kind:
            await self.say(kind, **fields)
        error = await self.until("error", "joined", "welcome", "ready")
        expect(error["type"] == "error", f"{code} was due, not {error}")
        expect(error["code"] == code, f"{code} was due, not {error['code']}: {as_json(error['message'])}")
        expect_is(error["class"], "reject", f"the class of {code}, which keeps the connection open,")
        for name, value in (has or {}).items():
            expect_is(error["data"].get(name), value, f"`{name}` in {code}")
        return error

    async def all_refused(self, code: str, *messages: Map) -> list[Map]:
        """Send messages that each have to get that error; return the errors."""
        errors: list[Map] = []
        for message in messages:
            await self.send(**message)
            errors.append(await self.refused(code))
        return errors

    async def sent_away(self, code: str = "BAD_FRAME") -> Map:
        """Expect a fatal error with that code as the last message, and the end of the connection."""
        messages = await self.end(not_before="ready")
        errors = [message for message in messages if message["type"] == "error"]
        if not errors:
            fail(f"the connection ended without an error; {code} was due")
        last = errors[-1]
        expect(last is messages[-1], f"after the fatal error came {as_json(messages[-1])}")
        expect(last["code"] == code, f"{code} was due, not {last['code']}: {as_json(last['message'])}")
        expect_is(last["class"], "fatal", f"the class of {code}, which closes the connection,")
        return last

    async def answers(self, data: str = "still there") -> None:
        """Fail the check unless a ping gets its pong, if need be after RATE."""
        while True:
            await self.say("ping", data=data)
            answer = await self.until("pong", "error")
            if answer["type"] == "pong":
                return expect_is(answer["data"], data, "the data of a pong")
            expect(answer["code"] == "RATE", f"a pong was due, not {answer}")
            await trio.sleep(A_MOMENT)

    def table_proof(self, table: str, key: str = KEY) -> str:
        """Return the proof of a passphrase for this connection; the default key is `KEY`."""
        return passphrase_proof(key, self.first("welcome")["nonce"], table)

    async def join(self, table: str, **fields: Any) -> Map:
        """Join the table; return `joined`."""
        await self.say("join", table=table, **fields)
        return await self.until("joined")

    async def watch(self, table: str, **fields: Any) -> Map:
        """Watch the table; return `joined`."""
        await self.say("watch", table=table, **fields)
        return await self.until("joined")

    async def leave(self, table: str) -> Map:
        """Leave the table; return `left`."""
        await self.say("leave", table=table)
        return await self.until("left")

    async def shown(self, table: str, *, seated: str | None = None) -> Map:
        """Wait for a lobby that has the table, with that seat taken; return the table."""
        while True:
            for info in (await self.until("lobby"))["tables"]:
                taken = {seat["seat"] for seat in info["seats"] if seat["occupant"] != "free"}
                if info["table"] == table and (seated is None or seated in taken):
                    found: Map = info
                    return found

    async def shown_no_more(self, table: str) -> None:
        """Wait for a lobby without the table."""
        while any(info["table"] == table for info in (await self.until("lobby"))["tables"]):
            pass

    def has_seen(self, kind: str) -> list[Map]:
        """Return all messages of that type so far."""
        return [message for message in self.seen if message["type"] == kind]

    def first(self, kind: str) -> Map:
        """Return the first message of that type, which has to have come."""
        return next(iter(self.has_seen(kind)), None) or fail(f"{self.name} got no {kind}")

    def events(self, table: str) -> list[Map]:
        """Return the events of the table so far, in the order in which they came."""
        return [message for message in self.seen if message.get("table") == table and "n" in message]


def due(code: str, answer: Map, why: str = "", has: Map | None = None) -> Map:
    """Fail unless the answer is an error with that code and `has` in its data; return its data."""
    expect(answer.get("code") == code, f"{code} was due{why and f' {why}'}, not {answer}")
    data: Map = answer["data"]
    for name, value in (has or {}).items():
        expect_is(data.get(name), value, f"`{name}` in {code}")
    return data


def taken(answer: Map, why: str) -> Map:
    """Fail the check unless the answer is `ok`; return it."""
    expect(answer["type"] == "ok", f"{why}, and got {answer}")
    return answer


class FourSeats:
    """Four clients by their seats. If the table is over or sends nothing, every wait fails the check."""

    def __init__(self, table: str, wires: dict[str, CheckClient], rules: Map, pulse: Pulse) -> None:
        self.id = table
        self.wires = wires
        self.rules = rules
        self.pulse = pulse
        self._acts = 1000

    def __getitem__(self, seat: str) -> CheckClient:
        return self.wires[seat]

    async def hear(self, kind: str, **fields: Any) -> None:
        """Wait until all four are sent such a message, behind those that they have read."""
        for wire in self.wires.values():
            await wire.until(kind, **fields)

    def events(self, seat: str, *kinds: str) -> list[Map]:
        """Return the events of the table that have come to the seat, of these types if given."""
        return [event for event in self.wires[seat].events(self.id) if not kinds or event["type"] in kinds]

    def first(self, seat: str, kind: str) -> Map | None:
        """Return the first event of that type that has come to the seat."""
        return next(iter(self.events(seat, kind)), None)

    def event(self, kind: str, seat: str = "N") -> Map:
        """Return the first event of that type, which has to have come to the seat."""
        return self.first(seat, kind) or fail(f"{seat} got no {kind}")

    def has(self, kind: str) -> bool:
        """Return whether such an event has come to any seat."""
        return any(self.first(seat, kind) for seat in self.wires)

    async def all_have(self, kind: str, patience: float = TIME_LIMIT) -> None:
        """Wait until such an event has come to all four."""
        what = f"{kind} at all four seats"
        await self.pulse.until(lambda: all(self.first(seat, kind) for seat in self.wires), what, patience)

    async def all_are_dealt(self) -> None:
        """Wait until each of the four has been dealt its hand: a request may come before that."""

        def told() -> bool:
            return all(any(event["seat"] == seat for event in self.events(seat, "hand_dealt")) for seat in self.wires)

        await self.pulse.until(told, "a hand at all four seats", TIME_LIMIT)

    async def request(self, *kinds: str, patience: float = TIME_LIMIT) -> Map:
        """Return the next request to any of the four, of one of these kinds if given."""
        while True:
            message = await self.next_message("request", patience=patience)
            if not kinds or message["kind"] in kinds:
                return message

    async def next_message(self, *types: str, patience: float = TIME_LIMIT) -> Map:
        """Return the next message of one of those types on any wire; skip others before it."""
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

    def of(self, request: Map) -> CheckClient:
        """Return the client that gets the request."""
        return self.wires[request["seat"]]

    async def act(self, request: Map, action: str) -> Map:
        """Answer a request; return the `ok` or `error` that the act gets."""
        number = await self.send_act(request, action)
        return await self.of(request).answer(number)

    async def send_act(self, request: Map, action: str) -> int:
        """Answer a request without waiting; return the `id` of the act."""
        self._acts += 1
        await self.of(request).say("act", id=self._acts, table=self.id, request=request["request"], action=action)
        return self._acts

    async def accepted(self, request: Map, action: str) -> Map:
        """Answer a request with an action that has to be accepted; return the `ok`."""
        return taken(await self.act(request, action), f"{as_json(action)} is legal in request {request['request']}")

    async def denied(self, code: str, request: Map, action: str, **has: object) -> Map:
        """Answer a request with an action that has to get that error, `has` in its data; return its data."""
        answer = await self.act(request, action)
        data = due(code, answer, has=has)
        expect_is(answer["class"], "reject", f"the class of {code}, which keeps the connection open,")
        expect_is(answer.get("request"), request["request"], f"the request that {code} carries")
        return data

    async def play(self, choose: Choose, *, until: str = "deal_scored", patience: float = TIME_LIMIT) -> None:
        """Answer every request with the action that is chosen until such an event comes."""
        while (message := await self.next_message("request", until, "table_closed", patience=patience))[
            "type"
        ] == "request":
            await self.accepted(message, choose(message))
        expect(message["type"] == until, f"the table closed before any {as_json(until)}")

    async def passes(self, times: int) -> None:
        """Answer that many requests with a pass."""
        for _ in range(times):
            await self.accepted(await self.request(), "pass")

    async def until_play(self) -> Map:
        """Bid until the first card is asked for; return that request."""
        while (request := await self.request())["kind"] != "play":
            await self.accepted(request, bid_once(request))
        return request


def lowest_bid(request: Map) -> str:
    """Return the lowest bid in the first denomination."""
    denomination, lowest = next(iter(request["bids"].items()))
    return f"{lowest}{denomination}"


def bid_once(request: Map) -> str:
    """Return the lowest bid if nobody has bid, else the default, so that a contract comes about and is played."""
    if request["kind"] == "bid" and request["view"]["contract"] is None and request["bids"]:
        return lowest_bid(request)
    default: str = request["default"]
    return default


def expect_dense(events: Sequence[Map], what: str) -> None:
    """Fail the check, with the numbers behind `what`, unless the events are numbered 1, 2, 3 …"""
    numbers = [event["n"] for event in events]
    expect(numbers == list(range(1, len(numbers) + 1)), f"{what} {as_json(numbers)}")
