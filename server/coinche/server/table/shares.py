"""The shares of the shuffles at one table: who is asked, for how long, and whose place the server takes.

Whoever is not there, cannot answer or does not in time costs the others nothing, or `limits.SHARES` at most. Knows how
to wait. Refuses to know what a pack comes of (`shuffling`), and when one is due.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from coinche.engine.cards import Card
from coinche.engine.fair import SHARE_BYTES, Context
from coinche.engine.match import State, next_dealer
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Capability, Ok, Pledge, Share, Shares, ShareStage
from coinche.server import limits
from coinche.server.clock import Entropy, Time
from coinche.server.match.entries import DealSealed, DealShown, PledgeTaken, ShareTaken
from coinche.server.match.replay import FairShuffle, sealed
from coinche.server.seating.seats import Chair, Chairs
from coinche.server.sessions.sessions import Session

from .match_log import Ledger

_STAGES: dict[type[Pledge | Share], ShareStage] = {Pledge: ShareStage.PLEDGE, Share: ShareStage.SHARE}


class Fairness:
    """Has packs shuffled with the shares that the table wants, and with a secret that it is bound to by its `signer`.

    `attend` waits so long for whatever comes in to the table.
    """

    def __init__(
        self,
        table: str,
        chairs: Chairs,
        ledger: Ledger,
        *,
        shares: Shares,
        signer: bytes,
        time: Time,
        entropy: Entropy,
        attend: Callable[[float], Awaitable[None]],
    ) -> None:
        self._table = table
        self._chairs = chairs
        self._course = ledger.course
        self._keep = ledger.keep
        self._shares = shares
        self._signer = signer
        self._time = time
        self._entropy = entropy
        self._attend = attend
        self._until = 0.0
        self._waits_for_away = False

    async def shuffled(self, state: State) -> tuple[Card, ...]:
        """The next pack, once there is everybody's share or a substitute.

        A shuffle that was begun before the server was started again is gone on with: whoever has a part in it may be
        on his way back.
        """
        self._waits_for_away = self._course.shuffling is not None
        if self._course.shuffling is None:
            self._keep(self._sealed(state))
        making = self._course.shuffling
        assert making is not None, "what is sealed is being made"
        while making.missing:
            await self._stage(making, making.stage)
        return making.pack

    def _sealed(self, state: State) -> DealSealed:
        context = Context(
            signer=self._signer,
            match=bytes.fromhex(self._course.match_id),
            deal=state.deal + 1,
            dealer=next_dealer(state),
            names={chair.seat: chair.name for chair in self._chairs},
            shares=self._shares,
        )
        return sealed(self._time.unix_ms(), context, state.match, self._entropy.draw(SHARE_BYTES))

    def show(self) -> None:
        """Tell the secrets on which nothing hidden hangs any longer."""
        for deal in self._course.due:
            self._keep(DealShown(self._time.unix_ms(), deal))

    async def _stage(self, making: FairShuffle, stage: ShareStage) -> None:
        """Ask all who can answer; who has not once there is nobody to wait for gets a substitute."""
        self._until = trio.current_time() + limits.SHARES
        for seat in making.missing:
            self.ask(self._chairs[seat])
        while self._is_awaited(making, stage) and trio.current_time() < self._until:
            await self._attend(self._until)
        for seat in making.missing if making.stage is stage else ():
            self._keep(making.substitute(self._time.unix_ms(), seat))

    def _is_awaited(self, making: FairShuffle, stage: ShareStage) -> bool:
        chairs = (self._chairs[seat] for seat in making.missing)
        return making.stage is stage and any(_can_answer(chair, away=self._waits_for_away) for chair in chairs)

    def ask(self, chair: Chair) -> None:
        """Ask whoever sits there for what is wanted of him, if anything is: also when he has come back."""
        making = self._course.shuffling
        if making is None or chair.owner is None or chair.seat not in making.missing or not _can_answer(chair):
            return
        ms = max(0, round(1000 * (self._until - trio.current_time())))
        chair.owner.send(making.wanted(self._table, chair.seat, ms))

    def hear(self, session: Session, said: Pledge | Share) -> None:
        """Take what somebody gives, if it is wanted and what he has bound himself to."""
        chair, making = self._chairs.of(session), self._course.shuffling
        if chair is None:
            session.refuse(ErrorCode.FORBIDDEN, "only who plays has a share", re=said.id)
        elif making is None or not making.is_for(said):
            session.refuse(ErrorCode.FORBIDDEN, "nothing is wanted for that deal, or no longer", re=said.id)
        elif making.again(chair.seat, said):
            session.answer(Ok(), said.id)
        elif (why := _unwanted(making, chair.seat, said)) is not None:
            session.refuse(ErrorCode.FORBIDDEN, why, re=said.id)
        else:
            self._keep(_taken(self._time.unix_ms(), chair.seat, said))
            session.answer(Ok(), said.id)


def _can_answer(chair: Chair, *, away: bool = False) -> bool:
    """Whether a client that has a part in fair deals sits there, or is `away`; bots that are lent have none."""
    owner = chair.owner
    return owner is not None and (away or owner.present) and Capability.FAIR in owner.capabilities


def _unwanted(making: FairShuffle, seat: Seat, said: Pledge | Share) -> str | None:
    """Why it is not taken."""
    if seat not in making.missing or making.stage is not _STAGES[type(said)]:
        return f"no {_STAGES[type(said)]} of yours is wanted now"
    return None if making.fits(seat, said) else "that is not the share that you have pledged"


def _taken(at: int, seat: Seat, said: Pledge | Share) -> PledgeTaken | ShareTaken:
    if isinstance(said, Pledge):
        return PledgeTaken(at=at, seat=seat, pledge=said.pledge)
    return ShareTaken(at=at, seat=seat, share=said.share, substitute=False)
