"""The boards that cost an entrant most, each with the decision that did it.

A board costs what the entrant got with the cards less what the other got with the same cards. Then the solver reviews
the entrant's tables with all hands known (`coinche.records.review`): the decision that did it is the one of its calls
and cards that lost most against the best one, in the score. Hands are hidden at a table, so it need not be a mistake;
and where no decision of its own has cost anything, the other entrant has chosen the better of two reasonable actions,
or was lucky.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coinche.engine.cards import Card
from coinche.records.contest_file import ContestHeader, PlayedDeal, PlayedTable, Scheme, record_of
from coinche.records.review.recorded_deal import RecordedDeal, deals_of
from coinche.records.review.review import CostlyDecision, decisions, reviewed

from .contest import Pairing
from .summary import ContestSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyBoard:
    """A board that has cost an entrant something, in points, before it is reviewed.

    The tables are those that are compared, the entrant's own first.
    """

    entrant: str
    other: str
    board: int
    cost: float
    tables: tuple[PlayedTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisiveAct:
    """The decision of the entrant that has lost most: where it was made, and what it has cost."""

    table: PlayedTable
    deal: RecordedDeal
    decision: CostlyDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstBoard:
    """A board that has cost much: the deal as it is drawn, and the decision that did it, if one did."""

    costly: CostlyBoard
    deal: RecordedDeal | None
    """The deal of that decision, else the first; None where none was played to its end."""
    act: DecisiveAct | None

    def deals_shown(self, table: PlayedTable) -> Iterator[PlayedDeal]:
        """The deals of one of its tables that are told: of a match only the one with the decision."""
        for number, deal in enumerate(table.deals, 1):
            act = self.act
            if len(table.deals) == 1 or (act is not None and act.table is table and act.deal.number == number):
                yield deal


def worst_boards(contest: ContestSummary, entrant: str, count: int) -> Iterator[WorstBoard]:
    """The boards that have cost that entrant most, the worst first; each is reviewed when it is asked for."""
    for board in costly_boards(contest, entrant)[:count]:
        yield _reviewed(contest, board)


def costly_boards(contest: ContestSummary, entrant: str) -> list[CostlyBoard]:
    """The boards that have cost the entrant anything against any other, the worst first; of equal ones the earliest."""
    found = [
        _costly(contest, entrant, pair, board)
        for pair, result in contest.pairs.items()
        if entrant in pair
        for board in result.values
    ]
    return sorted((board for board in found if board.cost > 0), key=lambda each: (-each.cost, each.board))


def _costly(contest: ContestSummary, entrant: str, pair: Pairing, board: int) -> CostlyBoard:
    other = pair.b if entrant == pair.a else pair.a
    tables = tuple(_tables(contest, entrant, other, board))
    if contest.header.scheme is Scheme.SINGLE:
        value = contest.pairs[pair].values[board]
        cost = -value if entrant == pair.a else value
    else:
        cost = sum(_gain(table, other) for table in tables)
        if contest.header.scheme is Scheme.COMMON:
            cost = _gain(tables[1], other) - _gain(tables[0], entrant)
    return CostlyBoard(entrant=entrant, other=other, board=board, cost=cost, tables=tables)


def _tables(contest: ContestSummary, entrant: str, other: str, board: int) -> Iterator[PlayedTable]:
    """The tables that are compared on a board; of the two of a duplicate first that with the entrant north-south."""
    reference = contest.header.reference
    opponents = {entrant: reference, other: reference} if contest.header.scheme is Scheme.COMMON else {entrant: other}
    for name, opponent in opponents.items():
        for key in ((board, name, opponent), (board, opponent, name)):
            if key in contest.tables:
                yield contest.tables[key]


def _gain(table: PlayedTable, name: str) -> float:
    return table.gain if table.ns == name else -table.gain


def _reviewed(contest: ContestSummary, costly: CostlyBoard) -> WorstBoard:
    first: RecordedDeal | None = None
    worst: DecisiveAct | None = None
    for table in costly.tables:
        for deal in deals_of(record_of(contest.header, table)):
            first = first or deal
            for act in _acts(contest.header, table, deal, costly.entrant):
                if worst is None or act.decision.cost > worst.decision.cost:
                    worst = act
    return WorstBoard(costly=costly, deal=worst.deal if worst else first, act=worst)


def _acts(header: ContestHeader, table: PlayedTable, deal: RecordedDeal, entrant: str) -> Iterator[DecisiveAct]:
    """The costly decisions of the entrant in a deal, as far as they count: calls, cards, or both."""
    if entrant not in (table.ns, table.ew):
        return
    for decision in decisions(reviewed(deal)):
        counts = header.contracts is None if not isinstance(decision.made, Card) else not header.bidding_only
        if counts and table.teams[decision.seat.team] == entrant:
            yield DecisiveAct(table=table, deal=deal, decision=decision)
