"""One shuffle in the making: what the server is bound to, whose shares are missing, and the pack that comes of them.

A table that comes back after a crash has the same one: it follows from entries alone. Knows the arithmetic of fair
deals. Refuses to wait, and to know who is there.
"""

from __future__ import annotations

from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.fair import Context, Shares
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import DealCommitted, Pledge, Share, ShareStage, ShareWanted

from .entries import DealSealed, PledgeTaken, ShareTaken


def sealed(at: int, context: Context, match: int, secret: bytes) -> DealSealed:
    """The server binds itself to its secret."""
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


class Shuffling:
    """From the entry that seals it on; `take` every later one that is about it."""

    def __init__(self, entry: DealSealed, rules: RuleSet) -> None:
        self.told = entry.told
        self.secret = entry.secret
        self._context = Context(
            signer=bytes.fromhex(entry.signer),
            match=bytes.fromhex(entry.told.id),
            deal=entry.told.deal,
            dealer=entry.told.dealer,
            names=entry.told.names,
            shares=entry.told.shares,
        )
        self._asked = fair.asked(entry.told.shares, entry.told.dealer, rules.table.direction)
        self._pledges: dict[Seat, str] = {}
        self._shares: dict[Seat, str] = {}

    def take(self, entry: PledgeTaken | ShareTaken) -> None:
        """A player has bound himself, or has given his share; or there is a substitute for it."""
        match entry:
            case PledgeTaken(seat=seat, pledge=pledge):
                self._pledges[seat] = pledge
            case ShareTaken(seat=seat, share=share):
                self._shares[seat] = share

    @property
    def stage(self) -> ShareStage:
        """What is wanted now: nobody shows a share before everybody is bound to his, or has a substitute."""
        return ShareStage.PLEDGE if self._unbound else ShareStage.SHARE

    @property
    def missing(self) -> tuple[Seat, ...]:
        """From whom it is wanted, still; nobody, once the pack follows."""
        return self._unbound or tuple(seat for seat in self._asked if seat not in self._shares)

    @property
    def _unbound(self) -> tuple[Seat, ...]:
        if self.told.shares is Shares.CUTTER:
            return ()
        return tuple(seat for seat in self._asked if seat not in self._pledges and seat not in self._shares)

    def wanted(self, table: str, seat: Seat, ms: int) -> ShareWanted:
        """The question to that seat, with so much time to answer."""
        told = self.told
        return ShareWanted(
            table=table,
            seat=seat,
            match=told.match,
            deal=told.deal,
            stage=self.stage,
            commitment=told.commitment,
            ms=ms,
        )

    def is_for(self, said: Pledge | Share) -> bool:
        """Whether somebody speaks of this shuffle."""
        return (said.match, said.deal) == (self.told.match, self.told.deal)

    def fits(self, seat: Seat, said: Pledge | Share) -> bool:
        """Whether it is what the seat has bound itself to."""
        pledged = self._pledges.get(seat)
        if isinstance(said, Pledge) or pledged is None:
            return True
        return fair.pledge(bytes.fromhex(self.told.commitment), seat, bytes.fromhex(said.share)).hex() == pledged

    def again(self, seat: Seat, said: Pledge | Share) -> bool:
        """Whether the seat has said the very same before."""
        if isinstance(said, Pledge):
            return self._pledges.get(seat) == said.pledge
        return self._shares.get(seat) == said.share

    def substitute(self, at: int, seat: Seat) -> ShareTaken:
        """The share of who gives none: the server is bound to it with its secret."""
        share = fair.substitute(bytes.fromhex(self.secret), self._context, seat).hex()
        return ShareTaken(at=at, seat=seat, share=share, substitute=True)

    @property
    def pack(self) -> tuple[Card, ...]:
        """What comes of all shares."""
        assert not self.missing, "the pack follows from all shares"
        shares = {seat: bytes.fromhex(share) for seat, share in self._shares.items()}
        return fair.pack(bytes.fromhex(self.secret), shares, self._context)
