"""Checks that a server's messages are possible: events follow from those before, requests can be answered.

Anybody may run a server, so a client has no reason to believe one. `systems_after` gives the bidding systems in force
at a table, event by event.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from coinche.engine.actions import Cut, PlayCard, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.bids import HIGHEST_NUMBER
from coinche.engine.events import Event
from coinche.engine.fold_view import fold
from coinche.engine.rules import TRICKS, RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.view import TableView
from coinche.protocol.messages import (
    Envelope,
    FromServer,
    LobbyChatted,
    Matches,
    MatchInfo,
    Request,
    RequestKind,
    SeatChanged,
    System,
    SystemDeclared,
    TableEvent,
)

MOST_SAID = 2_000
"""Maximum number of calls and announcements in a deal: far more than any rules allow."""
LOWEST_NUMBER = 20
"""The lowest number that the notation of a bid has."""
MOST_DECLARATIONS = 64
"""Maximum number of declarations in a request: more than eight cards hold, each part of a sequence included."""
LAST_MS = 32_503_680_000_000
"""The start of the year 3000 in ms of the Unix clock."""

_PLAYED = {RequestKind.CUT: Cut, RequestKind.PLAY: PlayCard}
"""The action that answers each kind of request; a call of the auction answers the others."""


class ImpossibleMessage(Exception):
    """A message of the server is impossible; the text says why."""


def followed(view: TableView, event: Event, rules: RuleSet) -> TableView:
    """Return the view after the event; raise ImpossibleMessage if the event cannot follow."""
    try:
        after = fold(view, event, rules)
    except (AssertionError, LookupError, TypeError, ValueError):
        raise ImpossibleMessage(_does_not_follow(event)) from None
    said = len(after.auction) + len(after.belotes) + len(after.announced) + len(after.heights) + len(after.shown)
    trick = () if after.trick is None else after.trick.cards
    if len(trick) > len(Seat) or len(after.tricks) > TRICKS or len(after.hand) > TRICKS or said > MOST_SAID:
        raise ImpossibleMessage(_does_not_follow(event))
    return after


def _does_not_follow(event: Event) -> str:
    return f"{type(event).__name__} does not follow"


def check(message: FromServer | Envelope) -> None:
    """Raise ImpossibleMessage if the message can be neither shown nor answered."""
    match message:
        case Request(view=view) if view is UNSET:
            raise ImpossibleMessage(f"request {message.request} is without a view")
        case Matches(matches=matches) if not all(map(_is_whole, matches)):
            raise ImpossibleMessage("a list of matches is not whole")
        case LobbyChatted(lines=lines) if not all(0 <= line.at <= LAST_MS for line in lines):
            raise ImpossibleMessage("a line of the chat is from no time")


def can_be_answered(request: Request) -> bool:
    """Return whether all that the request offers can be said, and the numbers of its bids end soon."""
    numbers = (request.max, *request.bids.values())
    return (
        all(_answers(action, request.kind) for action in (*request.legal, request.default))
        and not any("+" in action for action in request.legal)  # what may be said with a card stands apart
        and request.step > 0
        and all(LOWEST_NUMBER <= number <= HIGHEST_NUMBER for number in numbers if request.bids)
        and all(word in set(BeloteWord) for words in request.offers.values() for word in words)
        and len(request.declarations) <= MOST_DECLARATIONS
    )


def _answers(notation: str, kind: RequestKind) -> bool:
    try:
        action = parse_action(notation)
    except ValueError:
        return False
    expected = _PLAYED.get(kind)
    if expected is None:
        return not isinstance(action, (Cut, PlayCard))
    return isinstance(action, expected)


def _is_whole(info: MatchInfo) -> bool:
    return set(info.seats) == set(Seat) and set(info.score) == set(Team) and 0 <= info.at <= LAST_MS


def systems_after(systems: Mapping[Seat, System], event: Event | TableEvent) -> Mapping[Seat, System]:
    """Return the systems in force after the event: a player who takes or leaves a seat changes that seat's system."""
    match event:
        case SystemDeclared(seat, system):
            return {**systems, seat: system}
        case SeatChanged(seat=seat) if seat in systems:
            return {at: system for at, system in systems.items() if at is not seat}
        case _:
            return systems
