"""Error messages as the server sends them. Knows which code closes a connection; says nothing of why one is sent."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Error

Data = dict[str, str | int | tuple[str, ...]]
"""What an error says beyond its sentence."""


def error(
    code: ErrorCode,
    sentence: str,
    *,
    re: int | UnsetType = UNSET,
    request: int | UnsetType = UNSET,
    data: Data | None = None,
) -> Error:
    """The error message of that code."""
    return Error(
        code=code,
        error_class=code.error_class,
        message=sentence,
        data=data or {},
        re=re,
        request=request,
    )
