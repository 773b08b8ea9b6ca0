"""A match as one frozen state, and the functions that move it: the front door of the engine.

`new_match`, `next_deal` and `apply` each return the next state and the events that led there. Chance comes in as a
pack, a player as a seat; nothing here draws a number, reads a clock or sends a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .actions import DEFAULT_CALL, Action, IllegalAction, Legal, Reason
from .belote import Counted, count
from .cards import Card
from .deal_phases import Bidding, Deal, open_deal, take
from .deal_phases import legal as legal_in_deal
from .deal_phases import may_act as may_act_in_deal
from .dealing import gathered_hands, gathered_tricks
from .events import DealScored, DealStarted, Event, MatchEnded, MatchStarted
from .match_result import MatchStanding, Outcome, ahead, stand
from .playing import Playing, tally
from .rules import RuleSet, Shuffle
from .scoring import DealScore, forfeits_belote, score
from .seats import ZERO, Seat, Team


@dataclass(frozen=True, slots=True)
class DealOver:
    """The phase between two deals: the last one (`None` before the first), and its score unless it was thrown in."""

    last: Deal | None
    score: DealScored | None


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over."""

    last: Deal
    score: DealScored | None
    winner: Team | None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything about a match. There is no encoder for it: what leaves the engine are events and views.

    `deal` counts all deals from 1, `passed_out` those thrown in since the last that was played or shuffled for.
    """

    rules: RuleSet
    match: int
    board: bool
    deal: int
    dealer: Seat
    shuffled: bool
    standing: MatchStanding
    passed_out: int
    forgiven: frozenset[Team]
    phase: Deal | DealOver | MatchOver

    def within(self, deal: Deal) -> State:
        """The match with that deal on the table: after most actions nothing else is new. `replace` is too slow here."""
        return State(
            rules=self.rules,
            match=self.match,
            board=self.board,
            deal=self.deal,
            dealer=self.dealer,
            shuffled=self.shuffled,
            standing=self.standing,
            passed_out=self.passed_out,
            forgiven=self.forgiven,
            phase=deal,
        )


def new_match(
    rules: RuleSet, first_dealer: Seat, *, match: int = 1, board: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """A match before its first deal. A `board` is one deal of a contest: over after it, whatever the score."""
    state = State(
        rules=rules,
        match=match,
        board=board,
        deal=0,
        dealer=first_dealer,
        shuffled=True,
        standing=MatchStanding(ZERO),
        passed_out=0,
        forgiven=frozenset(),
        phase=DealOver(None, None),
    )
    return state, (MatchStarted(rules, match, board),)


def gathered(state: State) -> tuple[Card, ...] | None:
    """The pack of the next deal, before the cut, where the rules do not shuffle; `None` where a shuffled one is due."""
    last = state.phase.last if isinstance(state.phase, DealOver) else None
    passes = state.rules.table.reshuffle_after_passes
    if last is None or (passes is not None and state.passed_out >= passes):
        return None
    return _GATHERED[state.rules.table.shuffle](last, state.rules)


def _as_it_lies(last: Deal, rules: RuleSet) -> tuple[Card, ...]:
    """The tricks, or the hands of a thrown-in deal, put on one another (O "The deal")."""
    if isinstance(last, Playing):
        return gathered_tricks(last.tricks, last.dealer)
    return gathered_hands(last.pack, last.dealer, rules.table)


_GATHERED: Mapping[Shuffle, Callable[[Deal, RuleSet], tuple[Card, ...] | None]] = {
    Shuffle.EVERY_DEAL: lambda last, rules: None,
    Shuffle.NEVER: _as_it_lies,
}


def next_dealer(state: State) -> Seat:
    """The dealer of the next deal: the next seat each time, after thrown-in deals too (F 3.1, 4.1a)."""
    return state.dealer.next(state.rules.table.direction) if state.deal else state.dealer


def next_deal(state: State, pack: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    """Deal the pack; `next_dealer` deals.

    ValueError where the pack is not the 32 cards, or not the one that was `gathered`.
    """
    if not isinstance(state.phase, DealOver):
        raise IllegalAction(Reason.WRONG_PHASE)
    found = gathered(state)
    if found not in (None, pack):
        raise ValueError("the cards of the last deal were gathered, not shuffled: the pack must be as they lie")
    dealer = next_dealer(state)
    deal, events = open_deal(dealer, pack, state.rules, board=state.board)
    started = DealStarted(state.deal + 1, dealer, shuffled=found is None)
    after = replace(
        state,
        deal=started.deal,
        dealer=dealer,
        shuffled=started.shuffled,
        passed_out=0 if started.shuffled else state.passed_out,
        phase=deal,
    )
    return after, (started, *events)


def to_act(state: State) -> Seat | None:
    """The seat that must act; `None` between deals."""
    return state.phase.turn if isinstance(state.phase, Deal) else None


def may_act(state: State) -> tuple[Seat, ...]:
    """The other seats that may act out of turn: to coinche, or to surcoinche, at any time."""
    return may_act_in_deal(state.phase, state.rules) if isinstance(state.phase, Deal) else ()


def legal(state: State, seat: Seat) -> Legal:
    """Return the actions that the seat may take now, out of turn too."""
    if isinstance(state.phase, Deal):
        return legal_in_deal(state.phase, seat, state.rules)
    return Legal(default=DEFAULT_CALL)


def apply(state: State, seat: Seat, action: Action, known: Legal | None = None) -> tuple[State, tuple[Event, ...]]:
    """The match after the action, and what happened; IllegalAction names the rule that forbids it.

    A caller that has asked for `legal(state, seat)` already may give that as `known`; it is not computed again then.
    """
    if not isinstance(state.phase, Deal):
        raise IllegalAction(Reason.WRONG_PHASE)
    deal, events = take(state.phase, seat, action, state.rules, known)
    match deal:
        case Bidding(auction=auction) if auction.thrown_in:
            return _thrown_in(state, deal, events)
        case Playing() if deal.over:
            return _scored(state, deal, events)
        case _:
            return state.within(deal), events


def _thrown_in(state: State, deal: Deal, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    if not state.board:
        return replace(state, passed_out=state.passed_out + 1, phase=DealOver(deal, None)), events
    over = replace(state, phase=MatchOver(deal, None, None))
    return over, (*events, MatchEnded(None, state.standing.totals))


def _counted(state: State, deal: Playing) -> tuple[Counted, DealScore]:
    """The belotes and the score. A side keeps its tolerance if only the opponents would score the rebelote (F 7)."""
    declaring, takers = state.rules.declarations, deal.contract.takers
    belotes = count(deal.said, declaring, state.forgiven)
    result = score(tally(deal, belotes.points), state.rules, state.standing.held)
    if takers not in belotes.forgiven or not forfeits_belote(result, deal.contract, declaring):
        return belotes, result
    belotes = count(deal.said, declaring, state.forgiven | {takers})
    return belotes, score(tally(deal, belotes.points), state.rules, state.standing.held)


def _scored(state: State, deal: Playing, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    belotes, result = _counted(state, deal)
    last = Outcome.of(deal, result)
    standing = stand(state.standing, last, state.rules.match)
    event = DealScored(
        made=result.made,
        tricks=deal.won,
        points=result.points,
        lines=result.lines,
        scores=result.scores,
        totals=standing.totals,
        belote_forgiven=belotes.forgiven,
        waiting=tuple(team for team in Team if team in standing.waiting),
        held=result.held,
    )
    after = replace(
        state,
        standing=standing,
        passed_out=0,
        forgiven=state.forgiven | set(belotes.forgiven),
        phase=DealOver(deal, event),
    )
    winner = ahead(result.scores) if state.board else standing.winner
    if winner is None and not state.board:
        return after, (*events, event)
    over = replace(after, phase=MatchOver(deal, event, winner))
    return over, (*events, event, MatchEnded(winner, standing.totals))
