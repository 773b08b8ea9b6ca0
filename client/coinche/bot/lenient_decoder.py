"""A decoder of messages for bots, which reads the rules of a newer server.

It replaces an unknown value by the usual one, because a bot needs no rules to play. People's clients do not use it:
they must not show rules other than those in force.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgpack
import msgspec

from coinche.engine.presets import FFB
from coinche.protocol.codec import decode_server
from coinche.protocol.errors import BadMessage
from coinche.protocol.messages import Envelope, FromServer

_OPTION = re.compile(r"\$\.rules\.(\w+)\.(\w+)")
_USUAL: dict[str, dict[str, Any]] = msgspec.to_builtins(FFB)


@dataclass(frozen=True, slots=True)
class LenientDecoder:
    """A decoder of messages; `tell` hears once of each unknown value: the option, the value, the usual one."""

    tell: Callable[[str, object, object], None]
    _told: set[str] = field(default_factory=set)

    def __call__(self, body: bytes) -> FromServer | Envelope | None:
        """Decode a message; ProtocolError if something else in it is unknown."""
        while True:
            try:
                return decode_server(body)
            except BadMessage as bad:
                body = self._usual(body, bad)

    def _usual(self, body: bytes, bad: BadMessage) -> bytes:
        """The message with the usual value at that place; the complaint again where there is none."""
        named = _OPTION.match(bad.path)
        usual = _USUAL.get(named[1], {}) if named else {}
        if named is None or named[2] not in usual:
            raise bad
        plain = msgpack.unpackb(body)
        options, option = plain["rules"][named[1]], named[2]
        if options.get(option) == usual[option]:
            raise bad
        if option not in self._told:
            self._told.add(option)
            self.tell(option, options.get(option), usual[option])
        options[option] = usual[option]
        return bytes(msgpack.packb(plain))
