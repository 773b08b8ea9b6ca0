"""What a client gives for the shuffles at its tables, by itself and at once, and what it finds out about them.

Knows chance, and what it has said. Refuses to know connections, and what people are told.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from msgspec import UNSET

from coinche.engine import fair
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_NUMBER
from coinche.protocol.messages import (
    Envelope,
    FromServer,
    Left,
    Pledge,
    Share,
    ShareGiven,
    ShareStage,
    ShareWanted,
    Welcome,
)

from .shuffles import Checked, Shuffles, Verdict

ID = MAX_NUMBER
"""The `id` of what is said here, which nobody else uses: whoever owns the client is not told how it was taken."""
TABLES = 1_000
"""Tables at most of which it is remembered what was said; those that were asked about last."""
_NO_KEY = bytes(fair.SHARE_BYTES)


@dataclass(frozen=True, slots=True)
class Said:
    """A share, for what commitment of the server's, and who had pledged his own when it was shown."""

    share: str
    commitment: str
    pledged: frozenset[Seat] | None = None


@dataclass(slots=True)
class _Table:
    """What is known of a table: its shuffles, the number of the last event, what was said for its last deal."""

    shuffles: Shuffles
    n: int = 0
    deal: tuple[int, int] = (0, 0)
    said: dict[tuple[Seat, str], Said] = field(default_factory=dict)

    def against(self, given: ShareGiven) -> Verdict | None:
        """What of this share cannot be, by what was said here; None where all is well, or nothing is remembered."""
        told = self.shuffles.told
        if told is None or given.substitute or self.deal != (told.match, told.deal):
            return None
        own = [said for (seat, _), said in self.said.items() if seat is given.seat]
        if own and not any((said.share, said.commitment) == (given.share, told.commitment) for said in own):
            return Verdict.SHARE_CHANGED
        shown = (said.pledged for said in self.said.values() if said.pledged is not None)
        in_time = told.shares is fair.Shares.CUTTER or all(given.seat in pledged for pledged in shown)
        return None if in_time else Verdict.NOT_BOUND


class Shares:
    """One client's, for as long as its session lives, over all its connections."""

    def __init__(self, draw: Callable[[int], str] = secrets.token_hex) -> None:
        self._draw = draw
        self._signer = _NO_KEY
        self._tables: dict[str, _Table] = {}
        self._found: list[Checked] = []

    def answer(self, wanted: ShareWanted) -> Pledge | Share:
        """What is wanted; the same again where it was wanted before, and a new share for another commitment."""
        table, key = self._table(wanted.table), (wanted.seat, wanted.commitment)
        if table.deal != (wanted.match, wanted.deal):
            table.deal, table.said = (wanted.match, wanted.deal), {}
        said = table.said.setdefault(key, Said(self._draw(fair.SHARE_BYTES), wanted.commitment))
        if wanted.stage is ShareStage.PLEDGE:
            pledge = fair.pledge(bytes.fromhex(wanted.commitment), wanted.seat, bytes.fromhex(said.share))
            return Pledge(id=ID, table=wanted.table, match=wanted.match, deal=wanted.deal, pledge=pledge.hex())
        if said.pledged is None:
            table.said[key] = replace(said, pledged=table.shuffles.pledged)
        return Share(id=ID, table=wanted.table, match=wanted.match, deal=wanted.deal, share=said.share)

    def hear(self, message: FromServer | Envelope) -> None:
        """Take note of what came, in its order; an event that comes again is not another."""
        match message:
            case Welcome(signer=signer):
                self._signer = _NO_KEY if signer is UNSET else bytes.fromhex(signer)
            case Left(table=name):
                self._tables.pop(name, None)
            case Envelope():
                self._happened(self._table(message.table), message)

    def found(self) -> tuple[Checked, ...]:
        """What was found out since the last call."""
        found, self._found = tuple(self._found), []
        return found

    def _table(self, name: str) -> _Table:
        """What is known of it; that of the table which was silent for longest is forgotten, where there are many."""
        table = self._tables.pop(name, None) or _Table(Shuffles(self._signer))
        self._tables[name] = table
        if len(self._tables) > TABLES:
            del self._tables[next(iter(self._tables))]
        return table

    def _happened(self, table: _Table, message: Envelope) -> None:
        if message.n == 1:  # the log from its beginning
            table.shuffles, table.n = Shuffles(self._signer), 0
        if message.n <= table.n:
            return
        table.n = message.n
        told = table.shuffles.told
        wrong = table.against(message.event) if isinstance(message.event, ShareGiven) else None
        if told is not None and wrong is not None:
            self._found.append(Checked(told.match, told.deal, wrong))
        self._found += table.shuffles.hear(message.event)
