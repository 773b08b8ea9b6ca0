"""Values as people read them in a sentence or a transcript: JSON, as messages travel, never as Python writes them.

What came over the wire is made of `JsonMap` and `JsonArray`, which are JSON in an f-string without more ado; anything
else goes through `as_json`. Bytes that are text are shown as text, others in hexadecimal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any


class JsonMap(dict[str, Any]):
    """A map that came over the wire."""

    def __repr__(self) -> str:
        return as_json(self)


class JsonArray(list[Any]):
    """An array that came over the wire."""

    def __repr__(self) -> str:
        return as_json(self)


def received(value: object) -> Any:
    """The value with maps and arrays, at any depth, that are shown as JSON."""
    match value:
        case dict():
            return JsonMap((key, received(inner)) for key, inner in value.items())
        case list():
            return JsonArray(map(received, value))
        case _:
            return value


def as_json(value: object, longest: int | None = None) -> str:
    """The value as JSON, cut where it is longer."""
    text = _octets(bytes(value)) if isinstance(value, bytes | bytearray) else _json(value)
    return text if longest is None or len(text) <= longest else text[:longest] + "…"


def _json(value: object) -> str:
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: object) -> object:
    """The value out of what JSON can say; what it has no word for becomes a string."""
    match value:
        case bytes() | bytearray():
            return _octets(bytes(value))
        case str() | int() | float() | None:
            return value
        case Mapping():
            return {key if isinstance(key, str) else as_json(key): _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case AbstractSet():
            return [_plain(inner) for inner in sorted(value, key=str)]
        case _:
            return type(value).__name__


def _octets(data: bytes) -> str:
    """Text in quotes, where it is some; else hexadecimal digits in pairs."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text and all(letter.isprintable() or letter in "\r\n\t" for letter in text):
        return json.dumps(text, ensure_ascii=False)
    return data.hex(" ")
