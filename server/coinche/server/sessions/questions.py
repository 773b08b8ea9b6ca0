"""The questions that a server asks its providers on behalf of clients: hints, and the values of cards.

A server computes neither itself: it has no bots. One question of a client is open at a time, and few wait at all, so
that each is answered soon or not at all. Whatever a provider answers is judged here: a hint is a legal action of the
request that it is for, and values are those of the legal cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec import UNSET
from msgspec.structs import replace

from coinche.engine.actions import Legal, parse_action
from coinche.engine.cards import Card
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Capability,
    Error,
    GetHint,
    GetValues,
    Hint,
    HintGiven,
    HintWanted,
    ProviderAnswer,
    Values,
    ValuesGiven,
    ValuesWanted,
)
from coinche.server import limits
from coinche.server.addresses import OWN_PROVIDER
from coinche.server.rate_limit import Buckets
from coinche.server.transport.peer import Peer

from .session import Refusal, Session, Sessions

UNNUMBERED = 0
"""The number of a question that has none yet."""


class NoHint(StrEnum):
    """The reason why a client gets no hint, or no values."""

    STRICT = "strict"
    """The table is for contests."""
    HOST = "host"
    """The table was opened without hints."""
    OPERATOR = "operator"
    """The operator of the server allows none."""
    NOT_ASKED = "not_asked"
    """Nothing is asked of the client."""
    NOBODY = "nobody"
    """No provider is there that could answer."""
    NO_ANSWER = "no_answer"
    """The provider has declined, given no useful answer, or none in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintTopic:
    """A hint for that request, and the actions that are legal there."""

    table: str
    request: int
    legal: Legal

    def answer(self, given: ProviderAnswer) -> Hint | None:
        """Return what the client is told; None if that is no answer."""
        if not isinstance(given, HintGiven):
            return None
        try:
            action = parse_action(given.action)
        except ValueError:
            return None
        if action not in self.legal:
            return None
        return Hint(table=self.table, request=self.request, action=given.action, text=given.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesTopic:
    """The values of the legal cards after that many lines of a match's record."""

    match: int
    after: int
    legal: frozenset[Card]

    def answer(self, given: ProviderAnswer) -> Values | None:
        """Return what the client is told; None if that is no answer."""
        if not isinstance(given, ValuesGiven) or given.cards.keys() != self.legal:
            return None
        return Values(match=self.match, after=self.after, cards=given.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestion:
    """A question of a client, which came on the connection `peer`, and waits for `provider` until that time."""

    client: Session
    peer: Peer
    message: GetHint | GetValues
    topic: HintTopic | ValuesTopic
    provider: Session
    until: float

    def reply(self, message: Hint | Values | Error) -> None:
        """Answer the client."""
        self.peer.send(message if self.message.id is UNSET else replace(message, re=self.message.id))


class ProviderQuestions:
    """The questions that wait for a provider's answer, by their number."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._waiting: dict[int, PendingQuestion] = {}
        self._asked = 0
        self._asked_by = Buckets(limits.ANALYSES)
        self._asked_from = Buckets(limits.ANALYSES_PER_ADDRESS)

    @property
    def providers(self) -> tuple[Session, ...]:
        """The providers that say that they answer questions, the server's own first."""
        able = [one for one in self._sessions.providers if Capability.HINTS in one.capabilities]
        return tuple(sorted(able, key=lambda one: one.who != OWN_PROVIDER))

    def ask(
        self,
        client: Session,
        message: GetHint | GetValues,
        topic: HintTopic | ValuesTopic,
        wanted: HintWanted | ValuesWanted,
        providers: Sequence[Session],
        now: float,
    ) -> None:
        """Ask the first of the providers, with a number in `wanted`; refuse the client if that cannot be."""
        if client.peer is None:
            return
        if (wrong := self._refusal(client, client.peer, providers, now)) is not None:
            client.refuse(message, *wrong)
            return
        self._asked += 1
        number, provider = self._asked, providers[0]
        self._waiting[number] = PendingQuestion(
            client=client,
            peer=client.peer,
            message=message,
            topic=topic,
            provider=provider,
            until=now + limits.ANALYSIS,
        )
        provider.push_log(self._told(number, wanted))

    def _refusal(self, client: Session, peer: Peer, providers: Sequence[Session], now: float) -> Refusal | None:
        if not providers:
            return refused(NoHint.NOBODY, "no program is here that could answer")
        if any(question.client is client for question in self._waiting.values()):
            return Refusal("you have asked already; wait for the answer", ErrorCode.RATE)
        of_address = sum(question.peer.origin == peer.origin for question in self._waiting.values())
        if len(self._waiting) >= limits.ANALYSES_WAITING or of_address >= limits.ANALYSES_WAITING_PER_ADDRESS:
            return Refusal("too many others ask; try again in a moment", ErrorCode.RATE)
        if not (self._asked_by.take(client.id, now) and self._asked_from.take(peer.origin, now)):
            return Refusal("you have asked too often for hints and values; wait a moment", ErrorCode.RATE)
        return None

    def _told(self, number: int, wanted: HintWanted | ValuesWanted) -> Iterator[bytes]:
        """Yield the question when the provider has read what was sent before, unless it waits no longer."""
        if number in self._waiting:
            yield encode(replace(wanted, question=number))

    def answer(self, provider: Session, given: ProviderAnswer) -> None:
        """Hand a provider's answer on; one that comes too late, or from another provider, is ignored."""
        question = self._waiting.get(given.question)
        if question is None or question.provider is not provider:
            return
        del self._waiting[given.question]
        question.reply(question.topic.answer(given) or _NO_ANSWER)

    def gone(self, provider: Session) -> None:
        """Tell the clients whose questions a lost provider has left without an answer."""
        self._end(number for number, question in self._waiting.items() if question.provider is provider)

    def expire(self, now: float) -> None:
        """Tell the clients whose questions have waited too long."""
        self._end(number for number, question in self._waiting.items() if question.until <= now)

    def _end(self, numbers: Iterable[int]) -> None:
        for number in tuple(numbers):
            self._waiting.pop(number).reply(_NO_ANSWER)


def refused(reason: NoHint, sentence: str) -> Refusal:
    """The refusal of a hint or of values, for that reason."""
    return Refusal(sentence, data={"reason": reason})


_NO_ANSWER = Error.of(
    ErrorCode.FORBIDDEN, "the program that was asked has given no answer", data={"reason": NoHint.NO_ANSWER}
)
