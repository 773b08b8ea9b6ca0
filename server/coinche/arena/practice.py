"""A batch played in this process: bots are called as functions, without server, clock or secrecy.

It is many times faster than the play through a server, for tuning our own bots; deterministic bots do the same both
ways. A class written to cheat can see more than its hand, so nothing played here is a rated result.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec import UNSET

from coinche.bot import Bot
from coinche.connection.validate_message import systems_after
from coinche.engine.actions import Action, Coinche, Legal, Surcoinche, parse_action
from coinche.engine.bids import Contract
from coinche.engine.deal_phases import Bidding, Deal
from coinche.engine.events import Event, seen_by
from coinche.engine.match import MatchOver, State, apply, gathered, legal, may_act, new_match, next_deal, to_act
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.messages import System, SystemDeclared
from coinche.protocol.requests import allowed
from coinche.records import contest_boards
from coinche.records.contest_file import FaultKind, PlayedTable, TableTimings

from .contest import BatchResult, Contest, TablePlan
from .entrants import BotFactory, bot_factory
from .seat_process import LAST_WORDS
from .table_recorder import DealRecorder, FaultCounts, seat_faults


def play_batch(
    contest: Contest, plans: Iterable[TablePlan], bots: Callable[[str], BotFactory] = bot_factory
) -> BatchResult:
    """Play the plans of a batch, one after the other; `bots` makes the factory of an entrant's bots from its spec."""
    tables: list[PlayedTable] = []
    timings: list[TableTimings] = []
    for plan in plans:
        table = PracticeTable(contest, plan, bots)
        for board in plan.boards:
            played, times = table.play(board)
            tables.append(played)
            timings.append(times)
    return BatchResult(tables=tuple(tables), timings=tuple(timings))


def control(contest: Contest, board: int) -> float:
    """The gain of north and south on a board when the reference bot plays at all four seats."""
    reference = contest.header.reference
    played, _ = PracticeTable(contest, TablePlan(reference, reference, (board,))).play(board)
    return played.gain


class PracticeTable:
    """Four bots that play boards one after the other."""

    def __init__(self, contest: Contest, plan: TablePlan, bots: Callable[[str], BotFactory] = bot_factory) -> None:
        self._contest = contest
        self._plan = plan
        self._factories = bots
        self._rules = contest.header.rules
        self._bots: Mapping[Seat, Bot] = {seat: self._bot(seat) for seat in Seat}
        self._hears = tuple(seat for seat, bot in self._bots.items() if type(bot).on_event is not Bot.on_event)
        self._ms: list[float] = []
        self._faults: FaultCounts = Counter()
        self._tracebacks: dict[Seat, str] = {}
        """The first exception of each seat on the board."""
        self._reacted_to: Contract | None = None
        self._declare()

    def _bot(self, seat: Seat) -> Bot:
        name = self._plan.ns if seat in "NS" else self._plan.ew
        seed = contest_boards.bot_seed(self._contest.header.seed, self._plan.boards[0], name, seat)
        bot = self._factories(self._contest.entrants[name].spec)(seed)
        bot.rules = self._rules
        return bot

    def _declare(self) -> None:
        """Tell every bot the bidding systems of all."""
        for seat, bot in self._bots.items():
            system: System | None = None
            try:
                system = bot.declares()
            except Exception as raised:  # the author's code, whatever it does
                self._blame(seat, raised)
            if system is not None:
                event = SystemDeclared(seat, system)
                for other, each in self._bots.items():
                    each.systems = systems_after(each.systems, event)
                    self._call(other, partial(each.on_event, event))

    def play(self, board: int) -> tuple[PlayedTable, TableTimings]:
        """Play a board to its end."""
        recorder = DealRecorder()
        state, events = new_match(
            self._rules,
            contest_boards.dealer(board),
            match=self._plan.boards.index(board) + 1,
            board=not self._is_match,
        )
        for seat, bot in self._bots.items():
            bot.rules = self._rules
            self._call(seat, partial(bot.on_match, self._rules))
        self._tell(events)
        while not isinstance(state.phase, MatchOver):
            pack = gathered(state) or contest_boards.pack(self._contest.header.seed, board, state.deal + 1)
            state, events = next_deal(state, pack)
            recorder.dealt(pack)
            for event in events:
                recorder.hear(event)
            self._tell(events)
            state = self._play_deal(state, board, recorder)
        return self._taken(board, recorder)

    def _taken(self, board: int, recorder: DealRecorder) -> tuple[PlayedTable, TableTimings]:
        """The board that is over; times and faults are counted anew."""
        ns, ew, _ = self._plan
        played = PlayedTable(
            board=board,
            ns=ns,
            ew=ew,
            scores=recorder.scores,
            deals=tuple(recorder.deals),
            faults=seat_faults(self._faults),
        )
        words = self._tracebacks or UNSET
        timings = TableTimings(board=board, ns=ns, ew=ew, ms=tuple(self._ms), last_words=words)
        self._ms, self._faults, self._tracebacks = [], Counter(), {}
        return played, timings

    @property
    def _is_match(self) -> bool:
        return self._contest.header.plays_matches

    def _play_deal(self, state: State, board: int, recorder: DealRecorder) -> State:
        given = list(self._contest.auction(board))
        while isinstance(state.phase, Deal):
            if given:
                (seat, notation), *given = given
                action: Action = parse_action(notation)
                self._ms.append(0.0)  # nobody was asked
            else:
                seat, action = self._chosen(state)
            state, events = apply(state, seat, action)
            recorder.acted(seat, str(action))
            for event in events:
                recorder.hear(event)
            self._tell(events)
        return state

    def _chosen(self, state: State) -> tuple[Seat, Action]:
        """The next action, chosen as by the server.

        Seats that may coinche out of turn are asked once for each bid or coinche, together with the seat on turn; a
        coinche goes first, that of the first seat where there are several.
        """
        turn = to_act(state)
        assert turn is not None, "a deal that is played has a seat on turn"
        contract = state.phase.auction.contract if isinstance(state.phase, Bidding) else None
        others = may_act(state) if contract != self._reacted_to else ()
        self._reacted_to = contract
        if not others:
            action, ms = self._asked(state, turn, legal(state, turn))
            self._ms.append(ms)
            return turn, action
        answers = {seat: self._asked(state, seat, allowed(state, seat)) for seat in (turn, *others)}
        doubling = [seat for seat, (action, _) in answers.items() if isinstance(action, Coinche | Surcoinche)]
        first = min(doubling, key=tuple(Seat).index) if doubling else turn
        action, ms = answers[first]
        self._ms.append(ms)
        return first, action

    def _asked(self, state: State, seat: Seat, may: Legal) -> tuple[Action, float]:
        """The bot's action, the default where it fails or its action is illegal, and its time in ms."""
        seen = view(state, seat)
        action: Action | None = None
        began = time.perf_counter()
        try:
            action = self._bots[seat].choose(seen, may)
        except Exception as raised:  # the author's code, whatever it does
            self._blame(seat, raised)
        else:
            if action not in may:
                self._faults[FaultKind.ILLEGAL, seat, str(action)] += 1
                action = None
        ms = round((time.perf_counter() - began) * 1000, 3)
        return (may.default if action is None else action), ms

    def _tell(self, events: tuple[Event, ...]) -> None:
        for seat in self._hears:
            for event in events:
                self._call(seat, partial(self._bots[seat].on_event, seen_by(event, seat)))

    def _call(self, seat: Seat, told: Callable[[], None]) -> None:
        """Tell a bot something; what its author's code raises is counted, and the bot plays on."""
        try:
            told()
        except Exception as raised:  # the author's code, whatever it does
            self._blame(seat, raised)

    def _blame(self, seat: Seat, raised: Exception) -> None:
        """Count an exception of the author's code."""
        self._faults[FaultKind.RAISED, seat, f"{type(raised).__name__}: {raised}"] += 1
        if seat not in self._tracebacks:
            self._tracebacks[seat] = "".join(traceback.format_exception(raised))[-LAST_WORDS:].strip()
