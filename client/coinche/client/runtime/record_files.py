"""Records of matches as files: saved under a new name and never overwritten; read within bounds."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING

from coinche.connection.storage import CannotKeep, FileFault, UnreadableFile, data_path, opened, write_whole

from .house_rules_files import file_name

if TYPE_CHECKING:
    import gzip

MOST_LINES = 200_000
MOST_BYTES = 64 * 1024 * 1024
RECORD_ENDING = ".jsonl"


def records_folder() -> Path:
    """The folder of saved matches."""
    return data_path("matches")


def write_record(title: str, lines: tuple[str, ...]) -> Path:
    """Save a record under this title, or with the first number that makes it new, and return the path; CannotKeep."""
    text = _text(lines)
    for number in count(1):
        path = records_folder() / f"{file_name(title)}{f'-{number}' if number > 1 else ''}{RECORD_ENDING}"
        if write_whole(path, text, replace=False):
            return path
    raise AssertionError("there is always another number")


def write_record_to(path: str, lines: tuple[str, ...]) -> Path:
    """Save a record in this file, which must be new; CannotKeep."""
    file = Path(path).expanduser()
    if not write_whole(file, _text(lines), replace=False):
        raise CannotKeep(file, os.strerror(errno.EEXIST))
    return file


def _text(lines: tuple[str, ...]) -> str:
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def record_lines(path: str) -> tuple[str, ...]:
    """Read the lines of a record, plain or compressed; UnreadableFile."""
    try:
        file_path = Path(path).expanduser()
    except RuntimeError as error:  # there is no such person's home
        raise UnreadableFile(str(error)) from error
    with opened(file_path, regular=True) as file:
        return tuple(line.decode() for line in _bounded(file))


def _bounded(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    """The lines of the file; UnreadableFile if they are more, or longer, than those of a record."""
    left = MOST_BYTES
    for _ in range(MOST_LINES + 1):
        line = file.readline(left + 1)
        if not line:
            return
        left -= len(line)
        if left < 0:
            break
        yield line
    raise UnreadableFile(FileFault.TOO_BIG)
