"""Reasons are tried in their order, and the first that holds is told: the shape of a reason, and what all cards share.

Refuses to know what is led and what follows (`leads`, `follows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from coinche.engine.bids import BidKind
from coinche.engine.rules import TRICKS

from .contract_needs import Doubt, Measure
from .reason import Because, because
from .texts import Why
from .trick_facts import Sight

Reason = Callable[[Sight], Because | None]
"""Why that card, if that is why."""

SOON = 5
"""From so many tricks on, all of them ours, a capot is in sight."""
LONG = 4
"""From so many tricks on, all of them theirs, it is to be feared."""


def first(reasons: Iterable[Reason], sight: Sight) -> Because | None:
    """The first that holds."""
    return next((why for reason in reasons if (why := reason(sight)) is not None), None)


def only(sight: Sight) -> Because | None:
    """There is nothing to choose."""
    if len(sight.view.hand) == 1:
        return because(Why.LAST_CARD)
    return because(Why.ONLY) if len(sight.legal) == 1 else None


def makes(sight: Sight) -> Because | None:
    """The trick is certain, and with it the contract."""
    need = sight.need
    if not sight.takes_part or not sight.is_sure or need is None or need.doubt is not Doubt.NONE:
        return None
    if need.measure is not Measure.POINTS or not 0 < need.missing <= sight.worth:
        return None
    return because(Why.MAKES, missing=need.missing)


def sinks(sight: Sight) -> Because | None:
    """The trick is certain, and what is left without it is not enough for the takers."""
    need = sight.need
    if sight.takes_part or not sight.is_sure or need is None or need.doubt is not Doubt.NONE:
        return None
    if need.measure is Measure.TRICKS and need.missing:
        return because(Why.SINKS_CAPOT)
    if need.measure is not Measure.POINTS or not sight.left - sight.worth < need.missing <= sight.left:
        return None
    return because(Why.SINKS)


def saves_from_capot(sight: Sight) -> Because | None:
    """They have every trick so far, and this one is certain."""
    tricks = len(sight.view.tricks)
    if tricks < LONG or sight.view.tricks_won[sight.me.team] or not sight.is_sure or not sight.takes(sight.card):
        return None
    return because(Why.SAVES_CAPOT)


def goes_on(sight: Sight) -> Because | None:
    """We have every trick so far, and are about to have them all."""
    tricks = len(sight.view.tricks)
    if tricks < SOON or sight.view.tricks_won[sight.me.team] < tricks or not sight.is_sure:
        return None
    if sight.contract.bid.kind is not BidKind.NUMBER or sight.rules.scoring.capot_unbid_counts:
        return because(Why.GOES_ON, tricks=TRICKS - tricks)
    return None


GREAT: tuple[Reason, ...] = (makes, sinks, saves_from_capot, goes_on)
"""What outweighs all else, whoever leads."""
