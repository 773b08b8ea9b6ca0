"""Works for the archive: has matches kept as they end, and answers who asks about them, one after the other.

Knows who may ask, and how often. Refuses to know rows (`archive`) and what is answered (`inquiry`), and to keep a table
waiting: whatever needs the file happens in a thread of its own.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import trio

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import OfTheArchive, Role

from . import limits
from .archive import Archive
from .bucket import Buckets
from .chronicle import told
from .datafile import DataFailed
from .inquiry import Inquiry, answer
from .peer import Peer
from .refusal import error
from .session import Session
from .store import Entry, MatchBegun


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over, at that table; `one_of_many` where too many have come from where it was opened."""

    table: str
    entries: tuple[Entry, ...]
    one_of_many: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody wants to know, to be answered over the connection on which he has asked."""

    peer: Peer
    inquiry: Inquiry


class Archivist:
    """The one task that uses the archive. `say` takes a line for the operator where something cannot be done."""

    def __init__(self, archive: Archive, say: Callable[[str], None]) -> None:
        self._archive = archive
        self._say = say
        self._thread = trio.CapacityLimiter(1)
        self._post, self._inbox = trio.open_memory_channel[_Ended | _Asked](limits.ARCHIVE_WAITING)
        self._kept_from = Buckets(limits.MATCHES_OF_PEOPLE)
        self._asked = Buckets(limits.QUESTIONS)
        self._asked_from = Buckets(limits.QUESTIONS_PER_ADDRESS)

    # --- what is wanted ------------------------------------------------------------------------------

    def keep(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Have the match kept soon."""
        try:
            self._post.send_nowait(_Ended(table, entries, one_of_many=not self._may_keep(entries[0])))
        except trio.WouldBlock:
            self._say(f"{table}: the match is not kept: too many others are waiting for the disk")

    def _may_keep(self, begun: Entry) -> bool:
        """Whether the match may be kept as long as people's are; anybody can say that he is a person."""
        origin = begun.origin if isinstance(begun, MatchBegun) else ""
        return not origin or self._kept_from.take(origin, trio.current_time())

    def ask(self, session: Session, message: OfTheArchive) -> None:
        """Have the question answered soon."""
        if session.peer is None:
            return
        if session.role is Role.PROVIDER:
            _refuse(session.peer, message, ErrorCode.FORBIDDEN, "a provider plays, and asks nothing of past matches")
        elif not self._may_ask(session, session.peer):
            _refuse(session.peer, message, ErrorCode.RATE, "you have asked too often about matches; wait a moment")
        elif self._inbox.statistics().current_buffer_used >= limits.QUESTIONS_WAITING:
            _refuse(session.peer, message, ErrorCode.RATE, "too many others ask about matches; try again")
        else:
            inquiry = Inquiry(session.who, session.name, session.occupant, message)
            self._post.send_nowait(_Asked(session.peer, inquiry))

    def _may_ask(self, session: Session, peer: Peer) -> bool:
        now = trio.current_time()
        free = self._asked.has(session.id, now) and self._asked_from.has(peer.origin, now)
        return free and self._asked.take(session.id, now) and self._asked_from.take(peer.origin, now)

    # --- the task ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Do what is wanted, in the order in which it came; at the end, keep the matches that still wait for it."""
        try:
            while True:
                await self._do(await self._inbox.receive())
        finally:
            while self._inbox.statistics().current_buffer_used:
                if isinstance(left := self._inbox.receive_nowait(), _Ended):
                    await self._do(left)

    async def _do(self, wanted: _Ended | _Asked) -> None:
        """The one supervisor: what cannot be done is said, and the next thing done."""
        with trio.CancelScope(shield=True):  # a disk is slow, but not for ever
            try:
                await self._in_thread(wanted)
            except DataFailed as wrong:
                self._failed(wanted, str(wrong))
            except Exception:
                self._failed(wanted, f"a fault of the server\n{traceback.format_exc()}")

    async def _in_thread(self, wanted: _Ended | _Asked) -> None:
        if isinstance(wanted, _Ended):
            await trio.to_thread.run_sync(self._keep, wanted, limiter=self._thread)
        else:
            found = partial(answer, self._archive, wanted.inquiry)
            wanted.peer.send(await trio.to_thread.run_sync(found, limiter=self._thread))

    def _keep(self, ended: _Ended) -> None:
        match = told(ended.entries)
        self._archive.keep(replace(match, people=match.people and not ended.one_of_many))

    def _failed(self, wanted: _Ended | _Asked, why: str) -> None:
        if isinstance(wanted, _Ended):
            self._say(f"{wanted.table}: the match is not kept: {why}")
        else:
            self._say(f"a question about matches is not answered: {why}")
            sentence = "the matches cannot be looked up just now; try again, and tell the server's operator"
            _refuse(wanted.peer, wanted.inquiry.message, ErrorCode.RATE, sentence)


def _refuse(peer: Peer, message: OfTheArchive, code: ErrorCode, sentence: str) -> None:
    peer.send(error(code, sentence, re=message.id))
