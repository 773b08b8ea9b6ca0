"""What an operator does about names: hands out tokens, frees a name whose key is lost, forgets everything about one.

Knows orders, and which of them touch what. Refuses to know whether a server runs: the same is done to its file alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import trio

from coinche.engine.record import ActionLine, DealLine, Entry, EventLine, Record, RecordError
from coinche.engine.record_lines import read_record, write_record
from coinche.protocol import auth
from coinche.protocol.names import InvalidName, checked_name, same_name
from coinche.server import limits
from coinche.server.archive.service import ArchiveService
from coinche.server.clock import Entropy
from coinche.server.sessions.names import Register
from coinche.server.storage.database import (
    DATA_FILE,
    DataFile,
    DataReader,
    Erasure,
    ImmediateWriter,
    WorkerThread,
    Writer,
)
from coinche.server.storage.quarantine import remove_naming
from coinche.server.storage.schema import SET_ASIDE
from coinche.server.storage.serialization import NameOwner, decode_session

from .orders import Order, Outcome, Refused, Words

LENDS = "--provider"

_NOT_ERASED: Mapping[Erasure, tuple[str, ...]] = {
    Erasure.DONE: (),
    Erasure.STILL_READ: (
        "somebody reads the data just now, a backup perhaps, so the name still stands in the file that ends in -wal; "
        "when that is done, forget it once more",
    ),
    Erasure.TOO_BIG: (
        "the data file is too big to be written anew while the server runs, so bytes of the name may still stand in "
        "unused parts of it; `coinche-server doctor --repair` removes them once the server has ended",
    ),
    Erasure.NO_ROOM: (
        "the disk has no room to write the data anew, so bytes of the name may still stand in unused parts of the "
        "file; make room and forget it once more",
    ),
}


class Sessions(Protocol):
    """Those who are signed in, or may come back."""

    def end(self, means: Callable[[str, str], bool]) -> int:
        """End those of that name and of who that is, as the function says; how many those are."""


class NameOrders:
    """The orders about the names of one server, whether it runs or not."""

    def __init__(
        self,
        register: Register,
        forgetting: Forgetting,
        sessions: Sessions,
        kept: ArchiveService | ImmediateWriter,
        entropy: Entropy,
    ) -> None:
        """`kept` is asked to wait until everything so far is written and safe."""
        self._register = register
        self._forgetting = forgetting
        self._sessions = sessions
        self._kept = kept
        self._entropy = entropy
        self._tokens = {"add": self._add, "list": self._list, "remove": self._remove}

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be ordered."""
        return (
            Order(
                name="token",
                takes="add|list|remove [NAME] [--provider]",
                does="what programs sign in with: hands one out, says who has one, makes one worthless",
                do=self._safely(self._token),
            ),
            Order(
                name="free",
                takes="NAME",
                does="has a name belong to nobody, whose key is lost; who has that key is signed out",
                do=self._safely(self._free),
            ),
            Order(
                name="forget",
                takes="NAME",
                does="takes a name out of all that is kept",
                do=self._safely(self._forget),
            ),
        )

    def _safely(self, do: Callable[[Words], Awaitable[Outcome]]) -> Callable[[Words], Awaitable[Outcome]]:
        """Nothing is done before what came before is safe, and nothing said to be done before it is."""

        async def done(words: Words) -> Outcome:
            await self._settle()
            answer = await do(words)
            await self._settle()
            return answer

        return done

    async def _settle(self) -> None:
        with trio.move_on_after(limits.SETTLED) as patience:
            await self._kept.settled()
        if patience.cancelled_caught:
            raise Refused("the disk takes nothing just now; see to that, and ask again")

    # --- tokens --------------------------------------------------------------------------------------

    async def _token(self, words: Words) -> Outcome:
        does = self._tokens.get(words[0])
        if does is None:
            raise Refused(f"no order 'token {words[0]}'; it is token {' | '.join(self._tokens)}")
        return does(words[1:])

    def _add(self, words: Words) -> Outcome:
        name, provider = _name(tuple(word for word in words if word != LENDS)), LENDS in words
        token = auth.new_secret(self._entropy.draw(auth.SECRET_BYTES))
        if not self._register.add_token(name, auth.key(token), provider=provider):
            raise Refused(f"{name!r} has an owner already; choose another name, or remove its token first")
        note = f"whoever has this token signs in as {name!r}; it is not shown again"
        return Outcome((token, note), {"name": name, "token": token, "provider": provider})

    def _list(self, _words: Words) -> Outcome:
        owners = self._register.tokens()
        lines = tuple(f"{owner.name}  (lends bots)" if owner.provider else owner.name for owner in owners)
        return Outcome(lines, {"tokens": [{"name": owner.name, "provider": owner.provider} for owner in owners]})

    def _remove(self, words: Words) -> Outcome:
        name = _name(words)
        owner = self._register.owner_of(name)
        if owner is None or not self._register.remove_token(name):
            raise Refused(f"{name!r} has no token; `coinche-server token list` prints who has one")
        ended = self._end(owner)
        lines = (f"the token of {name!r} is worthless now, and the name is free", *_ended(ended))
        return Outcome(lines, {"removed": name, "sessions": ended})

    # --- names ---------------------------------------------------------------------------------------

    async def _free(self, words: Words) -> Outcome:
        name = _name(words)
        owner = self._register.owner_of(name)
        if owner is None:
            raise Refused(f"{name!r} belongs to nobody")
        if owner.key is None:
            raise Refused(f"{name!r} has a token, and no key; `coinche-server token remove` makes that worthless")
        self._register.free(name)
        ended = self._end(owner)
        lines = (f"{owner.name!r} belongs to nobody now: it is whoever's signs in with it first", *_ended(ended))
        return Outcome(lines, {"freed": owner.name, "key": owner.key, "sessions": ended})

    async def _forget(self, words: Words) -> Outcome:
        name = _name(words)
        owner = self._register.free(name)
        ended = self._sessions.end(lambda called, _who: same_name(called) == same_name(name))
        matches = await self._forgetting.forget(name, _who(owner))
        copied = await self._forgetting.forget_copies(name)
        tables = await self._forgetting.known_to(name)
        if owner is None and not (ended or matches or tables or copied):
            await self._forgetting.erase_removed()  # what could not be done the last time
            raise Refused(f"nothing is kept about {name!r}")
        await self._settle()
        left = self._forgetting.left_alone()
        lines = (
            f"{name!r} is forgotten" + (", and belongs to nobody" if owner is not None else ""),
            *_ended(ended),
            *_taken_out(matches),
            *((f"rows removed that had been set aside: {copied}",) if copied else ()),
            *_NOT_ERASED[await self._forgetting.erase_removed()],
            *(f"{file} is old and is not touched; the name may stand there: remove it" for file in left),
            *(f"{table} goes on and knows the name; when it is over, forget it once more" for table in tables),
        )
        counts = {"sessions": ended, "matches": matches, "copies": copied}
        return Outcome(lines, {"forgotten": name, **counts, "tables": list(tables)})

    def _end(self, owner: NameOwner) -> int:
        """Nobody stays signed in by what was the owner's."""
        return self._sessions.end(lambda _called, who: who == owner.who)


def _name(words: Words) -> str:
    """The words as one name; Refused says why they are none."""
    try:
        return checked_name(" ".join(words))
    except InvalidName as wrong:
        raise Refused(str(wrong)) from None


def _who(owner: NameOwner | None) -> str | None:
    """Who sits at tables by that name alone: a key may have others."""
    return None if owner is None or owner.token is None else owner.who


def _ended(sessions: int) -> tuple[str, ...]:
    return (f"signed out: {sessions}",) if sessions else ()


def _taken_out(matches: int) -> tuple[str, ...]:
    what = "the name is out of their records, which nobody vouches for any more, and of their statistics"
    return (f"matches: {matches}; {what}",) if matches else ()


# --- forgetting -----------------------------------------------------------------------------------
# A name taken out of the matches that are kept, as if nobody in particular had sat there.
#
# Knows records and rows. A record in which a name was changed is none that the server has signed: it becomes one of the
# form that nobody signs. Refuses to know who may want that.


SOMEBODY = "somebody"
"""Who has sat there instead."""
AT_ONCE = 50
"""Matches that are written together: more would keep the tables waiting."""

_MATCH = "SELECT match, n, e, s, w, lines FROM matches LEFT JOIN records USING (match) WHERE match = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Erased:
    """A match without the name. Its record is None where that did not name it, and empty where it cannot be read."""

    match: int
    seats: tuple[str, ...]
    record: bytes | None


class Forgetting:
    """Takes names out of one file. What takes a while is done aside."""

    def __init__(self, reader: DataReader, writer: Writer, worker: WorkerThread | None = None) -> None:
        self._reader = reader
        self._writer = writer
        self._worker = worker or WorkerThread()

    async def forget(self, name: str, who: str | None) -> int:
        """Have the name taken out of all matches, and who had it; of how many."""
        matches = await self._worker.run(lambda: matches_of(self._reader, name))
        for first in range(0, len(matches), AT_ONCE):
            some = matches[first : first + AT_ONCE]
            erased = await self._worker.run(partial(_erased, self._reader, some, same_name(name)))
            self._writer.write(partial(_write, erased, same_name(name)))
        if who is not None:
            self._writer.write(partial(_leave, who))
        return len(matches)

    async def forget_copies(self, name: str) -> int:
        """Have rows that were set aside go where the name is in them; how many."""
        directory = self._reader.directory
        return 0 if directory is None else await self._worker.run(partial(remove_naming, directory, name))

    def left_alone(self) -> tuple[str, ...]:
        """Whole files from before a repair or of an earlier version, in which the name may stand."""
        directory = self._reader.directory
        found = (
            [] if directory is None else [*directory.glob(f"{DATA_FILE}.damaged-*"), *directory.glob(f"*{SET_ASIDE}")]
        )
        return tuple(sorted(path.name for path in found))

    async def erase_removed(self) -> Erasure:
        """Have nothing that was removed from the file stand anywhere any more; whether that was done."""
        return await self._writer.erase_removed()

    async def known_to(self, name: str) -> tuple[str, ...]:
        """The tables that go on and know the name."""
        return await self._worker.run(lambda: tables_of(self._reader, name))


def _erased(reader: DataReader, matches: tuple[int, ...], same: str) -> list[_Erased]:
    rows = (row for match in matches for row in reader.rows(_MATCH, (match,)))
    return [
        _Erased(match=match, seats=tuple(_other(name, same) for name in names), record=_without(lines, same))
        for match, *names, lines in rows
    ]


def _without(lines: bytes | None, same: str) -> bytes | None:
    """The packed record without the name."""
    if lines is None:
        return None
    try:
        record = read_record(zlib.decompress(lines).decode().split("\n"))
    except (RecordError, zlib.error, UnicodeDecodeError):
        return b""
    if same not in set(map(same_name, _names(record))):
        return None
    seats = {seat: _other(name, same) for seat, name in record.header.seats.items()}
    plain = Record(replace(record.header, seats=seats, provenance=None), tuple(_plain(record)))
    return zlib.compress(write_record(plain).rstrip("\n").encode())


def _names(record: Record) -> Iterator[str]:
    """Whom the record names."""
    yield from record.header.seats.values()
    for entry in record.entries:
        if isinstance(entry, DealLine) and entry.fairness is not None:
            yield from entry.fairness.names.values()


def _plain(record: Record) -> Iterator[Entry]:
    """What of the record is in one that nobody signs."""
    for entry in record.entries:
        match entry:
            case DealLine():
                yield replace(entry, fairness=None)  # it was shuffled for those names
            case ActionLine() | EventLine():
                yield entry


def _other(name: str, same: str) -> str:
    return SOMEBODY if same_name(name) == same else name


def _write(erased: list[_Erased], same: str, file: DataFile) -> None:
    for match in erased:
        file.execute("UPDATE matches SET n = ?, e = ?, s = ?, w = ? WHERE match = ?", (*match.seats, match.match))
        file.execute("DELETE FROM played WHERE match = ? AND same = ?", (match.match, same))
        if match.record is not None:
            file.execute("UPDATE matches SET size = ? WHERE match = ?", (len(match.record), match.match))
            file.execute("UPDATE records SET lines = ? WHERE match = ?", (match.record, match.match))
        if match.record == b"":
            file.execute("DELETE FROM records WHERE match = ?", (match.match,))


def _leave(who: str, file: DataFile) -> None:
    file.execute("DELETE FROM sat WHERE who = ?", (who,))


# --- kept sessions --------------------------------------------------------------------------------
# The sessions that are kept in a file, for whoever comes back when a server runs again.
#
# Knows rows. Refuses to know sessions of a server that runs (`discipline`).


class KeptSessions:
    """Those in a file that no server uses."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def end(self, means: Callable[[str, str], bool]) -> int:
        """Nobody comes back as those of that name and of who that is, as the function says; how many those are."""
        kept = [decode_session(kept) for (kept,) in self._file.rows("SELECT kept FROM sessions")]
        ended = [session.id for session in kept if means(session.name, session.who)]
        for session in ended:
            self._file.execute("DELETE FROM sessions WHERE id = ?", (session,))
        return len(ended)


# --- named ----------------------------------------------------------------------------------------
# Where a name stands in what is kept: in matches that are over, and at tables that go on.
#
# Knows rows. Refuses to know what is done with them.


_SEATED = "SELECT match, n, e, s, w FROM matches ORDER BY match"
_PLAYED = "SELECT match FROM played WHERE same = ?"
_ENTRIES = "SELECT tab, entry FROM journal ORDER BY tab, seq"


def matches_of(reader: DataReader, name: str) -> tuple[int, ...]:
    """The numbers of the matches in which somebody of that name sat at the beginning, or played."""
    same = same_name(name)
    sat = {match for match, *names in reader.rows(_SEATED) if same in map(same_name, names)}
    return tuple(sorted(sat | {match for (match,) in reader.rows(_PLAYED, (same,))}))


def tables_of(reader: DataReader, name: str) -> tuple[str, ...]:
    """The tables that go on where that name has been told, as it is written here."""
    told = name.encode()
    return tuple(dict.fromkeys(table for table, entry in reader.rows(_ENTRIES) if told in entry))
