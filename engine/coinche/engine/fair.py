"""The fair shuffle: nobody, the server included, can choose the pack.

Before a deal the server draws a secret and publishes its `commitment`: from then on it is bound to the secret, and
nobody else knows it. Then players give shares of their own, 32 random bytes each, and the pack follows from the secret
and the shares together. `docs/fairness.md` explains what that proves and what it does not.

**One share is enough** (`Shares.CUTTER`), even where the server is honest about nothing else. The server is bound
before it can know the cutter's share, and the cutter draws the share without knowing the secret. Whatever secret the
server has chosen, and whatever it knows of cards and habits, a random share makes every pack equally likely: its choice
has no influence. This needs an honest cutter who is a person: the cutter draws the share, and the three others trust
them as they would at a table where they cut.

**Four shares are needed** (`Shares.ALL`) where the server may be in league with the cutter: with the secret in hand one
can try share after share until the pack suits. With four shares a single honest player is enough; but then each must be
bound to theirs by a `pledge` before any is shown, or the last to give one could try shares as well.

**A missing share** (an absent player, a bot, a late answer) is replaced by a `substitute` that follows from the secret:
the server was bound to it, too, when it published its commitment, and cannot choose it afterwards. Substitutes are
flagged wherever they appear. A league can still withhold a share once it has seen the others: that buys one other pack,
each time with a flag.

`ShuffleProof` holds every part of one shuffle once the secret is revealed; `shuffle_flaw` finds what is wrong with it.

Secrets and shares are arguments; asking players and waiting for them is the server's part.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from .cards import Card
from .dealing import shuffled_by
from .seats import Direction, Seat

SHARE_BYTES = 32
"""Bytes of a secret, a share, a commitment, a pledge, the id of a match, and a public key."""


class Shares(StrEnum):
    """The players whose random numbers a shuffle takes, besides the server's."""

    CUTTER = "cutter"
    """The player before the dealer: the share is the cut."""
    ALL = "all"
    """All four, each bound to a share before any is shown."""


def asked(shares: Shares, dealer: Seat, direction: Direction) -> tuple[Seat, ...]:
    """Return the seats that are to give a share, in the order N, E, S, W."""
    return _ASKED[shares](dealer, direction)


_ASKED: Mapping[Shares, Callable[[Seat, Direction], tuple[Seat, ...]]] = {
    Shares.CUTTER: lambda dealer, direction: (dealer.previous(direction),),
    Shares.ALL: lambda dealer, direction: tuple(Seat),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleContext:
    """The shuffle that a share is for; it is valid for no other deal, match, table or server.

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


def commitment(secret: bytes, context: ShuffleContext) -> bytes:
    """Return the hash of its secret that the server publishes before anybody gives a share."""
    return _hash(b"coinche/commit/v1", secret, context.encoded)


def pledge(commitment: bytes, seat: Seat, share: bytes) -> bytes:
    """Return the hash of a share that a player publishes before anybody shows one."""
    return _hash(b"coinche/pledge/v1", commitment, seat.encode(), share)


def substitute(secret: bytes, context: ShuffleContext, seat: Seat) -> bytes:
    """The share of a seat that gives none: the one that the server was bound to with its secret."""
    return _hash(b"coinche/substitute/v1", secret, context.encoded, seat.encode())


def _hash(kind: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(b"".join((kind, *parts))).digest()


def key(secret: bytes, shares: Mapping[Seat, bytes], context: ShuffleContext) -> bytes:
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


def pack(secret: bytes, shares: Mapping[Seat, bytes], context: ShuffleContext) -> tuple[Card, ...]:
    """The pack that follows, top card first. ValueError where a part is not 32 bytes."""
    if any(len(part) != SHARE_BYTES for part in (secret, *shares.values())):
        raise ValueError(f"a secret and every share are {SHARE_BYTES} bytes")
    return shuffled_by(numbers(key(secret, shares, context)))


class Flaw(StrEnum):
    """The reason why evidence proves nothing, though it ought to."""

    COMMITMENT = "commitment"
    """The secret is not the one that the server was bound to, or it was bound to it for another deal."""
    ASKED = "asked"
    """The shares are not those of the players whose shares are taken."""
    PLEDGE = "pledge"
    """A share is not the one that its player was bound to, or the player was bound to none."""
    SUBSTITUTE = "substitute"
    """A substitute was chosen: it does not follow from the secret."""
    PACK = "pack"
    """The pack is not the one that follows from the shares."""
    UNSHOWN = "unshown"
    """The cards were shuffled, and nothing shows how."""
    NOTHING_SHUFFLED = "nothing_shuffled"
    """The cards were gathered, and yet shares are shown."""
    UNSIGNED = "unsigned"
    """The record is of a form that nobody signs."""
    NO_DEALS = "no_deals"
    """There is no deal in the record."""
    NAMES = "names"
    """The first line names others than those for whom the first deal was shuffled."""
    UNFINISHED = "unfinished"
    """The record ends before the match."""
    UNSEALED = "unsealed"
    """The last line, with the signature, is not there."""
    CHAIN = "chain"
    """The lines are not those that were signed."""
    SIGNATURE = "signature"
    """The signature is not that of the key that the record names."""
    SIGNER = "signer"
    """Another server has signed."""


@dataclass(frozen=True, slots=True)
class GivenShare:
    """A share; a `substitute` is the server's, for a player who has given none."""

    share: bytes
    substitute: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleProof:
    """The parts from which a pack was shuffled, and the earlier pledges for each. `names` are those at the seats."""

    shares: Shares
    names: Mapping[Seat, str]
    commitment: bytes
    pledges: Mapping[Seat, bytes]
    given: Mapping[Seat, GivenShare]
    secret: bytes


def shuffle_flaw(
    shown: ShuffleProof, context: ShuffleContext, seats: tuple[Seat, ...], cards: tuple[Card, ...]
) -> Flaw | None:
    """Return the flaw in the shuffle of those cards, for which those seats were asked; None where there is none."""
    if commitment(shown.secret, context) != shown.commitment:
        return Flaw.COMMITMENT
    if set(shown.given) != set(seats) or not set(shown.pledges) <= set(seats):
        return Flaw.ASKED
    for seat, given in shown.given.items():
        if given.substitute and given.share != substitute(shown.secret, context, seat):
            return Flaw.SUBSTITUTE
        if not given.substitute and not _is_pledged(shown, seat, given.share):
            return Flaw.PLEDGE
    shares = {seat: given.share for seat, given in shown.given.items()}
    return None if pack(shown.secret, shares, context) == cards else Flaw.PACK


def _is_pledged(shown: ShuffleProof, seat: Seat, share: bytes) -> bool:
    """Return whether the player was bound to that share; a single cutter need not be."""
    if seat not in shown.pledges:
        return shown.shares is Shares.CUTTER
    return shown.pledges[seat] == pledge(shown.commitment, seat, share)
