"""Tests of `coinche-record solve`: the value of each card of a position, and the message where there is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coinche.engine.actions import PlayCard
from coinche.engine.events import CardPlayed, DealStarted
from coinche.engine.record import ActionLine, Record
from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replay
from coinche.engine.solver import ENGINE
from coinche.records.cli import AGREED, MALFORMED
from tests.client.matches import record_text
from tests.client.records.test_cli import run

TEXT = record_text(2, 4)
LAST = 32


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(TEXT, encoding="utf-8")
    return path


def played_deals() -> dict[int, list[CardPlayed]]:
    deals: dict[int, list[CardPlayed]] = {}
    deal = 0
    for event in replay(read_record(TEXT.splitlines()))[1]:
        if isinstance(event, DealStarted):
            deal = event.deal
        elif isinstance(event, CardPlayed):
            deals.setdefault(deal, []).append(event)
    return deals


DEALS = played_deals()
DEAL = max(DEALS)


@pytest.mark.parametrize("card", [1, 2, 18, 31, LAST])
def test_every_card_that_may_be_played_is_there_with_what_comes_of_it(
    card: int, match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "solve", match, "--deal", DEAL, "--card", card, "--lang", "en")
    assert code == AGREED
    event = DEALS[DEAL][card - 1]
    assert out.startswith(f"match.jsonl, deal {DEAL}, card {card}: {event.seat} to play; contract ")
    rows = re.findall(
        r"^  (\w+) +(?:NS (\d+), EW (\d+)|(?:NS|EW) takes every trick)( +\(played(?:, the only legal card)?\))?$",
        out,
        re.MULTILINE,
    )
    assert [row[0] for row in rows if row[3]] == [event.card]
    assert {int(ours) + int(theirs) for _, ours, theirs, _ in rows if ours} <= {162}
    assert out.endswith(f"Solver: {ENGINE}.\n")


def test_the_last_card_comes_to_what_the_deal_came_to(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "solve", match, "--deal", DEAL, "--card", LAST, "--lang", "fr")
    assert out.count("(jouée, la seule carte possible)") == 1
    assert "Solveur : " in out


def test_where_one_card_alone_may_be_played_that_is_said(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for card in range(LAST - 8, LAST + 1):
        _, out, _ = run(capsys, "solve", match, "--deal", DEAL, "--card", card, "--lang", "en")
        rows = re.findall(r"^  \w{2,3} +(?:NS|EW) .*$", out, re.MULTILINE)
        assert ("(played, the only legal card)" in out) == (len(rows) == 1)


def test_in_french_cards_and_seats_are_those_of_the_client(
    match: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    _, out, _ = run(capsys, "solve", match, "--deal", DEAL, "--card", 18, "--lang", "fr")
    assert re.findall(r"\b(?:[789JQKA]|10)[SHDC]\b|\bE?W\b", out) == []
    assert re.search(r"^  \w+[♠♥♦♣] +NS \d+, EO \d+", out, re.MULTILINE)
    monkeypatch.setenv("LC_ALL", "C")
    _, out, _ = run(capsys, "solve", match, "--deal", DEAL, "--card", 18, "--lang", "fr")
    assert out.isascii()


def test_the_lead_of_the_first_deal_is_what_is_solved_where_nothing_is_said(
    match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "solve", match, "--lang", "en")
    assert (code, f"deal {min(DEALS)}, card 1:" in out) == (AGREED, True)


def test_a_deal_that_is_not_over_is_solved_before_the_card_that_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_record(TEXT.splitlines())
    lead = next(at for at, entry in enumerate(record.entries) if _plays(entry))
    path = tmp_path / "broken-off.jsonl"
    path.write_text(write_record(Record(record.header, record.entries[: lead + 2])), encoding="utf-8")
    code, out, _ = run(capsys, "solve", path, "--card", 3, "--lang", "en")
    assert (code, "On the table: " in out, "(played)" in out) == (AGREED, True, False)


def _plays(entry: object) -> bool:
    return isinstance(entry, ActionLine) and isinstance(entry.action, PlayCard)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--deal", 99), "match.jsonl: deal 99 was not played; choose from "),
        (("--deal", DEAL, "--card", 33), "there is no card 33; choose 1 to 32."),
    ],
)
def test_a_position_that_there_is_not_is_a_sentence(
    arguments: tuple[object, ...], sentence: str, match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "solve", match, *arguments, "--lang", "en")
    assert (code, out) == (MALFORMED, "")
    assert sentence in err


@pytest.mark.parametrize("number", ["0", "-1", "one", "١"])
def test_a_number_that_is_none_is_a_sentence(number: str, match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "solve", match, "--lang", "en", f"--card={number}")
    assert (code, f"'{number}': give a number from 1 up" in err) == (2, True)


def test_a_match_without_cards_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "begun.jsonl"
    path.write_text(write_record(Record(read_record(TEXT.splitlines()).header, ())), encoding="utf-8")
    code, _, err = run(capsys, "solve", path, "--lang", "fr")
    assert (code, err) == (MALFORMED, "begun.jsonl : aucune donne n'a été jouée.\n")
