"""What the person is told once, until he does something else.

What a server tells all its guests about itself: the sentences, and for how long one stays at the top of the screen.

Knows a notice's topic, and that an operator's words are his own. Refuses to know where they are shown.

What ends a connection, keeps one from beginning, or from doing what was asked for: one sentence for each.

Refuses to know whether the program ends with it (`cli`) or the person is at home again (`errand_boy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never, get_args

from coinche.client.texts.lesson import Nudge
from coinche.client.texts.replay import Playback
from coinche.connection.address import MalformedAddress
from coinche.connection.error_texts import Trouble, turned_away, unkept, unreached, unread
from coinche.connection.errors import CannotConnect, ConnectionLost, LossReason, NoServer, SentAway, TurnedDown
from coinche.connection.fair_shuffle import ShuffleVerdict
from coinche.connection.storage import KeptError
from coinche.engine.actions import Reason
from coinche.engine.bids import Bid
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Topic
from coinche.text.catalog import Words
from coinche.text.formatting import Face


class OwnFault(Exception):
    """A fault of ours, which ends what was asked for and nothing else: what it is, and the `path` where it is written.

    There is none where it could not be written, or nobody could read it.
    """

    def __init__(self, what: str, path: str = "") -> None:
        super().__init__(what)
        self.path = path


Ended = CannotConnect | TurnedDown | SentAway | ConnectionLost | KeptError | NoServer | OwnFault
"""What ends it with a sentence."""
ENDS = get_args(Ended)


def trouble(error: Ended, face: Face) -> str:
    """The sentence for what went wrong."""
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
        case NoServer():
            return face.say(Trouble.NO_SERVER, problem=face.name(str(error)))
        case ConnectionLost():
            return face.say(Trouble.LOST)
        case _:
            assert_never(error)


def first(ends: BaseExceptionGroup[Ended]) -> Ended:
    """What ended it, in whichever task of a connection that was."""
    end = ends.exceptions[0]
    return first(end) if isinstance(end, BaseExceptionGroup) else end


SHOWN = 15.0
"""Seconds for which it stays at the top, unless it is about something that lasts."""
LONGEST = 200
"""How many signs of an operator's words are shown."""


class ServerSays(Words):
    """A sentence for each topic."""

    STORAGE = (
        "Le disque du serveur est plein ou en panne : les tables attendent.",
        "The server's disk is full or broken: the tables stand still.",
    )
    GOING_ON = ("Le disque du serveur va de nouveau : on continue.", "The server's disk works again: on with the game.")
    DRAINING = (
        "Le serveur s'arrêtera après les parties en cours : pas de nouvelle table.",
        "The server will end after the matches in play: no new tables.",
    )
    OPERATOR = ("Le responsable du serveur : {text}", "The server's operator: {text}")


_WORDS: Mapping[Topic, ServerSays] = {
    Topic.STORAGE: ServerSays.STORAGE,
    Topic.GOING_ON: ServerSays.GOING_ON,
    Topic.DRAINING: ServerSays.DRAINING,
    Topic.OPERATOR: ServerSays.OPERATOR,
}


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What was told, and when."""

    topic: Topic
    text: str = ""
    since: float = 0.0

    def is_shown(self, now: float) -> bool:
        """Whether it is still to be read at the top."""
        return self.topic is Topic.STORAGE or now - self.since < SHOWN


def bulletin(topic: Topic, text: str, now: float) -> Bulletin:
    """The same out of a server's notice, in which there may be any signs."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return Bulletin(topic, shown[:LONGEST], now)


def sentence(told: Bulletin, face: Face) -> str:
    """What to say of it."""
    return face.say(_WORDS[told.topic], text=face.name(told.text))


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules forbid what was tried."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server would not."""

    code: ErrorCode
    told: str = ""
    """What the server says about it; only about rules does it know more than the code."""
    seat: Seat | None = None
    """The one that is open to this person, where no other is."""


@dataclass(frozen=True, slots=True)
class NoSuchRules:
    """Rules that cannot be had; `why` says what would be right."""

    why: str


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """What is seen for the first time, each where there is any."""

    fingerprint: str | None = None
    """Of a server that nobody has been to; from now on it is held to it."""
    own: str | None = None
    """The name that is the person's own from now on, by the key that was made."""


class News(Enum):
    """Something that the person should know and no event tells."""

    LINK_BACK = auto()
    SESSION_GONE = auto()
    """The server forgot us: the seat is lost."""
    OFFLINE = auto()
    """That did not reach the server."""
    NO_CHOICE = auto()
    """That bid is not on offer."""
    NO_CUT = auto()
    """That leaves too few cards on a side."""
    CROSSED = auto()
    """Somebody else spoke first: what we said is refused, not moved to another bid."""
    COINCHE_IN_TURN = auto()
    """By the rules of this table nobody coinches out of turn."""
    STANDING = auto()
    """Nothing is played during a pause."""
    NO_CLAIM = auto()
    """That the rest is one's own does not follow from what one sees."""
    DROPPED = auto()
    """The card that was prepared is not allowed now."""
    NO_ADVICE = auto()
    """People play from memory here."""
    NO_ADVICE_IN_CONTEST = auto()
    REMOVED = auto()
    """The host has freed our seat."""
    TABLE_CLOSED = auto()
    """The server's operator has closed our table."""
    TWICE = auto()
    """We are at that table already, with another connection."""
    STRICT_SEATS = auto()
    """No seat of a strict table changes hands before its match is over."""
    SEAT_CLOSED = auto()
    """The seat was voted out, and stays with its bot until the match is over."""
    SEAT_RESERVED = auto()
    """Somebody gets that seat with the next deal."""
    NOT_ALL_AGREE = auto()
    """Somebody who was dealt a hand has left or is a program, so that nobody is let in before the next deal."""
    SEAT_LOST = auto()
    """Whoever had the seat that was reserved for us has come back to it."""
    NO_SEAT = auto()
    """Whoever was voted out has no seat there until the match is over."""
    NO_NEW_TABLES = auto()
    """The server ends once those that there are have ended."""
    NO_ROOM = auto()
    """The tables opened from our address take all that they may."""
    VOTED_OUT = auto()
    """The others have given our seat to a bot."""
    PRIVATE = auto()
    """A private table, to which we do not know the words."""
    RULES_TAKEN = auto()
    """The next table has the rules that were found."""


@dataclass(frozen=True, slots=True)
class FalseDeal:
    """The cards of a deal, or what the server tells of their shuffle, are not what they must be."""

    deal: int
    verdict: ShuffleVerdict


@dataclass(frozen=True, slots=True)
class Broken:
    """What keeps a connection from beginning, has ended it, or a file from being kept."""

    why: Ended


@dataclass(frozen=True, slots=True)
class Misread:
    """An address that is none."""

    why: MalformedAddress


@dataclass(frozen=True, slots=True)
class FarBid:
    """A bid so high that it may be a slip; to be confirmed."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class BadName:
    """What nobody can be called."""

    name: str


@dataclass(frozen=True, slots=True)
class NoTape:
    """A match that cannot be looked at again: why, and which."""

    said: Playback
    file: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class RulesKept:
    """The rules that were found are kept in that file."""

    path: str


@dataclass(frozen=True, slots=True)
class RecordKept:
    """The match is kept in that file."""

    path: str


@dataclass(frozen=True, slots=True)
class PressKeys:
    """What was chosen by name has keys of its own."""

    keys: str | Words
    label: Words


@dataclass(frozen=True, slots=True)
class Muted:
    """What somebody says is not shown any more, or again."""

    name: str
    muted: bool


@dataclass(frozen=True, slots=True)
class SureToVote:
    """Whether a bot is to play in somebody's place."""

    who: str


@dataclass(frozen=True, slots=True)
class OneAddress:
    """Of the players of our table, those of each group come from one address; only its host is told."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class SeatIsYours:
    """The seat that was waited for is the person's."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NoSuchTalk:
    """What begins with a stroke and means nothing."""


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
    | NoTape
    | RulesKept
    | RecordKept
    | PressKeys
    | Muted
    | NoSuchTalk
    | OneAddress
    | SureToVote
    | SeatIsYours
    | Nudge
    | News
)
