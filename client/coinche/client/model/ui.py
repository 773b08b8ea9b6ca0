"""Where the person is with keys and cursor: nothing of it ever reaches the server as such."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from coinche.engine.cards import Card, Denomination
from coinche.engine.fair import Shares
from coinche.engine.seats import Seat
from coinche.protocol.messages import OptionValue
from coinche.text.catalog import Language
from coinche.text.settings import Settings

from .rules_questions import Asking
from .text_entry import TextEntry


class Overlay(Enum):
    """What lies over the screen until it is put away."""

    HELP = auto()
    LAST_TRICK = auto()
    LOG = auto()
    LEAVE = auto()
    """Are you sure?"""
    RULES = auto()
    """The rules in words."""
    FORM = auto()
    """What a new table is to be like."""
    CHAT = auto()
    """Something to say to the table is being written."""
    ADDRESS = auto()
    """The address of a server is being written."""
    RECORD = auto()
    """The file of a recorded match is being written."""
    HISTORY = auto()
    """The deals of the match that are over."""
    NAME = auto()
    """What one wants to be called is being written."""
    PASSPHRASE = auto()
    """The words of a private table are being written."""
    PALETTE = auto()
    """A part of what one wants to do is being written, and all that can be done is listed."""
    SETTINGS = auto()
    """What one likes."""
    QUESTIONS = auto()
    """A group's rules are being found by six questions."""
    RULES_FOUND = auto()
    """What they lead to."""
    CONVENTIONS = auto()
    """What the calls of those at the table promise."""
    RULES_NAME = auto()
    """What these rules are to be called is being written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What this person wants of a new table."""

    table_name: str | None = None
    """None: it is called after its maker."""
    preset: str | None = None
    """None is what the server plays."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Those in which its rules are to differ from the preset's."""
    target: int | None = None
    """None is what the server says, by its rules or otherwise."""
    seat: Seat = Seat.SOUTH
    bots: bool = False
    """Fill the other seats with bots at once."""
    private: bool = False
    """Whether there is a passphrase, which makes it private."""
    shares: Shares = Shares.CUTTER
    """Who is to shuffle with the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """The bid being made: its level (`90`, `capot`, `generale`) and what is to be trumps.

    `typed` is what the keyboard says of the level so far.

    Until it was `touched` it is a mere proposal: Enter takes it up, and only Enter again makes the bid, so that one
    Enter too many after a recap bids nothing.
    """

    level: str = ""
    denomination: Denomination = Denomination.SPADES
    typed: str = ""
    letter: str = ""
    """The letter that was typed last for a denomination: another may follow it."""
    touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Knife:
    """Where the pack is to be cut; `typed` is what the keyboard says so far."""

    at: int = 16
    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """Where the person is with keys and cursor."""

    settings: Settings = field(default_factory=Settings)
    overlay: Overlay | None = None
    row: int = 0
    """The line of the list that is on the screen; in the lobby 0 is the new table."""
    place: Seat | None = None
    """The seat of that line that is meant, or the one at the table, while it gathers."""
    moving: Seat | None = None
    """The seat that is to be exchanged with another."""
    card: Card | None = None
    meant: Card | None = None
    """The card that is to be played when one's turn comes."""
    pad: Pad = Pad()
    knife: Knife = Knife()
    once: str = ""
    """The key that was pressed and does what it does only when pressed again."""
    trick: int = 0
    """How many tricks before the last one are looked at."""
    scroll: int = 0
    """How many options of the rules are above the screen."""
    option: int = 0
    """The line of the form."""
    unchanged: Wish | None = None
    """What was wished for when the form was opened."""
    asking: Asking = field(default_factory=Asking)
    """How far the six questions are answered."""
    silent: bool = False
    """Say nothing with the next card."""
    to_watch: bool = False
    """The words of a private table are written to watch it, not to sit down."""
    entry: TextEntry = field(default_factory=TextEntry)
    """What is being written: to the table, or in a field."""

    @property
    def language(self) -> Language:
        """The one that is spoken now."""
        return self.settings.language
