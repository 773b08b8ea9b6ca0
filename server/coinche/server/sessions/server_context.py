"""The context that the tables and the lobby of a server share."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio

from coinche.protocol.messages import Notice
from coinche.server.act_meter import ActMeter
from coinche.server.log import Log
from coinche.server.storage.budget import Budget
from coinche.server.storage.store import Store
from coinche.server.time_and_entropy import Entropy, Time

from .session import Session, Sessions


@dataclass(eq=False, kw_only=True)
class ServerContext:
    """The parts of a server that its tables and its lobby share, as one object.

    So a table is given one thing rather than ten, and can say that a session has left without knowing the lobby, which
    stands on tables. `signer` is the public key that binds the server to its shuffles, `bots` are the kinds of bots on
    offer.
    """

    time: Time
    entropy: Entropy
    store: Store
    say: Log
    budget: Budget
    meter: ActMeter
    signer: bytes
    bots: tuple[str, ...] = ()
    sessions: Sessions = field(init=False)
    farewell: Notice | None = None
    """The notice that everybody gets while no new tables are taken, newcomers included."""
    listing_version: int = 0
    """It grows when the list of tables is out of date."""
    listing_changed: trio.Event = field(default_factory=trio.Event)
    """Set when it has grown; the task that sends the list puts another event in its place."""

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.store)

    @property
    def draining(self) -> bool:
        """True while no new tables and no further matches are begun: the server is about to end."""
        return self.farewell is not None

    def changed(self) -> None:
        """Note that the list of tables is out of date; it is sent anew soon."""
        self.listing_version += 1
        self.listing_changed.set()

    def left(self, session: Session) -> None:
        """Note that the session is at no table: it sees the lobby again, or is forgotten if it is away."""
        session.table = None
        if session.peer is None:
            self.sessions.forget(session)
        else:
            self.sessions.keep(session)
        self.changed()

    def acted(self, since: float) -> None:
        """Count an act that was heard at that moment; its effects go out once what is kept of it is safe."""
        self.meter.acted(self.store.position, since)
