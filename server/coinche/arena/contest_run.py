"""The course of a contest: rounds of pairings, batches handed to workers, and the decision to stop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .comparison import PairResult, board_values, is_decided, ratings
from .contest import Batch, Contest, Format, Pairing, batches, pairings
from .results_store import ResultsStore
from .summary import ContestSummary, summarized
from .workers import Workers


@dataclass(slots=True, kw_only=True)
class ContestRun:
    """A contest that is played, with everything that is known of it so far."""

    contest: Contest
    store: ResultsStore
    workers: Workers
    hidden: tuple[Path, ...] = ()
    """The files that entrants must not see."""
    batch_over: Callable[[], None] = lambda: None
    pairs: dict[Pairing, PairResult] = field(default_factory=dict)
    stopped: set[Pairing] = field(default_factory=set)
    """The pairings that play no more boards, for it is clear who is better."""
    recalled: int = 0
    """The boards that were in the file already."""
    complete: bool = False
    """True once everything is played that was to be played."""

    @property
    def format(self) -> Format:
        """The format of the contest."""
        return Format(self.contest.header.format)

    @property
    def boards(self) -> tuple[int, int]:
        """The boards of all pairings that are over, and the most that there may be; nothing is compared anew."""
        store, pairs = self.store, dict(self.pairs)  # a copy, for another thread may ask
        return ContestSummary(header=store.header, tables=store.tables, timings=store.timings, pairs=pairs).boards

    @property
    def summary(self) -> ContestSummary:
        """The contest so far, as the reports tell it."""
        return summarized(self.contest.header, self.store.tables, self.store.timings)

    def run(self) -> None:
        """Play what is missing."""
        for pairs, start in self._rounds():
            self.stopped.clear()
            waiting = deque(batches(self.contest.header, pairs, start))
            while waiting and (self._is_decided(waiting[0]) or self.store.claim(waiting[0])):
                self._count(waiting.popleft())
                self.recalled, _ = self.boards
                self.batch_over()
            left = (batch for batch in waiting if not self._is_decided(batch))
            for batch, result in self.workers.results(self.contest, left, self.hidden):
                if not self._is_decided(batch):  # it was handed out before that was known
                    self.store.add(result)
                    self._count(batch)
                    self.batch_over()
        self.complete = True

    def _rounds(self) -> Iterator[tuple[tuple[Pairing, ...], int]]:
        """Yield the pairings of each round, and the number of its first board."""
        header = self.contest.header
        if self.format is not Format.SWISS:
            yield pairings(self.format, header.entrants), 1
            return
        met: set[frozenset[str]] = set()
        rested: set[str] = set()
        for number in range(header.rounds or 1):
            found, resting = swiss_round(self._order(), met, rested)
            drawn = tuple(Pairing(*sorted(pair, key=header.entrants.index)) for pair in found)  # the same each time
            met |= {frozenset(pair) for pair in drawn}
            rested |= {resting} if resting else set()
            yield drawn, 1 + number * header.boards

    def _order(self) -> tuple[str, ...]:
        """The entrants, the best so far first."""
        names = self.contest.header.entrants
        if not self.pairs:
            return names
        points = {rating.name: rating.points for rating in ratings(tuple(self.pairs.values()), names[0])}
        return tuple(sorted(names, key=lambda name: -points.get(name, 0.0)))

    def _is_decided(self, batch: Batch) -> bool:
        return self.stopped.issuperset(batch.pairings)

    def _count(self, batch: Batch) -> None:
        """Compare anew the pairings that a batch belongs to, and stop those that are decided."""
        for pair in batch.pairings:
            if pair in self.stopped:
                continue
            values = board_values(self.contest.header, self.store.tables, pair)
            self.pairs[pair] = PairResult(pair=pair, values=values)
            if is_decided(self.contest.header, self.pairs[pair]):
                self.stopped.add(pair)


def swiss_round(
    order: tuple[str, ...], met: set[frozenset[str]], rested: set[str]
) -> tuple[tuple[Pairing, ...], str | None]:
    """Pair neighbours in the order who have not met; with an odd number the last who has not rested yet rests."""
    left = list(order)
    resting = None
    if len(left) % 2:
        resting = next((name for name in reversed(left) if name not in rested), left[-1])
        left.remove(resting)
    drawn: list[Pairing] = []
    while left:
        first = left.pop(0)
        other = next((name for name in left if frozenset((first, name)) not in met), left[0])
        left.remove(other)
        drawn.append(Pairing(first, other))
    return tuple(drawn), resting
