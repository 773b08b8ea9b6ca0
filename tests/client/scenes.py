"""All scenes by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.engine.seats import Seat
from coinche.text.language import Language
from tests.client import (
    scenes_at_home,
    scenes_at_table,
    scenes_in_play,
    scenes_of_deals,
    scenes_of_newcomers,
    scenes_of_people,
    scenes_of_practice,
    scenes_of_statistics,
    scenes_replays,
)
from tests.client.scene import Scene

_STORIES = (
    *scenes_at_table.STORIES,
    *scenes_at_home.STORIES,
    *scenes_in_play.STORIES,
    *scenes_of_deals.STORIES,
    *scenes_of_newcomers.STORIES,
    *scenes_of_people.STORIES,
    *scenes_of_practice.STORIES,
    *scenes_replays.STORIES,
    *scenes_of_statistics.STORIES,
)
SCENES: dict[str, Callable[[Scene], None]] = {story.__name__: story for story in _STORIES}


def scene(name: str, language: Language = Language.FRENCH, seat: Seat | None = Seat.SOUTH) -> Scene:
    """A scene ready to be looked at."""
    made = Scene(seat=seat, language=language)
    SCENES[name](made)
    return made


@cache
def state_of(name: str, language: Language = Language.FRENCH) -> ClientState:
    """The client's state in that scene."""
    return scene(name, language).state


@cache
def table_of(name: str, language: Language = Language.FRENCH) -> AtTable:
    """The table in that scene."""
    return scene(name, language).table
