"""The course of a table: what its entries come to, one after the other.

It is the one way from what was done to what happened: a table that is played, one that comes back after a crash, and
the record of a match all take it.
Knows the engine and the events of tables. Refuses to know who sits there, clocks, and where entries are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from coinche.engine import fair
from coinche.engine.actions import parse_action
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.fair import Context, Shares
from coinche.engine.match import MatchOver, State, apply, new_match, next_deal
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    Claimed,
    DealCommitted,
    DealRevealed,
    Pledge,
    Share,
    ShareGiven,
    SharePledged,
    ShareStage,
    ShareWanted,
    TableEvent,
    TimedOut,
)
from coinche.server.clock import Entropy

from .entries import (
    ActionTaken,
    DealPlayed,
    DealSealed,
    DealShown,
    Entry,
    MatchBegun,
    PackLaid,
    PledgeTaken,
    ShareTaken,
    Told,
)

Events = tuple[Event | TableEvent, ...]


class Course:
    """The course of one table. `state` is None before the first match."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.match_id = ""
        """Of the last match that has begun: 32 random bytes, in hexadecimal."""
        self.shuffling: Shuffling | None = None
        """The shuffle that is being made."""
        self._sealed: dict[int, Shuffling] = {}
        self.deal_kept = True
        """Whether the end of the last deal that is over has been kept."""

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return self.state is not None and isinstance(self.state.phase, MatchOver)

    @property
    def due(self) -> tuple[int, ...]:
        """The deals on whose shuffles nothing hidden hangs any longer, and whose secrets are still to be told."""
        if not self.over and self._playing.rules.table.shuffle is not Shuffle.EVERY_DEAL:
            return ()
        return tuple(self._sealed)

    def take(self, entry: Entry) -> Events:
        """What comes of the next entry, in the order in which it is told."""
        match entry:
            case Told():
                return (entry.event,)
            case DealSealed() | PledgeTaken() | ShareTaken():
                return (self._shuffled(entry),)
            case DealShown():
                return (DealRevealed(self._playing.match, entry.deal, self._sealed.pop(entry.deal).secret),)
            case MatchBegun():
                self.match_id = entry.id
                self.state, begun = new_match(entry.rules, entry.first_dealer, match=entry.match, board=entry.board)
                return begun
            case PackLaid():
                self.shuffling = None
                self.state, dealt = next_deal(self._playing, entry.pack)
                self.deal_kept = False
                return dealt
            case ActionTaken():
                return self._acted(entry)
            case DealPlayed():
                self.deal_kept = True
        return ()

    def _shuffled(self, entry: DealSealed | PledgeTaken | ShareTaken) -> TableEvent:
        if isinstance(entry, DealSealed):
            self.shuffling = self._sealed[entry.told.deal] = Shuffling(entry, self._playing.rules)
            return entry.told
        assert self.shuffling is not None, "no shuffle is being made"
        self.shuffling.take(entry)
        if isinstance(entry, PledgeTaken):
            return SharePledged(entry.seat, entry.pledge)
        return ShareGiven(entry.seat, entry.share, entry.substitute)

    def _acted(self, taken: ActionTaken) -> Events:
        said: list[Event | TableEvent] = []
        if taken.timed_out:
            said.append(TimedOut(taken.seat))
        if taken.claims:
            said.append(Claimed(taken.seat))
        self.state, events = apply(self._playing, taken.seat, parse_action(taken.action))
        return (*said, *events)

    @property
    def _playing(self) -> State:
        assert self.state is not None, "no match has begun"
        return self.state


# --- shuffling ------------------------------------------------------------------------------------
# One shuffle in the making: what the server is bound to, whose shares are missing, and the pack that comes of them.
#
# A table that comes back after a crash has the same one: it follows from entries alone. Knows the arithmetic of fair
# deals. Refuses to wait, and to know who is there.


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


# --- packs ----------------------------------------------------------------------------------------
# Where a table's dealers and packs come from. Knows chance only as given; refuses to know how a pack is dealt.


class PackSource(Protocol):
    """Gives each match of a table its first dealer and each deal its pack. Both count from 1."""

    def first_dealer(self, match: int) -> Seat:
        """Who deals first, by lot (F 3.1)."""

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        """The pack of that deal, top card first; None where it is shuffled with everybody's shares."""


class Shuffled:
    """Nothing is given but by lot: every pack is shuffled."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def first_dealer(self, match: int) -> Seat:
        """One of four, each as likely: four divides 256."""
        return tuple(Seat)[self._entropy.draw(1)[0] % 4]

    def pack(self, match: int, deal: int) -> tuple[Card, ...] | None:
        """None is."""
        return None


@dataclass(frozen=True, slots=True)
class Board:
    """One deal of a contest, given beforehand."""

    dealer: Seat
    pack: tuple[Card, ...]


class Boards:
    """The fixed boards of a contest, each a match of one deal."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards

    def first_dealer(self, match: int) -> Seat:
        """The board's dealer."""
        return self._boards[match - 1].dealer

    def pack(self, match: int, deal: int) -> tuple[Card, ...]:
        """The board's pack."""
        return self._boards[match - 1].pack
