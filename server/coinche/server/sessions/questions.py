"""The questions that a server asks its providers on behalf of clients: hints, and the values of cards.

A server computes neither itself: it has no bots. One question of a client is open at a time. A provider is sent few at
once; the others wait here, and each address has its turn, so that a busy one delays its own questions most. Whatever a
provider answers is judged here: a hint is a legal action of the request that it is for, and values are those of the
legal cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """A question of a client, which came on the connection `peer`; it may wait until that time for a provider.

    It is `counted_as` those of the client's address, as its session was when it asked.
    """

    number: int
    client: Session
    peer: Peer
    counted_as: str
    message: GetHint | GetValues
    until: float

    def reply(self, message: Hint | Values | Error) -> None:
        """Answer the client."""
        self.peer.send(message if self.message.id is UNSET else replace(message, re=self.message.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class _AskedQuestion:
    """A question as it is put to a provider."""

    pending: PendingQuestion
    topic: HintTopic | ValuesTopic
    wanted: HintWanted | ValuesWanted
    provider: Session


@dataclass(frozen=True, slots=True)
class _SentQuestion:
    """A question that a provider works on until it answers, or until that time."""

    provider: Session
    until: float


class ProviderQuestions:
    """The questions that wait for a provider's answer, by their number."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._open: dict[int, PendingQuestion] = {}
        """The questions that limits count."""
        self._asked: dict[int, _AskedQuestion] = {}
        """Those of them that a provider is to answer."""
        self._queues: dict[str, list[int]] = {}
        """The questions that no provider has been sent, by the client's address, the one whose turn it is first."""
        self._sent: dict[int, _SentQuestion] = {}
        """The questions that providers work on, those included whose clients have been told that there is no answer."""
        self._last = 0
        self._asked_by = Buckets(limits.ANALYSES)
        self._asked_from = Buckets(limits.ANALYSES_PER_ADDRESS)

    @property
    def providers(self) -> tuple[Session, ...]:
        """The providers that say that they answer questions, the server's own first."""
        able = [one for one in self._sessions.providers if Capability.HINTS in one.capabilities]
        return tuple(sorted(able, key=lambda one: one.who != OWN_PROVIDER))

    def open(self, client: Session, message: GetHint | GetValues, now: float) -> PendingQuestion | None:
        """Charge for a question before any work is done for it; None if it is refused. Then `ask` or `close` it."""
        peer = client.peer
        if peer is None:
            return None
        if (wrong := self._refusal(client, now)) is not None:
            client.refuse(message, *wrong)
            return None
        self._last += 1
        question = PendingQuestion(
            number=self._last,
            client=client,
            peer=peer,
            counted_as=client.counted_as,
            message=message,
            until=now + limits.ANALYSIS,
        )
        self._open[question.number] = question
        return question

    def close(self, question: PendingQuestion) -> None:
        """Count a question no longer: it is answered without a provider, or not at all."""
        self._open.pop(question.number, None)

    def ask(
        self,
        question: PendingQuestion,
        topic: HintTopic | ValuesTopic,
        wanted: HintWanted | ValuesWanted,
        providers: Sequence[Session],
        now: float,
    ) -> None:
        """Ask the first of the providers in the address's turn, with a number in `wanted`."""
        if not providers:
            self.close(question)
            question.client.refuse(question.message, *refused(NoHint.NOBODY, "no program is here that could answer"))
            return
        numbered = replace(wanted, question=question.number)
        asked = _AskedQuestion(pending=question, topic=topic, wanted=numbered, provider=providers[0])
        self._asked[question.number] = asked
        self._queues.setdefault(question.counted_as, []).append(question.number)
        self._send(now)

    def _refusal(self, client: Session, now: float) -> Refusal | None:
        if any(question.client is client for question in self._open.values()):
            return Refusal("you have asked already; wait for the answer", ErrorCode.RATE)
        of_address = sum(question.counted_as == client.counted_as for question in self._open.values())
        if len(self._open) >= limits.ANALYSES_WAITING or of_address >= limits.ANALYSES_WAITING_PER_ADDRESS:
            return Refusal("too many others ask; try again in a moment", ErrorCode.RATE)
        if not (self._asked_by.take(client.id, now) and self._asked_from.take(client.counted_as, now)):
            return Refusal("you have asked too often for hints and values; wait a moment", ErrorCode.RATE)
        return None

    def _send(self, now: float) -> None:
        """Send what the providers can take now: the oldest question of each address in turn."""
        while (counted_as := next(filter(self._can_be_sent, self._queues), None)) is not None:
            queue = self._queues.pop(counted_as)
            number = queue.pop(0)
            if queue:
                self._queues[counted_as] = queue  # behind all others
            provider = self._asked[number].provider
            self._sent[number] = _SentQuestion(provider, now + limits.ANALYSIS)
            provider.push_log(self._told(number))

    def _can_be_sent(self, counted_as: str) -> bool:
        """Return whether the provider of the address's oldest question has few others."""
        provider = self._asked[self._queues[counted_as][0]].provider
        return sum(sent.provider is provider for sent in self._sent.values()) < limits.ANALYSES_OF_PROVIDER

    def _told(self, number: int) -> Iterator[bytes]:
        """Yield the question when the provider has read what was sent before, unless it waits no longer."""
        if (asked := self._asked.get(number)) is not None:
            yield encode(asked.wanted)
        else:
            self._sent.pop(number, None)

    def answer(self, provider: Session, given: ProviderAnswer, now: float) -> None:
        """Hand a provider's answer on; one that comes too late, or from another provider, changes nothing."""
        sent = self._sent.get(given.question)
        if sent is None or sent.provider is not provider:
            return
        del self._sent[given.question]
        if (asked := self._asked.get(given.question)) is not None:
            self._end(asked, asked.topic.answer(given) or _NO_ANSWER)
        self._send(now)

    def gone(self, provider: Session, now: float) -> None:
        """Tell the clients whose questions a lost provider has left without an answer."""
        self._sent = {number: sent for number, sent in self._sent.items() if sent.provider is not provider}
        for asked in tuple(self._asked.values()):
            if asked.provider is provider:
                self._end(asked, _NO_ANSWER)
        self._send(now)

    def connection_lost(self, peer: Peer) -> None:
        """Forget what was asked on a connection that has ended; once the client is back, it may ask anew."""
        for question in [question for question in self._open.values() if question.peer is peer]:
            self._remove(question)

    def expire(self, now: float) -> None:
        """Tell the clients whose questions have waited too long; wait no longer for providers that do not answer."""
        self._sent = {number: sent for number, sent in self._sent.items() if sent.until > now}
        for asked in tuple(self._asked.values()):
            if asked.pending.until <= now:
                self._end(asked, _NO_ANSWER)
        self._send(now)

    def _end(self, asked: _AskedQuestion, message: Hint | Values | Error) -> None:
        """Answer the client."""
        self._remove(asked.pending)
        asked.pending.reply(message)

    def _remove(self, question: PendingQuestion) -> None:
        """Forget a question; one that no provider has been sent leaves its queue."""
        self._asked.pop(question.number, None)
        self.close(question)
        queue = self._queues.get(question.counted_as, [])
        if question.number in queue:
            queue.remove(question.number)
            if not queue:
                del self._queues[question.counted_as]


def refused(reason: NoHint, sentence: str) -> Refusal:
    """The refusal of a hint or of values, for that reason."""
    return Refusal(sentence, data={"reason": reason})


_NO_ANSWER = Error.of(
    ErrorCode.FORBIDDEN, "the program that was asked has given no answer", data={"reason": NoHint.NO_ANSWER}
)
