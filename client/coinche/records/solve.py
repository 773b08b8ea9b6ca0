"""Solve a position of a recorded match: the result of each card that may be played there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coinche.engine.actions import PlayCard
from coinche.engine.cards import Card
from coinche.engine.playing import Playing
from coinche.engine.record import ActionLine, Record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import ENGINE, Position, Solver
from coinche.engine.tally import Taking, all_points
from coinche.text.catalog import Words

from .texts import Notation


class Solved(Words):
    """Sentences of a solved position."""

    POSITION = (
        "{file}, donne {deal}, carte {card} : à {seat} de jouer ; contrat {bid} par {bidder}",
        "{file}, deal {deal}, card {card}: {seat} to play; contract {bid} by {bidder}",
    )
    TABLE = ("Sur la table : {cards}", "On the table: {cards}")
    CAPOT = ("{team} fait tous les plis", "{team} takes every trick")
    PLAYED = ("(joué)", "(played)")
    FORCED = ("(la seule carte possible)", "(the only legal card)")
    PLAYED_FORCED = ("(jouée, la seule carte possible)", "(played, the only legal card)")
    MEANING = (
        "Points des cartes et dix de der sur toute la donne, si tous jouent ensuite parfaitement, cartes sur table.",
        "Card points and the last trick's ten over the whole deal, if all play perfectly from here, all cards open.",
    )
    ENGINE = ("Solveur : {engine}.", "Solver: {engine}.")
    NOTHING_PLAYED = ("{file} : aucune donne n'a été jouée.", "{file}: no deal was played.")
    NO_SUCH_DEAL = (
        "{file} : la donne {deal} n'a pas été jouée ; au choix : {deals}.",
        "{file}: deal {deal} was not played; choose from {deals}.",
    )
    NO_SUCH_CARD = (
        "{file}, donne {deal} : pas de carte {card} ; de 1 à {last}.",
        "{file}, deal {deal}: there is no card {card}; choose 1 to {last}.",
    )


RIGHT = 22
"""The column of a mark, after the result of a card."""


class NoPosition(Exception):
    """There is nothing to solve; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The play before a card, and the card that was played, if one was."""

    play: Playing
    played: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPosition:
    """The wanted position: before that card of that deal; None stands for the first deal that was played."""

    notation: Notation
    deal: int | None = None
    card: int = 1

    def say(self, words: Words, **fields: object) -> str:
        """The sentence with its fields filled in."""
        return words.within(self.notation.language).format(**fields)


def solved(record: Record, file: str, wanted: WantedPosition) -> Iterator[str]:
    """The position in lines, and each legal card with its result. NoPosition if there is none."""
    deal, moments = _chosen(_moments(record), file, wanted)
    if not 1 <= wanted.card <= len(moments):
        raise NoPosition(wanted.say(Solved.NO_SUCH_CARD, file=file, deal=deal, card=wanted.card, last=len(moments)))
    moment, rules = moments[wanted.card - 1], record.header.rules
    lines = (
        _title(moment.play, file, deal, wanted),
        *_cards(moment.play, rules, wanted),
        *_rows(moment, rules, wanted),
        wanted.say(Solved.MEANING),
        wanted.say(Solved.ENGINE, engine=ENGINE),
    )
    yield from map(wanted.notation.glyphs.plain, lines)


def _moments(record: Record) -> Mapping[int, list[Moment]]:
    """The moments by deal: before each card, and before the card that is to be played next."""
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


def _chosen(deals: Mapping[int, list[Moment]], file: str, wanted: WantedPosition) -> tuple[int, list[Moment]]:
    if not deals:
        raise NoPosition(wanted.say(Solved.NOTHING_PLAYED, file=file))
    deal = min(deals) if wanted.deal is None else wanted.deal
    if deal not in deals:
        known = ", ".join(map(str, sorted(deals)))
        raise NoPosition(wanted.say(Solved.NO_SUCH_DEAL, file=file, deal=deal, deals=known))
    return deal, deals[deal]


def _title(play: Playing, file: str, deal: int, wanted: WantedPosition) -> str:
    contract, face = play.contract, wanted.notation
    assert play.turn is not None
    return wanted.say(
        Solved.POSITION,
        file=file,
        deal=deal,
        card=wanted.card,
        seat=face.short_seat(play.turn),
        bid=face.bid(contract.bid),
        bidder=face.short_seat(contract.bidder),
    )


def _cards(play: Playing, rules: RuleSet, wanted: WantedPosition) -> Iterator[str]:
    face = wanted.notation
    for seat in Seat:
        yield f"  {face.short_seat(seat)}  {' '.join(map(face.card, play.hands[seat]))}".rstrip()
    if play.trick.cards:
        by = zip(play.trick.leader.round(rules.table.direction), play.trick.cards, strict=False)
        laid = ", ".join(f"{face.short_seat(seat)} {face.card(card)}" for seat, card in by)
        yield wanted.say(Solved.TABLE, cards=laid)


def _rows(moment: Moment, rules: RuleSet, wanted: WantedPosition) -> Iterator[str]:
    """The legal cards, the best first; of equal cards the one that was played first."""
    play, turn = moment.play, moment.play.turn
    assert turn is not None
    denomination = play.contract.denomination
    values = Solver(denomination, rules).values(Position.of(play, rules))
    for card in sorted(values, key=lambda card: (-values[card], card is not moment.played)):
        taking = Taking.of(values[card], turn.team, play.points, all_points(denomination, rules.scoring))
        mark = _MARKS[card is moment.played, len(values) == 1]
        told = wanted.say(mark) if mark is not None else ""
        yield f"  {wanted.notation.card(card):<4}{_said(taking, wanted):<{RIGHT}}{told}".rstrip()


_MARKS: Mapping[tuple[bool, bool], Solved | None] = {
    (False, False): None,
    (True, False): Solved.PLAYED,
    (False, True): Solved.FORCED,
    (True, True): Solved.PLAYED_FORCED,
}
"""The mark, by whether the card was played and whether it was the only legal one."""


def _said(taking: Taking, wanted: WantedPosition) -> str:
    face = wanted.notation
    if taking.capot is not None:
        return wanted.say(Solved.CAPOT, team=face.short_team(taking.capot))
    return ", ".join(f"{face.short_team(team)} {taking.points[team]}" for team in Team)
