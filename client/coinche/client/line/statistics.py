"""Statistics in line mode: the players, one player's page, and one's own matches against perfect play. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.line.command_result import Obeyed
from coinche.client.model.messages import Input, ParFound, Received
from coinche.client.model.state import ClientState, Screen
from coinche.client.texts.replay import Playback
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import statistics as update
from coinche.client.views.player import facts, gap, match_share, nothing, par_told
from coinche.client.views.statistics import COLUMNS, coinches, per_deal, row_name, share
from coinche.protocol.messages import Occupant, PlayerPage, PlayerPair, PlayerStatistics, Statistics
from coinche.protocol.names import same_name
from coinche.text.formatting import Face


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines about statistics for a change of the state."""
    if before.archive.sort_by is not after.archive.sort_by and after.archive.players:
        yield face.say(PlayerText.SORTED_BY, head=face.say(COLUMNS[after.archive.sort_by].head))
        yield from _players(update.ordered(after), face)
    if before.archive.par is None and after.archive.par is not None:
        yield from _compared(after, face)
    match came:
        case Received(Statistics(), _) if after.screen is Screen.STATISTICS:
            yield from _players(update.ordered(after), face)
            if after.archive.players:
                yield face.say(PlayerText.HOW)
        case Received(PlayerPage(), _) if after.screen is Screen.PLAYER and after.archive.page is not None:
            if after.archive.par is None:
                yield from _page(after.archive.page, after, face)
        case ParFound() if after.archive.par is not None:
            if after.archive.par.is_over or len(after.archive.par.found) != _found(before):
                yield from _compared(after, face)


def _compared(state: ClientState, face: Face) -> Iterator[str]:
    """The comparison with perfect play: how far it is, or its result."""
    first, *others = par_told(state.archive.par, state.archive.page, face)
    yield face.say(PlayerText.LABELLED, label=face.say(PlayerText.PAR), what=first)
    yield from others


def _found(state: ClientState) -> int:
    return -1 if state.archive.par is None else len(state.archive.par.found)


def _players(players: tuple[PlayerStatistics, ...], face: Face) -> Iterator[str]:
    """A line per player."""
    if not players:
        yield face.say(Playback.NO_STATISTICS)
    for player in players:
        yield face.say(
            Playback.STATISTICS_LINE,
            name=row_name(player, face),
            matches=player.matches,
            won=share(player.won, player.matches, face),
            made=share(player.made, player.taken, face),
            coinches=coinches(player, face),
            points=per_deal(player),
        )


def _page(page: PlayerPage, state: ClientState, face: Face) -> Iterator[str]:
    """The page of a player, a line for each thing there is to tell."""
    name = row_name(page.player, face)
    if not page.player.deals:
        yield nothing(page, state, face)
        return
    yield f"{face.say(PlayerText.PAGE, name=name)}."
    for label, what in facts(page, state, face):
        yield face.say(PlayerText.LINE, label=face.say(label), what=what)
    for label, pairs in ((PlayerText.PARTNERS, page.partners), (PlayerText.OPPONENTS, page.opponents)):
        if pairs:
            yield face.say(PlayerText.LINE, label=face.say(label), what=", ".join(_pair(pair, face) for pair in pairs))
    signs = (face.say(PlayerText.LOST_SIGN), face.say(PlayerText.WON_SIGN))
    shares = [
        face.say(
            PlayerText.SHARE_WON, share=face.say(Playback.PERCENT, share=round(100 * part)), sign=signs[match.won > 0]
        )
        for match in reversed(page.matches)
        if (part := match_share(match)) is not None
    ]
    if shares:
        yield face.say(PlayerText.CURVE_LINE, shares=", ".join(shares[-_LAST:]))


_LAST = 10
"""The most matches whose results are told."""


def _pair(pair: PlayerPair, face: Face) -> str:
    ahead = gap(pair.points, pair.against, pair.deals)
    return face.say(PlayerText.PAIR, name=row_name(pair, face, short=True), deals=pair.deals, gap=ahead)


def obeyed(state: ClientState, words: list[str]) -> Obeyed:
    """`statistics`, or `statistics NAME`; a name may contain blanks."""
    if not words:
        return Obeyed(update.open_statistics(state))
    name = " ".join(words)
    known = (player for player in state.archive.players or () if same_name(player.name) == same_name(name))
    occupant = next((player.occupant for player in known), Occupant.PERSON)
    return Obeyed(update.open_player(name, occupant)(state))
