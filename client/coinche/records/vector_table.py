"""A table that plays a rule vector on the engine, and what differs between the two.

The table uses the engine's public path, and checks on every side that each action offered applies and that each view is
the fold of the events seen.
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
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.text.catalog import Statement, Words, statement
from coinche.text.language import Language

from .texts import Compared
from .vectors import (
    Move,
)

VIEWERS: tuple[Viewer, ...] = (*Seat, None)


Part = Words | Statement | str
"""A part of a sentence: a text of a catalogue, or the name of a field of the vector."""


class Disagreement(Exception):
    """The engine and a vector differ: the step, the thing compared, the vector's value and the engine's."""

    def __init__(self, where: Part, what: Part, expected: object, got: object) -> None:
        self.where, self.what, self.expected, self.got = where, what, expected, got
        super().__init__(self.within(Language.ENGLISH))

    def within(self, language: Language) -> str:
        """The difference as a sentence."""
        return Compared.DIFFERENCE.within(language).format(
            where=_shown(self.where, language),
            what=_shown(self.what, language),
            expected=_shown(self.expected, language),
            got=_shown(self.got, language),
        )


def require_equal(where: Part, what: Part, expected: object, got: object) -> None:
    """Raise Disagreement unless the vector's value and the engine's are equal."""
    if expected != got:
        raise Disagreement(where, what, expected, got)


def _shown(thing: object, language: Language) -> str:
    """The value as in a vector, with texts of a catalogue in that language."""
    match thing:
        case None:
            return Compared.NOTHING.within(language)
        case Words() | Statement():
            return thing.within(language)
        case dict():
            return "{" + ", ".join(f"{key}: {_shown(value, language)}" for key, value in thing.items()) + "}"
        case tuple() | list():
            return "[" + ", ".join(_shown(one, language) for one in thing) + "]"
        case _:
            return str(thing)


@dataclass(slots=True)
class VectorTable:
    """A state, the views folded from its events, and the step of the vector."""

    state: State
    seen: dict[Viewer, TableView]
    where: Part = Compared.START

    @staticmethod
    def opened(rules: RuleSet, dealer: Seat) -> VectorTable:
        """A table before its first deal."""
        state, events = match.new_match(rules, dealer)
        table = VectorTable(state, {viewer: TableView(viewer=viewer) for viewer in VIEWERS})
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
            raise Disagreement(
                self.where,
                Compared.PACK,
                statement(Compared.AS_GIVEN, at=at),
                statement(Compared.IN_ENGLISH, why=error),
            ) from error
        assert isinstance(self.state.phase, Bidding)
        require_equal(self.where, Compared.DEALER, dealer, self.state.dealer)
        for seat in Seat:
            require_equal(
                self.where,
                statement(Compared.HAND, seat=seat),
                sorted(hands.get(seat, ())),
                sorted(self.state.phase.hands[seat]),
            )

    def skips(self, turn: Seat) -> bool:
        """True when the seat is the coincher's partner, whom the engine does not ask for a call (F 4.1c)."""
        phase = self.state.phase
        if not isinstance(phase, Bidding) or phase.auction.contract is None:
            return False
        coincher = phase.auction.contract.coinched_by
        frozen = self.state.rules.auction.coinche_ends_auction and coincher is not None
        return frozen and coincher is turn.partner

    def act(self, move: Move) -> tuple[str, ...]:
        """Take the action, with the word of a belote if there is one; return the words that were said."""
        legal = match.legal(self.state, move.seat)
        action = _with_word(move.played, legal)
        try:
            after, events = match.apply(self.state, move.seat, action)
        except IllegalAction as error:
            action_by = statement(Compared.ACTION, action=move.action, seat=move.seat)
            refused = statement(Compared.REFUSED, reason=error.reason)
            raise Disagreement(self.where, action_by, Compared.ACCEPTED, refused) from error
        self._happened(after, events)
        return tuple(event.word for event in events if isinstance(event, BeloteSaid))

    def _happened(self, state: State, events: Iterable[Event]) -> None:
        self.state = state
        for viewer, seen in self.seen.items():
            for event in events:
                seen = fold(seen, seen_by(event, viewer), state.rules)
            self.seen[viewer] = seen
            require_equal(
                self.where, statement(Compared.VIEW, viewer=viewer or Compared.SPECTATOR), view(state, viewer), seen
            )

    def every_legal_action_applies(self) -> None:
        """Check that every offered action is accepted, out of turn too.

        Of numbers it tries the lowest and the highest.
        """
        for seat in (match.to_act(self.state), *match.may_act(self.state)):
            assert seat is not None
            for action in _offered(match.legal(self.state, seat)):
                try:
                    match.apply(self.state, seat, action)
                except IllegalAction as error:
                    raise Disagreement(
                        self.where, statement(Compared.LEGAL_ACTION, action=action), Compared.ACCEPTED, error.reason
                    ) from error


def _offered(legal: Legal) -> Iterable[Action]:
    for denomination, lowest in legal.bids.items():
        for number in (lowest, legal.maximum):
            yield MakeBid(Bid(f"{number}{denomination}"))
    yield from legal.without_numbers()


def _with_word(action: Action, legal: Legal) -> Action:
    """The action, with belote or rebelote if the card allows it."""
    if not isinstance(action, PlayCard) or action.belote is not None:
        return action
    words = legal.offers.get(action.card, ())
    return PlayCard(action.card, words[0] if words else None, action.declarations)
