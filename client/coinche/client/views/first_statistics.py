"""The statistics of the first matches: the match under way, the only one so far, and what the next ones add."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.model.match_story import PastDeal
from coinche.client.model.state import ClientState
from coinche.client.texts.screens import Phrase
from coinche.client.texts.statistics import PlayerText
from coinche.client.update.statistics import FEWEST_MATCHES
from coinche.client.views import banner
from coinche.engine.view import Phase as TablePhase
from coinche.protocol.messages import PlayerMatch
from coinche.text.formatting import Face

from .text_lines import Line, joined, padded, plain, split_words, width

LABEL_COLS = 14
_BAR_COLS, _POINTS_COLS = 40, 6
_BIDS = 5
"""The most contracts of the match under way that are told."""


def fact(label: str, what: str, face: Face, cols: int, shape: Line = ()) -> Iterator[Line]:
    """A label and what it tells, on as many lines as that takes, and a shape beside the first one."""
    indent = min(max(LABEL_COLS, len(label) + 2), cols // 2)
    first, *others = split_words(what, max(1, cols - indent - 1))
    start = padded(plain(f" {label}", "class:dim"), indent, face.dots)
    yield joined(start, first, plain("   "), shape) if width(shape) else joined(start, first)
    for line in others:
        yield joined(plain(" " * indent), line)


def under_way(state: ClientState, face: Face) -> Iterator[tuple[PlayerText, str]]:
    """The match that the person plays at the table, and what became of their contracts in it; nothing elsewhere."""
    table = state.table
    if table is None or table.seat is None or table.gathering or table.practice:
        return
    if table.view.phase in (TablePhase.WAITING, TablePhase.MATCH_OVER) or table.rules is None:
        return
    own, totals = table.seat.team, table.view.totals
    counts = {"deal": table.view.deal, "ours": totals[own], "theirs": totals[own.other]}
    yield PlayerText.NOW, face.say(PlayerText.NOW_IS, aim=banner.aim(table.rules.match, face), **counts)
    bids = [past for past in table.history if past.settled is not None and past.settled.bidder is table.seat]
    if told := [_bid(past, face) for past in bids[-_BIDS:]]:
        yield PlayerText.NOW_BIDS, ", ".join(told)


def _bid(past: PastDeal, face: Face) -> str:
    """A contract and what became of it: `120♥ made`."""
    assert past.settled is not None
    result = "" if past.score is None else face.say(Phrase[past.score.result.name])
    return f"{face.bid(past.settled.bid)} {result}".rstrip()


def under_way_lines(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The lines of `under_way` below an empty one; none without a match."""
    lines = [line for label, what in under_way(state, face) for line in fact(face.say(label), what, face, cols)]
    return (plain(""), *lines) if lines else ()


def only_match(match: PlayerMatch, told: str, face: Face, cols: int) -> Iterator[Line]:
    """The only match so far: its result in a sentence, and the points of both sides as bars."""
    yield plain(f" {face.say(PlayerText.ONLY_RESULT)}", "class:title")
    yield plain(f"  {told}")
    most = max(match.points, match.against, 1)
    room = min(_BAR_COLS, cols - LABEL_COLS - _POINTS_COLS - 3)
    for words, points, style in (
        (PlayerText.OUR_SIDE, match.points, "class:ours"),
        (PlayerText.THEIR_SIDE, match.against, "class:theirs"),
    ):
        label = padded(plain(f"  {face.say(words)}", "class:dim"), LABEL_COLS, face.dots)
        bar = plain(face.glyphs.block * min(max(0, room * points // most), max(0, room)), style)
        yield joined(label, plain(f"{points:>{_POINTS_COLS}}  "), bar)


def to_come(matches: int, face: Face, cols: int) -> Iterator[Line]:
    """Yield a line for each thing that the page will tell later, with the match from which it does."""
    yield plain(f" {face.say(PlayerText.TO_COME)}", "class:title")
    for needed, words in ((1, PlayerText.FROM_FIRST), (FEWEST_MATCHES, PlayerText.FROM_SECOND)):
        if matches < needed:
            label = face.say(PlayerText.ONE_MATCH if needed == 1 else PlayerText.SOME_MATCHES, count=needed)
            yield from fact(label, face.say(words), face, cols)
    label = face.say(PlayerText.SOME_DEALS, count=_DEALS_TOGETHER)
    yield from fact(label, face.say(PlayerText.FROM_TWENTY_DEALS), face, cols)


_DEALS_TOGETHER = 20
"""Deals with one partner from which on there is a best one."""
