"""The tables of a server: opened, run, and brought back as they were before the server was started again.

Knows which there are and how they end. Refuses to know who may come to one (`lobby`), and what is played there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import trio

from coinche.protocol.messages import TableClosed
from coinche.server.archive.archiving_store import ArchivingStore
from coinche.server.clock import Entropy, Time
from coinche.server.log import Happening, News, explain_fault, report_fault
from coinche.server.match.entries import Entry, TableOpened, Told
from coinche.server.match.options import TableOptions
from coinche.server.match.replay import PackSource, RandomPacks
from coinche.server.seating.feed import Observer
from coinche.server.seating.premises import House
from coinche.server.sessions.sessions import Session
from coinche.server.storage.data_dir import DataFailed
from coinche.server.table.match_log import aim
from coinche.server.table.table import Table


class Hall:
    """Every table, by its id. They are run in the nursery that `house` it; one that fails ends alone."""

    def __init__(self, house: House, store: ArchivingStore, time: Time, entropy: Entropy) -> None:
        self.tables: dict[str, Table] = {}
        self.nursery: trio.Nursery | None = None
        self._house = house
        self._store = store
        self._time = time
        self._entropy = entropy
        self._asleep: dict[str, None] = {}
        self._sessions: Mapping[str, Session] = {}
        self._were_at: defaultdict[str | None, list[Session]] = defaultdict(list)
        self._all_awake = trio.Event()
        self._all_awake.set()

    def open(
        self,
        options: TableOptions,
        packs: PackSource | None = None,
        observer: Observer | None = None,
        *,
        kept: bool,
        origin: str,
    ) -> Table:
        """A new table that runs from now on. The packs are shuffled unless they are given."""
        table = self._made(f"t{self._store.number()}", options, packs, observer, kept=kept, origin=origin)
        table.open()
        line = f"{table.id}: {options.name!r} is open, {options.preset} {aim(options.rules.match)}"
        facts = {"table": table.id, "name": options.name, "preset": options.preset, "origin": origin}
        self._house.say(News(Happening.TABLE_OPEN, line, **facts))
        self._start(table)
        return table

    def find(self, number: str | None) -> Table | None:
        """The table of that id, if there is one; it is woken."""
        if number is not None and number in self._asleep:
            self._wake(number)
        return self.tables.get(number or "")

    def __contains__(self, number: str | None) -> bool:
        return number in self.tables or number in self._asleep

    def __len__(self) -> int:
        return len(self.tables) + len(self._asleep)

    def recall(self, kept: Iterable[str], sessions: Mapping[str, Session]) -> None:
        """The tables from before; whoever sat there is away. Each wakes when somebody comes to it, or in its turn."""
        self._asleep.update(dict.fromkeys(kept))
        self._sessions = sessions
        for session in sessions.values():
            self._were_at[session.table].append(session)
        self._all_awake = trio.Event()
        assert self.nursery is not None, "the lobby is not running"
        self.nursery.start_soon(self._wake_all)

    async def _wake_all(self) -> None:
        """Wake the tables that sleep, one after the other; at least half of the time is for all who are there."""
        for number in tuple(self._asleep):
            began = trio.current_time()
            self.find(number)
            await trio.sleep(trio.current_time() - began)
        self._all_awake.set()

    async def all_awake(self) -> None:
        """Wait until no table sleeps."""
        await self._all_awake.wait()

    def _wake(self, number: str) -> None:
        del self._asleep[number]
        try:
            self._recall(number, self._store.entries(number))
        except DataFailed:  # pages of the file are damaged, and more than this table with them: the server ends
            raise
        except Exception as wrong:  # damaged entries fail anywhere in the engine; what they say may name cards
            self._store.set_aside(number, f"its entries do not play: {type(wrong).__name__}")
            explain_fault(self._house.say, wrong, table=number)

    def _recall(self, number: str, entries: Sequence[Entry]) -> None:
        opened = entries[0]
        assert isinstance(opened, TableOpened), "every table begins with how it was opened"
        table = self._made(number, opened.options, origin=opened.origin)
        closed = isinstance(entries[-1], Told) and isinstance(entries[-1].event, TableClosed)
        if not closed:
            table.recall(entries, self._sessions, self._were_at.pop(number, []))
        self._store.recall(number, entries)
        if closed:  # and everybody was told so; its last match was still to be kept
            self._store.close(number)
        else:
            self._start(table)

    def _made(
        self,
        number: str,
        options: TableOptions,
        packs: PackSource | None = None,
        observer: Observer | None = None,
        *,
        kept: bool = False,
        origin: str,
    ) -> Table:
        return Table(
            number,
            options,
            packs or RandomPacks(self._entropy),
            house=self._house,
            store=self._store,
            time=self._time,
            entropy=self._entropy,
            observer=observer,
            kept=kept,
            origin=origin,
        )

    def _start(self, table: Table) -> None:
        assert self.nursery is not None, "the lobby is not running"
        self.tables[table.id] = table
        self.nursery.start_soon(self._run, table, name=table.id)
        self._house.changed()

    async def _run(self, table: Table) -> None:
        """The one supervisor: a table that fails ends alone, with its traceback in the log."""
        try:
            await table.run()
        except Exception as wrong:
            report_fault(self._house.say, f"{table.id}: ended by a fault of the server", wrong, table=table.id)
        del self.tables[table.id]
        self._house.changed()
