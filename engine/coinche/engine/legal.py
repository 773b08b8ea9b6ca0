"""The legal actions of a seat: the one source of legality, which `apply` asks and requests carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .actions import Action, MakeBid, PlayCard
from .belote import BeloteWord
from .bids import Bid, BidKind
from .cards import Card, Denomination
from .declarations import Declaration, overlap, sets


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """Every legal action of a seat, in a form that stays short.

    `actions` are those that need no number and no words: calls, or bare cards. `bids` is the lowest number in each
    denomination, upwards by `step` to `maximum`. `offers` is the word of a belote that may go with a card;
    `declarations` may go with any card, as long as no card counts twice. `default` is what is played for a seat
    whose time is up.
    """

    actions: tuple[Action, ...] = ()
    bids: Mapping[Denomination, int] = field(default_factory=dict)
    step: int = 10
    maximum: int = 0
    offers: Mapping[Card, tuple[BeloteWord, ...]] = field(default_factory=dict)
    declarations: tuple[Declaration, ...] = ()
    default: Action

    def __contains__(self, action: object) -> bool:
        match action:
            case MakeBid(bid) if bid.kind is BidKind.NUMBER:
                lowest = self.bids.get(bid.denomination)
                return lowest is not None and bid.value in range(lowest, self.maximum + 1, self.step)
            case PlayCard(card, word, declared) if word or declared:
                return (
                    PlayCard(card) in self.actions
                    and (word is None or word in self.offers.get(card, ()))
                    and all(d in self.declarations for d in declared)
                    and not overlap(declared)
                )
            case _:
                return action in self.actions

    def __iter__(self) -> Iterator[Action]:
        """Every legal action, spelled out."""
        for denomination, lowest in self.bids.items():
            for number in range(lowest, self.maximum + 1, self.step):
                yield MakeBid(Bid(f"{number}{denomination}"))
        for action in self.actions:
            if isinstance(action, PlayCard):
                for word in (None, *self.offers.get(action.card, ())):
                    for declared in sets(self.declarations):
                        yield PlayCard(action.card, word, declared)
            else:
                yield action
