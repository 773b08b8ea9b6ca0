"""The statistics of players: the column that sorts them, and the comparison of one's own matches with perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class SortBy(Enum):
    """The columns of the statistics, in the order of the table."""

    MATCHES = auto()
    WON = auto()
    MADE = auto()
    PER_DEAL = auto()
    COINCHES = auto()
    COINCHED = auto()
    CAPOTS = auto()
    BELOTES = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParReview:
    """The comparison of the person's last matches with perfect play, under way or done."""

    matches: tuple[int, ...] | None = None
    """The numbers of the matches, the newest first; None until the person's page has come."""
    lines: tuple[str, ...] = ()
    """The record of the match under way, as far as it has come."""
    size: int = 0
    """The characters of the lines."""
    is_read: bool = False
    """True if that record is complete."""
    found: tuple[tuple[int, ...], ...] = ()
    """The difference from perfect play in each deal, for each finished match."""
    deal: int = 0
    """The number of deals of the match under way that are compared, of `deals`."""
    deals: int = 0
    is_slow: bool = False
    """True without the compiled solver."""

    @property
    def match(self) -> int | None:
        """The number of the match under way; None before the first and after the last."""
        return self.matches[len(self.found)] if self.matches and not self.is_over else None

    @property
    def is_over(self) -> bool:
        """True once all matches are compared."""
        return self.matches is not None and len(self.found) == len(self.matches)
