"""The boards that cost an entrant most: what they cost, and the decision that did it."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from coinche.arena.cli import main
from coinche.arena.deal_words import hand_by_suits
from coinche.arena.summary import ContestSummary, read_summary
from coinche.arena.worst import costly_boards, worst_boards
from coinche.engine.cards import PACK, Card
from coinche.engine.seats import Seat
from coinche.records.contest_file import Scheme, record_of
from coinche.records.review.recorded_deal import deals_of
from coinche.records.review.review import decisions, reviewed
from tests.arena.played_contests import arena, practice

SCHEMES = (
    ("duplicate", ("--boards", 5)),
    ("common", ("--boards", 5, "--reference", "steady:")),
    ("single", ("--boards", 5)),
    ("match", ("--boards", 1)),
)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("worst") / "duel.jsonl"
    practice(path, "duel", "steady", "random", "--boards", 6)
    return path


@pytest.fixture(scope="module")
def contest(duel: Path) -> ContestSummary:
    return read_summary(duel)


def test_a_board_costs_what_the_other_got_more_over_both_tables(contest: ContestSummary) -> None:
    found = costly_boards(contest, "random")
    for costly in found:
        own, other = (contest.tables[costly.board, *names] for names in (("random", "steady"), ("steady", "random")))
        assert costly.cost == other.scores.NS - other.scores.EW - (own.scores.NS - own.scores.EW)
        assert costly.tables == (own, other)
    costs = [costly.cost for costly in found]
    assert costs == sorted(costs, reverse=True)
    assert all(cost > 0 for cost in costs)
    boards = {costly.board for costly in (*found, *costly_boards(contest, "steady"))}
    level = {board for values in contest.pairs.values() for board, value in values.values.items() if value == 0}
    assert boards | level == set(range(1, 7))


def test_the_decision_is_the_costliest_of_the_entrant_at_both_tables(contest: ContestSummary) -> None:
    for worst in worst_boards(contest, "random", 3):
        made = [
            (decision.cost, table)
            for table in worst.costly.tables
            for deal in deals_of(record_of(contest.header, table))
            for decision in decisions(reviewed(deal))
            if table.teams[decision.seat.team] == "random"
        ]
        assert worst.act is not None
        assert (worst.act.decision.cost, worst.act.table) == max(made, key=lambda each: each[0])
        assert worst.act.table.teams[worst.act.decision.seat.team] == "random"


@pytest.mark.parametrize(("scheme", "options"), SCHEMES)
def test_every_scheme_has_its_worst_boards(scheme: Scheme, options: tuple[object, ...], tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    practice(path, "duel", "steady", "random", "--scheme", scheme, *options)
    contest = read_summary(path)
    found = [*costly_boards(contest, "steady"), *costly_boards(contest, "random")]
    assert found
    for costly in found:
        assert len(costly.tables) == (1 if scheme == "single" else 2)
        assert costly.entrant in (costly.tables[0].ns, costly.tables[0].ew)
    if scheme in ("duplicate", "common"):
        (result,) = contest.pairs.values()
        twice = 2 if scheme == "duplicate" else 1
        assert {each.board: each.cost for each in found} == {
            board: twice * abs(value) for board, value in result.values.items() if value
        }
    status, out = arena("worst", path, "--of", found[0].entrant, "--boards", 1)
    assert status == 0
    assert out.startswith(f"1. board {found[0].board}: {found[0].entrant} lost ")


def test_only_what_counts_is_named(duel: Path, tmp_path: Path) -> None:
    bids, cards = tmp_path / "bids.jsonl", tmp_path / "cards.jsonl"
    practice(bids, "duel", "steady", "random", "--boards", 4, "--bidding-only")
    practice(cards, "duel", "steady", "random", "--boards", 4, "--fixed-contracts", duel)
    for path, kind in ((bids, False), (cards, True)):
        for worst in worst_boards(read_summary(path), "random", 4):
            assert worst.act is None or isinstance(worst.act.decision.made, Card) is kind
    assert "bids worth " in arena("worst", bids, "--of", "random")[1]
    assert all(len(timing.ms) for timing in read_summary(cards).timings.values())


def test_the_text_draws_the_deal_and_tells_both_auctions(duel: Path, contest: ContestSummary) -> None:
    status, out = arena("worst", duel, "--of", "random", "--boards", 2)
    first = out.split("\n\n")[0]
    assert status == 0
    assert out.count("dealer ") == 2
    assert "NS random, EW steady: " in first
    assert "NS steady, EW random: " in first
    assert "The decision: " in first
    (worst,) = worst_boards(contest, "random", 1)
    assert worst.deal is not None
    drawn = first.split("dealer", 1)[1].split("NS random", 1)[0]
    for seat in Seat:
        for suit, cards in hand_by_suits(worst.deal, seat).items():
            assert f"{suit} {' '.join(card.rank for card in cards)}".rstrip() in drawn


def test_the_hands_of_a_board_are_the_pack(contest: ContestSummary) -> None:
    (worst,) = worst_boards(contest, "random", 1)
    assert worst.deal is not None
    deal = worst.deal
    shown: list[Card] = [card for seat in Seat for cards in hand_by_suits(deal, seat).values() for card in cards]
    assert sorted(shown) == sorted(PACK)


def test_the_first_entrant_is_asked_about_where_none_is_named(duel: Path) -> None:
    assert arena("worst", duel) == arena("worst", duel, "--of", "steady")


def test_equal_bots_have_no_worst_board(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    practice(path, "duel", "steady", "steady", "--boards", 2)
    assert arena("worst", path) == (0, "no board of this contest has cost steady anything\n")


def test_an_entrant_that_there_is_not_is_a_sentence(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _ = arena("worst", duel, "--of", "nobody")
    assert status == 2
    assert "--of: no entrant is called 'nobody'; there are: steady, random" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["worst", "report"])
def test_a_reader_that_has_read_enough_is_no_file_that_cannot_be_read(
    duel: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unread(_text: str) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(sys.stdout, "write", unread)
    with pytest.raises(BrokenPipeError):  # `coinche.start` ends the program silently
        main([command, str(duel)])
    assert capsys.readouterr().err == ""
