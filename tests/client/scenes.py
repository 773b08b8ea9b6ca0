"""A table as the people's client sees it, driven by the real engine without a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from coinche.client.at_table import AtTable
from coinche.client.keys import press
from coinche.client.language import Language
from coinche.client.model import ClientState
from coinche.client.reducing import LinkLost, LinkUp, Received, reduce
from coinche.client.settings import Settings
from coinche.client.ui import Ui
from coinche.client.wishing import ROWS
from coinche.engine.actions import Pass, parse_action
from coinche.engine.cards import Card
from coinche.engine.deal import Bidding, Cutting
from coinche.engine.events import Event, seen_by
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.options import changed
from coinche.engine.pack import cut, stacked
from coinche.engine.playing import Playing
from coinche.engine.presets import PRESETS, preset
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, view
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Chatted,
    Clock,
    Envelope,
    Error,
    FromClient,
    FromServer,
    Joined,
    Lobby,
    Occupant,
    PauseAsked,
    Paused,
    RecapStarted,
    RematchAsked,
    Request,
    RequestKind,
    SeatChanged,
    SeatInfo,
    TableClosed,
    TableEvent,
    TableInfo,
)

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
            self.hear(Envelope("t1", self.n, 0, seen))

    @property
    def rules(self) -> RuleSet:
        """Those of the table."""
        return changed(preset(self.preset), {"target": self.target, **self.options})

    def join(self) -> None:
        """Sit down at a table of four."""
        name = self.preset + (f"+{len(self.options)}" if self.options else "")
        self.hear(Joined(table="t1", name="Café", seat=self.seat, preset=name, rules=self.rules, clock=CLOCK))
        for seat, name in NAMES.items():
            kind = Occupant.BOT if seat is Seat.WEST else Occupant.PERSON
            self.happen(SeatChanged(seat, kind, name, connected=True))

    def start(self, dealer: Seat = Seat.WEST) -> None:
        """A match begins, with the hands of this file."""
        self.join()
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
        """Whoever's turn it is takes that action; `W:coinche` is West's, out of turn."""
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


_KINDS: dict[type, RequestKind] = {Cutting: RequestKind.CUT, Bidding: RequestKind.BID, Playing: RequestKind.PLAY}


def hands() -> dict[Seat, tuple[Card, ...]]:
    return {seat: tuple(map(Card, text.split())) for seat, text in HANDS.items()}


def request_of(game: State, seat: Seat) -> Request:
    """The request as a server would send it."""
    allowed = legal(game, seat)
    on_turn = to_act(game) is seat
    return Request(
        request=1 if on_turn else 2,
        table="t1",
        seat=seat,
        after=0,
        kind=_KINDS[type(game.phase)] if on_turn else RequestKind.REACT,
        match=game.match,
        deal=game.deal,
        rules="",
        legal=tuple(map(str, allowed.actions if on_turn else (Pass(), *allowed.actions))),
        bids=dict(allowed.bids),
        step=allowed.step,
        max=allowed.maximum,
        offers=dict(allowed.offers),
        declarations=allowed.declarations,
        default=str(allowed.default),
        clock=CLOCK,
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
    cafe = TableInfo(table="t1", clock=CLOCK, name="Café", preset="ffb", target=1000, phase=Phase.PLAYING, seats=seats)
    bots = tuple(SeatInfo(seat=seat, occupant=Occupant.BOT, name="steady") for seat in Seat)
    club = TableInfo(
        table="t2",
        clock=CLOCK,
        name="Club",
        preset="pagat+2",
        base="pagat",
        target=2000,
        phase=Phase.WAITING,
        seats=bots,
        spectators=2,
        options={"surcoinche": 3, "length": 12},
        private=True,
    )
    scene.hear(Lobby(tables=(cafe, club), presets=tuple(PRESETS), bots=("steady",)))
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


def cutting(scene: Scene) -> None:
    """Nothing is shuffled, and South cuts: a few cards more than half."""
    scene.preset = "online"
    scene.start(dealer=Seat.EAST)
    scene.press("right", "right")


def cut_by_another(scene: Scene) -> None:
    """Nothing is shuffled, and East has the pack before him."""
    scene.preset = "online"
    scene.start(dealer=Seat.NORTH)


def every_denomination(scene: Scene) -> None:
    """No trump, all trump, capot and générale: South may go over 150 of North's."""
    scene.preset = "ibelote"
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80S", "150N", "pass")


def typing_generale(scene: Scene) -> None:
    """The same, with the beginning of générale typed."""
    every_denomination(scene)
    scene.press("g", "e", "n")


def ranked(scene: Scene) -> None:
    """The same number counts in a higher denomination: South may say 90 of spades, no trump or all trump."""
    scene.preset = "bridgee"
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80D", "90H", "pass")


def coarse(scene: Scene) -> None:
    """Bids go up by twenty to 160."""
    scene.options = {"bid_step": 20, "bid_maximum": 160}
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80S", "100H", "pass")
    scene.press("up", "right")


def reacting(scene: Scene) -> None:
    """East bids, North is to speak, and South may coinche at once."""
    scene.preset = "pagat"
    scene.start(dealer=Seat.SOUTH)
    scene.do("90S")


def sure(scene: Scene) -> None:
    """The same, the coinche said once."""
    reacting(scene)
    scene.press("c")


def cancelled(scene: Scene) -> None:
    """North's coinche of 90 was overcalled by West; South may speak."""
    scene.preset = "online"
    scene.options = {"reshuffle_after_passes": None, "shuffle": "every_deal"}
    scene.start(dealer=Seat.SOUTH)
    scene.do("90S", "coinche", "100S")


def soloist(scene: Scene) -> None:
    """South has bid générale and leads, although North would be first."""
    scene.preset = "ibelote"
    scene.start(dealer=Seat.EAST)
    scene.do("pass", "pass", "generaleH", "pass", "pass", "pass")


def six_cards(scene: Scene) -> None:
    """The auction on six cards each."""
    scene.preset = "pagat"
    scene.options = {"two_stage_deal": True}
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "80S", "90H", "pass")


def clockwise(scene: Scene) -> None:
    """The game goes round the other way, and the clock is West's: South has led, West is next."""
    scene.preset = "stayandplay-both"
    scene.start(dealer=Seat.EAST)
    scene.do("90H", "pass", "pass", "pass", "JH")


def tripled(scene: Scene) -> None:
    """A surcoinche multiplies by three."""
    scene.preset = "colver"
    scene.options = {"surcoinche": 3, "coinche_when": "in_turn"}
    scene.start(dealer=Seat.EAST)
    order = Seat.SOUTH.round(scene.rules.table.direction)
    assert to_act(scene.game) is order[0]
    scene.do("120H", "coinche", "surcoinche")


def tripled_recap(scene: Scene) -> None:
    """The same deal is over: a flat score, without rounding."""
    tripled(scene)
    scene.play_out()
    scene.happen(RecapStarted(10_000))


def alone_failed(scene: Scene) -> None:
    """The générale is lost."""
    soloist(scene)
    scene.play_out()
    scene.happen(RecapStarted(10_000))


def bid_alone_scored(scene: Scene) -> None:
    """Only the bid is scored."""
    scene.preset = "stayandplay-bid"
    scene.start(dealer=Seat.EAST)
    scene.do("90H", "pass", "pass", "pass")
    scene.play_out()
    scene.happen(RecapStarted(10_000))


def third_of_twelve(scene: Scene) -> None:
    """A match of twelve deals, in its third."""
    scene.options = {"length": 12}
    scene.start(dealer=Seat.WEST)
    for _ in range(2):
        scene.do("80S", "pass", "pass", "pass")
        scene.play_out()
        scene.happen(RecapStarted(10_000))
        scene.deal(stacked(hands(), scene.game.dealer.next(scene.rules.table.direction), scene.rules.table))


def looking_back(scene: Scene) -> None:
    """In the fourth trick South looks at the first one again, where the rules let him."""
    scene.options = {"trick_history": "all"}
    follow(scene)
    scene.press("l", "left", "left")


def rules_read(scene: Scene) -> None:
    """South reads the rules in mid-auction, a page down."""
    six_cards(scene)
    scene.press("r", "pagedown")


def form(scene: Scene) -> None:
    """A new table is being made: pagat without a surcoinche."""
    lobby(scene)
    scene.press("n", "right", "right", "right")
    scene.press(*["down"] * ROWS.index("surcoinche"), "right")


def pause_wanted(scene: Scene) -> None:
    """On turn, South is asked for a pause, and somebody who watches speaks."""
    follow(scene)
    scene.happen(PauseAsked(Seat.EAST), Chatted(None, "Lou", "Je reviens tout de suite !"))


def paused(scene: Scene) -> None:
    """The same, all have agreed: the clocks stand."""
    pause_wanted(scene)
    scene.happen(PauseAsked(Seat.NORTH), PauseAsked(Seat.SOUTH), Paused(1_800_000))


def rematch_wanted(scene: Scene) -> None:
    """The last deal of the match is over, and East would like another."""
    scene.target = 500
    recap(scene)
    scene.happen(RematchAsked(Seat.EAST))


def writing(scene: Scene) -> None:
    """On turn, South writes to the table."""
    follow(scene)
    scene.press("t")
    scene.write("Un instant, je réfléchis 5 minutes")


def claimable(scene: Scene) -> None:
    """South leads, and whatever the others hold, the rest is his."""
    coinched(scene)
    scene.do("7C", "9C", "10C", "KC", "7D", "9D", "KD", "10D", "AD", "8D", "JD", "QD")
    scene.do("10S", "9S", "KS", "8S", "KH", "10H", "7H", "JH")


def asked_rules(scene: Scene) -> None:
    """The fifth of the six questions, the cursor on its second answer."""
    lobby(scene)
    scene.press("n", "f", "2", "3", "2", "3", "down")


def found_rules(scene: Scene) -> None:
    """What six answers lead to: a preset with two changes."""
    asked_rules(scene)
    scene.press("enter", "3")


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
        cutting,
        cut_by_another,
        every_denomination,
        typing_generale,
        ranked,
        coarse,
        reacting,
        sure,
        cancelled,
        soloist,
        six_cards,
        clockwise,
        tripled,
        tripled_recap,
        alone_failed,
        bid_alone_scored,
        third_of_twelve,
        looking_back,
        rules_read,
        form,
        pause_wanted,
        paused,
        rematch_wanted,
        writing,
        claimable,
        asked_rules,
        found_rules,
    )
}


def _stories_elsewhere() -> dict[str, Callable[[Scene], None]]:
    """Those of other files, which need the scene that is made here."""
    from tests.client import scenes_at_home, scenes_in_play, scenes_replays

    stories = (*scenes_at_home.STORIES, *scenes_in_play.STORIES, *scenes_replays.STORIES)
    return {story.__name__: story for story in stories}


SCENES |= _stories_elsewhere()


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
