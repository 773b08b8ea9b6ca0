"""The solo matches that wait: found by a server, and written down for the first screen of the next start.

Only a server reads what a directory holds, and it takes seconds to start on a busy machine. So the client writes down
what it was told, with the size and the time of each file: while those are the same, the matches are, too. Where they
are not, a match is likely to wait, and home keeps a line for it.

    solo/waiting.json
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import trio

from coinche.client.model.messages import WaitingMatch
from coinche.client.model.state import ExpectedMatch
from coinche.client.runtime import private_server
from coinche.connection.storage import CannotKeep, KeptError, data_path, write_whole
from coinche.engine.seats import Seat

PROBING = 0.2
"""Seconds to wait for a directory, which another client may hold for a moment to see whether anybody does."""
MOST_DIRECTORIES = 32
"""Maximum number of directories in which matches are looked for."""
MOST_WAITING = 6
"""Maximum number of matches that are offered."""
_DATABASE = "coinche.sqlite"
_FILES = (_DATABASE, f"{_DATABASE}-wal")
_LAST_KNOWN = "waiting.json"


@dataclass(frozen=True, slots=True)
class LastKnown:
    """The matches that wait, as far as they are known before a server has told: all, or whether one is likely to."""

    matches: tuple[WaitingMatch, ...] | None
    """None if they may have changed since they were written down."""
    expected: ExpectedMatch


def read_last_known() -> LastKnown:
    """The matches that were found last and that no other client plays now, if no directory of solo matches has changed
    since then."""
    present = _stamps(tuple(_directories()))
    if not present:
        return LastKnown((), ExpectedMatch.NONE)
    if not any(present.values()):  # no directory has a match
        return LastKnown(None, ExpectedMatch.NONE)
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads((data_path("solo") / _LAST_KNOWN).read_text(encoding="utf-8"))
        if kept["stamps"] == present:
            known = (WaitingMatch(**one) for one in kept["matches"])
            unheld = (one for one in known if _is_unheld(data_path("solo") / one.directory, probing=0.0))
            return LastKnown(tuple(unheld), ExpectedMatch.NONE)
    played = (data_path("solo") / name for name, stamps in present.items() if stamps)
    is_likely = any(_is_unheld(directory, probing=0.0) for directory in played)
    return LastKnown(None, ExpectedMatch.LIKELY if is_likely else ExpectedMatch.NONE)


async def waiting_matches() -> tuple[WaitingMatch, ...]:
    """Find the solo matches that wait and can be offered, and write them down for the next start."""
    stamps = await trio.to_thread.run_sync(lambda: _stamps(tuple(_directories())))
    found = (await all_waiting())[:MOST_WAITING]
    if stamps:
        await trio.to_thread.run_sync(_write_last_known, stamps, found)
    return found


def _write_last_known(stamps: Mapping[str, list[list[int]]], found: tuple[WaitingMatch, ...]) -> None:
    """Write the matches down; without the file the next start has to wait for a server, and nobody needs to be told."""
    kept = {"stamps": stamps, "matches": [asdict(one) for one in found]}
    with suppress(KeptError):
        write_whole(data_path("solo") / _LAST_KNOWN, json.dumps(kept, ensure_ascii=False), replace=True)


def _stamps(directories: tuple[Path, ...]) -> dict[str, list[list[int]]]:
    """Size and time of the files of each directory; those that are empty or missing are left out."""
    return {directory.name: list(_stamps_of(directory)) for directory in directories}


def _stamps_of(directory: Path) -> Iterator[list[int]]:
    for name in _FILES:
        with suppress(OSError):
            found = (directory / name).stat()
            if found.st_size:
                yield [found.st_size, found.st_mtime_ns]


async def all_waiting() -> tuple[WaitingMatch, ...]:
    """The matches that wait in directories that no client holds, the one played last first; what cannot be read is left
    out."""
    directories = await trio.to_thread.run_sync(lambda: tuple(_unheld_directories()))
    if not directories:
        return ()
    command = (*private_server.SERVER, "tables", "--json", *map(str, directories))
    with trio.move_on_after(private_server.START_SECONDS), suppress(OSError, ValueError):
        ended = await trio.run_process(command, capture_stdout=True, stderr=subprocess.DEVNULL, check=False)
        told = [json.loads(line) for line in ended.stdout.splitlines()]
        latest_first = sorted(told, key=lambda one: -one["at"])
        return tuple(_waiting(one) for one in latest_first if len(one["people"]) == 1)
    return ()


def _directories() -> Iterator[Path]:
    """The directories of solo matches."""
    with suppress(OSError):
        names = sorted(entry.name for entry in os.scandir(data_path("solo")) if entry.is_dir())
        yield from (data_path("solo") / name for name in names[:MOST_DIRECTORIES])


def _unheld_directories() -> Iterator[Path]:
    """The directories that no client holds."""
    yield from filter(_is_unheld, _directories())


def _is_unheld(directory: Path, *, probing: float = PROBING) -> bool:
    """True if no client holds the directory."""
    with suppress(CannotKeep), ExitStack() as locks:
        return hold(directory, locks, probing=probing)
    return False


def hold(directory: Path, locks: ExitStack, *, probing: float = PROBING) -> bool:
    """Hold the directory until `locks` are closed; False if another client holds it. CannotKeep."""
    from filelock import FileLock, Timeout

    try:
        directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        locks.enter_context(FileLock(directory.with_name(f"{directory.name}.lock"), timeout=probing))
    except Timeout:
        return False
    except OSError as wrong:
        raise CannotKeep(directory, wrong.strerror or str(wrong)) from wrong
    return True


def _waiting(told: Mapping[str, Any]) -> WaitingMatch:
    """The match as a server has told of it."""
    (seat,) = told["people"]
    us = Seat(seat).team
    return WaitingMatch(
        directory=Path(told["directory"]).name,
        rules=told["preset"],
        target=told["target"],
        deal=told["deal"],
        us=told["totals"][us.value],
        them=told["totals"][us.other.value],
    )
