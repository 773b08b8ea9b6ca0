"""The pages of the lesson: each is a sentence of the teacher with the situation in which it applies.

The pages stand in order of importance. At each moment the teacher says the first one that applies, whatever the learner
has done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from coinche.client.model.messages import About, Saying
from coinche.client.texts.lesson import Teaching
from coinche.engine.actions import Coinche, Pass, Reason, Surcoinche
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Denomination, Rank
from coinche.engine.view import Phase

from .script import LEARNER, RULES, Situation

When = Callable[[Situation], bool]
Names = Callable[[Situation], Mapping[str, About]]


def nothing(now: Situation) -> Mapping[str, About]:
    """No names: for a sentence about nothing in this deal."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One explanation. A page that `waits` needs no decision, and is said once.

    The other pages go with a decision; those with `again` are repeated if nothing new applies.
    """

    words: Teaching
    when: When
    about: Names = nothing
    waits: bool = False
    again: bool = False

    def of(self, now: Situation) -> Saying:
        """The sentence in this situation."""
        return Saying(words=self.words, about=self.about(now), waits=self.waits)


def next_page(now: Situation, told: Set[Teaching]) -> Page | None:
    """The first page that applies and is either new or repeatable."""
    return next((page for page in PAGES if (page.again or page.words not in told) and page.when(now)), None)


# --- the auction ---------------------------------------------------------------------------------------


def at_the_beginning(now: Situation) -> bool:
    """True when the cards are dealt and nobody has spoken."""
    return now.view.phase is Phase.BIDDING and not now.view.auction


def speaks_first(now: Situation) -> bool:
    """True before the learner's first call, on the learner's turn."""
    return is_bidding(now) and all(call.seat is not LEARNER for call in now.view.auction)


def is_bidding(now: Situation) -> bool:
    """True when it is the learner's turn to call."""
    return now.on_turn and now.view.phase is Phase.BIDDING


def partner_bids(now: Situation) -> bool:
    """True when the partner holds the bid and it is the learner's turn to call."""
    return is_bidding(now) and now.ours and now.contract.bidder is LEARNER.partner


def partner_supports(now: Situation) -> bool:
    """True when the partner has raised a bid of the learner."""
    own = [Bid(call.action) for call in now.view.auction if call.seat is LEARNER and call.action not in _WORDS]
    return partner_bids(now) and any(bid.denomination is now.contract.bid.denomination for bid in own)


def contract(now: Situation) -> Mapping[str, About]:
    """The highest bid, and its bidder."""
    return {"bid": now.contract.bid, "who": now.contract.bidder}


_WORDS = frozenset(map(str, (Pass(), Coinche(), Surcoinche())))
"""The calls of an auction besides bids."""


# --- the play ------------------------------------------------------------------------------------------


def before_the_play(now: Situation) -> bool:
    """True when the contract is settled and no card has been played."""
    return now.between_tricks and not now.view.tricks


def promised_capot(now: Situation) -> bool:
    """True when the learner's side has promised all eight tricks."""
    return now.ours and now.contract.bid.kind is BidKind.CAPOT


def may_declare(now: Situation) -> bool:
    """True before the learner's first card, with something to declare."""
    return now.legal is not None and bool(now.legal.declarations)


def on_lead(now: Situation) -> bool:
    """True when the learner leads."""
    return now.on_turn and now.between_tricks


def forbids(reason: Reason) -> When:
    """A condition: this rule forbids a card of the learner's hand."""
    return lambda now: reason in now.forbidden


def refused(reason: Reason) -> When:
    """A condition: the learner has just tried a card that this rule forbids."""
    return lambda now: now.refused is reason


def leads_the_highest(now: Situation) -> bool:
    """True when the learner leads in a contract of their side, with the jack of trumps."""
    return on_lead(now) and now.ours and bool(now.trumps) and now.trumps[0].rank is Rank.JACK


def has_to_ruff_higher(now: Situation) -> bool:
    """True when the learner cannot follow suit and some of their trumps are too low."""
    return now.is_void and Reason.MUST_OVERTRUMP in now.forbidden


def leads_plain(now: Situation) -> bool:
    """True when the learner leads in a contract of their side without an ace, but with trumps and other cards."""
    if not on_lead(now) or not now.ours or not now.trumps:
        return False
    plain = [card for card in now.view.hand if card not in now.trumps]
    return bool(plain) and all(card.rank is not Rank.ACE for card in plain)


def leads_well(now: Situation) -> bool:
    """True when the learner leads and holds a trump or an ace."""
    return on_lead(now) and (bool(now.trumps) or any(card.rank is Rank.ACE for card in now.view.hand))


def discards(now: Situation) -> bool:
    """True when the learner cannot follow and need not trump, since the partner wins the trick."""
    return now.on_turn and now.is_void and now.partner_wins and bool(now.trumps) and not now.forbidden


def follows(now: Situation) -> bool:
    """True when the learner can follow the suit led."""
    return now.on_turn and now.led is not None and not now.is_void


def has_one_card(now: Situation) -> bool:
    """True before the last card of the deal."""
    return now.on_turn and len(now.view.hand) == 1 and now.view.phase is Phase.PLAYING


def is_nearly_capot(now: Situation) -> bool:
    """True before the last card, if one side has won all tricks so far."""
    return has_one_card(now) and 0 in (now.view.tricks_won.NS, now.view.tricks_won.EW)


def has_no_choice(now: Situation) -> bool:
    """True when only one card is legal."""
    return now.legal is not None and now.view.phase is Phase.PLAYING and len(now.legal.actions) == 1


def said_belote(now: Situation) -> bool:
    """True between tricks, once the learner has said belote."""
    return now.between_tricks and any(said.seat is LEARNER for said in now.view.belotes)


def heard_belote(now: Situation) -> bool:
    """True between tricks, once another player has said belote."""
    return now.between_tricks and any(said.seat is not LEARNER for said in now.view.belotes)


def after_a_trick(now: Situation) -> bool:
    """True after the first trick."""
    return now.between_tricks and len(now.view.tricks) == 1


def led_suit(now: Situation) -> Mapping[str, About]:
    """The suit led."""
    return {} if now.led is None else {"suit": Denomination(now.led)}


def first_trick(now: Situation) -> Mapping[str, About]:
    """The winner of the first trick, and its points."""
    winner = now.view.tricks[0].winner or LEARNER
    return {"who": winner, "points": now.view.points[winner.team]}


def highest_trump(now: Situation) -> Mapping[str, About]:
    """The highest trump in the learner's hand."""
    return {"card": now.trumps[0]}


def belote_of(now: Situation) -> Mapping[str, About]:
    """The player who has said belote."""
    return {"who": now.view.belotes[0].seat}


# --- the score -----------------------------------------------------------------------------------------


def scored(*, ours: bool, made: bool) -> When:
    """A condition: the deal is over, with that side as takers and that result."""
    return lambda now: now.view.score is not None and now.ours is ours and now.view.score.made is made


def is_over(now: Situation) -> bool:
    """True when the deal is scored."""
    return now.view.score is not None


def is_made(now: Situation) -> bool:
    """True when the takers have made their contract."""
    return now.view.score is not None and now.view.score.made


def is_made_doubled(now: Situation) -> bool:
    """True when the takers have made a coinched contract."""
    return is_made(now) and now.contract.multiplier > 1


def target(now: Situation) -> Mapping[str, About]:
    """The target of the match."""
    return {"target": RULES.match.target}


def takers_points(now: Situation) -> Mapping[str, About]:
    """The contract, and the points that the takers have won."""
    score = now.view.score
    return {"bid": now.contract.bid, "points": score.points[now.contract.takers] if score is not None else 0}


PAGES: tuple[Page, ...] = (
    Page(words=Teaching.GOAL, when=at_the_beginning, waits=True),
    Page(words=Teaching.PLAIN, when=at_the_beginning, waits=True),
    Page(words=Teaching.TRUMPS, when=at_the_beginning, waits=True),
    Page(words=Teaching.BIDS, when=at_the_beginning, waits=True),
    Page(words=Teaching.COINCHE, when=lambda now: now.may_coinche, about=contract, waits=True),
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
    Page(words=Teaching.FOLLOW_WHY, when=refused(Reason.MUST_FOLLOW_SUIT), again=True),
    Page(words=Teaching.TRUMP_WHY, when=refused(Reason.MUST_TRUMP), again=True),
    Page(words=Teaching.OVERTRUMP_WHY, when=refused(Reason.MUST_OVERTRUMP), again=True),
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
    Page(words=Teaching.END, when=is_over, waits=True),
)
"""All pages. Before a decision come the pages that wait for Enter, then the one for the decision."""
