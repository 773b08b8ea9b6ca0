"""Scenes of replays, of finished and running matches, and of the lists and statistics of the archive."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from msgspec import structs

from coinche.client.model.messages import LinkUp, ParFound, RecordRead, Reviewed
from coinche.client.model.replay import position_of
from coinche.client.update.update import reduce
from coinche.engine.actions import Pass, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.record_lines import read_record
from coinche.engine.seats import Seat, Team
from coinche.hints.render import ExpertChoice, because
from coinche.hints.texts import WhyCall
from coinche.protocol.messages import (
    Matches,
    MatchInfo,
    Occupant,
    PlayerMatch,
    PlayerPage,
    PlayerPair,
    PlayerStatistics,
    RecordPage,
    Statistics,
)
from coinche.records.review.recorded_deal import deals_of
from coinche.records.review.review import CostlyDecision, costliest, reviewed
from tests.client.matches import NAMES, record_text
from tests.client.scene import Scene
from tests.client.scenes_at_table import follow, lobby, recap, third_of_twelve

DAY = 86_400_000
OTHERS = {Seat.SOUTH: "Léa", Seat.EAST: "steady", Seat.NORTH: "Maximilien", Seat.WEST: "steady"}


def replay_of_file(scene: Scene) -> None:
    """A file was opened; eighth deal, third trick, a card of it."""
    scene.state = reduce(scene.state, RecordRead("samedi.jsonl", tuple(record_text(2, 12).splitlines())))
    scene.press("8", "down", "down", "down", "right")


def replay_with_eyes(scene: Scene) -> None:
    """The same place, as East saw it."""
    replay_of_file(scene)
    scene.press("w", "w")


def replay_of_a_costly_card(scene: Scene) -> None:
    """At the most costly decision of the match."""
    replay_of_file(scene)
    scene.press("f")
    there = scene.state.match_replay
    assert there is not None
    costly = _costly_in_the_first_deal()
    why = because(WhyCall.SELDOM, bid=Bid("capotH"), n=12)
    choice = ExpertChoice(made=Surcoinche(), action=Pass(), why=why, clear=True)
    scene.state = reduce(scene.state, Reviewed(1, costly, {position_of(there, costly[0]): choice}))


def replay_consulted(scene: Scene) -> None:
    """There, with what `expert` would have done."""
    replay_of_a_costly_card(scene)
    scene.press("h")


@cache
def _costly_in_the_first_deal() -> tuple[CostlyDecision, ...]:
    deals = deals_of(read_record(record_text(2, 12).splitlines()))
    return costliest([reviewed(next(deals))], None)


def replay_of_auction(scene: Scene) -> None:
    """In the middle of an auction."""
    replay_of_file(scene)
    scene.press("8", "right", "right", "right")


def replay_of_score(scene: Scene) -> None:
    """The score of a deal; the tape plays."""
    replay_of_file(scene)
    scene.press("pagedown", "left", " ")


def replay_advised(scene: Scene) -> None:
    """A solver has said what the cards are worth."""
    replay_of_file(scene)
    match_replay = scene.state.match_replay
    assert match_replay is not None
    assert match_replay.view.turn is not None
    worth = dict(zip(match_replay.hands[match_replay.view.turn], range(120, 0, -12), strict=False))
    scene.state = replace(scene.state, match_replay=replace(match_replay, advice=worth))


def replay_at_table(scene: Scene) -> None:
    """South replays the deal in progress, and the turn has come to South."""
    scene.options = {"trick_history": "all"}
    follow(scene)
    scene.press("y", "up", "left", "left")


def replay_refused(scene: Scene) -> None:
    """The rules show only the last trick, and no deal is over."""
    follow(scene)
    scene.press("y")


def replay_history(scene: Scene) -> None:
    """The deals before the eighth."""
    replay_of_file(scene)
    scene.press("d")


def history(scene: Scene) -> None:
    """The third deal's auction, with the two deals before it laid over it."""
    third_of_twelve(scene)
    scene.press("d")


def history_at_recap(scene: Scene) -> None:
    """The only deal so far, on its recap."""
    recap(scene)
    scene.press("d")


def no_history(scene: Scene) -> None:
    """Nothing is over yet."""
    follow(scene)
    scene.press("d")


def kept(match: int, names: dict[Seat, str], score: tuple[int, int]) -> MatchInfo:
    ours, theirs = score
    return MatchInfo(
        match=match,
        at=1_795_300_000_000 + match * DAY,
        table="Café" if match % 2 else "Chez Léo",
        preset="ffb" if match % 3 else "pagat+2",
        target=1000,
        deals=9,
        seats=names,
        score={Team.NORTH_SOUTH: ours, Team.EAST_WEST: theirs},
    )


def matches_empty(scene: Scene) -> None:
    """Nobody has played a match to its end yet."""
    _signed_in(scene)
    scene.press("v")
    scene.hear(Matches(matches=(), more=False))


def matches_not_kept(scene: Scene) -> None:
    """A server without an archive."""
    lobby(scene)
    scene.press("v")


def matches_listed(scene: Scene) -> None:
    """A page of matches, the third under the cursor; there are more."""
    _signed_in(scene)
    scene.press("v")
    infos = tuple(
        kept(match, OTHERS if match % 4 == 0 else dict(NAMES), (1020 - 40 * match, 1210 if match % 2 else 380))
        for match in range(14, 4, -1)
    )
    scene.hear(Matches(matches=infos, more=True))
    scene.press("down", "down")


def matches_fetching(scene: Scene) -> None:
    """Its record is on its way."""
    matches_listed(scene)
    scene.press("enter")
    lines = tuple(record_text(2, 12).splitlines())
    scene.hear(RecordPage(match=12, after=0, lines=lines[:240], more=True))


def replay_fetched(scene: Scene) -> None:
    """It has come, and is looked at from its beginning."""
    matches_fetching(scene)
    lines = tuple(record_text(2, 12).splitlines())
    scene.hear(RecordPage(match=12, after=240, lines=lines[240:], more=False))


def counts(*numbers: int) -> PlayerStatistics:
    """Somebody's counts, in the order of the columns of the table below."""
    matches, won, deals, taken, made, failed, coinches, beaten, coinched, down, points, against = numbers
    return PlayerStatistics(
        name="",
        occupant=Occupant.PERSON,
        matches=matches,
        won=won,
        deals=deals,
        taken=taken,
        made=made,
        failed=failed,
        coinches=coinches,
        beaten=beaten,
        coinched=coinched,
        coinched_failed=down,
        points=points,
        against=against,
        capots=deals // 100,
        belotes=deals // 12,
    )


TOTALS = {
    ("steady", Occupant.BOT): counts(41, 19, 380, 96, 61, 34, 0, 0, 9, 7, 31_160, 33_000),
    ("Ana", Occupant.PERSON): counts(23, 13, 214, 60, 42, 17, 7, 5, 4, 3, 18_832, 17_120),
    ("Max", Occupant.PERSON): counts(23, 10, 214, 55, 30, 25, 12, 6, 5, 4, 16_050, 18_000),
    ("Maximilien-Alexandre", Occupant.PERSON): counts(2, 0, 15, 0, 0, 0, 0, 0, 0, 0, 640, 2_100),
}
PLAYERS = tuple(replace(total, name=name, occupant=occupant) for (name, occupant), total in TOTALS.items())


def statistics_shown(scene: Scene) -> None:
    """Players by what they have played."""
    _signed_in(scene)
    scene.press("x")
    scene.hear(Statistics(players=PLAYERS))


def statistics_sorted(scene: Scene) -> None:
    """The same by coinches received, a column that a narrow screen has room for only if it sorts."""
    statistics_shown(scene)
    scene.press("s", "s", "s", "s", "s")


def pair(name: str, deals: int, ahead: int, occupant: Occupant = Occupant.PERSON) -> PlayerPair:
    """So many deals with or against that player, and so many points ahead in each."""
    return PlayerPair(
        name=name,
        occupant=occupant,
        matches=deals // 9,
        won=deals // 16,
        deals=deals,
        points=deals * (80 + ahead),
        against=deals * 80,
    )


def page(player: PlayerStatistics) -> PlayerPage:
    """A page with some partners, opponents and matches."""
    shares = (0.61, 0.44, 0.52, 0.71, 0.38, 0.49, 0.58, 0.55, 0.3, 0.66, 0.47, 0.53)
    matches = tuple(
        PlayerMatch(
            match=40 - number,
            at=1_795_300_000_000 - number * DAY,
            matches=1,
            won=part > 0.5,
            deals=9,
            points=round(1500 * part),
            against=round(1500 * (1 - part)),
        )
        for number, part in enumerate(shares)
    )
    partners = (pair("Zoé", 96, 14), pair("steady", 71, -6, Occupant.BOT), pair("Léa", 30, 3), pair("Bob", 17, -20))
    other = "Max" if player.name == "Ana" else "Ana"
    opponents = (pair("steady", 130, 9, Occupant.BOT), pair(other, 88, -4), pair("Léo", 88, 12), pair("Bob", 30, 1))
    return PlayerPage(player=player, matches=matches, partners=partners, opponents=opponents, best_partner=partners[0])


def player_own(scene: Scene) -> None:
    """One's own page, opened from the list."""
    statistics_shown(scene)
    scene.press("enter")
    scene.hear(page(PLAYERS[1]))


def player_other(scene: Scene) -> None:
    """The page of somebody else: it says how the two did."""
    statistics_shown(scene)
    scene.press("down", "down", "enter")
    scene.hear(page(PLAYERS[2]))


def player_of_bots(scene: Scene) -> None:
    """The page of all bots of a level, who have no best partner yet."""
    statistics_shown(scene)
    scene.press("down", "enter")
    scene.hear(structs.replace(page(PLAYERS[0]), matches=(), best_partner=None, partners=()))


def player_comparing(scene: Scene) -> None:
    """One's own matches are compared with perfect play; the second is under way."""
    player_own(scene)
    scene.press("p")
    for gaps, deals in (((), 2), ((-12, 30), 2), ((), 9), ((-4,), 9)):
        match = scene.state.archive.par.match if scene.state.archive.par is not None else None
        scene.state = reduce(scene.state, ParFound(match or 0, gaps, deals))


def player_compared(scene: Scene) -> None:
    """They are compared."""
    player_own(scene)
    scene.press("p")
    for gaps in ((-12, 30), (-50, -90, 20), (10,), (), (-160, 0)):
        match = scene.state.archive.par.match if scene.state.archive.par is not None else None
        scene.state = reduce(scene.state, ParFound(match or 0, gaps, len(gaps)))


def statistics_empty(scene: Scene) -> None:
    """Nothing to count yet."""
    _signed_in(scene)
    scene.press("x")
    scene.hear(Statistics(players=()))


def _signed_in(scene: Scene) -> None:
    """In the lobby of a server that keeps matches."""
    lobby(scene)
    scene.state = reduce(scene.state, LinkUp("Ana", resumed=False, keeps_matches=True))


STORIES = (
    replay_of_file,
    replay_with_eyes,
    replay_of_a_costly_card,
    replay_consulted,
    replay_of_auction,
    replay_of_score,
    replay_advised,
    replay_at_table,
    replay_refused,
    replay_history,
    history,
    history_at_recap,
    no_history,
    matches_empty,
    matches_not_kept,
    matches_listed,
    matches_fetching,
    replay_fetched,
    statistics_shown,
    statistics_sorted,
    statistics_empty,
    player_own,
    player_other,
    player_of_bots,
    player_comparing,
    player_compared,
)
