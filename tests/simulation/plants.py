"""Deliberate server bugs, planted one at a time, to prove that a run detects them.

Each names the rule that must detect it (`Violation.rule`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from coinche.engine.actions import Action, parse_action
from coinche.engine.events import HandDealt, Viewer
from coinche.engine.seats import Seat
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Act, Clock, Envelope, Error
from coinche.server.seating.feed import EventLog, Feed, Frames, shown_to
from coinche.server.seating.members import Members
from coinche.server.seating.seats import TableSeat
from coinche.server.sessions.session import Session
from coinche.server.storage.journal import Journal
from coinche.server.turns.absence import AbsenceClock
from coinche.server.turns.decision import LiveRequest
from coinche.server.turns.decision_clock import DecisionClock

Patch = Callable[[object, str, Any], None]
"""As pytest's `monkeypatch.setattr`."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A mistake: how it is made, and the rules of which one has to be seen broken.

    With its knobs `turned` like that a run is likely to come to it. `seed` is one that comes to it: the search begins
    there.
    """

    name: str
    made: Callable[[Patch], None]
    noticed: tuple[str, ...]
    turned: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


def _leak(patch: Patch) -> None:
    """The player opposite sees the hand that is dealt."""
    frames = Feed._frames

    def leaky(feed: Feed, envelope: Envelope) -> Frames:
        made = frames(feed, envelope)
        if isinstance(envelope.event, HandDealt) and isinstance(made, dict):
            opposite = {Seat.NORTH: Seat.SOUTH, Seat.EAST: Seat.WEST}.get(envelope.event.seat, Seat.NORTH)
            made[opposite] = encode(envelope)
        return made

    patch(Feed, "_frames", leaky)


def _hurry(patch: Patch) -> None:
    """Send messages before the disk has their entries."""
    write = Journal.write

    def hurried(journal: Journal, item: Any) -> None:
        write(journal, item)
        journal.durable = journal.position

    patch(Journal, "write", hurried)


def _believe(patch: Patch) -> None:
    """Report entries as safe although the disk refused them."""
    commit = Journal._commit

    async def believing(journal: Journal, group: Any, position: int) -> bool:
        await commit(journal, group, position)
        journal.durable = position
        journal._wake_waiting()
        return True

    patch(Journal, "_commit", believing)


def _skip(patch: Patch) -> None:
    """Send a returning client the events from the next but one on."""

    def skipping(log: EventLog, viewer: Viewer, after: int, upto: int) -> Iterator[bytes]:
        for frames in log.frames(after + (after > 0), upto):
            yield shown_to(viewer, frames)

    patch(EventLog, "sent_to", skipping)


def _misnumber(patch: Patch) -> None:
    """Every thirtieth event has the number of the next."""
    frames = Feed._frames

    def misnumbered(feed: Feed, envelope: Envelope) -> Frames:
        wrong = replace(envelope, n=envelope.n + 1) if envelope.n % 30 == 0 else envelope
        return frames(feed, wrong)

    patch(Feed, "_frames", misnumbered)


def _wait(patch: Patch) -> None:
    """Nobody plays for who is away and has no bot."""
    until = AbsenceClock.until
    forever = float("inf")
    patch(
        AbsenceClock,
        "until",
        lambda waiting, place, now: forever if place.player is None else until(waiting, place, now),
    )


def _allow(patch: Patch) -> None:
    """Whatever is an action is taken."""
    judge = LiveRequest.judge

    def lenient(request: LiveRequest, act: Act) -> Action | Error:
        judged = judge(request, act)
        lawless = isinstance(judged, Error) and judged.code is ErrorCode.ILLEGAL_ACTION
        return parse_action(act.action) if lawless else judged

    patch(LiveRequest, "judge", lenient)


def _give_time(patch: Patch) -> None:
    """Give a player more time for a repeated request."""
    left = DecisionClock.left

    def more(keeper: DecisionClock, place: TableSeat, request: LiveRequest) -> Clock:
        true = left(keeper, place, request)
        return replace(true, move_ms=true.move_ms + 60_000) if request.receipt.written_ms is not None else true

    patch(DecisionClock, "left", more)


def _forget_seats(patch: Patch) -> None:
    """A table that comes back has forgotten who sat there."""
    patch(Members, "recall", lambda *told, **more: None)


def _forget_numbers(patch: Patch) -> None:
    """A server that begins again counts its tables from one."""
    begin = Journal.__init__

    def beginning(journal: Journal, *told: Any) -> None:
        begin(journal, *told)
        journal._numbered = 0

    patch(Journal, "__init__", beginning)


def _show_early(patch: Patch) -> None:
    """Spectators see everything at once."""
    patch(Feed, "_delay_from", lambda *told: False)


def _let_peek(patch: Patch) -> None:
    """Give a player who arrives in mid-deal the seat, and its hand, at once."""

    def peeking(members: Members, session: Session, place: TableSeat, re: Any, *, dealt: bool) -> None:
        members.sit_down(session, place, re, 0)

    patch(Members, "join", peeking)


_ORDER = "events are told in order, each once"
_WAITS = "a seat waits for its owner"
_SAFE = "nothing is said that is not safe"

_RESTLESS = {"muddle": 0.3, "think": 0.3, "chaos": 15.0}
_MUDDLED = {"muddle": 0.6, "think": 0.3, "chaos": 5.0, "hostile": 0}
_CROWDED = {"players": 8, "muddle": 0.3, "think": 2.0, "chaos": 15.0, "crashes": 0, "hostile": 0}
"""More players than seats, so that some arrive in mid-deal."""
_MORTAL = {"crashes": 3, "stops": 1, "think": 0.3, "chaos": 15.0}

PLANTS: tuple[Plant, ...] = (
    Plant("a leaked card", _leak, ("a hand is known by its seat alone",)),
    Plant(
        "an acknowledgement before its commit",
        _hurry,
        (_SAFE, "a seat is known by its owner alone"),
        {"crashes": 0, "stops": 0},
    ),
    Plant(
        "a disk that is believed",
        _believe,
        ("the journal has no gap", "a seat is known by its owner alone", _SAFE),
        seed=1,
    ),
    Plant("an event that is lost on the way back", _skip, (_ORDER,)),
    Plant("a wrong number", _misnumber, (_ORDER,)),
    Plant("a substitute that is forgotten", _wait, ("every table ends once nothing goes wrong",), _RESTLESS, seed=3),
    Plant("an act that is not judged", _allow, ("the server makes no mistakes",), _MUDDLED, seed=5),
    Plant(
        "a clock that goes up", _give_time, ("no clock goes up within a decision",), {**_RESTLESS, "players": 4}, seed=5
    ),
    Plant("seats that are forgotten", _forget_seats, ("a table comes back as it was", _WAITS, _ORDER), _MORTAL),
    Plant("numbers that are forgotten", _forget_numbers, ("a table's name is its own",), _MORTAL, seed=7),
    Plant("a hand for who comes in mid-deal", _let_peek, ("a hand is known by who was dealt it",), _CROWDED, seed=14),
    Plant("events that are shown early", _show_early, ("spectators see events as late as they may",), {"watchers": 8}),
)
