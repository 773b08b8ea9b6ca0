"""The closed list of errors: every code that a server may send, and the exceptions of this package.

    ProtocolError
    ├── BadFrame        the bytes are no frame, or not exactly one map: the connection is closed
    │   └── FrameTooBig longer than the limit in force
    └── BadMessage      a map, but no valid message: answered, the connection is kept

The class of a code, fatal or reject, decides whether the connection is closed.
"""

from __future__ import annotations

from enum import StrEnum


class ErrorClass(StrEnum):
    """The effect of an error."""

    FATAL = "fatal"
    """The connection is closed after it."""
    REJECT = "reject"
    """The message was refused and changed nothing; the connection goes on."""


class ErrorCode(StrEnum):
    """The kind of error. Codes are stable; the messages beside them are for people and may change."""

    BAD_FRAME = "BAD_FRAME"
    FRAME_TOO_BIG = "FRAME_TOO_BIG"
    UNSUPPORTED = "UNSUPPORTED"
    AUTH_FAILED = "AUTH_FAILED"
    AUTH_TIMEOUT = "AUTH_TIMEOUT"
    SLOW_CONSUMER = "SLOW_CONSUMER"
    FLOOD = "FLOOD"
    STALE = "STALE"
    REPLACED = "REPLACED"
    SHUTDOWN = "SHUTDOWN"
    BAD_MESSAGE = "BAD_MESSAGE"
    UNKNOWN_TYPE = "UNKNOWN_TYPE"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    STALE_REQUEST = "STALE_REQUEST"
    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    LATE = "LATE"
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    NO_SUCH_MATCH = "NO_SUCH_MATCH"
    SEAT_TAKEN = "SEAT_TAKEN"
    NAME_TAKEN = "NAME_TAKEN"
    INVALID_RULES = "INVALID_RULES"
    INVALID_POSITION = "INVALID_POSITION"
    FORBIDDEN = "FORBIDDEN"
    RATE = "RATE"

    @property
    def error_class(self) -> ErrorClass:
        """The class of the code: whether it closes the connection."""
        return ErrorClass.FATAL if self in FATAL else ErrorClass.REJECT


FATAL = frozenset(
    {
        ErrorCode.BAD_FRAME,
        ErrorCode.FRAME_TOO_BIG,
        ErrorCode.UNSUPPORTED,
        ErrorCode.AUTH_FAILED,
        ErrorCode.AUTH_TIMEOUT,
        ErrorCode.SLOW_CONSUMER,
        ErrorCode.FLOOD,
        ErrorCode.STALE,
        ErrorCode.REPLACED,
        ErrorCode.SHUTDOWN,
    }
)


class ProtocolError(Exception):
    """Root of what can be wrong with received bytes."""

    code: ErrorCode

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadFrame(ProtocolError):
    """The bytes cannot be read on; the connection has to be closed."""

    code = ErrorCode.BAD_FRAME


class FrameTooBig(BadFrame):
    """A frame longer than the limit in force."""

    code = ErrorCode.FRAME_TOO_BIG


class BadMessage(ProtocolError):
    """A map that is no valid message. `path` names the field, `frame_id` is the id of the frame, if it had one."""

    code = ErrorCode.BAD_MESSAGE

    def __init__(self, message: str, *, path: str = "$", frame_id: int | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.frame_id = frame_id


class UnknownType(BadMessage):
    """A map whose `type` is no message that the client may send."""

    code = ErrorCode.UNKNOWN_TYPE
