"""The evidence for a fair shuffle, and for a record as a whole.

`ShuffleProof` holds every part of one shuffle once the secret is revealed, and `flaw` finds what is wrong with it. A
record as a whole is bound by a hash chain over its lines: each head covers all lines before it, so that one signed
number stands for the whole record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from . import fair
from .cards import Card
from .fair import SHARE_BYTES, Context, Shares
from .seats import Seat


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


def flaw(shown: ShuffleProof, context: Context, asked: tuple[Seat, ...], pack: tuple[Card, ...]) -> Flaw | None:
    """Return what is wrong with the shuffle of that pack; None where nothing is."""
    if fair.commitment(shown.secret, context) != shown.commitment:
        return Flaw.COMMITMENT
    if set(shown.given) != set(asked) or not set(shown.pledges) <= set(asked):
        return Flaw.ASKED
    for seat, given in shown.given.items():
        if given.substitute and given.share != fair.substitute(shown.secret, context, seat):
            return Flaw.SUBSTITUTE
        if not given.substitute and not _is_pledged(shown, seat, given.share):
            return Flaw.PLEDGE
    shares = {seat: given.share for seat, given in shown.given.items()}
    return None if fair.pack(shown.secret, shares, context) == pack else Flaw.PACK


def _is_pledged(shown: ShuffleProof, seat: Seat, share: bytes) -> bool:
    """Return whether the player was bound to that share; a single cutter need not be."""
    if seat not in shown.pledges:
        return shown.shares is Shares.CUTTER
    return shown.pledges[seat] == fair.pledge(shown.commitment, seat, share)


def to_map(shown: ShuffleProof) -> dict[str, Any]:
    """The proof in plain values, bytes as hexadecimal digits."""
    return {
        "shares": shown.shares,
        "names": dict(shown.names),
        "commitment": shown.commitment.hex(),
        "pledges": {seat: pledge.hex() for seat, pledge in shown.pledges.items()},
        "given": {
            seat: {"share": given.share.hex(), "substitute": given.substitute} for seat, given in shown.given.items()
        },
        "secret": shown.secret.hex(),
    }


def from_map(values: object) -> ShuffleProof:
    """Read such a map. ValueError or KeyError where it is malformed."""
    if not isinstance(values, dict):
        raise ValueError("how a pack was shuffled must be a map")
    names = seats(values, "names")
    if set(names) != set(Seat) or not all(isinstance(name, str) for name in names.values()):
        raise ValueError("names must be those of the four who have the seats")
    return ShuffleProof(
        shares=Shares(values["shares"]),
        names=names,
        commitment=digits(values["commitment"]),
        pledges={seat: digits(pledge) for seat, pledge in seats(values, "pledges").items()},
        given={seat: _given(given) for seat, given in seats(values, "given").items()},
        secret=digits(values["secret"]),
    )


def _given(values: object) -> GivenShare:
    if not isinstance(values, dict) or type(values["substitute"]) is not bool:
        raise ValueError("of each who was asked there is his `share`, and whether it is a `substitute`")
    return GivenShare(digits(values["share"]), values["substitute"])


def seats(values: Mapping[str, Any], key: str) -> dict[Seat, Any]:
    """The map from seats to something that stands under that key."""
    found = values[key]
    if not isinstance(found, dict):
        raise ValueError(f"`{key}` must be a map whose keys are seats")
    return {Seat(seat): value for seat, value in found.items()}


def digits(value: object) -> bytes:
    """The 32 bytes of 64 hexadecimal digits; ValueError for anything else."""
    if not isinstance(value, str) or len(value) != 2 * SHARE_BYTES or not set(value) <= _DIGITS:
        raise ValueError(f"this must be {2 * SHARE_BYTES} hexadecimal digits")
    return bytes.fromhex(value)


_DIGITS = frozenset("0123456789abcdef")

START = hashlib.sha256(b"coinche/record/v2").digest()
"""The head of the chain before the first line."""


def chained(head: bytes, line: str) -> bytes:
    """The head after one more line, given without the newline that ends it."""
    return hashlib.sha256(head + line.encode()).digest()


def head_of(lines: Iterable[str]) -> bytes:
    """The head after those lines."""
    head = START
    for line in lines:
        head = chained(head, line.removesuffix("\n"))
    return head


def signed_bytes(head: bytes) -> bytes:
    """The bytes of a record that a server signs."""
    return b"coinche/signed-record/v1" + head
