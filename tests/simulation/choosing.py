"""What a player of a run answers to a request: something legal, by chance, so that deals are short and no two alike.

Refuses to know what would be good.
"""

from __future__ import annotations

from random import Random

from coinche.protocol.messages import Request, RequestKind

_BIDS = {RequestKind.BID: 0.35, RequestKind.REACT: 0.0}
"""How often the lowest bid is made where one may be."""
_DOUBLES = 0.06


def answer(request: Request, chance: Random) -> str:
    """A legal action as it travels."""
    if request.bids and chance.random() < _BIDS.get(request.kind, 0.0):
        denomination = chance.choice(tuple(request.bids))
        return f"{request.bids[denomination]}{denomination}"
    if request.kind in _BIDS:
        return chance.choice(request.legal) if chance.random() < _DOUBLES else "pass"
    return request.default if chance.random() < 0.3 else chance.choice(request.legal)
