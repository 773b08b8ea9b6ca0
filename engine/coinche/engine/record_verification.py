"""Verification of a record: it is played again, and each pack is derived anew from its shares.

Signatures are checked in `coinche.protocol.record_signature`: the engine handles no keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .events import DealStarted
from .fair import Flaw, Shares, ShuffleContext, ShuffleProof, asked, shuffle_flaw
from .match import MatchOver, State
from .record import DealLine, Header, Provenance, Record, RecordUnproven
from .replay import Played, replayed
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Substitute:
    """A seat gave no share for that deal; the server's substitute stands for it."""

    deal: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """The seat changed hands with that deal."""

    deal: int
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """The findings about a record: fairly shuffled deals by kind of shares, and the number of gathered packs."""

    fair: Mapping[Shares, int]
    gathered: int
    substitutes: tuple[Substitute, ...]
    renamed: tuple[Renamed, ...]


def proven(record: Record) -> Proven:
    """Return the findings. RecordDiffers or RecordUnproven names the first line that is wrong."""
    if record.header.provenance is None:
        raise RecordUnproven(1, Flaw.UNSIGNED)
    shuffles: list[tuple[int, ShuffleProof | None]] = []
    for step in replayed(record):
        last = step
        if isinstance(step.entry, DealLine):
            shuffles.append((step.entry.deal, _shown(step, step.entry, record.header, record.header.provenance)))
    if not shuffles:
        raise RecordUnproven(1, Flaw.NO_DEALS)
    if not isinstance(last.state.phase, MatchOver):
        raise RecordUnproven(1 + len(record.entries), Flaw.UNFINISHED)
    fair = [(deal, shown) for deal, shown in shuffles if shown is not None]
    if fair and fair[0][1].names != record.header.seats:
        raise RecordUnproven(1, Flaw.NAMES)
    substitutes = (Substitute(deal, seat) for deal, shown in fair for seat in Seat if _is_substituted(shown, seat))
    return Proven(
        fair=Counter(shown.shares for _, shown in fair),
        gathered=len(shuffles) - len(fair),
        substitutes=tuple(substitutes),
        renamed=tuple(_renamed(fair)),
    )


def _renamed(fair: Sequence[tuple[int, ShuffleProof]]) -> Iterator[Renamed]:
    for (_, before), (deal, shown) in pairwise(fair):
        for seat in Seat:
            if before.names[seat] != shown.names[seat]:
                yield Renamed(deal, seat, shown.names[seat])


def _is_substituted(shown: ShuffleProof, seat: Seat) -> bool:
    return seat in shown.given and shown.given[seat].substitute


def _shown(step: Played, entry: DealLine, header: Header, origin: Provenance) -> ShuffleProof | None:
    """Return the evidence for the shuffle, or None where the pack was gathered."""
    wrong, shuffled = None, any(isinstance(event, DealStarted) and event.shuffled for event in step.events)
    if entry.fairness is None:
        wrong = Flaw.UNSHOWN if shuffled else None
    elif not shuffled:
        wrong = Flaw.NOTHING_SHUFFLED
    else:
        wrong = _flaw(step.state, entry.fairness, entry, header, origin)
    if wrong is not None:
        raise RecordUnproven(step.line, wrong)
    return entry.fairness


def _flaw(state: State, shown: ShuffleProof, entry: DealLine, header: Header, origin: Provenance) -> Flaw | None:
    context = ShuffleContext(
        signer=origin.signer,
        match=origin.id,
        deal=state.deal,
        dealer=state.dealer,
        names=shown.names,
        shares=shown.shares,
    )
    return shuffle_flaw(shown, context, asked(shown.shares, state.dealer, header.rules.table.direction), entry.pack)
