"""Everybody who is signed in, present or away, and which names they bear. Refuses to know who may have a name."""

from __future__ import annotations

from collections import Counter, UserDict
from collections.abc import ValuesView
from functools import lru_cache

from coinche.protocol.messages import Role
from coinche.protocol.names import same_name

from . import limits
from .session import Session

_same = lru_cache(maxsize=2 * limits.CONNECTIONS)(same_name)


class Roll(UserDict[str, Session]):
    """Sessions by their ids. Names and providers are found without looking at all of them."""

    def __init__(self) -> None:
        self._borne: Counter[str] = Counter()
        self._providers: dict[str, Session] = {}
        super().__init__()

    def bears(self, name: str) -> bool:
        """Whether somebody is called that, or what counts as the same."""
        return _same(name) in self._borne

    @property
    def providers(self) -> tuple[Session, ...]:
        """The providers that are there, the last that came first."""
        return tuple(found for found in reversed(self._providers.values()) if found.peer is not None)

    def values(self) -> ValuesView[Session]:
        """All of them."""
        return self.data.values()

    def __setitem__(self, number: str, session: Session) -> None:
        if number in self.data:
            del self[number]
        self.data[number] = session
        self._borne[_same(session.name)] += 1
        if session.role is Role.PROVIDER:
            self._providers[number] = session

    def __delitem__(self, number: str) -> None:
        borne = _same(self.data.pop(number).name)
        self._providers.pop(number, None)
        self._borne[borne] -= 1
        if not self._borne[borne]:
            del self._borne[borne]
