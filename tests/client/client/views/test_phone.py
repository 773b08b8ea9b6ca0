"""Tests of the page for friends with phones: the link, its QR code, and what is left out where there is no room."""

from __future__ import annotations

from dataclasses import replace

import pytest
import segno
from prompt_toolkit.output import ColorDepth

from coinche.client.model.messages import LinkUp
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.screen.themes import style_of
from coinche.client.texts.people import Phone
from coinche.client.update.update import reduce
from coinche.client.views import Size, text_of
from coinche.client.views.phone import drawing, half_blocks, opens_elsewhere
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from coinche.text.settings import Theme
from tests.client.golden import TINY, USUAL, WIDE, drawn, text
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of
from tests.client.scenes_of_people import WEB_LINK

BLOCKS = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
LINKS = (WEB_LINK, "https://coinche.example.org:24567/", "http://[2001:db8::1:2:3:4]:24567/", "https://" + "a" * 190)


def matrix(link: str, border: int = 2) -> list[list[bool]]:
    code = segno.make(link, error="L", micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=border)]


def modules(rows: list[str], count: int) -> list[list[bool]]:
    """The modules of a drawing, without the half row below a code of an odd number of them."""
    halves = [[[BLOCKS[sign][half] for sign in row] for half in (0, 1)] for row in rows]
    return [row for pair in halves for row in pair][:count]


def code_on(state: ClientState, size: Size, *, ascii_only: bool = False) -> list[str]:
    lines = drawn(state, size, ascii_only=ascii_only)
    return [fragment.text for line in lines for fragment in line if fragment.style == "class:qr"]


def at(link: str, language: Language = Language.FRENCH) -> ClientState:
    return replace(state_of("phone", language), web_link=link)


@pytest.mark.parametrize("link", LINKS)
def test_the_code_on_the_screen_is_that_of_the_link_with_a_light_border(link: str) -> None:
    wanted = matrix(link)
    code = code_on(at(link), Size(100, 50))
    assert modules(code, len(wanted)) == wanted
    assert not any(wanted[row][col] for row in (0, 1, -2, -1) for col in range(len(wanted)))


@pytest.mark.parametrize("size", [USUAL, WIDE, Size(80, 20), Size(40, 21)])
def test_the_code_is_whole_wherever_it_stands(size: Size) -> None:
    wanted = matrix(WEB_LINK)
    assert modules(code_on(at(WEB_LINK), size), len(wanted)) == wanted
    assert WEB_LINK in text(at(WEB_LINK), size)


@pytest.mark.parametrize("size", [TINY, Size(80, 19), Size(28, 40), Size(20, 4), Size(20, 8)])
def test_where_the_code_has_no_room_the_link_stands_alone(size: Size) -> None:
    assert code_on(at(WEB_LINK), size) == []
    assert WEB_LINK in "".join(text(at(WEB_LINK), size).split())


def test_in_ascii_the_link_stands_alone() -> None:
    assert code_on(at(WEB_LINK), USUAL, ascii_only=True) == []
    shown = text(at(WEB_LINK), USUAL, ascii_only=True)
    assert WEB_LINK in shown
    assert shown.isascii()
    assert drawing(at(WEB_LINK), Face(Language.FRENCH, ASCII)) == ()


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("depth", ColorDepth)
def test_the_code_is_dark_on_light_in_every_theme(theme: Theme, depth: ColorDepth) -> None:
    seen = style_of(theme, depth).get_attrs_for_style_str("class:screen class:qr")
    if depth is ColorDepth.DEPTH_1_BIT:
        assert seen.reverse, "terminals without colours are mostly dark"
    else:
        assert (seen.color, seen.bgcolor, seen.reverse) == ("000000", "ffffff", False)


@pytest.mark.parametrize("language", Language)
def test_every_server_gets_its_sentence(language: Language) -> None:
    sentences = {
        WEB_LINK: Phone.FRIENDS,
        "http://127.0.0.1:24567/": Phone.ONLY_HERE,
        "http://[::1]:24567/": Phone.ONLY_HERE,
        "http://localhost:24567/": Phone.ONLY_HERE,
        "": Phone.NONE,
    }
    for link, sentence in sentences.items():
        shown = " ".join(text(at(link, language), USUAL).split())
        assert " ".join(sentence.within(language).split()) in shown
        assert link in shown
        assert bool(code_on(at(link), USUAL)) is (link == WEB_LINK)
        assert opens_elsewhere(link) is (link == WEB_LINK)


def test_the_letters_that_are_typed_are_large_where_they_have_room() -> None:
    def large(link: str, size: Size) -> bool:
        lines = drawn(at(link), size)
        return sum(f.style == "class:title" for line in lines for f in line if "█" in f.text) > 0

    assert large(WEB_LINK, USUAL)
    assert not large(WEB_LINK, Size(60, 24))
    assert not large(WEB_LINK, Size(80, 20))
    assert large("https://belote.example.org:24567/", Size(140, 40))
    assert not large("https://belote.example.org:24567/~ana", Size(200, 50)), "it has a sign that is not drawn"


def test_half_blocks_hold_two_rows() -> None:
    assert half_blocks([[True, True, False, False], [True, False, True, False], [True, False, False, True]]) == (
        "█▀▄ ",
        "▀  ▀",
    )
    assert half_blocks([]) == ()


@pytest.mark.parametrize("name", ["lobby_people", "room_of_people"])
def test_one_key_opens_and_closes_it_in_the_lobby_and_in_the_room(name: str) -> None:
    made = scene(name)
    made.press("s")
    assert made.state.ui.overlay is Overlay.PHONE
    assert WEB_LINK in text(made.state, USUAL)
    made.press("s")
    assert made.state.ui.overlay is None
    made.press("i", "s")
    assert made.state.ui.overlay is Overlay.PHONE
    made.press("escape")
    assert made.state.ui.overlay is None


def test_nobody_is_called_to_a_solo_match_or_a_match_in_play() -> None:
    alone = scene("room_of_people")
    alone.state = replace(alone.state, solo=True)
    alone.press("s")
    assert alone.state.ui.overlay is None
    played = scene("follow")
    played.press("s")
    assert played.state.ui.overlay is not Overlay.PHONE


@pytest.mark.parametrize("word", ["qr", "telephone", "phone", "navigateur", "smartphone"])
def test_the_palette_finds_it(word: str) -> None:
    made = scene("lobby_people")
    made.press(":")
    made.write(word)
    assert "Lien pour téléphones" in text(made.state, USUAL)


def test_help_names_the_key() -> None:
    for name, sentence in (("lobby_people", "au téléphone : s."), ("room_of_people", "i et s invitent")):
        made = scene(name)
        made.press("?")
        assert sentence in text(made.state, USUAL)


def test_the_invitation_names_the_link_unless_it_opens_only_on_the_server() -> None:
    made = scene("invitation")
    assert WEB_LINK in text(made.state, USUAL)
    here = "http://127.0.0.1:24567/"
    assert here not in text(replace(made.state, web_link=here), USUAL)


def test_another_server_has_another_link_or_none() -> None:
    state = Scene().state
    assert reduce(state, LinkUp("Ana", resumed=False, web=WEB_LINK)).web_link == WEB_LINK
    there = replace(state, web_link=WEB_LINK)
    assert reduce(there, LinkUp("Ana", resumed=False)).web_link == ""


def test_lines_have_the_code_with_its_light_part_drawn() -> None:
    rows = drawing(at(WEB_LINK), Face(Language.FRENCH, UNICODE))
    wanted = matrix(WEB_LINK)
    assert modules(list(rows), len(wanted)) == [[not dark for dark in row] for row in wanted]
    assert all(row[0] != " " != row[-1] for row in rows), "a terminal's line is wrapped, without blanks at its ends"
    assert text_of(drawn(at(WEB_LINK), USUAL)[0]).startswith(" Sur un téléphone")
