"""What happens on a server, as the operator is told of it: a sentence, and beside it what programs read of a log.

Knows what can happen and how grave it is. Refuses to know where it is written (`logbook`). No news ever tells a card
that is not on the table.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

Fact = str | int | float | bool | None


class Level(IntEnum):
    """How grave it is, by the numbers of Python's own logging."""

    DEBUG = 10
    INFO = 20
    WARNING = 30
    ERROR = 40


class Happening(StrEnum):
    """What a line is about: the `event` of a log that programs read."""

    LISTENING = "listening"
    JOIN_WITH = "join_with"
    KNOWN_BY = "known_by"
    SIGNS_AS = "signs_as"
    """By which key the server's records of matches are known."""
    RUNS = "runs"
    """Which version, and by which solver its bots think."""
    KEEPS_IN = "keeps_in"
    """In which file, and by which version of SQLite."""
    KEY_MADE = "key_made"
    """A key was missing; whoever knows the server knows it by another."""
    FOUND_AS = "found_as"
    ENDING = "ending"
    ENDED = "ended"
    ORDERED = "ordered"
    """The operator has had something done."""
    SAID = "said"
    """Whatever has no name of its own."""

    SIGNED_IN = "signed_in"
    IS_BACK = "is_back"
    CONNECTION_LOST = "connection_lost"
    WENT = "went"
    SENT_AWAY = "sent_away"
    """A connection was refused or ended; `code` says why."""
    TURNED_AWAY = "turned_away"
    """The same without a word, since too many others were being told so."""

    TABLE_OPEN = "table_open"
    TABLE_BACK = "table_back"
    """It was there before the server was started anew."""
    TABLE_CLOSED = "table_closed"
    SITS_DOWN = "sits_down"
    RESERVES = "reserves"
    """A seat changes hands with the next deal."""
    WATCHES = "watches"
    SEAT_AWAY = "seat_away"
    SEAT_BACK = "seat_back"
    SEAT_LEFT = "seat_left"
    PLAY = "play"
    """A match begins or ends, a deal has its contract or its score."""
    STRIKE = "strike"
    FORFEITED = "forfeited"

    BOTS_ENDED = "bots_ended"
    NOT_ANNOUNCED = "not_announced"
    NO_CTL = "no_ctl"
    NOT_KEPT = "not_kept"
    NOT_ANSWERED = "not_answered"
    """A question about matches that are over."""
    STORAGE = "storage"
    """The disk takes nothing; the tables stand still."""
    GOING_ON = "going_on"
    SET_ASIDE = "set_aside"
    """What cannot be used is copied to a file and removed from the data."""
    FAULT = "fault"
    """The server has made a mistake, and ends what it was made in."""
    FAULT_WORDS = "fault_words"
    """What the mistake said of itself: that may name cards."""

    @property
    def level(self) -> Level:
        """How grave it is."""
        return _LEVELS.get(self, Level.INFO)


_LEVELS = {
    Happening.FAULT_WORDS: Level.DEBUG,
    Happening.TURNED_AWAY: Level.DEBUG,
    Happening.SENT_AWAY: Level.WARNING,
    Happening.BOTS_ENDED: Level.WARNING,
    Happening.NOT_ANNOUNCED: Level.WARNING,
    Happening.NO_CTL: Level.WARNING,
    Happening.GOING_ON: Level.WARNING,
    Happening.NOT_KEPT: Level.ERROR,
    Happening.NOT_ANSWERED: Level.ERROR,
    Happening.STORAGE: Level.ERROR,
    Happening.SET_ASIDE: Level.ERROR,
    Happening.FAULT: Level.ERROR,
}
"""All others are what a server is there for."""

INTERFACE = frozenset(
    {
        Happening.LISTENING,
        Happening.JOIN_WITH,
        Happening.KNOWN_BY,
        Happening.SIGNS_AS,
        Happening.FOUND_AS,
        Happening.ENDING,
        Happening.ENDED,
    }
)
"""What programs that start a server read of its standard output."""


class News(str):
    """A sentence for people that remembers what it is about, and the `facts` in it."""

    __slots__ = ("facts", "happening")

    happening: Happening
    facts: dict[str, Fact]

    def __new__(cls, happening: Happening, sentence: str, **facts: Fact) -> News:
        """Whoever takes lines takes it for the sentence."""
        news = super().__new__(cls, sentence)
        news.happening = happening
        news.facts = facts
        return news

    @classmethod
    def of(cls, line: str) -> News:
        """The line itself if it is news, else as something that was said."""
        return line if isinstance(line, News) else cls(Happening.SAID, line)
