"""Messages to bytes and back: one msgpack map per frame, nothing else in it.

This is the one module that uses msgpack. Decoding refuses what a sane client never sends: floats, extensions, keys that
are no strings or come twice, depth.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Any, NoReturn, TypeVar, get_args

import msgpack
import msgspec
from msgspec import UNSET

from coinche.engine.events import Event
from coinche.engine.record_lines import event_name
from coinche.engine.rules import RuleSet

from .errors import BadFrame, BadMessage, UnknownType
from .frames import frame
from .json_lines import read_line, unique_keys
from .limits import MAX_DEPTH, MAX_NUMBER
from .messages import Act, Envelope, FromClient, FromServer, Proof, Request, SaidCall, Secret, TableEvent
from .names import InvalidText

Message = TypeVar("Message")


CLIENT_TYPES: dict[str, type[FromClient]] = {str(cls.__struct_config__.tag): cls for cls in get_args(FromClient)}
SERVER_TYPES: dict[str, type[FromServer]] = {str(cls.__struct_config__.tag): cls for cls in get_args(FromServer)}
EVENT_TYPES: dict[str, type[Event | TableEvent]] = {
    event_name(cls): cls for cls in (*get_args(Event), *get_args(TableEvent))
}

_FIELDS = {cls: (name, tuple(cls.__dataclass_fields__)) for name, cls in EVENT_TYPES.items()}
_NAMED_FIELD = re.compile(r"Object (?:contains unknown|missing required) field `(.*)`", re.DOTALL)
_FORMS = {
    Secret: "64 hexadecimal digits, in lower case",
    Proof: "64 or 128 hexadecimal digits, in lower case",
    SaidCall: "a number such as `80`, one such as `80+`, `capot`, `generale`, `pass`, `coinche` or `surcoinche`",
}
_PATTERNS = {f"Expected `str` matching regex {get_args(kind)[1].pattern!r}": form for kind, form in _FORMS.items()}
_STRINGS = frozenset({str})
_ENCODER = msgspec.msgpack.Encoder(enc_hook=str)
_ACT = msgspec.msgpack.Decoder(Act)
"""A short way for the message that comes most. It has only strings and integers, so msgspec refuses by itself whatever
`_check` does, and reserves no memory for an array that is not there."""
_ACT_TYPE = b"\xa4type\xa3act"
_TYPE_KEY = b"\xa4type"
_HEADERS = 8
"""Bytes of a frame in which the key of its type ends, if it stands first: the map's header has three at most."""
_TEXT_SIZE = 0x1F
"""The bits of a short string's first byte that tell its size."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that every event carries besides its own."""

    table: str
    n: int
    at: int


def encode(message: FromClient | FromServer | Envelope) -> bytes:
    """The message as a whole frame."""
    return frame(_ENCODER.encode(_flat(message) if isinstance(message, Envelope) else message))


def to_map(message: FromClient | FromServer | Envelope) -> dict[str, Any]:
    """The message as the map that travels: strings, ints, booleans, nulls, lists and maps."""
    flat = _flat(message) if isinstance(message, Envelope) else message
    plain: dict[str, Any] = msgspec.to_builtins(flat, enc_hook=str)
    return plain


def decode_client(body: bytes) -> FromClient:
    """Decode a client's frame; BadFrame, BadMessage or UnknownType where it is no message of a client."""
    if _ACT_TYPE in body:
        try:
            act = _ACT.decode(body)
            if body[0] & 0x0F == 4 + (act.id is not UNSET):  # as many keys as it has fields: none came twice
                return act
        except (msgspec.MsgspecError, UnicodeDecodeError):
            pass  # what follows says what is wrong
    return _from_client(_map(_unpacked(body)))


def decode_client_line(line: bytes) -> FromClient:
    """Decode a client's line of JSON; errors as with a frame."""
    return _from_client(_map(read_line(line)))


def _from_client(fields: dict[str, Any]) -> FromClient:
    frame_id = _frame_id(fields)
    cls = CLIENT_TYPES.get(_type(fields, frame_id))
    if cls is None:
        raise UnknownType(
            f"{fields['type'][:32]!r} is no message that a client may send", path="$.type", frame_id=frame_id
        )
    return _convert(fields, cls, frame_id)


def decode_server(body: bytes) -> FromServer | Envelope | None:
    """Decode a server's frame, None if its type is unknown here; BadFrame or BadMessage where it is no message."""
    fields = _map(_unpacked(body))
    name = _type(fields, None)
    message = SERVER_TYPES.get(name)
    if message is not None:
        return _convert(fields, message, None)
    event = EVENT_TYPES.get(name)
    if event is None:
        return None
    head = _convert(fields, Head, None)
    return Envelope(head.table, head.n, head.at, _convert(fields, event, None))


def type_of(body: bytes) -> str:
    """The type of a frame that `encode` has made, where it stands first; nothing of the rest is decoded. Else empty."""
    at = body.find(_TYPE_KEY, 0, _HEADERS) + len(_TYPE_KEY)
    if at < len(_TYPE_KEY) or at == len(body):
        return ""
    return body[at + 1 : at + 1 + (body[at] & _TEXT_SIZE)].decode("ascii", "replace")


def decode_request(body: bytes) -> Request:
    """Decode a request of a server that is trusted, in a tenth of the time: nothing is refused but what does not fit.

    msgspec.MsgspecError where it is no request.
    """
    return _REQUEST.decode(body)


def map_of(body: bytes) -> dict[str, Any]:
    """The map in the body of a frame that `encode` has made."""
    fields: dict[str, Any] = msgspec.msgpack.decode(body)
    return fields


@lru_cache(maxsize=64)
def rules_hash(rules: RuleSet) -> str:
    """The first 16 hexadecimal digits of SHA-256 over the rules as JSON: keys sorted, no spaces."""
    return hashlib.sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:16]


def _flat(envelope: Envelope) -> dict[str, Any]:
    event = envelope.event
    name, fields = _FIELDS[type(event)]
    flat = {"type": name, "table": envelope.table, "n": envelope.n, "at": envelope.at}
    for field in fields:
        flat[field] = getattr(event, field)
    return flat


def _unpacked(body: bytes) -> Any:
    """Unpack a frame; BadFrame where it is not one value."""
    try:
        return msgpack.unpackb(body, object_pairs_hook=_pairs, ext_hook=_extension, max_ext_len=0)
    except UnicodeDecodeError:
        raise BadFrame("a string that is not UTF-8") from None
    except (ValueError, msgpack.UnpackException) as error:
        raise BadFrame(f"not one msgpack map: {_sentence(error)}") from None


def _map(plain: Any) -> dict[str, Any]:
    """The one map that a frame or line has to be; BadFrame for anything else."""
    if not isinstance(plain, dict):
        raise BadFrame("a frame or line holds one map, nothing else")
    _check(plain, 1)
    return plain


def _pairs(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    fields = unique_keys(pairs)
    if not _STRINGS.issuperset(map(type, fields)):
        raise BadFrame("a map has a key that is not a string")
    return fields


def _extension(code: int, data: bytes) -> NoReturn:
    raise BadFrame("extension types are not used")


def _check(value: Any, depth: int) -> None:
    """Raise BadFrame for floats, binary values, and nesting beyond MAX_DEPTH."""
    if depth > MAX_DEPTH:
        raise BadFrame(f"nested more than {MAX_DEPTH} deep")
    for inner in value.values() if type(value) is dict else value:
        kind = type(inner)
        if kind is dict or kind is list:
            _check(inner, depth + 1)
        elif kind is float:
            raise BadFrame("floats are not used")
        elif kind is bytes:
            raise BadFrame("binary values are not used")


def _frame_id(fields: dict[str, Any]) -> int | None:
    number = fields.get("id")
    return number if type(number) is int and 0 <= number <= MAX_NUMBER else None


def _type(fields: dict[str, Any], frame_id: int | None) -> str:
    name = fields.get("type")
    if type(name) is not str:
        raise BadMessage("a message has a string `type`", path="$.type", frame_id=frame_id)
    return name


def _convert(fields: dict[str, Any], cls: type[Message], frame_id: int | None) -> Message:
    try:
        return msgspec.convert(fields, cls, dec_hook=_from_notation)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        what, path = (str(cause), cause.path) if isinstance(cause, InvalidText) else _where(str(error))
        raise BadMessage(what, path=path, frame_id=frame_id) from None


def _where(complaint: str) -> tuple[str, str]:
    """Return the complaint of msgspec and the path of the field, even of a missing or unknown one."""
    what, _, at = complaint.rpartition(" - at `")
    what, path = (what, at.rstrip("`").removeprefix("key` in `")) if what else (complaint, "$")
    field = _NAMED_FIELD.fullmatch(what)
    if what in _PATTERNS:
        what = f"Expected {_PATTERNS[what]}"
    return what, f"{path}.{field[1]}" if field else path


def _from_notation(cls: type[Message], notation: Any) -> Message:
    """Bids and declarations are strings in their notation; ValueError where they are none."""
    if type(notation) is not str:
        raise ValueError(f"Expected `str`, got `{type(notation).__name__}`")
    return cls(notation)  # type: ignore[call-arg]


_REQUEST = msgspec.msgpack.Decoder(Request, dec_hook=_from_notation)


def _sentence(error: Exception) -> str:
    return str(error)[:120] or "its bytes are no msgpack"
