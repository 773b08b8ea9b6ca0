"""The arguments of both engines about hidden hands: which worlds are possible, and how likely each is.

They are read here, and impossible ones refused. Cards are numbered as in the pack.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from .bits import ALL, CARDS, SUITS, cards_of

HIDDEN = 3
World = tuple[int, int, int]
"""The hands of seats 1 to 3."""

_HAND = 8
_SUIT = 256
_LIKELY = 256
_PIECES = 64


@dataclass(frozen=True, slots=True)
class CallLikelihood:
    """The likelihood of a call, given the caller's hand: a sum over its suits, which indexes a table of logarithms."""

    seat: int
    worth: tuple[int, ...]
    likely: tuple[float, ...]

    def weighed(self, dealt: int) -> float:
        """Return the logarithm for a hand of these cards."""
        worth = sum(self.worth[_SUIT * at + (dealt >> 8 * at & 255)] for at in range(len(SUITS)))
        return self.likely[max(0, min(_LIKELY - 1, worth))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """The constraints on the hands of seats 1 to 3 (size, possible cards), the cards played, and other evidence."""

    unseen: int
    room: World
    may: World
    gone: tuple[int, int, int, int]
    lean: tuple[float, ...]
    told: tuple[CallLikelihood, ...]

    @property
    def is_even(self) -> bool:
        """True if no world is likelier than another."""
        return not self.told and not self.lean

    def weighed(self, world: World) -> float:
        """The logarithm of how likely what was heard and seen is in that world."""
        weight = 0.0
        for piece in self.told:
            weight += piece.weighed(world[piece.seat] | self.gone[piece.seat + 1])
        if self.lean:
            for seat, hand in enumerate(world):
                for card in cards_of(hand):
                    weight += self.lean[seat * CARDS + card]
        return weight


def belief_of(given: tuple[Any, ...]) -> Belief:
    """Read the arguments that `solver` makes; ValueError where they describe nothing possible."""
    unseen, room, may, gone, lean, told = given
    seats = (len(room), len(may), len(gone)) == (HIDDEN, HIDDEN, HIDDEN + 1)
    sizes = len(lean) in (0, HIDDEN * CARDS * struct.calcsize("d")) and len(told) <= _PIECES
    if not (seats and sizes) or not all(0 <= cards <= _HAND for cards in room):
        raise ValueError("this is nothing that can be known of hidden hands")
    return Belief(
        unseen=unseen & ALL,
        room=room,
        may=tuple(cards & ALL for cards in may),
        gone=tuple(cards & ALL for cards in gone),
        lean=struct.unpack(f"={len(lean) // struct.calcsize('d')}d", lean),
        told=tuple(_told(*piece) for piece in told),
    )


def _told(seat: int, worth: bytes, likely: bytes) -> CallLikelihood:
    worths, likelies = struct.Struct(f"={len(SUITS) * _SUIT}h"), struct.Struct(f"={_LIKELY}f")
    if not 1 <= seat <= HIDDEN or len(worth) != worths.size or len(likely) != likelies.size:
        raise ValueError("this is nothing that can be known of hidden hands")
    return CallLikelihood(seat - 1, worths.unpack(worth), likelies.unpack(likely))
