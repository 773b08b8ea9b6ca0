"""Bounds on how many lines of the log one origin can cause by coming and going.

Beyond `limits.LOGGED` lines of a kind from one origin the others are counted, and what was counted is told from time to
time. Whatever else happens is logged, always: only comings and goings are anybody's to cause as often as they like.
(Connections that are refused have a bound of their own, `limits.COMPLAINTS`.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import trio

from . import limits
from .bucket import Buckets
from .clock import Time
from .news import Happening, News
from .origin import origin


class LogLimit:
    """Passes log lines on to `say`, those of `KINDS` at a bounded rate for each origin."""

    KINDS: Mapping[Happening, str] = {
        Happening.SIGNED_IN: "sign-ins",
        Happening.IS_BACK: "returns",
        Happening.CONNECTION_LOST: "lost connections",
        Happening.WENT: "goodbyes",
    }
    """The kinds of lines that are bounded, with their names where only a number is told."""

    def __init__(self, say: Callable[[str], None], time: Time) -> None:
        self._say = say
        self._time = time
        self._buckets = {kind: Buckets(limits.LOGGED) for kind in self.KINDS}
        self._more: Counter[tuple[Happening, str]] = Counter()

    def say(self, line: str) -> None:
        """Log the line, or count it."""
        if not isinstance(line, News) or line.happening not in self.KINDS:
            self._say(line)
            return
        here = origin(str(line.facts.get("address", "")))
        if self._buckets[line.happening].take(here, self._time.now_ms() / 1000):
            self._say(line)
        else:
            self._more[line.happening, here] += 1

    def tell(self) -> None:
        """Log how many lines were only counted since the last time."""
        counted, self._more = self._more, Counter()
        for (kind, here), more in counted.items():
            line = f"… and {more:,} more {self.KINDS[kind]} from {here} in {limits.LOG_COUNTED:.0f} s"
            self._say(News(kind, line, address=here, more=more))

    async def run(self) -> None:
        """Log the counts every `limits.LOG_COUNTED` seconds, and at the end."""
        try:
            while True:
                await trio.sleep(limits.LOG_COUNTED)
                self.tell()
        finally:
            self.tell()
