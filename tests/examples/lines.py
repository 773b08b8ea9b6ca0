"""The table of the example bots' lengths in `docs/writing-a-bot.md`; `python -m tests.examples.lines` writes it.

Lines that are empty or only a comment do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.examples.languages import LANGUAGES, SMALLEST, Example

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
_BEGIN, _END = "<!-- lines: python -m tests.examples.lines -->\n", "<!-- end of lines -->\n"
_COMMENT = re.compile(r"\s*(#|//)")
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)


def counted(source: Path) -> int:
    """Lines of code."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".py":
        text = _without_docstrings(text)
    if source.suffix in {".c", ".java", ".rs", ".js"}:
        text = _BLOCK.sub("", text)
    return sum(bool(line.strip()) and not _COMMENT.match(line) for line in text.splitlines())


def _without_docstrings(text: str) -> str:
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            assert said.end_lineno is not None
            lines[said.lineno - 1 : said.end_lineno] = [""] * (said.end_lineno - said.lineno + 1)
    return "\n".join(lines)


def _rows() -> Iterator[str]:
    yield "| bot | speaks | lines of code | of the file |"
    yield "|---|---|---|---|"
    for example in (SMALLEST, *LANGUAGES):
        yield _row(example)


def _row(example: Example) -> str:
    total = len(example.source.read_text(encoding="utf-8").splitlines())
    link = f"[{example.name}](../examples/{example.path})"
    return f"| {link} | {example.tongue} | {counted(example.source)} | {total} |"


def written(page: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n" + "".join(f"{row}\n" for row in _rows()) + f"\n{_END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print("\n".join(_rows()))
