"""A match as text, deal by deal, in the notation of the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from coinche.engine.cards import PACK, Card, Rank
from coinche.engine.declarations import Declaration
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
    LineKind,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from coinche.engine.seats import Seat, Team

from .texts import Notation, RecordText, ScoreWord

_Call = Passed | BidMade | Coinched | Surcoinched
_Declaring = HeightSaid | DeclarationsShown | DeclarationsResolved


def transcript(events: Iterable[Event], face: Notation) -> Iterator[str]:
    """The match in lines of text."""
    page = _Page(face)
    for event in events:
        yield from page.lines(event)


@dataclass(slots=True)
class _Page:
    """The row that is being filled (an auction, a trick) and the remarks below it."""

    face: Notation
    row: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    tricks: int = 0

    def say(self, words: RecordText, **fields: object) -> str:
        return words.within(self.face.language).format(**fields)

    def lines(self, event: Event) -> Iterable[str]:
        match event:
            case MatchStarted():
                return (self._title(event),)
            case DealStarted():
                self.tricks = 0
                title = RecordText.DEAL if event.shuffled else RecordText.DEAL_GATHERED
                return ("", self.say(title, deal=event.deal, dealer=self._seat(event.dealer)))
            case PackCut():
                return (self.say(RecordText.CUT, seat=self._seat(event.seat), at=event.top),)
            case HandDealt():
                return (f"  {self._seat(event.seat)}  {self._cards(event.cards)}",)
            case Passed() | BidMade() | Coinched() | Surcoinched():
                self.row.append(f"{self._seat(event.seat)} {self._call(event)}")
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
                won = (
                    self.say(RecordText.WON, team=self.face.short_team(event.winner))
                    if event.winner
                    else self.say(RecordText.LEVEL)
                )
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
        bid, bidder = self.face.bid(event.bid), self._seat(event.bidder)
        yield f"  {self.say(RecordText.CONTRACT, bid=bid, bidder=bidder, times=times)}"

    def _played(self, event: CardPlayed | BeloteSaid | DeclarationsAnnounced) -> None:
        match event:
            case CardPlayed():
                self.row.append(f"{self._seat(event.seat)} {self.face.card(event.card)}")
            case BeloteSaid():
                self.row[-1] += f" {event.word}"
            case DeclarationsAnnounced():
                self.row[-1] += f" {' '.join(map(self.face.kind, event.kinds))}"

    def _declared(self, event: _Declaring) -> str:
        match event:
            case HeightSaid(kind=kind, height=Rank() as height):
                seat, told = self._seat(event.seat), self.face.kind(kind)
                return self.say(RecordText.HEIGHT, seat=seat, kind=told, height=self.face.rank(height))
            case HeightSaid():
                return self.say(RecordText.NOT_BETTER, seat=self._seat(event.seat))
            case DeclarationsShown():
                what = ", ".join(map(self._declaration, event.declarations))
                return self.say(RecordText.SHOWS, seat=self._seat(event.seat), what=what)
            case DeclarationsResolved(team=Team() as team):
                return self.say(RecordText.COUNT, points=event.points, team=self.face.short_team(team))
            case DeclarationsResolved():
                return self.say(RecordText.TIE)

    def _declaration(self, declaration: Declaration) -> str:
        cards = self._cards(card for card in PACK if card in declaration.cards)
        return f"{self.face.kind(declaration.kind)} ({cards})"

    def _trick(self, event: TrickWon) -> Iterator[str]:
        self.tricks += 1
        takes = self.say(RecordText.TAKES, seat=self._seat(event.seat), points=event.points)
        row = self.say(RecordText.TAKEN, cards=", ".join(self.row), takes=takes)
        yield f"  {self.say(RecordText.TRICK, number=self.tricks)} {row}"
        yield from (f"    {remark}" for remark in self.remarks)
        self.row, self.remarks = [], []

    def _scored(self, event: DealScored) -> Iterator[str]:
        yield f"  {self.say(RecordText[event.result.name], NS=event.tricks.NS, EW=event.tricks.EW)}"
        for team in Team:
            lines = (line for line in event.lines if line.team is team)
            parts = " + ".join(f"{self._score_word(line.kind)} {line.points}" for line in lines)
            why, name = f" = {parts}" if parts else "", self.face.short_team(team)
            yield f"  {self.say(RecordText.SCORE, team=name, score=event.scores[team], why=why)}"
        for words, teams in ((RecordText.FORGIVEN, event.belote_forgiven), (RecordText.WAITING, event.waiting)):
            yield from (f"  {self.say(words, team=self.face.short_team(team))}" for team in teams)
        if event.held:
            yield f"  {self.say(RecordText.HELD, points=event.held)}"
        yield f"  {self.say(RecordText.TOTALS, NS=event.totals.NS, EW=event.totals.EW)}"

    def _seat(self, seat: Seat) -> str:
        return self.face.short_seat(seat)

    def _cards(self, cards: Iterable[Card] | None) -> str:
        return "?" if cards is None else " ".join(map(self.face.card, cards))

    def _score_word(self, kind: LineKind) -> str:
        return ScoreWord[kind.name].within(self.face.language)

    def _call(self, event: _Call) -> str:
        match event:
            case Passed():
                return self.say(RecordText.PASS)
            case BidMade():
                return self.face.bid(event.bid)
            case Coinched():
                return "coinche"
            case Surcoinched():
                return "surcoinche"
