"""Contests about one half of the game: bids that count by what they are worth, and auctions that are given.

With `--bidding-only` a contract counts the score that its double-dummy value makes likely, as if the same player held
all cards; with `--fixed-contracts` both entrants play the contracts of an earlier contest.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from coinche.bots.bidding.rollout import AuctionRollout, DoubleDummyValues
from coinche.bots.double_dummy_correction import ExpectedScores, corrected, expected_scores
from coinche.bots.hand_strength import bits
from coinche.engine.actions import IllegalAction, PlayCard, parse_action
from coinche.engine.cards import Card
from coinche.engine.match import MatchOver, State, apply, new_match, next_deal
from coinche.engine.playing import Playing
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.records import contest_boards
from coinche.records.contest_file import ContestHeader, PlayedDeal

from .results_store import read_file

Auction = tuple[tuple[Seat, str], ...]


class UnfitAuctions(ValueError):
    """The file with the auctions does not fit the contest; the message is a sentence."""


def auction_of(deal: PlayedDeal) -> Auction:
    """The actions of a deal before its first card."""
    cards = (at for at, (_, action) in enumerate(deal.actions) if isinstance(parse_action(action), PlayCard))
    return deal.actions[: next(cards, len(deal.actions))]


def given_auctions(path: Path, header: ContestHeader) -> Mapping[int, Auction]:
    """The auction of each board of a contest in that file, at the first table that has played it.

    UnfitAuctions if they do not fit the contest that is to be played, or not all of its boards have one.
    """
    found = read_file(path)
    if found.header.rules != header.rules:
        raise UnfitAuctions(f"{path} was played by other rules")
    if found.header.seed != header.seed:
        raise UnfitAuctions(f"{path} has the boards of seed {found.header.seed}, not {header.seed}")
    auctions: dict[int, Auction] = {}
    for table in found.tables:
        if table.deals and table.board not in auctions:
            auctions[table.board] = _checked(path, header, table.board, table.deals[0])
    missing = [board for board in range(1, header.boards * (header.rounds or 1) + 1) if board not in auctions]
    if missing:
        raise UnfitAuctions(f"{path} has no auction of board {missing[0]}; --boards says how many are played")
    return auctions


def _checked(path: Path, header: ContestHeader, board: int, deal: PlayedDeal) -> Auction:
    """The auction of a deal, if it can be bid on the board; UnfitAuctions if not."""
    where = f"{path}: the auction of board {board}"
    try:
        auction = auction_of(deal)
        state = _bid(header.rules, contest_boards.dealer(board), contest_boards.pack(header.seed, board), auction)
    except IllegalAction as wrong:
        raise UnfitAuctions(f"{where} is not allowed ({wrong})") from None
    except ValueError as wrong:
        raise UnfitAuctions(f"{where}: {wrong}") from None
    if not isinstance(state.phase, Playing | MatchOver):
        raise UnfitAuctions(f"{where} does not end")
    return auction


def _bid(rules: RuleSet, dealer: Seat, pack: tuple[Card, ...], auction: Auction) -> State:
    """The state after the auction of a board."""
    state, _ = new_match(rules, dealer, board=True)
    state, _ = next_deal(state, pack)
    for seat, action in auction:
        state, _ = apply(state, seat, parse_action(action))
    return state


def digest(path: Path) -> str:
    """SHA-256 of the file with the auctions."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@lru_cache(maxsize=4)
def _valuation(rules: RuleSet) -> tuple[DoubleDummyValues, ExpectedScores]:
    return DoubleDummyValues(rules), expected_scores(rules)


def bid_value(rules: RuleSet, deal: PlayedDeal) -> float:
    """The value for north and south of the bids of a deal, whoever has played it."""
    return round(contract_value(_bid(rules, deal.dealer, deal.pack, auction_of(deal))), 2)


def contract_value(state: State) -> float:
    """The likely score of north and south above their opponents' at the end of an auction; 0 if nobody has bid."""
    if not isinstance(state.phase, Playing):
        return 0.0
    contract, direction = state.phase.contract, state.rules.table.direction
    values, scores = _valuation(state.rules)
    mine, *others = (bits(state.phase.hands[seat]) for seat in contract.bidder.round(direction))
    groups = [(mine, struct.pack("=3I", *others))]
    rollout = AuctionRollout(contract.bidder, state.phase.dealer.next(direction), groups, values, scores, (), 0)
    (world,), (value,) = rollout.worlds, rollout.values(contract.denomination)
    side = rollout.side_points(world, contract)
    worth = scores.expected(contract, corrected(contract.denomination, value), side)
    return worth if contract.takers is Team.NORTH_SOUTH else -worth
