"""A crowd of light players in one process, behind one epoll: they sign in, play, and reconnect on orders of `load`.

The process runs apart from the server. The orders are Come, Play, Halt and Tell; the counters are in shared memory, to
be read at any time.
"""

from __future__ import annotations

import heapq
import random
import select
import time
from array import array
from collections import Counter, deque
from collections.abc import MutableSequence
from dataclasses import dataclass
from enum import IntEnum
from multiprocessing.connection import Connection

from bench.light_player import SEATS, Heard, Player, Table

LONGEST_WAIT = 30.0
LAG = 0.2
"""So many seconds of acts that are late are made up for, and not more."""


class Figure(IntEnum):
    """The counters, by their place in the shared memory."""

    COMINGS = 0
    """The number of orders to come."""
    READY = 1
    """Players who have signed in since."""
    SEATED = 2
    ACTS = 3
    """Acts that the server has accepted."""
    FAULTS = 4
    TRIES = 5
    """Connections that were lost before the sign-in was over, and begun anew."""


@dataclass(frozen=True, slots=True)
class Come:
    """Connect all players anew, each at a random time within so many seconds."""

    within: float


@dataclass(frozen=True, slots=True)
class Play:
    """Act so many times per second in total, or as fast as possible."""

    rate: float | None


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop acting until told otherwise; requests stay open meanwhile."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Send an `Account` of everything heard since the last one."""


Order = Come | Play | Halt | Tell


@dataclass(frozen=True, slots=True)
class Account:
    """The latencies from acts to the events heard at the three other seats, in seconds, and counts of faults."""

    delays: array[float]
    faults: Counter[str]


@dataclass(frozen=True, slots=True)
class Job:
    """The tables to play at, by number, and their server."""

    address: tuple[str, int]
    tables: range


class Crowd:
    """The players of some tables."""

    def __init__(self, job: Job, figures: MutableSequence[int], orders: Connection) -> None:
        self._figures, self._orders = figures, orders
        self._chance = random.Random(job.tables.start)
        self._epoll = select.epoll()
        self._epoll.register(orders.fileno(), select.EPOLLIN)
        self._players = [player for number in job.tables for player in _four(number, job.address)]
        self._by_descriptor: dict[int, Player] = {}
        self._coming: list[tuple[float, int, Player]] = []
        self._asked: deque[tuple[Player, Heard]] = deque()
        self._rate: float | None = 0.0
        self._next_act = 0.0
        self._account = Account(array("f"), Counter())

    def run(self) -> None:
        """Execute orders until the process that gives them has gone."""
        while True:
            for descriptor, _ in self._epoll.poll(self._patience()):
                if descriptor in self._by_descriptor:
                    self._attend(self._by_descriptor[descriptor])
                elif descriptor == self._orders.fileno() and not self._obey():
                    return
            self._connect_who_is_due()
            self._act_who_are_due()

    def _patience(self) -> float:
        due = [self._coming[0][0]] if self._coming else []
        if self._asked and self._rate != 0.0:
            due.append(self._next_act)
        return max(0.0, min(due) - time.perf_counter()) if due else -1

    def _obey(self) -> bool:
        try:
            order: Order = self._orders.recv()
        except EOFError:
            return False
        match order:
            case Come(within):
                self._come(within)
            case Play(rate):
                self._rate, self._next_act = rate, time.perf_counter()
            case Halt():
                self._rate = 0.0
            case Tell():
                self._orders.send(self._account)
                self._account = Account(array("f"), Counter())
        return True

    # --- coming --------------------------------------------------------------------------------------

    def _come(self, within: float) -> None:
        self._asked.clear()
        self._by_descriptor.clear()
        self._figures[Figure.COMINGS] += 1
        self._figures[Figure.READY] = 0
        now = time.perf_counter()
        for number, player in enumerate(self._players):
            player.hang_up()
            player.tries = 0
            heapq.heappush(self._coming, (now + self._chance.uniform(0, within), number, player))

    def _connect_who_is_due(self) -> None:
        now = time.perf_counter()
        while self._coming and self._coming[0][0] <= now:
            player = heapq.heappop(self._coming)[2]
            descriptor = player.connect()
            self._by_descriptor[descriptor] = player
            self._epoll.register(descriptor, select.EPOLLOUT)

    def _attend(self, player: Player) -> None:
        try:
            if player.plain is not None:
                self._epoll.modify(player.plain.fileno(), select.EPOLLIN)
                player.encrypt()
            if player.is_shaken or player.shake():
                for heard in player.hear():
                    self._hear(player, heard)
        except OSError as gone:
            player.hang_up()
            if player.is_ready:
                self._fault(f"connection: {type(gone).__name__}")
            else:
                self._try_again(player)

    def _try_again(self, player: Player) -> None:
        """Retry as clients do: after a random time from a span that doubles."""
        self._figures[Figure.TRIES] += 1
        player.tries += 1
        wait = self._chance.uniform(0, min(2.0**player.tries, LONGEST_WAIT))
        number = player.table.number * len(SEATS) + SEATS.index(player.seat)
        heapq.heappush(self._coming, (time.perf_counter() + wait, number, player))

    def _fault(self, what: str) -> None:
        self._account.faults[what] += 1
        self._figures[Figure.FAULTS] += 1

    # --- what is heard -------------------------------------------------------------------------------

    def _hear(self, player: Player, heard: Heard) -> None:
        if heard.n and heard.table:
            self._note(player, heard)
            return
        match heard.type:
            case "request":
                self._asked.append((player, heard))
            case "ok":
                self._figures[Figure.ACTS] += 1
            case "ping":
                player.say(type="pong", data=heard.data)
            case "welcome" if player.session:
                player.prove(heard.nonce)
            case "ready":
                self._welcome(player, heard)
            case "joined":
                self._seat(player, heard)
            case "left":
                self._leave(player)
            case "error" if player.is_ready:
                self._fault(f"{heard.code}: {heard.message}")
            case _:
                pass

    def _note(self, player: Player, event: Heard) -> None:
        """Handle an event; the event of an act gives the latency for the three other players."""
        player.seen, table = event.n, player.table
        if event.n == table.after + 1 and table.actor not in ("", player.seat):
            self._account.delays.append(time.perf_counter() - table.acted)
        if event.type == "timed_out":
            self._fault("an answer came too late")

    def _welcome(self, player: Player, ready: Heard) -> None:
        player.session, player.secret, player.is_ready = ready.session, ready.secret, True
        self._figures[Figure.READY] += 1
        if not player.is_seated:
            player.sit()

    def _seat(self, player: Player, joined: Heard) -> None:
        if not player.is_seated:
            player.is_seated = True
            self._figures[Figure.SEATED] += 1
        if not player.table.id:
            player.table.id = joined.table
            for other in player.table.players:
                if other is not player and other.is_ready:
                    other.sit()

    def _leave(self, player: Player) -> None:
        """Leave after the match; the first of the four opens the next table once all have left."""
        player.is_seated, player.seen = False, 0
        self._figures[Figure.SEATED] -= 1
        if not any(other.is_seated for other in player.table.players):
            player.table.id, player.table.actor = "", ""
            player.table.players[0].sit()

    # --- acting --------------------------------------------------------------------------------------

    def _act_who_are_due(self) -> None:
        while self._asked and self._rate != 0.0:
            now = time.perf_counter()
            if self._rate is not None:
                if now < self._next_act:
                    return
                self._next_act = max(self._next_act, now - LAG) + self._chance.expovariate(self._rate)
            player, request = self._asked.popleft()
            self._act(player, request)

    def _act(self, player: Player, request: Heard) -> None:
        action, table = self._choice(request), player.table
        table.after, table.actor, table.acted = request.after, player.seat, time.perf_counter()
        try:
            player.say(type="act", table=request.table, request=request.request, action=action)
        except OSError as gone:
            self._fault(f"act: {type(gone).__name__}")

    def _choice(self, request: Heard) -> str:
        """Choose a legal action; bids are rare and low, so that deals are played."""
        action = self._chance.choice(request.legal)
        if request.bids and (action.startswith("capot") or self._chance.random() < 0.2):
            suit = self._chance.choice(list(request.bids))
            return f"{request.bids[suit]}{suit}" if request.bids[suit] < 130 else "pass"
        return action


def _four(number: int, address: tuple[str, int]) -> list[Player]:
    """The players of one table, at a loopback address of their own."""
    table, source = Table(number), f"127.1.{number // 250}.{1 + number % 250}"
    table.players += (Player(table, seat, address, source) for seat in SEATS)
    return table.players


def run(job: Job, figures: MutableSequence[int], orders: Connection) -> None:
    """Run the process of a crowd."""
    Crowd(job, figures, orders).run()
