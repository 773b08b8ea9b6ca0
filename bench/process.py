"""CPU time and memory of another process, from /proc. Linux only."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Process:
    """A process by its number."""

    pid: int

    def cpu(self) -> float:
        """CPU seconds of all its threads."""
        return sum(self.cpu_of_threads().values())

    def cpu_of_threads(self) -> dict[int, float]:
        """CPU seconds of each thread that it has now."""
        seconds = {}
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(FileNotFoundError):
                seconds[int(thread.name)] = int((thread / "schedstat").read_text().split()[0]) / 1e9
        return seconds

    def resident(self) -> int:
        """Bytes that it has in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
