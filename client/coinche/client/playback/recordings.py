"""Where tapes come from: the record of a match, or what happened so far at a table.

Knows what a person may look at again. Refuses to know files and the network.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from coinche.client.at_table import AtTable
from coinche.engine.events import CardPlayed
from coinche.engine.record import BadRecord
from coinche.engine.record_lines import read_record
from coinche.engine.rules import TrickHistory
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import MatchInfo, Occupant, SeatInfo

from .reels import Reel
from .story import without_running_deal
from .tape import Tape, recorded, to_end


def of_record(lines: Iterable[str], title: str, preset: str, name: str = "") -> Tape:
    """The match of a record, from its beginning; `name` is who looks at it, and sees it from where he sat.

    RecordError where it is none, or not true; a record without a deal is none.
    """
    from coinche.engine.replay import replay  # with the whole engine, of which nothing else here makes use

    told = tuple(lines)
    record = read_record(told)
    header = record.header
    _, events = replay(record)
    seats = {
        seat: SeatInfo(seat=seat, occupant=Occupant.PERSON, name=header.seats.get(seat, ""), connected=True)
        for seat in Seat
    }
    own = next((seat for seat in Seat if name and header.seats.get(seat) == name), None)
    tape = recorded(events, title=title, preset=preset, rules=header.rules, seats=seats, own=own)
    if tape is None:
        raise BadRecord(1, "nothing was dealt")
    return replace(tape, record=told)


def of_table(table: AtTable) -> Tape | None:
    """The match at a table so far, where it stands now; None while there is nothing to be looked at again."""
    if table.rules is None:
        return None
    hides = table.rules.match.trick_history is TrickHistory.LAST
    tape = recorded(
        without_running_deal(table.story) if hides else table.story,
        title=table.name,
        preset=table.preset,
        rules=table.rules,
        seats=table.seats,
        own=table.seat,
        eyes=table.seat or table.eyes,
    )
    return tape if tape is None else to_end(tape)


def is_that_of(info: MatchInfo, tape: Tape) -> bool:
    """Whether a match that a server has kept can be the one of that tape, which a table has told to its end."""
    last = to_end(tape)
    if (tape.title, last.reel.deal) != (info.table, info.deals):
        return False
    return all(info.score.get(team) == last.view.totals[team] for team in Team)


def is_record_of(record: Tape, tape: Tape) -> bool:
    """Whether the same cards were played in all deals that the tape has."""
    played = {reel.deal: _cards(reel) for reel in record.reels}
    return all(played.get(reel.deal) == _cards(reel) for reel in tape.reels)


def _cards(reel: Reel) -> tuple[CardPlayed, ...]:
    return tuple(event for event in reel.events if isinstance(event, CardPlayed))
