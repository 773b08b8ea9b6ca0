"""The first lesson: one deal that teaches bidding, trumps and scoring."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.lesson import Teaching
from coinche.engine.actions import Reason
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat

from .conditions import (
    after_a_trick,
    at_the_beginning,
    before_the_play,
    belote_of,
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
    is_made_doubled,
    is_nearly_capot,
    is_over,
    leads_plain,
    leads_the_highest,
    leads_well,
    led_suit,
    may_declare,
    on_lead,
    partner_bids,
    partner_supports,
    promised_capot,
    refused,
    said_belote,
    scored,
    speaks_first,
    takers_points,
    target,
)
from .script import Page, Script, ScriptedCall, ScriptedDeal, hand

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
    Page(words=Teaching.BID_WHY, when=speaks_first, waits=True),
    Page(words=Teaching.BID, when=speaks_first),
    Page(words=Teaching.PARTNER, when=partner_supports, about=contract),
    Page(
        words=Teaching.PARTNER_BIDS,
        when=lambda now: partner_bids(now) and not partner_supports(now),
        about=contract,
    ),
    Page(words=Teaching.BID_LOW, when=refused(Reason.BID_TOO_LOW), about=contract, again=True),
    Page(words=Teaching.BID_WRONG, when=lambda now: is_bidding(now) and now.refused is not None, again=True),
    Page(words=Teaching.BID_AGAIN, when=is_bidding, again=True),
    Page(
        words=Teaching.CONTRACT_OURS,
        when=lambda now: before_the_play(now) and now.ours and not promised_capot(now),
        about=contract,
        waits=True,
    ),
    Page(
        words=Teaching.CONTRACT_CAPOT,
        when=lambda now: before_the_play(now) and promised_capot(now),
        about=contract,
        waits=True,
    ),
    Page(
        words=Teaching.CONTRACT_THEIRS,
        when=lambda now: before_the_play(now) and not now.ours,
        about=contract,
        waits=True,
    ),
    Page(
        words=Teaching.DOUBLED,
        when=lambda now: before_the_play(now) and now.contract.multiplier > 1,
        waits=True,
    ),
    Page(words=Teaching.TRICKS, when=before_the_play, waits=True),
    Page(
        words=Teaching.TRICK_YOURS, when=lambda now: after_a_trick(now) and on_lead(now), about=first_trick, waits=True
    ),
    Page(words=Teaching.TRICK, when=lambda now: after_a_trick(now) and not on_lead(now), about=first_trick, waits=True),
    Page(words=Teaching.BELOTE, when=said_belote, waits=True),
    Page(words=Teaching.BELOTE_OF, when=heard_belote, about=belote_of, waits=True),
    Page(words=Teaching.DECLARE, when=may_declare, waits=True),
    *REFUSALS,
    Page(words=Teaching.LEAD_TRUMP, when=leads_the_highest, about=highest_trump),
    Page(words=Teaching.LAST_OF_ALL, when=is_nearly_capot),
    Page(words=Teaching.LAST, when=lambda now: has_one_card(now) and not is_nearly_capot(now)),
    Page(words=Teaching.LEAD_LOW, when=lambda now: leads_plain(now) and len(now.view.hand) > 2),
    Page(words=Teaching.LEAD, when=lambda now: on_lead(now) and not now.ours),
    Page(words=Teaching.RUFF_HIGHER, when=has_to_ruff_higher, about=led_suit),
    Page(words=Teaching.OVERTRUMP, when=forbids(Reason.MUST_OVERTRUMP)),
    Page(words=Teaching.TRUMP, when=forbids(Reason.MUST_TRUMP), about=led_suit),
    Page(words=Teaching.DISCARD, when=discards, about=led_suit),
    Page(words=Teaching.FOLLOW, when=forbids(Reason.MUST_FOLLOW_SUIT), about=led_suit),
    *REMINDERS,
    Page(words=Teaching.MADE, when=scored(ours=True, made=True), about=takers_points, waits=True),
    Page(
        words=Teaching.FAILED,
        when=lambda now: scored(ours=True, made=False)(now) and not promised_capot(now),
        about=takers_points,
        waits=True,
    ),
    Page(
        words=Teaching.FAILED_CAPOT,
        when=lambda now: scored(ours=True, made=False)(now) and promised_capot(now),
        about=takers_points,
        waits=True,
    ),
    Page(words=Teaching.THEY_MADE, when=scored(ours=False, made=True), about=takers_points, waits=True),
    Page(words=Teaching.THEY_FAILED, when=scored(ours=False, made=False), about=takers_points, waits=True),
    Page(words=Teaching.LINES_MADE, when=lambda now: is_made(now) and not is_made_doubled(now), waits=True),
    Page(words=Teaching.LINES_MADE_DOUBLED, when=is_made_doubled, waits=True),
    Page(words=Teaching.LINES_FAILED, when=lambda now: is_over(now) and not is_made(now), waits=True),
    Page(words=Teaching.TOTAL, when=is_over, about=target, waits=True),
    Page(words=Teaching.END, when=is_over, waits=True, ends=True),
)
"""Before a decision come the pages that wait for Enter, then the one for the decision."""

FIRST_LESSON = Script(
    Seat.NORTH,
    (ScriptedDeal(hands=_HANDS, calls=_CALLS, leads=_LEADS, keeps=_KEEPS, pages=_PAGES),),
)
"""North deals, so that West speaks and leads first, and the learner in the South right after."""
