"""Scenes of practice tables: a position of a replay that is played again, and its recap beside that of the match."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.messages import LinkUp
from coinche.client.model.practice import Retry, position_of
from coinche.client.update.update import reduce
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.match import apply, new_match, next_deal
from coinche.engine.seats import Seat
from coinche.protocol.messages import CreateTable, Joined, Occupant, SeatChanged
from tests.client.scene import CLOCK, Scene
from tests.client.scenes_at_table import follow
from tests.client.scenes_replays import replay_of_a_costly_card, replay_of_file

BOTS = {Seat.SOUTH: "Ana", Seat.EAST: "steady", Seat.NORTH: "steady 2", Seat.WEST: "steady 3"}


def practised(scene: Scene) -> None:
    """The position before the most costly card, at a practice table."""
    signed_in(scene)
    replay_of_a_costly_card(scene)
    open_position(scene)


def practised_bid(scene: Scene) -> None:
    """A call of an auction, for practice, from East's seat."""
    signed_in(scene)
    replay_of_file(scene)
    scene.press("8", "right", "w", "w")
    open_position(scene)


def practised_out(scene: Scene) -> None:
    """The recap of that position, with the result of the match."""
    practised(scene)
    scene.play_out()


def practice_match(scene: Scene) -> None:
    """A whole match for practice."""
    follow(scene)
    scene.state = replace(scene.state, table=replace(scene.table, practice=True))


def practice_not_offered(scene: Scene) -> None:
    """A server without practice tables."""
    scene.state = reduce(scene.state, LinkUp("Ana", resumed=False))
    replay_of_file(scene)
    scene.press("g")


def practice_awaited(scene: Scene) -> None:
    """The practice table is being opened."""
    signed_in(scene)
    replay_of_file(scene)
    scene.press("g")


def signed_in(scene: Scene) -> None:
    scene.state = reduce(scene.state, LinkUp("Ana", resumed=False, keeps_matches=True, practice=True))


def open_position(scene: Scene) -> CreateTable:
    """Press the key at a replay, and have the server open the table; what was asked for."""
    wanted = next(message for message in scene.press("g") if isinstance(message, CreateTable))
    tell_position(scene)
    return wanted


def tell_position(scene: Scene) -> None:
    """The events of a practice table for the position that is wanted."""
    retry = scene.state.retry
    assert retry is not None
    scene.seat, scene.n = retry.seat, 0
    rules = retry.match_replay.rules
    at = Joined(table="t1", name="Entraînement", seat=retry.seat, preset="ffb", rules=rules, clock=CLOCK, practice=True)
    scene.hear(at)
    for seat, name in BOTS.items():
        kind = Occupant.PERSON if seat is retry.seat else Occupant.BOT
        scene.happen(SeatChanged(seat, kind, "Ana" if seat is retry.seat else name, connected=True))
    _play_position(scene, retry)
    scene.ask()


def _play_position(scene: Scene, retry: Retry) -> None:
    """Have the match begin and come to the position, as the server tells it: all at once."""
    position = position_of(retry.match_replay)
    pace, scene.pace = scene.pace, 0.0
    scene.game, events = new_match(retry.match_replay.rules, position.dealer, board=True)
    scene.happen(*events)
    scene.game, events = next_deal(scene.game, tuple(map(Card, position.pack)))
    scene.happen(*events)
    for step in position.actions:
        scene.game, events = apply(scene.game, step.seat, parse_action(step.action))
        scene.happen(*events)
    scene.pace = pace


STORIES = (
    practised,
    practised_bid,
    practised_out,
    practice_match,
    practice_not_offered,
    practice_awaited,
)
