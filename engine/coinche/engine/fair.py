"""A shuffle that nobody can choose: which bytes bind whom, and the pack that comes of everybody's shares.

Before a deal the server draws a secret and publishes its `commitment`: from then on it is bound to the secret, and
nobody else knows it. Then players give shares of their own, 32 random bytes each, and the pack follows from the secret
and the shares together. `docs/fairness.md` says what that proves, and what not.

**Why the share of one is enough** (`Shares.CUTTER`), even where the server is honest about nothing else. The server is
bound before it can know the cutter's share, and the cutter draws his share without knowing the secret. So whatever
secret the server has chosen, and whatever it knows of everybody's cards and habits, a random share makes every pack
equally likely: its choice has no influence. It needs only that the cutter is honest and that he is a person: he draws
his own share, and the three others trust in him as they would at a table where he cuts.

**When all four are needed** (`Shares.ALL`): where the server may be in league with the cutter. He who knows the secret
can try one share after the other until the pack suits him. With four shares one honest player among them is enough;
but then each must be bound to his own by a `pledge` before any is shown, or the last to give one, being in league with
the server, could try shares as well.

**Who gives none**, because he is away, a bot, or too slow, gets a `substitute`, which follows from the secret: the
server was bound to it, too, when it published its commitment, and cannot choose it afterwards. Substitutes are flagged
wherever they are told. What they leave to a league is to withhold a share once it has seen the others: one pack
instead of one other, each time with a flag.

Knows bytes. Refuses to know who is asked when, how long anybody is waited for, and chance: every secret and share is
an argument.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from .cards import Card
from .pack import shuffled_by
from .seats import Direction, Seat

SHARE_BYTES = 32
"""Of a secret, a share, a commitment, a pledge, the id of a match, and a public key."""


class Shares(StrEnum):
    """Whose random numbers a shuffle takes, besides the server's."""

    CUTTER = "cutter"
    """Those of the player before the dealer: his share is the cut."""
    ALL = "all"
    """Those of all four, each bound to his own before any is shown."""


def asked(shares: Shares, dealer: Seat, direction: Direction) -> tuple[Seat, ...]:
    """Who is to give a share, in the order N, E, S, W."""
    return _ASKED[shares](dealer, direction)


_ASKED: Mapping[Shares, Callable[[Seat, Direction], tuple[Seat, ...]]] = {
    Shares.CUTTER: lambda dealer, direction: (dealer.previous(direction),),
    Shares.ALL: lambda dealer, direction: tuple(Seat),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Which shuffle a share is for: it serves for no other deal, match, table or server.

    `signer` is the public key with which the server signs records, `match` 32 random bytes of the match, and `names`
    are of those who have the seats.
    """

    signer: bytes
    match: bytes
    deal: int
    dealer: Seat
    names: Mapping[Seat, str]
    shares: Shares

    def __post_init__(self) -> None:
        if len(self.signer) != SHARE_BYTES or len(self.match) != SHARE_BYTES:
            raise ValueError(f"a signer's key and the id of a match are {SHARE_BYTES} bytes each")

    @property
    def encoded(self) -> bytes:
        """Its parts, each after its length in four bytes, big-endian; the number of the deal in decimal digits."""
        names = (self.names[seat] for seat in Seat)
        words = (text.encode() for text in (str(self.deal), self.dealer, *names, self.shares))
        return b"".join(len(part).to_bytes(4, "big") + part for part in (self.signer, self.match, *words))


def commitment(secret: bytes, context: Context) -> bytes:
    """What the server publishes of its secret before anybody gives a share."""
    return _hash(b"coinche/commit/v1", secret, context.encoded)


def pledge(commitment: bytes, seat: Seat, share: bytes) -> bytes:
    """What a player publishes of his share before anybody shows one."""
    return _hash(b"coinche/pledge/v1", commitment, seat.encode(), share)


def substitute(secret: bytes, context: Context, seat: Seat) -> bytes:
    """The share of a seat that gives none: the one that the server was bound to with its secret."""
    return _hash(b"coinche/substitute/v1", secret, context.encoded, seat.encode())


def _hash(kind: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(b"".join((kind, *parts))).digest()


def key(secret: bytes, shares: Mapping[Seat, bytes], context: Context) -> bytes:
    """The key of the shuffle: HKDF-SHA256 of the secret and the shares in the order N, E, S, W."""
    material = secret + b"".join(shares[seat] for seat in Seat if seat in shares)
    extracted = hmac.digest(b"coinche/shuffle/v1", material, "sha256")
    return hmac.digest(extracted, context.encoded + b"\x01", "sha256")


def numbers(key: bytes) -> Iterator[int]:
    """Endless unsigned 32-bit numbers, big-endian, from HMAC-SHA256 of a counter of eight bytes, big-endian, from 0."""
    for block in count():
        words = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for at in range(0, len(words), 4):
            yield int.from_bytes(words[at : at + 4], "big")


def pack(secret: bytes, shares: Mapping[Seat, bytes], context: Context) -> tuple[Card, ...]:
    """The pack that follows, top card first. ValueError where a part is not 32 bytes."""
    if any(len(part) != SHARE_BYTES for part in (secret, *shares.values())):
        raise ValueError(f"a secret and every share are {SHARE_BYTES} bytes")
    return shuffled_by(numbers(key(secret, shares, context)))
