"""What a program in a bot's place says: a line of JSON becomes a message, or is no answer.

Knows what a program may say and what may be left out. Refuses to know seats, processes and what an answer costs.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from coinche.client.language import Language
from coinche.engine.actions import parse_action
from coinche.protocol.codec import decode_client_line, to_map
from coinche.protocol.errors import BadMessage, ProtocolError
from coinche.protocol.messages import (
    Act,
    Chat,
    Claim,
    DeclareSystem,
    Envelope,
    FromClient,
    FromServer,
    GoOn,
    Pause,
    Rematch,
)

from .sentences import BotSays

_MAY_SAY = Act | Chat | Claim | DeclareSystem | GoOn | Pause | Rematch
_SHOWN = 120
"""Characters of a line that are shown again."""


class BadLine(Exception):
    """It cannot be said. `request` is what it was to answer (None: nothing); `why` says what is wrong."""

    def __init__(self, why: BotSays | str, request: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.request = request

    def told(self, language: Language) -> str:
        """What is wrong, for people."""
        words = self.why if isinstance(self.why, BotSays) else BotSays.IN_ENGLISH
        return words.within(language).format(why=self.why)


def read_line(line: bytes, table: str | None, owed: Collection[int]) -> FromClient:
    """What the line says, with what it has left out; `owed` are the requests that wait for their answers."""
    try:
        said: Any = json.loads(line)
    except json.JSONDecodeError:
        raise BadLine(BotSays.NO_JSON) from None
    except ValueError as error:
        raise BadLine(str(error)) from None
    if not isinstance(said, dict):
        raise BadLine(BotSays.NO_MAP)
    whole = {"type": "act"} | ({} if table is None else {"table": table}) | said
    answered = _answered(whole, owed)
    try:
        message = decode_client_line(json.dumps(whole).encode())
        if isinstance(message, Act):
            parse_action(message.action)
    except (ValueError, ProtocolError) as error:
        raise BadLine(_why(error), answered) from None
    if not isinstance(message, _MAY_SAY):
        raise BadLine(BotSays.OURS_TO_SAY)
    return message


def _why(error: ValueError | ProtocolError) -> str:
    where = f"{error.path.removeprefix('$.')}: " if isinstance(error, BadMessage) and error.path != "$" else ""
    return f"{where}{error}"


def _answered(said: dict[str, Any], owed: Collection[int]) -> int | None:
    """The request that it means: the one that it names, or where it names none the only one."""
    if said["type"] != "act":
        return None
    number = said.get("request")
    if type(number) is int:
        return number if number in owed else None
    return next(iter(owed)) if len(owed) == 1 else None


def shown(line: bytes) -> str:
    """The line for people: its beginning, without control characters."""
    text = line[:_SHOWN].decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "·" for c in text)


def written(message: FromServer | Envelope | dict[str, Any]) -> bytes:
    """The message as a program reads it."""
    plain = message if isinstance(message, dict) else to_map(message)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
