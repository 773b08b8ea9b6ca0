"""The bid pad: which bids are on offer, moving among them, and what typed letters mean.

All it knows of the auction is what the request offers.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination
from coinche.protocol.messages import Request

from .language import Language
from .model import Pad

CAPOT = 0

_LETTERS = {
    Language.ENGLISH: dict(zip("shdcna", Denomination, strict=True)),
    Language.FRENCH: dict(zip("pckt", Denomination, strict=False))
    | {"s": Denomination.SPADES, "h": Denomination.HEARTS, "d": Denomination.DIAMONDS}
    | {"n": Denomination.NO_TRUMP, "a": Denomination.ALL_TRUMP},
}


def denominations(request: Request) -> tuple[Denomination, ...]:
    """Those in which anything may be bid."""
    return tuple(d for d in Denomination if d in request.bids or f"capot{d}" in request.legal)


def values(request: Request, denomination: Denomination) -> tuple[int, ...]:
    """What may be bid there, upwards; the capot, 0, last."""
    lowest = request.bids.get(denomination)
    numbers = range(lowest, request.max + 1, request.step) if lowest is not None else range(0)
    return (*numbers, *((CAPOT,) if f"capot{denomination}" in request.legal else ()))


def is_on_offer(request: Request, pad: Pad) -> bool:
    """Whether the bid on the pad may be made."""
    return pad.value in values(request, pad.denomination)


def bid_of(pad: Pad) -> Bid | None:
    """The bid on the pad; None while it is no bid at all."""
    level = "capot" if pad.value == CAPOT else str(pad.value)
    try:
        return Bid(f"{level}{pad.denomination}")
    except ValueError:
        return None


def raised(request: Request, pad: Pad, by: int) -> Pad:
    """The pad so many values higher or lower, as far as there are any."""
    offered = values(request, pad.denomination)
    if not offered:
        return pad
    at = offered.index(pad.value) + by if pad.value in offered else 0
    return replace(pad, value=offered[min(max(at, 0), len(offered) - 1)], typed="", touched=True)


def turned(request: Request, pad: Pad, by: int) -> Pad:
    """The pad so many denominations on; the value stays if it can."""
    offered = denominations(request)
    if not offered:
        return pad
    at = offered.index(pad.denomination) if pad.denomination in offered else 0
    return _settled(request, replace(pad, denomination=offered[(at + by) % len(offered)], typed="", touched=True))


def _settled(request: Request, pad: Pad) -> Pad:
    offered = values(request, pad.denomination)
    return pad if pad.value in offered or not offered else replace(pad, value=offered[0])


def typed(pad: Pad, character: str, language: Language) -> Pad:
    """The pad after a key: digits make the value (`0` the capot), then a letter names the denomination."""
    if character.isdigit():
        digits = (pad.typed + character)[:3]
        return replace(pad, typed=digits, value=int(digits), touched=True)
    denomination = _LETTERS[language].get(character.lower())
    if denomination is None or not pad.typed:
        return pad
    return replace(pad, denomination=denomination)


def erased(request: Request, pad: Pad) -> Pad:
    """The pad without the last digit typed."""
    digits = pad.typed[:-1]
    return (
        replace(pad, typed=digits, value=int(digits), touched=True)
        if digits
        else _settled(request, replace(pad, typed="", touched=True))
    )


def read_bid(text: str, language: Language) -> Bid | None:
    """A bid written in one go, in either notation: `110h`, `110 c`, `capot pique`; None if it is none."""
    word = "".join(text.lower().split())
    level, rest = ("capot", word[5:]) if word.startswith("capot") else _number(word)
    denomination = _LETTERS[language].get(rest[:1])
    if denomination is None:
        return None
    try:
        return Bid(f"{level}{denomination}")
    except ValueError:
        return None


def _number(word: str) -> tuple[str, str]:
    digits = word[: len(word) - len(word.lstrip("0123456789"))]
    return digits, word[len(digits) :]
