"""A player of a run: it finds or opens a table, sits there to the end, and answers its requests legally.

Until the calm end of the run it sometimes misbehaves (`muddle`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from coinche.engine import fair
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Act,
    AddBot,
    Begin,
    Capability,
    Envelope,
    Error,
    GoOn,
    Hello,
    Join,
    Joined,
    Leave,
    Left,
    Lobby,
    Paused,
    Pledge,
    RecapStarted,
    Rematch,
    Request,
    Share,
    ShareStage,
    ShareWanted,
    TableInfo,
    Undo,
    Watch,
)

from .caller import Caller, Surroundings, Told
from .choosing import answer
from .muddle import DOINGS
from .wishes import PASSPHRASE, wished

IMPATIENT = 20.0
"""So many seconds a player waits for others when all is to end, before it wants bots."""


class Player(Caller):
    """A player with its number of tables, its longest thinking time and its rate of misbehaviour."""

    def __init__(
        self, around: Surroundings, name: str, chance: Random, *, tables: int, think: float, muddle: float
    ) -> None:
        super().__init__(around, name, chance)
        self.program = chance.random() < 0.4
        self.tables = tables
        self.think = think
        self.muddle = muddle
        self.lobby: Lobby | None = None
        self.asked: Request | None = None
        self.answered: Request | None = None
        self.watching = False
        self._bound = False
        self._number = 0

    def signed_in(self) -> None:
        """Forget the messages under way."""
        self._bound = False
        self.later(self.chance.uniform(0, 1), self._look)

    def credentials(self, hello: Hello) -> Hello:
        """As a guest: some give their shares of a shuffle, some keep count of the events themselves."""
        wants = tuple(want for want in (Capability.FAIR, Capability.EVENTS) if self.chance.random() < 0.5)
        return replace(hello, want=wants)

    def next_id(self) -> int:
        """A number for one more message that is to be answered."""
        self._number += 1
        return self._number

    # --- hearing -------------------------------------------------------------------------------------

    def heard(self, message: Told) -> None:
        """Do what it calls for."""
        match message:
            case Lobby():
                self.lobby, self.asked = message, None
            case Joined():
                self._arrived(message)
            case Left():
                self._went()
            case Request():
                self._think_about(message)
            case ShareWanted():
                self._later(lambda player: player.give(message))
            case Envelope():
                self._event(message)
            case Error():
                self._refused(message)
        if isinstance(message, Envelope | Lobby) and not self.around.calm and self.chance.random() < self.muddle:
            self._later(self.chance.choice(DOINGS))

    def _later(self, do: Callable[[Player], None]) -> None:
        self.later(self.chance.uniform(0, self.think), lambda: do(self))

    def _event(self, envelope: Envelope) -> None:
        table, chance = envelope.table, self.chance
        match envelope.event:
            case RecapStarted():
                again = not self.around.calm and chance.random() < 0.2
                said = Rematch(table=table) if again else GoOn(table=table)
                self.later(chance.uniform(0, 2 * self.think), lambda: self.at_table(said))
            case Paused():
                self.later(chance.uniform(0, 30), lambda: self.at_table(GoOn(table=table)))

    def at_table(self, said: GoOn | Rematch | Act | AddBot | Begin | Leave) -> None:
        """Say it, if one is at that table still."""
        if self.table == said.table:
            self.say(said)

    def _refused(self, error: Error) -> None:
        if error.code in (ErrorCode.STALE_REQUEST, ErrorCode.LATE, ErrorCode.NOT_YOUR_TURN):
            return
        self._bound = False
        if self.table is None:
            self.later(self.chance.uniform(0.5, 3), self._look)

    # --- acting --------------------------------------------------------------------------------------

    def _think_about(self, request: Request) -> None:
        self.asked = request
        self.later(self.chance.uniform(0, self.think), lambda: self._answer(request))

    def _answer(self, request: Request) -> None:
        if self.asked is request and self.table == request.table:
            practises = self.joined is not None and self.joined.practice
            if practises and not self.around.calm and self.chance.random() < 0.3:
                self.say(Undo(table=request.table, id=self.next_id()))
            self.answered = request
            action = answer(request, self.chance)
            self.say(Act(table=request.table, request=request.request, action=action))

    def give(self, wanted: ShareWanted) -> None:
        """Give a share, or bind oneself to it; now and then not the one that was bound, or none."""
        share = f"{wanted.match:02x}{wanted.deal:02x}".encode().hex().zfill(64)
        if self.chance.random() < self.muddle:
            share = self.chance.choice((share[::-1], "0" * 64))
        told: dict[str, Any] = {"table": wanted.table, "match": wanted.match, "deal": wanted.deal}
        if wanted.stage is ShareStage.SHARE:
            self.say(Share(**told, share=share))
        else:
            bound = fair.pledge(bytes.fromhex(wanted.commitment), wanted.seat, bytes.fromhex(share))
            self.say(Pledge(**told, pledge=bound.hex()))

    # --- finding a table -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Go to a table, or open one."""
        if self.table is not None or self._bound:
            return
        if not self.tables or self.lobby is None:
            self.go()
            return
        free = [table for table in self.lobby.tables if self._may_sit(table)]
        if free and self.chance.random() < 0.85:
            self._bound = True
            self._join(self.chance.choice(free))
        elif self.around.calm:
            self.go()
        else:
            self._bound = True
            self.say(wished(self.chance, self.lobby.presets, self.lobby.bots))
        self.later(5.0, self._look_again)

    def _look_again(self) -> None:
        """Nothing may have come of it: the others were quicker, perhaps."""
        if self.table is None:
            self._bound = False
            self._look()

    def _may_sit(self, table: TableInfo) -> bool:
        open_to_me = table.phase is Phase.WAITING or not self.around.calm
        return open_to_me and any(seat.occupant == "free" for seat in table.seats)

    def _join(self, table: TableInfo) -> None:
        proof = self.table_proof(PASSPHRASE, table.table) if table.private else UNSET
        if self.chance.random() < 0.3:
            free = [seat.seat for seat in table.seats if seat.occupant == "free"]
            self.say(Join(table=table.table, seat=self.chance.choice(free), proof=proof))
        else:
            self.say(Join(table=table.table, proof=proof))

    def _arrived(self, joined: Joined) -> None:
        self._bound = False
        self.watching = joined.seat is None
        self.later(self.chance.uniform(0.5, 1) * IMPATIENT, self._hurry)

    def _hurry(self) -> None:
        """A table that still waits for players gets bots, where there are any, or is left: all is to end."""
        if self.table is None or self.joined is None:
            return
        if self.around.calm and not self.seen_match:
            bots = self.lobby.bots if self.lobby is not None else ()
            if self.watching or not bots or self.chance.random() < 0.2:
                self.say(Leave(table=self.table))
            elif self.joined.hold:
                self.say(Begin(table=self.table, bots=bots[0]))
            else:
                self.say(AddBot(table=self.table, bot=bots[0]))
        self.later(IMPATIENT, self._hurry)

    @property
    def seen_match(self) -> bool:
        """Return whether the match has begun, as far as the player knows."""
        return self.asked is not None

    def _went(self) -> None:
        self.tables -= 1
        self.asked = None
        self._bound = False
        self.later(self.chance.uniform(0.1, 2), self._look)


class Watcher(Player):
    """One that watches in place of playing, and looks in elsewhere now and then."""

    def _look(self) -> None:
        if self.table is not None:
            return
        if not self.tables or self.lobby is None or self.around.calm:
            self.go()
            return
        there = self.lobby.tables
        if there:
            table = self.chance.choice(there)
            proof = self.table_proof(PASSPHRASE, table.table) if table.private else UNSET
            eyes = self.chance.choice(tuple(Seat)) if self.chance.random() < 0.5 else UNSET
            self.say(Watch(table=table.table, proof=proof, eyes=eyes))
        self.later(5.0, self._look_again)

    def _hurry(self) -> None:
        if self.table is None:
            return
        if self.around.calm or self.chance.random() < 0.2:
            self.say(Leave(table=self.table))
        self.later(IMPATIENT, self._hurry)
