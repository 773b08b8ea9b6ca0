"""Where everything is kept that outlives the server. Refuses to know what that is."""

from __future__ import annotations

import shlex
from pathlib import Path

import platformdirs

HELP = "where keys, names, tables and matches are kept (default: %(default)s)"


class DataFailed(Exception):
    """The file cannot be used; the message says what is wrong with it."""


def usual() -> Path:
    """The directory for it in the home of whoever runs the server."""
    return platformdirs.user_data_path("coinche-server", appauthor=False)


def doctor(directory: Path | None, *words: str) -> str:
    """The command that looks over that directory, as it is to be typed."""
    named = () if directory is None or directory == usual() else ("--data", str(directory))
    return f"`{shlex.join(('coinche-server', 'doctor', *words, *named))}`"


def advice(directory: Path | None) -> str:
    """What an operator can do about damage there."""
    return f"{doctor(directory)} says what can be done about that, or restore a backup"
