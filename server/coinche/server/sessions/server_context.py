"""The context that the tables and the lobby of a server share."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio

from coinche.protocol.messages import Notice
from coinche.server.act_meter import ActMeter
from coinche.server.ladder.results import LadderResults
from coinche.server.log import Log
from coinche.server.match.table_options import HintsPolicy
from coinche.server.storage.budget import Budget
from coinche.server.storage.store import Store
from coinche.server.time_and_entropy import Entropy, Time

from .questions import ProviderQuestions
from .session import Session, Sessions


class Revision:
    """The number of changes of something, for the one task that sends it when it has changed."""

    def __init__(self) -> None:
        self.number = 0
        self._changed = trio.Event()

    def bump(self) -> None:
        """Count a change."""
        self.number += 1
        self.wake()

    def wake(self) -> None:
        """Wake the task though nothing has changed."""
        self._changed.set()

    async def next(self) -> None:
        """Wait for a change, or for `wake`."""
        await self._changed.wait()
        self._changed = trio.Event()


@dataclass(eq=False, kw_only=True)
class ServerContext:
    """The parts of a server that its tables and its lobby share, as one object.

    So a table is given one thing rather than ten, and can say that a session has left without knowing the lobby, which
    stands on tables. `signer` is the public key that binds the server to its shuffles, `name` its name or nothing,
    `bots` are the kinds of bots on offer, `hints` the operator's decision about hints, `members_invite` that about
    invitations by players; with `seats_only`, clients do nothing but play. `ladder` has the results of the ladder,
    `web` the link that browsers open, which is known once the server listens.
    """

    time: Time
    entropy: Entropy
    store: Store
    say: Log
    budget: Budget
    meter: ActMeter
    signer: bytes
    name: str = ""
    bots: tuple[str, ...] = ()
    hints: HintsPolicy = HintsPolicy.HOST
    members_invite: bool = False
    seats_only: bool = False
    ladder: LadderResults = field(default_factory=LadderResults)
    web: str | None = None
    sessions: Sessions = field(init=False)
    questions: ProviderQuestions = field(init=False)
    farewell: Notice | None = None
    """The notice that everybody gets while no new tables are taken, newcomers included."""
    listing: Revision = field(default_factory=Revision)
    """The changes of the list of tables."""
    people: Revision = field(default_factory=Revision)
    """The changes of the list of people: who is on the server, and where."""
    standings: Revision = field(default_factory=Revision)
    """The changes of the ladder: who is on it, who plays whom, and what was played."""

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.store)
        self.questions = ProviderQuestions(self.sessions)

    @property
    def draining(self) -> bool:
        """True while no new tables and no further matches are begun: the server is about to end."""
        return self.farewell is not None

    def changed(self) -> None:
        """Note that the lists of tables and people are out of date; they are sent anew soon."""
        self.listing.bump()
        self.people.bump()

    def left(self, session: Session) -> None:
        """Note that the session is at no table: it sees the lobby again; it is forgotten if it has gone for good."""
        session.table = None
        session.arrives = True
        if session.peer is None and not session.keys:
            self.sessions.forget(session)
        else:
            self.sessions.keep(session)
        self.changed()

    def acted(self, since: float) -> None:
        """Count an act that was heard at that moment; its effects go out once what is kept of it is safe."""
        self.meter.acted(self.store.position, since)
