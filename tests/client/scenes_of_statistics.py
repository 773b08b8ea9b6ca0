"""Scenes of the statistics of the first matches: under way, after one, after two."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from coinche.client.model.messages import LinkUp
from coinche.client.update.statistics import open_statistics
from coinche.client.update.update import reduce
from coinche.protocol.messages import Statistics
from tests.client.scene import Scene
from tests.client.scenes_at_table import recap
from tests.client.scenes_replays import counts, page, statistics_empty


def after(scene: Scene, matches: int) -> None:
    """Ana's own page after so many matches, the newest won."""
    statistics_empty(scene)
    deals = 9 * matches
    totals = counts(matches, 1, deals, 4 * matches, 3 * matches, matches, 1, 1, 0, 0, 90 * deals, 75 * deals)
    player = replace(totals, name="Ana")
    scene.hear(Statistics(players=(player,)))
    scene.press("enter")
    whole = page(player)
    partners, opponents = (
        tuple(
            replace(pair, matches=matches, won=1, deals=deals, points=90 * deals, against=75 * deals) for pair in pairs
        )
        for pairs in (whole.partners[:1], whole.opponents[1:3])
    )
    scene.hear(
        structs.replace(
            whole, matches=whole.matches[:matches], partners=partners, opponents=opponents, best_partner=None
        )
    )


def player_of_one_match(scene: Scene) -> None:
    """One's own page after the first match."""
    after(scene, 1)


def player_of_two_matches(scene: Scene) -> None:
    """One's own page after the second match."""
    after(scene, 2)


def statistics_under_way(scene: Scene) -> None:
    """No match is over yet, and one is under way: its first deal was South's contract."""
    recap(scene)
    scene.state = reduce(scene.state, LinkUp("Ana", resumed=True, keeps_matches=True))
    scene.state = open_statistics(scene.state).state
    scene.hear(Statistics(players=()))


STORIES = (player_of_one_match, player_of_two_matches, statistics_under_way)
