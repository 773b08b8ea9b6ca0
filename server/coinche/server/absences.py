"""Who is away, and the tables at which nobody is any more: how long they are kept, and how many of one origin.

Knows where clients came from, and times. Refuses to know tables and games, and what becomes of whom is let go.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import limits
from .session import Session


@dataclass(frozen=True, slots=True)
class Deserted:
    """A table at which nobody is; `people` have seats there, or programs alone. It was opened from that origin."""

    table: str
    origin: str
    people: bool

    @property
    def kept(self) -> limits.Kept:
        """For how long it is kept, and how many like it."""
        return limits.DESERTED_BY_PEOPLE if self.people else limits.DESERTED_BY_PROGRAMS


class Vigil:
    """Since when tables have been deserted."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def over(self, deserted: Iterable[Deserted], now: float) -> set[str]:
        """Those, of all that are deserted now, that are kept no longer; where there are too many, the oldest."""
        alike: dict[tuple[str, bool], list[Deserted]] = defaultdict(list)
        for one in deserted:
            alike[one.origin, one.people].append(one)
        self._since = {one.table: self._since.get(one.table, now) for each in alike.values() for one in each}
        return {one.table for each in alike.values() for one in self._given_up(each, now)}

    def _given_up(self, alike: list[Deserted], now: float) -> Iterator[Deserted]:
        oldest_first = sorted(alike, key=lambda one: self._since[one.table])
        for number, one in enumerate(reversed(oldest_first)):
            if number >= one.kept.tables or now - self._since[one.table] >= one.kept.seconds:
                yield one


def too_many(away: Iterable[Session]) -> Iterator[Session]:
    """Those of who is away that cannot be waited for, each of the origin that has most then; the oldest first."""
    by_origin: dict[str, deque[Session]] = defaultdict(deque)
    for session in away:
        by_origin[session.origin].append(session)
    for _ in range(sum(map(len, by_origin.values())) - limits.SESSIONS_AWAY):
        yield max(by_origin.values(), key=len).popleft()
