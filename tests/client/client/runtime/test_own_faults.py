"""Tests of bugs in a task of the client: the person is told, a file has the traceback, and everything else goes on."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import platformdirs
import pytest
import trio

from coinche.client.model import replay_moves
from coinche.client.model.effects import Effect, LightEffect, Weigh
from coinche.client.model.notices import Broken, OwnFault, trouble
from coinche.client.runtime import effects, replay_analysis
from coinche.client.runtime.effects import carry_out
from coinche.client.runtime.store import ClientStore
from coinche.client.update import replay
from coinche.engine.view import Phase
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.client.update.test_in_play import told
from tests.client.scenes import scene
from tests.client.terminal import PATIENCE

ENGLISH = Face(Language.ENGLISH, UNICODE)


def goes_wrong(*_: object) -> NoReturn:
    raise LookupError("no such card")


def broken_pipe(*_: object) -> NoReturn:
    raise BrokenPipeError


def wanted(effect: Effect) -> LightEffect:
    assert isinstance(effect, LightEffect)
    return effect


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of tracebacks."""
    monkeypatch.setattr(platformdirs, "user_log_path", lambda *_, **__: tmp_path)
    return tmp_path


async def noticed(store: ClientStore, effect: LightEffect) -> None:
    """Have the effect carried out until something of it is told."""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            carry_out(effect, store, nursery)
            await store.until(lambda state: isinstance(state.notice, Broken))
            nursery.cancel_scope.cancel()


async def test_a_hint_that_cannot_be_found_is_a_notice_and_can_be_asked_for_again(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ClientStore(told("follow", trick_history="all").state)
    monkeypatch.setattr(effects, "_advised", goes_wrong)
    store.press("h")
    await noticed(store, wanted(store.effects.receive_nowait()))
    (file,) = log.iterdir()
    assert "LookupError: no such card" in file.read_text(encoding="utf-8")
    assert isinstance(store.state.notice, Broken)
    assert trouble(store.state.notice.why, ENGLISH).startswith(f"Error, see {file}: ")
    assert store.state.table is not None
    assert store.state.table.advice is None, "nobody is thinking any more"
    store.press("h")
    assert isinstance(store.effects.receive_nowait(), LightEffect)


async def test_so_are_cards_that_cannot_be_weighed(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ClientStore(scene("replay_fetched").state)
    monkeypatch.setattr(replay_analysis, "_solved", goes_wrong)
    for _ in range(20):
        store.do(replay.wind(replay_moves.by_card(1)))
        if store.state.match_replay is not None and store.state.match_replay.view.phase is Phase.PLAYING:
            break
    store.press("v")
    await noticed(store, Weigh())
    assert len(list(log.iterdir())) == 1


def test_where_it_cannot_be_written_the_notice_says_what_it_was() -> None:
    fault = OwnFault("LookupError: no such card")
    assert trouble(fault, ENGLISH).endswith("[LookupError: no such card]")


async def test_a_terminal_that_is_gone_is_no_fault_of_ours(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ClientStore(told("follow", trick_history="all").state)
    monkeypatch.setattr(effects, "_advised", broken_pipe)
    store.press("h")
    effect = wanted(store.effects.receive_nowait())
    with pytest.raises(ExceptionGroup) as caught:
        async with trio.open_nursery() as nursery:
            carry_out(effect, store, nursery)
    assert caught.group_contains(BrokenPipeError)
    assert not list(log.iterdir())
