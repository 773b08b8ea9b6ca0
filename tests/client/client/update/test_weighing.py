"""Tests of the value of each card in a replay: shown on request once the match is over, at every position."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from coinche.client.keys import press
from coinche.client.model import replay_moves
from coinche.client.model.effects import Weigh
from coinche.client.model.messages import RecordRead, Weighed
from coinche.client.model.notices import NoReplay
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime import replay_analysis
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.replay import Playback
from coinche.client.update import archive, replay
from coinche.client.update.navigation import Intent
from coinche.client.update.replay_analysis import weigh as toggle
from coinche.client.update.update import reduce
from coinche.client.views.replay_analysis import advice_line
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card, Suit
from coinche.engine.events import BeloteSaid, DeclarationsShown, Event
from coinche.engine.record_lines import read_record
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import GetRecord
from coinche.records.review.cards import ReviewedCard, cards_played
from coinche.records.review.recorded_deal import deals_of
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from coinche.text.line_breaks import HARD
from tests.client.scenes import state_of
from tests.client.terminal import PATIENCE

MATCH = Path(__file__).parents[3] / "golden" / "review.jsonl"
HOME = ClientState(screen=Screen.HOME, has_home=True, ui=Ui())


def replay_of(state: ClientState) -> ReplayState:
    assert state.match_replay is not None
    return state.match_replay


async def _nowhere(*_: object) -> None:
    raise AssertionError


def to_trick(number: int) -> Intent:
    """Before the first card of that trick of the first deal."""

    def move(match_replay: ReplayState) -> ReplayState:
        while not (match_replay.view.phase is Phase.PLAYING and len(match_replay.view.tricks) == number - 1):
            match_replay = replay_moves.by_card(1)(match_replay)
        return match_replay

    return replay.wind(move)


def cards_of_the_first_deal() -> list[ReviewedCard]:
    return list(cards_played(next(deals_of(read_record(MATCH.read_text(encoding="utf-8").splitlines())))))


async def test_wherever_the_tape_stands_its_cards_are_weighed_until_nobody_wants_it() -> None:
    store = ClientStore(HOME)
    played = cards_of_the_first_deal()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        with trio.fail_after(60):
            store.do(replay.open_file(str(MATCH)))
            await store.until(lambda now: now.match_replay is not None)
            store.do(to_trick(5))
            store.do(toggle)
            for card in played[16:20]:
                await store.until(lambda now: bool(replay_of(now).advice))
                advice = dict(replay_of(store.state).advice)
                team = card.seat.team
                assert max(advice.values()) == card.before.points[team]
                assert advice[card.card] == card.after.points[team]
                store.do(replay.wind(replay_moves.by_card(1)))
                assert not replay_of(store.state).advice
            store.do(toggle)
            assert not replay_of(store.state).weighs
            store.do(replay.wind(replay_moves.by_card(-1)))
            await trio.testing.wait_all_tasks_blocked()
            assert not replay_of(store.state).advice
        nursery.cancel_scope.cancel()


async def test_however_often_it_is_turned_on_a_position_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solves: list[object] = []
    go_on = threading.Event()

    def solved(*position: object) -> Mapping[Card, int]:
        solves.append(position)
        go_on.wait(PATIENCE)
        return {Card.SA: 12}

    monkeypatch.setattr(replay_analysis, "_solved", solved)
    store = ClientStore(HOME)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        with trio.fail_after(PATIENCE):
            store.do(replay.open_file(str(MATCH)))
            await store.until(lambda now: now.match_replay is not None)
            store.do(to_trick(5))
            for _ in range(9):
                store.do(toggle)
                await trio.testing.wait_all_tasks_blocked()
            assert replay_of(store.state).weighs
            go_on.set()
            await store.until(lambda now: bool(replay_of(now).advice))
            assert len(solves) == 1
            store.do(replay.wind(replay_moves.by_card(1)))
            await store.until(lambda now: bool(replay_of(now).advice))
            assert len(solves) == 2
            store.do(toggle)
            store.do(toggle)
            await store.until(lambda now: bool(replay_of(now).advice))
            assert len(solves) == 3
        nursery.cancel_scope.cancel()


async def test_a_record_chosen_again_at_once_is_fetched_once() -> None:
    store = ClientStore(state_of("matches_listed"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        store.do(archive.choose)
        await trio.testing.wait_all_tasks_blocked()
        assert isinstance(store.outbox.receive_nowait(), GetRecord)
        for _ in range(3):
            store.do(archive.close)
            store.do(archive.choose)
        await trio.testing.wait_all_tasks_blocked()
        assert isinstance(store.outbox.receive_nowait(), GetRecord)
        with pytest.raises(trio.WouldBlock):
            store.outbox.receive_nowait()
        nursery.cancel_scope.cancel()


def test_what_comes_too_late_is_not_told() -> None:
    done = press(state_of("replay_fetched", Language.ENGLISH), "v")
    match_replay = replay_of(done.state)
    assert (done.effect, match_replay.weighs) == (Weigh(), True)
    told = {Card.SA: 12}
    assert replay_of(reduce(done.state, Weighed(match_replay.at, match_replay.stop + 1, told))).advice == {}
    assert replay_of(reduce(done.state, Weighed(match_replay.at, match_replay.stop, told))).advice == told
    assert (
        replay_of(reduce(press(done.state, "v").state, Weighed(match_replay.at, match_replay.stop, told))).advice == {}
    )


def test_of_a_match_that_goes_on_nothing_is_weighed() -> None:
    done = press(state_of("replay_at_table", Language.ENGLISH), "v")
    assert done.effect is None
    assert isinstance(done.state.notice, NoReplay)
    assert done.state.notice.said is Playback.NOT_WEIGHED_YET


@pytest.mark.parametrize(
    ("extras", "said"),
    [
        ((), ""),
        ((BeloteSaid,), " (sans la belote)"),
        ((DeclarationsShown,), " (sans les annonces)"),
        ((BeloteSaid, DeclarationsShown), " (sans belote ni annonces)"),
    ],
)
def test_the_value_of_the_cards_says_what_it_leaves_out(extras: tuple[type[Event], ...], said: str) -> None:
    opened = reduce(HOME, RecordRead(str(MATCH), tuple(MATCH.read_text(encoding="utf-8").splitlines())))
    at = replay_of(toggle(to_trick(3)(opened).state).state)
    others = tuple(one for one in at.replay_deal.events if not isinstance(one, BeloteSaid | DeclarationsShown))
    told = (BeloteSaid(Seat.SOUTH, BeloteWord.BELOTE, Suit.HEARTS), DeclarationsShown(Seat.SOUTH, ()))
    deal = replace(at.replay_deal, events=(*others, *(one for one in told if isinstance(one, extras))))
    at = replace(at, replay_deals=(deal, *at.replay_deals[1:]), advice={Card("7S"): 91})
    line = advice_line(at, Face(Language.FRENCH, UNICODE)).replace(HARD, " ")
    assert line.endswith(f" finit{said} à 91 avec 7♠.")
