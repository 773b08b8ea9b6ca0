"""A table as the people's client sees it, driven by the real engine without a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from coinche.client.keys import press
from coinche.client.language import Language
from coinche.client.model import AtTable, ClientState, Ui
from coinche.client.reducing import LinkLost, LinkUp, Received, reduce
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.deal import Bidding
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.pack import stacked
from coinche.engine.presets import preset
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, view
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Clock,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Joined,
    Lobby,
    Occupant,
    RecapStarted,
    Request,
    RequestKind,
    SeatChanged,
    SeatInfo,
    TableClosed,
    TableEvent,
    TableInfo,
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

    @property
    def table(self) -> AtTable:
        """The table that the viewer is at."""
        assert self.state.table is not None
        return self.state.table

    def press(self, *keys: str) -> tuple[FromClient, ...]:
        """The person presses keys; what that sends."""
        sent: tuple[FromClient, ...] = ()
        for key in keys:
            done = press(self.state, key)
            self.state, sent = done.state, sent + done.send
        return sent

    def hear(self, message: FromServer | Envelope) -> None:
        """Something comes from the server."""
        self.state = reduce(self.state, Received(message, now=10.0))

    def happen(self, *events: Event | TableEvent) -> None:
        """Events of the table, as the viewer is sent them."""
        for event in events:
            self.n += 1
            self.log.append(event)
            seen = event if isinstance(event, TableEvent) else seen_by(event, self.seat)
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


def bidding(scene: Scene) -> None:
    """South to bid over 80 of East's and 90 of North's."""
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80S", "90H", "pass")


def typing(scene: Scene) -> None:
    """The same, with 70 of hearts typed, which is not on offer."""
    bidding(scene)
    for key in ("7", "0", "c" if scene.language is Language.FRENCH else "h"):
        scene.press(key)


def coinched(scene: Scene) -> None:
    """South has taken, East has coinched, and South leads."""
    bidding(scene)
    scene.do("120H", "coinche")
    while isinstance(scene.game.phase, Bidding):
        scene.do("pass")


def follow(scene: Scene) -> None:
    """Fourth trick, led by East: South must follow in diamonds and has selected a card."""
    coinched(scene)
    scene.do("JH", "8H", "10H", "7H", "AS", "7S", "9S", "QS", "8S", "10S", "JS", "KS", "AD", "7D", "9D")
    scene.press("right")


def belote(scene: Scene) -> None:
    """South leads with king and queen of trumps in hand, and a tierce to declare."""
    scene.start(dealer=Seat.WEST)
    scene.do("80D")
    while isinstance(scene.game.phase, Bidding):
        scene.do("pass")


def recap(scene: Scene) -> None:
    """A coinched deal is over; the score lies on the table."""
    coinched(scene)
    scene.play_out()
    scene.happen(RecapStarted(10_000))


def over(scene: Scene) -> None:
    """The match is over and the table closed."""
    scene.target = 500
    recap(scene)
    scene.happen(TableClosed("match_over"))


def gathering(scene: Scene) -> None:
    """A table with a free seat."""
    scene.join()
    scene.happen(SeatChanged(Seat.EAST, Occupant.FREE, "", connected=True))


def lobby(scene: Scene) -> None:
    """Two tables, the second under the cursor with a seat of it chosen."""
    seats = tuple(
        SeatInfo(seat=seat, occupant=Occupant.PERSON if name else Occupant.FREE, name=name)
        for seat, name in {**NAMES, Seat.WEST: ""}.items()
    )
    cafe = TableInfo(table="t1", name="Café", preset="ffb", target=1000, phase=Phase.PLAYING, seats=seats)
    bots = tuple(SeatInfo(seat=seat, occupant=Occupant.BOT, name="steady") for seat in Seat)
    club = TableInfo(table="t2", name="Club", preset="ffb", target=2000, phase=Phase.WAITING, seats=bots, spectators=2)
    scene.hear(Lobby(tables=(cafe, club), presets=("ffb",), bots=("steady",)))
    for key in ("down", "down", "right"):
        scene.press(key)


def refused(scene: Scene) -> None:
    """South tried a card that the rules forbid."""
    follow(scene)
    scene.press("1")
    data: dict[str, str | int | tuple[str, ...]] = {"reason": "must_follow_suit"}
    scene.hear(Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="", request=1, data=data))


def frozen(scene: Scene) -> None:
    """South's 120 was coinched: nothing can be bid, only surcoinched or left at that."""
    bidding(scene)
    scene.do("120H", "coinche", "pass")


def lost(scene: Scene) -> None:
    """The connection broke in mid-trick."""
    follow(scene)
    scene.state = reduce(scene.state, LinkLost(2))


def leaving(scene: Scene) -> None:
    """South wants to leave and is asked whether he means it."""
    follow(scene)
    scene.press("q")


def helped(scene: Scene) -> None:
    """Help during the auction."""
    bidding(scene)
    scene.press("?")


SCENES: dict[str, Callable[[Scene], None]] = {
    story.__name__: story
    for story in (
        bidding,
        typing,
        coinched,
        follow,
        belote,
        recap,
        over,
        gathering,
        lobby,
        refused,
        frozen,
        lost,
        leaving,
        helped,
    )
}


def scene(name: str, language: Language = Language.FRENCH, seat: Seat | None = Seat.SOUTH) -> Scene:
    """A scene ready to be looked at."""
    made = Scene(seat=seat, language=language)
    SCENES[name](made)
    return made


@lru_cache
def state_of(name: str, language: Language = Language.FRENCH) -> ClientState:
    """The client's state in that scene."""
    return scene(name, language).state


@lru_cache
def table_of(name: str, language: Language = Language.FRENCH) -> AtTable:
    """The table in that scene."""
    return scene(name, language).table
