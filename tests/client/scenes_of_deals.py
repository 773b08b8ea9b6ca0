"""Scenes of an auction of two rounds, of recaps with declarations, and of what is celebrated."""

from __future__ import annotations

from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error
from tests.client.scene import Scene
from tests.client.scenes_at_table import bidding


def two_rounds(scene: Scene) -> None:
    """Everybody has called twice, and South is on turn again."""
    scene.start(dealer=Seat.WEST)
    scene.do("80H", "90S", "100H", "pass", "pass", "110S", "120H", "pass")


def too_low(scene: Scene) -> None:
    """South has bid less than the auction allows."""
    bidding(scene)
    data: dict[str, str | int | tuple[str, ...]] = {"reason": "bid_too_low"}
    scene.hear(Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="", request=1, data=data))


STORIES = (two_rounds, too_low)
