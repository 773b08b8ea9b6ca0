"""Records on this machine's disk: the lines of a file, plain or compressed. Refuses to know what stands in them."""

from __future__ import annotations

import lzma
from pathlib import Path

from .vectors import opened

MOST_LINES = 200_000


class UnreadableRecord(Exception):
    """A file that cannot be read; the message says why."""


def lines_of(path: str) -> tuple[str, ...]:
    """The lines of that file; UnreadableRecord where there are none to be had."""
    try:
        with opened(Path(path).expanduser()) as file:
            lines = tuple(line.decode() for line, _ in zip(file, range(MOST_LINES), strict=False))
    except OSError as error:
        raise UnreadableRecord(error.strerror or str(error)) from error
    except (EOFError, RuntimeError, UnicodeDecodeError, lzma.LZMAError) as error:
        raise UnreadableRecord(str(error)) from error
    return lines
