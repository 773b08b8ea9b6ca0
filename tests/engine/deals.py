"""Four whole deals, trick by trick, playable under any rules: hearts are trumps, the first speaker leads.

The cards of a trick stand in the order in which they are played; each is legal under every preset. Beside them are
the points of the trick, on the left if the side of the first leader takes it, on the right if the other does.
"""

from __future__ import annotations

from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import Card, Denomination
from coinche.engine.deal_phases import Cutting
from coinche.engine.dealing import stacked
from coinche.engine.events import DealScored, Event
from coinche.engine.match import State, new_match, next_deal
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import DealScore, score
from coinche.engine.seats import Direction, Points, Seat, Team
from coinche.engine.tally import Tally
from coinche.engine.trick import winner_index
from tests.engine.script import Hands, play

A = """
8D JD 8H 9D     2  -
AH JH 10H 9H    -  55
KD AD 10D AS    36 -
7H KC AC QD     18 -
7C QC 8C 9C     -  3
9S KS 7S 8S     4  -
JC 10C QH 7D    15 -
KH QS JS 10S    19 -
"""
"""94 and the last trick, 104 to 58, six tricks to two. The first leader has the king and queen of trumps."""

B = """
7H 8H 9H 10H    24 -
JD 9D QD KD     -  9
8D 7D KC AD     15 -
QS 10S KS AS    -  28
8C 9C JC AC     13 -
JH 7C AH QH     34 -
7S QC JS 9S     5  -
8S KH 10D 10C   -  24
"""
"""91 to 61 and the last trick, 71, five tricks to three. The second to play has the king and queen of trumps."""

C = """
10H 8H 9H 7H    24 -
JC 7C 10C QC    15 -
AH QS JH KD     38 -
AC 8C 9C 7S     11 -
KH 10D 7D 9S    14 -
QH AS 9D 10S    24 -
KS 8D JS AD     17 -
KC JD 8S QD     9  -
"""
"""All eight tricks, 152 and the last trick. The first leader's partner has the king and queen of trumps."""

D = """
KH JH 8H 7H     -  24
7D AD AH JD     -  24
7S 10S QS 9H    27 -
8C KC JC QH     -  9
AS AC 8S JS     -  24
9D KD 9S 10H    14 -
10C QD 10D 9C   23 -
QC KS 8D 7C     7  -
"""
"""71 and the last trick, 81 to 81, four tricks each. Nobody has a belote."""

DEALS = {"A": A, "B": B, "C": C, "D": D}


def tricks(deal: str) -> list[tuple[Card, ...]]:
    """The cards of each trick."""
    return [tuple(map(Card, line.split()[:4])) for line in deal.strip().splitlines()]


def noted(deal: str) -> tuple[int, int]:
    """The points noted for the first leader's side and for the other, without the last trick's."""
    columns = [line.split()[4:] for line in deal.strip().splitlines()]
    ours, theirs = ([int(number) for number in column if number != "-"] for column in zip(*columns, strict=True))
    return sum(ours), sum(theirs)


def hands_of(deal: str, leader: Seat, direction: Direction) -> Hands:
    """The hands that play the deal, each in the order in which it plays them."""
    hands: Hands = dict.fromkeys(Seat, ())
    for cards in tricks(deal):
        order = leader.round(direction)
        for seat, card in zip(order, cards, strict=True):
            hands[seat] += (card,)
        leader = order[winner_index(cards, Denomination.HEARTS)]
    return hands


def begun(rules: RuleSet) -> State:
    """A match in whose first deal South speaks and leads first."""
    return new_match(rules, Seat.SOUTH.previous(rules.table.direction))[0]


def ready(state: State, deal: str) -> State:
    """The next deal of the match, with the hands of that one, cut where somebody cuts."""
    table = state.rules.table
    dealer = state.dealer if state.deal == 0 else state.dealer.next(table.direction)
    pack = stacked(hands_of(deal, dealer.next(table.direction), table.direction), dealer, table)
    opened, _ = next_deal(state, pack)
    if not isinstance(opened.phase, Cutting):
        return opened
    return play(next_deal(state, (*pack[-16:], *pack[:-16]))[0], "cut:16")[0]


def played(state: State, deal: str, auction: str, said: str = "") -> tuple[State, tuple[Event, ...]]:
    """The next deal of the match to its end; `said` has the cards with which something is said."""
    words = {notation.partition("+")[0]: notation for notation in said.split()}
    script = [words.pop(card, str(card)) for cards in tricks(deal) for card in cards]
    assert not words
    return play(ready(state, deal), f"{auction} {' '.join(script)}")


def result(events: tuple[Event, ...]) -> DealScored:
    """The score of a played deal."""
    (scored,) = (event for event in events if isinstance(event, DealScored))
    return scored


def counted(
    rules: RuleSet,
    bid: str,
    times: int,
    took: int | str,
    belote: tuple[int, int] = (0, 0),
    declared: tuple[int, int] = (0, 0),
    held: int = 0,
) -> DealScore:
    """The score of a deal of which only the sums are known. North has bid.

    NS took so many points and the last trick, which is ten of them; or `all` eight tricks, or `none`, or North did it
    `alone`. Belotes and declarations are points of NS and EW; `held` those of earlier draws.
    """
    cards = {"all": 162, "alone": 162, "none": 0}[took] if isinstance(took, str) else took
    tricks = {162: 8, 0: 0}.get(cards, 5)
    tally = Tally(
        contract=Contract(bid=Bid(bid), bidder=Seat.NORTH, multiplier=times),
        cards=Points(cards - 10, 162 - cards) if tricks else Points(0, 152),
        tricks=Points(tricks, 8 - tricks),
        last_trick=Team.NORTH_SOUTH if tricks else Team.EAST_WEST,
        belote=Points(*belote),
        declarations=Points(*declared),
        alone=took == "alone",
    )
    return score(tally, rules, held)
