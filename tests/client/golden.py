"""Golden screens as text, one file for each scene, so that a change of a screen reads as a difference of text.

A file has a section for each relevant language and size. `COINCHE_GOLDEN=write` saves the current screens.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from coinche.client.model.state import ClientState
from coinche.client.views import Line, Size, screen, text_of
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language

FOLDER = Path(__file__).parent.parent / "golden"
USUAL, WIDE, TINY = Size(80, 24), Size(120, 40), Size(40, 12)
IN_ASCII = frozenset(
    {
        "advised",
        "bidding",
        "conventions_read",
        "follow",
        "form",
        "home",
        "lobby",
        "matches_listed",
        "player_own",
        "recap",
        "replay_of_file",
    }
)
"""The scenes that are kept in ASCII, too; for all others a property says that their frames stand where they stood."""
WITH_STYLES = frozenset(
    {"advised", "bidding", "choosing_ahead", "failed", "follow", "lobby", "recap", "rules_opened", "settings"}
)
"""The scenes whose colours and weights are kept: one line for each piece of text that has any."""


def drawn(state: ClientState, size: Size, *, ascii_only: bool = False) -> tuple[Line, ...]:
    """The screen, in the language of the state."""
    return screen(state, Face(state.ui.language, ASCII if ascii_only else UNICODE), size)


def text(state: ClientState, size: Size, *, ascii_only: bool = False) -> str:
    """The screen as text, without spaces at the ends of lines."""
    return "".join(text_of(line).rstrip() + "\n" for line in drawn(state, size, ascii_only=ascii_only))


def check_golden(name: str, states: Mapping[Language, ClientState]) -> None:
    """Compare the scene with its file, section by section."""
    check_text(name, "".join(f"=== {title}\n{body}" for title, body in _sections(name, states)))


def check_text(name: str, shown: str) -> None:
    """Compare the text with its file."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("COINCHE_GOLDEN") == "write":
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), f"{path.name} differs; COINCHE_GOLDEN=write keeps the new one"


def _sections(name: str, states: Mapping[Language, ClientState]) -> Iterator[tuple[str, str]]:
    french, english = states[Language.FRENCH], states[Language.ENGLISH]
    yield "fr 80x24", text(french, USUAL)
    yield "en 80x24", text(english, USUAL)
    yield "fr 120x40", text(french, WIDE)
    yield "fr 40x12", text(french, TINY)
    if name in IN_ASCII:
        yield "fr 80x24 in ASCII", text(french, USUAL, ascii_only=True)
    if name in WITH_STYLES:
        yield "fr 80x24, styles", "".join(_styles(drawn(french, USUAL)))


def _styles(lines: tuple[Line, ...]) -> Iterator[str]:
    for number, line in enumerate(lines):
        for fragment in line:
            if fragment.style and fragment.text.strip():
                yield f"{number:2} {fragment.style.removeprefix('class:'):16} {fragment.text.strip()}\n"
