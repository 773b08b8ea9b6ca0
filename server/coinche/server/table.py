"""A table: one task that owns one match and reads one inbox. Nobody else touches it, so there are no locks.

Knows the order of things: four seats, match, deal, turn, the store before the news, where people sit time to look.
Refuses to know rules (`coinche.engine`), bytes (`feed`), who comes and goes (`company`), how one is asked (`turns`),
and what people agree on beside the game (`pause`, `recap`, `chat`).
"""

from __future__ import annotations

import math

import trio

from coinche.engine.events import Event, MatchStarted, TrickWon
from coinche.engine.match import MatchOver, State, apply, gathered, new_match, next_deal, to_act
from coinche.engine.view import Phase, phase_of
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Chat,
    Claim,
    ClientMessage,
    Decline,
    GoOn,
    Join,
    Leave,
    Pause,
    Rematch,
    TableInfo,
    Watch,
)

from . import limits
from .agreed import changes
from .chairs import Chair
from .chat import Talk
from .clock import Clock as Time
from .company import Company, House
from .feed import Delay, Feed, Observer
from .inbox import Inbox, Letter
from .log import sentence
from .options import TableOptions
from .packs import PackSource
from .pause import Pauses
from .posted import Back, FillUp, Gone, Lost, Posted, ProviderGone, ProviderHere
from .recap import Recap
from .session import Session
from .store import MatchBegun, PackLaid, Store
from .turns import Abandoned, Endless, Turns

_IN_A_DEAL = (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING)


class Table:
    """One table. `run` is its task; `post` is the only way in. A `kept` table is not closed for want of company."""

    def __init__(
        self,
        table: str,
        options: TableOptions,
        packs: PackSource,
        *,
        house: House,
        store: Store,
        time: Time,
        observer: Observer | None = None,
        kept: bool = False,
    ) -> None:
        self.id = table
        self.options = options
        self._changes = changes(options)
        self._packs = packs
        self._house = house
        self._store = store
        self._time = time
        self._feed = Feed(table, time, observer, Delay(options.delay_s, options.delay_deals))
        self._company = Company(table, options, house, self._feed, self._ask)
        self._turns = Turns(
            table,
            options,
            self._company,
            self._feed,
            house=house,
            store=store,
            time=time,
            attend=self._attend,
            kept=kept,
        )
        self._talk = Talk(self._company.chairs, self._feed, strict=options.strict)
        self._pauses = Pauses(self._company.chairs, self._feed, strict=options.strict)
        self._inbox = Inbox(table, time, self._turns.is_asked)
        self._kept = kept
        self._recap: Recap | None = None
        self._again = False
        self._told = 0
        self.phase = Phase.WAITING

    def post(self, session: Session, message: Posted) -> bool:
        """Leave a message for the table; False when too many are waiting, or the table is over."""
        return self._inbox.post(session, message)

    def _ask(self, chair: Chair) -> None:
        if self._pauses.until is None:
            self._turns.ask(chair)

    def fill_with(self, bot: str) -> None:
        """Have the free seats filled with bots of that kind. For whoever opens the table, before it runs."""
        self._company.fill(bot)

    def info(self) -> TableInfo:
        """The table as the lobby shows it."""
        return TableInfo(
            table=self.id,
            name=self.options.name,
            preset=self.options.preset,
            base=self.options.base,
            options=self._changes,
            target=self.options.rules.match.target,
            phase=self.phase,
            seats=tuple(chair.info() for chair in self._company.chairs),
            spectators=self._feed.spectators,
            clock=self.options.clock_for(people=self._company.chairs.paced),
            strict=self.options.strict,
            private=self.options.key is not None,
            delay_s=self.options.delay_s,
            delay_deals=self.options.delay_deals,
        )

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait for four, play what was agreed, and close."""
        reason, why = "fault", ""
        try:
            await self._wait_for_four()
            await self._play_matches()
            reason = "match_over"
        except Abandoned:
            reason = "abandoned"
        except Endless as sentence:
            reason, why = "endless", f": {sentence}"
        except trio.Cancelled:
            reason = "shutdown"
            raise
        finally:
            self._store.close(self.id)
            self._company.close(reason, self._turns.forfeits)
            self._refuse_the_rest()
            self._house.say(f"{self.id}: closed ({reason}{why})")

    def _refuse_the_rest(self) -> None:
        """Whoever posted after the end is told so."""
        for letter in self._inbox.close():
            session, message = letter.session, letter.message
            session.catching_up = False
            if session.table == self.id:
                self._house.left(session)
            if isinstance(message, ClientMessage):
                session.refuse(ErrorCode.NO_SUCH_TABLE, f"{self.id} is over", re=message.id)

    async def _wait_for_four(self) -> None:
        while not self._company.chairs.filled:
            await self._attend_no_act(math.inf)

    async def _play_matches(self) -> None:
        """Those that were agreed on, and another as long as all people want one. The operator's table has no more."""
        last, most = self.options.matches, self.options.matches + (0 if self._kept else limits.REMATCHES)
        self._company.begin()
        match = 1
        while match <= last:
            await self._play_match(match, final=match == last < most)
            if self._again:
                last += 1
                self._company.begin()
            match += 1

    async def _play_match(self, match: int, *, final: bool) -> None:
        rules, first_dealer = self.options.rules, self._packs.first_dealer(match)
        names = tuple((chair.seat, chair.name) for chair in self._company.chairs)
        begun = MatchBegun(match=match, rules=rules, first_dealer=first_dealer, board=self.options.board, names=names)
        await self._store.append(self.id, begun)
        self._turns.begin_match()
        self._pauses.begin_match()
        state, events = new_match(rules, first_dealer, match=match, board=self.options.board)
        self._tell(state, events)
        while not isinstance(state.phase, MatchOver):
            pack = gathered(state) or self._packs.pack(match, state.deal + 1)
            await self._store.append(self.id, PackLaid(pack))
            state, events = next_deal(state, pack)
            self._tell(state, events)
            state = await self._play_deal(state)
            await self._let_recap_be_read(final=final and isinstance(state.phase, MatchOver))

    async def _play_deal(self, state: State) -> State:
        while (seat := to_act(state)) is not None:
            seat, action = await self._turns.decide(state, seat)
            state, events = apply(state, seat, action)
            self._tell(state, events)
            if self._turns.claimed is None and any(isinstance(event, TrickWon) for event in events):
                await self._let_trick_lie(self.options.pace.trick)
        self._pauses.forget()
        return state

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Tell everybody; the operator hears in a line what no card is hidden in. Endless where it is too much."""
        for event in events:
            self._feed.tell(event)
            self._told = 0 if isinstance(event, MatchStarted) else self._told + 1
            if not self.options.board and (line := sentence(event, state)):
                self._house.say(f"{self.id}: {line}")
        if (phase := phase_of(state)) is not self.phase:
            self.phase = phase
            self._house.changed()
        if self._told > limits.EVENTS:
            raise Endless(f"the match has more than {limits.EVENTS} events")

    # --- waiting -------------------------------------------------------------------------------------

    async def _attend(self, deadline: float = math.inf) -> Letter | None:
        """Wait for the next message and do what it asks, unless it is an act; None at the deadline."""
        letter = await self._receive(deadline)
        if letter is not None:
            self._take(letter)
            if self._pauses.until is not None:
                await self._stand_still()
        return letter

    async def _receive(self, deadline: float) -> Letter | None:
        """The next message; meanwhile spectators get what they may see by then."""
        while True:
            self._feed.release()
            letter = await self._inbox.next(min(deadline, self._feed.due))
            if letter is not None or trio.current_time() >= deadline:
                return letter

    def _take(self, letter: Letter) -> None:
        self._handle(letter.session, letter.message)
        if self._company.abandoned and not self._kept:
            raise Abandoned

    async def _stand_still(self) -> None:
        """A pause. All is done as ever, but answers to requests wait for its end; then what is live is asked again."""
        began_ms = self._time.now_ms()
        while (until := self._pauses.until or 0.0) > trio.current_time() and self._company.chairs.paced:
            letter = await self._receive(until)
            if letter is not None and isinstance(letter.message, Act | Claim):
                self._inbox.lay_aside(letter)
            elif letter is not None:
                self._take(letter)
        self._pauses.end()
        self._inbox.take_up()
        self._turns.stood_still(self._time.now_ms() - began_ms)
        for chair in self._company.chairs:
            self._ask(chair)

    def _handle(self, session: Session, message: Posted) -> None:
        match message:
            case Join():
                self._company.join(session, message)
            case Watch():
                self._company.watch(session, message)
            case Leave():
                self._company.leave(session, message)
            case AddBot():
                self._company.add_bot(session, message)
            case FillUp():
                self._company.fill(message.bot)
            case Accept():
                self._company.accept(session, message.seat)
            case Gone():
                self._company.gone(session)
            case Lost():
                self._company.lost(session)
            case Back():
                self._company.back(session, message.after, was_away=message.away)
            case ProviderHere():
                self._company.provider_here()
            case ProviderGone():
                self._company.provider_gone(session)
            case GoOn():
                self._go_on(session, message)
            case Pause():
                self._pauses.ask(session, message, playing=self.phase in _IN_A_DEAL)
            case Rematch():
                self._rematch(session, message)
            case Chat():
                self._talk.say(session, message)
            case Decline() | Act() | Claim():
                pass

    async def _let_trick_lie(self, seconds: float) -> None:
        """Let people look, where people sit. Acts that come meanwhile answer nothing."""
        end = trio.current_time() + seconds
        while trio.current_time() < end and self._company.chairs.paced:
            await self._attend_no_act(end)

    async def _attend_no_act(self, deadline: float) -> None:
        """Wait while nothing is asked of anybody."""
        letter = await self._attend(deadline)
        if letter is not None and isinstance(letter.message, Act | Claim):
            self._turns.stray(letter.session, letter.message)

    async def _let_recap_be_read(self, *, final: bool) -> None:
        """Until every person present has gone on, or the pace's limit (none where no person sits)."""
        self._again = False
        if not self._company.chairs.paced:
            return
        recap = self._recap = Recap(self._company.chairs, self._feed, self.options.pace.recap, final=final)
        while not recap.over:
            await self._attend_no_act(recap.until)
        self._again, self._recap = recap.again, None

    def _go_on(self, session: Session, message: GoOn) -> None:
        if self._pauses.until is not None:
            self._pauses.go_on(session, message)
        elif self._recap is not None:
            self._recap.go_on(session, message)
        else:
            session.refuse(ErrorCode.FORBIDDEN, "there is no recap and no pause to go on from", re=message.id)

    def _rematch(self, session: Session, message: Rematch) -> None:
        if self._recap is not None:
            self._recap.rematch(session, message)
        else:
            session.refuse(ErrorCode.FORBIDDEN, "another match is asked for when the last deal is over", re=message.id)
