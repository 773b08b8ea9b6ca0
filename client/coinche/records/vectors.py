"""The format of rule vectors: one JSON object a line, four kinds of vector; an error names the malformed line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from coinche.connection.storage import UnreadableFile, opened
from coinche.engine.actions import Action, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Rank
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.presets import PRESETS, preset
from coinche.engine.rules import RuleSet
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat, Team
from coinche.protocol.json_lines import any_json
from coinche.text.catalog import Statement, statement
from coinche.text.language import Language

from .texts import Compared, RecordText


class BadVector(Exception):
    """A file or a line that is no vector; the statement says where and why."""

    def __init__(self, stated: Statement) -> None:
        super().__init__(stated.within(Language.ENGLISH))
        self.stated = stated


class Move(msgspec.Struct, frozen=True):
    """A seat and its action, in notation."""

    seat: Seat
    action: str

    def __post_init__(self) -> None:
        parse_action(self.action)

    @property
    def played(self) -> Action:
        """The action as the engine takes it, without a belote."""
        return parse_action(self.action)


class VectorStep(Move, frozen=True):
    """A decision: the legal actions of the seat on turn, and the action taken.

    `legal` is without number bids, sorted; `min_bid` has them; `says` is the word of a belote that goes with the card.
    """

    phase: str
    turn: Seat
    legal: tuple[str, ...]
    min_bid: dict[Denomination, int] = {}
    declaration_combos: tuple[str, ...] | None = None
    says: tuple[str, ...] = ()
    out_of_turn: dict[Seat, tuple[str, ...]] = {}


class TeamNumbers(msgspec.Struct, frozen=True):
    """A number for each team."""

    NS: int
    EW: int


class Agreed(msgspec.Struct, frozen=True):
    """The final contract of an auction."""

    bid: Bid
    bidder: Seat
    takers: Team
    multiplier: int
    coinched_by: Seat | None
    surcoinched_by: Seat | None


class AnnouncedKind(msgspec.Struct, frozen=True):
    """A declaration as it was announced: by its kind alone."""

    seat: Seat
    kind: DeclarationKind


class ToldDeclaration(msgspec.Struct, frozen=True):
    """The answer about a best declaration: its height, or "not better"."""

    seat: Seat
    kind: DeclarationKind | None = None
    height: Rank | None = None
    says: str | None = None


class ShownDeclaration(msgspec.Struct, frozen=True):
    """A declaration whose cards the table saw."""

    seat: Seat
    declaration: Declaration


class Declared(msgspec.Struct, frozen=True):
    """The declarations of a deal and their result."""

    announced: tuple[AnnouncedKind, ...]
    heights: tuple[ToldDeclaration, ...]
    shown: tuple[ShownDeclaration, ...]
    winner: Team | None
    points: TeamNumbers
    tie: bool


class Expected(msgspec.Struct, frozen=True):
    """The result of a deal; a thrown-in deal has only the scores."""

    result: str
    scores: TeamNumbers
    contract: Agreed | None = None
    trick_winners: tuple[Seat, ...] = ()
    tricks: TeamNumbers | None = None
    card_points: TeamNumbers | None = None
    belote: TeamNumbers | None = None
    belote_holders: tuple[str, ...] = ()
    declarations: Declared | None = None
    belote_scored: TeamNumbers | None = None


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """The rules: a preset, with the options that differ from it."""

    preset: str
    options: dict[str, Any] = {}

    def __post_init__(self) -> None:
        self.rules()

    def rules(self, target: int | None = None) -> RuleSet:
        """The rules. ValueError names what is wrong with the preset or the options."""
        _known(self.preset)
        return changed(preset(self.preset, target), self.options)

    @property
    def played(self) -> str:
        """The name under which vectors are counted: the preset, and `+options` if options differ."""
        return f"{self.preset}+options" if self.options else self.preset


def _known(name: str) -> None:
    if name not in PRESETS:
        raise ValueError(f"no preset {name!r}; there are: {', '.join(PRESETS)}")


class DealVector(Ruled, frozen=True):
    """One deal, decision by decision."""

    id: str
    dealer: Seat
    hands: dict[Seat, tuple[Card, ...]]
    steps: tuple[VectorStep, ...]
    expected: Expected


class Summary(msgspec.Struct, frozen=True):
    """The result of a deal for the match; `belote` is the part of the scores that comes from a belote."""

    scores: TeamNumbers
    belote: TeamNumbers | None = None
    tricks: TeamNumbers | None = None
    takers: Team | None = None
    made: bool | None = None
    thrown_in: bool = False


class DealOfMatch(msgspec.Struct, frozen=True):
    """A deal of a match, from the pack on; the top `cut` cards go under the rest."""

    pack: tuple[Card, ...]
    cutter: Seat
    cut: int
    dealer: Seat
    hands: dict[Seat, tuple[Card, ...]]
    steps: tuple[Move, ...]
    summary: Summary
    totals: TeamNumbers
    winner: Team | None
    shuffled: bool = True


class MatchVector(Ruled, frozen=True):
    """A whole match."""

    id: str
    first_dealer: Seat
    target: int
    deals: tuple[DealOfMatch, ...]
    winner: Team


class Ending(msgspec.Struct, frozen=True):
    """The end of a match, and the teams that needed a trick on the way."""

    winner: Team
    after_deal: int
    totals: TeamNumbers
    was_pending: tuple[Team, ...]


class EndVector(Ruled, frozen=True):
    """The scores of the last deals of a match."""

    id: str
    target: int
    deals: tuple[Summary, ...]
    expected: Ending


class PositionVector(msgspec.Struct, frozen=True):
    """A hand and a trick in a denomination, and the legal cards by preset."""

    denom: Denomination
    trick: tuple[Card, ...]
    hand: tuple[Card, ...]
    legal: dict[str, tuple[Card, ...]]
    id: str = ""

    def __post_init__(self) -> None:
        for name in self.legal:
            _known(name)


Vector = DealVector | MatchVector | EndVector | PositionVector


@dataclass(frozen=True, slots=True)
class Line:
    """A vector and its place; lines count from 1."""

    file: str
    number: int
    vector: Vector

    @property
    def name(self) -> str | Statement:
        """The vector's own name, or its line."""
        return self.vector.id or statement(Compared.LINE, number=self.number)


def read(path: Path) -> Iterator[Line]:
    """Read the vectors of a file, plain or compressed (`.gz`, `.xz`). Raises BadVector."""
    try:
        with opened(path) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield Line(path.name, number, _parsed(line, path.name, number))
    except UnreadableFile as error:
        raise BadVector(statement(RecordText.UNREADABLE, file=path, why=error.why)) from error


def _parsed(line: bytes, file: str, number: int) -> Vector:
    try:
        raw = any_json(line)
        return msgspec.convert(raw, _kind(raw), dec_hook=lambda kind, text: kind(text))
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadVector(statement(Compared.MALFORMED, file=file, line=number, why=error)) from error


def _kind(raw: object) -> type[Vector]:
    """The kind of vector, by the key that only this kind has."""
    fields = raw if isinstance(raw, dict) else {}
    for key, kind in _KINDS.items():
        if key in fields:
            return kind
    raise msgspec.ValidationError("a vector is an object with `steps`, `first_dealer`, `deals` or `trick`")


_KINDS: dict[str, type[Vector]] = {
    "steps": DealVector,
    "first_dealer": MatchVector,
    "deals": EndVector,
    "trick": PositionVector,
}
