"""A bot provider of a run: its bots play legally; it sometimes declines, disconnects and comes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from coinche.protocol import auth
from coinche.protocol.messages import (
    Accept,
    Act,
    Auth,
    Capability,
    Decline,
    DeclineQuestion,
    Dismiss,
    Hello,
    HintGiven,
    HintWanted,
    Invite,
    Prove,
    Request,
    Role,
)

from .caller import Caller, Surroundings, Told
from .choosing import answer


class Lender(Caller):
    """One. `token` is that of the server's own provider, while there is a server."""

    role = Role.PROVIDER

    def __init__(self, around: Surroundings, name: str, chance: Random, *, token: Callable[[], str]) -> None:
        super().__init__(around, name, chance)
        self._token = token
        self._asleep = chance.random() < 0.1

    def signed_in(self) -> None:
        """No session of a provider is taken back: it comes anew."""
        self.session = None

    def credentials(self, hello: Hello) -> Hello:
        """With the token; it answers questions."""
        return replace(hello, auth=Auth.TOKEN, want=(*hello.want, Capability.HINTS))

    def proof(self, nonce: str) -> Prove | None:
        """The proof of the token."""
        return Prove(proof=auth.proof(auth.key(self._token()), nonce, 0))

    def heard(self, message: Told) -> None:
        """Accept seats and play them."""
        moody = not self.around.calm
        match message:
            case Invite(table=table, seat=seat):
                unwilling = moody and self.chance.random() < 0.1
                self.say(Decline(table=table, seat=seat) if unwilling else Accept(table=table, seat=seat))
            case Request():
                if not (moody and (self._asleep or self.chance.random() < 0.02)):
                    self.say(Act(table=message.table, request=message.request, action=answer(message, self.chance)))
            case HintWanted():
                self._advise(message)
            case Dismiss():
                if moody and self.chance.random() < 0.1:
                    self.lose()

    def _advise(self, wanted: HintWanted) -> None:
        """Answer with the default, with nonsense, with a refusal, or not at all."""
        actions = (wanted.default, wanted.default, "85S", None)
        action = self.chance.choice(actions) if not self.around.calm else wanted.default
        if action is None:
            self.say(DeclineQuestion(question=wanted.question))
        elif not self._asleep:
            self.say(HintGiven(question=wanted.question, action=action, text="Jouez."))
