"""The messages that `update` takes, from a server, a file, the clock or a task: frozen values in the past tense.

`Lesson` is the learner's place in the lesson, `Saying` a sentence of the teacher.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from coinche.engine.actions import Action, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

    from .replay import Position
    from .state import ClientState
from datetime import UTC, tzinfo

from coinche.connection.address import Found
from coinche.connection.fair_shuffle import Checked
from coinche.connection.storage import FileFault
from coinche.hints.render import Advice, ExpertChoice
from coinche.protocol.house_rules import HouseRules
from coinche.protocol.messages import Envelope, FromServer
from coinche.text.catalog import Words

from .notices import Ended, NotKept, NotReadable

About = Card | Bid | Denomination | Seat | int
"""A subject that the teacher's sentence can name."""


class LessonNumber(StrEnum):
    """The lessons, in the order in which they are taken."""

    FIRST = "1"
    SECOND = "2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A sentence of the teacher; if it `waits`, the lesson continues only after Enter, and if it `ends`, not at all."""

    words: Words
    about: Mapping[str, About] = field(default_factory=dict)
    waits: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson in progress; `behind` is the client's state before it, which goes on receiving all other messages."""

    behind: ClientState
    number: LessonNumber = LessonNumber.FIRST
    saying: Saying | None = None
    told: int = 0
    """The number of sayings so far."""
    points: LessonPoints | None = None
    """The answer that the teacher has pointed at last."""

    @property
    def is_done(self) -> bool:
        """True once the learner has come to the last sentence."""
        return self.saying is not None and self.saying.ends

    @property
    def waits(self) -> bool:
        """True while the lesson waits for Enter."""
        return self.saying is not None and self.saying.waits

    def agreed(self, advice: Advice) -> Advice:
        """The advice; instead of a call or card that the lesson turns down, the one at which the teacher points."""
        points, action = self.points, advice.action
        if points is None or action is None or points.accepts_answer(action):
            return advice
        return Advice(request=advice.request, action=points.answer)

    def hearing(self, saying: Saying) -> Lesson:
        """The lesson with the next saying."""
        return replace(self, saying=saying, told=self.told + 1)

    def read(self) -> Lesson:
        """The lesson after Enter; the saying stays visible."""
        return self if self.saying is None else replace(self, saying=replace(self.saying, waits=False))


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The client has signed in. `resumed`: the session of before goes on; `met`: the fingerprint of a server seen for
    the first time; `owned`: the name belongs to this player's key from now on.
    """

    name: str
    resumed: bool
    met: str | None = None
    owned: bool = False
    keeps_matches: bool = False
    fair: bool = True
    """True if players contribute to the shuffles of this server."""
    zone: tzinfo | None = UTC
    """The time zone in which times are shown; None means the zone of this machine."""
    people: bool = False
    """True if this server tells of the people there."""
    title: str = ""
    """The server's own name."""
    link: str = ""
    """The link by which others reach the server."""
    links_here: tuple[str, ...] = ()
    """The links of a server on this machine: the one there, then those at this machine's addresses in its networks."""
    web: str = ""
    """The link that browsers open; "" if the server gives none."""
    members_invite: bool = False
    """True if owners of names may invite others."""
    has_key: bool = False
    """True if a key proved who this player is."""
    practice: bool = False
    """True if this server has practice tables."""
    hints: bool | None = None
    """True or False if the server decides about hints; None if the hosts of tables do."""


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is lost since `since`; `attempt` counts the attempts to reconnect.

    `restarting` is true if the server has announced that it will be back.
    """

    attempt: int
    restarting: bool = False
    since: float = 0.0
    now: float = 0.0


@dataclass(frozen=True, slots=True)
class Received:
    """A message arrived from the server, at `now` of the client's clock."""

    message: FromServer | Envelope
    now: float


class FromLesson(Received):
    """A message arrived from the table of the lesson."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LessonBegun:
    """A lesson has begun; it hides everything else."""

    number: LessonNumber = LessonNumber.FIRST


@dataclass(frozen=True, slots=True)
class LessonSays:
    """The teacher says something."""

    saying: Saying


@dataclass(frozen=True, slots=True)
class LessonPoints:
    """The teacher points at an answer; the cursor moves to a card. The lesson accepts it, and perhaps other cards."""

    answer: Action | None
    """The call or card; None if the lesson accepts every call."""
    accepts: frozenset[Card] = frozenset()

    def accepts_answer(self, action: Action) -> bool:
        """Return whether the lesson takes the action for a right answer."""
        if isinstance(action, PlayCard) and isinstance(self.answer, PlayCard):
            return action.card in self.accepts
        return self.answer is None or action == self.answer


@dataclass(frozen=True, slots=True)
class DealChecked:
    """The shuffle of a deal has been checked."""

    checked: Checked


@dataclass(frozen=True, slots=True)
class Tick:
    """A second has passed."""

    now: float


@dataclass(frozen=True, slots=True)
class ServerFound:
    """A server has answered on the network."""

    server: Found


@dataclass(frozen=True, slots=True)
class SearchEnded:
    """The search for servers is over; those that were known before and have not answered are `gone`."""

    gone: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class HomeAgain:
    """The connection has ended, or was never established; `why` is None unless something went wrong."""

    why: Ended | None


@dataclass(frozen=True, slots=True)
class SoloBegun:
    """The person's own server runs; `told` is what prevents it from keeping a match, or from finding an earlier one."""

    kept: bool
    told: NotKept | NotReadable | None = None
    beside: bool = False
    """True if another client holds the directory where earlier matches are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingMatch:
    """A solo match that goes on when the person likes: the name of its directory, and how it stands."""

    directory: str
    rules: str
    target: int
    deal: int
    us: int
    them: int


@dataclass(frozen=True, slots=True)
class MatchesWait:
    """The solo matches that wait, the one played last first; `beside` the one that has just begun, or at home."""

    matches: tuple[WaitingMatch, ...]
    beside: bool = False


@dataclass(frozen=True, slots=True)
class WentWrong:
    """A task has failed; everything else goes on."""

    why: Ended


@dataclass(frozen=True, slots=True)
class RulesWritten:
    """House rules have been saved and chosen: the path as a person reads it, all house rules so far, and their name."""

    path: str
    houses: tuple[HouseRules, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class RecordWritten:
    """A match has been saved: the path as a person reads it."""

    path: str


@dataclass(frozen=True, slots=True)
class Advised:
    """The advice that was asked for is ready."""

    advice: Advice


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A number of deals of the replay have been reviewed; `costly` is None until all of them have been judged."""

    deals: int
    costly: tuple[CostlyDecision, ...] | None = None
    """The most costly decisions, those that cost most first."""
    choices: Mapping[Position, ExpertChoice] = field(default_factory=dict)
    """What `expert` would have done there from the player's own hand, by position."""


@dataclass(frozen=True, slots=True)
class ParFound:
    """The difference from perfect play in the first deals of a match, of so many."""

    match: int
    gaps: tuple[int, ...]
    deals: int
    is_slow: bool = False
    """True without the compiled solver."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The points that each card is worth to the side on turn at one position of the replay, with all hands open."""

    at: int
    stop: int
    cards: Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class Consulted:
    """The choice of `expert` at one position of the replay."""

    at: int
    stop: int
    choice: ExpertChoice


@dataclass(frozen=True, slots=True)
class RecordRead:
    """The lines of a record have been read."""

    file: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordUnread:
    """A record could not be read."""

    file: str
    why: FileFault | str


Input = (
    LinkUp
    | LinkLost
    | Received
    | DealChecked
    | Tick
    | ServerFound
    | SearchEnded
    | HomeAgain
    | SoloBegun
    | MatchesWait
    | WentWrong
    | RulesWritten
    | RecordRead
    | RecordUnread
    | RecordWritten
    | Advised
    | Reviewed
    | ParFound
    | Weighed
    | Consulted
    | LessonBegun
    | LessonSays
    | LessonPoints
)
