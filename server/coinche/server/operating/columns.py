"""A table as lines: columns below each other, as wide as they must be. Knows text only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def columns(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """The head, then the rows, each a line."""
    cells = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
