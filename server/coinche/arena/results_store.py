"""The files of a contest: written batch by batch, and read again where a contest goes on.

A batch is written in one piece once it is over. What a killed program has left unfinished at the end of a file is cut
off, and its batch is played again; so every table is in the file once, in the order of the plan.
"""

from __future__ import annotations

import platform
from collections import deque
from datetime import UTC, datetime
from pathlib import Path

from coinche.engine.record import BadRecord
from coinche.records.contest_file import (
    ContestHeader,
    ContestResults,
    PlayedTable,
    RunFacts,
    TableKey,
    TableTimings,
    line_of,
    read_contest,
    read_timings,
    timings_path,
)
from coinche.version import VERSION

from .contest import Batch, BatchResult


class OtherContest(Exception):
    """The file holds something else than the contest that is to go on."""


class ResultsStore:
    """The results of a contest, in memory and, where there is a path, in its two files."""

    def __init__(self, header: ContestHeader, path: Path | None = None, workers: str = "") -> None:
        """Begin a contest, or go on with that of the file; OtherContest or OSError where that cannot be."""
        self.header = header
        self.tables: dict[TableKey, PlayedTable] = {}
        self.timings: dict[TableKey, TableTimings] = {}
        self.runs: list[RunFacts] = []
        self._path = path
        self._recalled: deque[PlayedTable] = deque()
        """The tables of the file that no batch has claimed yet."""
        if path is not None and path.exists() and path.stat().st_size:
            self._recall(path)
        self.runs.append(_this_run(workers))
        self._rewrite()

    def claim(self, batch: Batch) -> bool:
        """Return whether the batch is in the file already; if not, nothing after it counts, and the file ends here."""
        keys = {(board, ns, ew) for ns, ew, boards in batch.plans for board in boards}
        found = [self._recalled.popleft() for _ in range(min(len(keys), len(self._recalled)))]
        if {table.key for table in found} == keys:
            self.tables.update((table.key, table) for table in found)
            return True
        if found:
            self._recalled.clear()
            self._rewrite()
        return False

    def add(self, result: BatchResult) -> None:
        """Keep a batch."""
        self.tables.update((table.key, table) for table in result.tables)
        self.timings.update((timing.key, timing) for timing in result.timings)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(b"".join(map(line_of, result.tables)))
            with timings_path(self._path).open("ab") as file:
                file.write(b"".join(map(line_of, result.timings)))

    def _recall(self, path: Path) -> None:
        try:
            with path.open("rb") as lines:
                found = read_contest(lines)
        except BadRecord as wrong:
            raise OtherContest(f"{path} holds no contest that can go on ({wrong}); name another file") from None
        if found.header != self.header:
            raise OtherContest(f"{path} holds another contest ({_difference(found.header, self.header)})")
        self._recalled.extend(found.tables)
        self.runs, self.timings = read_timings(path)

    def _rewrite(self) -> None:
        """Write both files anew, without what was torn or is not claimed."""
        if self._path is None:
            return
        kept = (*self.tables.values(), *self._recalled)
        _replace(self._path, line_of(self.header) + b"".join(map(line_of, kept)))
        timings = (self.timings[table.key] for table in kept if table.key in self.timings)
        _replace(timings_path(self._path), b"".join(map(line_of, self.runs)) + b"".join(map(line_of, timings)))


def files_of(path: Path | None) -> tuple[Path, ...]:
    """The files of a contest that is kept in that one, which entrants must not see; also those of one that was killed
    while it wrote them."""
    written = () if path is None else (path.resolve(), timings_path(path).resolve())
    return (*written, *map(_unfinished, written))


def read_file(path: Path) -> ContestResults:
    """The contest in a file; BadRecord or OSError where there is none."""
    with path.open("rb") as lines:
        return read_contest(lines)


def recorded_seed(path: Path | None) -> int | None:
    """The seed of the contest in that file, so that it goes on with its own; None where there is none."""
    if path is None or not path.exists():
        return None
    try:
        return read_file(path).header.seed
    except BadRecord:
        return None


def _replace(path: Path, content: bytes) -> None:
    written = _unfinished(path)
    written.write_bytes(content)
    written.replace(path)


def _unfinished(path: Path) -> Path:
    """The file that is to become the one of that path."""
    return path.with_name(f"{path.name}.part")


def _difference(there: ContestHeader, wanted: ContestHeader) -> str:
    for name in wanted.__struct_fields__:
        if getattr(there, name) != getattr(wanted, name):
            return (
                "its rules differ"
                if name == "rules"
                else f"{name}: {getattr(there, name)}, not {getattr(wanted, name)}"
            )
    raise AssertionError("the headers are the same")


def _this_run(workers: str) -> RunFacts:
    return RunFacts(
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=VERSION,
        python=platform.python_version(),
        system=platform.platform(terse=True),
        workers=workers,
    )
