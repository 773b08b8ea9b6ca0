"""How long a bot's answers take, so that nobody can tell a forced one from one that it thought about.

Where only programs sit the server passes every answer on at once: whoever sees that a card came in 1.7 ms and not in
3.7 knows that its player had no other. So a forced answer takes as long as one of the last that were thought about,
drawn by lot among those of the same kind and from as many cards. A fixed floor would have to be as long as the longest
thought, and slow down every contest by that; this costs a bot what its thoughts do.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque

from coinche.protocol.messages import Request, RequestKind

REMEMBERED = 8
"""Thoughts of each sort from which the lot draws."""
UNKNOWN = 0.005
"""Seconds that a forced answer takes before there has been any thought of its kind."""
MOST = 1.0
"""Seconds that one takes at most; never more than half of the free time for a decision, so that it costs no bank."""


class AnswerTimes:
    """The times of one bot's answers."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random()
        self._by_sort: dict[tuple[RequestKind, int], deque[float]] = defaultdict(_few)
        self._by_kind: dict[RequestKind, deque[float]] = defaultdict(_few)

    def wait(self, request: Request, took: float) -> float:
        """For how many seconds the answer has to be held back that was found in so many."""
        sort = request.kind, len(request.known.hand)
        if not is_forced(request):
            self._by_sort[sort].append(took)
            self._by_kind[request.kind].append(took)
            return 0.0
        like = self._by_sort.get(sort) or self._by_kind.get(request.kind) or (UNKNOWN,)
        most = min(MOST, request.clock.move_ms / 2000)
        return max(0.0, min(self._chance.choice(like), most) - took)


def is_forced(request: Request) -> bool:
    """Return whether there is only one answer: no bid besides, and nothing that may be said with the card."""
    return len(request.legal) == 1 and not (request.bids or request.offers or request.declarations)


def _few() -> deque[float]:
    return deque(maxlen=REMEMBERED)
