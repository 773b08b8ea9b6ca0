"""The page for friends with phones: the link that browsers open, in large letters too, and as a QR code.

Two modules of a code share a cell, as halves of a block. The page draws them dark on light in every theme. A drawing
without styles is the other way round: in most terminals its blocks are the light part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from urllib.parse import urlsplit

from coinche.client.model.state import ClientState
from coinche.client.texts.admission import Inviting
from coinche.client.texts.people import Phone
from coinche.text.formatting import Face

from .people import page, rows_of_page
from .text_lines import Line, Size, centred, plain, split_words

_BORDER = 2
"""Light modules around a code; a page is light on all sides of it where the standard wants four."""
_HALVES = " ▀▄█"
"""The signs for no dark half, the upper one, the lower one, and both."""
_FONT = (
    "075557 126227 271747 371317 455711 574717 674757 771222 875757 975717 .00002 :02020 /11244 -00700 [64446 ]31113 "
    "a25755 b65656 c34443 d65556 e74647 f74644 g34553 h55755 i72227 j11152 k55655 l44447 m57755 n65555 o25552 p65644 "
    "q25573 r65655 s34216 t72222 u55557 v55552 w55775 x55255 y55222 z71247"
)
_LETTERS: Mapping[str, str] = {drawn[0]: drawn[1:] for drawn in _FONT.split()}
"""Five rows of three modules each; an octal digit has the modules of a row."""
_LETTER_ROWS = 5


def phone_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page; what has no room is left out, first the large letters, then the code, never the link."""
    named = {"server": face.name(state.server_name), "dot": face.glyphs.dot}
    made = state.invitation
    title = (
        face.say(Phone.TITLE, **named) if made is None else face.say(Inviting.TITLE, who=face.name(made.name), **named)
    )
    lines = _fitting(state, face, Size(size.cols, rows_of_page(size, hints)))
    return page(state, title, lines, face, size, hints)


def told(state: ClientState, face: Face) -> tuple[str, ...]:
    """The sentence about the link, and the link, for line mode."""
    sentence = face.say(_sentence(state.web_link))
    return (sentence, state.web_link) if state.web_link else (sentence,)


def drawing(state: ClientState, face: Face) -> tuple[str, ...]:
    """The code for lines without styles; empty where there is none, or where blocks cannot be shown."""
    return drawing_of(state.web_link, face)


def drawing_of(link: str, face: Face) -> tuple[str, ...]:
    """The code of any link for lines without styles."""
    return half_blocks([[not dark for dark in row] for row in _modules(link, face)])


def invitation_link(state: ClientState) -> str:
    """The link for browsers with the invitation that is shown; empty where the server shows them no page."""
    made = state.invitation
    return f"{state.web_link}#t1.{made.secret}" if state.web_link and made is not None else ""


def code_of(link: str, face: Face, cols: int) -> tuple[Line, ...]:
    """The code of any link on a page, in the middle of so many cells; none where it has no room or leads nowhere."""
    modules = _modules(link, face)
    return _drawn(modules if modules and len(modules[0]) <= cols else (), "class:qr", cols)


def opens_elsewhere(link: str) -> bool:
    """True if the link may lead other machines to the server: there is one, and not to a loopback address."""
    host = urlsplit(link).hostname or ""
    return bool(host) and host not in ("localhost", "::1") and not host.startswith("127.")


def half_blocks(modules: Sequence[Sequence[bool]]) -> tuple[str, ...]:
    """The rows of modules in half as many lines; a last odd row stands above nothing."""
    above, below = modules[::2], [*modules[1::2], *([[False] * len(modules[-1])] if len(modules) % 2 else [])]
    pairs = (zip(upper, lower, strict=True) for upper, lower in zip(above, below, strict=True))
    return tuple("".join(_HALVES[upper + 2 * lower] for upper, lower in row) for row in pairs)


def _sentence(link: str) -> Phone:
    if not link:
        return Phone.NONE
    return Phone.FRIENDS if opens_elsewhere(link) else Phone.ONLY_HERE


def _fitting(state: ClientState, face: Face, size: Size) -> tuple[Line, ...]:
    """The first arrangement that fits; where none does, the link comes first and the sentence is cut."""
    link, cols = invitation_link(state) if state.invitation is not None else state.web_link, size.cols
    sentence = Inviting.IN_BROWSER if state.invitation is not None and link else _sentence(link)
    said = tuple(centred(line, cols) for line in split_words(face.say(sentence), cols - 2))
    if not link:
        return (plain(""), *said)
    written = tuple(centred(line, cols) for line in split_words(link, cols - 2, "class:contract"))
    code = code_of(link, face, cols)
    large = _drawn(_large(link, face, cols), "class:title", cols)
    for drawn, letters, gap in product((code, ()), (large, ()), ((plain(""),), ())):
        lines = (*gap, *said, *gap, *letters, *written, *gap, *drawn)
        if len(lines) <= size.rows:
            return lines
    return (*written, *said)


def _drawn(modules: Sequence[Sequence[bool]], style: str, cols: int) -> tuple[Line, ...]:
    return tuple(centred(plain(row, style), cols) for row in half_blocks(modules))


def _modules(link: str, face: Face) -> Sequence[Sequence[bool]]:
    """The modules of the code with its border, dark ones true; none where it leads nowhere or cannot be drawn."""
    return _encoded(link) if opens_elsewhere(link) and not face.glyphs.ascii else ()


@lru_cache(maxsize=16)
def _encoded(link: str) -> tuple[tuple[bool, ...], ...]:
    import segno  # here, since few people open this page

    code = segno.make(link, error="L", micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix_iter(border=_BORDER))


def _large(link: str, face: Face, cols: int) -> Sequence[Sequence[bool]]:
    """The link as people type it, in letters several cells high; none where they are too wide or cannot be drawn.

    A browser adds `http://` by itself, and the path.
    """
    typed = link.removeprefix("http://").removesuffix("/").lower()
    if face.glyphs.ascii or len(typed) * 4 >= cols or not _LETTERS.keys() >= set(typed):
        return ()
    return [
        [bit == "1" for letter in typed for bit in f"{int(_LETTERS[letter][row], 8):03b}0"]
        for row in range(_LETTER_ROWS)
    ]
