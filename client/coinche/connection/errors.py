"""What can go wrong with a session.

    SessionError
    ├── CannotConnect   nobody there, nobody who speaks coinche/1, or not who is meant; `reason` says which
    ├── Refused         the server said no during sign-in; `error` is its message
    ├── SentAway        the server ended a session for good; `error` is its message
    ├── ConnectionLost  it was there and is gone; `reason` says how
    └── NoServer        a private server did not come up

Refuses to know what people are told about it.
"""

from __future__ import annotations

from enum import StrEnum

from coinche.protocol.messages import Error

from .address import Address


class ConnectFailure(StrEnum):
    """Why there is no session."""

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


IMPOSTORS = frozenset({ConnectFailure.WRONG_FINGERPRINT, ConnectFailure.CHANGED_CERTIFICATE})
"""Who answers may be somebody else: nothing was sent to him, and nothing is tried again."""


class LossReason(StrEnum):
    """How a session was lost."""

    CLOSED = "closed"
    RESET = "reset"
    SILENT = "silent"
    """Nothing came for a long time, not even the answer to a ping."""
    GARBLED = "garbled"
    """Bytes came that are no message."""
    STUCK = "stuck"
    """A message could not be sent: the other side does not read."""


class SessionError(Exception):
    """Root of what can go wrong with a session."""


class CannotConnect(SessionError):
    """There is no session; nothing was lost. Of an impostor, `expected` and `found` are the fingerprints."""

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
    """The connection ended; the seat is kept for whoever comes back with `Session.resume`."""

    def __init__(self, reason: LossReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class NoServer(SessionError):
    """The private server did not come up; the message is what it said, `status` what it ended with."""

    def __init__(self, said: str, status: int = 1) -> None:
        super().__init__(said)
        self.status = status


def by_operator(error: Error) -> bool:
    """Whether it is the will of whoever runs the server, and not a wrong proof."""
    return error.data.get("by") == "operator"
