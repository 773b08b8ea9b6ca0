"""Tests that the engine agrees with every rule vector, and that any change to a vector is detected."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from coinche.records import vectors
from coinche.records.cli import AGREED, DIFFERED, MALFORMED, main
from coinche.records.vector_check import check
from tests.extent import WHOLE

HERE = Path(__file__).parent
FILES = sorted(path.name.partition(".")[0] for path in HERE.glob("*.jsonl.xz"))
DEALS, MATCHES, ENDS = "ffb", "match-ffb", "end-ffb"

Vector = dict[str, Any]


def records(name: str) -> list[Vector]:
    with lzma.open(HERE / f"{name}.jsonl.xz") as lines:
        return [json.loads(line) for line in lines]


def outcome(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[object, str, str]:
    """Exit code, standard output and standard error of `coinche-record check`."""
    with pytest.raises(SystemExit) as ended:
        main(["check", *map(str, files), "--lang", "en"])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


def written(where: Path, *vectors: Vector | str) -> Path:
    path = where / "altered.jsonl"
    path.write_text("".join(v if isinstance(v, str) else json.dumps(v) + "\n" for v in vectors), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", FILES)
def test_the_engine_agrees_with_every_vector(name: str) -> None:
    for line in islice(vectors.read(HERE / f"{name}.jsonl.xz"), 0, None, 1 if WHOLE else 8):
        check(line.vector)


def test_check_counts_what_it_checked_by_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal, position = records(DEALS)[0], records("positions")[0]
    same_all_the_same = deal | {"options": {"bid_step": 10}}
    code, out, _ = outcome(capsys, written(tmp_path, deal, same_all_the_same, position), HERE / "end-ffb.jsonl.xz")
    assert code == AGREED
    assert "checked: ffb: 1 deal, 1 position, 40 match ends" in out
    assert "checked: ffb+options: 1 deal\n" in out
    assert "checked: pagat: 1 position\n" in out


def test_check_says_so_when_there_was_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, written(tmp_path))
    assert (code, "Nothing was checked." in out) == (AGREED, True)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"preset": "tarot"}, "no preset 'tarot'"),
        ({"options": {"surcoinchee": 3}}, "surcoinchee"),
        ({"options": {"surcoinche": "three"}}, "surcoinche must be a whole number"),
        ({"options": {"bid_minimum": 85}}, "multiple of bid_step"),
    ],
)
def test_a_vector_for_rules_that_do_not_exist_is_named(
    changes: Vector, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = outcome(capsys, written(tmp_path, records(DEALS)[0] | changes))
    assert code == MALFORMED
    assert "line 1" in err
    assert sentence in err


def _swap_two_cards_of_two_hands(deal: Vector) -> None:
    deal["hands"]["N"][0], deal["hands"]["E"][0] = deal["hands"]["E"][0], deal["hands"]["N"][0]


def _same_card_twice(deal: Vector) -> None:
    deal["hands"]["N"][0] = deal["hands"]["E"][0]


def _nine_cards_and_seven(deal: Vector) -> None:
    deal["hands"]["N"].append(deal["hands"]["E"].pop())


def _a_hand_missing(deal: Vector) -> None:
    del deal["hands"]["W"]


def _another_card_played(deal: Vector) -> None:
    cards = [step for step in deal["steps"] if step["phase"] == "play"]
    cards[9]["action"] = cards[10]["action"]


def _one_legal_card_less(deal: Vector) -> None:
    deal["steps"][6]["legal"].pop()


def _one_legal_call_less(deal: Vector) -> None:
    deal["steps"][0]["legal"].remove("pass")


def _lower_bid(deal: Vector) -> None:
    deal["steps"][1]["min_bid"]["H"] -= 10


def _one_declaration_less(deal: Vector) -> None:
    next(step for step in deal["steps"] if step.get("declaration_combos"))["declaration_combos"].pop()


def _belote_that_is_none(deal: Vector) -> None:
    deal["steps"][-1]["says"] = ["rebelote"]


def _somebody_else_on_turn(deal: Vector) -> None:
    deal["steps"][-1]["turn"] = "NESW"["SWNE".index(deal["steps"][-1]["turn"])]


def _the_last_card_missing(deal: Vector) -> None:
    deal["steps"].pop()


def _ten_points_more(deal: Vector) -> None:
    deal["expected"]["scores"]["NS"] += 10


def _another_trick_winner(deal: Vector) -> None:
    winners = deal["expected"]["trick_winners"]
    winners[3] = "NESW"["ENWS".index(winners[3])]


def _one_card_point_more(deal: Vector) -> None:
    deal["expected"]["card_points"]["EW"] += 1


def _made_and_failed_exchanged(deal: Vector) -> None:
    result = deal["expected"]["result"]
    deal["expected"]["result"] = {"made": "failed", "failed": "made"}[result]


ALTERATIONS: tuple[tuple[Callable[[Vector], None], str], ...] = (
    (_swap_two_cards_of_two_hands, "step 8: legal"),
    (_same_card_twice, "start: the cards of the four hands"),
    (_nine_cards_and_seven, "start: cards in each hand"),
    (_a_hand_missing, "start: cards in each hand"),
    (_another_card_played, "step 16: "),
    (_one_legal_card_less, "step 7: legal"),
    (_one_legal_call_less, "step 1: legal"),
    (_lower_bid, "step 2: lowest bids"),
    (_one_declaration_less, "step 7: declarations"),
    (_belote_that_is_none, "step 38: words"),
    (_somebody_else_on_turn, "step 38: seat on turn"),
    (_the_last_card_missing, "end: deal"),
    (_ten_points_more, "end: scores"),
    (_another_trick_winner, "end: trick winners"),
    (_one_card_point_more, "end: card points"),
    (_made_and_failed_exchanged, "end: result"),
)


@pytest.mark.parametrize(("alter", "where"), ALTERATIONS, ids=[alter.__name__ for alter, _ in ALTERATIONS])
def test_an_altered_deal_is_named_with_its_step(
    alter: Callable[[Vector], None], where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *_ = records(DEALS)
    alter(first)
    code, out, _ = outcome(capsys, written(tmp_path, first, second))
    assert code == DIFFERED
    assert f"altered.jsonl: {first['id']}: {where}" in out
    assert "expected" in out
    assert second["id"] not in out


def test_every_kind_of_a_resolution_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = next(deal for deal in records("rare-ffb") if deal["expected"].get("declarations", {}).get("heights"))
    told["expected"]["declarations"]["heights"][0]["height"] = "9"
    code, out, _ = outcome(capsys, written(tmp_path, told))
    assert (code, f"{told['id']}: end: heights said" in out) == (DIFFERED, True)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("deals", 0, "cut"), 5, "deal 1: hand of"),
        (("deals", 0, "cut"), 1, "deal 1: pack"),
        (("deals", 1, "dealer"), "S", "deal 2: "),
        (("deals", 2, "summary", "scores", "NS"), 970, "deal 3, end: scores"),
        (("deals", 2, "totals", "EW"), 10, "deal 3, end: totals"),
        (("deals", 2, "steps", 20, "action"), "7D", "deal 3, step 21: 7D by "),
        (("winner",), "EW", "end: winner"),
    ],
)
def test_an_altered_match_is_named_with_deal_and_step(
    path: tuple[Any, ...], value: object, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = records(MATCHES)[0]
    inner: Any = match
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    code, out, _ = outcome(capsys, written(tmp_path, match))
    assert code == DIFFERED
    assert f"{match['id']}: {where}" in out


def test_an_altered_end_is_named_with_its_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    end = records(ENDS)[0]
    end["deals"][-1]["scores"]["NS"] = 300
    code, out, _ = outcome(capsys, written(tmp_path, end))
    assert (code, f"{end['id']}: deal 3: winner: expected EW, got NS" in out) == (DIFFERED, True)


def test_an_altered_position_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, *_ = records("positions")
    second["legal"]["ffb"].pop()
    code, out, _ = outcome(capsys, written(tmp_path, first, second))
    assert (code, "altered.jsonl: line 2: ffb: legal" in out) == (DIFFERED, True)


@pytest.mark.parametrize(
    "line",
    ["no json\n", "[]\n", "{}\n", '{"preset": "ffb", "steps": []}\n', '{"steps": [], "preset": 5}\n', "{\n"],
)
def test_a_malformed_line_is_named(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, written(tmp_path, records(DEALS)[0], line))
    assert code == MALFORMED
    assert "altered.jsonl, line 2: " in err


@pytest.mark.parametrize("action", ["90X", "JX", "KH+quinte:7S8S9S", ""])
def test_an_action_that_is_none_is_malformed(action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = records(DEALS)[0]
    deal["steps"][3]["action"] = action
    code, _, err = outcome(capsys, written(tmp_path, deal))
    assert (code, "line 1: " in err) == (MALFORMED, True)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, tmp_path / "nothing.jsonl")
    assert (code, "cannot be read" in err) == (MALFORMED, True)


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_a_file_that_is_not_compressed_after_all_is_a_sentence(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"plain.jsonl{suffix}"
    path.write_text("{}\n", encoding="utf-8")
    code, _, err = outcome(capsys, path)
    assert (code, "cannot be read" in err) == (MALFORMED, True)
