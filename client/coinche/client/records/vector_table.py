"""The table at which a rule vector is played: the engine's public path, checked on every side as it goes.

Knows that whatever is offered applies and that every view is the fold of the events seen. Refuses to know what a
vector expects (`agreement`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from coinche.engine import match
from coinche.engine.actions import Action, Cut, IllegalAction, Legal, MakeBid, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.deal_phases import Bidding, to_cut
from coinche.engine.dealing import cut
from coinche.engine.events import BeloteSaid, Event, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.match import State
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Points, Seat
from coinche.engine.view import TableView, view

from .vectors import Move, Side

VIEWERS: tuple[Viewer, ...] = (*Seat, None)


class Disagreement(Exception):
    """The engine and a vector differ. `where` is the step, `what` the thing compared."""

    def __init__(self, where: str, what: str, expected: object, got: object) -> None:
        super().__init__(f"{where}: {what}: expected {expected}, got {got}")
        self.where = where


def same(where: str, what: str, expected: object, got: object) -> None:
    if expected != got:
        raise Disagreement(where, what, _shown(expected), _shown(got))


def _shown(thing: object) -> str:
    """As it is written in a vector."""
    match thing:
        case None:
            return "nothing"
        case str():
            return str(thing)
        case dict():
            return "{" + ", ".join(f"{key}: {_shown(value)}" for key, value in thing.items()) + "}"
        case tuple() | list():
            return "[" + ", ".join(map(_shown, thing)) + "]"
        case _:
            return str(thing)


def side(points: Points) -> Side:
    return Side(NS=points.NS, EW=points.EW)


@dataclass(slots=True)
class Table:
    """A state, the views that its events fold to, and how far the vector is."""

    state: State
    seen: dict[Viewer, TableView]
    where: str = "start"

    @staticmethod
    def opened(rules: RuleSet, dealer: Seat) -> Table:
        """A match before its first deal."""
        state, events = match.new_match(rules, dealer)
        table = Table(state, {viewer: TableView(viewer=viewer) for viewer in VIEWERS})
        table._happened(state, events)
        return table

    def deal(self, pack: tuple[Card, ...], at: int, hands: Mapping[Seat, tuple[Card, ...]], dealer: Seat) -> None:
        """Cut the pack and deal it; the hands and the dealer must be the vector's."""
        try:
            if to_cut(self.state.rules, board=False):
                self._happened(*match.next_deal(self.state, pack))
                cutter = match.to_act(self.state)
                assert cutter is not None
                self._happened(*match.apply(self.state, cutter, Cut(at)))
            else:
                self._happened(*match.next_deal(self.state, cut(pack, at)))
        except (ValueError, IllegalAction) as error:
            raise Disagreement(self.where, "pack", f"as given, cut at {at}", error) from error
        assert isinstance(self.state.phase, Bidding)
        same(self.where, "dealer", dealer, self.state.dealer)
        for seat in Seat:
            same(self.where, f"hand of {seat}", sorted(hands.get(seat, ())), sorted(self.state.phase.hands[seat]))

    def skips(self, turn: Seat) -> bool:
        """Whether that seat is the coincher's partner, whom the engine does not ask for his only word (F 4.1c)."""
        phase = self.state.phase
        if not isinstance(phase, Bidding) or phase.auction.contract is None:
            return False
        coincher = phase.auction.contract.coinched_by
        frozen = self.state.rules.auction.coinche_ends_auction and coincher is not None
        return frozen and coincher is turn.partner

    def act(self, move: Move) -> tuple[str, ...]:
        """Take the action, with its word of a belote if there is one to say; which words were said with it."""
        legal = match.legal(self.state, move.seat)
        action = _with_word(move.played, legal)
        try:
            after, events = match.apply(self.state, move.seat, action)
        except IllegalAction as error:
            refused = f"refused ({error.reason})"
            raise Disagreement(self.where, f"{move.action} by {move.seat}", "accepted", refused) from error
        self._happened(after, events)
        return tuple(event.word for event in events if isinstance(event, BeloteSaid))

    def _happened(self, state: State, events: Iterable[Event]) -> None:
        self.state = state
        for viewer, seen in self.seen.items():
            for event in events:
                seen = fold(seen, seen_by(event, viewer), state.rules)
            self.seen[viewer] = seen
            same(self.where, f"view of {viewer or 'a spectator'} folded from events", view(state, viewer), seen)

    def every_legal_action_applies(self) -> None:
        """What is offered is accepted, out of turn too; of numbers the lowest and the highest are tried."""
        for seat in (match.to_act(self.state), *match.may_act(self.state)):
            assert seat is not None
            for action in _offered(match.legal(self.state, seat)):
                try:
                    match.apply(self.state, seat, action)
                except IllegalAction as error:
                    raise Disagreement(self.where, f"legal action {action}", "accepted", error.reason) from error


def _offered(legal: Legal) -> Iterable[Action]:
    for denomination, lowest in legal.bids.items():
        for number in (lowest, legal.maximum):
            yield MakeBid(Bid(f"{number}{denomination}"))
    yield from (action for action in legal if not isinstance(action, MakeBid) or not action.bid.value)


def _with_word(action: Action, legal: Legal) -> Action:
    """Belote and rebelote are said whenever possible."""
    if not isinstance(action, PlayCard) or action.belote is not None:
        return action
    words = legal.offers.get(action.card, ())
    return PlayCard(action.card, words[0] if words else None, action.declarations)
