"""What a server has for everybody: tables, bots, and whether there will be more. Refuses to know who wants them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from coinche.protocol.messages import TableInfo

from .storage.budget import Budget


class Offer(Protocol):
    """What the server has for everybody just now."""

    bots: tuple[str, ...]

    @property
    def listed(self) -> Iterator[TableInfo]:
        """The tables that everybody may know of."""

    @property
    def budget(self) -> Budget:
        """What tables may take of memory and of the data file."""

    @property
    def draining(self) -> bool:
        """Whether no new tables are taken."""
