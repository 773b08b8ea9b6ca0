"""Where a learner stands: what is being explained, and what waits behind the lesson. Refuses to know how it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coinche.client.texts.lesson import Teaching
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat

if TYPE_CHECKING:
    from .state import ClientState


About = Card | Bid | Denomination | Seat | int
"""What a sentence can be about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What the teacher says, and whether that is only to be read: then nothing happens before Enter."""

    words: Teaching
    about: Mapping[str, About] = field(default_factory=dict)
    waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson that is going on; `behind` is the client as it was, to which everything else still happens."""

    behind: ClientState
    saying: Saying | None = None
    told: int = 0
    """How many things have been said."""

    @property
    def waits(self) -> bool:
        """Whether Enter is waited for."""
        return self.saying is not None and self.saying.waits

    def hearing(self, saying: Saying) -> Lesson:
        """The same, one thing further."""
        return replace(self, saying=saying, told=self.told + 1)

    def read(self) -> Lesson:
        """The same, once what is only to be read was read; it stays to be looked at."""
        return self if self.saying is None else replace(self, saying=replace(self.saying, waits=False))
