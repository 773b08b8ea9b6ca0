"""A table as the terminal client sees it, driven by the real engine without a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import structs

from coinche.client.keys import press
from coinche.client.model.messages import LinkUp, Received
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.update.update import reduce
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.dealing import cut, stacked
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import preset
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    Clock,
    Envelope,
    FromClient,
    FromServer,
    Joined,
    Occupant,
    Request,
    SeatChanged,
    TableEvent,
)
from coinche.protocol.requests import allowed
from coinche.protocol.requests import request_of as request_of_seat
from coinche.text.language import Language
from coinche.text.settings import Settings

SERVER_AHEAD = 1_795_000_000
"""Seconds by which the server's clock is ahead of the client's."""
CLOCK = Clock(move_ms=0, bank_ms=0)
NAMES = {Seat.SOUTH: "Ana", Seat.EAST: "Max", Seat.NORTH: "Zoé", Seat.WEST: "Léo"}
HANDS = {
    Seat.SOUTH: "JH 9H AH AS 8S KD QD 7C",
    Seat.EAST: "7S 10S KH 8H AD 10D 9C 8C",
    Seat.NORTH: "9S JS QH 10H 7D 8D AC 10C",
    Seat.WEST: "QS KS 7H 9D JD JC QC KC",
}


@dataclass
class Scene:
    """A match and one viewer's client state, kept in step."""

    seat: Seat | None = Seat.SOUTH
    language: Language = Language.FRENCH
    target: int = 1000
    preset: str = "ffb"
    options: dict[str, object] = field(default_factory=dict)
    reserved: Seat | None = None
    """The seat that the viewer gets with the next deal."""
    hints: bool = True
    """Whether the table was opened with hints."""
    n: int = 0
    now: float = 10.0
    pace: float = 4.0
    """Seconds that go by before each message."""
    game: State = field(init=False)
    state: ClientState = field(init=False)
    log: list[Event | TableEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = ClientState(server="127.0.0.1:4747", ui=Ui(settings=Settings(language=self.language)))
        self.state = reduce(self.state, LinkUp("Ana", resumed=False))

    @property
    def table(self) -> AtTable:
        """The table that the viewer is at."""
        assert self.state.table is not None
        return self.state.table

    def write(self, text: str) -> tuple[FromClient, ...]:
        """Type that, sign by sign; what is sent."""
        sent: tuple[FromClient, ...] = ()
        for sign in text:
            done = press(self.state, sign.lower(), sign)
            self.state, sent = done.state, sent + done.send
        return sent

    def press(self, *keys: str) -> tuple[FromClient, ...]:
        """The person presses keys; what that sends."""
        sent: tuple[FromClient, ...] = ()
        for key in keys:
            done = press(self.state, key)
            self.state, sent = done.state, sent + done.send
        return sent

    def hear(self, message: FromServer | Envelope) -> None:
        """Something comes from the server."""
        self.now += self.pace
        self.state = reduce(self.state, Received(message, now=self.now))

    def happen(self, *events: Event | TableEvent) -> None:
        """Events of the table, as the viewer is sent them."""
        for event in events:
            self.n += 1
            self.log.append(event)
            seen = event if isinstance(event, TableEvent) else seen_by(event, self.seat)
            self.hear(Envelope("t1", self.n, int(1000 * (SERVER_AHEAD + self.now + self.pace)), seen))

    @property
    def rules(self) -> RuleSet:
        """Those of the table."""
        return changed(preset(self.preset), {"target": self.target, **self.options})

    def join(self) -> None:
        """Sit down at a table of four."""
        name = self.preset + (f"+{len(self.options)}" if self.options else "")
        at = Joined(table="t1", name="Café", seat=self.seat, preset=name, rules=self.rules, clock=CLOCK)
        self.hear(structs.replace(at, reserved=self.reserved, hints=self.hints))
        for seat, name in NAMES.items():
            kind = Occupant.BOT if seat is Seat.WEST else Occupant.PERSON
            self.happen(SeatChanged(seat, kind, name, connected=True))

    def start(self, dealer: Seat = Seat.WEST) -> None:
        """A match begins, with the hands of this file."""
        self.join()
        self.begin(dealer)

    def begin(self, dealer: Seat = Seat.WEST) -> None:
        """A match begins, the first or a rematch, with the hands of this file."""
        self.game, events = new_match(self.rules, dealer)
        self.happen(*events)
        pack = stacked(hands(), dealer, self.game.rules.table)
        self.deal(cut(pack, 16) if self.rules.table.shuffle == "never" else pack)

    def deal(self, pack: tuple[Card, ...]) -> None:
        """The next deal."""
        self.game, events = next_deal(self.game, pack)
        self.happen(*events)
        self.ask()

    def ask(self) -> None:
        """The request, if it is the viewer's turn, or the offer to coinche out of turn."""
        if self.seat is not None and self.seat in (to_act(self.game), *may_act(self.game)):
            self.hear(request_of(self.game, self.seat))

    def do(self, *actions: str) -> None:
        """Take an action for the player on turn; `W:coinche` is West's, out of turn."""
        for notation in actions:
            who, _, said = notation.partition(":") if notation[1:2] == ":" else ("", "", notation)
            seat = Seat(who) if who else to_act(self.game)
            notation = said
            assert seat is not None
            self.game, events = apply(self.game, seat, parse_action(notation))
            self.happen(*events)
            self.ask()

    def play_out(self) -> None:
        """Everybody plays by default until the deal is over."""
        while (seat := to_act(self.game)) is not None:
            self.do(str(legal(self.game, seat).default))


def hands() -> dict[Seat, tuple[Card, ...]]:
    return {seat: tuple(map(Card, text.split())) for seat, text in HANDS.items()}


def request_of(game: State, seat: Seat) -> Request:
    """The request as a server would send it."""
    number = 1 if to_act(game) is seat else 2
    may = allowed(game, seat)
    return request_of_seat(game, seat, may, number=number, table="t1", after=0, clock=CLOCK, rules="")
