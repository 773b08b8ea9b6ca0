"""The name that is asked for again: of one key, and only where it can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.connection.identity import LastName

KEY, OTHER = "ab" * 32, "cd" * 32


def test_a_name_is_kept_for_its_key() -> None:
    assert LastName(KEY).read() is None
    assert LastName(KEY).keep("Zoé la Rouge")
    assert not LastName(KEY).keep("Zoé la Rouge")
    assert (LastName(KEY).read(), LastName(OTHER).read()) == ("Zoé la Rouge", None)
    assert LastName(KEY).keep("Ana")
    assert LastName(KEY).read() == "Ana"


@pytest.mark.parametrize("data", [b"", b"\xff", KEY.encode(), f"{KEY} ".encode(), f"{KEY} a\x1bb".encode()])
def test_what_is_no_name_is_passed_over(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "name").write_bytes(data)
    assert LastName(KEY, tmp_path / "name").read() is None


def test_no_game_waits_for_a_name_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    kept = LastName(KEY, tmp_path / "file" / "name")
    assert kept.read() is None
    assert kept.keep("Ana")
