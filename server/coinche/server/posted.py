"""What may lie in a table's inbox: the messages of clients, and what the server itself tells a table of a session."""

from __future__ import annotations

from dataclasses import dataclass

from coinche.protocol.messages import AtTable


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
    """Whoever opened the table wants bots of that kind on the free seats."""

    bot: str


Posted = AtTable | FillUp | Lost | Gone | Back | ProviderHere | ProviderGone
"""Everything."""
