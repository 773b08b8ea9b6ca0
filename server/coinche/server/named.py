"""Where a name stands in what is kept: in matches that are over, and at tables that go on.

Knows rows. Refuses to know what is done with them.
"""

from __future__ import annotations

from coinche.protocol.names import same_name

from .storage.database import Reader

_SEATED = "SELECT match, n, e, s, w FROM matches ORDER BY match"
_PLAYED = "SELECT match FROM played WHERE same = ?"
_ENTRIES = "SELECT tab, entry FROM journal ORDER BY tab, seq"


def matches_of(reader: Reader, name: str) -> tuple[int, ...]:
    """The numbers of the matches in which somebody of that name sat at the beginning, or played."""
    same = same_name(name)
    sat = {match for match, *names in reader.rows(_SEATED) if same in map(same_name, names)}
    return tuple(sorted(sat | {match for (match,) in reader.rows(_PLAYED, (same,))}))


def tables_of(reader: Reader, name: str) -> tuple[str, ...]:
    """The tables that go on where that name has been told, as it is written here."""
    told = name.encode()
    return tuple(dict.fromkeys(table for table, entry in reader.rows(_ENTRIES) if told in entry))
