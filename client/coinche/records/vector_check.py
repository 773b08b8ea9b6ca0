"""Play a rule vector on the engine and compare every step.

The table uses the engine's public path, and checks on every side that each action offered applies and that each view is
the fold of the events seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from coinche.engine import belote, match
from coinche.engine.actions import Action, Cut, IllegalAction, Legal, MakeBid, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card
from coinche.engine.deal_phases import Bidding, to_cut
from coinche.engine.dealing import cut, stacked
from coinche.engine.declarations import sets
from coinche.engine.events import BeloteSaid, Event, Viewer, seen_by
from coinche.engine.fold_view import fold
from coinche.engine.legal_cards import playable
from coinche.engine.match import MatchOver, State
from coinche.engine.match_result import MatchStanding, Outcome, stand
from coinche.engine.playing import Playing, tally
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import DealScore, last_trick_points, score
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.view import TableView, view
from coinche.text.catalog import Statement, Words, statement
from coinche.text.language import Language

from .texts import Compared
from .vectors import (
    AnnouncedKind,
    DealVector,
    Declared,
    EndVector,
    Expected,
    MatchVector,
    Move,
    PositionVector,
    ShownDeclaration,
    Summary,
    TeamNumbers,
    ToldDeclaration,
    Vector,
    VectorStep,
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


def same(where: Part, what: Part, expected: object, got: object) -> None:
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


def side(points: Points) -> TeamNumbers:
    return TeamNumbers(NS=points.NS, EW=points.EW)


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
        same(self.where, Compared.DEALER, dealer, self.state.dealer)
        for seat in Seat:
            same(
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
            same(self.where, statement(Compared.VIEW, viewer=viewer or Compared.SPECTATOR), view(state, viewer), seen)

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


MIDDLE = len(PACK) // 2
"""The place of the cut for a vector that does not give one."""


def check(vector: Vector) -> None:
    """Play the vector. Raises Disagreement at the first difference."""
    match vector:
        case DealVector():
            _check_deal(vector)
        case MatchVector():
            _check_match(vector)
        case EndVector():
            _check_end(vector)
        case PositionVector():
            _check_position(vector)
        case _:
            assert_never(vector)


def _check_deal(vector: DealVector) -> None:
    rules = vector.rules()
    table = VectorTable.opened(rules, vector.dealer)
    same(table.where, Compared.CARDS_IN_HANDS, [8] * len(Seat), [len(vector.hands.get(seat, ())) for seat in Seat])
    whole = sorted(card for hand in vector.hands.values() for card in hand)
    same(table.where, Compared.CARDS_OF_HANDS, sorted(PACK), whole)
    pack = stacked(vector.hands, vector.dealer, rules.table)
    table.deal(cut(pack, MIDDLE), MIDDLE, vector.hands, vector.dealer)
    for number, step in enumerate(vector.steps, 1):
        table.where = statement(Compared.STEP, number=number)
        _check_step(table, step)
    table.where = Compared.END
    _check_outcome(table, vector.expected)


def _check_step(table: VectorTable, step: VectorStep) -> None:
    if table.skips(step.turn):
        same(table.where, Compared.COINCHERS_PARTNER, step.legal, ("pass",))
        if step.seat is not step.turn:
            table.act(step)
        return
    same(table.where, Compared.TURN, step.turn, match.to_act(table.state))
    legal = match.legal(table.state, step.turn)
    kind = "play" if isinstance(table.state.phase, Playing) else "auction"
    same(table.where, Compared.PHASE, step.phase, kind)
    same(table.where, Compared.LEGAL, sorted(step.legal), sorted(map(str, legal.actions)))
    same(table.where, Compared.LOWEST_BIDS, step.min_bid, dict(legal.bids))
    out_of_turn = {
        seat: tuple(sorted(map(str, match.legal(table.state, seat).actions))) for seat in match.may_act(table.state)
    }
    same(table.where, Compared.OUT_OF_TURN, step.out_of_turn, out_of_turn)
    combos = sorted("+".join(sorted(chosen)) for chosen in sets(legal.declarations) if chosen)
    same(table.where, Compared.DECLARATIONS, sorted(step.declaration_combos or ()), combos)
    table.every_legal_action_applies()
    said = table.act(step)
    same(table.where, Compared.BELOTE_WORDS, sorted(step.says), sorted(said))


def _check_outcome(table: VectorTable, expected: Expected) -> None:
    phase = table.state.phase
    deal = phase.last if isinstance(phase, match.DealOver | MatchOver) else None
    if deal is None:
        raise Disagreement(
            table.where, Compared.DEAL, Compared.OVER, statement(Compared.TO_ACT, seat=match.to_act(table.state))
        )
    if not isinstance(deal, Playing):
        same(table.where, Compared.RESULT, expected.result, "thrown_in")
        same(table.where, Compared.SCORES, expected.scores, TeamNumbers(0, 0))
        return
    result = _scored(deal, table.state.rules)
    same(table.where, Compared.RESULT, expected.result, "made" if result.made else "failed")
    _check_contract(table.where, expected, deal)
    _check_tricks(table.where, expected, deal, table.state.rules)
    _check_declared(table, expected.declarations, deal)
    same(table.where, Compared.SCORES, expected.scores, side(result.scores))
    same(table.where, Compared.BELOTE_SCORED, expected.belote_scored, side(result.belote))
    assert isinstance(phase, match.DealOver | MatchOver)
    assert phase.score is not None
    same(table.where, Compared.TOTALS, expected.scores, side(phase.score.totals))


def _scored(deal: Playing, rules: RuleSet) -> DealScore:
    points = belote.count(deal.said, rules.declarations, frozenset()).points
    return score(tally(deal, points), rules)


def _check_contract(where: Part, expected: Expected, deal: Playing) -> None:
    agreed, contract = expected.contract, deal.contract
    if agreed is None:
        raise Disagreement(where, Compared.CONTRACT, None, contract.bid)
    for field in ("bid", "bidder", "takers", "multiplier", "coinched_by", "surcoinched_by"):
        same(where, field, getattr(agreed, field), getattr(contract, field))


def _check_tricks(where: Part, expected: Expected, deal: Playing, rules: RuleSet) -> None:
    same(where, Compared.TRICK_WINNERS, expected.trick_winners, tuple(trick.winner for trick in deal.tricks))
    same(where, Compared.TRICKS, expected.tricks, side(deal.won))
    points = belote.count(deal.said, rules.declarations, frozenset()).points
    cards = deal.points + last_trick_points(tally(deal, points), rules.scoring)
    same(where, Compared.CARD_POINTS, expected.card_points, side(cards))
    same(where, Compared.BELOTE, expected.belote, side(points))
    holders = sorted(f"{said.seat}:{said.suit}" for said in deal.said if said.word is belote.BeloteWord.REBELOTE)
    same(where, Compared.BELOTE_HOLDERS, sorted(expected.belote_holders), holders)


def _check_declared(table: VectorTable, expected: Declared | None, deal: Playing) -> None:
    """Compare the declarations that were announced, compared and shown, as a spectator saw them."""
    seen, where = table.seen[None], table.where
    announced = tuple(AnnouncedKind(said.seat, kind) for said in seen.announced for kind in said.kinds)
    same(
        where, Compared.ANNOUNCED, sorted(map(str, expected.announced if expected else ())), sorted(map(str, announced))
    )
    if expected is None:
        return
    heights = tuple(
        ToldDeclaration(h.seat, says="not better") if h.height is None else ToldDeclaration(h.seat, h.kind, h.height)
        for h in seen.heights
    )
    same(where, Compared.HEIGHTS, expected.heights, heights)
    shown = tuple(ShownDeclaration(a.seat, a.declaration) for a in seen.shown)
    same(where, Compared.SHOWN, sorted(map(str, expected.shown)), sorted(map(str, shown)))
    same(where, Compared.DECLARING_SIDE, expected.winner, seen.declarations_won)
    assert deal.resolution is not None
    same(where, Compared.DECLARED_POINTS, expected.points, side(deal.resolution.points))
    same(where, Compared.TIE, expected.tie, deal.resolution.tie)


def _check_match(vector: MatchVector) -> None:
    table = VectorTable.opened(vector.rules(vector.target), vector.first_dealer)
    table_rules = table.state.rules.table
    for number, deal in enumerate(vector.deals, 1):
        table.where = statement(Compared.DEAL_NUMBER, number=number)
        same(table.where, Compared.CUTTER, deal.cutter, deal.dealer.previous(table_rules.direction))
        same(table.where, Compared.CARDS_OF_PACK, sorted(PACK), sorted(deal.pack))
        table.deal(deal.pack, deal.cut, deal.hands, deal.dealer)
        same(table.where, Compared.SHUFFLED, deal.shuffled, table.state.shuffled)
        for at, move in enumerate(deal.steps, 1):
            table.where = statement(Compared.DEAL_STEP, number=number, step=at)
            if not (move.action == "pass" and table.skips(move.seat)):
                table.act(move)
        table.where = statement(Compared.DEAL_END, number=number)
        _check_summary(table, deal.summary)
        same(table.where, Compared.TOTALS, deal.totals, side(table.state.standing.totals))
        same(table.where, Compared.WINNER, deal.winner, _winner(table.state))
    same(Compared.END, Compared.WINNER, vector.winner, _winner(table.state))


def _winner(state: State) -> Team | None:
    return state.phase.winner if isinstance(state.phase, MatchOver) else None


def _check_summary(table: VectorTable, expected: Summary) -> None:
    phase = table.state.phase
    if not isinstance(phase, match.DealOver | MatchOver):
        raise Disagreement(
            table.where, Compared.DEAL, Compared.OVER, statement(Compared.TO_ACT, seat=match.to_act(table.state))
        )
    deal = phase.last
    same(table.where, Compared.THROWN_IN, expected.thrown_in, not isinstance(deal, Playing))
    if isinstance(deal, Playing):
        result = _scored(deal, table.state.rules)
        same(table.where, Compared.TAKERS, expected.takers, deal.contract.takers)
        same(table.where, Compared.MADE, expected.made, result.made)
        same(table.where, Compared.TRICKS, expected.tricks, side(deal.won))
        same(table.where, Compared.SCORES, expected.scores, side(result.scores))
        same(table.where, Compared.BELOTE_SCORED, expected.belote, side(result.belote))


def _check_end(vector: EndVector) -> None:
    rules = vector.rules(vector.target).match
    standing = MatchStanding(Points())
    waited: set[Team] = set()
    for number, deal in enumerate(vector.deals, 1):
        where = statement(Compared.DEAL_NUMBER, number=number)
        waited |= standing.waiting
        if not deal.thrown_in:
            standing = stand(standing, _outcome(where, deal), rules)
        won = vector.expected.winner if number == vector.expected.after_deal else None
        same(where, Compared.WINNER, won, standing.winner)
    same(Compared.END, Compared.TOTALS, vector.expected.totals, side(standing.totals))
    same(Compared.END, Compared.WAITING, sorted(vector.expected.was_pending), sorted(waited))
    same(Compared.END, Compared.DEALS, vector.expected.after_deal, len(vector.deals))


def _outcome(where: Part, deal: Summary) -> Outcome:
    if deal.takers is None or deal.made is None or deal.tricks is None or deal.belote is None:
        raise Disagreement(where, Compared.DEAL, "takers, made, tricks, belote", None)
    return Outcome(deal.takers, deal.made, _points(deal.tricks), _points(deal.scores), _points(deal.belote))


def _points(side: TeamNumbers) -> Points:
    return Points(side.NS, side.EW)


def _check_position(vector: PositionVector) -> None:
    for name, cards in vector.legal.items():
        got = playable(vector.hand, vector.trick, vector.denom, PRESETS[name].play)
        same(name, Compared.LEGAL, sorted(cards), sorted(got))
