"""Rules of a newer server, read by who needs no rules to play: a value unknown here is read as the usual one.

Knows rules as plain maps. Refuses to know who plays by them: people are not shown rules that are not those in force.
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
class Bearing:
    """Reads messages; `tell` hears once of each option whose value is unknown: its name, the value, the usual one."""

    tell: Callable[[str, object, object], None]
    _told: set[str] = field(default_factory=set)

    def __call__(self, body: bytes) -> FromServer | Envelope | None:
        """The message; ProtocolError where it is something else that is unknown."""
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
