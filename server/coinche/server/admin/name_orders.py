"""Orders about names: tokens, freeing a name whose key is lost, and forgetting everything about one.

They work the same on a running server and on a data file that no server uses (`commands`), one after the other. Nothing
is done before everything earlier is safe on the disk. An outcome says so if it is not on the disk yet.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from coinche.protocol import auth
from coinche.protocol.names import InvalidName, checked_name, same_name
from coinche.server import limits
from coinche.server.addresses import identity_of_old_token
from coinche.server.archive.archive import Archive
from coinche.server.archive.service import ArchiveService
from coinche.server.ladder.results import LadderResults
from coinche.server.sessions.invitations import Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import DataFailed
from coinche.server.storage.database import DataFile, Erasure, WorkerThread
from coinche.server.storage.serialization import decode_session
from coinche.server.time_and_entropy import Entropy

from .orders import OperatorOrder, OrderRefused, OrderResult, Words
from .people_orders import PeopleOrders
from .personal_data import forget

LENDS = "--provider"  # the word for a token that may lend bots

_NOT_ERASED = {
    Erasure.STILL_READ: "somebody reads the data just now, a backup perhaps, so the name still stands in the file that "
    "ends in -wal; when that is done, forget it once more",
    Erasure.TOO_BIG: "the data file is too big to be written anew while the server runs, so bytes of the name may "
    "still stand in unused parts of it; `coinche-server doctor --repair` removes them once the server has ended",
    Erasure.NO_ROOM: "the disk has no room to write the data anew, so bytes of the name may still stand in unused "
    "parts of the file; make room and forget it once more",
}
_NO_DISK = "the disk takes nothing just now; see to that, and ask again"
_NOT_KEPT = "the disk takes nothing just now; this is done, and kept once the disk takes it"


class NameOrders:
    """The orders about the names of one server, whether it runs or not."""

    def __init__(
        self,
        register: Register,
        invitations: Invitations,
        archive: Archive,
        ladder: LadderResults,
        sessions: PeopleOrders | KeptSessions,
        entropy: Entropy,
        service: ArchiveService | None = None,
    ) -> None:
        """Take the parts of a running server, or those of a data file that no server uses: then there is no service."""
        self._register = register
        self._invitations = invitations
        self._archive = archive
        self._ladder = ladder
        self._worker = WorkerThread()
        self._sessions = sessions
        self._entropy = entropy
        self._service = service
        self._one = trio.Lock()
        """An order holds this from its first write to its last: two that rewrite one match would undo each other."""
        self._tokens = {"add": self.safely(self._add), "list": self._list, "remove": self.safely(self._remove)}

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        token = "what programs sign in with: hands one out, says who has one, makes one worthless"
        free = "frees a name whose key is lost; everybody who signed in with that key is signed out"
        rows = (
            ("token", "add|list|remove [NAME] [--provider]", token, self._token),
            ("free", "NAME", free, self.safely(self._free)),
            ("forget", "NAME", "takes a name out of all that is kept", self.safely(self._forget)),
        )
        return tuple(OperatorOrder(name=name, takes=takes, does=does, do=do) for name, takes, does, do in rows)

    def safely(self, do: Callable[[Words], Awaitable[OrderResult]]) -> Callable[[Words], Awaitable[OrderResult]]:
        """Have the order wait for the others, and for the disk before and after."""

        async def done(words: Words) -> OrderResult:
            async with self._one:
                if not await _in_time(self._archive.writer.settled):
                    raise OrderRefused(_NO_DISK)
                outcome = await do(words)
                if await _in_time(self._archive.writer.settled):
                    return outcome
                return OrderResult((*outcome.lines, _NOT_KEPT), {**outcome.data, "kept": False})

        return done

    async def _token(self, words: Words) -> OrderResult:
        does = self._tokens.get(words[0])
        if does is None:
            raise OrderRefused(f"no order 'token {words[0]}'; it is token {' | '.join(self._tokens)}")
        return await does(words[1:])

    async def _add(self, words: Words) -> OrderResult:
        name, provider = read_name(tuple(word for word in words if word != LENDS)), LENDS in words
        token = auth.new_secret(self._entropy.draw(auth.SECRET_BYTES))
        if not self._register.add_token(name, auth.key(token), provider=provider):
            raise OrderRefused(f"{name!r} has an owner already; choose another name, or remove its token first")
        note = f"whoever has this token signs in as {name!r}; it is not shown again"
        return OrderResult((token, note), {"name": name, "token": token, "provider": provider})

    async def _list(self, _words: Words) -> OrderResult:
        owners = self._register.tokens()
        lines = tuple(f"{owner.name}  (lends bots)" if owner.provider else owner.name for owner in owners)
        return OrderResult(lines, {"tokens": [{"name": owner.name, "provider": owner.provider} for owner in owners]})

    async def _remove(self, words: Words) -> OrderResult:
        name = read_name(words)
        owner = self._register.owner_of(name)
        if owner is None or not self._register.remove_token(name):
            raise OrderRefused(f"{name!r} has no token; `coinche-server token list` prints who has one")
        self._invitations.note_freed(name)
        ended = self._sessions.end(who=owner.who)
        lines = (f"the token of {name!r} is worthless now, and the name is free", *_ended(ended))
        return OrderResult(lines, {"removed": name, "sessions": ended})

    async def _free(self, words: Words) -> OrderResult:
        name = read_name(words)
        owner = self._register.owner_of(name)
        if owner is None:
            raise OrderRefused(f"{name!r} belongs to nobody")
        if owner.key is None:
            raise OrderRefused(f"{name!r} has a token, and no key; `coinche-server token remove` makes that worthless")
        self._register.free(name)
        self._invitations.note_freed(name)
        ended = self._sessions.end(who=owner.who)
        freed = f"{owner.name!r} belongs to nobody now: the first key that signs in with it owns it"
        lines = (freed, *_ended(ended))
        return OrderResult(lines, {"freed": owner.name, "key": owner.key, "sessions": ended})

    async def _forget(self, words: Words) -> OrderResult:
        name = read_name(words)
        await self._have_matches_kept()
        owner = self._register.free(name)
        ended = self._sessions.end(name=name)
        invited, rated = self._invitations.forget(name), self._ladder.forget(name)
        identities = {identity_of_old_token(name)}
        if owner is not None and owner.token is not None:  # a key may have other names, too
            identities.add(owner.who)
        found = await forget(self._archive, self._worker, name, identities)
        if owner is None and not (ended or invited or rated or found.matches or found.tables or found.copies):
            await self._archive.writer.erase_removed()  # what could not be done the last time
            raise OrderRefused(f"nothing is kept about {name!r}")
        lines = [f"{name!r} is forgotten" + (", and belongs to nobody" if owner is not None else ""), *_ended(ended)]
        if found.matches:
            what = "the name is out of their records, which nobody vouches for any more, and of their statistics"
            lines.append(f"matches: {found.matches}; {what}")
        if invited:
            lines.append(f"invitations to that name, or made by its owner: {invited}; they are worthless now")
        if rated:
            lines.append(f"tables of the ladder: {rated}; their results count no more, for their opponents neither")
        if found.copies:
            lines.append(f"rows removed that had been set aside: {found.copies}")
        lines += await self._erase()
        lines += (f"{file} is old and is not touched; the name may stand there: remove it" for file in found.old_files)
        lines += (f"{table} goes on and knows the name; when it is over, forget it once more" for table in found.tables)
        counts = {"sessions": ended, "matches": found.matches, "copies": found.copies, "invitations": invited}
        return OrderResult(tuple(lines), {"forgotten": name, **counts, "ladder": rated, "tables": list(found.tables)})

    async def _have_matches_kept(self) -> None:
        """Wait for matches that are over to be in the file; Refused where that takes too long.

        They wait behind the questions of clients, so an archive with much to do says nothing about the disk.
        """
        if self._service is None:
            return
        if not await _in_time(self._service.caught_up):
            raise OrderRefused("matches that are over still wait for the archive, which is busy; ask again in a moment")
        if not await _in_time(self._archive.writer.settled):
            raise OrderRefused(_NO_DISK)

    async def _erase(self) -> tuple[str, ...]:
        """Erase the bytes of what was removed; say why some may still be there."""
        if not await _in_time(self._archive.writer.settled):
            return ("the name still stands in the file; when the disk takes something again, forget it once more",)
        try:
            erased = await self._archive.writer.erase_removed()
        except DataFailed as wrong:
            return (f"the name may still stand in the file: {wrong}; forget it once more",)
        return () if erased is Erasure.DONE else (_NOT_ERASED[erased],)


async def _in_time(wait: Callable[[], Awaitable[None]]) -> bool:
    """Wait, though not for long; False if it takes longer."""
    with trio.move_on_after(limits.SETTLED) as waiting:
        await wait()
    return not waiting.cancelled_caught


def read_name(words: Words) -> str:
    """Read the words as one name; OrderRefused says why they are none."""
    try:
        return checked_name(" ".join(words))
    except InvalidName as wrong:
        raise OrderRefused(str(wrong)) from None


def _ended(sessions: int) -> tuple[str, ...]:
    return (f"signed out: {sessions}",) if sessions else ()


class KeptSessions:
    """The sessions in a data file that no server uses, for clients that come back when one runs again."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def end(self, *, name: str = "", who: str = "") -> int:
        """End the sessions of that name or that identity; return how many."""
        ended = 0
        for (kept,) in self._file.rows("SELECT kept FROM sessions"):
            session = decode_session(kept)
            if same_name(session.name) == same_name(name) or session.who == who:
                ended += self._file.execute("DELETE FROM sessions WHERE id = ?", (session.id,))
        return ended
