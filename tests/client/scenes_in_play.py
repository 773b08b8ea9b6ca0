"""Scenes around the course of a deal: premoves, hints, clocks, seat changes, spectators."""

from __future__ import annotations

from msgspec import structs

from coinche.client.model.messages import Advised, Tick
from coinche.client.update.update import reduce
from coinche.engine.actions import Action, MakeBid, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.seats import Seat
from coinche.hints.render import Advice, Because, because
from coinche.hints.texts import WhyCall, WhyFollow
from coinche.protocol.messages import Chatted, Clock, Occupant, SeatChanged
from tests.client.scene import Scene
from tests.client.scenes_at_table import bidding, coinched, follow

THREE_TRICKS = ("JH", "8H", "10H", "7H", "AS", "7S", "9S", "QS", "8S", "10S", "JS", "KS")


def choosing_ahead(scene: Scene) -> None:
    """East thinks; South has the cursor on a card for the next turn."""
    coinched(scene)
    scene.do("JH")
    scene.press("right", "right")


def prepared(scene: Scene) -> None:
    """The same, the card chosen."""
    choosing_ahead(scene)
    scene.press("enter")


def dropped(scene: Scene) -> None:
    """South's premove is illegal when the turn comes."""
    coinched(scene)
    scene.do(*THREE_TRICKS)
    scene.press("1")
    scene.do("AD", "7D", "9D")


def trick_shown(scene: Scene) -> None:
    """East has led at once to the next trick; the last one still lies there."""
    coinched(scene)
    scene.do(*THREE_TRICKS)
    scene.pace = 0.6
    scene.do("AD", "7D")


def advised(scene: Scene) -> None:
    """Rules by which one may look at everything, and South has asked what to play."""
    scene.options = {"trick_history": "all"}
    follow(scene)
    scene.press("h")
    _answer(scene, PlayCard(Card.DQ), because(WhyFollow.LEAST, points=3))


def advised_bid(scene: Scene) -> None:
    """The same in the auction."""
    scene.options = {"trick_history": "all"}
    bidding(scene)
    scene.press("h")
    why = because(WhyCall.SUPPORT, bid=Bid("90H"), cards=(Card.HJ, Card.H9), points=126)
    _answer(scene, MakeBid(Bid("120H")), why)


def _answer(scene: Scene, action: Action, why: Because) -> None:
    """The result of the effect."""
    request = scene.table.request
    assert request is not None
    scene.state = reduce(scene.state, Advised(Advice(request=request.request, action=action, why=why)))


def without_hints(scene: Scene) -> None:
    """South has asked for a hint at a table whose host wanted none."""
    scene.hints = False
    follow(scene)
    scene.press("h")


def among_bots(scene: Scene) -> None:
    """South plays with bots of three levels."""
    follow(scene)
    for seat, level in ((Seat.EAST, "strong"), (Seat.NORTH, "expert"), (Seat.WEST, "steady")):
        scene.happen(SeatChanged(seat, Occupant.BOT, level, connected=True))


def hurried(scene: Scene) -> None:
    """Twelve seconds of South's twenty are over; the bank is full."""
    follow(scene)
    request = scene.table.request
    assert request is not None
    scene.hear(structs.replace(request, clock=Clock(move_ms=20_000, bank_ms=120_000)))
    scene.state = reduce(scene.state, Tick(scene.now + 12))


def slow(scene: Scene) -> None:
    """East has been thinking for over a minute."""
    coinched(scene)
    scene.do("JH")
    scene.state = reduce(scene.state, Tick(scene.now + 75))


def away(scene: Scene) -> None:
    """North has lost the connection a moment ago."""
    follow(scene)
    scene.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=False))


def back(scene: Scene) -> None:
    """North is there again."""
    away(scene)
    scene.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=True))


def short_words(scene: Scene) -> None:
    """South begins a two-letter shortcut; a spectator has spoken."""
    follow(scene)
    scene.happen(Chatted(None, "Mia", "Quelle donne !"))
    scene.press("/")


def watched(scene: Scene) -> None:
    """A spectator has turned the table towards West."""
    scene.seat = None
    coinched(scene)
    scene.do(*THREE_TRICKS, "AD")
    scene.press("w", "w", "w")


STORIES = (
    choosing_ahead,
    prepared,
    dropped,
    trick_shown,
    advised,
    advised_bid,
    without_hints,
    among_bots,
    hurried,
    slow,
    away,
    back,
    short_words,
    watched,
)
