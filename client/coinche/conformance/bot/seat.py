"""The bot's seat at a table of a check: it gets events, requests, and the answers of a server to its acts.

Illegal acts are refused, not judged: a check that looks for faults reads `acts`.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from coinche.conformance.bot import messages
from coinche.conformance.checks import fail
from coinche.conformance.transcript import Map, as_json
from coinche.conformance.wire import BotWire
from coinche.engine.actions import IllegalAction, parse_action
from coinche.engine.match import apply

from .match_course import BotRequest, Course

GRACE = 0.3
"""Seconds to wait for the right act after one that answers another request."""
_BY_THE_WAY = ("chat", "go_on", "pause", "rematch", "vote_out", "admit", "declare_system")
"""Other messages that a bot may send at its table, and that the server accepts."""


class Chair:
    """One seat, one match. `unsent` are messages that go out with the next request, in one write."""

    def __init__(self, wire: BotWire, course: Course, *, with_views: bool = True) -> None:
        self.wire = wire
        self.course = course
        self.unsent: list[Map] = []
        self.acts: list[tuple[BotRequest, Map]] = []
        self._with_views = with_views

    async def ask(self) -> BotRequest | None:
        """Send the events so far and the next request; None where the match is over."""
        question = self.course.go_on()
        self.unsent += self.course.told()
        if question is not None:
            self.unsent.append(self.message(question))
        await self.flush()
        return question

    def message(self, question: BotRequest) -> Map:
        """Return the request as this bot wants it: without the view if it has asked for events only."""
        return {key: value for key, value in question.message.items() if self._with_views or key != "view"}

    async def flush(self, *more: Map) -> None:
        """Send the messages that wait, and these behind them, in one write."""
        unsent, self.unsent = [*self.unsent, *more], []
        if unsent:
            await self.wire.send_together(*unsent)

    async def act(self, question: BotRequest) -> Map:
        """Return the answer to the request; an act that names another request counts only if no better one follows."""
        act = await self.any_act()
        if act.get("request") == question.number:
            return act
        with trio.move_on_after(GRACE):
            while True:
                other = await self.any_act()
                if other.get("request") == question.number:
                    return other
        return act

    async def any_act(self) -> Map:
        """Return the next act, whatever it answers."""
        while True:
            message = await self.wire.read("an act")
            match message["type"]:
                case "act":
                    return message
                case "leave" | "bye":
                    fail(f"it says {message['type']} while its match goes on")
                case kind if kind in _BY_THE_WAY:
                    await self.wire.send(**messages.ok(message))
                case "pong":
                    pass
                case _:
                    await self.wire.send(**messages.error(message, "FORBIDDEN", "not now"))

    def settle(self, question: BotRequest, act: Map) -> None:
        """Accept the act, or refuse it and take the default."""
        self.acts.append((question, act))
        refusal = self._refusal(question, act)
        if refusal is None:
            self.unsent.append(messages.ok(act, request=question.number, used_ms=1, bank_ms=0))
            self.course.take(question, act["action"])
        else:
            self.unsent.append(refusal)
            self.time_out(question)

    def time_out(self, question: BotRequest) -> None:
        """Take the default."""
        self.course.tell("timed_out", seat=str(self.course.setting.seat))
        self.course.take(question, question.default)

    def _refusal(self, question: BotRequest, act: Map) -> Map | None:
        number, action = question.number, act.get("action")
        if act.get("request") != number:
            why = f"request {as_json(act.get('request'))} is not live"
            return messages.error(act, "STALE_REQUEST", why, request=act.get("request"), data={"current": number})
        if question.allows(action):
            return None
        try:
            assert isinstance(action, str)
            apply(self.course.state, self.course.setting.seat, parse_action(action))
        except IllegalAction as broken:
            data = {"reason": str(broken.reason), "legal": question.message["legal"]}
            return messages.error(act, "ILLEGAL_ACTION", f"{action} breaks a rule", request=number, data=data)
        except (AssertionError, ValueError) as wrong:
            return messages.error(act, "BAD_MESSAGE", f"no action: {wrong}", request=number, data={"path": "$.action"})
        return messages.error(act, "ILLEGAL_ACTION", "not now", request=number, data={"reason": "not_your_turn"})

    async def asked(self) -> tuple[BotRequest, Map]:
        """Send the next request and return it with its act, which is not answered yet; the match must not be over."""
        question = await self.ask()
        assert question is not None, "the match of a check is over before it is"
        return question, await self.act(question)

    async def answered(self) -> tuple[BotRequest, Map]:
        """Send the next request, and answer its act as a server does; the match must not be over."""
        question, act = await self.asked()
        self.settle(question, act)
        return question, act

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Send request after request while `goes_on` returns true and the match is not over."""
        while goes_on() and (question := await self.ask()) is not None:
            self.settle(question, await self.act(question))
