"""What a table needs of the server around it. Refuses to know who fulfils it: the lobby does."""

from __future__ import annotations

from typing import Protocol

from coinche.server.log import News
from coinche.server.sessions.sessions import Session
from coinche.server.storage.budget import Budget

from .bots import Agency


class House(Agency, Protocol):
    """What a table needs of the server around it."""

    @property
    def budget(self) -> Budget:
        """What tables may take of memory and of the data file."""

    def changed(self) -> None:
        """The lobby's picture of the table is out of date."""

    def left(self, session: Session) -> None:
        """The client is at no table any more."""

    def keep(self, session: Session) -> None:
        """The client is at a table from now on, whatever happens to the server."""

    def say(self, news: News) -> None:
        """One line for the operator; never a hidden card."""

    @property
    def signer(self) -> bytes:
        """The public key by which the server is bound to its shuffles."""

    @property
    def draining(self) -> bool:
        """Whether no other match is to begin: the server ends once those that there are are over."""

    def acted(self, since: float) -> None:
        """A client has acted, who was heard at that moment; what comes of it is about to be told."""
