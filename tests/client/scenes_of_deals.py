"""Scenes of an auction of two rounds, of recaps with declarations, and of what is celebrated."""

from __future__ import annotations

from coinche.client.model.messages import Tick
from coinche.client.update.update import reduce
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding
from coinche.engine.dealing import stacked
from coinche.engine.match import legal, new_match, to_act
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error
from tests.client.scene import Scene
from tests.client.scenes_at_table import bidding, lie

SEQUENCES = {
    Seat.SOUTH: "9H JH QH KH JS QS KS AS",
    Seat.EAST: "JD QD KD AD 7C 8C 9C 8S",
    Seat.NORTH: "10H 10S 10D 10C AH 7H 8H 7S",
    Seat.WEST: "7D 8D 9D JC QC KC AC 9S",
}
"""A tierce and a cinquante with South, a carré with North, and lower declarations with the others."""
ALL_HEARTS = {
    Seat.SOUTH: "7H 8H 9H 10H JH QH KH AH",
    Seat.EAST: "7S 9S JS KS 8D 10D QD AD",
    Seat.NORTH: "8S 10S QS AS 7C 9C JC KC",
    Seat.WEST: "7D 9D JD KD 8C 10C QC AC",
}
"""A cent with South, who takes every trick."""


def two_rounds(scene: Scene) -> None:
    """Everybody has called twice, and South is on turn again."""
    scene.start(dealer=Seat.WEST)
    scene.do("80H", "90S", "100H", "pass", "pass", "110S", "120H", "pass")


def too_low(scene: Scene) -> None:
    """South has bid less than the auction allows."""
    bidding(scene)
    data: dict[str, str | int | tuple[str, ...]] = {"reason": "bid_too_low"}
    scene.hear(Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="", request=1, data=data))


def start_with(scene: Scene, hands: dict[Seat, str]) -> None:
    """A match begins with these hands, West dealing."""
    scene.join()
    scene.game, events = new_match(scene.rules, Seat.WEST)
    scene.happen(*events)
    held = {seat: tuple(map(Card, cards.split())) for seat, cards in hands.items()}
    scene.deal(stacked(held, Seat.WEST, scene.game.rules.table))


def scored(scene: Scene, *calls: str) -> None:
    """The deal is over, and its score lies on the table."""
    scene.do(*calls)
    while isinstance(scene.game.phase, Bidding):
        scene.do("pass")
    scene.play_out()
    lie(scene)


def declared(scene: Scene) -> None:
    """A tierce, a cinquante, a carré and a belote count; two declarations of the other side do not."""
    start_with(scene, SEQUENCES)
    scored(scene, "110H")


def declaring(scene: Scene) -> None:
    """The first trick is nearly over: each player has led or followed, and said what they declare."""
    start_with(scene, SEQUENCES)
    scene.do("110H", "pass", "pass", "pass")
    for _ in Seat:
        seat = to_act(scene.game)
        assert seat is not None
        scene.do(str(legal(scene.game, seat).default))


def capot_made(scene: Scene) -> None:
    """South has a cent and takes every trick, which nobody has bid."""
    start_with(scene, ALL_HEARTS)
    scored(scene, "120H")


TWO_TIERCES = {
    Seat.SOUTH: "JH 9H AH 7S AS KD 8D 7D",
    Seat.EAST: "10S JS QS 10D JD QD KH QH",
    Seat.NORTH: "7C 8C 9C 10H 7H KS 9S AD",
    Seat.WEST: "8S 8H 9D 10C JC QC KC AC",
}
"""Two tierces at the same height and the belote with East, and a lower one with North; a cent with West."""


def doubled_and_declared(scene: Scene) -> None:
    """South makes a coinched contract: belote and declarations of the others count for the makers."""
    start_with(scene, TWO_TIERCES)
    scored(scene, "80H", "coinche")


def doubled_and_down(scene: Scene) -> None:
    """East is down, coinched: its declarations count for the others."""
    start_with(scene, TWO_TIERCES)
    scored(scene, "pass", "130D", "coinche")


def failed(scene: Scene) -> None:
    """East has not made its contract."""
    scene.start(dealer=Seat.WEST)
    scored(scene, "pass", "160S")


def without_trumps(scene: Scene) -> None:
    """A capot in no trump, coinched and lost."""
    scene.preset = "ibelote"
    scene.start(dealer=Seat.WEST)
    scored(scene, "capotN", "coinche")


def all_passed(scene: Scene) -> None:
    """Nobody has bid."""
    scene.start(dealer=Seat.WEST)
    scene.do("pass", "pass", "pass", "pass")
    lie(scene)


def later(scene: Scene, seconds: float) -> None:
    """So many seconds pass."""
    scene.now += seconds
    scene.state = reduce(scene.state, Tick(scene.now))


def celebrated_coinche(scene: Scene) -> None:
    """East has just coinched South."""
    bidding(scene)
    scene.do("120H", "coinche")
    later(scene, 0.5)


def celebrated_capot(scene: Scene) -> None:
    """South has just taken the last of all tricks."""
    start_with(scene, ALL_HEARTS)
    scene.do("120H", "pass", "pass", "pass")
    scene.play_out()
    later(scene, 0.8)


def celebrated_victory(scene: Scene) -> None:
    """South and North have just won the match."""
    scene.target = 500
    celebrated_capot(scene)


STORIES = (
    two_rounds,
    too_low,
    declared,
    declaring,
    doubled_and_declared,
    doubled_and_down,
    capot_made,
    failed,
    without_trumps,
    all_passed,
)
CELEBRATIONS = (celebrated_coinche, celebrated_capot, celebrated_victory)
"""Scenes in which any key does nothing but end the celebration."""
