"""Fair shuffles: this client's shares for them, and the check that the cards seen follow from all shares.

`ShareGiver` answers the server's requests for shares by itself and at once, over all connections of a session.
`Shuffles` keeps what was told of the shuffles at a table until the server reveals its share; then a `ShuffleVerdict`
results; `verdict_texts` has the sentences for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from msgspec import UNSET

from coinche.engine import fair
from coinche.engine.cards import Card
from coinche.engine.dealing import cut, dealt
from coinche.engine.events import CardPlayed, DealStarted, Event, HandDealt, MatchEnded, MatchStarted, PackCut
from coinche.engine.fair import GivenShare, ShuffleProof, shuffle_flaw
from coinche.engine.rules import RuleSet
from coinche.engine.rules import Shuffle as ShuffleRule
from coinche.engine.seats import Seat
from coinche.protocol.errors import BadMessage
from coinche.protocol.limits import MAX_NUMBER
from coinche.protocol.messages import (
    DealCommitted,
    DealRevealed,
    Envelope,
    FromServer,
    Left,
    Pledge,
    Share,
    ShareGiven,
    SharePledged,
    ShareStage,
    ShareWanted,
    TableClosed,
    TableEvent,
    Welcome,
)


class ShuffleVerdict(Enum):
    """Results of checking a deal once the server has revealed its share."""

    SHARED = auto()
    """The cards follow from what the server was bound to and from what players gave: nobody chose them."""
    WITH_OWN_SHARE = auto()
    """The same, and this client was among those who gave a share."""
    ALONE = auto()
    """The cards follow from what the server was bound to; no player gave anything."""
    SHARE_CHANGED = auto()
    """The server claims another share for this client than the one it gave."""
    NOT_BOUND = auto()
    """The server or a player broke its commitment."""
    OTHER_CARDS = auto()
    """The cards are others than those that follow."""
    NOT_REVEALED = auto()
    """The server has kept its share to itself, though the deal is over."""


CHOSEN_BY_NOBODY = frozenset({ShuffleVerdict.SHARED, ShuffleVerdict.WITH_OWN_SHARE})
"""Verdicts by which neither the server nor a player alone chose the cards."""
SOUND = CHOSEN_BY_NOBODY | {ShuffleVerdict.ALONE}
"""Verdicts that speak for the server; all others speak against it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal of a match, and the result of its check."""

    match: int
    deal: int
    verdict: ShuffleVerdict


@dataclass(frozen=True, slots=True)
class ShuffleTold:
    """One shuffle as it was told, and the cards that were seen of its deal."""

    told: DealCommitted
    pledged: Mapping[Seat, str] = field(default_factory=dict)
    given: Mapping[Seat, ShareGiven] = field(default_factory=dict)
    started: DealStarted | None = None
    cut: PackCut | None = None
    seen: Mapping[Seat, frozenset[Card]] = field(default_factory=dict)
    with_own_share: bool = False
    """True once a share of this client has been told."""

    def after(self, event: Event | TableEvent) -> ShuffleTold:
        """Return the shuffle with the information of one more event."""
        match event:
            case SharePledged(seat, pledge):
                return replace(self, pledged={**self.pledged, seat: pledge})
            case ShareGiven(seat):
                return replace(self, given={**self.given, seat: event})
            case DealStarted():
                return replace(self, started=event)
            case PackCut():
                return replace(self, cut=event)
            case HandDealt(seat, cards) if cards is not None:
                return self._with(seat, cards)
            case CardPlayed(seat, card):
                return self._with(seat, (card,))
            case _:
                return self

    def _with(self, seat: Seat, cards: Iterable[Card]) -> ShuffleTold:
        return replace(self, seen={**self.seen, seat: self.seen.get(seat, frozenset()).union(cards)})

    def verdict(self, secret: bytes, signer: bytes, rules: RuleSet) -> ShuffleVerdict:
        """Check the deal against the server's own share."""
        try:
            shown, context = self._shown(secret), self._context(signer)
            pack = fair.pack(secret, {seat: given.share for seat, given in shown.given.items()}, context)
            asked = fair.asked(context.shares, context.dealer, rules.table.direction)
            if shuffle_flaw(shown, context, asked, pack) is not None:
                return ShuffleVerdict.NOT_BOUND
            if not self._deals(pack, rules):
                return ShuffleVerdict.OTHER_CARDS
        except (LookupError, ValueError):
            return ShuffleVerdict.NOT_BOUND
        if all(given.substitute for given in shown.given.values()):
            return ShuffleVerdict.ALONE
        return ShuffleVerdict.WITH_OWN_SHARE if self.with_own_share else ShuffleVerdict.SHARED

    def _shown(self, secret: bytes) -> ShuffleProof:
        told = self.told
        return ShuffleProof(
            shares=told.shares,
            names=told.names,
            commitment=bytes.fromhex(told.commitment),
            pledges={seat: bytes.fromhex(pledge) for seat, pledge in self.pledged.items()},
            given={seat: GivenShare(bytes.fromhex(one.share), one.substitute) for seat, one in self.given.items()},
            secret=secret,
        )

    def _context(self, signer: bytes) -> fair.ShuffleContext:
        told = self.told
        return fair.ShuffleContext(
            signer=signer,
            match=bytes.fromhex(told.id),
            deal=told.deal,
            dealer=told.dealer,
            names=told.names,
            shares=told.shares,
        )

    def _deals(self, pack: tuple[Card, ...], rules: RuleSet) -> bool:
        """Return True if dealing the pack puts every card seen where it was seen."""
        told, started = self.told, self.started
        if started is None or (started.deal, started.dealer) != (told.deal, told.dealer) or not started.shuffled:
            return False
        pack = pack if self.cut is None else cut(pack, self.cut.top)
        hands = dealt(pack, told.dealer, rules.table)
        return all(cards <= {card for stage in hands for card in stage[seat]} for seat, cards in self.seen.items())


MAX_SEALED = 16
"""Maximum number of unrevealed shuffles of one table. An honest server has one at a time."""


class Shuffles:
    """The shuffles of one table that the server has not revealed yet; `signer` is its public key."""

    def __init__(self, signer: bytes) -> None:
        self._signer = signer
        self._rules: RuleSet | None = None
        self._sealed: dict[tuple[int, int], ShuffleTold] = {}
        self._last: tuple[int, int] | None = None
        self._ended = False

    @property
    def told(self) -> DealCommitted | None:
        """Return the server's commitment for the shuffle being made, or for the current deal."""
        last = self._being_made
        return None if last is None else last.told

    @property
    def pledged(self) -> frozenset[Seat]:
        """Return the seats that have pledged their share."""
        last = self._being_made
        return frozenset() if last is None else frozenset(last.pledged)

    @property
    def _being_made(self) -> ShuffleTold | None:
        return None if self._last is None else self._sealed.get(self._last)

    def note_own_share(self) -> None:
        """Note that a share of this client is in the shuffle being made."""
        if self._last is not None and (made := self._being_made) is not None:
            self._sealed[self._last] = replace(made, with_own_share=True)

    def hear(self, event: Event | TableEvent) -> tuple[Checked, ...]:
        """Take in an event; return the deals that it allowed to check."""
        match event:
            case MatchStarted(rules):
                self._rules, self._ended, self._last = rules, False, None
                return self._unrevealed()
            case DealCommitted():
                return self._committed(event)
            case DealRevealed():
                return self._revealed(event)
            case DealStarted(shuffled=False):
                self._last = None
            case MatchEnded():
                self._ended = True
            case TableClosed() if self._ended:
                return self._unrevealed()
            case _ if self._last is not None and self._last in self._sealed:
                self._sealed[self._last] = self._sealed[self._last].after(event)
        return ()

    def _committed(self, told: DealCommitted) -> tuple[Checked, ...]:
        self._last = (told.match, told.deal)
        again = self._last in self._sealed
        every_deal = self._rules is not None and self._rules.table.shuffle is ShuffleRule.EVERY_DEAL
        said = (Checked(*self._last, ShuffleVerdict.NOT_BOUND),) if again else self._unrevealed() if every_deal else ()
        self._sealed[self._last] = ShuffleTold(told)
        return said if len(self._sealed) <= MAX_SEALED else (*said, self._oldest_unrevealed())

    def _revealed(self, event: DealRevealed) -> tuple[Checked, ...]:
        shuffle = self._sealed.pop((event.match, event.deal), None)
        if shuffle is None or self._rules is None:
            return ()
        verdict = shuffle.verdict(bytes.fromhex(event.secret), self._signer, self._rules)
        return (Checked(event.match, event.deal, verdict),)

    def _oldest_unrevealed(self) -> Checked:
        """Drop the shuffle that was made first, and return the verdict against it."""
        oldest = next(iter(self._sealed))
        del self._sealed[oldest]
        return Checked(*oldest, ShuffleVerdict.NOT_REVEALED)

    def _unrevealed(self) -> tuple[Checked, ...]:
        """Return a verdict against each shuffle left, whose deal is over by now."""
        left, self._sealed = self._sealed, {}
        return tuple(Checked(match, deal, ShuffleVerdict.NOT_REVEALED) for match, deal in left)


ID = MAX_NUMBER
"""The `id` of the messages sent here. Nothing else uses it, so the client's owner is not shown the replies."""
TABLES = 1_000
"""Maximum number of tables whose shares are remembered; the least recently active one is dropped first."""
MAX_SHARES = 16
"""Maximum number of shares for one deal. An honest server asks for one for each seat."""
_NO_KEY = bytes(fair.SHARE_BYTES)


@dataclass(frozen=True, slots=True)
class GivenShareTold:
    """A share, the server's commitment that it belongs to, and the seats that had pledged when it was shown."""

    share: str
    commitment: str
    pledged: frozenset[Seat] | None = None


@dataclass(slots=True)
class _Table:
    """The state of a table: its shuffles, the number of the last event, the share given for its last deal."""

    shuffles: Shuffles
    n: int = 0
    deal: tuple[int, int] = (0, 0)
    said: dict[tuple[Seat, str], GivenShareTold] = field(default_factory=dict)

    def gave(self, given: ShareGiven) -> bool:
        """True if the share told is one that this client gave for the deal."""
        told = self.shuffles.told
        if told is None or given.substitute or self.deal != (told.match, told.deal):
            return False
        said = self.said.get((given.seat, told.commitment))
        return said is not None and said.share == given.share

    def against(self, given: ShareGiven) -> ShuffleVerdict | None:
        """Return the fault of a share compared with the one given; None where all is well or nothing is remembered."""
        told = self.shuffles.told
        if told is None or given.substitute or self.deal != (told.match, told.deal):
            return None
        own = [said for (seat, _), said in self.said.items() if seat is given.seat]
        if own and not any((said.share, said.commitment) == (given.share, told.commitment) for said in own):
            return ShuffleVerdict.SHARE_CHANGED
        shown = (said.pledged for said in self.said.values() if said.pledged is not None)
        in_time = told.shares is fair.Shares.CUTTER or all(given.seat in pledged for pledged in shown)
        return None if in_time else ShuffleVerdict.NOT_BOUND


class ShareGiver:
    """The giver of one client's shares, for as long as its session lives, over all its connections."""

    def __init__(self, draw: Callable[[int], str] = secrets.token_hex) -> None:
        self._draw = draw
        self._signer = _NO_KEY
        self._tables: dict[str, _Table] = {}
        self._found: list[Checked] = []

    def answer(self, wanted: ShareWanted) -> Pledge | Share:
        """Return the pledge or share requested: the same as before for the same commitment, a new one for another.

        BadMessage for a deal before the last one asked for, and for a new share beyond MAX_SHARES. No share is
        forgotten for another: the server would get a second one.
        """
        table, key, deal = self._table(wanted.table), (wanted.seat, wanted.commitment), (wanted.match, wanted.deal)
        if deal < table.deal:
            raise BadMessage("a share for a deal that is past", path="$.deal")
        if deal > table.deal:
            table.deal, table.said = deal, {}
        if key not in table.said and len(table.said) == MAX_SHARES:
            raise BadMessage("more shares than a deal has", path="$.commitment")
        said = table.said.setdefault(key, GivenShareTold(self._draw(fair.SHARE_BYTES), wanted.commitment))
        if wanted.stage is ShareStage.PLEDGE:
            pledge = fair.pledge(bytes.fromhex(wanted.commitment), wanted.seat, bytes.fromhex(said.share))
            return Pledge(id=ID, table=wanted.table, match=wanted.match, deal=wanted.deal, pledge=pledge.hex())
        if said.pledged is None:
            table.said[key] = replace(said, pledged=table.shuffles.pledged)
        return Share(id=ID, table=wanted.table, match=wanted.match, deal=wanted.deal, share=said.share)

    def hear(self, message: FromServer | Envelope) -> None:
        """Take in a message, in the order of arrival; an event that comes again is ignored."""
        match message:
            case Welcome(signer=signer):
                self._signer = _NO_KEY if signer is UNSET else bytes.fromhex(signer)
            case Left(table=name):
                self._tables.pop(name, None)
            case Envelope():
                self._happened(self._table(message.table), message)

    def found(self) -> tuple[Checked, ...]:
        """Return the deals checked since the last call."""
        found, self._found = tuple(self._found), []
        return found

    def _table(self, name: str) -> _Table:
        """Return the state of that table; the least recently active table is dropped when there are too many."""
        table = self._tables.pop(name, None) or _Table(Shuffles(self._signer))
        self._tables[name] = table
        if len(self._tables) > TABLES:
            del self._tables[next(iter(self._tables))]
        return table

    def _happened(self, table: _Table, message: Envelope) -> None:
        if message.n == 1:  # the log from its beginning
            table.shuffles, table.n = Shuffles(self._signer), 0
        if message.n <= table.n:
            return
        table.n = message.n
        told = table.shuffles.told
        wrong = table.against(message.event) if isinstance(message.event, ShareGiven) else None
        if told is not None and wrong is not None:
            self._found.append(Checked(told.match, told.deal, wrong))
        if isinstance(message.event, ShareGiven) and table.gave(message.event):
            table.shuffles.note_own_share()
        self._found += table.shuffles.hear(message.event)
