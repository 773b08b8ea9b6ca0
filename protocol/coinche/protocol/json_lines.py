"""JSON lines: the same maps as in frames, one a line, for clients without msgpack."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec

from .errors import BadFrame, FrameTooBig
from .frames import BodyReader

_ENDS = b"\r\n"
_LARGEST = 20
"""Characters of the longest integer of 64 bits."""


class LineReader(BodyReader):
    """Reader of lines, which it gives without their ends; empty ones are passed over. `limit` is in bytes."""

    _searched = 0

    def next_body(self) -> bytes | None:
        if self._buffer[:1] in _ENDS:
            self._buffer = self._buffer.lstrip(_ENDS)  # empty lines, however many, in one go
        end = self._buffer.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._buffer)
            self._bounded(self._searched)
            return None
        line = bytes(self._buffer[:end]).rstrip(b"\r")
        self._bounded(len(line))
        del self._buffer[: end + 1]
        self._searched = 0
        return line

    def _bounded(self, size: int) -> None:
        if size > self.limit:
            raise FrameTooBig(f"a line of {size} bytes or more; the limit is {self.limit}")


def written(maps: Iterable[dict[str, Any]]) -> bytes:
    """The maps as lines."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in maps)


def read_line(line: bytes) -> Any:
    """Return the value of the line; BadFrame where it is no JSON, or more than a frame could hold."""
    try:
        plain = json.loads(
            line.decode(),
            object_pairs_hook=unique_keys,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
        json.dumps(plain, ensure_ascii=False).encode()
    except UnicodeError:
        raise BadFrame("a string that is not UTF-8") from None
    except ValueError as error:
        raise BadFrame(f"not one JSON map: {error}"[:120]) from None
    except RecursionError:
        raise BadFrame("nested too deep") from None
    return plain


def any_json(line: str | bytes) -> Any:
    """Return the value of any line of JSON; ValueError where it is none, or is nested too deep."""
    try:
        return json.loads(line)
    except RecursionError:
        raise ValueError("nested too deep") from None


def unique_keys(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return the map of these pairs; BadFrame where a key comes twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadFrame("a map has a key twice")
    return fields


def _integer(digits: str) -> int:
    if len(digits) > _LARGEST or not -(2**63) <= int(digits) < 2**64:
        raise BadFrame("an integer of more than 64 bits")
    return int(digits)


def _no_float(digits: str) -> NoReturn:
    raise BadFrame("floats are not used")
