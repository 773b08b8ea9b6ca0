"""A position of a recorded match solved: what comes of each card that may be played there.

Knows where a record stands before each card. Refuses to know files, and what a card cost (`review`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coinche.client.language import Language
from coinche.client.review.takings import Taking
from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.playing import Playing
from coinche.engine.record import ActionLine, Record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import ENGINE, Position, Solver
from coinche.engine.tally import all_points

from .solving_words import Solved

RIGHT = 22
"""Where a mark stands after what a card comes to."""


class NoPosition(Exception):
    """There is nothing to solve; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The play before a card, and the card that was played, if one was."""

    play: Playing
    played: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which position: before that card of that deal, of the first that was played where none is named."""

    language: Language
    deal: int | None = None
    card: int = 1


def solved(record: Record, file: str, wanted: Wanted) -> Iterator[str]:
    """The position in lines, and each card with what comes of it. NoPosition where there is none."""
    deal, moments = _chosen(_moments(record), file, wanted)
    if not 1 <= wanted.card <= len(moments):
        told = Solved.NO_SUCH_CARD.within(wanted.language)
        raise NoPosition(told.format(file=file, deal=deal, card=wanted.card, last=len(moments)))
    moment = moments[wanted.card - 1]
    yield _title(moment.play, file, deal, wanted)
    yield from _cards(moment.play, record.header.rules, wanted.language)
    yield from _rows(moment, record.header.rules, wanted.language)
    yield Solved.MEANING.within(wanted.language)
    yield Solved.ENGINE.within(wanted.language).format(engine=ENGINE)


def _moments(record: Record) -> Mapping[int, list[Moment]]:
    """By deal, where it stood before each card, the one that is to be played next included."""
    found: defaultdict[int, list[Moment]] = defaultdict(list)
    before = None
    for step in replayed(record):
        if before is not None and isinstance(step.entry, ActionLine) and isinstance(step.entry.action, PlayCard):
            assert isinstance(before.phase, Playing)
            found[before.deal].append(Moment(before.phase, step.entry.action.card))
        before = step.state
    if before is not None and isinstance(before.phase, Playing):
        found[before.deal].append(Moment(before.phase, None))
    return found


def _chosen(deals: Mapping[int, list[Moment]], file: str, wanted: Wanted) -> tuple[int, list[Moment]]:
    if not deals:
        raise NoPosition(Solved.NOTHING_PLAYED.within(wanted.language).format(file=file))
    deal = min(deals) if wanted.deal is None else wanted.deal
    if deal not in deals:
        known = ", ".join(map(str, sorted(deals)))
        raise NoPosition(Solved.NO_SUCH_DEAL.within(wanted.language).format(file=file, deal=deal, deals=known))
    return deal, deals[deal]


def _title(play: Playing, file: str, deal: int, wanted: Wanted) -> str:
    contract = play.contract
    return Solved.POSITION.within(wanted.language).format(
        file=file, deal=deal, card=wanted.card, seat=play.turn, bid=contract.bid, bidder=contract.bidder
    )


def _cards(play: Playing, rules: RuleSet, language: Language) -> Iterator[str]:
    for seat in Seat:
        yield f"  {seat}  {' '.join(play.hands[seat])}".rstrip()
    if play.trick.cards:
        by = zip(play.trick.leader.round(rules.table.direction), play.trick.cards, strict=False)
        yield Solved.TABLE.within(language).format(cards=", ".join(f"{seat} {card}" for seat, card in by))


def _rows(moment: Moment, rules: RuleSet, language: Language) -> Iterator[str]:
    """The cards that may be played, the best first; of those that come to the same the one that was played."""
    play, turn = moment.play, moment.play.turn
    assert turn is not None
    denomination = play.contract.denomination
    values = Solver(denomination, rules).values(Position.of(play, rules))
    for card in sorted(values, key=lambda card: (-values[card], card is not moment.played)):
        taking = Taking.of(values[card], turn.team, play.points, all_points(denomination, rules.scoring))
        mark = Solved.PLAYED.within(language) if card is moment.played else ""
        yield f"  {card:<4}{_said(taking, language):<{RIGHT}}{mark}".rstrip()


def _said(taking: Taking, language: Language) -> str:
    if taking.capot is not None:
        return Solved.CAPOT.within(language).format(team=taking.capot)
    return f"NS {taking.points.NS}, EW {taking.points.EW}"
