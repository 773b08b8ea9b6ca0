"""Tests of the counts of one match: a name counts once, however many seats it holds."""

from __future__ import annotations

import pytest

from coinche.engine.bids import Bid
from coinche.engine.events import ContractSettled, DealScored, Event
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import Occupant
from coinche.server.archive.tally import Count, PairKey, PlayerKey, PlayerTally
from coinche.server.match.entries import SeatHolder

STEADY = PlayerKey("steady", Occupant.BOT)
ANA = PlayerKey("Ana", Occupant.PERSON)
SCORED = DealScored(
    made=True, tricks=Points(0, 8), points=Points(0, 252), lines=(), scores=Points(40, 1120), totals=Points(40, 1120)
)
"""A deal in which East and West take every trick."""


def tally(people: str, *deal: Event) -> PlayerTally:
    """The counts of a match of one deal, with Ana on the seats named and one level of bots on the others."""
    holders = [
        SeatHolder(seat, *((ANA.name, ANA.occupant) if seat.value in people else (STEADY.name, STEADY.occupant)))
        for seat in Seat
    ]
    counts = PlayerTally()
    counts.deal(deal or (SCORED,), holders)
    counts.match(Team.EAST_WEST, holders)
    return counts


@pytest.mark.parametrize(
    ("people", "won", "points", "against", "capots"),
    [
        ("NS", 1, 1120, 40, 1),  # both seats of a side
        ("S", 1, 1120, 40, 1),  # and the partner's seat on the other: the side of most seats counts
        ("EW", 0, 40, 1120, 0),
        ("", 0, 40, 1120, 0),  # all seats: North and South
    ],
)
def test_a_match_counts_once_for_a_name(people: str, won: int, points: int, against: int, capots: int) -> None:
    (found,) = (one for one in tally(people).players if one.name == "steady")
    assert (found.matches, found.won, found.deals) == (1, won, 1)
    assert (found.points, found.against, found.capots) == (points, against, capots)


def test_a_match_counts_once_with_each_other_name() -> None:
    pairs = tally("S").pairs
    assert {key: (counts[Count.MATCHES], counts[Count.POINTS]) for key, counts in pairs.items()} == {
        PairKey(player=ANA, other=STEADY, partner=True): (1, 40),
        PairKey(player=ANA, other=STEADY, partner=False): (1, 40),
        PairKey(player=STEADY, other=ANA, partner=True): (1, 40),
        PairKey(player=STEADY, other=ANA, partner=False): (1, 1120),
        PairKey(player=STEADY, other=STEADY, partner=True): (1, 1120),
        PairKey(player=STEADY, other=STEADY, partner=False): (1, 40),
    }


@pytest.mark.parametrize(("bidder", "taken"), [(Seat.EAST, 1), (Seat.WEST, 1), (Seat.NORTH, 0)])
def test_contracts_count_for_the_side_of_the_match(bidder: Seat, taken: int) -> None:
    settled = ContractSettled(bidder, Bid("90S"), 1)
    (found,) = (one for one in tally("S", settled, SCORED).players if one.name == "steady")
    assert (found.taken, found.made) == (taken, taken)
