"""The comparison of the person's last matches with perfect play: their records are fetched, and solved in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from coinche.client.model.messages import ParFound
from coinche.client.model.state import ClientState
from coinche.client.model.statistics import ParReview
from coinche.client.update import statistics
from coinche.engine.seats import Seat, Team
from coinche.protocol.names import same_name

from .store import ClientStore

if TYPE_CHECKING:
    from coinche.records.review.recorded_deal import RecordedDeal


async def review_par(store: ClientStore) -> None:
    """Compare match by match, deal by deal, until all are compared or the person wants no more."""
    await store.until(lambda state: state.archive.par is None or state.archive.par.matches is not None)
    while (par := store.state.archive.par) is not None and par.match is not None:
        if par.is_read:
            await _compare(store, par, par.match)
        else:
            store.do(statistics.ask_on)
            await store.until(_moved_on(par))


def _moved_on(par: ParReview) -> Callable[[ClientState], bool]:
    """Return the condition that more of the record has come, or that the comparison is given up."""
    return lambda state: state.archive.par is None or state.archive.par != par


async def _compare(store: ClientStore, par: ParReview, match: int) -> None:
    from coinche.engine.solver.solver import ENGINE, Engine
    from coinche.records.review.review import beyond_par

    def goes_on(state: ClientState) -> bool:
        return state.archive.par is not None and state.archive.par.match == match

    read = await store.compute(partial(_read, par.lines, store.state.name), goes_on)
    if read is None:
        return
    (deals, team), slow, gaps = read, ENGINE is not Engine.C, list[int]()
    store.take(ParFound(match, (), len(deals), slow))
    for deal in deals:
        assert team is not None, "without the person no deal is compared"
        gap = await store.compute(partial(beyond_par, deal, team), goes_on)
        if gap is None:
            return
        gaps.append(gap)
        store.take(ParFound(match, tuple(gaps), len(deals), slow))


def _read(lines: Sequence[str], name: str) -> tuple[tuple[RecordedDeal, ...], Team | None]:
    """The deals of a record, and the person's team; no deals where the record is of no use."""
    from coinche.engine.record import RecordError
    from coinche.engine.record_lines import read_record
    from coinche.records.review.recorded_deal import deals_of

    try:
        record = read_record(lines)
        seats = record.header.seats
        team = next((seat.team for seat in Seat if same_name(seats.get(seat, "")) == same_name(name)), None)
        return (tuple(deals_of(record)) if team is not None else ()), team
    except RecordError:
        return (), None
