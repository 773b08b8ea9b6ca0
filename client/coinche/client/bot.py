"""The bot SDK: write `choose`, call `run`.

    from coinche.client.bot import Bot, run

    class Mine(Bot):
        name = "mine"

        def choose(self, view, legal):
            return legal.default

    run(Mine)

Knows how a bot is asked and how it answers. Refuses to know any strategy; `coinche.engine` has the rules to help.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

import trio

from coinche.engine.actions import Action, Legal, PlayCard, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card
from coinche.engine.events import Event, MatchStarted
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
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
    System,
    TableEvent,
    own,
)

from .bots.answer_times import AnswerTimes
from .bots.desk import Desk
from .bots.sentences import BotSays
from .in_force import after
from .language import Language
from .line_mode.printing import tell


class Bot:
    """One player at one seat. Subclass it and write `choose`; each seat gets an object of its own.

    `rules` are those of the match, set before the first `choose`. `seed` is what the command line or the host gave:
    a bot that draws numbers draws them from it, and so plays the same match the same way again.
    `system` is what its calls promise, declared to everybody at the table; `systems` are those of the others, and its
    own, as far as any are declared.
    """

    name: str = "bot"
    system: System | None = None

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.rules: RuleSet = FFB
        self.systems: Mapping[Seat, System] = {}

    def declares(self) -> System | None:
        """What its calls promise: its `system`, unless that hangs on the rules. Asked when its seat is taken."""
        return self.system

    def on_match(self, rules: RuleSet) -> None:
        """A match begins, by these rules; `self.rules` are they. A good place to forget the last one."""

    def choose(self, view: TableView, legal: Legal) -> Action:
        """What to do now, out of `legal`. `view` is everything that the seat may know.

        It is asked for a card, for a word of the auction, for a cut where nobody shuffles, and, where one coinches at
        any time, out of turn (`view.turn` is then another seat): to coinche, or to decline it with a pass.
        """
        raise NotImplementedError

    def on_event(self, event: Event | TableEvent) -> None:
        """Something happened at the table. Nothing needs to be done about it: the next `view` tells it, too.

        Where the bot has come in mid-deal and gets its seat with the next, the first event is the `SeatReserved` of
        that; all else is told once the seat is its own.
        """


def say_all(card: Card, legal: Legal) -> PlayCard:
    """The card with everything said that may be said with it: belote, and the declarations worth most."""
    words = legal.offers.get(card, ())
    said = legal.default.declarations if isinstance(legal.default, PlayCard) else ()
    return PlayCard(card, words[0] if words else None, said)


def legal_of(request: Request) -> Legal:
    """The legal actions that a request carries."""
    return Legal(
        actions=tuple(parse_action(notation) for notation in request.legal),
        bids=request.bids,
        step=request.step,
        maximum=request.max,
        offers={card: tuple(BeloteWord(word) for word in words) for card, words in request.offers.items()},
        declarations=request.declarations,
        default=parse_action(request.default),
    )


def declaration(system: System, table: str, seat: Seat) -> DeclareSystem:
    """What is said to have everybody at the table know a bot's system."""
    return DeclareSystem(table=table, system=own(system), seat=seat)


def _act(request: Request, action: str) -> Act:
    return Act(table=request.table, request=request.request, action=action)


class Player:
    """A bot in its seat. What its author got wrong costs the default action and is counted in `errors`.

    It thinks at once, or where a desk is given, there.
    """

    def __init__(self, bot: Bot, language: Language = Language.ENGLISH, desk: Desk | None = None) -> None:
        self.bot = bot
        self.language = language
        self.errors = 0
        self._match = 0
        self._declared: System | None = None
        self._desk = desk
        self._asked: Request | None = None
        self.times = AnswerTimes()

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """It needs nothing around it."""
        return nullcontext()

    def signed_in(self, name: str) -> None:
        """The server's name for it does not matter."""

    async def take(self, message: FromServer | Envelope, send: Callable[[FromClient], Awaitable[None]]) -> None:
        """Answer a request, hear an event; where the server refuses what was legal here, say the default."""
        match message:
            case Joined(table=table, seat=Seat() as seat):
                self.bot.rules = message.rules
                self._declared = None
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
        """Say what the bot's calls promise, unless that is said."""
        system = self.bot.declares()
        if system is not None and system != self._declared:
            self._declared = system
            await send(declaration(system, table, seat))

    def _noted(self, event: Event | TableEvent) -> None:
        if self._desk is None:
            self.hear(event)
        else:
            self._desk.note(lambda: self.hear(event))

    async def _thought(self, request: Request) -> str:
        if self._desk is None:
            return self.answer(request)
        return await self._desk.think(lambda: self.answer(request))

    def begin(self, rules: RuleSet, match: int) -> None:
        """A match begins; once for each."""
        if match != self._match:
            self._match = match
            self.bot.rules = rules
            self._tell(lambda: self.bot.on_match(rules))

    def answer(self, request: Request) -> str:
        """The bot's action, in notation; the default where it has none or an illegal one."""
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
        self.bot.systems = after(self.bot.systems, event)
        self._tell(lambda: self.bot.on_event(event))

    def _tell(self, told: Callable[[], None]) -> None:
        try:
            told()
        except Exception:  # the author's code again
            traceback.print_exc()
            self.errors += 1

    def _blame(self, sentence: BotSays, request: Request, action: str) -> str:
        self.errors += 1
        said = sentence.within(self.language).format(
            name=self.bot.name, request=request.request, action=action, default=request.default
        )
        tell(said, sys.stderr)
        return request.default


def run(bot: Callable[[int], Bot], arguments: Sequence[str] | None = None) -> None:
    """Play with the bot as the command line says, until its table closes; then end the program.

    `bot` is called with a seed, once for each seat. The exit status is 0, or 1 if the bot answered badly or the server
    could not be played on.
    """
    from .bots.running import main  # it needs Bot and Player, above

    sys.exit(main(bot, sys.argv[1:] if arguments is None else arguments))
