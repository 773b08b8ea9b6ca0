"""An auction for nobody, before the first: what contracts score is then worked out while nobody waits.

Knows how a deal begins. Refuses to know who will play.
"""

from __future__ import annotations

from functools import lru_cache

from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.pack import shuffled
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, view

from .bidding import Bidder
from .likelihood import evidence

_SEED = bytes(32)


@lru_cache(maxsize=len(PRESETS))
def rehearse(rules: RuleSet) -> None:
    """Bid at all four seats; once for a process, for what was worked out stays."""
    bidder = Bidder(rules)
    state, _ = new_match(rules, Seat.NORTH, board=True)
    state, _ = next_deal(state, shuffled(_SEED))
    while (seat := to_act(state)) is not None and (seen := view(state, seat)).phase is Phase.BIDDING:
        said = bidder.call(seen, legal(state, seat), 0, evidence(seen, rules))
        state, _ = apply(state, seat, said)
