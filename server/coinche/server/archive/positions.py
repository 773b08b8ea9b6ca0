"""Positions of matches that are over: a client asks what each card is worth there, and a provider knows.

To play a match again takes up to 0.4 s of a processor. So the replay of the last match that was asked about is kept,
since a client asks about one position after the other; to play others again is limited, for each address and for all
together. Replays happen in the archive's thread, which lets the tables go first after each line.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.match import State, legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.record import RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed
from coinche.engine.view import view
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Error, GetRecord, GetValues, Values, ValuesWanted
from coinche.server import limits
from coinche.server.rate_limit import Bucket, Buckets
from coinche.server.sessions.questions import UNNUMBERED
from coinche.server.storage.data_dir import DataFailed

from .archive import Archive

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A question for a provider about a position with all cards open, and the cards that are legal there.

    It tells neither the players nor the match.
    """

    wanted: ValuesWanted
    legal: frozenset[Card]


@dataclass(frozen=True, slots=True)
class _Reached:
    """The state after a line of a record, and after those that follow until the next one that changes it."""

    line: int
    state: State


class ReplayedMatch:
    """A match played again. RecordError as in `replayed`."""

    def __init__(self, lines: Iterable[str]) -> None:
        steps = replayed(read_record(_yielding(lines)))
        self._reached = [_Reached(step.line, step.state) for step in _yielding(steps)]

    def position(self, after: int) -> OpenPosition | None:
        """The position after that many lines of the record; None where no card is to be played."""
        at = bisect_right(self._reached, after, key=attrgetter("line"))
        state = self._reached[at - 1].state if at else None
        if state is None or not isinstance(state.phase, Playing) or (seat := to_act(state)) is None:
            return None
        hands = {holder: tuple(cards) for holder, cards in state.phase.hands.items()}
        wanted = ValuesWanted(question=UNNUMBERED, rules=state.rules, view=view(state, None), hands=hands)
        actions = legal(state, seat).actions
        return OpenPosition(wanted, frozenset(action.card for action in actions if isinstance(action, PlayCard)))


class MatchPositions:
    """The positions of archived matches. For one thread at a time."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._match = ""
        """The id of the match whose replay is kept."""
        self._replay: ReplayedMatch | None = None
        self._replayed_from = Buckets(limits.REPLAYS_PER_ADDRESS)
        self._replayed = Bucket(limits.REPLAYS_OF_ALL, 0.0)

    def find(self, who: str, counted_as: str, asked: GetValues, now: float) -> OpenPosition | Values | Error:
        """The position that is asked about; without one, the answer at once. DataFailed where a record is damaged."""
        match = self._archive.visible_id(who, asked.match)
        if match is None:
            return no_such_match(asked)
        if self._replay is None or match != self._match:
            if not (self._replayed.has(now) and self._replayed_from.has(counted_as, now)):
                return Error.of(ErrorCode.RATE, "too many matches are asked about; try again in a moment")
            if (lines := self._archive.record(who, asked.match)) is None:
                return no_such_match(asked)
            self._replayed.charge(now, len(lines))
            self._replayed_from.charge(counted_as, now, len(lines))
            try:
                self._replay, self._match = ReplayedMatch(lines), match
            except RecordError as wrong:
                raise DataFailed(f"the record of match {asked.match} cannot be played again: {wrong}") from None
        return self._replay.position(asked.after) or Values(match=asked.match, after=asked.after, cards={})


def no_such_match(message: GetRecord | GetValues) -> Error:
    """The answer where no match of that number is kept that the client may see."""
    return Error.of(ErrorCode.NO_SUCH_MATCH, f"no match {message.match} is kept here")


def _yielding(items: Iterable[Item]) -> Iterator[Item]:
    """The items; before each, another thread that waits for the interpreter gets it.

    That is the thread of the tables. Otherwise it would wait for the interpreter's switch interval, 5 ms, whenever it
    has something to do while a match is played again; an item takes 35 µs.
    """
    for item in items:
        time.sleep(0)
        yield item
