"""Answers to requests of which nobody has said that they arrived: said again when their request comes again.

Knows when two requests ask the same. Refuses to know what is answered.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import UNSET

from coinche.protocol.messages import Act, Claim, Envelope, Error, FromClient, FromServer, Left, Ok, Request

_MOST = 8
"""How many requests are remembered: one's own turn, and a few to react."""


@dataclass(slots=True)
class Unheard:
    """What one client was asked last, and what it has said to that."""

    _asked: dict[int, Request] = field(default_factory=dict)
    _said: dict[int, Act | Claim] = field(default_factory=dict)

    def said(self, message: FromClient) -> None:
        """That was sent, or would have been, had the connection not been lost."""
        if isinstance(message, Act | Claim) and message.request is not UNSET and message.request in self._asked:
            self._said[message.request] = message

    def heard(self, message: FromServer | Envelope) -> Act | Claim | None:
        """That came; what is to be said again, if it asks what was answered already."""
        match message:
            case Request():
                return self._asked_again(message)
            case Ok(request=int() as number) | Error(request=int() as number):
                self._said.pop(number, None)
            case Left():
                self.forget()
        return None

    def forget(self) -> None:
        """Nothing that was asked before is asked again: it was at another table, or in another session."""
        self._asked.clear()
        self._said.clear()

    def _asked_again(self, request: Request) -> Act | Claim | None:
        before = self._asked.pop(request.request, None)
        self._asked[request.request] = request
        for number in tuple(self._asked)[:-_MOST]:
            del self._asked[number]
            self._said.pop(number, None)
        if before is not None and _question(before) == _question(request):
            return self._said.get(request.request)
        self._said.pop(request.request, None)
        return None


def _question(request: Request) -> tuple[object, ...]:
    """What it asks, whenever it comes: not how much has happened since, and not what is left of the clock."""
    decision = (request.table, request.match, request.deal, request.seat, request.kind, request.default)
    return (*decision, request.legal, request.bids, request.offers, request.declarations)
