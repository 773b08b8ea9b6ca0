"""Invitations to names: each brings one name to one client, once, until it ends.

The server keeps the hash of an invitation. The name is reserved for its guest as long as the invitation is open. Once
it is redeemed, the name has an owner in the register: the guest's key, or a token that both sides derive from the
invitation and the guest's nonce (`protocol.auth`). A used invitation stays here until some time after its end. So a
client that has lost the answer may redeem it again with the same key or nonce, and everybody else is told that it was
used, even if the name has no owner any more.

Where the operator lets them, the owners of names invite others (`invite`). Hosts let in newcomers, whose names are
noted as if an invitation had brought them (`note_let_in`). So it is known which names were brought in by which player,
as long as they have owners, and those bring in nobody themselves for some time (`MEMBER_AFTER_MS`): otherwise one
player could fill a server by a chain of names.

All invitations are in memory, as the owners of names are; changes are written in the background.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from coinche.protocol import auth
from coinche.protocol.messages import InvitePlayer, PlayerInvitation, Role
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import network_of
from coinche.server.log import Happening, LogEntry
from coinche.server.storage.database import DataFile, ImmediateWriter, Value, Writer, statement
from coinche.server.storage.serialization import Inviter, NameInvitation, UnnamedInviter, decode_invitation
from coinche.server.time_and_entropy import Entropy, Time

from .name_register import Register
from .server_context import ServerContext
from .session import Session

_ALL = "SELECT same, name, key, member, at, until, used FROM invitations"
_ADD = "INSERT OR REPLACE INTO invitations (same, name, key, member, at, until, used) VALUES (?, ?, ?, ?, ?, ?, ?)"
_REMOVE = "DELETE FROM invitations WHERE same = ?"
_SYSTEM = Time()


class InvitationFault(StrEnum):
    """The reason why an invitation brings no name. Clients read it."""

    UNKNOWN = "invitation_unknown"
    """None was made like it, or it was revoked, or ended long ago."""
    USED = "invitation_used"
    ENDED = "invitation_ended"


class InvitingFault(StrEnum):
    """The reason why no invitation is made. Clients read it."""

    NOT_MEMBERS = "not_members"
    """Only the operator invites."""
    NO_NAME = "no_name"
    """The player owns no name."""
    BROUGHT_IN = "brought_in"
    """Another player has brought in this one lately."""
    ADDRESS = "address"
    """The name is an address."""
    RESERVED = "reserved"
    """Somebody else is invited to the name."""
    TAKEN = "taken"
    """The name has an owner."""
    TOO_MANY = "too_many"
    """Too many invitations have not ended, of the player or of all together."""


class CannotInvite(Exception):
    """No invitation can be made; the message says why in a sentence, `reason` in a word."""

    def __init__(self, reason: InvitingFault, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class Invitations:
    """All invitations of a server, to names in that register."""

    def __init__(
        self,
        register: Register,
        file: DataFile | None = None,
        writer: Writer | None = None,
        time: Time = _SYSTEM,
    ) -> None:
        """Read those in that file, which keeps changes; without a writer, they are written at once."""
        self._register = register
        self._writer = ImmediateWriter(file) if writer is None and file is not None else writer
        self._time = time
        self._of_names: dict[str, NameInvitation] = {}
        self._of_ids: dict[str, NameInvitation] = {}
        self._made_from: dict[bytes, str] = {}
        """How players were `counted_as` when they invited, by the invitation's key; not kept over a restart."""
        for row in () if file is None else file.rows(_ALL):
            self._take(decode_invitation(*row))

    def __iter__(self) -> Iterator[NameInvitation]:
        """Yield the open invitations, sorted by name."""
        return (invitation for _, invitation in sorted(self._of_names.items()) if self._is_open(invitation))

    def invite(self, server: ServerContext, session: Session, message: InvitePlayer) -> None:
        """Make the invitation that the player asks for, or say why not."""
        try:
            member = self._member(server, session)
            self._check_wanted(message.name)
            self._check_share(session.counted_as)
            secret, made = self.make(message.name, server.entropy, limits.INVITATION_MS, member)
        except CannotInvite as why:
            session.refuse(message, str(why), data={"reason": why.reason.value})
            return
        self._made_from[made.key] = session.counted_as
        session.answer(PlayerInvitation(name=made.name, secret=secret, until=made.until), message.id)
        line = f"{session.name} invites {made.name}"
        server.say(LogEntry(Happening.INVITED, line, name=session.name, invited=made.name))

    def _member(self, server: ServerContext, session: Session) -> str:
        """The name under which that player invites; CannotInvite if the player may not."""
        member = None if session.role is Role.PROVIDER else self._register.name_of(session.who)
        if not server.members_invite:
            raise CannotInvite(InvitingFault.NOT_MEMBERS, "on this server only its operator invites")
        if member is None:
            sentence = "only players who own a name invite others: sign in with a key or a token"
            raise CannotInvite(InvitingFault.NO_NAME, sentence)
        if self.was_brought_in_lately(session.who):
            sentence = "another player has brought you in not long ago; for some time you invite nobody"
            raise CannotInvite(InvitingFault.BROUGHT_IN, sentence)
        return member

    def _check_wanted(self, name: str) -> None:
        """Raise CannotInvite if no player may have the name, or somebody is invited to it already."""
        if network_of(same_name(name)) is not None:
            sentence = "that is an address and nobody's name; choose another"
            raise CannotInvite(InvitingFault.ADDRESS, sentence)
        if self.reserves(name):
            sentence = f"{name!r} is reserved for somebody who is invited already"
            raise CannotInvite(InvitingFault.RESERVED, sentence)

    def note_let_in(self, name: str, host: str, entropy: Entropy) -> None:
        """Note that a host has let in the owner of the name, as if by an invitation that ends now."""
        self._purge()
        key, now = auth.key(entropy.draw(auth.INVITATION_BYTES).hex()), self._time.unix_ms()
        self._keep(NameInvitation(name=name, key=key, by=host, at=now, until=now, used=True))

    def was_brought_in_lately(self, who: str) -> bool:
        """Return whether another player has brought in that identity so lately that it brings in nobody yet.

        Lately is `MEMBER_AFTER_MS`. It counts from the end of the invitation, not from its use.
        """
        since = self._time.unix_ms() - limits.MEMBER_AFTER_MS
        found = (self._of_names.get(same_name(name)) for name in self._register.names_of(who))
        return any(it is not None and it.used and it.by_player and since < it.until for it in found)

    def brought_by(self, name: str) -> tuple[NameInvitation, ...]:
        """The invitations of that player, and of those whom it has brought in, and so on: open, or owned since.

        They come in the order of generations, and by name.
        """
        members, found = self._all_names(name), dict[str, NameInvitation]()
        while members:
            new = [
                (same, it)
                for same, it in sorted(self._of_names.items())
                if same not in found and it.is_by(members) and self._counts(it)
            ]
            found.update(new)
            members = {other for same, _ in new for other in self._all_names(same)}
        return tuple(found.values())

    def _all_names(self, name: str) -> set[str]:
        """The name, and all others of its owner, as names are compared."""
        owner = self._register.owner_of(name)
        return {same_name(name), *map(same_name, () if owner is None else self._register.names_of(owner.who))}

    def _counts(self, invitation: NameInvitation) -> bool:
        """Return whether something has come of the invitation, or may come yet."""
        return self._is_open(invitation) or self._is_owned(invitation)

    def _is_owned(self, invitation: NameInvitation) -> bool:
        return invitation.used and self._register.owner_of(invitation.name) is not None

    def find(self, number: str) -> NameInvitation | None:
        """The invitation of that id, open or not."""
        return self._of_ids.get(number)

    def reserves(self, name: str) -> bool:
        """Return whether the name is reserved for somebody who is invited."""
        invitation = self._of_names.get(same_name(name))
        return invitation is not None and self._is_open(invitation)

    def make(
        self, name: str, entropy: Entropy, lasts: int, by: Inviter = UnnamedInviter.OPERATOR
    ) -> tuple[str, NameInvitation]:
        """Make an invitation, in place of an older one to that name, that ends in so many ms; return its secret, too.

        CannotInvite if the name has an owner, or there are too many invitations.
        """
        if self._register.owner_of(name) is not None:
            raise CannotInvite(InvitingFault.TAKEN, f"{name!r} has an owner already")
        self._purge()
        self._check_count(name, by)
        secret, now = entropy.draw(auth.INVITATION_BYTES).hex(), self._time.unix_ms()
        invitation = NameInvitation(name=name, key=auth.key(secret), by=by, at=now, until=now + lasts)
        self._keep(invitation)
        return secret, invitation

    def fault(self, invitation: NameInvitation, key: str | None, token: bytes) -> InvitationFault | None:
        """Return why the client with that key, or else with the token of that hash, may not redeem it, if it may not.

        The owner of the name may redeem it again: its client has not heard the answer.
        """
        owner = self._register.owner_of(invitation.name)
        if owner is not None:
            its_own = owner.token == token if key is None else owner.key == key
            return None if invitation.used and its_own else InvitationFault.USED
        if invitation.used:
            return InvitationFault.USED
        return None if self._is_open(invitation) else InvitationFault.ENDED

    def redeem(self, invitation: NameInvitation, key: str | None, token: bytes) -> None:
        """Give the name to that key, or else to the token of that hash; nothing changes if it is the owner already."""
        if self._register.owner_of(invitation.name) is None:
            if key is None:
                self._register.add_token(invitation.name, token, provider=False, invited=True)
            else:
                self._register.claim(invitation.name, key)
            self._keep(replace(invitation, used=True))

    def revoke(self, name: str) -> bool:
        """Remove the open invitation to that name; return False if there is none."""
        return self.reserves(name) and self._remove(same_name(name))

    def note_freed(self, name: str) -> None:
        """Note that the name has lost its owner.

        Nobody has brought in its next owner, who may invite at once. Those whom the old owner has brought in count as
        brought in by the player who brought in the old owner, so `brought_by` still finds them.
        """
        freed = self._of_names.get(same_name(name))
        if freed is None or not freed.used or not freed.by_player:
            return
        for invitation in tuple(self._of_names.values()):
            if invitation.is_by({same_name(name)}):
                self._keep(replace(invitation, by=freed.by))
        self._keep(replace(freed, by=UnnamedInviter.OPERATOR))

    def forget(self, name: str) -> int:
        """Remove the invitations to that name, and those that its owner has made; return how many.

        Of those that others have redeemed, the name of that owner alone is removed.
        """
        same = same_name(name)
        theirs = [of for of, invitation in self._of_names.items() if same == of or invitation.is_by({same})]
        for of in theirs:
            if of != same and self._is_owned(invitation := self._of_names[of]):
                self._keep(replace(invitation, by=UnnamedInviter.FORGOTTEN))
            else:
                self._remove(of)
        return len(theirs)

    def _check_share(self, counted_as: str) -> None:
        """CannotInvite if the players of one address have too many invitations that have not ended."""
        lasting = {kept.key for kept in self._of_names.values() if kept.until > self._time.unix_ms()}
        self._made_from = {key: whose for key, whose in self._made_from.items() if key in lasting}
        if sum(whose == counted_as for whose in self._made_from.values()) >= limits.INVITATIONS_FROM_ADDRESS:
            sentence = "the players of your address have made too many invitations already"
            raise CannotInvite(InvitingFault.TOO_MANY, sentence)

    def _check_count(self, name: str, by: Inviter) -> None:
        now = self._time.unix_ms()
        lasting = [kept for of, kept in self._of_names.items() if kept.until > now and of != same_name(name)]
        if len(lasting) >= limits.INVITATIONS:
            sentence = f"{limits.INVITATIONS} invitations have not ended; revoke some first"
            raise CannotInvite(InvitingFault.TOO_MANY, sentence)
        if not isinstance(by, str):
            return
        of_members, own = [kept for kept in lasting if kept.by_player], self._all_names(by)
        if sum(kept.is_by(own) for kept in of_members) >= limits.INVITATIONS_OF_MEMBER:
            sentence = f"{limits.INVITATIONS_OF_MEMBER} of your invitations have not ended yet"
            raise CannotInvite(InvitingFault.TOO_MANY, sentence)
        if len(of_members) >= limits.INVITATIONS_OF_MEMBERS:
            sentence = "the players of this server have made too many invitations already"
            raise CannotInvite(InvitingFault.TOO_MANY, sentence)

    def _is_open(self, invitation: NameInvitation) -> bool:
        return not invitation.used and self._time.unix_ms() < invitation.until

    def _purge(self) -> None:
        """Remove what has ended long ago, but for names that a player has brought in and that have owners."""
        before = self._time.unix_ms() - limits.INVITATION_REMEMBERED_MS
        ended = [(same, invitation) for same, invitation in self._of_names.items() if invitation.until < before]
        for same, invitation in ended:
            if not invitation.by_player or not self._is_owned(invitation):
                self._remove(same)

    def _take(self, invitation: NameInvitation) -> None:
        self._drop(same_name(invitation.name))
        self._of_names[same_name(invitation.name)] = invitation
        self._of_ids[auth.invitation_id(invitation.key)] = invitation

    def _keep(self, invitation: NameInvitation) -> None:
        self._take(invitation)
        row = (invitation.name, invitation.key, invitation.member, invitation.at, invitation.until, invitation.used)
        self._write(_ADD, same_name(invitation.name), *row)

    def _remove(self, same: str) -> bool:
        self._drop(same)
        self._write(_REMOVE, same)
        return True

    def _drop(self, same: str) -> None:
        if (old := self._of_names.pop(same, None)) is not None:
            del self._of_ids[auth.invitation_id(old.key)]

    def _write(self, words: str, *values: Value) -> None:
        if self._writer is not None:
            self._writer.write(statement(words, *values))
