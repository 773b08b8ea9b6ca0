"""Tests of the themes: every style has a look, everything is readable, and each theme has a golden sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import ANSI_COLORS_TO_RGB, _16ColorCache
from prompt_toolkit.styles import Attrs

from coinche.client.model.ui import Overlay
from coinche.client.screen.themes import LOOKS, style_of
from coinche.client.views import Size
from coinche.text.language import Language
from coinche.text.settings import Theme
from tests.client.golden import check_text, drawn
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each

COLOURED = tuple(theme for theme in Theme if theme is not Theme.MONO)
CARDS = ("card", "card-yes", "card-on", "card-no", "winning", "past")
SUITS = ("spades", "hearts", "diamonds", "clubs")
DARK, BRIGHT = (0, 0, 0), (255, 255, 255)
Rgb = tuple[int, int, int]


def look(theme: Theme, style: str, depth: ColorDepth = ColorDepth.DEPTH_24_BIT) -> Attrs:
    """The colours and weights of the style, on the theme's own ground if it has one."""
    ground = "class:screen " if LOOKS[theme]["screen"] else ""
    return style_of(theme, depth).get_attrs_for_style_str(ground + style)


def luminance(colour: Rgb) -> float:
    parts = (value / 255 for value in colour)
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of WCAG 2."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def rgb(colour: str) -> Rgb:
    return ANSI_COLORS_TO_RGB.get(colour) or (int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16))


def styles(theme: Theme) -> Iterator[str]:
    """All styles of texts, and each suit on each card."""
    yield from (f"class:{name}" for name in LOOKS[theme] if " " not in name and name != "screen")
    yield from (f"class:{card} class:suit-{suit}" for card, suit in product(CARDS, SUITS))


@pytest.mark.parametrize("theme", COLOURED)
def test_every_text_has_enough_contrast_on_dark_and_on_bright_terminals(theme: Theme) -> None:
    for style in styles(theme):
        seen = look(theme, style)
        for ground, own in ((DARK, BRIGHT), (BRIGHT, DARK)):
            behind = rgb(seen.bgcolor) if seen.bgcolor else ground
            if not (seen.bgcolor and not seen.color):
                assert contrast(rgb(seen.color) if seen.color else own, behind) >= 3.4, style


@pytest.mark.parametrize("theme", COLOURED)
def test_with_sixteen_colours_too(theme: Theme) -> None:
    in_front, behind = _16ColorCache(bg=False), _16ColorCache(bg=True)
    for style in styles(theme):
        seen = look(theme, style, ColorDepth.DEPTH_4_BIT)
        back = behind.get_code(rgb(seen.bgcolor))[1] if seen.bgcolor else "ansiblack"
        other = [back] if seen.color != seen.bgcolor else []
        front = in_front.get_code(rgb(seen.color), exclude=other)[1] if seen.color else "ansiwhite"
        assert contrast(rgb(front), rgb(back)) >= 2.9, style


@for_each("scene", SCENES)
def test_every_style_of_a_screen_has_a_look_in_every_theme(scene: str) -> None:
    used = {
        word.removeprefix("class:")
        for size in (Size(80, 24), Size(120, 40), Size(40, 12))
        for line in drawn(state_of(scene), size)
        for fragment in line
        for word in fragment.style.split()
    }
    for theme in COLOURED:
        assert used <= set(LOOKS[theme])


def test_colour_blind_eyes_get_no_pair_of_red_and_green() -> None:
    """Ours and theirs, and the two colours of the suits, differ in blue."""
    for one, other in (("ours", "theirs"), ("ink-spades", "ink-hearts"), ("suit-clubs", "suit-diamonds")):
        first, second = (rgb(look(Theme.COLOUR_BLIND, f"class:{name}").color or "000000") for name in (one, other))
        assert first[2] - second[2] > 100


@pytest.mark.parametrize("theme", Theme)
def test_the_sample_of_the_settings_page_in_the_theme(theme: Theme) -> None:
    state = state_of("settings", Language.FRENCH)
    state = replace(state, ui=replace(state.ui, settings=replace(state.ui.settings, theme=theme)))
    assert state.ui.overlay is Overlay.SETTINGS
    check_text(f"theme_{theme.value.replace('-', '_')}", "".join(sample(theme, drawn(state, Size(80, 24)))))


def sample(theme: Theme, lines: object) -> Iterator[str]:
    """The rows of the sample: each text with its look, in full colour and in sixteen."""
    assert isinstance(lines, tuple)
    for number, line in enumerate(lines[17:21], start=17):
        for fragment in line:
            if fragment.text.strip():
                full = told(look(theme, fragment.style))
                few = told(look(theme, fragment.style, ColorDepth.DEPTH_4_BIT))
                yield f"{number} {fragment.text.strip():12} {full}{'' if few == full else f'   16: {few}'}\n"


def told(seen: Attrs) -> str:
    weights = [name for name in ("bold", "italic", "underline", "reverse") if getattr(seen, name)]
    return " ".join((seen.color or "-", "on", seen.bgcolor or "-", *weights))
