"""The bot's seat at a table of a check: what happens is told, requests are sent, acts are taken as a server takes them.

Knows how a server answers what is legal and what is not. Judges nothing: whoever looks for a fault reads the acts.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from coinche.conformance.bot import script
from coinche.conformance.checks import fail
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import IllegalAction, parse_action
from coinche.engine.match import apply

from .match_course import Course
from .request import Question
from .wire import BotWire

GRACE = 0.3
"""Seconds in which the right act may still come after one that answers another request."""
_BY_THE_WAY = ("chat", "go_on", "pause", "rematch", "vote_out", "admit", "declare_system")
"""What a bot may say besides at its table, and the server accepts."""


class Chair:
    """One seat, one match. `unsent` are messages that go out with the next request, in one write."""

    def __init__(self, wire: BotWire, course: Course, *, with_views: bool = True) -> None:
        self.wire = wire
        self.course = course
        self.unsent: list[Map] = []
        self.acts: list[tuple[Question, Map]] = []
        self._with_views = with_views

    async def ask(self) -> Question | None:
        """Tell what happened, and send the next request; None where the match is over."""
        question = self.course.go_on()
        self.unsent += self.course.told()
        if question is not None:
            self.unsent.append(self.message(question))
        await self.flush()
        return question

    def message(self, question: Question) -> Map:
        """The request as this bot wants it: without the view where it has asked for events only."""
        return {key: value for key, value in question.message.items() if self._with_views or key != "view"}

    async def flush(self) -> None:
        """Send what waits to be sent."""
        if self.unsent:
            unsent, self.unsent = self.unsent, []
            await self.wire.send_together(*unsent)

    async def act(self, question: Question) -> Map:
        """The answer to the request; an act that names another request only where no better one follows."""
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
        """The next act, whatever it answers."""
        while True:
            message = await self.wire.read("an act")
            match message["type"]:
                case "act":
                    return message
                case "leave" | "bye":
                    fail(f"it says {message['type']} while its match goes on")
                case kind if kind in _BY_THE_WAY:
                    await self.wire.send(**script.ok(message))
                case "pong":
                    pass
                case _:
                    await self.wire.send(**script.error(message, "FORBIDDEN", "not now"))

    def settle(self, question: Question, act: Map) -> None:
        """Take the act, or say why not and take the default."""
        self.acts.append((question, act))
        refusal = self._refusal(question, act)
        if refusal is None:
            self.unsent.append(script.ok(act, request=question.number, used_ms=1, bank_ms=0))
            self.course.take(question, act["action"])
            return
        self.unsent.append(refusal)
        self.course.tell("timed_out", seat=str(self.course.setting.seat))
        self.course.take(question, question.default)

    def _refusal(self, question: Question, act: Map) -> Map | None:
        number, action = question.number, act.get("action")
        if act.get("request") != number:
            why = f"request {as_json(act.get('request'))} is not live"
            return script.error(act, "STALE_REQUEST", why, request=act.get("request"), data={"current": number})
        if question.allows(action):
            return None
        try:
            assert isinstance(action, str)
            self._break(action)
        except IllegalAction as broken:
            data = {"reason": str(broken.reason), "legal": question.message["legal"]}
            return script.error(act, "ILLEGAL_ACTION", f"{action} breaks a rule", request=number, data=data)
        except (AssertionError, ValueError) as wrong:
            return script.error(act, "BAD_MESSAGE", f"no action: {wrong}", request=number, data={"path": "$.action"})
        return script.error(act, "ILLEGAL_ACTION", "not now", request=number, data={"reason": "not_your_turn"})

    def _break(self, action: str) -> None:
        apply(self.course.state, self.course.setting.seat, parse_action(action))

    async def answered(self) -> tuple[Question, Map]:
        """One request, its act, and what a server does with it; the match must not be over."""
        question = await self.ask()
        assert question is not None, "the match of a check is over before it is"
        act = await self.act(question)
        self.settle(question, act)
        return question, act

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Request after request, as long as it goes on and the match is not over."""
        while goes_on() and (question := await self.ask()) is not None:
            self.settle(question, await self.act(question))
