"""A match as text, deal by deal, in the notation of the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from coinche.engine.events import (
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealScored,
    DealStarted,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HandDealt,
    HeightSaid,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from coinche.engine.seats import Team
from coinche.text.catalog import Language

from .texts import RecordText

_Call = Passed | BidMade | Coinched | Surcoinched
_Declaring = HeightSaid | DeclarationsShown | DeclarationsResolved


def transcript(events: Iterable[Event], language: Language) -> Iterator[str]:
    """The match in lines of text."""
    page = _Page(language)
    for event in events:
        yield from page.lines(event)


@dataclass(slots=True)
class _Page:
    """The row that is being filled (an auction, a trick) and what is to be said below it."""

    language: Language
    row: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    tricks: int = 0

    def say(self, words: RecordText, **fields: object) -> str:
        return words.within(self.language).format(**fields)

    def lines(self, event: Event) -> Iterable[str]:
        match event:
            case MatchStarted():
                return (self._title(event),)
            case DealStarted():
                self.tricks = 0
                title = RecordText.DEAL if event.shuffled else RecordText.DEAL_GATHERED
                return ("", self.say(title, deal=event.deal, dealer=event.dealer))
            case PackCut():
                return (self.say(RecordText.CUT, seat=event.seat, at=event.top),)
            case HandDealt():
                return (f"  {event.seat}  {' '.join(event.cards or ('?',))}",)
            case Passed() | BidMade() | Coinched() | Surcoinched():
                self.row.append(f"{event.seat} {_call(event)}")
                return ()
            case ContractSettled() | ThrownIn():
                return self._auction_over(event)
            case CardPlayed() | BeloteSaid() | DeclarationsAnnounced():
                self._played(event)
                return ()
            case HeightSaid() | DeclarationsShown() | DeclarationsResolved():
                self.remarks.append(self._declared(event))
                return ()
            case TrickWon():
                return self._trick(event)
            case DealScored():
                return self._scored(event)
            case MatchEnded():
                won = self.say(RecordText.WON, team=event.winner) if event.winner else self.say(RecordText.LEVEL)
                return ("", won)
            case _:
                assert_never(event)

    def _title(self, event: MatchStarted) -> str:
        rules = event.rules.match
        if event.board:
            return self.say(RecordText.BOARD, match=event.match)
        if rules.length is not None:
            return self.say(RecordText.MATCH_OF, match=event.match, length=rules.length)
        return self.say(RecordText.MATCH, match=event.match, target=rules.target)

    def _auction_over(self, event: ContractSettled | ThrownIn) -> Iterator[str]:
        yield f"  {self.say(RecordText.AUCTION)} {', '.join(self.row)}"
        self.row = []
        if isinstance(event, ThrownIn):
            yield f"  {self.say(RecordText.THROWN_IN)}"
            return
        times = self.say(RecordText.TIMES, multiplier=event.multiplier) if event.multiplier > 1 else ""
        yield f"  {self.say(RecordText.CONTRACT, bid=event.bid, bidder=event.bidder, times=times)}"

    def _played(self, event: CardPlayed | BeloteSaid | DeclarationsAnnounced) -> None:
        match event:
            case CardPlayed():
                self.row.append(f"{event.seat} {event.card}")
            case BeloteSaid():
                self.row[-1] += f" {event.word}"
            case DeclarationsAnnounced():
                self.row[-1] += f" {' '.join(event.kinds)}"

    def _declared(self, event: _Declaring) -> str:
        match event:
            case HeightSaid(height=None):
                return self.say(RecordText.NOT_BETTER, seat=event.seat)
            case HeightSaid():
                return self.say(RecordText.HEIGHT, seat=event.seat, kind=event.kind, height=event.height)
            case DeclarationsShown():
                return self.say(RecordText.SHOWS, seat=event.seat, what=" ".join(event.declarations))
            case DeclarationsResolved(team=None):
                return self.say(RecordText.TIE)
            case DeclarationsResolved():
                return self.say(RecordText.COUNT, points=event.points, team=event.team)

    def _trick(self, event: TrickWon) -> Iterator[str]:
        self.tricks += 1
        takes = self.say(RecordText.TAKES, seat=event.seat, points=event.points)
        yield f"  {self.say(RecordText.TRICK, number=self.tricks)} {', '.join(self.row)}; {takes}"
        yield from (f"    {remark}" for remark in self.remarks)
        self.row, self.remarks = [], []

    def _scored(self, event: DealScored) -> Iterator[str]:
        yield f"  {self.say(RecordText[event.result.name], NS=event.tricks.NS, EW=event.tricks.EW)}"
        for team in Team:
            parts = " + ".join(f"{line.kind} {line.points}" for line in event.lines if line.team is team)
            why = f" = {parts}" if parts else ""
            yield f"  {self.say(RecordText.SCORE, team=team, score=event.scores[team], why=why)}"
        yield from (f"  {self.say(RecordText.FORGIVEN, team=team)}" for team in event.belote_forgiven)
        yield from (f"  {self.say(RecordText.WAITING, team=team)}" for team in event.waiting)
        if event.held:
            yield f"  {self.say(RecordText.HELD, points=event.held)}"
        yield f"  {self.say(RecordText.TOTALS, NS=event.totals.NS, EW=event.totals.EW)}"


def _call(event: _Call) -> str:
    match event:
        case Passed():
            return "pass"
        case BidMade():
            return str(event.bid)
        case Coinched():
            return "coinche"
        case Surcoinched():
            return "surcoinche"
