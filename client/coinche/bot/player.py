"""The player of one seat: it asks the bot, declares its system and plays the default where the bot fails.

The bot thinks in the main thread, as long as it likes, while the network runs in another thread and answers pings.

`AnswerTimes` hides forced answers. Where only programs sit, the server passes every answer on at once: an answer in
1.7 ms rather than 3.7 ms would show that its player had no choice. So a forced answer takes as long as one of the last
free ones, drawn at random among those of the same kind and with as many cards. A fixed floor would have to be as long
as the longest thought and would slow every contest down; this delay depends on the bot's own times only.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

import outcome
import trio

from coinche.connection.validate_message import systems_after
from coinche.engine.events import Event, MatchStarted
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Act,
    DeclareSystem,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Joined,
    Request,
    RequestKind,
    SeatChanged,
    System,
    SystemDeclared,
    TableEvent,
)
from coinche.text.catalog import tell
from coinche.text.language import Language

from .bot import Bot, declaration, legal_of
from .texts import BotSays

REMEMBERED = 8
"""Thoughts of each sort from which the lot draws."""
UNKNOWN = 0.005
"""Seconds that a forced answer takes before there has been any thought of its kind."""
MOST = 1.0
"""Seconds that one takes at most; never more than half of the free time for a decision, so that it costs no bank."""


class AnswerTimes:
    """The times of one bot's answers."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random()
        self._by_sort: dict[tuple[RequestKind, int], deque[float]] = defaultdict(_few)
        self._by_kind: dict[RequestKind, deque[float]] = defaultdict(_few)

    def wait(self, request: Request, took: float) -> float:
        """Return the seconds to hold back an answer that took `took` seconds to find."""
        sort = request.kind, len(request.known.hand)
        if not is_forced(request):
            self._by_sort[sort].append(took)
            self._by_kind[request.kind].append(took)
            return 0.0
        like = self._by_sort.get(sort) or self._by_kind.get(request.kind) or (UNKNOWN,)
        most = min(MOST, request.clock.move_ms / 2000)
        return max(0.0, min(self._chance.choice(like), most) - took)


def is_forced(request: Request) -> bool:
    """Return whether there is only one answer: no bid besides, and nothing that may be said with the card."""
    return len(request.legal) == 1 and not (request.bids or request.offers or request.declarations)


def _few() -> deque[float]:
    return deque(maxlen=REMEMBERED)


_ABOUT_THE_MATCH = (MatchStarted, SystemDeclared, SeatChanged)
"""Events after which `rules` or `systems` of a bot are others."""
FAREWELL_SECONDS = 5.0
"""Maximum seconds that the network may take to end after Ctrl-C."""

Thought = TypeVar("Thought")


class MainThreadExecutor:
    """A queue of tasks, run one after the other in the thread that calls `run`."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._stop: Callable[[], None] = lambda: None

    async def think(self, task: Callable[[], Thought]) -> Thought:
        """Run the task in its turn and return its result."""
        done = trio.Event()
        token = trio.lowlevel.current_trio_token()
        thoughts: list[outcome.Maybe[Thought]] = []

        def do() -> None:
            thoughts.append(outcome.capture(task))
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(done.set)

        self._waiting.put(do)
        await done.wait()
        return thoughts[0].unwrap()

    def note(self, task: Callable[[], object]) -> None:
        """Run the task in its turn without waiting for it."""
        self._waiting.put(task)

    def run(self, network: Callable[[], Awaitable[None]]) -> None:
        """Run tasks for the network until it ends, and raise its error if it had one."""
        ends: list[outcome.Maybe[None]] = []

        def live() -> None:
            ends.append(outcome.capture(trio.run, self._stoppable, network))
            self._waiting.put(None)

        thread = Thread(target=live, name="network", daemon=True)
        thread.start()
        try:
            while (task := self._waiting.get()) is not None:
                task()
        except KeyboardInterrupt:
            self._stop()
            thread.join(FAREWELL_SECONDS)
            raise
        ends[0].unwrap()

    async def _stoppable(self, network: Callable[[], Awaitable[None]]) -> None:
        token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as scope:
            self._stop = lambda: token.run_sync_soon(scope.cancel)
            await network()


def _act(request: Request, action: str) -> Act:
    return Act(table=request.table, request=request.request, action=action)


class Player:
    """A bot in its seat. What its author got wrong costs the default action and is counted in `errors`.

    The bot thinks in the executor if one is given, else at once.
    """

    def __init__(
        self, bot: Bot, language: Language = Language.ENGLISH, executor: MainThreadExecutor | None = None
    ) -> None:
        self.bot = bot
        self.language = language
        self.errors = 0
        self._match = 0
        self._declared: System | None = None
        self._executor = executor
        self._listens = getattr(bot.on_event, "__func__", None) is not Bot.on_event
        self._asked: Request | None = None
        self.times = AnswerTimes()

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """Return an empty context: a bot in this process needs none."""
        return nullcontext()

    def signed_in(self, name: str) -> None:
        """Ignore the name that the server gives."""

    async def take(self, message: FromServer | Envelope, send: Callable[[FromClient], Awaitable[None]]) -> None:
        """Answer a request, hear an event; where the server refuses what was legal here, say the default."""
        match message:
            case Joined(table=table, seat=Seat() as seat):
                self.sits_down(message.rules)
                await self._declare(table, seat, send)
            case Request(table=table, seat=seat):
                self._asked = message
                begun = trio.current_time()
                action = await self._thought(message)
                await self._declare(table, seat, send)
                await trio.sleep(self.times.wait(message, trio.current_time() - begun))
                await send(_act(message, action))
            case Error(code=ErrorCode.ILLEGAL_ACTION, request=number) if self._asked and number == self._asked.request:
                refused, self._asked = self._asked, None
                if "played" not in message.data:
                    await send(_act(refused, self._blame(BotSays.REFUSED_ACTION, refused, message.message)))
            case Envelope(event=event):
                self._noted(event)

    async def _declare(self, table: str, seat: Seat, send: Callable[[FromClient], Awaitable[None]]) -> None:
        """Declare the bot's system, unless it is declared already."""
        message = self.new_declaration(table, seat)
        if message is not None:
            await send(message)

    def sits_down(self, rules: RuleSet) -> None:
        """The bot has a seat at a table with these rules, where it has declared nothing yet."""
        self.bot.rules = rules
        self._declared = None

    def new_declaration(self, table: str, seat: Seat) -> DeclareSystem | None:
        """Build the declaration of the bot's system; None where there is nothing new to declare, or the bot fails."""
        try:
            system = self.bot.declares()
            if system is None or system == self._declared:
                return None
            self._declared = system
            return declaration(system, table, seat)
        except Exception:  # the author's code again
            self._count_fault()
            return None

    def _noted(self, event: Event | TableEvent) -> None:
        """Have the bot hear the event, unless it would ignore it: to wake the bot's thread costs more than all else."""
        if not self.listens_to(type(event)):
            return
        if self._executor is None:
            self.hear(event)
        else:
            self._executor.note(lambda: self.hear(event))

    def listens_to(self, event: type[Event | TableEvent]) -> bool:
        """Return whether an event of that type makes any difference to the bot."""
        return self._listens or issubclass(event, _ABOUT_THE_MATCH)

    async def _thought(self, request: Request) -> str:
        if self._executor is None:
            return self.answer(request)
        return await self._executor.think(lambda: self.answer(request))

    def begin(self, rules: RuleSet, match: int) -> None:
        """Tell the bot that a match begins, once for each."""
        if match != self._match:
            self._match = match
            self.bot.rules = rules
            self._tell(lambda: self.bot.on_match(rules))

    def answer(self, request: Request) -> str:
        """Return the bot's action in notation; the default where it fails or its action is illegal."""
        legal = legal_of(request)
        self.begin(self.bot.rules, request.match)
        try:
            action = self.bot.choose(request.known, legal)
        except Exception:  # the author's code, whatever it does: the table must go on
            traceback.print_exc()
            return self._blame(BotSays.RAISED, request, "")
        if action not in legal:
            return self._blame(BotSays.ILLEGAL, request, str(action))
        return str(action)

    def hear(self, event: Event | TableEvent) -> None:
        """Tell the bot what happened."""
        if isinstance(event, MatchStarted):
            self.begin(event.rules, event.match)
        self.bot.systems = systems_after(self.bot.systems, event)
        self._tell(lambda: self.bot.on_event(event))

    def _tell(self, told: Callable[[], None]) -> None:
        try:
            told()
        except Exception:  # the author's code again
            self._count_fault()

    def _count_fault(self) -> None:
        """Print the exception of the author's code, and count it."""
        traceback.print_exc()
        self.errors += 1

    def _blame(self, sentence: BotSays, request: Request, action: str) -> str:
        self.errors += 1
        said = sentence.within(self.language).format(
            name=self.bot.name, request=request.request, action=action, default=request.default
        )
        tell(said, sys.stderr)
        return request.default
