"""Scenes of seats that change hands with the next deal, and of seats that a vote has closed."""

from __future__ import annotations

from coinche.engine.presets import PRESETS
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import AdmitAgreed, Lobby, Occupant, SeatChanged, SeatInfo, SeatReserved, TableInfo
from tests.client.scene import CLOCK, Scene
from tests.client.scenes_at_table import bidding, coinched, follow
from tests.client.scenes_in_play import THREE_TRICKS

MIA_WAITS = SeatReserved(Seat.WEST, Occupant.PERSON, "Mia")


def waits_in_auction(scene: Scene) -> None:
    """Mia gets West with the next deal; the four others bid."""
    scene.seat, scene.reserved = None, Seat.WEST
    bidding(scene)
    scene.happen(MIA_WAITS)


def waits_in_play(scene: Scene) -> None:
    """The same in the fourth trick; South would let her in at once."""
    scene.seat, scene.reserved = None, Seat.WEST
    coinched(scene)
    scene.do(*THREE_TRICKS, "AD")
    scene.happen(MIA_WAITS, AdmitAgreed(Seat.SOUTH, Seat.WEST))


def somebody_waits(scene: Scene) -> None:
    """South is asked for a card, and whether Mia is let in now."""
    follow(scene)
    scene.happen(MIA_WAITS)


def waits_agreed(scene: Scene) -> None:
    """South has agreed, East and North have not."""
    somebody_waits(scene)
    scene.happen(AdmitAgreed(Seat.SOUTH, Seat.WEST))


def another_bot(scene: Scene) -> None:
    """The host has asked for another bot, which plays from the next deal on."""
    follow(scene)
    scene.happen(SeatReserved(Seat.WEST, Occupant.BOT, "strong"))


def voted_out(scene: Scene) -> None:
    """The others have voted East out a moment ago."""
    follow(scene)
    scene.happen(SeatChanged(Seat.EAST, Occupant.BOT, "steady", connected=True, closed=True))


def lobby_in_play(scene: Scene) -> None:
    """A match under way; a seat that is closed is under the cursor, another is reserved."""
    seats = (
        SeatInfo(seat=Seat.NORTH, occupant=Occupant.PERSON, name="Ana"),
        SeatInfo(seat=Seat.EAST, occupant=Occupant.BOT, name="steady", closed=True),
        SeatInfo(seat=Seat.SOUTH, occupant=Occupant.BOT, name="steady"),
        SeatInfo(seat=Seat.WEST, occupant=Occupant.BOT, name="steady", reserved_by="Mia"),
    )
    cafe = TableInfo(table="t1", clock=CLOCK, name="Café", preset="ffb", target=1000, phase=Phase.PLAYING, seats=seats)
    scene.hear(Lobby(tables=(cafe,), presets=tuple(PRESETS), bots=("steady",)))
    scene.press("down", "right")


STORIES = (
    waits_in_auction,
    waits_in_play,
    somebody_waits,
    waits_agreed,
    another_bot,
    voted_out,
    lobby_in_play,
)
