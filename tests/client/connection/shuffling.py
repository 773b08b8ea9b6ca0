"""A server's messages about one fair deal, all correct; tests falsify one part of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from coinche.connection.fair_shuffle import ShareGiver, ShuffleVerdict
from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.dealing import dealt
from coinche.engine.events import DealStarted, Event, HandDealt, MatchStarted, ThrownIn
from coinche.engine.fair import ShuffleContext
from coinche.engine.presets import FFB
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    DealCommitted,
    DealRevealed,
    Envelope,
    Limits,
    Pledge,
    Share,
    ShareGiven,
    SharePledged,
    ShareStage,
    ShareWanted,
    TableEvent,
    Welcome,
)
from coinche.protocol.messages import Shares as Whose

TABLE, MATCH = "t1", 1
SIGNER, IDENT, SECRET = bytes(range(32)), b"m" * 32, b"s" * 32
NAMES = {Seat.NORTH: "Ana", Seat.EAST: "steady", Seat.SOUTH: "Ada", Seat.WEST: "Lou"}
WELCOME = Welcome(
    version=1, server="test", nonce="00" * 32, capabilities={}, limits=Limits(), time=0, signer=SIGNER.hex()
)


@dataclass(kw_only=True)
class Telling:
    """One deal by whom; `secret` is what the server shuffles with, `shown` what it reveals."""

    whose: Whose = Whose.CUTTER
    deal: int = 1
    dealer: Seat = Seat.WEST
    viewer: Seat | None = Seat.SOUTH
    rules: RuleSet = FFB
    secret: bytes = SECRET
    shown: bytes = SECRET
    events: list[Event | TableEvent] = field(default_factory=list)

    @cached_property
    def context(self) -> ShuffleContext:
        return ShuffleContext(
            signer=SIGNER, match=IDENT, deal=self.deal, dealer=self.dealer, names=NAMES, shares=self.whose
        )

    @cached_property
    def bond(self) -> bytes:
        return fair.commitment(SECRET, self.context)

    @property
    def asked(self) -> tuple[Seat, ...]:
        return fair.asked(self.whose, self.dealer, self.rules.table.direction)

    def committed(self) -> DealCommitted:
        return DealCommitted(IDENT.hex(), MATCH, self.deal, self.dealer, NAMES, self.whose, self.bond.hex())

    def wanted(self, seat: Seat, stage: ShareStage) -> ShareWanted:
        bond = self.bond.hex()
        return ShareWanted(table=TABLE, seat=seat, match=MATCH, deal=self.deal, stage=stage, commitment=bond, ms=3000)

    def pledged(self, seat: Seat, share: bytes) -> SharePledged:
        return SharePledged(seat, fair.pledge(self.bond, seat, share).hex())

    def substitute(self, seat: Seat) -> ShareGiven:
        return ShareGiven(seat, fair.substitute(SECRET, self.context, seat).hex(), substitute=True)

    def pack(self, given: Sequence[ShareGiven]) -> tuple[Card, ...]:
        return fair.pack(self.secret, {one.seat: bytes.fromhex(one.share) for one in given}, self.context)

    def dealt(self, pack: tuple[Card, ...]) -> list[Event | TableEvent]:
        hands = dealt(pack, self.dealer, self.rules.table)[0]
        seen = [HandDealt(seat, hands[seat] if seat is self.viewer else None) for seat in Seat]
        return [DealStarted(self.deal, self.dealer, shuffled=True), *seen]

    def revealed(self) -> DealRevealed:
        return DealRevealed(MATCH, self.deal, self.shown.hex())


class Client:
    """One client's shares; events are numbered as they come."""

    def __init__(self) -> None:
        self.shares = ShareGiver()
        self.n = 0
        self.shares.hear(WELCOME)

    def hear(self, *events: Event | TableEvent) -> None:
        for event in events:
            self.n += 1
            self.shares.hear(Envelope(TABLE, self.n, 0, event))

    def begin(self, rules: RuleSet = FFB) -> None:
        self.hear(MatchStarted(rules, MATCH, board=False))

    def share(self, wanted: ShareWanted) -> bytes:
        answer = self.shares.answer(wanted)
        assert isinstance(answer, Share)
        return bytes.fromhex(answer.share)

    def pledge(self, wanted: ShareWanted) -> str:
        answer = self.shares.answer(wanted)
        assert isinstance(answer, Pledge)
        return answer.pledge

    def verdicts(self) -> list[ShuffleVerdict]:
        return [checked.verdict for checked in self.shares.found()]


def told(telling: Telling, client: Client, *, over: Event | None = None, **changed: object) -> list[ShuffleVerdict]:
    """One deal whose cutter is the client, told to it; what it finds."""
    client.hear(telling.committed())
    share = client.share(telling.wanted(telling.asked[0], ShareStage.SHARE))
    given = replace(ShareGiven(telling.asked[0], share.hex(), substitute=False), **changed)  # type: ignore[arg-type]
    client.hear(given, *telling.dealt(telling.pack([given])), over or ThrownIn(), telling.revealed())
    return client.verdicts()
