"""One recorded decision asked again: print what the seat knew, the choice made then and the choice made now.

A bot is asked directly. A program reads all that the seat was sent, and its answer to the last request counts, legal or
not.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import trio

from coinche.connection.storage import UnreadableFile
from coinche.connection.validate_message import systems_after
from coinche.engine.actions import Action, Legal, parse_action
from coinche.engine.record import RecordError
from coinche.engine.trick import Trick
from coinche.engine.view import TableView
from coinche.protocol.bot_command import Placeholders
from coinche.protocol.errors import ProtocolError
from coinche.protocol.messages import Act
from coinche.text.catalog import complain
from coinche.text.language import Language

from .bot import Bot
from .child_process import BadLine, CannotStart, ChildProcess, read_line, shown, written
from .log import NoDecision, RecordedDecision, decision_at
from .texts import BotSays, Look


def looked_at(view: TableView, legal: Legal, language: Language) -> Iterator[str]:
    """The view in short, and the legal actions."""

    def say(words: Look, **fields: object) -> str:
        return words.within(language).format(**fields)

    yield say(Look.SEAT, seat=view.viewer, deal=view.deal, dealer=view.dealer, NS=view.totals.NS, EW=view.totals.EW)
    yield say(Look.HAND, cards=" ".join(view.hand))
    if view.auction:
        yield say(Look.AUCTION, calls=", ".join(f"{call.seat} {call.action}" for call in view.auction))
    if view.contract is not None:
        contract = view.contract
        yield say(Look.CONTRACT, bid=contract.bid, bidder=contract.bidder, times=contract.multiplier)
    for number, trick in enumerate(view.tricks, 1):
        yield say(Look.TRICK, number=number, trick=_trick(trick), winner=trick.winner)
    if view.trick is not None and view.trick.cards:
        yield say(Look.ON_TABLE, trick=_trick(view.trick), winner=view.trick.winner)
    if view.tricks:
        yield say(Look.POINTS, NS=view.points.NS, EW=view.points.EW)
    yield say(Look.LEGAL, actions=spelled(legal))


def spelled(legal: Legal) -> str:
    """List every legal action, number bids as ranges."""
    bids = (f"{lowest}{denomination}…{legal.maximum}" for denomination, lowest in legal.bids.items())
    words = (f"{card}+{'/'.join(said)}" for card, said in legal.offers.items())
    return " ".join((*bids, *map(str, legal.actions), *words, *map(str, legal.declarations)))


def _trick(trick: Trick) -> str:
    return f"{trick.leader}: {' '.join(trick.cards)}"


class NoAnswer(Exception):
    """The bot chose nothing; the message, if there is one, says why."""


class DecisionReplay:
    """One program, one decision. The program may be told the table, the seat and its name; there is no server."""

    def __init__(self, command: str, decision: RecordedDecision, language: Language, name: str = "") -> None:
        self._command = command
        table = str(decision.told[-1]["table"])
        self._where = Placeholders(table=table, seat=str(decision.view.viewer), name=name)
        self._told = decision.told
        self._language = language
        self._number = int(decision.told[-1]["request"])
        self._answer: Action | NoAnswer | None = None
        self._answered = trio.Event()

    async def hold(self) -> Action:
        """Return its answer to the decision, ignoring its answers to earlier ones; NoAnswer where it gives none."""
        try:
            child = await ChildProcess.start(self._command, self._where)
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

    async def _tell(self, child: ChildProcess) -> None:
        for message in self._told:
            await child.tell(written(message))

    async def _listen(self, child: ChildProcess) -> None:
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


FOUND, BADLY_ANSWERED, NOT_FOUND = 0, 1, 2
"""Exit statuses."""

Choose = Callable[[RecordedDecision], Action]


def ask_again(bot: Bot, path: Path, number: int, language: Language) -> int:
    """Print the decision and the bot's choice; return the exit status."""
    return _again(partial(_chosen, bot), path, number, language)


def ask_program_again(command: str, path: Path, number: int, language: Language, name: str = "") -> int:
    """Print the decision and the program's answer to all that the seat was sent; return the exit status."""
    return _again(
        lambda decision: trio.run(DecisionReplay(command, decision, language, name).hold), path, number, language
    )


def _again(choose: Choose, path: Path, number: int, language: Language) -> int:
    try:
        decision = decision_at(path, number)
    except NoDecision as none:
        said = BotSays.NO_SUCH_DECISION.within(language).format(file=path, number=number, last=none.last)
    except json.JSONDecodeError:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=BotSays.NO_JSON.within(language))
    except UnreadableFile as error:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=error.within(language))
    except (RecordError, ProtocolError, ValueError, KeyError) as error:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=error)
    else:
        return _asked(choose, decision, language)
    _complain(said)
    return NOT_FOUND


def _asked(choose: Choose, decision: RecordedDecision, language: Language) -> int:
    for line in looked_at(decision.view, decision.legal, language):
        print(line)
    print(BotSays.CHOSE.within(language).format(action=decision.then or "–"), flush=True)
    try:
        action = choose(decision)
    except NoAnswer as none:
        if str(none):
            _complain(str(none))
        return BADLY_ANSWERED
    allowed = action in decision.legal
    words = BotSays.CHOOSES if allowed else BotSays.CHOOSES_ILLEGAL
    print(words.within(language).format(action=action))
    return FOUND if allowed else BADLY_ANSWERED


def _chosen(bot: Bot, decision: RecordedDecision) -> Action:
    try:
        bot.rules = decision.rules
        bot.on_match(decision.rules)
        for event in decision.heard:
            bot.systems = systems_after(bot.systems, event)
            bot.on_event(event)
        return bot.choose(decision.view, decision.legal)
    except Exception:  # the author's code, whatever it does: the author is here to see it
        traceback.print_exc()
        raise NoAnswer from None


def _complain(sentence: str) -> None:
    complain("coinche-bot", sentence)
