"""The state of the user interface: settings, cursor, overlay and unfinished entries; none of it reaches the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from coinche.client.texts.help import HelpPage
from coinche.engine.cards import Card, Denomination
from coinche.engine.fair import Shares
from coinche.engine.seats import Seat
from coinche.protocol.messages import OptionValue
from coinche.text.language import Language
from coinche.text.settings import Settings

from .rules_questions import RulesQuestionnaire
from .text_entry import TextEntry


class Overlay(Enum):
    """Windows that cover the screen until they are closed."""

    HELP = auto()
    TERMS = auto()
    """The words of the game, below the help."""
    LAST_TRICK = auto()
    LOG = auto()
    LEAVE = auto()
    """Ask for confirmation before leaving."""
    RESUME = auto()
    """Ask whether the solo match that waits goes on."""
    RULES = auto()
    """The rules in words."""
    FORM = auto()
    """The form for a new table."""
    CHAT = auto()
    """Entry of a chat message."""
    LOBBY_CHAT = auto()
    """Entry of a chat message to the lobby."""
    PEOPLE = auto()
    """Everybody on the server."""
    INVITATION = auto()
    """The ways by which others reach the server."""
    PHONE = auto()
    """The link that friends open on their phones."""
    INVITE = auto()
    """Entry of the name to which somebody is invited."""
    INVITED = auto()
    """The invitation that was made: its links and their code."""
    ADDRESS = auto()
    """Entry of a server's address."""
    RECORD = auto()
    """Entry of the file of a recorded match."""
    HISTORY = auto()
    """The finished deals of the match."""
    NAME = auto()
    """Entry of the person's name."""
    PASSPHRASE = auto()
    """Entry of a private table's passphrase."""
    PALETTE = auto()
    """The command palette: all commands, filtered by the text entered."""
    SETTINGS = auto()
    QUESTIONS = auto()
    """Six questions that lead to a group's rules."""
    RULES_FOUND = auto()
    """The rules that follow from the answers."""
    CONVENTIONS = auto()
    """The bidding conventions of the players at the table."""
    RULES_NAME = auto()
    """Entry of a name for the rules found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The options for a new table."""

    table_name: str | None = None
    """None names the table after its maker."""
    preset: str | None = None
    """None takes the server's preset."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options that differ from the preset."""
    target: int | None = None
    """None takes the target of the rules or of the server."""
    seat: Seat = Seat.SOUTH
    bots: bool = False
    """True to fill the other seats with bots at once."""
    private: bool = False
    """True if the table has a passphrase."""
    shares: Shares = Shares.CUTTER
    """The players who contribute to the shuffles."""
    hints: bool = True
    """True if the players may ask for hints."""
    practice: bool = False
    """True for a practice table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """The bid being entered: its level (`90`, `capot`, `generale`) and its denomination; `typed` is the level as typed.

    An untouched pad is a proposal only: a first Enter touches it, a second one makes the bid. So one Enter too many
    after a recap bids nothing.
    """

    level: str = ""
    denomination: Denomination = Denomination.SPADES
    typed: str = ""
    letter: str = ""
    """The letter typed last for a denomination; a second one may follow."""
    touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCursor:
    """The position at which to cut the pack; `typed` has the digits typed so far."""

    at: int = 16
    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """Settings, cursor, overlay and unfinished entries."""

    settings: Settings = field(default_factory=Settings)
    overlay: Overlay | None = None
    behind: Overlay | None = None
    """The overlay to which the help returns, or the line for the name."""
    help: HelpPage | None = None
    """The page of the help; None for that of the screen behind it."""
    row: int = 0
    """The line selected in the list on the screen; in the lobby 0 is the new table."""
    row_chosen: bool = False
    """True once the person has moved the cursor in the lobby: then it stays where it is."""
    place: Seat | None = None
    """The seat selected in that line, or at a table that is gathering."""
    moving: Seat | None = None
    """The seat to be exchanged with another."""
    card: Card | None = None
    premove: Card | None = None
    """The premove: the card to be played at the player's turn."""
    pad: Pad = Pad()
    cut_cursor: CutCursor = CutCursor()
    once: str = ""
    """The key that was pressed once and acts only when pressed again."""
    trick: int = 0
    """The distance of the trick on display from the last one, in tricks."""
    scroll: int = 0
    """The number of rule options above the top of the screen."""
    option: int = 0
    """The selected line of the form."""
    unchanged: Wish | None = None
    """The wish as it was when the form was opened."""
    asking: RulesQuestionnaire = field(default_factory=RulesQuestionnaire)
    """The progress through the six questions."""
    silent: bool = False
    """True if the next card is played without announcing anything."""
    to_watch: bool = False
    """True if the passphrase being entered is for watching rather than playing."""
    entry: TextEntry = field(default_factory=TextEntry)
    """The line being written: a chat message, or a field."""

    @property
    def language(self) -> Language:
        return self.settings.language
