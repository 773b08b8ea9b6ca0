"""The messages between a server and its providers, which lend it bots and answer its questions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import Declaration
from coinche.engine.rules import HAND_SIZE, RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView
from coinche.protocol.limits import MAX_CARD_VALUE, MAX_HINT, MAX_NOTATION

from .bidding_systems import System
from .types import ClientMessage, HintLanguage, Number, RequestKind, ServerMessage, TableId


class Invite(ServerMessage, frozen=True, kw_only=True, tag="invite"):
    """A provider is asked to play this seat, with these rules, as that kind of bot."""

    table: str
    seat: Seat
    bot: str
    rules: RuleSet


class Dismiss(ServerMessage, frozen=True, kw_only=True, tag="dismiss"):
    """A provider is told that the seat is no longer its own to play."""

    table: str
    seat: Seat


class Accept(ClientMessage, frozen=True, kw_only=True, tag="accept"):
    """A provider takes the seat that an invite offered."""

    table: TableId
    seat: Seat


class Decline(ClientMessage, frozen=True, kw_only=True, tag="decline"):
    """A provider does not take the seat that an invite offered."""

    table: TableId
    seat: Seat


class HintWanted(ServerMessage, frozen=True, kw_only=True, tag="hint_wanted"):
    """A provider is asked for a hint on behalf of a player, with all that the player knows.

    The fields from `seat` to `view` are those of the player's request, and `systems` has the systems that are declared.
    """

    question: int
    language: HintLanguage
    rules: RuleSet
    names: dict[Seat, str]
    seat: Seat
    kind: RequestKind
    legal: tuple[str, ...]
    bids: dict[Denomination, int]
    step: int
    max: int
    offers: dict[Card, tuple[str, ...]]
    declarations: tuple[Declaration, ...]
    default: str
    view: TableView
    systems: dict[Seat, System]


class ValuesWanted(ServerMessage, frozen=True, kw_only=True, tag="values_wanted"):
    """A provider is asked for the double-dummy value of each legal card in a deal of a match that is over.

    `view` is that of a spectator, and `hands` has the cards that the four still hold.
    """

    question: int
    rules: RuleSet
    view: TableView
    hands: dict[Seat, tuple[Card, ...]]


class HintGiven(ClientMessage, frozen=True, kw_only=True, tag="hint_given"):
    """The answer of a provider to `hint_wanted`: an action that is legal there, and the reason for it."""

    question: Number
    action: Annotated[str, Meta(max_length=MAX_NOTATION)]
    text: Annotated[str, Meta(max_length=MAX_HINT)]


class ValuesGiven(ClientMessage, frozen=True, kw_only=True, tag="values_given"):
    """The answer of a provider to `values_wanted`: the final points of the side on turn for each legal card."""

    question: Number
    cards: Annotated[dict[Card, Annotated[int, Meta(ge=0, le=MAX_CARD_VALUE)]], Meta(max_length=HAND_SIZE)]


class DeclineQuestion(ClientMessage, frozen=True, kw_only=True, tag="decline_question"):
    """A provider does not answer a `hint_wanted` or a `values_wanted`."""

    question: Number


ProviderAnswer = HintGiven | ValuesGiven | DeclineQuestion
"""The answers of a provider to what the server asks on behalf of a client."""
