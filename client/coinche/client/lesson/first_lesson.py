"""The first lesson: one deal that teaches bidding, trumps and scoring."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.lesson import Teaching
from coinche.engine.actions import Action, Coinche, MakeBid, PlayCard, Reason
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Rank
from coinche.engine.seats import Seat

from .conditions import (
    after_a_trick,
    at_the_beginning,
    before_the_play,
    belote_of,
    bids,
    bids_besides,
    contract,
    discards,
    first_trick,
    follows,
    forbids,
    has_no_choice,
    has_one_card,
    has_to_ruff_higher,
    heard_belote,
    highest_trump,
    is_bidding,
    is_made,
    is_nearly_capot,
    is_over,
    keeps_last_trump,
    keeps_trumps,
    leads_low,
    leads_the_highest,
    leads_well,
    led_suit,
    may_declare,
    on_lead,
    partner_supports,
    passes,
    refused,
    speaks_first,
    takers_points,
    target,
    tried,
)
from .script import Exercise, Page, Script, ScriptedCall, ScriptedDeal, Situation, hand

_HANDS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.SOUTH: hand("JH 9H AH 7H 8D QC JC 10C"),
    Seat.EAST: hand("QS JS 9S 8S QD JD 9D AC"),
    Seat.NORTH: hand("KH QH AD KD 10D KC 8C 7S"),
    Seat.WEST: hand("10H 8H AS KS 10S 7D 9C 7C"),
}
"""The learner declares a tierce in clubs, follows to West's diamond, overtrumps West on North's, draws the last trumps,
gives East a trick, discards on the next diamond and trumps a spade. Of the others only North has something to
declare: the king and queen of trumps.
"""


_CALLS: Mapping[Seat, ScriptedCall] = {
    Seat.WEST: ScriptedCall(Denomination.SPADES, 80),
    Seat.NORTH: ScriptedCall(Denomination.HEARTS, 110),
}

_LEADS: Mapping[Seat, tuple[Card, ...]] = {
    Seat.WEST: hand("7D AS KS"),
    Seat.EAST: hand("QD"),
    Seat.NORTH: hand("AD KD 10D 7S"),
}

_KEEPS: Mapping[Seat, tuple[Card, ...]] = {Seat.EAST: hand("QD AC")}
"""East must win a trick, then lead a suit that the learner lacks."""

_BID = Bid("90H")
"""The right bid of the learner, which North raises."""


def _is_trump(action: Action) -> bool:
    return isinstance(action, PlayCard) and action.card.suit in _BID.denomination.trumps


def _is_low(action: Action) -> bool:
    return isinstance(action, PlayCard) and not _is_trump(action) and action.card.rank is not Rank.TEN


def _answers_partner(now: Situation) -> bool:
    """True when the learner has just tried something else than a pass after North's bid."""
    return partner_supports(now) and (now.tried is not None or now.refused is not None)


_EXERCISES = (
    Exercise(when=speaks_first, accepts=lambda action: action == MakeBid(_BID)),
    Exercise(when=partner_supports, accepts=passes),
    Exercise(when=leads_the_highest, accepts=lambda a: isinstance(a, PlayCard) and a.card == _HANDS[Seat.SOUTH][0]),
    Exercise(when=leads_low, accepts=_is_low),
    Exercise(when=keeps_trumps, accepts=lambda action: not _is_trump(action)),
)
"""The plain advice of the pages. The contract is North's, in hearts."""

REFUSALS = (
    Page(words=Teaching.FOLLOW_WHY, when=refused(Reason.MUST_FOLLOW_SUIT), again=True),
    Page(words=Teaching.TRUMP_WHY, when=refused(Reason.MUST_TRUMP), again=True),
    Page(words=Teaching.OVERTRUMP_WHY, when=refused(Reason.MUST_OVERTRUMP), again=True),
)
"""Pages after a card that the rules forbid."""

REMINDERS = (
    Page(words=Teaching.ONLY, when=has_no_choice, again=True),
    Page(words=Teaching.LEAD_AGAIN, when=leads_well, again=True),
    Page(words=Teaching.LEAD_ANY, when=on_lead, again=True),
    Page(words=Teaching.OVERTRUMP_AGAIN, when=forbids(Reason.MUST_OVERTRUMP), again=True),
    Page(words=Teaching.TRUMP_AGAIN, when=forbids(Reason.MUST_TRUMP), about=led_suit, again=True),
    Page(words=Teaching.DISCARD_AGAIN, when=discards, again=True),
    Page(
        words=Teaching.FOLLOW_GIVING,
        when=lambda now: follows(now) and now.partner_wins,
        about=led_suit,
        again=True,
    ),
    Page(words=Teaching.FOLLOW_AGAIN, when=follows, about=led_suit, again=True),
    Page(words=Teaching.FREE, when=lambda now: now.on_turn, again=True),
)
"""Pages for cards about which there is nothing new to say."""

_PAGES: tuple[Page, ...] = (
    Page(words=Teaching.GOAL, when=at_the_beginning, waits=True),
    Page(words=Teaching.PLAIN, when=at_the_beginning, waits=True),
    Page(words=Teaching.TRUMPS, when=at_the_beginning, waits=True),
    Page(words=Teaching.BIDS, when=at_the_beginning, waits=True),
    Page(words=Teaching.COINCHE, when=lambda now: now.may_coinche, about=contract, waits=True),
    Page(words=Teaching.PARTNER_RAISED, when=_answers_partner, about=contract, again=True),
    Page(words=Teaching.BID_PASSED, when=tried(passes), again=True),
    Page(words=Teaching.BID_HIGH, when=bids(_BID, more=True), again=True),
    Page(words=Teaching.BID_SUIT, when=bids_besides(_BID.denomination), again=True),
    Page(words=Teaching.BID_COINCHED, when=tried(lambda action: action == Coinche()), about=contract, again=True),
    Page(words=Teaching.BID_LOW, when=refused(Reason.BID_TOO_LOW), about=contract, again=True),
    Page(words=Teaching.BID_WRONG, when=lambda now: is_bidding(now) and now.refused is not None, again=True),
    Page(words=Teaching.BID_WHY, when=speaks_first, waits=True),
    Page(words=Teaching.BID, when=speaks_first, again=True),
    Page(words=Teaching.PARTNER, when=partner_supports, about=contract, again=True),
    Page(words=Teaching.CONTRACT_OURS, when=before_the_play, about=contract, waits=True),
    Page(words=Teaching.TRICKS, when=before_the_play, waits=True),
    Page(
        words=Teaching.TRICK_YOURS, when=lambda now: after_a_trick(now) and on_lead(now), about=first_trick, waits=True
    ),
    Page(words=Teaching.TRICK, when=lambda now: after_a_trick(now) and not on_lead(now), about=first_trick, waits=True),
    Page(words=Teaching.BELOTE_OF, when=heard_belote, about=belote_of, waits=True),
    Page(words=Teaching.DECLARE, when=may_declare, waits=True),
    *REFUSALS,
    Page(
        words=Teaching.LEAD_TRUMP_WHY,
        when=lambda now: leads_the_highest(now) and now.tried is not None,
        about=highest_trump,
        again=True,
    ),
    Page(words=Teaching.LEAD_LOW_TRUMP, when=lambda now: leads_low(now) and tried(_is_trump)(now), again=True),
    Page(words=Teaching.LEAD_LOW_TEN, when=lambda now: leads_low(now) and now.tried is not None, again=True),
    Page(words=Teaching.DISCARD_RUFFED, when=lambda now: discards(now) and now.tried is not None, again=True),
    Page(words=Teaching.LEAD_TRUMP, when=leads_the_highest, about=highest_trump),
    Page(words=Teaching.LAST_OF_ALL, when=is_nearly_capot),
    Page(words=Teaching.LAST, when=lambda now: has_one_card(now) and not is_nearly_capot(now)),
    Page(words=Teaching.LEAD_LAST_BUT_ONE, when=keeps_last_trump),
    Page(words=Teaching.LEAD_LOW, when=leads_low),
    Page(words=Teaching.RUFF_HIGHER, when=has_to_ruff_higher, about=led_suit),
    Page(words=Teaching.OVERTRUMP, when=forbids(Reason.MUST_OVERTRUMP)),
    Page(words=Teaching.TRUMP, when=forbids(Reason.MUST_TRUMP), about=led_suit),
    Page(words=Teaching.DISCARD, when=discards, about=led_suit),
    Page(words=Teaching.FOLLOW, when=forbids(Reason.MUST_FOLLOW_SUIT), about=led_suit),
    *REMINDERS,
    Page(words=Teaching.MADE, when=is_made, about=takers_points, waits=True),
    Page(words=Teaching.FAILED, when=lambda now: is_over(now) and not is_made(now), about=takers_points, waits=True),
    Page(words=Teaching.LINES_MADE, when=is_made, waits=True),
    Page(words=Teaching.LINES_FAILED, when=lambda now: is_over(now) and not is_made(now), waits=True),
    Page(words=Teaching.TOTAL, when=is_over, about=target, waits=True),
    Page(words=Teaching.END, when=is_over, waits=True, ends=True),
)
"""Before a decision come the pages that wait for Enter, then the one for the decision."""

FIRST_LESSON = Script(
    Seat.NORTH,
    (ScriptedDeal(hands=_HANDS, calls=_CALLS, leads=_LEADS, keeps=_KEEPS, exercises=_EXERCISES, pages=_PAGES),),
)
"""North deals, so that West speaks and leads first, and the learner in the South right after."""
