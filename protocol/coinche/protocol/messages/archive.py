"""The messages about matches that are over: questions of clients, and what the server answers."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from coinche.engine.cards import Card
from coinche.engine.seats import Seat, Team

from .types import ClientMessage, Name, Number, Occupant, ServerMessage


class ListMatches(ClientMessage, frozen=True, kw_only=True, tag="list_matches"):
    """Ask for the matches that are kept: the newest, or those before the one with that number."""

    before: Number | UnsetType = UNSET


class GetRecord(ClientMessage, frozen=True, kw_only=True, tag="get_record"):
    """The record of a match that is over, or what follows that many of its lines."""

    match: Number
    after: Number = 0


class GetValues(ClientMessage, frozen=True, kw_only=True, tag="get_values"):
    """Ask for the double-dummy value of each legal card in a match that is over, after so many lines of its record."""

    match: Number
    after: Number


class GetStatistics(ClientMessage, frozen=True, kw_only=True, tag="get_statistics"):
    """Ask for the statistics of the kept matches, player by player."""


class GetPlayer(ClientMessage, frozen=True, kw_only=True, tag="get_player"):
    """Ask for one player's totals, matches, partners and opponents. A name may be known as more than one `occupant`."""

    name: Name
    occupant: Occupant = Occupant.PERSON


OfTheArchive = ListMatches | GetRecord | GetValues | GetStatistics | GetPlayer
"""Messages about matches that are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """A match that is over, kept under that number; `at` is when it ended, in ms of the Unix clock.

    `seats` has those who held them at the end.
    """

    match: int
    at: int
    table: str
    """The name of the table."""
    preset: str
    target: int
    deals: int
    seats: dict[Seat, str]
    score: dict[Team, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStatistics:
    """The results of a person, program or bot. Points are those of their teams in all deals."""

    name: str
    occupant: Occupant
    matches: int
    won: int
    deals: int
    taken: int
    """Contracts that they bid themselves."""
    made: int
    """The contracts among them that were made."""
    coinches: int
    """The number of their coinches."""
    beaten: int
    """The contracts among those that they coinched which failed."""
    points: int
    against: int
    failed: int = 0
    """The contracts that they bid themselves and that failed; a tied one is neither made nor failed."""
    coinched: int = 0
    """The contracts that they bid themselves and that were coinched."""
    coinched_failed: int = 0
    """Those among them that failed."""
    capots: int = 0
    """The deals in which their team took all tricks."""
    belotes: int = 0
    """The number of times that they said belote."""
    generales: int = 0
    """The générales that they bid themselves and made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMatch:
    """A player's result in a match that is over, kept under that number; `at` is when it ended.

    `matches` and `won` are 0 for a player who had left by then. A kind of bot that held several seats counts once.
    """

    match: int
    at: int
    matches: int
    won: int
    deals: int
    points: int
    """Points of the player's team in these deals."""
    against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPair:
    """A player's results with one partner, or against one opponent. Points are those of the player's team."""

    name: str
    occupant: Occupant
    matches: int
    won: int
    """The matches among them that the player won."""
    deals: int
    points: int
    against: int


class Matches(ServerMessage, frozen=True, kw_only=True, tag="matches"):
    """Matches that are kept, the newest first; `more` if there are older ones."""

    matches: tuple[MatchInfo, ...]
    more: bool


class RecordPage(ServerMessage, frozen=True, kw_only=True, tag="record"):
    """Lines of a match's record, those after that many; `more` if others follow."""

    match: int
    after: int
    lines: tuple[str, ...]
    more: bool


class Values(ServerMessage, frozen=True, kw_only=True, tag="values"):
    """The final points of the side on turn for each legal card, if all four play perfectly with open cards.

    `cards` is empty where no card is to be played after that many lines of the record.
    """

    match: int
    after: int
    cards: dict[Card, int]


class Statistics(ServerMessage, frozen=True, kw_only=True, tag="statistics"):
    """Players by what they have played, the most matches first."""

    players: tuple[PlayerStatistics, ...]


class PlayerPage(ServerMessage, frozen=True, kw_only=True, tag="player"):
    """One player: totals, the last matches, the newest first, and the partners and opponents of most deals first.

    The player who asks is among the partners and opponents whenever they have played together. `best_partner` has the
    most points more than the opponents per deal, among those with at least 20 deals together; null where nobody has.
    A player who has played nothing that you may know of has zeros and empty lists.
    """

    player: PlayerStatistics
    matches: tuple[PlayerMatch, ...]
    partners: tuple[PlayerPair, ...]
    opponents: tuple[PlayerPair, ...]
    best_partner: PlayerPair | None
