"""Scenes away from the cards: home, settings, the palette, and a table before its match with its host."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.keys.tips import tipped
from coinche.client.model.messages import MatchesWait, SearchEnded, ServerFound, WaitingMatch
from coinche.client.model.state import Tips
from coinche.client.model.ui import Overlay
from coinche.client.update.navigation import at_home
from coinche.client.update.text_entry import open_field
from coinche.client.update.update import reduce
from coinche.connection.address import Address, Found
from coinche.engine.seats import Seat
from coinche.protocol.messages import HostChanged, Joined, Occupant, SameAddress, SeatChanged
from tests.client.scene import CLOCK, NAMES, Scene


def home(scene: Scene) -> None:
    """Nobody was found on the network."""
    scene.state = reduce(replace(at_home(scene.state), searching=True), SearchEnded())


def home_searching(scene: Scene) -> None:
    """Nobody yet."""
    home(scene)
    scene.state = replace(scene.state, searching=True)


def home_found(scene: Scene) -> None:
    """Two servers answer."""
    home_searching(scene)
    for name, host, busy in (("Chez Léo", "192.168.1.20", 3), ("salon", "192.168.1.35", 0)):
        found = Found(name=name, address=Address(host, 24567), tables=busy, people=2 * busy)
        scene.state = reduce(scene.state, ServerFound(found))


def home_waiting(scene: Scene) -> None:
    """Two matches wait, one of them by other rules; a server answers."""
    home_searching(scene)
    found = Found(name="Chez Léo", address=Address("192.168.1.20", 24567), tables=3, people=6)
    scene.state = reduce(scene.state, ServerFound(found))
    usual = WaitingMatch(directory="ffb", rules="ffb", target=2000, deal=3, us=410, them=250)
    other = WaitingMatch(directory="pagat", rules="pagat", target=1000, deal=7, us=640, them=720)
    scene.state = reduce(scene.state, MatchesWait((usual, other)))


def home_alone(scene: Scene) -> None:
    """A private server is being started."""
    home(scene)
    scene.press("enter")


def home_naming(scene: Scene) -> None:
    """The person says what to be called."""
    home_found(scene)
    scene.press("n", "c-u")
    scene.write("Zoé")


def home_unreached(scene: Scene) -> None:
    """The typed address is malformed."""
    home(scene)
    scene.state = open_field(Overlay.ADDRESS)(scene.state).state
    scene.write("192.168.1.20:port")
    scene.press("enter")


def settings(scene: Scene) -> None:
    """The person's settings."""
    home(scene)
    scene.press("f2", "down", "down", "down", "right")


def palette(scene: Scene) -> None:
    """Everything that can be done at a table, by name."""
    scene.start()
    scene.do("pass", "80H", "pass", "pass", "pass")
    scene.press(":")


def palette_at_home(scene: Scene) -> None:
    """A word for a command of another screen, and for a help page."""
    home(scene)
    scene.press(":")
    scene.write("coincher")


def helped_at_home(scene: Scene) -> None:
    """The help for home."""
    home(scene)
    scene.press("?")


def helped_in_settings(scene: Scene) -> None:
    """The help over the settings."""
    settings(scene)
    scene.press("?")


def helped_in_play(scene: Scene) -> None:
    """The help for the play, over a request."""
    scene.start()
    scene.do("pass", "80H", "pass", "pass", "pass")
    scene.press("?")


def tip_at_home(scene: Scene) -> None:
    """The first visit."""
    home(scene)
    scene.state = tipped(replace(scene.state, tips=Tips()))


def tip_in_auction(scene: Scene) -> None:
    """The first turn to bid."""
    scene.start()
    scene.do("pass", "80S", "90H", "pass")
    scene.state = tipped(replace(scene.state, tips=Tips()))


def tip_after_a_trick(scene: Scene) -> None:
    """The first trick won."""
    scene.start()
    scene.do("pass", "pass", "pass", "80H", "pass", "pass", "pass", "JH", "8H", "10H", "7H")
    scene.state = tipped(replace(scene.state, tips=Tips(frozenset({"PLAY"}))))


def hosting_without_hints(scene: Scene) -> None:
    """The same, at a table without hints."""
    hosting(scene)
    scene.state = replace(scene.state, table=replace(scene.table, hints=False))


def hosting(scene: Scene) -> None:
    """Ana has opened a table that waits for her; a bot and Zoé sit there, and she exchanges seats."""
    scene.hear(
        Joined(table="t1", name="Café", seat=Seat.SOUTH, preset="ffb", rules=scene.rules, clock=CLOCK, hold=True)
    )
    scene.happen(SeatChanged(Seat.SOUTH, Occupant.PERSON, NAMES[Seat.SOUTH], connected=True), HostChanged(Seat.SOUTH))
    scene.happen(SeatChanged(Seat.NORTH, Occupant.PERSON, NAMES[Seat.NORTH], connected=True))
    scene.happen(SeatChanged(Seat.WEST, Occupant.BOT, "steady", connected=True))


def exchanging(scene: Scene) -> None:
    """She is about to exchange West with another seat."""
    hosting(scene)
    scene.press("left", "x", "up")


def one_address(scene: Scene) -> None:
    """Zoé comes from the address from which Ana does."""
    hosting(scene)
    scene.hear(SameAddress(table="t1", groups=((Seat.NORTH, Seat.SOUTH),)))


STORIES = (
    home,
    home_searching,
    home_found,
    home_waiting,
    home_alone,
    home_naming,
    home_unreached,
    settings,
    palette,
    palette_at_home,
    helped_at_home,
    helped_in_settings,
    helped_in_play,
    tip_at_home,
    tip_in_auction,
    tip_after_a_trick,
    hosting,
    hosting_without_hints,
    exchanging,
    one_address,
)
