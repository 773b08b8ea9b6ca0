"""The choices of a simulated player: random legal actions, so that deals are short and never alike."""

from __future__ import annotations

from random import Random

from coinche.protocol.messages import Request, RequestKind

_BIDS = {RequestKind.BID: 0.35, RequestKind.REACT: 0.0}
"""The probability of the lowest bid where one is legal."""
_DOUBLES = 0.06


def answer(request: Request, chance: Random) -> str:
    """A legal action as it travels."""
    if request.bids and chance.random() < _BIDS.get(request.kind, 0.0):
        denomination = chance.choice(tuple(request.bids))
        return f"{request.bids[denomination]}{denomination}"
    if request.kind in _BIDS:
        return chance.choice(request.legal) if chance.random() < _DOUBLES else "pass"
    return request.default if chance.random() < 0.3 else chance.choice(request.legal)
