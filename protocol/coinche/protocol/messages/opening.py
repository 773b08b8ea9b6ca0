"""The message that opens a table, with the clock and the position that it may bring."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from coinche.engine.cards import PACK
from coinche.engine.fair import Shares
from coinche.engine.rules import MAX_TARGET
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_NOTATION, MAX_POSITION, SHORTEST_CLOCK
from coinche.protocol.names import checked_name

from .types import ClientMessage, ClockName, Name, OptionName, OptionValue, Secret


class OwnClock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time for decisions at a custom table, in ms: free time for each, and a bank for the match."""

    move_ms: Annotated[int, Meta(ge=0, le=3_600_000)]
    bank_ms: Annotated[int, Meta(ge=0, le=3_600_000)]

    def __post_init__(self) -> None:
        if self.move_ms + self.bank_ms < SHORTEST_CLOCK:
            raise ValueError(f"a clock has {SHORTEST_CLOCK} ms at least, `move_ms` and `bank_ms` together")


class PositionAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action on the way to a position, in notation, and the seat that takes it."""

    seat: Seat
    action: Annotated[str, Meta(max_length=MAX_NOTATION)]


class PracticePosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position from which a practice table plays: a deal, and the actions that have been taken in it, in order.

    `pack` is all 32 cards as `dealer` deals them, top card first, after the cut where there was one.
    """

    dealer: Seat
    pack: Annotated[tuple[Annotated[str, Meta(max_length=3)], ...], Meta(max_length=len(PACK))]
    actions: Annotated[tuple[PositionAction, ...], Meta(max_length=MAX_POSITION)]


class CreateTable(ClientMessage, frozen=True, kw_only=True, tag="create_table"):
    """Open a table and sit down at it. `bots` fills the other seats at once with that kind of bot.

    The rules are the preset's, without one the server's own, with the `options` changed; `target` is one of them. `key`
    makes the table private: SHA-256 of a passphrase that every newcomer has to prove to know.
    """

    name: Name
    preset: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=64)] = field(default_factory=dict)
    target: Annotated[int, Meta(ge=1, le=MAX_TARGET)] | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET
    watch: bool = False
    """Do not sit down; watch."""
    bots: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    clock: ClockName | OwnClock | UnsetType = UNSET
    strict: bool = False
    """An illegal action costs the default one, and after some the seat."""
    delay_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    delay_deals: Annotated[int, Meta(ge=0, le=20)] = 0
    key: Secret | UnsetType = UNSET
    hold: bool = False
    """The first match waits for the host's `begin`, even with four players."""
    shares: Shares = Shares.CUTTER
    """The players whose random numbers every shuffle takes, besides the server's."""
    hints: bool = True
    """Clients may offer their players hints; at a strict table they never may."""
    practice: bool = False
    """A practice table: for its opener and bots alone, nothing of it is kept, and `undo` takes decisions back."""
    position: PracticePosition | UnsetType = UNSET
    """The deal that is played at a practice table, from that position on; without it whole matches are."""

    def __post_init__(self) -> None:
        checked_name(self.name)
