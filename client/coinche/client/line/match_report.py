"""A report of a whole match of bots, deal by deal, for standard output without a terminal: `make play` in a pipe."""

from __future__ import annotations

from collections.abc import Iterator

import trio
from msgspec import UNSET

from coinche.client.model.bulletins import Bulletin
from coinche.client.model.messages import Input, LinkLost, Received
from coinche.client.model.notices import (
    News,
)
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.bots import with_mark
from coinche.client.texts.table_events import sentence
from coinche.client.update import lobby, navigation
from coinche.client.views.banner import aim
from coinche.client.views.notice import notice
from coinche.client.views.score_table import rows_of
from coinche.engine.declarations import points_of
from coinche.engine.events import DealScored, MatchEnded, ThrownIn
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import CreateTable, Envelope
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.settings import face_of

from .loop import Say
from .narrate import listener


class Report(Words):
    """Sentences of the report."""

    PLAYERS = ("Partie {aim} : {players}.", "Match {aim}: {players}.")
    DEAL = ("Donne {deal}, donneur {dealer}", "Deal {deal}, dealer {dealer}")
    CONTRACT = ("  Contrat   {bid} par {who}{coinched}", "  Contract  {bid} by {who}{coinched}")
    COINCHED = (", coinché par {who}", ", coinched by {who}")
    SURCOINCHED = (", surcoinché par {who}", ", surcoinched by {who}")
    MADE = (" : réussi", ": made")
    FAILED = (" : chuté", ": failed")
    DRAWN = (" : litige", ": tied")
    THROWN_IN = ("  Quatre passes : pas de points.", "  Four passes: no points.")
    BELOTE = ("  Belote    {who}", "  Belote    {who}")
    SHOWN = ("  Annonces  {who} : {what} ({points})", "  Declared  {who}: {what} ({points})")
    UNSHOWN = ("  Annonces  égalité, aucune ne compte", "  Declared  tied, none counts")
    NS = ("N-S", "N-S")
    EW = ("E-O", "E-W")
    POINTS = ("  {name:<20} {ns:>5} {ew:>5}", "  {name:<20} {ns:>5} {ew:>5}")


def summary(table: AtTable, event: DealScored | ThrownIn, face: Face) -> Iterator[str]:
    """The report of a finished deal: contract, declarations, every line of the score, and the totals."""
    view, to = table.view, listener(table, face)
    dealer = to.who(view.dealer) if view.dealer else ""
    yield ""
    yield face.say(Report.DEAL, deal=view.deal, dealer=dealer)
    if isinstance(event, ThrownIn) or view.contract is None:
        yield face.say(Report.THROWN_IN)
        return
    yield _contract(table, event, face)
    yield from _declarations(table, face)
    for seat in dict.fromkeys(said.seat for said in view.belotes):
        yield face.say(Report.BELOTE, who=to.who(seat))
    yield _row("", face.say(Report.NS), face.say(Report.EW), face)
    for name, numbers in rows_of(event, face):
        yield _row(name, numbers[Team.NORTH_SOUTH], numbers[Team.EAST_WEST], face)


def _contract(table: AtTable, event: DealScored, face: Face) -> str:
    to, contract = listener(table, face), table.view.contract
    assert contract is not None
    doubled = ""
    if contract.coinched_by is not None:
        doubled = face.say(Report.COINCHED, who=to.who(contract.coinched_by))
    if contract.surcoinched_by is not None:
        doubled += face.say(Report.SURCOINCHED, who=to.who(contract.surcoinched_by))
    who = to.who(contract.bidder)
    line = face.say(Report.CONTRACT, bid=face.bid(contract.bid), who=who, coinched=doubled)
    return line + face.say(Report[event.result.name])


def _declarations(table: AtTable, face: Face) -> Iterator[str]:
    view, to = table.view, listener(table, face)
    for seat in dict.fromkeys(shown.seat for shown in view.shown):
        own = [shown.declaration for shown in view.shown if shown.seat is seat]
        what = ", ".join(map(face.declaration, own))
        points = sum(points_of(declaration, view.contract.denomination) for declaration in own) if view.contract else 0
        yield face.say(Report.SHOWN, who=to.who(seat), what=what, points=points)
    if view.announced and not view.shown:
        yield face.say(Report.UNSHOWN)


def _row(name: str, ns: int | str, ew: int | str, face: Face) -> str:
    return face.say(Report.POINTS, name=name, ns=ns, ew=ew).rstrip()


def players(table: AtTable, face: Face) -> str:
    """The players, and the aim of the match."""
    seated = ((seat, table.seats.get(seat)) for seat in Seat)
    who = ", ".join(f"{face.seat(seat)} {with_mark(info, face)}" for seat, info in seated if info is not None)
    to = aim(table.rules.match, face) if table.rules else ""
    return face.say(Report.PLAYERS, players=who, aim=to)


async def follow_match(store: ClientStore, say: Say) -> bool:
    """Open a table of four bots, report its match, and leave; False if the table ended before the match."""
    watching = _Watching(store, say)
    store.watch(watching.tell)
    wish = store.state.wish
    store.do(
        lambda state: navigation.sending(
            state,
            CreateTable(
                name=lobby.name_of_table(state), target=wish.target or UNSET, watch=True, bots=lobby.bot(state)
            ),
        )
    )
    await watching.over.wait()
    store.do(navigation.leave_program)
    return watching.ended


class _Watching:
    """The report in progress: it prints each event until the match has ended."""

    def __init__(self, store: ClientStore, say: Say) -> None:
        self._store = store
        self._say = say
        self.over = trio.Event()
        self.ended = False

    def tell(self, before: ClientState, came: Input | None) -> None:
        """Report a change of the state."""
        state = self._store.state
        face = face_of(state.ui.settings)
        if isinstance(came, LinkLost):
            self.over.set()
        if state.notice is not None and state.notice is not before.notice and not isinstance(state.notice, News):
            self._say(notice(state.notice, face))
            if not isinstance(state.notice, Bulletin):
                self.over.set()
        if isinstance(came, Received) and isinstance(came.message, Envelope) and state.table is not None:
            self._event(state.table, came.message, face)

    def _event(self, table: AtTable, envelope: Envelope, face: Face) -> None:
        event = envelope.event
        if isinstance(event, DealScored | ThrownIn):
            if table.view.deal == 1:
                self._say(players(table, face))
            for line in summary(table, event, face):
                self._say(line)
        elif isinstance(event, MatchEnded):
            self._say("")
            self._say(sentence(event, listener(table, face)))
            self.ended = True
            self.over.set()
