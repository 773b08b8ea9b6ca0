"""Tests of house files on disk: each has its own name, none is overwritten, and a malformed one is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.client.cli import beginning
from coinche.client.model.notices import RulesGone
from coinche.client.model.state import ClientState
from coinche.client.options import read_options
from coinche.client.runtime import house_rules_files
from coinche.client.runtime.house_rules_files import NoHouseFile, file_name, house_name
from coinche.client.views.screen import screen
from coinche.client.views.text_lines import Size, text_of
from coinche.connection.storage import CannotKeep
from coinche.engine.presets import PAGAT, PRESETS
from coinche.engine.rules.parsing import changed
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.settings import Settings, face_of


def screen_text(state: ClientState) -> str:
    lines = screen(state, face_of(state.ui.settings), Size(80, 24))
    return "\n".join(text_of(line) for line in lines)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "coinche" / "rules"


def test_what_is_kept_can_be_listed_and_read(own_folder: Path) -> None:
    rules = PAGAT.changed(target=1500)
    path = house_rules_files.write_house_rules("chez Mamie", "pagat", rules)
    assert path == own_folder / "chez-mamie.toml"
    assert house_rules_files.house_rules_files() == (path,)
    house = house_rules_files.read_house_rules(path)
    assert (house.name, house.base, house.rules) == ("chez Mamie", "pagat", rules)


def test_nothing_is_kept_before_anything_was_written() -> None:
    assert house_rules_files.house_rules_files() == ()


def test_no_file_is_written_over() -> None:
    paths = [
        house_rules_files.write_house_rules("chez Léo", "pagat", PAGAT.changed(target=target))
        for target in (500, 1000, 1500)
    ]
    assert [path.name for path in paths] == ["chez-leo.toml", "chez-leo-2.toml", "chez-leo-3.toml"]
    houses = [house_rules_files.read_house_rules(path) for path in paths]
    assert [house.name for house in houses] == ["chez Léo", "chez Léo 2", "chez Léo 3"]
    assert [house.rules.match.target for house in houses] == [500, 1000, 1500]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("chez Mamie", "chez-mamie"),
        ("Œuf & Cœur", "oeuf-coeur"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\\b:c*d", "a-b-c-d"),
        ("CON", "con-rules"),
        ("カード", "rules"),
        ("", "rules"),
    ],
)
def test_the_name_of_a_file_is_safe_everywhere(name: str, file: str) -> None:
    assert file_name(name) == file


@given(st.text(max_size=40), st.sampled_from(tuple(PRESETS)), st.integers(1, 120))
def test_whatever_is_typed_a_name_that_rules_may_have_comes_of_it(typed: str, base: str, number: int) -> None:
    name = house_name(typed, base, number)
    assert is_name(name)
    assert len(name) <= MAX_NAME
    assert name not in PRESETS
    assert set(file_name(name)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_a_good_name_is_left_as_it_is() -> None:
    assert house_name("Chez Zoé", "ffb") == "Chez Zoé"


@pytest.mark.parametrize("content", [b"preset = 'rugby'", b"\xff", b"#" * 70_000])
def test_a_file_that_has_no_rules_is_said_to_have_none(own_folder: Path, content: bytes) -> None:
    own_folder.mkdir(parents=True)
    path = own_folder / "odd.toml"
    path.write_bytes(content)
    with pytest.raises(NoHouseFile) as wrong:
        house_rules_files.read_house_rules(path)
    assert wrong.value.path == path
    assert wrong.value.why


def test_a_folder_that_cannot_be_had_is_said_not_to_be(own_folder: Path) -> None:
    own_folder.parent.mkdir(parents=True)
    own_folder.write_text("in the way")
    with pytest.raises(CannotKeep):
        house_rules_files.write_house_rules("x", "ffb", PRESETS["ffb"])
    with pytest.raises(CannotKeep):
        house_rules_files.read_house_rules(own_folder / "x.toml")


def test_the_rules_chosen_last_are_those_of_the_next_start(own_folder: Path) -> None:
    """And where their file is gone, a sentence says so; a preset of the command line comes first."""
    path = house_rules_files.write_house_rules("friday", "ffb", changed(PRESETS["ffb"], {"surcoinche": 3}))
    usual = Settings(rules="friday")
    options = read_options([], {}, "utf-8", lambda _: usual)
    begun = beginning(options, None)
    assert (begun.wish.options, begun.notice) == ({"surcoinche": 3}, None)
    assert "friday" in screen_text(begun)
    assert beginning(read_options(["--guest"], {}, "utf-8", lambda _: usual), None).wish.options == {}
    path.write_text("broken")
    begun = beginning(options, None)
    assert (begun.wish.options, begun.notice) == ({}, RulesGone("friday"))
    assert "friday" in screen_text(begun)
