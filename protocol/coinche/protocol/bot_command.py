"""Placeholders in the command that starts a bot: `{host}`, `{table}` and so on.

`coinche-conform bot`, `coinche-arena` and `coinche-bot --exec` fill them in here, all alike, so that one command serves
all three. Words are filled after the command was split: a value with a space in it stays within its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Placeholders:
    """The value of each placeholder; one that is unknown where the bot is started is filled with nothing."""

    host: str = ""
    port: str = ""
    address: str = ""
    """Host and port as a link: `coinche+tcp://HOST:PORT`, or `coinche://HOST:PORT` through TLS."""
    table: str = ""
    seat: str = ""
    """`N`, `E`, `S` or `W`."""
    name: str = ""
    token: str = field(default="", repr=False)

    def fill(self, words: Iterable[str]) -> list[str]:
        """The words with each placeholder replaced, once; braces around anything else stay as they are."""
        return [_PLACEHOLDER.sub(lambda found: str(getattr(self, found[1])), word) for word in words]


NAMES = tuple(each.name for each in fields(Placeholders))
"""`host`, `port` … in the order in which people are told of them."""
_PLACEHOLDER = re.compile(rf"\{{({'|'.join(NAMES)})\}}")


def named_in(text: str) -> frozenset[str]:
    """The names of the placeholders that stand in it."""
    return frozenset(_PLACEHOLDER.findall(text))
