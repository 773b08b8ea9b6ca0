"""Invitations that players make, where the operator lets them."""

from __future__ import annotations

from coinche.protocol.messages import InvitePlayer, PlayerInvitation, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import network_of
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.invitations import CannotInvite, Invitations
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.server_context import ServerContext
from coinche.server.sessions.session import Session


class MemberInvites:
    """Answers the players who invite others. They have to own a name; `limits` has how many they may invite."""

    def __init__(self, server: ServerContext, register: Register, invitations: Invitations) -> None:
        self._server = server
        self._register = register
        self._invitations = invitations

    def invite(self, session: Session, message: InvitePlayer) -> None:
        """Make the invitation that the player asks for, or say why not."""
        member = None if session.role is Role.PROVIDER else self._register.name_of(session.who)
        if not self._server.members_invite:
            session.refuse(message, "on this server only its operator invites")
        elif member is None:
            session.refuse(message, "only players who own a name invite others: sign in with a key or a token")
        elif network_of(same_name(message.name)) is not None:
            session.refuse(message, "that is an address and nobody's name; choose another")
        elif self._invitations.reserves(message.name):
            session.refuse(message, f"{message.name!r} is reserved for somebody who is invited already")
        else:
            self._make(session, message, member)

    def _make(self, session: Session, message: InvitePlayer, member: str) -> None:
        try:
            secret, made = self._invitations.make(message.name, self._server.entropy, limits.INVITATION_MS, member)
        except CannotInvite as why:
            session.refuse(message, str(why))
            return
        session.answer(PlayerInvitation(name=made.name, secret=secret, until=made.until), message.id)
        line = f"{session.name} invites {made.name}"
        self._server.say(LogEntry(Happening.INVITED, line, name=session.name, invited=made.name))
