"""The messages that `update` takes: from a server, a file, the clock or a task. Frozen values in the past tense.

`Lesson` and `Saying` are the learner's place in the lesson and what the teacher says.
"""

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
from datetime import UTC, tzinfo

from coinche.connection.address import Found
from coinche.connection.fair_shuffle import Checked
from coinche.hints.reason import Advice
from coinche.protocol.house_rules import HouseRules
from coinche.protocol.messages import Envelope, FromServer

from .notices import Ended

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


@dataclass(frozen=True, slots=True)
class LinkUp:
    """Signed in; `resumed` where it is the session of before, `met` the fingerprint of a server never seen before,
    `owned` where the name has just become one's own.
    """

    name: str
    resumed: bool
    met: str | None = None
    owned: bool = False
    keeps_matches: bool = False
    fair: bool = True
    """Whether players shuffle with this server."""
    zone: tzinfo | None = UTC
    """In which times are told; None: the machine's own."""


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is gone; `attempt` counts how often it was tried for again `since` it was lost.

    `restarting` where the server has said that it will be back.
    """

    attempt: int
    restarting: bool = False
    since: float = 0.0
    now: float = 0.0


@dataclass(frozen=True, slots=True)
class Received:
    """A message came, at that time of the client's clock."""

    message: FromServer | Envelope
    now: float


class FromLesson(Received):
    """The same, from the table of the lesson."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LessonBegun:
    """From now on a lesson is before everything else."""


@dataclass(frozen=True, slots=True)
class LessonSays:
    """The teacher says something."""

    saying: Saying


@dataclass(frozen=True, slots=True)
class DealChecked:
    """It is known now whether the cards of a deal were chosen by anybody."""

    checked: Checked


@dataclass(frozen=True, slots=True)
class Tick:
    """A second went by."""

    now: float


@dataclass(frozen=True, slots=True)
class ServerFound:
    """A server answers on the network."""

    server: Found


@dataclass(frozen=True, slots=True)
class SearchEnded:
    """Whoever was to be found is found."""


@dataclass(frozen=True, slots=True)
class HomeAgain:
    """The connection is over, or has never begun; `why`, where something went wrong."""

    why: Ended | None


@dataclass(frozen=True, slots=True)
class WentWrong:
    """Something could not be done; all else goes on."""

    why: Ended


@dataclass(frozen=True, slots=True)
class RulesWritten:
    """A group's rules are kept in a house file; where, as a person would say it, and all that are kept now."""

    path: str
    houses: tuple[HouseRules, ...]


@dataclass(frozen=True, slots=True)
class RecordWritten:
    """A match is kept in a file; where, as a person would say it."""

    path: str


@dataclass(frozen=True, slots=True)
class Advised:
    """What was asked of a sound player is answered."""

    advice: Advice


@dataclass(frozen=True, slots=True)
class Weighed:
    """What each card would bring the side on turn at that place of the tape, all cards open."""

    at: int
    stop: int
    cards: Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class RecordRead:
    """The lines of a file are there."""

    file: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordUnread:
    """A file could not be read."""

    file: str
    why: str


Input = (
    LinkUp
    | LinkLost
    | Received
    | DealChecked
    | Tick
    | ServerFound
    | SearchEnded
    | HomeAgain
    | WentWrong
    | RulesWritten
    | RecordRead
    | RecordUnread
    | RecordWritten
    | Advised
    | Weighed
    | LessonBegun
    | LessonSays
)
