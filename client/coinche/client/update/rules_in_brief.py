"""The rules in brief, as players look them up during play: cards, bids, duties, declarations, scores, the end.

Order, points and scores are asked of the engine, so that they hold under any rules; the rest is the meaning of options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from coinche.client.texts.rules import RuleLine
from coinche.client.texts.rules_in_brief import Brief, BriefName, Section
from coinche.client.texts.score_details import added_up
from coinche.engine import auction, tally
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.bids import HIGHEST_NUMBER, Bid, Contract
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import PACK, Denomination, Suit
from coinche.engine.declarations import CARRE_POINTS, SEQUENCE_POINTS
from coinche.engine.rules import (
    TRICKS,
    Belote,
    Capot,
    CoincheWhen,
    DenominationOrder,
    Rounding,
    RuleSet,
    Undertrump,
    UndertrumpPartner,
)
from coinche.engine.scoring import score
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.tally import LAST_TRICK, Tally
from coinche.text.formatting import Face, Noun

_USUAL_BID = 100
"""The bid of the examples, where the rules have it."""
_SPARE = 20
"""Points above and below the bid in the examples."""


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the lines of one rule set for one reader; `told` are the values of the options by name."""

    rules: RuleSet
    told: Mapping[str, RuleLine]
    face: Face

    def line(self, section: Section, name: BriefName | None, value: str, **fields: object) -> RuleLine:
        """One line of the page; without a name a sentence of its own."""
        return RuleLine(
            option="",
            group=self.face.say(section),
            name="" if name is None else self.face.say(name, **fields),
            value=value,
            differs=False,
            matters=True,
        )

    def again(self, section: Section, option: str) -> RuleLine:
        """The line of an option, in this section, too."""
        return replace(self.told[option], option="", group=self.face.say(section), differs=False)

    def value(self, option: str) -> str:
        """The sentence of an option."""
        return self.told[option].value


def in_brief(rules: RuleSet, told: tuple[RuleLine, ...], face: Face) -> tuple[RuleLine, ...]:
    """The lines of all sections; `told` has every option in words."""
    writer = _Writer(rules, {line.option: line for line in told}, face)
    return tuple(line for part in _PARTS for line in part(writer))


# --- the game, cards and bids ----------------------------------------------------------------------------------


def order(denomination: Denomination, suit: Suit, rules: RuleSet, face: Face) -> str:
    """The cards of a suit, the strongest first, each with its points if it has any."""
    points = points_of(denomination, rules.scoring)
    cards = sorted((c for c in PACK if c.suit is suit), key=lambda c: STRENGTH[denomination][c], reverse=True)
    return ", ".join(_worth(face.rank(c.rank), points[c], face) for c in cards)


def _worth(rank: str, points: int, face: Face) -> str:
    return face.say(Brief.RANK, rank=rank, points=points) if points else rank


def _game(to: _Writer) -> Iterator[RuleLine]:
    """The aim of the game, in sentences."""
    bid = example_bid(to.rules)
    pack = Brief[f"PACK_{to.rules.table.direction.name}"]
    told = [to.face.say(Brief.AIM), to.face.say(pack), to.face.say(Brief.TAKERS)]
    if bid.denomination in to.rules.auction.denominations:
        named = to.face.spoken_suit(bid.denomination)
        told.append(to.face.say(Brief.EXAMPLE, bid=to.face.spoken_bid(bid), denomination=named, points=bid.value))
    told.append(to.face.say(Brief.ALL_EIGHT))
    for sentence in told:
        yield to.line(Section.GAME, None, sentence)
    yield from _cards(to)


def _cards(to: _Writer) -> Iterator[RuleLine]:
    """Order and points of the cards, and what all of them are worth."""
    named = to.rules.auction.denominations
    suits = tuple(d for d in named if len(d.trumps) == 1)
    for present, name, denomination, suit in (
        (bool(suits), BriefName.TRUMPS, Denomination.HEARTS, Suit.HEARTS),
        (bool(suits), BriefName.PLAIN, Denomination.HEARTS, Suit.SPADES),
        (Denomination.NO_TRUMP in named, BriefName.NO_TRUMP, Denomination.NO_TRUMP, Suit.SPADES),
        (Denomination.ALL_TRUMP in named, BriefName.ALL_TRUMP, Denomination.ALL_TRUMP, Suit.SPADES),
    ):
        if present:
            yield to.line(Section.GAME, name, order(denomination, suit, to.rules, to.face) + ".")
    sums = {d: tally.all_points(d, to.rules.scoring) for d in named}
    usual = sums[named[0]]
    yield to.line(Section.GAME, BriefName.SUM, _sum(usual, to))
    for denomination, worth in sums.items():
        if worth != usual:
            named_as = to.face.spoken_suit(denomination)
            yield to.line(Section.GAME, BriefName.SUM_AT, _sum(worth, to), denomination=named_as)


def _sum(worth: int, to: _Writer) -> str:
    cards, last = worth - LAST_TRICK, to.rules.scoring.capot_last_trick
    words = Brief.SUM if last == LAST_TRICK else Brief.SUM_CAPOT
    return to.face.say(words, cards=cards, last=LAST_TRICK, all=worth, capot=last, all_capot=cards + last)


def _bids(to: _Writer) -> Iterator[RuleLine]:
    """The bids, the points that a contract needs, and coinche."""
    rules, face = to.rules.auction, to.face
    high = face.say(Noun.CAPOT)
    if rules.generale is not None:
        high = face.say(Brief.AND, one=high, other=face.say(Noun.GENERALE))
    words = Brief.BIDS if rules.bid_maximum is not None else Brief.BIDS_FREE
    said = face.say(words, least=rules.bid_minimum, most=auction.maximum(rules), step=rules.bid_step, high=high)
    yield to.line(Section.BIDS, BriefName.BIDS, said)
    yield to.line(Section.BIDS, BriefName.DENOMINATIONS, to.value("denominations"))
    if rules.denomination_order is not DenominationOrder.NONE:
        yield to.again(Section.BIDS, "denomination_order")
    yield to.line(Section.BIDS, BriefName.MADE_WITH, to.value("contract_met"))
    yield to.line(Section.BIDS, BriefName.COINCHE, _coinche(to))
    said = to.value("surcoinche")
    if rules.surcoinche is not None:
        said = face.say(Brief.SURCOINCHE, times=rules.surcoinche)
    yield to.line(Section.BIDS, BriefName.SURCOINCHE, said)
    ends = face.say(Brief.AUCTION_ENDS)
    if rules.capot is Capot.CLOSED:
        ends += " " + face.say(Brief.CAPOT_CLOSES)
    yield to.line(Section.BIDS, BriefName.AUCTION_ENDS, ends)


def _coinche(to: _Writer) -> str:
    """The moments at which a contract may be doubled, and the calls that may follow."""
    rules = to.rules.auction
    after = to.value("coinche_ends_auction")
    if rules.coinche_ends_auction:
        after = to.face.say(Brief.COINCHE_ENDS if rules.surcoinche is None else Brief.ONLY_SURCOINCHE)
    words = Brief.COINCHE_IN_TURN if rules.coinche_when is CoincheWhen.IN_TURN else Brief.COINCHE_ANY_TIME
    return to.face.say(words, after=after)


# --- play and declarations ---------------------------------------------------------------------------


def _play(to: _Writer) -> Iterator[RuleLine]:
    """The duties of a player who does not lead, and who wins the trick."""
    rules, face, named = to.rules.play, to.face, to.rules.auction.denominations
    over = face.say(Brief.OVER)
    if any(len(d.trumps) == 1 for d in named):
        under = Brief.UNDER if rules.undertrump is Undertrump.OBLIGED else Brief.UNDER_FREE
        whom = Brief.EVEN_PARTNER if rules.overtrump_partner else Brief.NOT_PARTNER
        partner = face.say(Brief.PARTNER_FREE)
        if rules.undertrump_partner is not UndertrumpPartner.FREE:
            partner = face.say(Brief.PARTNER, under=_lowered(to.value("undertrump_partner")))
        yield to.line(Section.PLAY, BriefName.HAS_SUIT, face.say(Brief.FOLLOW_FIRST))
        yield to.line(Section.PLAY, BriefName.TRUMP_LED, face.say(whom, what=over))
        yield to.line(Section.PLAY, BriefName.OPPONENT, face.say(Brief.RUFF, under=face.say(under)))
        yield to.line(Section.PLAY, BriefName.PARTNER, partner)
        yield to.line(Section.PLAY, BriefName.NO_TRUMPS, face.say(Brief.ANY_CARD))
    if Denomination.NO_TRUMP in named:
        yield to.line(Section.PLAY, BriefName.NO_TRUMP, face.say(Brief.NOBODY_RUFFS))
    if Denomination.ALL_TRUMP in named:
        yield to.line(Section.PLAY, BriefName.ALL_TRUMP, face.say(Brief.ALL_TRUMP))
    usual = sum(len(d.trumps) == 1 for d in named)
    winner = face.say(Brief.WINNER if usual else Brief.WINNER_NO_TRUMP)
    if 0 < usual < len(named):
        winner = face.say(Brief.WINNER_ELSE, winner=winner)
    yield to.line(Section.PLAY, BriefName.WINNER, winner)


def _lowered(said: str) -> str:
    return said[0].lower() + said[1:]


def _declared(to: _Writer) -> Iterator[RuleLine]:
    """Belote, sequences and carrés with their points."""
    rules, face = to.rules.declarations, to.face
    belote = face.say(Brief.NO_BELOTE)
    if rules.belote is not Belote.NONE:
        belote = face.say(
            Brief.BELOTE, points=BELOTE_POINTS, whose=to.value("belote"), said=to.value("belote_declared")
        )
    yield to.line(Section.DECLARED, BriefName.BELOTE, belote)
    if not rules.declarations:
        yield to.line(Section.DECLARED, BriefName.NO_DECLARATIONS, face.say(Brief.NOT_PLAYED))
        return
    three, four, five = SEQUENCE_POINTS.values()
    yield to.line(Section.DECLARED, BriefName.SEQUENCES, face.say(Brief.SEQUENCES, three=three, four=four, five=five))
    yield to.line(Section.DECLARED, BriefName.CARRES, _carres(Denomination.HEARTS, face))
    if Denomination.NO_TRUMP in to.rules.auction.denominations:
        yield to.line(Section.DECLARED, BriefName.CARRES_NO_TRUMP, _carres(Denomination.NO_TRUMP, face))
    yield to.line(Section.DECLARED, BriefName.BEST, face.say(Brief.BEST))


def _carres(denomination: Denomination, face: Face) -> str:
    """`V 200, 9 150, A 10 R D 100.`"""
    ranks = CARRE_POINTS[denomination]
    worth = {points: [face.rank(rank) for rank in ranks if ranks[rank] == points] for points in ranks.values()}
    return ", ".join(_worth(" ".join(named), points, face) for points, named in worth.items()) + "."


# --- scores ------------------------------------------------------------------------------------------


def _scores(to: _Writer) -> Iterator[RuleLine]:
    """The scores of contracts, made and failed, as the engine counts them."""
    bid, doubled = example_bid(to.rules), to.rules.auction.surcoinche
    capot, generale = Bid("capotH"), Bid("generaleH")
    enough, few = min(bid.value + _SPARE, _ALL), max(0, min(bid.value, _ALL) - _SPARE)
    cases = [
        (BriefName.MADE, _deal(bid, enough)),
        (BriefName.FAILED, _deal(bid, few)),
        (BriefName.MADE_COINCHED, _deal(bid, enough, multiplier=auction.COINCHE)),
        (BriefName.FAILED_COINCHED, _deal(bid, few, multiplier=auction.COINCHE)),
        (BriefName.FAILED_SURCOINCHED, _deal(bid, few, multiplier=doubled or 1)),
        (BriefName.ALL_TRICKS, _deal(bid, _ALL, tricks=TRICKS)),
        (BriefName.NO_TRICK, _deal(bid, 0, tricks=0)),
        (BriefName.CAPOT_MADE, _deal(capot, _ALL, tricks=TRICKS)),
        (BriefName.CAPOT_FAILED, _deal(capot, _ALL - _SPARE, tricks=TRICKS - 1)),
        (BriefName.GENERALE_MADE, replace(_deal(generale, _ALL, tricks=TRICKS), alone=True)),
        (BriefName.GENERALE_FAILED, _deal(generale, _ALL - _SPARE, tricks=TRICKS - 1)),
    ]
    unplayed = {
        *(() if doubled else (BriefName.FAILED_SURCOINCHED,)),
        *(() if to.rules.auction.generale else (BriefName.GENERALE_MADE, BriefName.GENERALE_FAILED)),
    }
    played = [(name, deal, score(deal, to.rules)) for name, deal in cases if name not in unplayed]
    played = [(name, deal, result) for name, deal, result in played if result.made is (name in _MADE)]
    for number, (name, deal, result) in enumerate(played):
        takers, defence = (
            added_up(deal.contract, result, to.rules.scoring, team, to.face) or to.face.say(Brief.NOTHING)
            for team in (Team.NORTH_SOUTH, Team.EAST_WEST)
        )
        words = Brief.BOTH if result.scores.NS else Brief.DEFENCE_ALONE
        said = to.face.say(words, takers=takers, defence=defence)
        shown = to.face.say(Brief.EXAMPLES, line=said) if number == 0 else said
        yield to.line(Section.SCORE, name, shown, bid=bid.value, points=enough)
    yield to.again(Section.SCORE, "doubled")
    if to.rules.scoring.rounding is not Rounding.NONE:
        yield to.line(Section.SCORE, BriefName.ROUNDED, to.value("rounding"))


_MADE = frozenset(
    {
        BriefName.MADE,
        BriefName.MADE_COINCHED,
        BriefName.ALL_TRICKS,
        BriefName.CAPOT_MADE,
        BriefName.GENERALE_MADE,
    }
)
"""The examples of contracts that are made; one that the rules do not let be made is left out."""
_ALL = 162
"""All points of a deal with trumps."""


def example_bid(rules: RuleSet) -> Bid:
    """The bid of the examples: 100, or the next to it that the rules have."""
    least, step = rules.auction.bid_minimum, rules.auction.bid_step
    usual = least + max(0, -(-(_USUAL_BID - least) // step)) * step
    return Bid(f"{min(usual, auction.maximum(rules.auction), HIGHEST_NUMBER)}H")


def _deal(bid: Bid, points: int, *, tricks: int = TRICKS // 2, multiplier: int = 1) -> Tally:
    """A deal in which the takers make these points, the last trick's ten included."""
    last = Team.NORTH_SOUTH if points >= LAST_TRICK else Team.EAST_WEST
    coinched = Seat.EAST if multiplier > 1 else None
    return Tally(
        contract=Contract(bid=bid, bidder=Seat.SOUTH, multiplier=multiplier, coinched_by=coinched),
        cards=Points(points, _ALL - points) + Points.of(last, -LAST_TRICK),
        tricks=Points(tricks, TRICKS - tricks),
        last_trick=last,
        belote=Points(),
        declarations=Points(),
        alone=False,
    )


def _end(to: _Writer) -> Iterator[RuleLine]:
    """The end of a match."""
    said = to.value("target") if to.rules.match.length is None else to.value("length")
    yield to.line(Section.END, BriefName.END, said)
    if to.rules.match.length is None:
        yield to.again(Section.END, "both_reach")
    yield to.again(Section.END, "tie")


_PARTS = (_game, _bids, _play, _declared, _scores, _end)
