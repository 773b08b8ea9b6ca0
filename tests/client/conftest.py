"""A table as the people's client sees it, driven by the real engine without a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from coinche.client.face import Face
from coinche.client.glyphs import ASCII, UNICODE
from coinche.client.language import Language
from coinche.client.model import ClientState, Ui
from coinche.client.reducing import LinkUp, Received, reduce
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.deal import Bidding
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.pack import shuffled, stacked
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.engine.view import view
from coinche.protocol.messages import (
    Clock,
    Envelope,
    FromServer,
    Joined,
    Occupant,
    RecapStarted,
    Request,
    RequestKind,
    SeatChanged,
    TableEvent,
)

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
    n: int = 0
    game: State = field(init=False)
    state: ClientState = field(init=False)
    log: list[Event | TableEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = ClientState(server="127.0.0.1:4747", ui=Ui(language=self.language))
        self.state = reduce(self.state, LinkUp("Ana", resumed=False))

    def hear(self, message: FromServer | Envelope) -> None:
        """Something comes from the server."""
        self.state = reduce(self.state, Received(message, now=10.0))

    def happen(self, *events: Event | TableEvent) -> None:
        """Events of the table, as the viewer is sent them."""
        for event in events:
            self.n += 1
            self.log.append(event)
            seen = event if isinstance(event, (SeatChanged, RecapStarted)) else seen_by(event, self.seat)  # type: ignore[arg-type]
            self.hear(Envelope("t1", self.n, 0, seen))

    def join(self) -> None:
        """Sit down at a table of four."""
        self.hear(Joined(table="t1", name="Café", seat=self.seat, preset="ffb"))
        for seat, name in NAMES.items():
            kind = Occupant.BOT if seat is Seat.WEST else Occupant.PERSON
            self.happen(SeatChanged(seat, kind, name, connected=True))

    def start(self, dealer: Seat = Seat.WEST) -> None:
        """A match begins, with the hands of this file."""
        self.join()
        self.game, events = new_match(preset("ffb", self.target), dealer)
        self.happen(*events)
        self.deal(stacked(hands(), dealer, self.game.rules.table))

    def deal(self, pack: tuple[Card, ...]) -> None:
        """The next deal."""
        self.game, events = next_deal(self.game, pack)
        self.happen(*events)
        self.ask()

    def ask(self) -> None:
        """The request, if it is the viewer's turn."""
        if self.seat is not None and to_act(self.game) is self.seat:
            self.hear(request_of(self.game, self.seat))

    def do(self, *actions: str) -> None:
        """Whoever's turn it is takes that action."""
        for notation in actions:
            seat = to_act(self.game)
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
    allowed = legal(game, seat)
    return Request(
        request=1,
        table="t1",
        seat=seat,
        after=0,
        kind=RequestKind.BID if isinstance(game.phase, Bidding) else RequestKind.PLAY,
        match=game.match,
        deal=game.deal,
        rules="",
        legal=tuple(map(str, allowed.actions)),
        bids=dict(allowed.bids),
        step=allowed.step,
        max=allowed.maximum,
        offers=dict(allowed.offers),
        declarations=allowed.declarations,
        default=str(allowed.default),
        clock=Clock(move_ms=0, bank_ms=0),
        view=view(game, seat),
    )


def bid(scene: Scene) -> None:
    """South to bid over 80 of East's and 90 of North's."""
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80S", "90H", "pass")


def coinched(scene: Scene) -> None:
    """South has taken, East has coinched, and it is South's turn to play to a trick."""
    bid(scene)
    scene.do("120H", "coinche")
    while isinstance(scene.game.phase, Bidding):
        scene.do("pass")


def follow(scene: Scene) -> None:
    """South must follow: two cards are legal."""
    coinched(scene)
    scene.do("AH", "8H", "10H", "7H", "8S")


def recapped(scene: Scene) -> None:
    coinched(scene)
    scene.play_out()
    scene.happen(RecapStarted(10_000))


SCENES: dict[str, Callable[[Scene], None]] = {
    "bidding": bid,
    "coinched": coinched,
    "follow": follow,
    "recap": recapped,
}


@dataclass
class Stage:
    """What the tests of the screens need: scenes by name and faces."""

    names: tuple[str, ...] = tuple(SCENES)

    def scene(self, name: str, language: Language = Language.FRENCH, seat: Seat | None = Seat.SOUTH) -> Scene:
        """A scene ready to be looked at."""
        scene = Scene(seat=seat, language=language)
        SCENES[name](scene)
        return scene

    def empty(self, **changes: object) -> Scene:
        """A scene before anything happened."""
        return Scene(**changes)  # type: ignore[arg-type]

    def face(self, state: ClientState, *, ascii_only: bool = False) -> Face:
        """How that state's person reads."""
        return Face(state.ui.language, ASCII if ascii_only else UNICODE)

    @property
    def pack(self) -> tuple[Card, ...]:
        """A shuffled pack."""
        return shuffled(bytes(32))


@pytest.fixture(scope="session")
def stage() -> Stage:
    """Scenes and faces."""
    return Stage()
