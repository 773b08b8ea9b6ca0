"""Tests of `coinche-record show` and `replay`: their output and exit status (`check` is in tests/vectors)."""

from __future__ import annotations

import json
import lzma
import random
import re
from pathlib import Path

import pytest

from coinche.engine.presets import preset
from coinche.engine.record_lines import write_record
from coinche.records.cli import AGREED, DIFFERED, MALFORMED, main
from tests.engine.recording import recorded

VECTORS = Path(__file__).parents[2] / "vectors"
TEXT = write_record(recorded(preset("ffb", 500), random.Random(3)))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str, str]:
    """Exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_replay_says_that_the_engine_agrees(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", match, "--lang", "en")
    assert code == AGREED
    assert out.startswith("match.jsonl: agrees, ")


def test_replay_reads_compressed_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl.xz"
    path.write_bytes(lzma.compress(TEXT.encode()))
    code, out, _ = run(capsys, "replay", path, "--lang", "fr")
    assert (code, "conforme" in out) == (AGREED, True)


def test_replay_names_the_line_that_differs(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match.write_text(TEXT.replace('"trick_won"', '"trick_lost"', 1), encoding="utf-8")
    code, _, err = run(capsys, "replay", match, "--lang", "en")
    assert code == DIFFERED
    assert re.search(r"^match.jsonl, line \d+: the engine differs: ", err)


@pytest.mark.parametrize(("text", "why"), [("", ", line 1: the record is empty"), (TEXT + "{\n", ", line ")])
def test_a_malformed_record_is_a_sentence(text: str, why: str, match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match.write_text(text, encoding="utf-8")
    for command in ("replay", "show"):
        code, _, err = run(capsys, command, match, "--lang", "en")
        assert code == MALFORMED
        assert f"match.jsonl{why}" in err


def test_a_record_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "show", tmp_path / "none.jsonl", "--lang", "en")
    assert (code, "cannot be read" in err) == (MALFORMED, True)


def test_several_files_end_with_the_worst_code(match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("[]\n", encoding="utf-8")
    code, out, err = run(capsys, "replay", bad, match, "--lang", "en")
    assert (code, "agrees" in out, "bad.jsonl" in err) == (MALFORMED, True, True)


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["Deal 1, dealer S", "N Ann", "Totals:"]), ("fr", ["Donne 1, donneur S", "Total :"])]
)
def test_show_prints_the_match_deal_by_deal(
    language: str, words: list[str], match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "show", match, "--lang", language)
    assert code == AGREED
    assert all(word in out for word in words)


@pytest.mark.parametrize(
    ("length", "title"), [(None, "Match 1, to 500 points"), (3, "Match 1, of 3 deals")], ids=["target", "length"]
)
def test_show_says_what_the_match_was_played_to(
    length: int | None, title: str, match: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = preset("ffb", 500).changed(length=length)
    match.write_text(write_record(recorded(rules, random.Random(3))), encoding="utf-8")
    _, out, _ = run(capsys, "show", match, "--lang", "en")
    assert title in out.splitlines()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_is_in_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help", "--lang", language)
    assert code == AGREED
    assert {"en": "recorded matches", "fr": "parties enregistrées"}[language] in out


@pytest.mark.parametrize("arguments", [[], ["sing"], ["check"]])
def test_a_command_line_that_is_none_ends_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *arguments)
    assert (code, "usage:" in err) == (MALFORMED, True)


@pytest.mark.parametrize(
    ("locale", "said"), [("fr_FR.UTF-8", "langue inconnue : 'de'"), ("C", "unknown language: 'de'")]
)
def test_a_language_that_there_is_not_is_named_once(
    locale: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    with pytest.raises(SystemExit) as ended:
        main(["show", "match.jsonl", "--lang", "de"])
    err = capsys.readouterr().err
    assert (ended.value.code, err.count(said)) == (2, 1)


def test_a_match_in_french_has_french_cards_seats_and_words(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", match, "--lang", "fr")
    body = "\n".join(out.splitlines()[1:])
    assert re.findall(r"\b(?:W|EW|pass|cards|last trick|contract|declarations|fifty|hundred)\b", body) == []
    assert re.search(r"(?m)^  O  .*\bR[♥♠♦♣hspdctk]", body)
    assert "annonces" in body


def test_what_differs_from_a_rule_vector_is_said_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with lzma.open(VECTORS / "ffb.jsonl.xz") as lines:
        deal = json.loads(next(iter(lines)))
    deal["expected"]["scores"]["NS"] += 10
    path = tmp_path / "altered.jsonl"
    path.write_text(json.dumps(deal) + "\n", encoding="utf-8")
    code, out, _ = run(capsys, "check", path, "--lang", "fr")
    assert code == DIFFERED
    assert f"altered.jsonl : {deal['id']} : fin : marque : attendu " in out
    path.write_text("{}\n", encoding="utf-8")
    code, _, err = run(capsys, "check", path, "--lang", "fr")
    assert (code, err.startswith("coinche-record: altered.jsonl, ligne 1 : en anglais : ")) == (MALFORMED, True)


def test_a_rule_vector_that_is_nested_too_deep_is_malformed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text("[" * 9000 + "\n", encoding="utf-8")
    code, _, err = run(capsys, "check", path, "--lang", "en")
    assert (code, err) == (MALFORMED, "coinche-record: deep.jsonl, line 1: nested too deep.\n")


@pytest.mark.parametrize("command", ["check", "replay", "review", "show", "solve", "verify"])
def test_the_help_of_each_command_is_in_french(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, command, "--help", "--lang", "fr")
    assert out.startswith(f"utilisation : coinche-record {command} ")
    assert not any(english in out for english in ("usage:", "positional", "show this", "FILE", "KEY"))
