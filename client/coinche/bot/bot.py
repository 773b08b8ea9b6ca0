"""The base class of a bot, and the parts that most bots need."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.actions import Action, Legal, PlayCard, parse_action
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.messages import (
    DeclareSystem,
    HintWanted,
    Request,
    System,
    TableEvent,
    own,
)


class Bot:
    """One player at one seat. Subclass it and write `choose`; each seat gets an object of its own.

    `rules` are those of the match, set before the first `choose`. `seed` is what the command line or the host gave:
    a bot that draws numbers draws them from it, and so plays the same match the same way again.
    `system` is what its calls promise, declared to everybody at the table; `systems` are those of the others, and its
    own, as far as any are declared.
    """

    name: str = "bot"
    system: System | None = None

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.rules: RuleSet = FFB
        self.systems: Mapping[Seat, System] = {}

    def declares(self) -> System | None:
        """Return the system to declare at the seat; override it where it depends on the rules."""
        return self.system

    def on_match(self, rules: RuleSet) -> None:
        """Hear that a match begins. `self.rules` are already set; reset here what belongs to the last match."""

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose one of the legal actions. `view` is everything that the seat may know. Every bot must define this.

        The action is a card, a call, or a cut where the pack is not shuffled. Where a coinche may come at any time, the
        bot is asked out of turn (`view.turn` is then another seat): it coinches, or declines with a pass.
        """
        raise NotImplementedError

    def on_event(self, event: Event | TableEvent) -> None:
        """Something happened at the table. Nothing needs to be done about it: the next `view` tells it, too.

        Where the bot has come in mid-deal and gets its seat with the next, the first event is the `SeatReserved` of
        that; all else is told once the seat is its own.
        """


def say_all(card: Card, legal: Legal) -> PlayCard:
    """Play the card with everything that may be said with it: belote, and the declarations worth most."""
    words = legal.offers.get(card, ())
    said = legal.default.declarations if isinstance(legal.default, PlayCard) else ()
    return PlayCard(card, words[0] if words else None, said)


def legal_of(request: Request | HintWanted) -> Legal:
    """Return the legal actions that a request, or a question for a hint about it, carries."""
    return Legal(
        actions=tuple(parse_action(notation) for notation in request.legal),
        bids=request.bids,
        step=request.step,
        maximum=request.max,
        offers={card: tuple(BeloteWord(word) for word in words) for card, words in request.offers.items()},
        declarations=request.declarations,
        default=parse_action(request.default),
    )


def declaration(system: System, table: str, seat: Seat) -> DeclareSystem:
    """Build the message that declares a bot's system to the table."""
    return DeclareSystem(table=table, system=own(system), seat=seat)
