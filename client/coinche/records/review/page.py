"""A reviewed deal, as lines of text of 80 columns without colours.

Every score is written as one number, the difference between the sides, with the score of each in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from coinche.engine.actions import MakeBid
from coinche.engine.cards import Card
from coinche.engine.events import Result
from coinche.engine.playing import tally
from coinche.engine.rules import TRICKS
from coinche.engine.scoring import last_trick_points
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.tally import Taking
from coinche.records.texts import Notation, RecordText
from coinche.text.catalog import Words
from coinche.text.formatting import Noun
from coinche.text.line_breaks import HARD, broken

from .auction import Bargain, Reckoned
from .cards import ReviewedCard
from .review import Cost, DealReview, ReviewedCall, sum_of
from .texts import Review

COLS = 80
DEAREST = 5
"""The number of costly cards that are explained one by one."""
NAMED = 3
"""The number of better cards that are named."""
EXAMPLE = Points(260, 70)
"""The score in the explanation of the notation."""


class ReviewPage:
    """Writes reviews in one notation, for players of those names."""

    def __init__(self, face: Notation, names: Mapping[Seat, str]) -> None:
        self._face = face
        self._names = names

    def say(self, words: Words, **fields: object) -> str:
        """The sentence with its fields filled in; its hard spaces are kept."""
        return words.within(self._face.language).format(**fields)

    def head(self) -> Iterator[str]:
        """The players, the meaning of the figures, and the notation of scores."""
        yield from self._shown(self._head())

    def deal(self, review: DealReview) -> Iterator[str]:
        """The review of one deal."""
        yield from self._shown(self._deal(review))

    def all_deals(self, reviews: Iterable[DealReview]) -> Iterator[str]:
        """The total costs of several deals."""
        yield from self._shown(self._all_deals(tuple(reviews)))

    def _shown(self, lines: Iterable[str]) -> Iterator[str]:
        return map(self._face.glyphs.plain, lines)

    def _head(self) -> Iterator[str]:
        yield "  ".join(f"{self._face.short_seat(seat)} {name}" for seat, name in self._names.items())
        yield from _wrapped(self.say(Review.HONEST), "")
        yield from _wrapped(
            self.say(
                Review.WRITING,
                example=self._scores(EXAMPLE),
                team=self._team(Team.NORTH_SOUTH),
                ours=EXAMPLE.NS,
                theirs=EXAMPLE.EW,
                difference=EXAMPLE.NS - EXAMPLE.EW,
            ),
            "",
        )

    def _deal(self, review: DealReview) -> Iterator[str]:
        short = self._face.short_seat
        yield ""
        yield self.say(RecordText.DEAL, deal=review.deal.number, dealer=short(review.deal.dealer))
        for seat, hand in review.deal.hands.items():
            yield f"  {short(seat)}  {' '.join(map(self._face.card, hand))}"
        said = ", ".join(f"{short(call.seat)}{HARD}{self._face.call(call.action)}" for call in review.calls)
        yield from _wrapped(f"{self.say(RecordText.AUCTION)} {said}", "  ")
        yield from self._ended(review)
        if review.cards:
            yield from self._cards(review)
        yield from self._calls(review)
        yield f"  {self.say(Review.SUMS)}"
        yield from self._sums({seat: review.cost(seat) for seat in Seat})

    def _all_deals(self, told: tuple[DealReview, ...]) -> Iterator[str]:
        yield ""
        yield self.say(Review.SUMS_OF_ALL, deals=len(told))
        yield from self._sums({seat: sum_of(review.cost(seat) for review in told) for seat in Seat})

    # --- what happened -------------------------------------------------------------------------------

    def _ended(self, review: DealReview) -> Iterator[str]:
        contract, score = review.contract, review.deal.score
        if contract is None or score is None:
            yield f"  {self.say(RecordText.THROWN_IN)}"
            return
        times = self.say(RecordText.TIMES, multiplier=contract.multiplier) if contract.multiplier > 1 else ""
        bid, bidder = self._face.bid(contract.bid), self._face.short_seat(contract.bidder)
        yield f"  {self.say(RecordText.CONTRACT, bid=bid, bidder=bidder, times=times)}"
        takers = contract.takers
        told = review.cards[-1].score_after
        played = self.say(
            Review.PLAYED,
            result=self._result(score.result),
            takers=self._face.short_team(takers),
            mine=self._parts(self._points(told.points[takers]), told, takers),
            others=self._face.short_team(takers.other),
            theirs=self._parts(told.points[takers.other], told, takers.other),
            tricks=score.tricks[takers],
            lost=score.tricks[takers.other],
        )
        marked = self.say(Review.RESULT_SCORE, score=self._scores(score.scores))
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
            self.say(
                Review.OPEN,
                takers=self._team(takers),
                points=points,
                bid=self._face.bid(contract.bid),
                comes=comes,
            ),
            "    ",
        )
        yield from _wrapped(self.say(Review.AFTER_EACH, takers=self._team(takers)), "    ")
        yield from self._tricks(review, takers)
        yield from self._mistakes(review)

    def _taken(self, taking: Taking, team: Team, opened: Reckoned) -> str:
        if taking.capot is not None:
            return self.say(Review.ALL_EIGHT if taking.capot is team else Review.NO_TRICK)
        return self._parts(self._points(opened.points[team]), opened, team)

    def _comes(self, told: Reckoned) -> str:
        return self.say(Review.COMES, result=self._result(told.result).lower(), score=self._scores(told.scores))

    def _parts(self, total: object, told: Reckoned, team: Team) -> str:
        """`136 (116 + belote 20)`: a side's points, and their parts if not all of them come from cards."""
        beside = told.beside
        counted = ((Review.BELOTE, beside.belote[team]), (Review.DECLARATIONS, beside.declarations[team]))
        more = [(words, worth) for words, worth in counted if worth]
        if not more:
            return str(total)
        cards = told.points[team] - sum(worth for _, worth in more)
        parts = " + ".join((str(cards), *(self.say(words, points=worth) for words, worth in more)))
        return self.say(Review.PARTS, points=total, parts=parts).replace(" ", HARD)

    def _scores(self, scores: Points, team: Team | None = None) -> str:
        """Both scores, as seen by that team; None stands for the team that scores more."""
        return self._face.scores(scores, team).replace(" ", HARD)

    def _tricks(self, review: DealReview, takers: Team) -> Iterator[str]:
        end = review.deal.end
        assert end is not None
        bonus = last_trick_points(tally(end, ZERO), review.deal.rules.scoring)
        for number, trick in enumerate(end.tricks, 1):
            cards = [card for card in review.cards if card.trick == number]
            laid = ", ".join(self._card(card, takers) for card in cards)
            last = review.deal.cards[len(Seat) * number - 1]
            more = bonus if number == TRICKS else ZERO
            assert trick.winner is not None
            takes = self._takes(trick.winner, last.after.points - last.before.points + more, more)
            yield from _wrapped(self.say(Review.TRICK, number=number, cards=laid, takes=takes), "    ", "      ")

    def _takes(self, winner: Seat, points: Points, last: Points) -> str:
        """The points of a trick, and the part of them for the last trick."""
        takes = self.say(RecordText.TAKES, seat=self._face.short_seat(winner), points=points[winner.team]).replace(
            " ", HARD
        )
        return takes + (self.say(Review.OF_LAST_TRICK, points=last[winner.team]) if last != ZERO else "")

    def _card(self, card: ReviewedCard, takers: Team) -> str:
        capot = card.after.capot
        value = str(card.after.points[takers]) if capot is None else self._swept(capot is takers)
        cost = f" ({self.say(Review.COST, cost=self._lost(card, str(card.points)))})" if card.is_mistake else ""
        played = f"{self._face.short_seat(card.seat)} {self._face.card(card.card)}"
        return f"{played} {value}{cost}".replace(" ", HARD)

    def _swept(self, ours: bool) -> str:
        return self.say(Noun.CAPOT if ours else Review.NO_TRICK)

    def _lost(self, card: ReviewedCard, points: str) -> str:
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
        if (last := review.decisive) is not None:
            named, seat = self._face.card(last.card), self.say(Noun[last.seat])
            yield from _wrapped(self.say(Review.DECISIVE, trick=last.trick, seat=seat, card=named), "    ")
        yield f"    {self.say(Review.DEAREST)}"
        told = [card for at, card in enumerate(mistakes) if at < DEAREST or card is review.decisive]
        for card in told:
            yield from _wrapped(self._mistake(card), "      ", "        ")
        if cheaper := [card for card in mistakes if card not in told]:
            points = sum(card.points for card in cheaper)
            yield f"      {self.say(Review.CHEAPER, count=len(cheaper), points=self._points(points))}"

    def _mistake(self, card: ReviewedCard) -> str:
        return self.say(
            Review.MISTAKE,
            trick=card.trick,
            seat=self.say(Noun[card.seat]),
            card=self._face.card(card.card),
            lost=self._lost(card, self._points(card.points)),
            keeping=self._keeping(card),
            score=self._in_score(card) if card.score or card.turns else "",
        ) + self._opinion(card)

    def _in_score(self, card: ReviewedCard) -> str:
        before, after = (self._stood(each, card) for each in (card.score_before, card.score_after))
        return self.say(Review.IN_SCORE, score=card.score, before=before, after=after)

    def _stood(self, told: Reckoned, card: ReviewedCard) -> str:
        """The gain of the side that plays the card, and the outcome of the contract if the card changes it."""
        gain = self._face.gain(told.scores, card.seat.team).replace(" ", HARD)
        return self.say(Review.TURNED, gain=gain, result=self._result(told.result).lower()) if card.turns else gain

    def _opinion(self, card: ReviewedCard) -> str:
        if card.opinion is None:
            return ""
        if card.opinion.better is None:
            return self.say(Review.NOTHING_IN_SIGHT)
        return self.say(Review.IN_SIGHT, better=self._face.card(card.opinion.better), by=card.opinion.by)

    def _keeping(self, card: ReviewedCard) -> str:
        if len(card.keeping) == card.choices - 1 > 1:
            return self.say(Review.ANY_OTHER)
        return self._one_of(card.keeping)

    def _one_of(self, cards: tuple[Card, ...]) -> str:
        more = len(cards) - NAMED
        named = [self._face.card(card) for card in (cards if more <= 1 else cards[:NAMED])]
        last = named.pop() if more <= 1 else self.say(Review.OTHERS, count=more)
        return self.say(Review.OR, one=", ".join(named), other=last) if named else last

    # --- the calls -----------------------------------------------------------------------------------

    def _calls(self, review: DealReview) -> Iterator[str]:
        yield f"  {self.say(Review.CALLS)}"
        if review.deal.rules.table.two_stage_deal:
            yield from _wrapped(self.say(Review.TWO_STAGES), "    ")
        one, other = map(self._face.short_team, Team)
        each = ", ".join(
            f"{self._face.spoken_suit(denomination)} {_both(taking)}".replace(" ", HARD)
            for denomination, taking in review.takings.items()
        )
        yield from _wrapped(self.say(Review.DENOMINATIONS, one=one, other=other, each=each), "    ")
        for team, best in review.best.items():
            yield from _wrapped(self._best(team, best), "    ", "      ")
        yield from _wrapped(self.say(Review.PAR, bargain=self._bargain(review.par)), "    ", "      ")
        dear = [call for call in review.calls if call.cost]
        for call in dear:
            yield from _wrapped(self._call(call, review.settled), "    ", "      ")
        yield from _wrapped(self.say(Review.LAST_CHANCE if dear else Review.NO_CALL), "    ")
        if review.unsaid:
            team = Team.NORTH_SOUTH if review.unsaid > 0 else Team.EAST_WEST
            yield from _wrapped(self.say(Review.UNSAID, points=abs(review.unsaid), team=self._team(team)), "    ")

    def _best(self, team: Team, best: Bargain) -> str:
        if best.contract is None:
            return self.say(Review.MAKES_NOTHING, team=self._team(team))
        return self.say(Review.BEST, team=self._team(team), bargain=self._bargain(best))

    def _call(self, call: ReviewedCall, settled: Bargain) -> str:
        """The sentence on a call; both scores are those of the side that called, so that they can be compared."""
        contract, team = settled.contract, call.seat.team
        scores = ZERO if settled.reckoned is None else settled.reckoned.scores
        told = self.say(
            Review.CALL_OR_NOTHING if contract is None else Review.CALL,
            call=self._face.call(call.action),
            seat=self.say(Noun[call.seat]),
            cost=call.cost,
            better=self._way(call) + self._bargain(call.better, team),
            settled=self._scores(scores, team),
            bid="" if contract is None else self._face.bid(contract.bid),
        )
        return told + (self.say(Review.STILL, missed=call.missed, later=call.later) if call.later else "")

    def _way(self, call: ReviewedCall) -> str:
        """The better call, if it is not the final contract itself; out of turn it is silence."""
        contract = call.better.contract
        if contract is not None and MakeBid(contract.bid) in call.instead:
            return ""
        *others, last = map(self._face.call, call.instead) if call.instead else (self.say(Review.SILENCE),)
        named = self.say(Review.OR, one=", ".join(others), other=last) if others else last
        return self.say(Review.WAY_TO_NOBODY if contract is None else Review.WAY, call=named)

    def _bargain(self, bargain: Bargain, team: Team | None = None) -> str:
        """The end of an auction, with the score as seen by that team; None stands for the team that scores more."""
        contract, told = bargain.contract, bargain.reckoned
        if contract is None or told is None:
            return self.say(Review.NOBODY, score=self._scores(ZERO, team))
        coinched = ""
        if contract.coinched_by is not None:
            coinched = self.say(Review.SURCOINCHED if contract.surcoinched_by is not None else Review.COINCHED)
        takers = contract.takers
        return self.say(
            Review.BARGAIN,
            bid=self._face.bid(contract.bid),
            by=self._face.short_team(takers),
            coinched=coinched,
            result=self._result(told.result).lower(),
            points=self._parts(told.points[takers], told, takers),
            score=self._scores(told.scores, team),
        )

    # --- the sums ------------------------------------------------------------------------------------

    def _sums(self, costs: Mapping[Seat, Cost]) -> Iterator[str]:
        for team in Team:
            for seat in team.seats:
                who = f"{self._face.short_seat(seat)} {self._names.get(seat, '')}".strip()
                yield f"    {self._sum(who, costs[seat])}"
            yield f"    {self._sum(self._face.short_team(team), sum_of(costs[seat] for seat in team.seats))}"

    def _sum(self, who: str, cost: Cost) -> str:
        return self.say(Review.SUM, who=who, points=cost.points, score=cost.score, calls=cost.calls)

    def _team(self, team: Team) -> str:
        return self._face.long_team(team)


def _both(taking: Taking) -> str:
    swept = "" if taking.capot is None else f"{HARD}capot"
    return f"{taking.points.NS}-{taking.points.EW}{swept}"


_NUMBER = re.compile(r"(?<=\w) (?=\d)")
"""The space between a word and its number."""


def _wrapped(text: str, first: str, rest: str | None = None) -> Iterator[str]:
    yield from broken(_NUMBER.sub(HARD, text), COLS, first, first if rest is None else rest)
