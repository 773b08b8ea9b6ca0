"""Records on this machine's disk: the lines of a file, plain or compressed. Refuses to know what stands in them."""

from __future__ import annotations

import errno
import lzma
import os
from itertools import count
from pathlib import Path

from coinche.connection.storage import CannotKeep, data_path, opened, write_whole

from .house_rule_files import file_name

MOST_LINES = 200_000
ENDING = ".jsonl"


def folder() -> Path:
    """Where matches are kept."""
    return data_path("matches")


def write(title: str, lines: tuple[str, ...]) -> Path:
    """Keep them under that title, or the next name that no file has; where. CannotKeep says why not."""
    text = _text(lines)
    for number in count(1):
        path = folder() / f"{file_name(title)}{f'-{number}' if number > 1 else ''}{ENDING}"
        if write_whole(path, text, replace=False):
            return path
    raise AssertionError("there is always another number")


def write_to(path: str, lines: tuple[str, ...]) -> Path:
    """Keep them in that file, which must not be there yet. CannotKeep says why not."""
    file = Path(path).expanduser()
    if not write_whole(file, _text(lines), replace=False):
        raise CannotKeep(file, os.strerror(errno.EEXIST))
    return file


def _text(lines: tuple[str, ...]) -> str:
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


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
