"""Tests of `coinche-record review`: its output for people and programs, and its exit status."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from enum import EnumType
from pathlib import Path
from typing import Any

import pytest

from coinche.engine.cards import PACK
from coinche.engine.events import Result
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import ENGINE, Engine
from coinche.records.cli import AGREED, MALFORMED, main
from coinche.records.review.page import COLS
from coinche.records.review.review import FORM
from coinche.text.language import Language
from tests.client.matches import record_text

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"
MATCH = GOLDEN / "review.jsonl"
"""Two boards of the rules `contree`, played by bots through a server."""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str, str]:
    """Exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as ended:
        main(["review", *map(str, arguments)])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


@pytest.fixture(autouse=True)
def _utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.mark.parametrize("language", Language)
def test_a_known_match_reads_as_it_is_kept(language: Language, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, MATCH, "--lang", language)
    path = GOLDEN / f"review-{language}.txt"
    if os.environ.get("COINCHE_GOLDEN") == "write":
        path.write_text(out, encoding="utf-8")
    assert (code, err) == (AGREED, "")
    assert out == path.read_text(encoding="utf-8"), f"{path.name} differs; COINCHE_GOLDEN=write keeps the new one"


def test_the_page_shows_these_two_deals() -> None:
    """docs/reviews.md has what the program prints."""
    page = (ROOT / "docs" / "reviews.md").read_text(encoding="utf-8")
    kept = (GOLDEN / "review-en.txt").read_text(encoding="utf-8")
    for deal in re.findall(r"^Deal \d.*?(?=^\n|^Total costs of)", kept, re.MULTILINE | re.DOTALL):
        assert deal.strip() in page


@pytest.mark.parametrize("language", Language)
def test_no_line_is_longer_than_a_small_terminal(language: Language) -> None:
    lines = (GOLDEN / f"review-{language}.txt").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= COLS
    assert not [line for line in lines if "\N{NO-BREAK SPACE}" in line]


def test_the_tricks_of_a_side_sum_up_to_its_points_of_the_cards() -> None:
    """The last trick's ten is in what the last trick takes, and said."""
    for language, in_deal, takes, last in (
        (
            "en",
            r"(?:Made|Failed): (NS|EW) (\d+)[^,]*?(?:\((\d+) \+[^,]*)?, (NS|EW) (\d+)",
            "takes",
            "for the last trick",
        ),
        ("fr", r"(?:Réussi|Chuté) : (NS|EO) (\d+)[^,]*?(?:\((\d+) \+[^,]*)?, (NS|EO) (\d+)", "prend", "de der"),
    ):
        page = " ".join((GOLDEN / f"review-{language}.txt").read_text(encoding="utf-8").split())
        deals = re.split(r"(?:Deal|Donne) \d, ", page)[1:]
        assert len(deals) == 2
        for deal in deals:
            ended = re.search(in_deal, deal)
            assert ended is not None
            one, points, cards, other, theirs = ended.groups()
            taken = dict.fromkeys((one, other), 0)
            tricks = re.findall(rf"; (\w) {takes} (\d+)", deal)
            assert len(tricks) == TRICKS
            for seat, worth in tricks:
                taken[one if seat in one else other] += int(worth)
            assert taken == {one: int(cards or points), other: int(theirs)}
            assert len(re.findall(rf"{takes} \d+, (?:dont )?10 (?:of them )?{last}", deal)) == 1


def test_what_should_have_been_called_is_said_where_it_is_not_the_contract_itself() -> None:
    page = page_in_one_line()
    assert "North's 100D cost 230 in the score. Better: pass or coinche, which leads to 90S by EW, coinched" in page
    assert "South's pass cost 530 in the score. Better: 150C by NS" in page


def test_the_decisive_card_is_named_before_the_most_costly() -> None:
    page = page_in_one_line()
    assert "The decisive card, the last that turned the contract: trick 5, South's JC. The most costly cards:" in page
    assert page.count("decisive") == 1


SCORE = r"(NS|EW) ([+-]?\d+)"
SCORES = rf"{SCORE} \((\d+) to (\d+)\)"


def page_in_one_line() -> str:
    return " ".join((GOLDEN / "review-en.txt").read_text(encoding="utf-8").split())


def test_a_score_is_a_difference_with_the_two_scores_behind_it() -> None:
    told = re.findall(SCORES, page_in_one_line())
    assert len(told) > 10
    assert [each for each in told if int(each[1]) != int(each[2]) - int(each[3])] == []


def test_what_a_call_cost_follows_from_the_two_scores_that_are_compared() -> None:
    calls = re.findall(
        rf"cost (\d+) in the score\. Better: [^:]*: {SCORES}\. As it was, [^.]*? {SCORES}\."
        r"(?: The loss is (\d+), but a later call could still have won back (\d+)\.)?",
        page_in_one_line(),
    )
    assert len(calls) == 3
    for cost, side, better, _, _, same, settled, _, _, missed, later in calls:
        assert (side, int(cost)) == (same, int(better) - int(settled) - int(later or 0))
        assert int(missed or cost) == int(better) - int(settled)


def test_what_a_card_cost_in_the_score_follows_from_what_stood_before_and_after_it() -> None:
    cards = re.findall(rf"It cost (\d+) in the score: {SCORE}[^,]* before, {SCORE}[^,]* after", page_in_one_line())
    assert len(cards) == 5
    for cost, side, before, same, after in cards:
        assert (side, int(cost)) == (same, int(before) - int(after))


def test_points_that_are_no_cards_are_named_wherever_they_are_counted() -> None:
    """150 in clubs are 130, which both sides take of the cards, and a belote."""
    page = page_in_one_line()
    assert "clubs 130-32" in page
    told = re.findall(r"(\d+)(?: points)? \((\d+) \+ belote (\d+)\)", page)
    assert ("150", "130", "20") in told
    assert {int(cards) + int(belote) - int(all_told) for all_told, cards, belote in told} == {0}
    assert "150C by NS, made with 150:" not in page


ENGLISH_CARD = re.compile(r"\b(?:[789JQKA]|10)[SHDC]\b")


def test_in_french_cards_calls_and_seats_are_those_of_the_client(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, MATCH, "--lang", "fr")
    assert ENGLISH_CARD.findall(out) == []
    assert re.findall(r"\b(?:W|EW|pass|E-W|NT)\b", out) == []
    assert "Enchères : S 80♥, E 90♠, N 100♦, O passe, S passe, E passe" in out
    assert "  O  10♠ 7♥ 8♥ V♥ 8♦ V♦ D♦ 8♣" in out


@pytest.mark.parametrize(("language", "hand"), [("fr", "O  10p 7c 8c Vc 8k Vk Dk 8t"), ("en", "W  10S 7H 8H JH")])
def test_where_no_more_than_ascii_is_shown_all_is_ascii(
    language: str, hand: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    _, out, _ = run(capsys, MATCH, "--lang", language)
    assert (out.isascii(), hand in out) == (True, True)
    assert max(map(len, out.splitlines())) <= COLS


def test_one_deal_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, MATCH, "--deal", "2", "--lang", "en")
    assert ("Deal 2" in out, "Deal 1" in out, "Total costs of" in out) == (True, False, False)


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ("3", "review.jsonl: there is no finished deal 3; there are 2."),
        ("0", "--deal: '0': give a number"),
        ("x", "--deal: 'x': give a number"),
    ],
)
def test_a_deal_that_there_is_not_is_a_sentence(deal: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, MATCH, "--deal", deal, "--lang", "en")
    assert (code, out) == (MALFORMED, "")
    assert sentence in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the record is empty. This is not a recorded match."),
        (b"hello\n", "a line of a record is one JSON object. This is not a recorded match."),
        (b'{"record":[]}\n', "this is no record of the form"),
        (b"\xff\xfe", "it is not a text file"),
    ],
)
@pytest.mark.parametrize("command", ["review", "verify", "show", "replay"])
def test_a_file_that_is_no_record_is_a_sentence(
    command: str, content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        main([command, str(path), "--lang", "en"])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (MALFORMED, "")
    assert sentence in printed.err
    assert "char 0" not in printed.err


@pytest.mark.parametrize("ending", [".xz", ".gz"])
def test_a_file_that_is_badly_compressed_is_a_sentence(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"match{ending}"
    path.write_bytes(b"nothing of the kind")
    code, _, err = run(capsys, path, "--lang", "en")
    assert (code, "the compressed file is damaged or incomplete" in err) == (MALFORMED, True)


def test_a_match_of_which_no_deal_is_over_has_nothing_to_be_gone_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A review of a deal in progress would reveal its hands."""
    path = tmp_path / "match.jsonl"
    path.write_text("".join(MATCH.read_text(encoding="utf-8").splitlines(keepends=True)[:12]), encoding="utf-8")
    code, out, err = run(capsys, path, "--lang", "en")
    assert (code, out, err) == (MALFORMED, "", "match.jsonl: no deal is finished.\n")


# --- for programs --------------------------------------------------------------------------------------


TAKING = {"NS": int, "EW": int, "capot": (Team, type(None))}
RECKONED = {"result": Result, "points": {"NS": int, "EW": int}, "scores": {"NS": int, "EW": int}}
CONTRACT = {"bid": str, "bidder": Seat, "takers": Team, "multiplier": int}
BARGAIN = ({**CONTRACT, **RECKONED}, type(None))
COST = {"points": int, "score": int, "calls": int}
SHAPE = {
    "deal": int,
    "dealer": Seat,
    "hands": {seat: [str] for seat in Seat},
    "contract": (CONTRACT, type(None)),
    "result": str,
    "scores": {"NS": int, "EW": int},
    "denominations": dict,
    "best": dict.fromkeys(Team, BARGAIN),
    "par": BARGAIN,
    "calls": [{"seat": Seat, "call": str, "cost": int, "better": BARGAIN}],
    "unsaid": int,
    "before_lead": (TAKING, type(None)),
    "open": (RECKONED, type(None)),
    "cards": [
        {
            "trick": int,
            "seat": Seat,
            "card": str,
            "after": TAKING,
            "cost": int,
            "costs_capot": bool,
            "score_cost": int,
            "keeping": [str],
            "result": Result,
            "own_hand": ({"better": (str, type(None)), "by": int}, type(None)),
        }
    ],
    "decisive": (int, type(None)),
    "costs": dict.fromkeys((*Seat, *Team), COST),
}


def fits(value: Any, shape: Any) -> bool:
    """Return whether the value has the shape: a type, one of several, a list of one, or a map of exactly those keys."""
    match shape:
        case tuple():
            return any(fits(value, one) for one in shape)
        case dict():
            return isinstance(value, dict) and set(value) == set(shape) and all(fits(value[k], shape[k]) for k in shape)
        case [each]:
            return isinstance(value, list) and all(fits(one, each) for one in value)
        case EnumType():
            return value in list(shape)
        case _:
            return type(value) is shape


def test_programs_get_a_line_for_the_match_and_one_for_each_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thrown_in = tmp_path / "match.jsonl"
    thrown_in.write_text(record_text(1, 2), encoding="utf-8")
    for path in (MATCH, thrown_in):
        code, out, err = run(capsys, path, "--json")
        head, *deals = map(json.loads, out.splitlines())
        assert (code, err, head["review"], set(head)) == (AGREED, "", FORM, {"review", "match", "seats"})
        for deal in deals:
            assert fits(deal, SHAPE), deal
            assert len(deal["cards"]) in (0, len(PACK))
            assert (deal["result"] == "thrown_in") == (not deal["cards"])
    assert any(deal["result"] == "thrown_in" for deal in deals)


def test_the_costs_that_programs_get_sum_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, MATCH, "--json")
    for deal in map(json.loads, out.splitlines()[1:]):
        for team in Team:
            own = [card for card in deal["cards"] if card["seat"] in team.seats]
            theirs = [card for card in deal["cards"] if card["seat"] not in team.seats]
            assert deal["costs"][team]["points"] == sum(card["cost"] for card in own)
            left = sum(card["cost"] for card in theirs) - sum(card["cost"] for card in own)
            assert deal["before_lead"][team] + left == deal["cards"][-1]["after"][team]
        decisive = deal["decisive"]
        assert decisive is None or deal["cards"][decisive]["result"] == deal["result"]
        assert [card["trick"] for card in deal["cards"][:: len(Seat)]] == list(range(1, TRICKS + 1))


def test_of_every_mistake_is_said_what_its_player_could_know(capsys: pytest.CaptureFixture[str]) -> None:
    """On request, and for mistakes only."""
    _, out, _ = run(capsys, MATCH, "--json", "--own-hand", "--deal", "1")
    deal = json.loads(out.splitlines()[1])
    assert fits(deal, SHAPE)
    for card in deal["cards"]:
        mistake = bool(card["cost"] or card["costs_capot"])
        assert mistake or card["own_hand"] is None
        if ENGINE is Engine.C:
            assert mistake == (card["own_hand"] is not None)
            better = card["own_hand"] and card["own_hand"]["better"]
            assert better is None or (better != card["card"] and better in deal["hands"][card["seat"]])
    _, out, _ = run(capsys, MATCH, "--own-hand", "--deal", "1", "--lang", "en")
    said = " ".join(out.split())
    assert ENGINE is not Engine.C or said.count("rom their own hand, ") == 5


# --- terminals and pipes -------------------------------------------------------------------------------


def child(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    run_it = "from coinche.start import record; record()"
    return subprocess.Popen([sys.executable, "-c", run_it, "review", str(MATCH), *arguments], **more)


def test_who_reads_no_further_ends_it_without_a_word() -> None:
    with child(stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 141


@pytest.mark.parametrize(("plain", "marked"), [("", True), ("1", False)])
def test_costs_stand_out_on_a_terminal_that_has_colours(plain: str, marked: bool) -> None:
    ours, theirs = pty.openpty()
    there = os.environ | {"NO_COLOR": plain, "TERM": "xterm-256color"}
    with child("--lang", "en", stdout=theirs, env=there) as program:
        os.close(theirs)
        told = b""
        while b"Total costs of" not in told:
            told += os.read(ours, 4096)
        program.wait()
    os.close(ours)
    assert (b"\x1b[1;31m(cost 13)\x1b[m" in told) == marked
    assert b"(cost 13)" in told
