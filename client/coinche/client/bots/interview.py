"""A program asked one recorded decision: it reads all that the seat was sent, and its answer to the last is taken.

Knows a child and its lines. Refuses to know whether the answer is legal.
"""

from __future__ import annotations

import trio

from coinche.client.language import Language
from coinche.client.line_mode.printing import complain
from coinche.engine.actions import Action, parse_action
from coinche.protocol.bot_command import Placeholders
from coinche.protocol.messages import Act

from .child import CannotStart, Child
from .decisions import Decision
from .lines import BadLine, read_line, shown, written
from .sentences import BotSays


class NoAnswer(Exception):
    """Nothing was chosen; the message, if there is one, says why."""


class Interview:
    """One program, one decision. The program may be told the table, the seat and its name; there is no server."""

    def __init__(self, command: str, decision: Decision, language: Language, name: str = "") -> None:
        self._command = command
        table = str(decision.told[-1]["table"])
        self._where = Placeholders(table=table, seat=str(decision.view.viewer), name=name)
        self._told = decision.told
        self._language = language
        self._number = int(decision.told[-1]["request"])
        self._answer: Action | NoAnswer | None = None
        self._answered = trio.Event()

    async def hold(self) -> Action:
        """What it says to the decision, whatever it says to those before; NoAnswer where it says nothing."""
        try:
            child = await Child.start(self._command, self._where)
        except CannotStart as error:
            raise NoAnswer(self._words(BotSays.CANNOT_START, why=error)) from None
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen, child)
                nursery.start_soon(self._tell, child)
                await self._answered.wait()
                nursery.cancel_scope.cancel()
        finally:
            await child.end()
        if isinstance(self._answer, Action):
            return self._answer
        raise self._answer or NoAnswer(self._words(BotSays.NO_ANSWER))

    async def _tell(self, child: Child) -> None:
        for message in self._told:
            await child.tell(written(message))

    async def _listen(self, child: Child) -> None:
        await child.converse(self._said)
        self._answered.set()

    async def _said(self, line: bytes) -> None:
        if self._answered.is_set():
            return
        try:
            message = read_line(line, self._where.table, {self._number})
        except BadLine as bad:
            words = BotSays.BAD_LINE if bad.request is None else BotSays.BADLY_ANSWERED
            said = self._words(words, line=shown(line), why=bad.told(self._language))
            if bad.request is None:
                complain("coinche-bot", said)
                return
            self._answer = NoAnswer(said)
        else:
            if not isinstance(message, Act) or message.request != self._number:
                return
            self._answer = parse_action(message.action)
        self._answered.set()

    def _words(self, words: BotSays, **fields: object) -> str:
        return words.within(self._language).format(command=self._command, request=self._number, **fields)
