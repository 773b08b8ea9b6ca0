"""The source of packs: a shuffle by the server, or a fair one with a share of every player (`docs/fairness.md`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.fair import GivenShare, Shares, ShuffleContext, ShuffleProof
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    DealCommitted,
    Pledge,
    PositionAction,
    PracticePosition,
    Share,
    ShareStage,
    ShareWanted,
)
from coinche.server.time_and_entropy import Entropy

from .entries import DealSealed, PledgeTaken, ShareTaken
from .table_options import TableOptions


def sealed_deal(at: int, context: ShuffleContext, match: int, secret: bytes) -> DealSealed:
    """The entry by which the server commits itself to its secret for a shuffle."""
    told = DealCommitted(
        id=context.match.hex(),
        match=match,
        deal=context.deal,
        dealer=context.dealer,
        names=dict(context.names),
        shares=context.shares,
        commitment=fair.commitment(secret, context).hex(),
    )
    return DealSealed(at=at, told=told, secret=secret.hex(), signer=context.signer.hex())


class FairShuffle:
    """One shuffle, from the server's commitment on: the shares that are still missing, and the pack that results.

    It follows from entries alone, so a table that comes back after a crash continues the same shuffle.
    """

    def __init__(self, entry: DealSealed, rules: RuleSet) -> None:
        self.told = entry.told
        self.secret = entry.secret
        self._context = ShuffleContext(
            signer=bytes.fromhex(entry.signer),
            match=bytes.fromhex(entry.told.id),
            deal=entry.told.deal,
            dealer=entry.told.dealer,
            names=entry.told.names,
            shares=entry.told.shares,
        )
        self._asked = fair.asked(entry.told.shares, entry.told.dealer, rules.table.direction)
        self._pledges: dict[Seat, str] = {}
        self._shares: dict[Seat, ShareTaken] = {}

    def take(self, entry: PledgeTaken | ShareTaken) -> None:
        """Take a pledge, a share, or the substitute for one."""
        if isinstance(entry, PledgeTaken):
            self._pledges[entry.seat] = entry.pledge
        else:
            self._shares[entry.seat] = entry

    @property
    def stage(self) -> ShareStage:
        """The thing that players are asked for now; no share is shown before each has pledged or has a substitute."""
        return ShareStage.PLEDGE if self._unbound else ShareStage.SHARE

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that still have to give it; empty once the pack is determined."""
        return self._unbound or tuple(seat for seat in self._asked if seat not in self._shares)

    @property
    def _unbound(self) -> tuple[Seat, ...]:
        if self.told.shares is Shares.CUTTER:
            return ()
        return tuple(seat for seat in self._asked if seat not in self._pledges and seat not in self._shares)

    def wanted(self, table: str, seat: Seat, ms: int) -> ShareWanted:
        """The question to that seat, with so much time to answer."""
        match, deal, commitment = self.told.match, self.told.deal, self.told.commitment
        return ShareWanted(
            table=table, seat=seat, match=match, deal=deal, stage=self.stage, commitment=commitment, ms=ms
        )

    def is_for(self, said: Pledge | Share) -> bool:
        """Return whether the message is about this shuffle."""
        return (said.match, said.deal) == (self.told.match, self.told.deal)

    def fits(self, seat: Seat, said: Pledge | Share) -> bool:
        """Return whether a share is the one that the seat has pledged."""
        pledged = self._pledges.get(seat)
        if isinstance(said, Pledge) or pledged is None:
            return True
        return fair.pledge(bytes.fromhex(self.told.commitment), seat, bytes.fromhex(said.share)).hex() == pledged

    def again(self, seat: Seat, said: Pledge | Share) -> bool:
        """Return whether the seat has sent the very same before."""
        if isinstance(said, Pledge):
            return self._pledges.get(seat) == said.pledge
        return seat in self._shares and self._shares[seat].share == said.share

    def substitute(self, at: int, seat: Seat) -> ShareTaken:
        """The share of a seat that gives none; the server cannot choose it, as it follows from the committed secret."""
        share = fair.substitute(bytes.fromhex(self.secret), self._context, seat).hex()
        return ShareTaken(at=at, seat=seat, share=share, substitute=True)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack that all shares together determine."""
        assert not self.missing, "the pack follows from all shares"
        shares = {seat: bytes.fromhex(taken.share) for seat, taken in self._shares.items()}
        return fair.pack(bytes.fromhex(self.secret), shares, self._context)

    @property
    def proof(self) -> ShuffleProof:
        """Everything that proves the pack, the secret included."""
        return ShuffleProof(
            shares=self.told.shares,
            names=self.told.names,
            commitment=bytes.fromhex(self.told.commitment),
            pledges={seat: bytes.fromhex(pledge) for seat, pledge in self._pledges.items()},
            given={s: GivenShare(bytes.fromhex(taken.share), taken.substitute) for s, taken in self._shares.items()},
            secret=bytes.fromhex(self.secret),
        )


class PackSource(Protocol):
    """Gives each match of a table its first dealer, and each deal its pack. Matches and deals count from 1."""

    comes_later: bool = False
    """True if the table waits for a pack that is not there; else the players shuffle it."""

    def first_dealer(self, match: int) -> Seat:
        """The first dealer of that match (F 3.1)."""

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        """The pack of that deal, top card first; None where players shuffle it, or where it comes later."""

    def opening(self, match: int, deal: int) -> tuple[PositionAction, ...]:
        """The actions with which that deal begins, before anybody is asked."""
        return ()


class HandedPacks(PackSource):
    """A source for boards whose packs are handed over one at a time, each when it is `wanted`.

    So no pack is in the server before its board is played. A board is a match of one deal.
    """

    comes_later = True

    def __init__(self, dealers: Sequence[Seat], wanted: Callable[[int], None]) -> None:
        self._dealers = dealers
        self._wanted = wanted
        self._board = 0
        """The board whose pack was asked for last."""
        self._pack: tuple[Card, ...] | None = None
        self._opening: tuple[PositionAction, ...] = ()

    def hand_over(self, board: int, pack: tuple[Card, ...], opening: tuple[PositionAction, ...]) -> None:
        """Take the pack of the board that waits for it, and the actions with which it begins; no other counts."""
        if board == self._board:
            self._pack, self._opening = pack, opening

    def first_dealer(self, match: int) -> Seat:
        return self._dealers[match - 1]

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        if match != self._board:
            self._board, self._pack = match, None
            self._wanted(match)
        return self._pack

    def opening(self, match: int, deal: int) -> tuple[PositionAction, ...]:
        return self._opening


class RandomPacks(PackSource):
    """A source that draws first dealers by lot, and leaves every pack to the players."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def first_dealer(self, match: int) -> Seat:
        return tuple(Seat)[self._entropy.draw(1)[0] % 4]  # each as likely: four divides 256

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        return None


class PackOfPosition(PackSource):
    """A source that deals the pack of a position, in each match, and plays up to it."""

    def __init__(self, position: PracticePosition) -> None:
        self._dealer = position.dealer
        self._pack = tuple(map(Card, position.pack))
        self._actions = position.actions

    def first_dealer(self, match: int) -> Seat:
        return self._dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        return self._pack

    def opening(self, match: int, deal: int) -> tuple[PositionAction, ...]:
        return self._actions


def packs_for(options: TableOptions, entropy: Entropy) -> PackSource:
    """The source for a table of clients."""
    return RandomPacks(entropy) if options.position is None else PackOfPosition(options.position)
