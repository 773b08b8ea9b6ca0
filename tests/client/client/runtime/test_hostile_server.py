"""Tests of hostile or broken servers, and of the harm that they may not do to the client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
import trio
from msgspec import UNSET
from msgspec.structs import replace as changed

from coinche.client.model.effects import SearchServers
from coinche.client.model.match_story import continued
from coinche.client.model.messages import Received
from coinche.client.model.notices import News, NoReplay, trouble
from coinche.client.model.state import ClientState, Fetch, Link, MatchArchive
from coinche.client.model.statistics import ParReview
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.store import OUTBOX, ClientStore
from coinche.client.update import archive
from coinche.client.update.navigation import Done
from coinche.client.update.replay import of_record
from coinche.client.update.update import reduce
from coinche.connection.errors import ConnectionLost, LossReason
from coinche.connection.validate_message import LAST_MS
from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import Declaration
from coinche.engine.events import CardPlayed, DealStarted, Event, MatchStarted, Passed, TrickWon
from coinche.engine.presets import FFB
from coinche.engine.record import RecordError
from coinche.engine.seats import Seat, Team
from coinche.engine.view import TableView
from coinche.protocol.codec import encode
from coinche.protocol.messages import (
    Clock,
    Envelope,
    FromServer,
    Joined,
    Matches,
    MatchInfo,
    Ping,
    RecordPage,
    Request,
    RequestKind,
)
from coinche.text.settings import Settings, face_of
from tests.client.client.runtime.test_connections import HELLO, listening, welcome

CLOCK = Clock(move_ms=0, bank_ms=0)
JOINED = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)
BEGUN = MatchStarted(rules=FFB, match=1, board=False)
DEAL = DealStarted(deal=1, dealer=Seat.SOUTH, shuffled=True)
INFO = MatchInfo(
    match=7,
    at=1_795_000_000_000,
    table="Café",
    preset="ffb",
    target=500,
    deals=3,
    seats=dict.fromkeys(Seat, "Ana"),
    score=dict.fromkeys(Team, 500),
)


def question(kind: RequestKind, *legal: str, view: bool = True) -> Request:
    return Request(
        request=1,
        table="t1",
        seat=Seat.EAST,
        after=1,
        kind=kind,
        match=1,
        deal=1,
        rules="0" * 16,
        legal=legal,
        default=legal[0],
        clock=CLOCK,
        view=TableView(viewer=Seat.EAST) if view else UNSET,
    )


def bids(**fields: Any) -> Request:
    return changed(question(RequestKind.BID, "pass"), **{"bids": {Denomination.SPADES: 80}, **fields})


TIERCE = Declaration("tierce:7S8S9S")


def events(*told: Event) -> tuple[Envelope, ...]:
    return tuple(Envelope("t1", n, 0, event) for n, event in enumerate(told, 1))


NONSENSE: Mapping[str, tuple[FromServer | Envelope, ...]] = {
    "a card before the auction": events(BEGUN, DEAL, CardPlayed(Seat.EAST, Card("AS"))),
    "a trick that nobody played": events(BEGUN, DEAL, TrickWon(Seat.EAST, 0)),
    "an auction without end": events(BEGUN, DEAL, *[Passed(Seat.EAST)] * 3000),
    "a word where a card is asked for": (question(RequestKind.PLAY, "pass"),),
    "a card where a word is asked for": (question(RequestKind.BID, "AS"),),
    "no action at all": (question(RequestKind.BID, "\x1b[2J"),),
    "a question without what one sees": (question(RequestKind.PLAY, "AS", view=False),),
    "numbers of bids without end": (bids(max=2**63 - 1),),
    "bids without a step": (bids(step=0),),
    "a step backwards": (bids(step=-10),),
    "a number that is no bid": (bids(bids={Denomination.SPADES: 1}),),
    "a default that is no action": (changed(question(RequestKind.BID, "pass"), default="zzz"),),
    "a default of another kind": (changed(question(RequestKind.PLAY, "AS"), default="pass"),),
    "a word that nobody says": (changed(question(RequestKind.PLAY, "KS"), offers={Card("KS"): ("bravo",)}),),
    "declarations without end": (changed(question(RequestKind.PLAY, "7S"), declarations=(TIERCE,) * 65),),
    "a match after the last year": (Matches(matches=(replace(INFO, at=LAST_MS + 1),), more=False),),
    "a match of two": (Matches(matches=(replace(INFO, seats={Seat.NORTH: "Ana"}),), more=False),),
    "a match without a score": (Matches(matches=(replace(INFO, score={}),), more=False),),
}


@pytest.mark.parametrize("said", NONSENSE.values(), ids=NONSENSE)
async def test_what_cannot_be_ends_the_connection_with_a_sentence(said: tuple[FromServer | Envelope, ...]) -> None:
    async def mad(stream: trio.SocketStream) -> None:
        await welcome(stream)
        await stream.send_all(b"".join(map(encode, (JOINED, *said))))
        await trio.sleep_forever()

    async with listening(mad) as address:
        with pytest.raises(ConnectionLost) as lost:
            await stay_connected(ClientStore(ClientState()), address, HELLO)
    assert lost.value.reason is LossReason.GARBLED
    assert trouble(lost.value, face_of(Settings()))


def test_matches_that_nobody_asked_for_are_not_kept() -> None:
    state = reduce(ClientState(), Received(Matches(matches=(INFO,), more=True), 0.0))
    assert state.archive.matches == ()


def test_a_record_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_LINES", 100)
    state = ClientState(archive=MatchArchive(matches=(INFO,), fetch=Fetch(match=INFO)))
    for after in range(0, 300, 10):
        state = reduce(state, Received(RecordPage(match=7, after=after, lines=("{}",) * 10, more=True), 0.0))
    assert state.archive.fetch is None
    assert isinstance(state.notice, NoReplay)


def test_a_record_of_endless_lines_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_SIGNS", 1000)
    state = ClientState(archive=MatchArchive(matches=(INFO,), fetch=Fetch(match=INFO)))
    for after in range(3):
        assert state.archive.fetch is not None
        state = reduce(state, Received(RecordPage(match=7, after=after, lines=("x" * 400,), more=True), 0.0))
    assert state.archive.fetch is None
    assert isinstance(state.notice, NoReplay)


def test_a_record_to_compare_is_read_no_further_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_SIGNS", 1000)
    state = ClientState(archive=MatchArchive(par=ParReview(matches=(7,))))
    for after in range(4):
        state = reduce(state, Received(RecordPage(match=7, after=after, lines=("x" * 400,), more=True), 0.0))
    par = state.archive.par
    assert par is not None
    assert (len(par.lines), par.is_read) == (3, True)


@pytest.mark.parametrize("line", ["[" * 200_000, "9" * 10_000, '{"record":' * 100_000])
def test_a_record_of_nothing_but_depth_is_none(line: str) -> None:
    with pytest.raises(RecordError):
        of_record((line,), "", "")


def test_what_happened_is_not_kept_for_ever_where_no_deal_ends() -> None:
    story: tuple[Event, ...] = ()
    told: tuple[Event, ...] = (BEGUN, DEAL, *[Passed(Seat.EAST)] * 1000)
    for event in told:
        story = continued(story, event, longest=200)
    assert len(story) == 200


@pytest.mark.parametrize(("waiting", "messages"), [(OUTBOX, 1), (OUTBOX - 1, 2)])
def test_where_the_outbox_is_full_nothing_is_sent_and_nothing_changes(waiting: int, messages: int) -> None:
    store = ClientStore(ClientState(link=Link.UP))
    for _ in range(waiting):
        store.do(lambda state: Done(state, send=(Ping(),)))
    before = store.state
    store.do(lambda state: Done(replace(state, attempt=1), send=(Ping(),) * messages, effect=SearchServers()))
    assert store.state == replace(before, notice=News.OFFLINE)
    assert store.outbox.statistics().current_buffer_used == waiting
    assert store.effects.statistics().current_buffer_used == 0


def test_where_the_effects_are_full_nothing_is_sent_and_nothing_changes() -> None:
    store = ClientStore(ClientState(link=Link.UP))
    for _ in range(OUTBOX):
        store.do(lambda state: Done(state, effect=SearchServers()))
    before = store.state
    store.do(lambda state: Done(replace(state, attempt=1), send=(Ping(),), effect=SearchServers()))
    assert store.state == replace(before, notice=News.OFFLINE)
    assert store.outbox.statistics().current_buffer_used == 0


def test_where_the_server_reads_nothing_what_is_said_is_lost_and_not_the_client() -> None:
    store = ClientStore(ClientState(link=Link.UP))
    for _ in range(3 * OUTBOX):
        store.do(lambda state: Done(state, send=(Ping(),), effect=SearchServers()))
    assert store.state.notice is News.OFFLINE
