"""Errors of a session.

SessionError
├── CannotConnect   no answer, no coinche/1, or not the server that is meant; `reason` says which
├── TurnedDown      the server refused the sign-in; `error` is its message
├── SentAway        the server ended a session for good; `error` is its message
├── ConnectionLost  the connection ended; `reason` says how
└── NoServer        a private server did not start
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from coinche.protocol.messages import Error

from .address import Address


class ConnectFailure(StrEnum):
    """Reasons why there is no session."""

    UNKNOWN_HOST = "unknown_host"
    REFUSED = "refused"
    """The host is there, but nobody listens at that port."""
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    NO_TLS = "no_tls"
    """Somebody answered, but not in TLS 1.3."""
    NOT_COINCHE = "not_coinche"
    """Somebody answered, but not in coinche/1."""
    CLOSED = "closed"
    """The other side hung up during sign-in."""
    WRONG_FINGERPRINT = "wrong_fingerprint"
    """The certificate is not the one that the address names."""
    CHANGED_CERTIFICATE = "changed_certificate"
    """The certificate is not the one that the server was known by."""


LONGEST_DETAIL = 200
"""Maximum number of characters of a detail, which may quote what the server sent."""
IMPOSTORS = frozenset({ConnectFailure.WRONG_FINGERPRINT, ConnectFailure.CHANGED_CERTIFICATE})
"""Failures where the server may be an impostor: nothing was sent to it, and nothing is tried again."""


class LossReason(StrEnum):
    """Reasons why a session is lost."""

    CLOSED = "closed"
    RESET = "reset"
    SILENT = "silent"
    """Nothing came for a long time, not even the answer to a ping."""
    GARBLED = "garbled"
    """Bytes came that are no message."""
    STUCK = "stuck"
    """A message could not be sent: the other side does not read."""


class SessionError(Exception):
    """Root of the errors of a session."""


class CannotConnect(SessionError):
    """No session came about; nothing was lost. For an impostor, `expected` and `found` are the fingerprints."""

    def __init__(self, address: Address, reason: ConnectFailure, *, expected: str = "", found: str = "") -> None:
        super().__init__(f"{address}: {reason}")
        self.address = address
        self.reason = reason
        self.expected = expected
        self.found = found


class TurnedDown(SessionError):
    """The server refused the sign-in under that name."""

    def __init__(self, error: Error, name: str = "") -> None:
        super().__init__(f"{error.code}: {error.message}")
        self.error = error
        self.name = name


class SentAway(SessionError):
    """The server ended the session for good."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.message}")
        self.error = error


class ConnectionLost(SessionError):
    """The connection ended; the seat is kept for a client that comes back with `ClientSession.resume`."""

    def __init__(self, reason: LossReason, detail: str = "") -> None:
        detail = detail[:LONGEST_DETAIL]
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class NoServer(SessionError):
    """The private server did not start; the message is its output, `status` its exit status."""

    IN_USE = 75
    """The status if its directory is in use."""

    def __init__(self, said: str, status: int = 1) -> None:
        super().__init__(said)
        self.status = status


def by_operator(error: Error) -> bool:
    """Return True if the operator's decision, and not a wrong proof, is the reason for the refusal."""
    return error.data.get("by") == "operator"


def leaves(error: BaseException) -> Iterator[BaseException]:
    """The error, or the single errors of a group, nested groups included."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from leaves(one)
    else:
        yield error
