"""How many connections there may be: in all, from one place, and of those who have not signed in.

Knows counts. Refuses to know what a connection is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from . import limits
from .origin import NOBODY, TrustedNetworks, origin
from .plaintext import is_here


class Standing(StrEnum):
    """What a connection counts as."""

    STRANGER = "stranger"
    SIGNED_IN = "signed in"
    ONE_TOO_MANY = "one too many"
    """It is there to be told so, and takes nobody's place."""


@dataclass(eq=False, slots=True)
class Place:
    """What one connection takes up."""

    origin: str
    standing: Standing


class Entrance:
    """Counts who comes and goes, and forgets where nobody is from any more."""

    def __init__(self, per_address: int | None = None, trust: TrustedNetworks = NOBODY) -> None:
        """With another bound for one address than the usual one, if that is given, but here and where it is trusted."""
        self._elsewhere = per_address
        self._trust = trust
        self._in_all: Counter[Standing] = Counter()
        self._from: Counter[tuple[str, Standing]] = Counter()

    def enter(self, address: str) -> Place | None:
        """A place for one more from there; None where nobody can even be told that there is none."""
        place = Place(origin(address), Standing.STRANGER)
        if self._is_full(place.origin, usual=is_here(address) or address in self._trust):
            place.standing = Standing.ONE_TOO_MANY
            if self._in_all[place.standing] >= limits.TURNED_AWAY:
                return None
        self._count(place, 1)
        return place

    def sign_in(self, place: Place) -> None:
        """Who is there has signed in."""
        if place.standing is Standing.STRANGER:
            self._count(place, -1)
            place.standing = Standing.SIGNED_IN
            self._count(place, 1)

    def leave(self, place: Place) -> None:
        """The place is free."""
        self._count(place, -1)

    def _is_full(self, origin: str, *, usual: bool) -> bool:
        """Whether there is no place more. Where the `usual` bound holds, strangers are not counted apart."""
        strangers = self._from[origin, Standing.STRANGER]
        most = limits.CONNECTIONS_PER_ADDRESS if usual or self._elsewhere is None else self._elsewhere
        return (
            self._in_all[Standing.STRANGER] + self._in_all[Standing.SIGNED_IN] >= limits.CONNECTIONS
            or strangers + self._from[origin, Standing.SIGNED_IN] >= most
            or (strangers >= limits.STRANGERS_PER_ADDRESS and not usual)
        )

    def _count(self, place: Place, more: int) -> None:
        self._in_all[place.standing] += more
        key = place.origin, place.standing
        self._from[key] += more
        if not self._from[key]:
            del self._from[key]
