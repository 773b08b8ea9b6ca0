"""Tests of the files of settings and tips: what was kept is read again, also from files of earlier versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.client.runtime.settings_file import BadSettings, keep_settings, read_settings
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
