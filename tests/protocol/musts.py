"""Every sentence of the protocol with MUST, and its checks.

The sentences are collected from the pages. The table on the conformance page lists the checks of each sentence by hand;
a new sentence starts without any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?|])\s|\n\n")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_ROW = re.compile(r"^\| (?P<sentence>.*) \| (?P<checks>[^|]*) \|$", re.MULTILINE)
_ID = re.compile(r"`([a-z0-9_.]+)`")


def sentences(page: str) -> Iterator[tuple[str, str]]:
    """Each sentence of a page with MUST, after the heading that it stands below."""
    _, *found = _HEADING.split(_FENCE.sub("", page))
    for heading, text in zip(found[::2], found[1::2], strict=True):
        for sentence in _SENTENCE_END.split(text):
            if re.search(r"\bMUST\b", sentence):
                yield heading, _plain(sentence)


def checks_of(page: str) -> dict[str, list[str]]:
    """The ids of the checks by the sentence, as the table on the page on conformance has them."""
    return {row["sentence"]: _ID.findall(row["checks"]) for row in _ROW.finditer(page)}


def table(pages: Sequence[Path], conformance: Path) -> Iterator[str]:
    """The lines of that table, for each page and heading."""
    named = checks_of(conformance.read_text(encoding="utf-8"))
    for path in pages:
        below = ""
        for heading, sentence in sentences(path.read_text(encoding="utf-8")):
            if heading != below:
                yield from ("", f"**{path.name}, {heading}**", "", "| sentence | checks |", "|---|---|")
                below = heading
            yield f"| {sentence} | {', '.join(f'`{check}`' for check in named.get(sentence, ()))} |"


def _plain(sentence: str) -> str:
    """The sentence without links, and without the bar or bullet before it."""
    text = " ".join(_LINK.sub(r"\1", sentence).split())
    return re.sub(r"^(\| |- |\d+\. )", "", text).removesuffix("|").strip().replace("|", "/")
