"""Two bots that cheat, to show that nobody gains by it in a rated contest. Elsewhere they play as `steady` does.

`Rememberer` keeps every deal that it has seen, and plays it with all hands known when it comes again. `Whisperer`
writes its hand to a file, and reads there the hands of its partner and of its own players at the other table.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.built_in import Expert, Steady
from coinche.bots.pimc import best_first, evaluate_worlds
from coinche.engine.actions import Action, Legal
from coinche.engine.cards import PACK, Card
from coinche.engine.events import CardPlayed, Event, HandDealt, MatchStarted
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView
from coinche.protocol.messages import TableEvent

Hand = frozenset[Card]


class Cheat(Steady):
    """A bot that plays the best card wherever it knows all hands."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._expert = Expert(seed)
        self.board = 0
        self.seat = Seat.NORTH
        self.own: Hand = frozenset()
        self.used = 0
        """The decisions that were taken with all hands known."""

    def on_event(self, event: Event | TableEvent) -> None:
        """Note the board and the hand."""
        match event:
            case MatchStarted(match=board):
                self.board = board
            case HandDealt(seat=seat, cards=cards) if cards:
                self.seat, self.own = seat, frozenset(cards)
                self.dealt()

    def dealt(self) -> None:
        """A deal begins."""

    def hands(self) -> Mapping[Seat, Hand] | None:
        """All hands of this deal as they were dealt; None where the cheat does not know them."""
        raise NotImplementedError

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Play the card that double-dummy play finds, or as `steady` where the hands are not known."""
        if view.phase is Phase.BIDDING or (hands := self.hands()) is None:
            return super().choose(view, legal)
        self.used += 1
        gone = {card for trick in view.tricks for card in trick.cards}
        gone |= set(view.trick.cards) if view.trick is not None else set()
        nothing = hidden_hands(view, self.rules, inference=False, memory=False)
        known = replace(nothing, may={seat: hands[seat] - gone for seat in nothing.may})
        expert = self._expert
        expert.rules = self.rules
        best, *_ = best_first(
            evaluate_worlds(known, view, self.rules, expert.settings, expert.solvers, self.seed), view, legal
        )
        return best.action


class Rememberer(Cheat):
    """A cheat that remembers deals, in its process and in others of this class that live there."""

    memory: ClassVar[dict[Hand, Mapping[Seat, Hand]]] = {}

    def dealt(self) -> None:
        """Begin to note who plays what."""
        self._played: dict[Seat, set[Card]] = {seat: set() for seat in Seat}

    def on_event(self, event: Event | TableEvent) -> None:
        """Note every card; a deal of which all cards were seen is remembered."""
        super().on_event(event)
        if isinstance(event, CardPlayed):
            self._played[event.seat].add(event.card)
            if sum(map(len, self._played.values())) == len(PACK):
                hands = {seat: frozenset(cards) for seat, cards in self._played.items()}
                self.memory.update(dict.fromkeys(hands.values(), hands))

    def hands(self) -> Mapping[Seat, Hand] | None:
        """The deal in which somebody had this hand."""
        return self.memory.get(self.own)


class Whisperer(Cheat):
    """A cheat that tells its hand to the others of its kind by files."""

    folder = Path("/tmp")

    def dealt(self) -> None:
        """Write the hand where the others look."""
        with suppress(OSError):
            self._note(self.seat).write_text(" ".join(self.own), encoding="utf-8")

    def _note(self, seat: Seat) -> Path:
        return self.folder / f"coinche-whisper-{self.board}-{seat}"

    def hands(self) -> Mapping[Seat, Hand] | None:
        """The hands in the files, if they are those of one deal."""
        found: dict[Seat, Hand] = {}
        for seat in Seat:
            with suppress(OSError, ValueError):
                found[seat] = frozenset(map(Card, self._note(seat).read_text(encoding="utf-8").split()))
        found[self.seat] = self.own
        return found if sum(map(len, found.values())) == len(PACK) == len(frozenset().union(*found.values())) else None
