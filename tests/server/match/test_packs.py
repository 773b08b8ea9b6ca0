"""Tests of a shuffle in progress: from its entries, wherever they stop, follows a pack that anybody can verify."""

from __future__ import annotations

from itertools import product

import pytest

from coinche.engine import fair
from coinche.engine.fair import GivenShare, Shares, ShuffleContext, ShuffleProof, shuffle_flaw
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.messages import ShareStage
from coinche.server.match.entries import DealSealed, PledgeTaken, ShareTaken
from coinche.server.match.packs import FairShuffle, sealed_deal

NAMES = {Seat.NORTH: "Ana", Seat.EAST: "steady", Seat.SOUTH: "Ada", Seat.WEST: "Lou"}
SECRET = b"s" * 32
ANSWERS = ("share", "pledge", "nothing")
"""A player's contribution: a share, nothing after a pledge, or nothing at all."""


def context(shares: Shares) -> ShuffleContext:
    return ShuffleContext(signer=b"k" * 32, match=b"m" * 32, deal=2, dealer=Seat.NORTH, names=NAMES, shares=shares)


def made(shares: Shares) -> DealSealed:
    return sealed_deal(7, context(shares), 1, SECRET)


def share_of(seat: Seat) -> bytes:
    return seat.encode() * 32


def entries(shares: Shares, answers: dict[Seat, str]) -> list[PledgeTaken | ShareTaken]:
    """The entries of a shuffle with those contributions."""
    shuffling, kept = FairShuffle(made(shares), FFB), list[PledgeTaken | ShareTaken]()
    while shuffling.missing:
        stage = shuffling.stage
        for seat in shuffling.missing:
            if stage is ShareStage.SHARE and answers[seat] == "share":
                kept.append(ShareTaken(at=8, seat=seat, share=share_of(seat).hex(), substitute=False))
            elif stage is ShareStage.PLEDGE and answers[seat] != "nothing":
                bond = bytes.fromhex(shuffling.told.commitment)
                kept.append(PledgeTaken(at=8, seat=seat, pledge=fair.pledge(bond, seat, share_of(seat)).hex()))
            else:
                kept.append(shuffling.substitute(8, seat))
            shuffling.take(kept[-1])
    return kept


def shown(shares: Shares, kept: list[PledgeTaken | ShareTaken]) -> ShuffleProof:
    """The proof of the shuffle."""
    pledges = {one.seat: bytes.fromhex(one.pledge) for one in kept if isinstance(one, PledgeTaken)}
    given = {
        one.seat: GivenShare(bytes.fromhex(one.share), one.substitute) for one in kept if isinstance(one, ShareTaken)
    }
    told = made(shares).told
    commitment = bytes.fromhex(told.commitment)
    return ShuffleProof(
        shares=shares, names=told.names, commitment=commitment, pledges=pledges, given=given, secret=SECRET
    )


@pytest.mark.parametrize("shares", Shares)
def test_whoever_gives_what_the_pack_proves_itself(shares: Shares) -> None:
    asked = fair.asked(shares, Seat.NORTH, FFB.table.direction)
    for answers in product(ANSWERS, repeat=len(asked)):
        kept = entries(shares, dict(zip(asked, answers, strict=True)))
        shuffling = FairShuffle(made(shares), FFB)
        for entry in kept:
            shuffling.take(entry)
        assert shuffle_flaw(shown(shares, kept), context(shares), asked, shuffling.pack) is None
        given = {one.seat for one in kept if isinstance(one, ShareTaken) and not one.substitute}
        assert given == {seat for seat, answer in zip(asked, answers, strict=True) if answer == "share"}


def test_no_share_is_wanted_before_everybody_is_bound() -> None:
    for answers in product(ANSWERS, repeat=4):
        kept = entries(Shares.ALL, dict(zip(Seat, answers, strict=True)))
        firsts = [at for at, one in enumerate(kept) if isinstance(one, ShareTaken) and not one.substitute]
        pledges = [at for at, one in enumerate(kept) if isinstance(one, PledgeTaken)]
        assert not firsts or max(pledges, default=-1) < firsts[0]


@pytest.mark.parametrize("shares", Shares)
def test_wherever_the_server_was_stopped_nothing_that_was_given_is_wanted_again(shares: Shares) -> None:
    asked = fair.asked(shares, Seat.NORTH, FFB.table.direction)
    kept = entries(shares, dict.fromkeys(asked, "share"))
    for stopped in range(len(kept) + 1):
        shuffling = FairShuffle(made(shares), FFB)
        for entry in kept[:stopped]:
            shuffling.take(entry)
        assert shuffling.secret == SECRET.hex()
        wanted = (
            [] if stopped == len(kept) else [one.seat for one in kept[stopped:] if type(one) is type(kept[stopped])]
        )
        assert list(shuffling.missing) == wanted


def test_the_pack_needs_all_shares() -> None:
    with pytest.raises(AssertionError):
        _ = FairShuffle(made(Shares.CUTTER), FFB).pack
