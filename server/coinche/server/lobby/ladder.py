"""The ladder of a server that runs: programs enter it, are paired, and are seated for boards without end.

An entrant is a name with an owner; the programs of that owner enter for it, each with a connection of its own. Two of
them are a side: one program at both seats would see its partner's cards. `server.ladder` says who plays whom, and why
no deal is dealt twice; the table itself keeps each result when a board is over.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import trio

from coinche.engine.seats import Team
from coinche.protocol.codec import rules_hash
from coinche.protocol.errors import ErrorCode
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import (
    Capability,
    Clock,
    ClockName,
    EnterLadder,
    GetLadder,
    Join,
    Ladder,
    LadderEntry,
    LadderTable,
    LeaveLadder,
    LeftLadder,
    OfTheLadder,
    Ok,
    Role,
)
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.ladder.least_squares import Fitted
from coinche.server.ladder.pairing import PresentEntrant, next_pairs
from coinche.server.ladder.results import LadderTotals, ratings
from coinche.server.log import Happening, LogEntry
from coinche.server.match.ladder_board import LadderEntrant, LadderSides
from coinche.server.match.table_options import CLOCKS, TableOptions
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Refusal, Session
from coinche.server.table.table import Table
from coinche.server.transport.peer import Peer

from .broadcast import LobbyBroadcast
from .tables import Tables

NO_LADDER = Refusal("this server has no ladder", data={"reason": "no_ladder"})
_FULL = Refusal(f"{limits.LADDER_PROGRAMS} programs are on the ladder already", ErrorCode.RATE, {"reason": "full"})
_ENOUGH = Refusal(
    f"{limits.LADDER_PROGRAMS_OF_ENTRANT} programs of that name are on the ladder already", data={"reason": "full"}
)
_NO_PROGRAM = Refusal("only programs enter the ladder: say so in `hello`", data={"reason": "no_program"})
_GUEST = Refusal("a guest has no name to be rated under: sign in with a key or a token", data={"reason": "guest"})

LADDER_CLOCK = ClockName.BLITZ
"""The clock of the ladder, unless the operator says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderSettings:
    """The operator's options for the ladder: the boards of a table, its clock, and the seconds between two boards."""

    boards: int = 16
    pause: float = limits.LADDER_PAUSE
    clock: Clock = field(default_factory=lambda: CLOCKS[LADDER_CLOCK])


@dataclass(frozen=True, slots=True)
class _Program:
    """A program on the ladder, as long as it has that connection: one that comes back enters anew."""

    session: Session
    peer: Peer | None
    entrant: LadderEntrant

    @property
    def is_there(self) -> bool:
        """True while the connection stands with which it has entered."""
        return self.peer is not None and self.session.peer is self.peer

    @property
    def is_free(self) -> bool:
        """True while it is at no table."""
        return self.is_there and self.session.table is None


class LadderTables:
    """Everybody on the ladder of one server, and its tables, which are as the `defaults` and the settings say."""

    def __init__(
        self,
        server: ServerContext,
        tables: Tables,
        register: Register,
        defaults: TableOptions,
        settings: LadderSettings,
    ) -> None:
        self._server = server
        self._tables = tables
        self._register = register
        self._settings = settings
        target = {} if defaults.target is None else {"target": defaults.target}
        self._options = replace(
            defaults,
            name="ladder",
            rules=defaults.rules.changed(**target),
            matches=settings.boards,
            board=True,
            pace=replace(defaults.pace, board=settings.pause),
            clock=settings.clock,
            strict=True,
            absence_ms=limits.LADDER_ABSENCE_MS,
        )
        self._rules = rules_hash(self._options.rules)
        self._programs: dict[str, _Program] = {}
        """By the id of the session, in the order in which they have entered."""
        self._free_since: dict[LadderEntrant, float] = {}
        self._rests_until: dict[LadderEntrant, float] = {}
        """The entrants of a contest, and when the ladder pairs them again."""
        self._ratings: dict[LadderEntrant, Fitted] = {}
        """All who have played, as they were rated last."""
        self.news = LadderBroadcast(server, self)

    def has(self, session: Session) -> bool:
        """Return whether that program is on the ladder."""
        return session.id in self._programs

    async def run(self) -> None:
        """Pair those who are free, and send away those with too many faults, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.news.run)
            nursery.start_soon(self._keep_rated)
            while True:
                await trio.sleep(limits.LADDER_EVERY)
                self._look_round(trio.current_time())

    async def _keep_rated(self) -> None:
        """Rate everybody in a thread when boards are over, in a small part of the time, until cancelled."""
        results, rated = self._server.ladder, -1
        while True:
            began = trio.current_time()
            if results.revision != rated:
                rated = results.revision
                self._ratings = await trio.to_thread.run_sync(ratings, results.played(self._rules))
                self._server.standings.bump()
            await trio.sleep(max(limits.LADDER_EVERY, limits.LADDER_REST * (trio.current_time() - began)))

    def handle(self, session: Session, message: OfTheLadder) -> None:
        """Do what a client wants of the ladder, or say why not."""
        match message:
            case EnterLadder():
                self._enter(session, message)
            case LeaveLadder():
                self._leave(session, message)
            case GetLadder():
                session.answer(self.message(), message.id)

    # --- coming and going ----------------------------------------------------------------------------

    def _enter(self, session: Session, message: EnterLadder) -> None:
        found = self._entrant(session, message)
        refusal = found if isinstance(found, Refusal) else self._refusal(session, found)
        if refusal is not None:
            session.refuse(message, *refusal)
            return
        assert isinstance(found, LadderEntrant)
        self._programs[session.id] = _Program(session, session.peer, found)
        session.answer(Ok(), message.id)
        self._say(f"{session.name} enters the ladder for {found.name}", name=session.name, entrant=found.name)
        self._bring_back(found, away_before=math.inf)

    def _entrant(self, session: Session, message: EnterLadder) -> LadderEntrant | Refusal:
        """The entrant for which a program enters: a name that its key or token owns."""
        names = self._register.names_of(session.who)
        if not session.program or session.role is not Role.PLAYER:
            return _NO_PROGRAM
        if not names:
            return _GUEST
        wanted = message.name if isinstance(message.name, str) else None
        found = [name for name in names if _is_meant(name, session.name if wanted is None else wanted, wanted)]
        if not found:
            return Refusal("your key or token owns no such name", data={"reason": "not_yours", "names": names})
        return LadderEntrant(found[0], session.who)

    def _refusal(self, session: Session, entrant: LadderEntrant) -> Refusal | None:
        others = [one.entrant for one in self._programs.values() if one.session is not session and one.is_there]
        if (away := self._away_ms(entrant)) > 0:
            return Refusal("too many faults; come again later", data={"reason": "faults", "again_ms": away})
        if others.count(entrant) >= limits.LADDER_PROGRAMS_OF_ENTRANT:
            return _ENOUGH
        return _FULL if len(others) >= limits.LADDER_PROGRAMS else None

    def _leave(self, session: Session, message: LeaveLadder) -> None:
        self._remove(session.id)
        session.answer(LeftLadder(reason="left"), message.id)

    def _remove(self, session_id: str) -> None:
        if (program := self._programs.pop(session_id, None)) is not None:
            name, entrant = program.session.name, program.entrant.name
            self._say(f"{name} is no longer on the ladder", name=name, entrant=entrant)

    def _away_ms(self, entrant: LadderEntrant) -> int:
        """The time for which the entrant has to stay away, because of its faults."""
        return max(0, self._server.ladder.away_until(entrant, self._tables) - self._server.time.unix_ms())

    def _say(self, sentence: str, **facts: str | int) -> None:
        self._server.say(LogEntry(Happening.LADDER, sentence, **facts))
        self._server.standings.bump()

    # --- pairing -------------------------------------------------------------------------------------

    def _look_round(self, now: float) -> None:
        """Forget those who are gone, send away those with too many faults, and seat pairs that are free."""
        for program in tuple(self._programs.values()):
            if not program.is_there:
                self._remove(program.session.id)
            elif (away := self._away_ms(program.entrant)) > 0:
                self._remove(program.session.id)
                program.session.send(LeftLadder(reason="faults", again_ms=away))
        for entrant in {program.entrant for program in self._programs.values() if program.is_free}:
            self._bring_back(entrant, away_before=now - limits.LADDER_RETURN)
        present = tuple(self._present(now))
        if self._server.draining or sum(one.free_since is not None for one in present) < 2:
            return
        values = {entrant: rating.value for entrant, rating in self._ratings.items()}
        for a, b in next_pairs(present, self._met, values, waited_since=now - limits.LADDER_PATIENCE):
            if self._tables.count < limits.TABLES:
                self._seat(LadderSides(b, a) if self._server.ladder.was_north(a, b) else LadderSides(a, b))

    def _present(self, now: float) -> Iterator[PresentEntrant]:
        """Yield the entrants with two programs or more, and note since when two of them have been free."""
        self._rests_until = {one: until for one, until in self._rests_until.items() if now < until}
        busy = {*(+self._server.ladder.called_away), *self._rests_until}
        there = Counter(one.entrant for one in self._programs.values() if one.entrant not in busy)
        free = Counter(program.entrant for program in self._programs.values() if program.is_free)
        self._free_since = {one: self._free_since.get(one, now) for one in there if free[one] >= 2}
        return (PresentEntrant(one, self._free_since.get(one)) for one in there if there[one] >= 2)

    def _met(self, a: LadderEntrant, b: LadderEntrant) -> int:
        """The boards that two entrants have played, or are about to play where they sit."""
        due = (
            self._settings.boards - self._boards(table.id)
            for table, sides in self._played
            if {sides.ns, sides.ew} == {a, b}
        )
        return self._server.ladder.boards_of(self._rules, a, b) + sum(due)

    def _boards(self, table: str) -> int:
        sitting = self._server.ladder.sitting(table)
        return 0 if sitting is None else sitting.boards

    @property
    def _played(self) -> tuple[tuple[Table, LadderSides], ...]:
        """The tables of the ladder that are played, without those of contests."""
        return tuple((table, sides) for table, sides in self._held if not table.options.is_contest)

    @property
    def _held(self) -> Iterator[tuple[Table, LadderSides]]:
        """Yield the tables at which entrants play, those of contests too."""
        return ((table, sides) for table in self._tables.values() if (sides := table.options.ladder) is not None)

    def _seat(self, sides: LadderSides) -> None:
        """Open a table for two entrants, and bring two programs of each there."""
        table = self._tables.open(replace(self._options, ladder=sides))
        if not self.bring(table, sides):
            return
        line = f"{table.id}: {sides.ns.name} (NS) meets {sides.ew.name} (EW) on the ladder"
        self._say(line, table=table.id, ns=sides.ns.name, ew=sides.ew.name)

    def bring(self, table: Table, sides: LadderSides) -> bool:
        """Bring two free programs of each entrant to the table, as partners; where one lacks, end it: False then."""
        for team in Team:
            for seat, session in zip(team.seats, self.free(sides[team]), strict=False):
                session.table = table.id
                self._tables.deliver(table, session, Join(table=table.id, seat=seat))
        if not table.is_full:
            self._tables.end(table, "abandoned")
        return not table.closed

    def _bring_back(self, entrant: LadderEntrant, *, away_before: float) -> None:
        """Give the entrant's seats whose programs are away since before that moment to programs of it that are free.

        A program that was started again, and knows nothing of its session, so gets back to its table.
        """
        for table, sides in tuple(self._held):
            for seat in table.seats_away(entrant.who, before=away_before):
                if sides[seat.team] == entrant and (free := next(iter(self.free(entrant)), None)) is not None:
                    free.table = table.id
                    self._tables.deliver(table, free, Join(table=table.id, seat=seat))

    def free(self, entrant: LadderEntrant) -> Sequence[Session]:
        """The programs of the entrant that are at no table."""
        return [one.session for one in self._programs.values() if one.entrant == entrant and one.is_free]

    # --- contests of the arena -----------------------------------------------------------------------

    def programs(self) -> Mapping[LadderEntrant, int]:
        """The number of programs that each entrant has on the ladder now, at tables or not."""
        return Counter(program.entrant for program in self._programs.values() if program.is_there)

    @contextmanager
    def kept_for_contest(self, entrants: Collection[LadderEntrant]) -> Iterator[None]:
        """Pair none of those entrants on the ladder meanwhile, and for a moment afterwards.

        Their tables there end with the boards that are played.
        """
        self._server.ladder.called_away.update(entrants)
        try:
            yield
        finally:
            self._server.ladder.called_away.subtract(entrants)
            self._rests_until.update(dict.fromkeys(entrants, trio.current_time() + limits.CONTEST_REST))

    # --- how it stands -------------------------------------------------------------------------------

    def message(self) -> Ladder:
        """The ladder as it stands now."""
        programs = Counter(program.entrant for program in self._programs.values())
        entrants = [one for one in {**self._totals, **programs} if self._owns(one)]
        unrated = Fitted(-math.inf, math.inf)
        shown = sorted(entrants, key=lambda one: -self._ratings.get(one, unrated).value)[: limits.LADDER_LISTED]
        return Ladder(
            preset=self._options.preset,
            boards=self._settings.boards,
            clock=self._settings.clock,
            entries=tuple(self._entry(one, programs[one]) for one in shown),
            tables=tuple(self._table(*one) for one in self._played[: limits.LADDER_TABLES_LISTED]),
            more=len(entrants) - len(shown),
        )

    def _owns(self, entrant: LadderEntrant) -> bool:
        """Return whether the name is still that owner's: the next one begins anew."""
        owner = self._register.owner_of(entrant.name)
        return owner is not None and owner.who == entrant.who

    @property
    def _totals(self) -> Mapping[LadderEntrant, LadderTotals]:
        return self._server.ladder.totals(self._rules)

    def _entry(self, entrant: LadderEntrant, programs: int) -> LadderEntry:
        rating = self._ratings.get(entrant)
        boards, faults = self._totals.get(entrant, LadderTotals())
        return LadderEntry(
            name=entrant.name,
            rating=None if rating is None else round(rating.value * 100),
            margin=None if rating is None or math.isinf(rating.margin) else round(rating.margin * 100),
            boards=boards,
            illegal=faults.illegal,
            timed_out=faults.timed_out,
            absent=faults.absent,
            programs=programs,
            away_ms=self._away_ms(entrant),
        )

    def _table(self, table: Table, sides: LadderSides) -> LadderTable:
        sitting = self._server.ladder.sitting(table.id)
        points: dict[Team, int] = defaultdict(int) if sitting is None else {team: sitting.scored[team] for team in Team}
        return LadderTable(
            table=table.id,
            ns=sides.ns.name,
            ew=sides.ew.name,
            boards=0 if sitting is None else sitting.boards,
            points={team: points[team] for team in Team},
        )


def _is_meant(name: str, said: str, wanted: str | None) -> bool:
    """Return whether a name is the one that was said; where none is `wanted`, that may have a number."""
    if same_name(name) == same_name(said):
        return True
    base, _, number = said.rpartition(" ")
    return wanted is None and number.isdecimal() and name[: MAX_NAME - len(number) - 1] == base


class LadderBroadcast(LobbyBroadcast):
    """Sends the ladder to everybody in the lobby who has the capability and does not play there."""

    def __init__(self, server: ServerContext, ladder: LadderTables) -> None:
        super().__init__(server, server.standings, limits.LADDER_NEWS)
        self._ladder = ladder

    def draw(self) -> Ladder:
        """Make the message as it is now."""
        return self._ladder.message()

    def wants(self, session: Session) -> bool:
        """Return whether it is for that session."""
        return Capability.LADDER in session.capabilities and not self._ladder.has(session)

    def send_first(self, session: Session) -> None:
        """Send it to a session that has just come."""
        if self.wants(session):
            self.send_now(session)
