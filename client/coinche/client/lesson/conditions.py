"""The conditions under which a page of a lesson applies, and the names in its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coinche.client.model.messages import About
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, Reason, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination, Rank
from coinche.engine.view import Phase

from .script import LEARNER, RULES, Situation, When


def tried(fits: Callable[[Action], bool]) -> When:
    """A condition: the learner has just tried such an action, and the lesson asks for another one."""
    return lambda now: now.tried is not None and fits(now.tried)


def passes(action: Action) -> bool:
    """Return whether the action is a pass."""
    return isinstance(action, Pass)


def bids(wanted: Bid, *, more: bool) -> When:
    """A condition: the learner has tried a bid in this denomination that is higher, or lower."""

    def fits(action: Action) -> bool:
        if not isinstance(action, MakeBid) or action.bid.denomination is not wanted.denomination:
            return False
        return more is (not action.bid.value or action.bid.value > wanted.value)

    return tried(fits)


def bids_besides(denomination: Denomination) -> When:
    """A condition: the learner has tried a bid in another denomination."""
    return tried(lambda action: isinstance(action, MakeBid) and action.bid.denomination is not denomination)


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


def leads_low(now: Situation) -> bool:
    """True when the learner should keep the last trumps for ruffing, and has a card besides them that is no ten."""
    low = (card for card in now.view.hand if card not in now.trumps and card.rank is not Rank.TEN)
    return leads_plain(now) and not leads_the_highest(now) and len(now.view.hand) > 2 and any(low)


def keeps_last_trump(now: Situation) -> bool:
    """True when the learner leads with two cards, one of them a trump."""
    return on_lead(now) and len(now.view.hand) == 2 and len(now.trumps) == 1


def leads_well(now: Situation) -> bool:
    """True when the learner leads and holds a trump or an ace."""
    return on_lead(now) and (bool(now.trumps) or any(card.rank is Rank.ACE for card in now.view.hand))


def keeps_trumps(now: Situation) -> bool:
    """True when the partner wins the trick, and the learner has cards to discard besides trumps."""
    return discards(now) and any(card not in now.trumps for card in now.view.hand)


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


def is_over(now: Situation) -> bool:
    """True when the deal is scored."""
    return now.view.score is not None


def is_made(now: Situation) -> bool:
    """True when the takers have made their contract."""
    return now.view.score is not None and now.view.score.made


def target(now: Situation) -> Mapping[str, About]:
    """The target of the match."""
    return {"target": RULES.match.target}


def takers_points(now: Situation) -> Mapping[str, About]:
    """The contract, and the points that the takers have won."""
    score = now.view.score
    return {"bid": now.contract.bid, "points": score.points[now.contract.takers] if score is not None else 0}
