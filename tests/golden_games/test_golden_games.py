"""Tests of whole games as golden text: `NAME.jsonl` is a record, `NAME.txt` its `coinche-record show`.

After a wanted change: `coinche-record show --lang en NAME.jsonl`, and read every line that differs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replay
from coinche.records.texts import written
from coinche.records.transcript import transcript
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

GAMES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("game", GAMES, ids=[game.stem for game in GAMES])
def test_a_golden_game_reads_as_it_did(game: Path) -> None:
    record = read_record(game.read_text(encoding="utf-8").splitlines())
    _, events = replay(record)
    lines = transcript(events, written(Language.ENGLISH, UNICODE))
    assert "\n".join(lines) + "\n" == game.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=[game.stem for game in GAMES])
def test_a_record_is_written_as_it_was_read(game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    assert write_record(read_record(text.splitlines())) == text
