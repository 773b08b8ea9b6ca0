"""The sign-in: a hello and its welcome, the proof of who the client is, and the session that it has then.

A client says hello, is welcomed unless `Admission` refuses it, and proves the secret of a session, a token, a key or an
invitation; a guest has nothing to prove. Then the lobby has its session, new or resumed. `ClientConnection` says how
far a client is.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import VERSION, Auth, Capability, Error, Hello, Limits, Prove, Role, Welcome
from coinche.protocol.names import numbered, same_name
from coinche.server import limits
from coinche.server.addresses import OWN_PROVIDER, identity_of_invited_token, identity_of_key
from coinche.server.lobby.session_lifecycle import SessionLifecycle
from coinche.server.log import Happening, LogEntry
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.session import Session
from coinche.server.transport.peer import Peer

from .admission import Admission, Proved, SignInRefused, guest_of, unproved
from .approval import PendingNewcomer, WaitingNewcomers
from .client_connection import ClientConnection

SOFTWARE = "coinche"


class SigningIn:
    """Signs clients in, which know the server by the certificate's `spki`.

    `own_token` is the hash of the token of the provider that the server itself starts.
    """

    def __init__(
        self,
        lifecycle: SessionLifecycle,
        admission: Admission,
        newcomers: WaitingNewcomers,
        register: Register,
        own_token: bytes,
        spki: bytes,
    ) -> None:
        self._lifecycle = lifecycle
        self._admission = admission
        self._register = register
        self._own_token = own_token
        self._spki = spki
        self.newcomers = newcomers

    def receive(self, client: ClientConnection, message: Hello | Prove) -> None:
        """Answer a hello or a proof; the client has a session then, or a proof to give, or is told why not."""
        peer, fatal = client.peer, isinstance(message, Prove)
        try:
            if isinstance(message, Hello):
                self._greet(client, message)
            else:
                assert client.hello is not None
                self._prove(client, client.hello, message)
        except SignInRefused as refused:
            if fatal or refused.code.error_class is ErrorClass.FATAL:
                _drop(peer, refused, re=message.id)
            else:
                peer.send(Error.of(refused.code, refused.sentence, re=message.id, data=refused.data))

    def _greet(self, client: ClientConnection, hello: Hello) -> None:
        """Welcome the client, and give a guest a session."""
        peer, server = client.peer, self._lifecycle.server
        hello = self._admission.named(hello)
        self._admission.check(peer, hello)
        if self._admission.needs_approval(hello):
            self.newcomers.check(client)
        peer.nonce = auth.new_secret(server.entropy.draw(auth.SECRET_BYTES))
        welcome = Welcome(
            version=VERSION,
            server=SOFTWARE,
            nonce=peer.nonce,
            capabilities=self._admission.offered,
            limits=Limits(ping_ms=int(limits.PING_AFTER * 1000), credit_ms=limits.CREDIT_MS),
            time=server.time.unix_ms(),
            signer=server.signer.hex(),
            name=server.name or UNSET,
            hints=UNSET if server.hints.decided is None else server.hints.decided,
            members_invite=True if server.members_invite else UNSET,
            web=server.web or UNSET,
            re=hello.id,
        )
        peer.send(welcome)
        if hello.auth is Auth.GUEST:
            self._enter(client, hello, None)
        else:
            client.hello = hello

    def _enter(self, client: ClientConnection, hello: Hello, proved: Proved | None) -> None:
        """Give the client a session, at once or when somebody has let it in."""
        if self._admission.needs_approval(hello):
            self.newcomers.add(client, hello, proved)
        else:
            client.session = self._session(client.peer, hello, proved)

    def let_in(self, newcomer: PendingNewcomer) -> None:
        """Give a session to a client that somebody lets in, unless something has changed since."""
        client, hello = newcomer.client, newcomer.hello
        self.newcomers.remove(client)
        try:
            self._admission.check(client.peer, hello)
            client.session = self._session(client.peer, hello, newcomer.proved)
        except SignInRefused as refused:
            _drop(client.peer, refused)

    def _session(self, peer: Peer, hello: Hello, proved: Proved | None) -> Session:
        """Give the client the session that it resumes by its proof, or a new one."""
        if proved is None:
            guest = replace(hello, name=self._free_name(hello.name))
            return self._lifecycle.sign_in(guest, peer, self._granted(peer, hello))
        return self._proven_session(peer, hello, proved)

    def _granted(self, peer: Peer, hello: Hello) -> tuple[str, ...]:
        """The capabilities that the client wants or needs; JSON lines are granted to one that speaks them."""
        asked = {*hello.want, *hello.need, Capability.JSON}
        return tuple(name for name in self._admission.at_hand(peer) if name in asked)

    def _prove(self, client: ClientConnection, hello: Hello, prove: Prove) -> None:
        """Let in the client that has proved who it is."""
        check = {
            Auth.RESUME: self._of_session,
            Auth.TOKEN: self._of_token,
            Auth.ED25519: self._of_key,
            Auth.INVITATION: self._of_invitation,
        }
        self._enter(client, hello, check[hello.auth](client.peer, hello, prove))

    def _proven_session(self, peer: Peer, hello: Hello, proved: Proved) -> Session:
        self._admission.admit(peer, hello, proved)
        if proved.owned is not UNSET:
            line = f"the invitation to {proved.owned} is redeemed from {peer.address}"
            say = self._lifecycle.server.say
            say(LogEntry(Happening.INVITATION_REDEEMED, line, name=proved.owned, address=peer.address))
        may = self._granted(peer, hello)
        if proved.session is None:
            named = replace(hello, name=self._free_name(hello.name))
            return self._lifecycle.sign_in(named, peer, may, proved.who, owned=proved.owned)
        if proved.session.rests:
            self._lifecycle.sessions.rename(proved.session, self._name_again(proved.session))
        elif hello.auth is Auth.ED25519 and same_name(hello.name) != same_name(proved.session.name):
            self._lifecycle.sessions.rename(proved.session, self._free_name(hello.name))
        self._lifecycle.take_back(proved.session, proved.keys, peer, proved.after, may, owned=proved.owned)
        return proved.session

    def _of_session(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        session = self._lifecycle.sessions.get(hello.session or "")
        keys = () if session is None or session.role is Role.PROVIDER else session.keys
        key = next((key for key in keys if auth.verify(key, peer.nonce, prove.n, prove.proof)), None)
        if session is None or key is None:
            raise unproved("the proof fits no session that is still kept; sign in anew")
        return Proved(who=session.who, session=session, keys=(key,), after=prove.n)

    def _of_token(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        tokens = self._tokens(hello)
        who = next((who for token, who in tokens if auth.verify(token, peer.nonce, prove.n, prove.proof)), None)
        if who is None:
            raise unproved(f"the proof fits no token that was made for {hello.name!r}")
        return Proved(who=who, session=self._away(hello, who))

    def _tokens(self, hello: Hello) -> Iterator[tuple[bytes, str]]:
        """Yield the hashes of the tokens that admit that name in that role, with the identities of their owners."""
        lends = hello.role is Role.PROVIDER
        if lends:
            yield self._own_token, OWN_PROVIDER
        owner = self._register.owner_of(hello.name)
        if owner is not None and owner.token is not None and (owner.provider or not lends):
            yield owner.token, owner.who

    def _of_key(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        who = identity_of_key(self._signer(peer, hello, prove))
        return Proved(who=who, session=self._away(hello, who))

    def _signer(self, peer: Peer, hello: Hello, prove: Prove, invitation: bytes | None = None) -> str:
        """Return the key that has made the proof, with the key of an invitation that it redeems."""
        key, spki = str(hello.key), b"" if peer.outgoing.tls is None else self._spki
        signed = auth.signed_bytes(spki, peer.nonce, str(hello.nonce), key, VERSION, invitation)
        if not auth.is_signed(key, signed, prove.proof):
            raise unproved("the signature is not that of your key for this server and this sign-in")
        return key

    def _of_invitation(self, peer: Peer, hello: Hello, prove: Prove) -> Proved:
        invitation = self._admission.invitation(hello)
        if hello.key is not UNSET:
            who = identity_of_key(self._signer(peer, hello, prove, invitation.key))
        elif auth.verify(invitation.key, peer.nonce, prove.n, prove.proof):
            owner = self._register.owner_of(invitation.name)
            _, token = guest_of(hello, invitation)
            who = identity_of_invited_token(token) if owner is None else owner.who
        else:
            raise unproved("the proof does not fit the invitation")
        return Proved(who=who, session=self._away(hello, who), owned=invitation.name)

    def _away(self, hello: Hello, who: str) -> Session | None:
        """The session whose seat waits for a person; a program says itself where it wants to sit."""
        return None if hello.program or hello.role is not Role.PLAYER else self._lifecycle.away(who)

    def _free_name(self, wanted: str) -> str:
        """Return the name, with a number if it is taken; the result has no owner."""
        return wanted if not self._lifecycle.sessions.has_name(wanted) else self._numbered(wanted)

    def _name_again(self, session: Session) -> str:
        """Return the name of a session that has rested, with a number if it has become another's."""
        is_guest = session.who == session.id
        is_owned = is_guest and self._admission.has_owner(session.name)
        return self._numbered(session.name) if is_owned else self._free_name(session.name)

    def _numbered(self, wanted: str) -> str:
        taken = self._lifecycle.sessions.has_name
        return next(name for name in numbered(wanted) if not taken(name) and not self._admission.has_owner(name))


def _drop(peer: Peer, refused: SignInRefused, re: int | UnsetType = UNSET) -> None:
    """End the connection; a refusal after which a client may say hello again is final here."""
    fatal = refused.code.error_class is ErrorClass.FATAL
    peer.drop(refused.code if fatal else ErrorCode.AUTH_FAILED, refused.sentence, re=re, data=refused.data)
