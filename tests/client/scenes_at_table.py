"""Scenes of the usual course of a table: the lobby, the auction, the play, the score, and their overlays."""

from __future__ import annotations

from dataclasses import replace

from coinche.bots.beliefs.conventions import steady_system
from coinche.client.model.messages import LinkLost
from coinche.client.update.rules_form import ROWS
from coinche.client.update.solo import offer_or_open
from coinche.client.update.update import reduce
from coinche.engine.cards import Rank
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import stacked
from coinche.engine.match import to_act
from coinche.engine.presets import PRESETS
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Chatted,
    Convention,
    Error,
    Lobby,
    Occasion,
    Occupant,
    PauseAsked,
    Paused,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    SeatInfo,
    System,
    SystemDeclared,
    TableClosed,
    TableInfo,
)
from coinche.text.language import Language
from tests.client.scene import CLOCK, NAMES, Scene, hands


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


def lie(scene: Scene) -> None:
    """The score lies on the table, 30 s; a minute where another match can be asked for, for ten."""
    over = scene.table.view.phase is Phase.MATCH_OVER
    scene.happen(RecapStarted(60_000, 600_000) if over else RecapStarted(30_000))


def recap(scene: Scene) -> None:
    """A coinched deal is over; the score lies on the table."""
    coinched(scene)
    scene.play_out()
    lie(scene)


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
    scene.state = reduce(scene.state, LinkLost(2, since=scene.state.now - 12))


def leaving(scene: Scene) -> None:
    """South wants to leave and is asked to confirm it."""
    follow(scene)
    scene.press("q")


def resuming(scene: Scene) -> None:
    """South has come back to a solo match, and is asked whether it goes on."""
    follow(scene)
    scene.state = offer_or_open(replace(scene.state, solo=True, keeps_match=True)).state


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
    """Nothing is shuffled, and East cuts the pack."""
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
    lie(scene)


def alone_failed(scene: Scene) -> None:
    """The générale is lost."""
    soloist(scene)
    scene.play_out()
    lie(scene)


def bid_alone_scored(scene: Scene) -> None:
    """Only the bid is scored."""
    scene.preset = "stayandplay-bid"
    scene.start(dealer=Seat.EAST)
    scene.do("90H", "pass", "pass", "pass")
    scene.play_out()
    lie(scene)


def third_of_twelve(scene: Scene) -> None:
    """A match of twelve deals, in its third."""
    scene.options = {"length": 12}
    scene.start(dealer=Seat.WEST)
    for _ in range(2):
        scene.do("80S", "pass", "pass", "pass")
        scene.play_out()
        lie(scene)
        scene.deal(stacked(hands(), scene.game.dealer.next(scene.rules.table.direction), scene.rules.table))


def looking_back(scene: Scene) -> None:
    """In the fourth trick South looks at the first one again, as the rules allow."""
    scene.options = {"trick_history": "all"}
    follow(scene)
    scene.press("l", "left", "left")


def rules_opened(scene: Scene) -> None:
    """South looks up in mid-auction what failed contracts score."""
    bidding(scene)
    scene.press("r", "5")


def rules_read(scene: Scene) -> None:
    """South reads the rules in mid-auction, from the beginning."""
    six_cards(scene)
    scene.press("r")


def form(scene: Scene) -> None:
    """A new table is being made: pagat without a surcoinche."""
    lobby(scene)
    scene.press("n", "right", "right", "right")
    scene.press(*["down"] * ROWS.index("surcoinche"), "right")


def pause_wanted(scene: Scene) -> None:
    """On turn, South is asked for a pause, and a spectator speaks."""
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


def rematch_offered(scene: Scene) -> None:
    """The last deal of the match is over, and nobody has asked for another yet."""
    scene.target = 500
    recap(scene)


def rematch_awaited(scene: Scene) -> None:
    """South would like another match, and the others have not answered."""
    rematch_offered(scene)
    scene.press("m")
    scene.happen(RematchAsked(Seat.SOUTH))


def writing(scene: Scene) -> None:
    """On turn, South writes to the table."""
    follow(scene)
    scene.press("t")
    scene.write("Un instant, je réfléchis 5 minutes")


def claimable(scene: Scene) -> None:
    """South leads and takes the rest, whatever the others hold."""
    coinched(scene)
    scene.do("7C", "9C", "10C", "KC", "7D", "9D", "KD", "10D", "AD", "8D", "JD", "QD")
    scene.do("10S", "9S", "KS", "8S", "KH", "10H", "7H", "JH")


def asked_rules(scene: Scene) -> None:
    """The fifth of the six questions, the cursor on its second answer."""
    lobby(scene)
    scene.press("n", "f", "2", "3", "2", "3", "down")


def found_rules(scene: Scene) -> None:
    """The result of six answers: a preset with two changes."""
    asked_rules(scene)
    scene.press("enter", "3")


def conventions_read(scene: Scene) -> None:
    """The conventions of three players, during the auction; West's are its own."""
    scene.start(dealer=Seat.WEST)
    steady = steady_system(scene.rules)
    own = Convention(
        said="90+",
        when=Occasion.OPENING,
        shows="der Bauer und die Neun — le 34",
        all=(Rank.JACK, Rank.NINE),
        trumps=(3, 8),
        spare=(0, 30),
    )
    systems = {Seat.NORTH: steady, Seat.EAST: steady, Seat.WEST: System(name="Wests", conventions=(own,))}
    scene.happen(*(SystemDeclared(seat, system) for seat, system in systems.items()))
    scene.press("e")


STORIES = (
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
    resuming,
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
    rules_opened,
    rules_read,
    conventions_read,
    form,
    pause_wanted,
    paused,
    rematch_wanted,
    rematch_offered,
    rematch_awaited,
    writing,
    claimable,
    asked_rules,
    found_rules,
)
