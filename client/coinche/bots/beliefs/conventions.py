"""Bidding systems: those that our own bidders declare, and which convention of one a call follows.

Refuses to know what follows from it for the cards (`reading`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.bots.steady.bidding import margins_of
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_EXPECTED
from coinche.protocol.messages import Convention, Occasion, System
from coinche.text.bidding_system_texts import CallMeaning

Systems = Mapping[Seat, System]
"""What players have declared that their calls promise."""
NONE_DECLARED: Systems = {}

_SLACK = 9
"""A bid is the highest that leaves the margin: one ten more would not have."""
Margin = tuple[float, float] | UnsetType
"""The least and the most."""
_ANY = MAX_EXPECTED
"""A better suit than the partner's is named as low as can be, whatever it is worth."""
_WORD: Mapping[type[Action], str] = {Pass: "pass", Coinche: "coinche", Surcoinche: "surcoinche"}


def occasion(said: Iterable[tuple[Seat, Bid]], seat: Seat, action: Action) -> Occasion:
    """When a seat does that: bids were said before, by whom."""
    bids = tuple(said)
    seats = {by for by, _ in bids}
    if seat in seats:
        return Occasion.REBID
    if seat.partner in seats:
        partners = {bid.denomination for by, bid in bids if by is seat.partner}
        supports = isinstance(action, MakeBid) and action.bid.denomination in partners
        return Occasion.SUPPORT if supports else Occasion.ANSWER
    return Occasion.OVERCALL if seats else Occasion.OPENING


def convention(system: System, when: Occasion, action: Action) -> Convention | None:
    """The first convention that fits, None where the system says nothing of it."""
    fitting = (one for one in system.conventions if one.when is when and _fits(one.said, action))
    return next(fitting, None)


def _fits(said: str, action: Action) -> bool:
    if not isinstance(action, MakeBid):
        return said == _WORD.get(type(action))
    level = str(action.bid).removesuffix(action.bid.denomination)
    if said.endswith("+"):
        return level.isdecimal() and int(level) >= int(said[:-1])
    return said == level


def _shows(said: str, when: Occasion, words: CallMeaning, spare: Margin = UNSET, points: Margin = UNSET) -> Convention:
    return Convention(said=said, when=when, shows=words.english, spare=_rounded(spare), points=_rounded(points))


def _rounded(margin: Margin) -> tuple[int, int] | UnsetType:
    return UNSET if margin is UNSET else (round(margin[0]), round(margin[1]))


@lru_cache(maxsize=16)
def steady_system(rules: RuleSet) -> System:
    """What `steady` does, by rules that may let bids begin at another number or go up otherwise."""
    lowest, step, margins = rules.auction.bid_minimum, rules.auction.bid_step, margins_of(rules)
    most, raised = margins.jump + _SLACK, margins.raise_to + _SLACK
    every = f"{lowest}+"
    return System(
        name="steady",
        conventions=(
            _shows(str(lowest), Occasion.OPENING, CallMeaning.OPENING, spare=(margins.opening, most)),
            _shows(f"{lowest + step}+", Occasion.OPENING, CallMeaning.JUMP, spare=(margins.jump, most)),
            _shows("capot", Occasion.OPENING, CallMeaning.CAPOT),
            _shows("pass", Occasion.OPENING, CallMeaning.NO_OPENING, points=(0, lowest + margins.opening)),
            _shows(every, Occasion.OVERCALL, CallMeaning.OVERCALL, spare=(margins.overcall, most)),
            _shows(every, Occasion.SUPPORT, CallMeaning.SUPPORT, spare=(margins.overcall, raised)),
            _shows(every, Occasion.ANSWER, CallMeaning.ANSWER, spare=(margins.overcall, _ANY)),
            _shows(every, Occasion.REBID, CallMeaning.REBID, spare=(margins.overcall, _ANY)),
            _shows("coinche", Occasion.OVERCALL, CallMeaning.COINCHE),
            _shows("surcoinche", Occasion.REBID, CallMeaning.SURCOINCHE),
        ),
    )


@lru_cache(maxsize=16)
def novice_system(rules: RuleSet) -> System:
    """What `novice` does: it bids as `steady`, but for its own hand alone, whatever its partner has said."""
    alone = (Occasion.OPENING, Occasion.OVERCALL)
    own = tuple(one for one in steady_system(rules).conventions if one.when in alone and one.said != "coinche")
    return System(name="novice", conventions=own)


@lru_cache(maxsize=16)
def expert_system(rules: RuleSet) -> System:
    """What `expert` does: it bids as `steady` but where another call surely scores more."""
    return replace(steady_system(rules), name="expert")
