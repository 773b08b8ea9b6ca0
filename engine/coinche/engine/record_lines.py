"""Records as text: JSON lines, written and read. Events have the same names and fields here as on the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from .actions import Action, parse_action
from .cards import PACK, Card
from .events import Event
from .fair import SHARE_BYTES, GivenShare, Shares, ShuffleProof
from .record import (
    ActionLine,
    BadRecord,
    DealEnd,
    DealLine,
    EndLine,
    Entry,
    EventLine,
    Form,
    Header,
    Provenance,
    Record,
    ResultLine,
    Seal,
)
from .rules.parsing import from_map, to_map
from .seats import Points, Seat, Team


def event_name(event: type) -> str:
    """Return the name of an event on the wire and in records: `CardPlayed` is `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def event_map(event: Event) -> dict[str, Any]:
    """The event in plain values, as a record has it."""
    plain: dict[str, Any] = json.loads(json.dumps({"event": event_name(type(event)), **asdict(event)}))
    return plain


def header_line(header: Header) -> str:
    """The first line of a record."""
    origin = header.provenance
    proving = {} if origin is None else {"id": origin.id.hex(), "signer": origin.signer.hex()}
    return _line(
        record=header.form,
        **proving,
        match=header.match,
        board=header.board,
        dealer=header.dealer,
        seats=dict(header.seats),
        rules=to_map(header.rules),
    )


def deal_line(deal: int, pack: tuple[Card, ...], fairness: ShuffleProof | None = None) -> str:
    """The line before the events of a deal that begins."""
    shown = {} if fairness is None else {"fair": _proof_map(fairness)}
    return _line(deal=deal, pack=pack, **shown)


def action_line(n: int, seat: Seat, action: Action) -> str:
    """The line before the events that an action caused, of which `n` is the first one's number."""
    return _line(n=n, seat=seat, action=str(action))


def seal_line(seal: Seal) -> str:
    """The last line of a record that is signed."""
    return _line(head=seal.head.hex(), signature=seal.signature)


def entry_line(entry: Entry) -> str:
    """The line of what follows the first."""
    match entry:
        case DealLine():
            return deal_line(entry.deal, entry.pack, entry.fairness)
        case ActionLine():
            return action_line(entry.n, entry.seat, entry.action)
        case EventLine():
            return _line(n=entry.n, **entry.event)
        case ResultLine() | EndLine():
            return _line(**asdict(entry))


def _line(**values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def write_record(record: Record) -> str:
    """The record as text: one line for the header, one for each entry, one for the seal if there is one."""
    lines = [header_line(record.header), *map(entry_line, record.entries)]
    lines += [] if record.seal is None else [seal_line(record.seal)]
    return "".join(f"{line}\n" for line in lines)


def read_record(lines: Iterable[str]) -> Record:
    """The record in those lines. BadRecord names the line that is wrong."""
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        try:
            reading.take(_values(line))
        except KeyError as error:
            raise BadRecord(number, f"{error} is missing") from error
        except ValueError as error:
            raise BadRecord(number, str(error)) from error
    if reading.header is None:
        raise BadRecord(1, "the record is empty")
    return Record(reading.header, tuple(reading.entries), reading.seal)


class _Reading:
    """A record, as far as it is read."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.entries: list[Entry] = []
        self.seal: Seal | None = None

    def take(self, values: dict[str, Any]) -> None:
        """The next line. KeyError or ValueError where it is none."""
        if self.header is None:
            self.header = _header(values)
        elif self.seal is not None:
            raise ValueError("nothing follows the signature")
        elif self.header.form is Form.SIGNED and "signature" in values:
            self.seal = Seal(from_hex(values["head"]), str(values["signature"]))
        else:
            self.entries.append(_entry(values, _KINDS[self.header.form]))


def _values(line: str) -> dict[str, Any]:
    try:
        values = json.loads(line, object_pairs_hook=_unique_keys)
    except RecursionError:
        raise ValueError("no line of a record is nested so deep") from None
    except json.JSONDecodeError:
        raise ValueError("a line of a record is one JSON object") from None
    if not isinstance(values, dict):
        raise ValueError("a line of a record is one JSON object")
    return values


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A map of these; two programs would understand different things where a key stands twice."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ValueError(f"the key {key[:40]!r} stands there twice")
        values[key] = value
    return values


def _header(values: dict[str, Any]) -> Header:
    if values.get("record") not in tuple(Form):
        raise ValueError(f"this is no record of the form {' or '.join(Form)}")
    seated = seats(values, "seats")
    if not all(isinstance(name, str) and name.isprintable() for name in seated.values()):
        raise ValueError("seats must be the names of those who sat at N, E, S and W, of printable characters")
    return Header(
        rules=from_map(values["rules"]),
        seats=seated,
        dealer=Seat(values["dealer"]),
        match=_number(values["match"]),
        board=values["board"] is True,
        provenance=_PROVENANCE[Form(values["record"])](values),
    )


_PROVENANCE: Mapping[Form, Callable[[dict[str, Any]], Provenance | None]] = {
    Form.PLAIN: lambda values: None,
    Form.SIGNED: lambda values: Provenance(from_hex(values["id"]), from_hex(values["signer"])),
}


def _deal(values: dict[str, Any]) -> DealLine:
    shown = _proof(values["fair"]) if "fair" in values else None
    return DealLine(_number(values["deal"]), _pack(values["pack"]), shown)


def _action(values: dict[str, Any]) -> ActionLine:
    return ActionLine(_number(values["n"]), Seat(values["seat"]), parse_action(str(values["action"])))


def _event(values: dict[str, Any]) -> EventLine:
    return EventLine(_number(values["n"]), {name: value for name, value in values.items() if name != "n"})


def _result(values: dict[str, Any]) -> ResultLine:
    return ResultLine(
        deal=_number(values["deal"]),
        result=DealEnd(values["result"]),
        scores=_points(values["scores"]),
        totals=_points(values["totals"]),
    )


def _end(values: dict[str, Any]) -> EndLine:
    return EndLine(None if values["winner"] is None else Team(values["winner"]), _points(values["totals"]))


class _Kind(NamedTuple):
    """A line after the first: the key by which it is known, and how it is read."""

    key: str
    read: Callable[[dict[str, Any]], Entry]


_PLAYED = (_Kind("pack", _deal), _Kind("action", _action), _Kind("event", _event))
_KINDS: Mapping[Form, tuple[_Kind, ...]] = {
    Form.PLAIN: _PLAYED,
    Form.SIGNED: (*_PLAYED, _Kind("result", _result), _Kind("winner", _end)),
}


def _entry(values: dict[str, Any], kinds: tuple[_Kind, ...]) -> Entry:
    for kind in kinds:
        if kind.key in values:
            return kind.read(values)
    raise ValueError(f"a line after the first has one of {', '.join(f'`{kind.key}`' for kind in kinds)}")


def _number(value: object) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is no number from 1 up")
    return value


def _points(value: object) -> Points:
    if not isinstance(value, dict) or set(value) != set(Team) or not all(type(each) is int for each in value.values()):
        raise ValueError("points are a number for each team, NS and EW")
    return Points(value["NS"], value["EW"])


def _pack(cards: object) -> tuple[Card, ...]:
    if not isinstance(cards, list) or sorted(map(str, cards)) != sorted(PACK):
        raise ValueError("a pack is the 32 cards, each once")
    return tuple(map(Card, cards))


def _proof_map(shown: ShuffleProof) -> dict[str, Any]:
    """The proof in plain values, bytes as hexadecimal digits."""
    return {
        "shares": shown.shares,
        "names": dict(shown.names),
        "commitment": shown.commitment.hex(),
        "pledges": {seat: pledge.hex() for seat, pledge in shown.pledges.items()},
        "given": {
            seat: {"share": given.share.hex(), "substitute": given.substitute} for seat, given in shown.given.items()
        },
        "secret": shown.secret.hex(),
    }


def _proof(values: object) -> ShuffleProof:
    """Read such a map. ValueError or KeyError where it is malformed."""
    if not isinstance(values, dict):
        raise ValueError("how a pack was shuffled must be a map")
    names = seats(values, "names")
    if set(names) != set(Seat) or not all(isinstance(name, str) for name in names.values()):
        raise ValueError("names must be those of the four who have the seats")
    return ShuffleProof(
        shares=Shares(values["shares"]),
        names=names,
        commitment=from_hex(values["commitment"]),
        pledges={seat: from_hex(pledge) for seat, pledge in seats(values, "pledges").items()},
        given={seat: _given(given) for seat, given in seats(values, "given").items()},
        secret=from_hex(values["secret"]),
    )


def _given(values: object) -> GivenShare:
    if not isinstance(values, dict) or type(values["substitute"]) is not bool:
        raise ValueError("of each seat that was asked there is the `share`, and whether it is a `substitute`")
    return GivenShare(from_hex(values["share"]), values["substitute"])


def seats(values: Mapping[str, Any], key: str) -> dict[Seat, Any]:
    """The map from seats to something that stands under that key."""
    found = values[key]
    if not isinstance(found, dict):
        raise ValueError(f"`{key}` must be a map whose keys are seats")
    return {Seat(seat): value for seat, value in found.items()}


def from_hex(value: object) -> bytes:
    """The 32 bytes of 64 hexadecimal digits; ValueError for anything else."""
    if not isinstance(value, str) or len(value) != 2 * SHARE_BYTES or not set(value) <= _DIGITS:
        raise ValueError(f"this must be {2 * SHARE_BYTES} hexadecimal digits")
    return bytes.fromhex(value)


_DIGITS = frozenset("0123456789abcdef")
