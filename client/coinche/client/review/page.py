"""A deal gone through, as lines of text that need no colour and no width but their own.

Knows sentences. Refuses to know where the lines go.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from coinche.client.face import Noun
from coinche.client.language import Language, Words
from coinche.client.records.record_words import Says
from coinche.engine.actions import Pass
from coinche.engine.cards import Card
from coinche.engine.events import Result
from coinche.engine.seats import Seat, Team

from .bargaining import Bargain
from .cards_played import CardPlayed
from .deal_review import Call, Cost, DealReview, sum_of
from .review_words import Review
from .takings import Reckoned, Taking

COLS = 80
DEAREST = 5
"""How many cards are told one by one."""
NAMED = 3
"""How many cards are named that would have been better."""
HARD = "\N{NO-BREAK SPACE}"
"""Holds together what is one thing; a plain space in the end."""


class Page:
    """Writes reviews in one language, for players of those names."""

    def __init__(self, language: Language, names: Mapping[Seat, str]) -> None:
        self._language = language
        self._names = names

    def say(self, words: Words, **fields: object) -> str:
        """The sentence, its names filled in."""
        return words.within(self._language).format(**fields)

    def head(self) -> Iterator[str]:
        """Who sat where, and what the figures know."""
        yield "  ".join(f"{seat} {name}" for seat, name in self._names.items())
        yield from _wrapped(self.say(Review.HONEST), "")

    def deal(self, review: DealReview) -> Iterator[str]:
        """All about one deal."""
        yield ""
        yield self.say(Says.DEAL, deal=review.deal.number, dealer=review.deal.dealer)
        yield from (f"  {seat}  {' '.join(hand)}" for seat, hand in review.deal.hands.items())
        said = ", ".join(f"{call.seat}{HARD}{call.action}" for call in review.calls)
        yield from _wrapped(f"{self.say(Says.AUCTION)} {said}", "  ")
        yield from self._ended(review)
        if review.cards:
            yield from self._cards(review)
        yield from self._calls(review)
        yield f"  {self.say(Review.SUMS)}"
        yield from self._sums({seat: review.cost(seat) for seat in Seat})

    def all_deals(self, reviews: Iterable[DealReview]) -> Iterator[str]:
        """The costs of several deals together."""
        told = tuple(reviews)
        yield ""
        yield self.say(Review.SUMS_OF_ALL, deals=len(told))
        yield from self._sums({seat: sum_of(review.cost(seat) for review in told) for seat in Seat})

    # --- what happened -------------------------------------------------------------------------------

    def _ended(self, review: DealReview) -> Iterator[str]:
        contract, score = review.contract, review.deal.score
        if contract is None or score is None:
            yield f"  {self.say(Says.THROWN_IN)}"
            return
        times = self.say(Says.TIMES, multiplier=contract.multiplier) if contract.multiplier > 1 else ""
        yield f"  {self.say(Says.CONTRACT, bid=contract.bid, bidder=contract.bidder, times=times)}"
        takers = contract.takers
        played = self.say(
            Review.PLAYED,
            result=self._result(score.result),
            takers=takers,
            mine=score.points[takers],
            others=takers.other,
            theirs=score.points[takers.other],
            NS=score.tricks.NS,
            EW=score.tricks.EW,
        )
        marked = self.say(Review.RESULT_SCORE, NS=score.scores.NS, EW=score.scores.EW)
        yield from _wrapped(f"{played} {marked}", "  ")

    def _result(self, result: Result) -> str:
        return self.say(Review[result.name])

    # --- the cards -----------------------------------------------------------------------------------

    def _cards(self, review: DealReview) -> Iterator[str]:
        contract, opened = review.contract, review.open
        assert contract is not None
        assert opened is not None
        takers = contract.takers
        yield f"  {self.say(Review.CARDS)}"
        points = self._taken(review.cards[0].before, takers, opened)
        comes = self._comes(opened)
        yield from _wrapped(
            self.say(Review.OPEN, takers=self._team(takers), points=points, bid=contract.bid, comes=comes), "    "
        )
        yield from _wrapped(self.say(Review.AFTER_EACH, takers=self._team(takers)), "    ")
        yield from self._tricks(review, takers)
        yield from self._mistakes(review)

    def _taken(self, taking: Taking, team: Team, opened: Reckoned) -> str:
        if taking.capot is not None:
            return self.say(Review.ALL_EIGHT if taking.capot is team else Review.NO_TRICK)
        points, told = taking.points[team], opened.points[team]
        return self.say(Review.POINTS if told == points else Review.ALL_TOLD, points=points, all=told)

    def _comes(self, told: Reckoned) -> str:
        result = self._result(told.result).lower()
        return self.say(Review.COMES, result=result, NS=told.scores.NS, EW=told.scores.EW)

    def _tricks(self, review: DealReview, takers: Team) -> Iterator[str]:
        end = review.deal.end
        assert end is not None
        for number, trick in enumerate(end.tricks, 1):
            cards = [card for card in review.cards if card.trick == number]
            laid = ", ".join(self._card(card, takers) for card in cards)
            last = review.deal.cards[len(Seat) * number - 1]
            points = last.after.points - last.before.points
            takes = self.say(Says.TAKES, seat=trick.winner, points=points.NS + points.EW).replace(" ", HARD)
            yield from _wrapped(self.say(Review.TRICK, number=number, cards=laid, takes=takes), "    ", "      ")

    def _card(self, card: CardPlayed, takers: Team) -> str:
        capot = card.after.capot
        value = str(card.after.points[takers]) if capot is None else self._swept(capot is takers)
        cost = f" ({self.say(Review.COST, cost=self._lost(card, str(card.points)))})" if card.is_mistake else ""
        return f"{card.seat} {card.card} {value}{cost}".replace(" ", HARD)

    def _swept(self, ours: bool) -> str:
        return self.say(Noun.CAPOT if ours else Review.NO_TRICK)

    def _lost(self, card: CardPlayed, points: str) -> str:
        if not card.capot:
            return points
        capot = self.say(Review.CAPOT)
        return self.say(Review.AND, one=points, other=capot) if card.points else capot

    def _points(self, points: int) -> str:
        return self.say(Review.POINT if points == 1 else Review.POINTS, points=points)

    def _mistakes(self, review: DealReview) -> Iterator[str]:
        mistakes = review.mistakes
        if not mistakes:
            yield f"    {self.say(Review.NO_MISTAKE)}"
            return
        yield f"    {self.say(Review.DEAREST)}"
        told = [card for at, card in enumerate(mistakes) if at < DEAREST or card is review.decisive]
        for card in told:
            yield from _wrapped(self._mistake(card, card is review.decisive), "      ", "        ")
        if cheaper := [card for card in mistakes if card not in told]:
            points = sum(card.points for card in cheaper)
            yield f"      {self.say(Review.CHEAPER, count=len(cheaper), points=self._points(points))}"

    def _mistake(self, card: CardPlayed, decisive: bool) -> str:
        turn = ""
        if card.turns:
            before, after = (self._result(each.result).lower() for each in (card.score_before, card.score_after))
            turn = self.say(Review.DECISIVE if decisive else Review.TURNED, before=before, after=after)
        return self.say(
            Review.MISTAKE,
            trick=card.trick,
            seat=self.say(Noun[card.seat]),
            card=card.card,
            lost=self._lost(card, self._points(card.points)),
            keeping=self._keeping(card),
            score=self.say(Review.IN_SCORE, score=card.score) if card.score else "",
            turn=turn,
        ) + self._opinion(card)

    def _opinion(self, card: CardPlayed) -> str:
        if card.opinion is None:
            return ""
        words = Review.NOTHING_IN_SIGHT if card.opinion.better is None else Review.IN_SIGHT
        return self.say(words, better=card.opinion.better, by=card.opinion.by)

    def _keeping(self, card: CardPlayed) -> str:
        if len(card.keeping) == card.choices - 1 > 1:
            return self.say(Review.ANY_OTHER)
        return self._one_of(card.keeping)

    def _one_of(self, cards: tuple[Card, ...]) -> str:
        more = len(cards) - NAMED
        named = [str(card) for card in (cards if more <= 1 else cards[:NAMED])]
        last = named.pop() if more <= 1 else self.say(Review.OTHERS, count=more)
        return self.say(Review.OR, one=", ".join(named), other=last) if named else last

    # --- the calls -----------------------------------------------------------------------------------

    def _calls(self, review: DealReview) -> Iterator[str]:
        yield f"  {self.say(Review.CALLS)}"
        if review.deal.rules.table.two_stage_deal:
            yield from _wrapped(self.say(Review.TWO_STAGES), "    ")
        each = ", ".join(f"{denomination}{HARD}{_both(taking)}" for denomination, taking in review.takings.items())
        yield from _wrapped(self.say(Review.DENOMINATIONS, each=each), "    ")
        for team, best in review.best.items():
            yield from _wrapped(self._best(team, best), "    ", "      ")
        yield from _wrapped(self.say(Review.PAR, bargain=self._bargain(review.par)), "    ", "      ")
        dear = [call for call in review.calls if call.cost]
        for call in dear:
            yield from _wrapped(self._call(call), "    ", "      ")
        yield from _wrapped(self.say(Review.LAST_CHANCE if dear else Review.NO_CALL), "    ")
        if review.unsaid:
            team = Team.NORTH_SOUTH if review.unsaid > 0 else Team.EAST_WEST
            yield from _wrapped(self.say(Review.UNSAID, points=abs(review.unsaid), team=self._team(team)), "    ")

    def _best(self, team: Team, best: Bargain) -> str:
        if best.contract is None:
            return self.say(Review.MAKES_NOTHING, team=self._team(team))
        return self.say(Review.BEST, team=self._team(team), bargain=self._bargain(best))

    def _call(self, call: Call) -> str:
        return self.say(
            Review.CALL,
            call=self.say(Review.PASS) if isinstance(call.action, Pass) else call.action,
            seat=self.say(Noun[call.seat]),
            cost=call.cost,
            better=self._bargain(call.better),
        )

    def _bargain(self, bargain: Bargain) -> str:
        contract, told = bargain.contract, bargain.reckoned
        if contract is None or told is None:
            return self.say(Review.NOBODY)
        coinched = ""
        if contract.coinched_by is not None:
            coinched = self.say(Review.SURCOINCHED if contract.surcoinched_by is not None else Review.COINCHED)
        ahead = Team.NORTH_SOUTH if told.difference >= 0 else Team.EAST_WEST
        return self.say(
            Review.BARGAIN,
            bid=contract.bid,
            by=contract.takers,
            coinched=coinched,
            result=self._result(told.result).lower(),
            points=told.points[contract.takers],
            gain=told.gain(ahead),
            team=ahead,
        )

    # --- the sums ------------------------------------------------------------------------------------

    def _sums(self, costs: Mapping[Seat, Cost]) -> Iterator[str]:
        for team in Team:
            for seat in team.seats:
                who = f"{seat} {self._names.get(seat, '')}".strip()
                yield f"    {self._sum(who, costs[seat])}"
            yield f"    {self._sum(str(team), sum_of(costs[seat] for seat in team.seats))}"

    def _sum(self, who: str, cost: Cost) -> str:
        return self.say(Review.SUM, who=who, points=cost.points, score=cost.score, calls=cost.calls)

    def _team(self, team: Team) -> str:
        return self.say(Noun[team])


def _both(taking: Taking) -> str:
    swept = "" if taking.capot is None else f"{HARD}capot"
    return f"{taking.points.NS}-{taking.points.EW}{swept}"


_HELD = re.compile(r"(?<=\w) (?=\d)| (?=[:;])")
"""A number stays with the word before it, and so do French colons."""


def _wrapped(text: str, first: str, rest: str | None = None) -> Iterator[str]:
    after = first if rest is None else rest
    held = _HELD.sub(HARD, text)
    lines = textwrap.wrap(
        held, COLS, initial_indent=first, subsequent_indent=after, break_long_words=False, break_on_hyphens=False
    )
    yield from (line.replace(HARD, " ") for line in lines)
