"""Notices: short information for the person, shown until their next action, and the sentences for errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never, get_args

from coinche.client.texts.admission import Inviting, LettingIn
from coinche.client.texts.lesson import Nudge
from coinche.client.texts.practice import PracticeNotice
from coinche.client.texts.replay import Playback
from coinche.connection.address import MalformedAddress
from coinche.connection.error_texts import Trouble, turned_away, unkept, unreached, unread
from coinche.connection.errors import CannotConnect, ConnectionLost, LossReason, NoServer, SentAway, TurnedDown
from coinche.connection.fair_shuffle import ShuffleVerdict
from coinche.connection.storage import FileFault, KeptError
from coinche.engine.actions import Reason
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Suit
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .bulletins import Bulletin


class OwnFault(Exception):
    """A bug in the client: it ends the current task and nothing else. `path` is the file with the traceback.

    It is empty if the file could not be written, or if nobody could read it.
    """

    def __init__(self, what: str, path: str = "") -> None:
        super().__init__(what)
        self.path = path


Ended = CannotConnect | TurnedDown | SentAway | ConnectionLost | KeptError | NoServer | OwnFault
"""Errors that end a task or a connection and are told in one sentence."""
ENDS = get_args(Ended)


def trouble(error: Ended, face: Face) -> str:
    """The sentence for an error."""
    match error:
        case CannotConnect():
            return face.name(unreached(error, face.language))
        case TurnedDown() | SentAway():
            return face.name(turned_away(error, face.language))
        case KeptError():
            return face.name(unkept(error, face.language))
        case ConnectionLost(reason=LossReason.GARBLED):
            return face.name(unread(error, face.language))
        case OwnFault(path=""):
            return face.say(Trouble.OWN_FAULT_UNWRITTEN, what=face.name(str(error)))
        case OwnFault(path=path):
            return face.say(Trouble.OWN_FAULT, path=face.name(path))
        case NoServer(status=NoServer.IN_USE):
            return face.say(Trouble.OPEN_ELSEWHERE)
        case NoServer():
            return face.say(Trouble.NO_SERVER, problem=face.name(str(error)))
        case ConnectionLost():
            return face.say(Trouble.LOST)
        case _:
            assert_never(error)


def first(ends: BaseExceptionGroup[Ended]) -> Ended:
    """The first error of a group, however deeply nested."""
    end = ends.exceptions[0]
    return first(end) if isinstance(end, BaseExceptionGroup) else end


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid the attempted action."""

    reason: Reason
    lowest: tuple[Bid, ...] = ()
    """The lowest possible bid in each denomination, if the bid was too low."""
    led: Suit | None = None
    """The suit led, if the card did not follow."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server has rejected a request."""

    code: ErrorCode
    told: str = ""
    """The server's own explanation; only for rules does it say more than the code."""
    seat: Seat | None = None
    """The only seat that is open to this player, if there is just one."""


@dataclass(frozen=True, slots=True)
class NoSuchRules:
    """The wanted rules are impossible; `why` says what to change."""

    why: str


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """Identities seen for the first time."""

    fingerprint: str | None = None
    """Fingerprint of a server never visited before; every later visit compares it."""
    own: str | None = None
    """The name that is reserved for this player from now on, by the key that was made."""


class News(Enum):
    """Information that no event carries."""

    AWAITS_APPROVAL = auto()
    """The server's operator, or a host there, has to let in this player."""
    LINK_BACK = auto()
    SEAT_NOT_KEPT = auto()
    """The person was away from a table before its match for too long."""
    SESSION_GONE = auto()
    """The server has forgotten the session, so the seat is lost."""
    REMATCH_OR_LEAVE = auto()
    """The match is over: Enter alone does neither."""
    OFFLINE = auto()
    """The action has not reached the server."""
    NO_CHOICE = auto()
    """The bid is not on offer."""
    NO_SUCH_SUIT = auto()
    """The letter typed after a number is that of no suit."""
    NO_SUCH_CARD = auto()
    """The hand has no card with the digit that was pressed."""
    NO_CUT = auto()
    """The cut leaves too few cards on one side."""
    CROSSED = auto()
    """Another player spoke first: the answer is refused instead of applied to another bid."""
    PAUSE_STANDS = auto()
    COINCHE_IN_TURN = auto()
    """The rules of this table allow a coinche in turn only."""
    STANDING = auto()
    """The table is paused."""
    NO_CLAIM = auto()
    """The cards in sight do not prove that the player takes the remaining tricks."""
    NAME_LATER = auto()
    """The new name applies from the next connection on."""
    DROPPED = auto()
    """The premove has been dropped, since its card is not legal now."""
    NO_ADVICE = auto()
    """The table was opened without hints."""
    NO_ADVICE_IN_CONTEST = auto()
    REMOVED = auto()
    """The host has freed this player's seat."""
    TABLE_CLOSED = auto()
    """The server's operator has closed the table."""
    TWICE = auto()
    """Another connection of this player is at that table already."""
    STRICT_SEATS = auto()
    """No seat of a strict table changes hands before its match is over."""
    SEAT_CLOSED = auto()
    """The player of this seat was voted out; the bot keeps it until the match is over."""
    SEAT_RESERVED = auto()
    """Another player gets this seat with the next deal."""
    NOT_ALL_AGREE = auto()
    """A player of this deal has left or is a bot, so nobody is let in before the next deal."""
    SEAT_LOST = auto()
    """The player of the seat reserved for this client has come back to it."""
    NO_SEAT = auto()
    """This player was voted out, and gets no seat there until the match is over."""
    NO_NEW_TABLES = auto()
    """The server opens no tables, because it stops after those in play."""
    NO_ROOM = auto()
    """The tables opened from this address use up their quota."""
    VOTED_OUT = auto()
    """The others have given this player's seat to a bot."""
    PRIVATE = auto()
    """The table is private and its passphrase is missing."""
    HINTS_DECIDED = auto()
    """The server decides whether its tables have hints."""
    CALLED_OUT = auto()
    """The lobby has been told that this player looks for others."""
    BOTS_INSTEAD = auto()
    """The player has called for others; the match begins with bots only if Enter is pressed again."""
    GIVES_UP = auto()
    """A new solo match gives the one that waits up."""
    GIVES_UP_WITHOUT_HOME = auto()
    """The same where a start from home would keep both."""
    GIVES_UP_ONE = auto()
    """The solo match that waits is given up for good."""
    RULES_TAKEN = auto()
    """The rules found apply to the next new table."""


@dataclass(frozen=True, slots=True)
class FalseDeal:
    """The cards of a deal, or the server's proof of their shuffle, are wrong."""

    deal: int
    verdict: ShuffleVerdict


@dataclass(frozen=True, slots=True)
class Broken:
    """An error kept a connection from beginning, ended it, or kept a file from being saved."""

    why: Ended


@dataclass(frozen=True, slots=True)
class Misread:
    """The typed address is malformed."""

    why: MalformedAddress


@dataclass(frozen=True, slots=True)
class FarBid:
    """The bid is high enough to be a slip; it needs confirmation."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class BadName:
    """The name is not allowed."""

    name: str


@dataclass(frozen=True, slots=True)
class NoReplay:
    """A match cannot be replayed: the reason and the file."""

    said: Playback
    file: str = ""
    why: FileFault | str = ""


@dataclass(frozen=True, slots=True)
class NotKept:
    """The solo match will not be kept."""

    why: str


@dataclass(frozen=True, slots=True)
class NotReadable:
    """The solo matches in that directory cannot be read; new ones are kept elsewhere."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class OtherMatchWaits:
    """A match by other rules waits while this one begins."""

    rules: str
    deal: int


@dataclass(frozen=True, slots=True)
class MatchGoesOn:
    """A solo match goes on where the person left it."""

    deal: int
    us: int
    them: int


@dataclass(frozen=True, slots=True)
class RulesGone:
    """The person's own rules of that name are not there any more, or their file is broken."""

    name: str


@dataclass(frozen=True, slots=True)
class RulesKept:
    """The rules found are saved in that file."""

    path: str


@dataclass(frozen=True, slots=True)
class RecordKept:
    """The match is saved in that file."""

    path: str


@dataclass(frozen=True, slots=True)
class PressKeys:
    """The command chosen by name has keys, which the notice teaches."""

    keys: str | Words
    label: Words


@dataclass(frozen=True, slots=True)
class Muted:
    """A player's chat messages are hidden from now on, or shown again."""

    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class SureToVote:
    """Ask for confirmation of a vote to replace a player by a bot."""

    who: str


@dataclass(frozen=True, slots=True)
class OneAddress:
    """Groups of players at this table who share an address; the server tells only the host."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ApplicantAnswered:
    """The person has let in an applicant of that name, or put them off; or the applicant waits no more."""

    said: LettingIn
    name: str


@dataclass(frozen=True, slots=True)
class NoInvitation:
    """Nobody can be invited: the reason, and the name if it is not allowed."""

    why: Inviting | Trouble
    name: str = ""


@dataclass(frozen=True, slots=True)
class SeatIsYours:
    """The awaited seat is free and belongs to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MustFollow:
    """A card cannot be prepared: the player has to follow that suit."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class InPlaceOf:
    """The position of a replay is played from the seat of that player, who is not the person."""

    name: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An undo at a practice table has taken back that card or bid of the person."""

    what: Card | Bid


@dataclass(frozen=True, slots=True)
class NoSuchTalk:
    """A chat line begins with a slash and is no command."""


Notice = (
    Bulletin
    | Refused
    | Rejected
    | NoSuchRules
    | FirstSeen
    | FalseDeal
    | Broken
    | Misread
    | BadName
    | FarBid
    | NoReplay
    | NotKept
    | NotReadable
    | OtherMatchWaits
    | MatchGoesOn
    | RulesGone
    | RulesKept
    | RecordKept
    | PressKeys
    | Muted
    | NoSuchTalk
    | OneAddress
    | SureToVote
    | ApplicantAnswered
    | NoInvitation
    | SeatIsYours
    | MustFollow
    | InPlaceOf
    | TakenBack
    | Nudge
    | PracticeNotice
    | News
)
