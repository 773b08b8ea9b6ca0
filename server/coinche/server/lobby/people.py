"""The list of people: who is on the server and where, for clients in the lobby that have asked for it.

A table that the server does not list is not named, nor is it said whether somebody plays or watches there. The list has
names and places alone, and those of seats are in the list of tables, too, so it tells nothing of a match.
"""

from __future__ import annotations

import trio

from coinche.protocol.messages import Occupant, People, PersonInfo, Role, Whereabouts
from coinche.server import limits
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session

from .broadcast import LobbyBroadcast
from .listing import TableBroadcast
from .lobby_talk import LobbyTalk, hears
from .tables import Tables


class PeopleBroadcast(LobbyBroadcast):
    """Sends the list to those in the lobby who are to have it, and to those who arrive there what was said before."""

    def __init__(self, server: ServerContext, tables: Tables, listing: TableBroadcast, talk: LobbyTalk) -> None:
        super().__init__(server, server.people, limits.PEOPLE_EVERY)
        self._tables = tables
        self._listing = listing
        self._talk = talk

    def draw(self) -> People:
        """Make the list as it is now: people first, and those in the lobby before those at tables."""
        sessions = self._server.sessions.values()
        found = [self._info(s) for s in sessions if s.peer is not None and s.role is not Role.PROVIDER]
        found.sort(key=lambda info: (info.occupant is not Occupant.PERSON, info.place is not Whereabouts.LOBBY))
        listed = tuple(found[: limits.PEOPLE_LISTED])
        return People(people=listed, more=len(found) - len(listed))

    def _info(self, session: Session) -> PersonInfo:
        place, number = Whereabouts.LOBBY, None
        if (table := self._tables.find(session.table)) is not None:
            place = Whereabouts.ELSEWHERE
            if self._listing.lists(table):
                place, number = Whereabouts.PLAYING if table.sits(session) else Whereabouts.WATCHING, table.id
        return PersonInfo(name=session.name, occupant=session.occupant, place=place, table=number)

    def wants(self, session: Session) -> bool:
        """Return whether the list is for that session: it hears the lobby, and has not been sent this very list."""
        if not hears(session) or session.peer is None:
            return False
        return session.arrives or self._sent.get(session.peer) is not self.frame()

    def send_first(self, session: Session) -> None:
        """Tell a session that has just come at once, or with the next broadcast where there are many."""
        if hears(session) and len(self._server.sessions) <= limits.PEOPLE_AT_ONCE:
            self._talk.tell_recent(session, trio.current_time())
            self.send_now(session)

    def _send(self, session: Session) -> None:
        super()._send(session)
        if session.arrives:
            self._talk.tell_recent(session, trio.current_time())
