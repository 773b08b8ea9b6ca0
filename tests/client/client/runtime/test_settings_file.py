"""Tests of the files of settings and tips: what was kept is read again, also from files of earlier versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.client.cli import beginning
from coinche.client.options import read_options
from coinche.client.runtime.settings_file import (
    BadSettings,
    keep_last_server,
    keep_settings,
    read_last_name,
    read_last_server,
    read_settings,
)
from coinche.connection.address import read_address
from coinche.connection.credentials import LastName
from coinche.connection.storage import LAST_NAME_FILE
from coinche.text.settings import Settings, Theme


@pytest.mark.parametrize("theme", Theme)
def test_a_theme_is_kept(theme: Theme, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    keep_settings({"theme": theme}, path)
    assert read_settings(Settings(), path).theme is theme


@pytest.mark.parametrize(
    ("written", "theme"),
    [
        ("usual", Theme.CLASSIC),
        ("four-colours", Theme.FOUR_COLOURS),
        ("high-contrast", Theme.HIGH_CONTRAST),
        ("mono", Theme.MONO),
    ],
)
def test_the_themes_of_earlier_versions_are_read(written: str, theme: Theme, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'theme = "{written}"\n', encoding="utf-8")
    assert read_settings(Settings(), path).theme is theme


def test_an_unknown_theme_is_refused_with_the_possible_ones(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "pink"\n', encoding="utf-8")
    with pytest.raises(BadSettings, match=r"'pink'; it can be: classic, four-colours, green-felt"):
        read_settings(Settings(), path)


def test_the_server_visited_last_is_offered_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "last_server.txt"
    assert read_last_server(path) == ""
    keep_last_server(read_address("192.168.1.20:4747"), path)
    assert read_last_server(path) == "192.168.1.20:4747"
    path.write_bytes(b"\xff nonsense")
    assert read_last_server(path) == ""


def test_home_has_the_name_of_the_last_sign_in(home: Path) -> None:
    assert read_last_name() == ""
    LastName("key", home / "coinche" / LAST_NAME_FILE).keep("Sylvie")
    assert read_last_name() == "Sylvie"
    for arguments, name in (([], "Sylvie"), (["--name", "Rose"], "Rose")):
        assert beginning(read_options(arguments, {}, "utf-8", lambda usual: usual), None).name == name
    assert beginning(read_options(["--guest"], {}, "utf-8", lambda usual: usual), None).name != "Sylvie"
