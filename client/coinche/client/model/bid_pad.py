"""The bid pad: the bids that a request offers, moves among them, and bids typed as letters and digits."""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.actions import Coinche, Pass, Surcoinche
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.seats import Seat
from coinche.protocol.messages import Request
from coinche.text.language import Language

from .ui import Pad

WORDS = (BidKind.CAPOT.value, BidKind.GENERALE.value)
"""The levels written as words, the higher one last."""
_CAPOT_DIGIT = "0"
_NO_BIDS = frozenset(map(str, (Pass(), Coinche(), Surcoinche())))

_LETTERS = {
    Language.ENGLISH: dict(zip("shdcna", Denomination, strict=True))
    | {"p": Denomination.SPADES, "k": Denomination.DIAMONDS, "t": Denomination.CLUBS},
    Language.FRENCH: dict(zip("pckt", Denomination, strict=False))
    | {"s": Denomination.SPADES, "h": Denomination.HEARTS, "d": Denomination.DIAMONDS}
    | {"n": Denomination.NO_TRUMP, "a": Denomination.ALL_TRUMP},
}


"""The letters of a language, then those of the other; `c` is a suit in both, and that of the language counts."""
_PAIRS = {"sa": Denomination.NO_TRUMP, "nt": Denomination.NO_TRUMP, "at": Denomination.ALL_TRUMP}
"""Denominations named by two letters; each letter alone names another one."""


def letter(denomination: Denomination, language: Language) -> str:
    """The key that selects a denomination on the pad."""
    return next(key for key, named in _LETTERS[language].items() if named is denomination)


def best_suit(request: Request) -> Denomination | None:
    """The partner's last suit; else that in which the hand is strongest, one that only opponents have bid last.
    None without a suit."""
    known = request.known
    said = [(call.seat, Bid(call.action).denomination) for call in known.auction if call.action not in _NO_BIDS]
    partners = [d for seat, d in said if isinstance(known.viewer, Seat) and seat is known.viewer.partner]
    if partners and partners[-1] in request.bids and len(partners[-1].trumps) == 1:
        return partners[-1]
    own = {d for seat, d in said if isinstance(known.viewer, Seat) and seat.team is known.viewer.team}
    theirs = {d for _, d in said} - own
    suits = ((Denomination(suit), suit) for suit in Suit)
    offered = {d: (d not in theirs, _strength(known.hand, suit)) for d, suit in suits if d in request.bids}
    return max(offered, key=offered.__getitem__, default=None)


def _strength(hand: tuple[Card, ...], suit: Suit) -> int:
    """Ten points for each trump, and those of the jack, the nine and the belote."""
    ranks = {card.rank for card in hand if card.suit is suit}
    honours = 20 * (Rank.JACK in ranks) + 14 * (Rank.NINE in ranks)
    return 10 * len(ranks) + honours + 20 * ({Rank.KING, Rank.QUEEN} <= ranks)


def lowest(request: Request) -> tuple[Bid, ...]:
    """The lowest bid in each denomination on offer."""
    return tuple(Bid(f"{levels(request, d)[0]}{d}") for d in denominations(request))


def at_the_level(request: Request, pad: Pad) -> tuple[Bid, ...]:
    """The bid on the pad in each denomination on offer; the lowest bid where its level may not be bid."""
    offered = ((d, levels(request, d)) for d in denominations(request))
    return tuple(
        Bid(f"{pad.level if pad.touched and pad.level.isdigit() and pad.level in can else can[0]}{d}")
        for d, can in offered
    )


def denominations(request: Request) -> tuple[Denomination, ...]:
    """The denominations in which at least one bid is legal."""
    return tuple(d for d in Denomination if d in request.bids or any(f"{word}{d}" in request.legal for word in WORDS))


def numbers(request: Request, denomination: Denomination) -> tuple[str, ...]:
    """The numbers that may be bid in a denomination, in ascending order."""
    lowest = request.bids.get(denomination)
    return () if lowest is None else tuple(map(str, range(lowest, request.max + 1, request.step)))


def words(request: Request, denomination: Denomination) -> tuple[str, ...]:
    """Capot and générale, where they may be bid in a denomination."""
    return tuple(word for word in WORDS if f"{word}{denomination}" in request.legal)


def levels(request: Request, denomination: Denomination) -> tuple[str, ...]:
    """All levels that may be bid in a denomination, in ascending order."""
    return (*numbers(request, denomination), *words(request, denomination))


def is_on_offer(request: Request, pad: Pad) -> bool:
    """Test whether the request offers the bid on the pad."""
    return pad.level in levels(request, pad.denomination)


def bid_of(pad: Pad) -> Bid | None:
    """The bid on the pad; None while it is incomplete or malformed."""
    try:
        return Bid(f"{pad.level}{pad.denomination}")
    except ValueError:
        return None


def raised(request: Request, pad: Pad, by: int) -> Pad:
    """Move the level up or down by `by` steps, within the levels on offer."""
    offered = levels(request, pad.denomination)
    if not offered:
        return pad
    at = offered.index(pad.level) + by if pad.level in offered else 0
    return replace(pad, level=offered[min(max(at, 0), len(offered) - 1)], typed="", touched=True)


def at_level(request: Request, pad: Pad, level: str) -> Pad:
    """Select a level, if the request offers it."""
    return replace(pad, level=level, typed="", touched=True) if level in levels(request, pad.denomination) else pad


def in_denomination(request: Request, pad: Pad, denomination: Denomination) -> Pad:
    """Select a denomination; the level stays if it may be bid there."""
    if denomination not in denominations(request):
        return pad
    return _settled(request, replace(pad, denomination=denomination, typed="", touched=True))


def turned(request: Request, pad: Pad, by: int) -> Pad:
    """Move `by` denominations on, cyclically; the level stays if it may be bid there."""
    offered = denominations(request)
    if not offered:
        return pad
    at = offered.index(pad.denomination) if pad.denomination in offered else 0
    return _settled(request, replace(pad, denomination=offered[(at + by) % len(offered)], typed="", touched=True))


def _settled(request: Request, pad: Pad) -> Pad:
    offered = levels(request, pad.denomination)
    return pad if pad.level in offered or not offered else replace(pad, level=offered[0])


def typed(request: Request, pad: Pad, character: str, language: Language) -> Pad:
    """Type a character: digits or a word set the level (`0` means capot), then a letter sets the denomination."""
    if character.isdigit():
        text = (pad.typed + character)[:3] if pad.typed.isdigit() else character
        level = BidKind.CAPOT.value if text == _CAPOT_DIGIT else text.lstrip("0") or text
        return replace(pad, typed=text, letter="", level=level, touched=True)
    word = word_of(pad.typed + character)
    if word and any(f"{word}{d}" in request.legal for d in Denomination):
        return _in_reach(request, replace(pad, typed=pad.typed + character, level=word, touched=True))
    known = _LETTERS[language] | _PAIRS
    denomination = known.get(pad.letter + character) or known.get(character)
    if denomination is None or not pad.typed or denomination not in denominations(request):
        return pad
    return replace(pad, denomination=denomination, letter=character)


def is_understood(request: Request, pad: Pad, character: str, language: Language) -> bool:
    """Test whether a typed character means something after those before it: a digit, a word or a denomination, on
    offer or not.
    """
    word = word_of(pad.typed + character)
    is_word = bool(word) and any(f"{word}{d}" in request.legal for d in Denomination)
    return is_word or character.isdigit() or character in _LETTERS[language] or not pad.typed


def word_of(letters: str) -> str:
    """The level whose word begins with these letters; `ca` and `g` are enough, but `c` is a suit."""
    at_least = {BidKind.CAPOT.value: 2}
    found = (word for word in WORDS if word.startswith(letters) and len(letters) >= at_least.get(word, 1))
    return next(found, "")


def _in_reach(request: Request, pad: Pad) -> Pad:
    """Switch to a denomination in which the level may be bid."""
    there = [d for d in denominations(request) if pad.level in words(request, d)]
    return pad if pad.denomination in there else replace(pad, denomination=there[0])


def erased(request: Request, pad: Pad) -> Pad:
    """Erase the character typed last."""
    text = pad.typed[:-1]
    level = (text.lstrip("0") or BidKind.CAPOT.value) if text.isdigit() else word_of(text)
    if level:
        return replace(pad, typed=text, level=level, touched=True)
    return replace(untyped(request, pad), touched=True)


def untyped(request: Request, pad: Pad) -> Pad:
    """Reset the pad to an untouched proposal: the lowest bid in its denomination."""
    offered = levels(request, pad.denomination)
    return Pad(level=offered[0] if offered else pad.level, denomination=pad.denomination)


def read_bid(text: str, language: Language) -> Bid | None:
    """Parse a bid written in full, in either notation: `110h`, `110 c`, `capot pique`; None if it is malformed."""
    word = "".join(text.lower().replace("é", "e").split())
    level = next((level for level in WORDS if word.startswith(level)), _digits(word))
    rest = word[len(level) :]
    denomination = _WHOLE.get(rest) or _LETTERS[language].get(rest[:1])
    if denomination is None:
        return None
    try:
        return Bid(f"{level}{denomination}")
    except ValueError:
        return None


_WHOLE = {
    **dict.fromkeys(("sa", "nt", "sansatout", "notrump"), Denomination.NO_TRUMP),
    **dict.fromkeys(("ta", "at", "toutatout", "alltrump"), Denomination.ALL_TRUMP),
}
"""Spellings of no trump and all trump whose first letter alone would mean a suit."""


def _digits(word: str) -> str:
    return word[: len(word) - len(word.lstrip("0123456789"))]
