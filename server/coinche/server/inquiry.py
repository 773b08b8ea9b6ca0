"""What somebody asks about matches that are over, and what he is answered, frame by frame.

Knows how much goes into one frame. Refuses to know who may ask how often (`archivist`), and where matches are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    FromServer,
    GetRecord,
    GetStatistics,
    ListMatches,
    Matches,
    Occupant,
    OfTheArchive,
    Record,
    Statistics,
)

from . import limits
from .archive import Archive
from .refusal import error


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question, and whose it is."""

    who: str
    name: str
    occupant: Occupant
    message: OfTheArchive


def answer(archive: Archive, asked: Inquiry) -> FromServer:
    """What the archive has for him. DataFailed where it cannot be read."""
    message, re = asked.message, asked.message.id
    match message:
        case ListMatches():
            matches, more = archive.matches(asked.who, None if message.before is UNSET else message.before)
            found: FromServer = Matches(matches=matches, more=more)
        case GetRecord():
            found = _page(archive.record(asked.who, message.match), message)
        case GetStatistics():
            found = Statistics(players=archive.statistics(asked.who, asked.name, asked.occupant))
        case _:
            assert_never(message)
    return found if re is UNSET else replace(found, re=re)


def _page(lines: tuple[str, ...] | None, message: GetRecord) -> FromServer:
    """The lines that follow those that he has, as many as go into a frame in any tongue."""
    if lines is None:
        return error(ErrorCode.NO_SUCH_MATCH, f"no match {message.match} is kept here")
    end, size = message.after, 0
    while end < len(lines) and (size + len(lines[end]) <= limits.RECORD_PAGE or end == message.after):
        size += len(lines[end])
        end += 1
    return Record(match=message.match, after=message.after, lines=lines[message.after : end], more=end < len(lines))
