"""The values of the table machine: what a table is told of a session, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass, field

from coinche.protocol.messages import Act, AtTable, Claim
from coinche.server.sessions.sessions import Session

from .agreements import Recap

# --- what the server itself tells a table ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lost:
    """The session's connection is gone."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The session has gone for good: it said so, or too many are away."""


@dataclass(frozen=True, slots=True)
class Back:
    """The session is connected again and has seen the events up to `after`. `away`: it was not, meanwhile."""

    after: int
    away: bool


@dataclass(frozen=True, slots=True)
class ProviderHere:
    """The session is a provider that has just come."""


@dataclass(frozen=True, slots=True)
class ProviderGone:
    """The session is a provider that has gone."""


@dataclass(frozen=True, slots=True)
class FillUp:
    """The client that opened the table wants bots of that kind on the free seats."""

    bot: str


Input = AtTable | FillUp | Lost | Gone | Back | ProviderHere | ProviderGone
"""All that a table can be told of a session."""

# --- what a table waits for --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Starting:
    """For nothing: the table has just been opened, or has come back."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """For four players, and for the host where the table is held."""


@dataclass(frozen=True, slots=True)
class AwaitingShares:
    """For the players' shares of the next shuffle."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """For the seat on turn, and those who may act out of turn."""


@dataclass(frozen=True, slots=True)
class TrickShown:
    """For people to look at a trick that is over."""

    until: float


@dataclass(frozen=True, slots=True)
class RecapShown:
    """For people to read the recap of a deal, and perhaps to want another match."""

    recap: Recap


@dataclass(frozen=True, slots=True)
class Stalled:
    """For the disk: too much is waiting to be safe."""


@dataclass(frozen=True, slots=True)
class InPause:
    """For people to go on from a pause. Acts that come meanwhile are heard at its end."""

    before: Waiting
    began_ms: int
    acts: list[tuple[Session, Act | Claim]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Closed:
    """For nothing any more."""


Waiting = Starting | Gathering | AwaitingShares | Deciding | TrickShown | RecapShown | Stalled | InPause | Closed
