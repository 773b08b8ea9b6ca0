"""The actions of a player, their notation, the legal ones of a seat, and the reasons for refusing one.

An action is written alike on the wire, in records and in tests: `pass`, `90S`, `coinche`, `KH+belote`, `cut:12`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .belote import BeloteWord
from .bids import Bid, BidKind
from .card_values import LEAST
from .cards import Card, Denomination
from .declarations import Declaration, best_set, overlap, sets

CUT_MINIMUM = 3
_CUTS = range(CUT_MINIMUM, len(Card) - CUT_MINIMUM + 1)
"""Cards that a cut leaves on either side at least (F 3.3)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`"""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class MakeBid:
    """`90S`, `capotH`, `generaleH`"""

    bid: Bid

    def __str__(self) -> str:
        return str(self.bid)


@dataclass(frozen=True, slots=True)
class Coinche:
    """`coinche`"""

    def __str__(self) -> str:
        return "coinche"


@dataclass(frozen=True, slots=True)
class Surcoinche:
    """`surcoinche`"""

    def __str__(self) -> str:
        return "surcoinche"


@dataclass(frozen=True, slots=True)
class Cut:
    """`cut:12`: the top twelve cards go under the rest; at least three stay on either side (F 3.3)."""

    at: int

    def __post_init__(self) -> None:
        if self.at not in _CUTS:
            raise ValueError(f"a cut leaves at least {CUT_MINIMUM} cards on either side, so not {self.at}")

    def __str__(self) -> str:
        return f"cut:{self.at}"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card and what is said with it: `JH`, `KH+belote`, `JS+tierce:7S8S9S`."""

    card: Card
    belote: BeloteWord | None = None
    declarations: tuple[Declaration, ...] = ()

    def __str__(self) -> str:
        said = (self.belote,) if self.belote else ()
        return "+".join((self.card, *said, *self.declarations))


Action = Pass | MakeBid | Coinche | Surcoinche | PlayCard | Cut

BARE: Mapping[Card, PlayCard] = {card: PlayCard(card) for card in Card}
"""Every card, played without a word."""

CUTS = tuple(Cut(at) for at in _CUTS)
"""Every cut."""

DEFAULT_CALL = Pass()
DEFAULT_CUT = CUTS[len(CUTS) // 2]

_SAID: tuple[Action, ...] = (Pass(), Coinche(), Surcoinche(), *CUTS)
_WORDS: dict[str, Action] = {str(action): action for action in _SAID}
_CARDS: dict[str, Action] = {str(card): play for card, play in BARE.items()}


def parse_action(notation: str) -> Action:
    """Read an action; ValueError says what is wrong with it."""
    plain = _WORDS.get(notation) or _CARDS.get(notation)
    if plain is not None:
        return plain
    first, *sayings = notation.split("+")
    if first in _CARDS:
        return _with_sayings(Card(first), sayings)
    try:
        return MakeBid(Bid(notation))
    except ValueError:
        raise ValueError(
            f"{notation[:40]!r} is no action; actions are pass, 90S, capotH, generaleH, coinche, surcoinche,"
            " a card such as 10H, a card with what is said (KH+belote, JS+tierce:7S8S9S), or a cut from cut:3 to cut:29"
        ) from None


def _with_sayings(card: Card, sayings: list[str]) -> PlayCard:
    words = [BeloteWord(word) for word in sayings if word in set(BeloteWord)]
    declarations = tuple(Declaration(saying) for saying in sayings if saying not in set(BeloteWord))
    if len(words) > 1 or len(set(declarations)) < len(declarations):
        raise ValueError(f"with {card} something is said twice")
    return PlayCard(card, words[0] if words else None, declarations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """Every legal action of a seat, in a form that stays short.

    `actions` are those that need no number and no words: calls, or bare cards. `bids` is the lowest number in each
    denomination, upwards by `step` to `maximum`. `offers` is the word of a belote that may go with a card;
    `declarations` may go with any card, as long as no card counts twice. `default` is the action taken for a
    seat whose time is up: the middle cut, a pass, or `default_play`.
    """

    actions: tuple[Action, ...] = ()
    bids: Mapping[Denomination, int] = field(default_factory=dict)
    step: int = 10
    maximum: int = 0
    offers: Mapping[Card, tuple[BeloteWord, ...]] = field(default_factory=dict)
    declarations: tuple[Declaration, ...] = ()
    default: Action

    def __contains__(self, action: object) -> bool:
        match action:
            case MakeBid(bid) if bid.kind is BidKind.NUMBER:
                lowest = self.bids.get(bid.denomination)
                return lowest is not None and bid.value in range(lowest, self.maximum + 1, self.step)
            case PlayCard(card, word, declared) if word or declared:
                return (
                    PlayCard(card) in self.actions
                    and (word is None or word in self.offers.get(card, ()))
                    and all(d in self.declarations for d in declared)
                    and not overlap(declared)
                )
            case _:
                return action in self.actions

    def __iter__(self) -> Iterator[Action]:
        """Every legal action, spelled out."""
        for denomination, lowest in self.bids.items():
            for number in range(lowest, self.maximum + 1, self.step):
                yield MakeBid(Bid(f"{number}{denomination}"))
        yield from self.without_numbers()

    def without_numbers(self) -> Iterator[Action]:
        """Every legal action but the bids of a number, spelled out."""
        for action in self.actions:
            if isinstance(action, PlayCard):
                for word in (None, *self.offers.get(action.card, ())):
                    for declared in sets(self.declarations):
                        yield PlayCard(action.card, word, declared)
            else:
                yield action


def default_play(
    cards: tuple[Card, ...],
    offers: Mapping[Card, tuple[BeloteWord, ...]],
    declarations: tuple[Declaration, ...],
    denomination: Denomination,
) -> PlayCard:
    """The play for a seat whose time is up: the card worth least, with all that may be said with it."""
    least = min(cards, key=LEAST[denomination].__getitem__)
    words = offers.get(least)
    if not words and not declarations:
        return BARE[least]
    return PlayCard(least, words[0] if words else None, best_set(declarations, denomination))


class Reason(StrEnum):
    """The rule that an action would break."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    """A bid during the play, a card during the auction, a cut during either, anything between deals."""
    BID_TOO_LOW = "bid_too_low"
    BID_TOO_HIGH = "bid_too_high"
    BID_OFF_STEP = "bid_off_step"
    DENOMINATION_NOT_PLAYED = "denomination_not_played"
    NOTHING_OVER_CAPOT = "nothing_over_capot"
    """Only a générale can be bid over a capot, if it is played; nothing can be bid over a générale."""
    NO_GENERALE = "no_generale"
    """Générale is not played at this table."""
    CONTRACT_FROZEN = "contract_frozen"
    """Nobody can bid over a coinche (F 4.1c)."""
    PARTNER_COINCHED = "partner_coinched"
    """The coincher's partner must pass at this table."""
    NO_BID_TO_COINCHE = "no_bid_to_coinche"
    OWN_BID = "own_bid"
    """Only the opponents' bid can be coinched."""
    ALREADY_COINCHED = "already_coinched"
    NO_SURCOINCHE = "no_surcoinche"
    """There is no surcoinche at this table."""
    NOT_COINCHED = "not_coinched"
    """Only a coinched contract is surcoinched, and by its takers."""
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"
    """A higher trump is held, and one is due (F 5.2.3)."""
    BELOTE_BY_ITSELF = "belote_by_itself"
    """A belote is not said at this table: it counts whenever both cards are in one hand."""
    BELOTE_NOT_HELD = "belote_not_held"
    """The word does not go with this card now: no king and queen of trumps, or not said in order."""
    NO_DECLARATIONS = "no_declarations"
    """Declarations are said with the first card only, where they are played at all (F 8.2)."""
    DECLARATION_NOT_HELD = "declaration_not_held"
    DECLARATION_NOT_BEST = "declaration_not_best"
    """Only a player's best declaration is announced, and only while it can be better than what the other side said."""
    DECLARATIONS_OVERLAP = "declarations_overlap"
    """A card counts in one declaration only (F 8)."""


class IllegalAction(Exception):
    """An action that the rules forbid, with the rule that it breaks."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
