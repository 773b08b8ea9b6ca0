"""The shares of a fair shuffle (`docs/fairness.md`): asked of the players, waited for, or replaced by a substitute.

A player who is not there or cannot answer costs the others no time, one who is late `limits.SHARES` at most.
"""

from __future__ import annotations

from coinche.engine.cards import Card
from coinche.engine.fair import SHARE_BYTES, ShuffleContext
from coinche.engine.match import State, next_dealer
from coinche.protocol.messages import Capability, Ok, Pledge, Share, ShareStage
from coinche.server import limits
from coinche.server.match.entries import DealShown, PledgeTaken, ShareTaken
from coinche.server.match.packs import sealed_deal
from coinche.server.seating.seats import TableSeat
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.session import Session

from .match_log import MatchLog

_STAGES: dict[type[Pledge | Share], ShareStage] = {Pledge: ShareStage.PLEDGE, Share: ShareStage.SHARE}


class ShareCollector:
    """Collects the shares of each pack. The server is bound to its own secret by its signing key."""

    def __init__(self, context: TableContext, log: MatchLog) -> None:
        self.until = 0.0
        """The moment at which the time for the shares that are wanted now is up (trio's clock)."""
        self._seats = context.seats
        self._log = log
        self._server = context.server
        self._shares = context.options.shares
        self._stage: ShareStage | None = None
        self._waits_for_away = False

    def begin(self, state: State) -> None:
        """Begin the next shuffle, or go on with one from before a restart: then absent players may be on their way."""
        self._waits_for_away = self._log.replay.shuffling is not None
        self._stage = None
        if self._waits_for_away:
            return
        context = ShuffleContext(
            signer=self._server.signer,
            match=bytes.fromhex(self._log.replay.match_id),
            deal=state.deal + 1,
            dealer=next_dealer(state),
            names={place.seat: place.name for place in self._seats.values()},
            shares=self._shares,
        )
        secret = self._server.entropy.draw(SHARE_BYTES)
        self._log.keep(sealed_deal(self._server.time.unix_ms(), context, state.match, secret))

    def pack(self, now: float) -> tuple[Card, ...] | None:
        """The pack, once there is everybody's share or a substitute; None while shares are waited for."""
        making = self._log.replay.shuffling
        assert making is not None, "no shuffle has been begun"
        while making.missing:
            stage = making.stage
            if stage is not self._stage:
                self._stage, self.until = stage, now + limits.SHARES
                for seat in making.missing:
                    self.ask(self._seats[seat], now)
            missing = [self._seats[seat] for seat in making.missing]
            if now < self.until and any(_can_answer(place, away=self._waits_for_away) for place in missing):
                return None
            for seat in making.missing:
                self._log.keep(making.substitute(self._server.time.unix_ms(), seat))
        return making.pack

    def ask(self, place: TableSeat, now: float) -> None:
        """Ask the client that sits there for what is wanted of it, if anything is: also when it has come back."""
        making = self._log.replay.shuffling
        if making is None or place.owner is None or place.seat not in making.missing or not _can_answer(place):
            return
        ms = max(0, round(1000 * (self.until - now)))
        place.owner.send(making.wanted(self._seats.table, place.seat, ms))

    def hear(self, session: Session, said: Pledge | Share) -> None:
        """Take a pledge or a share if it is wanted, and is what the player has pledged."""
        place, making = self._seats.of(session), self._log.replay.shuffling
        if place is None:
            session.refuse(said, "only who plays has a share")
        elif making is None or not making.is_for(said):
            session.refuse(said, "nothing is wanted for that deal, or no longer")
        elif making.again(place.seat, said):
            session.answer(Ok(), said.id)
        elif place.seat not in making.missing or making.stage is not _STAGES[type(said)]:
            session.refuse(said, f"no {_STAGES[type(said)]} of yours is wanted now")
        elif not making.fits(place.seat, said):
            session.refuse(said, "that is not the share that you have pledged")
        else:
            at, seat = self._server.time.unix_ms(), place.seat
            if isinstance(said, Pledge):
                self._log.keep(PledgeTaken(at=at, seat=seat, pledge=said.pledge))
            else:
                self._log.keep(ShareTaken(at=at, seat=seat, share=said.share, substitute=False))
            session.answer(Ok(), said.id)

    def reveal(self) -> None:
        """Tell the secrets on which nothing hidden depends any longer."""
        for deal in self._log.replay.due:
            self._log.keep(DealShown(self._server.time.unix_ms(), deal))


def _can_answer(place: TableSeat, *, away: bool = False) -> bool:
    """Return whether a client that takes part in fair deals sits there, or is `away`; bots that are lent do not."""
    owner = place.owner
    return owner is not None and (away or owner.peer is not None) and Capability.FAIR in owner.capabilities
