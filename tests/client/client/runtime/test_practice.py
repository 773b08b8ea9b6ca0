"""Tests of practice at real servers: a position of a replay, moves taken back, and what the server keeps of it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from coinche.client.line.loop import read_lines, tell_news
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui, Wish
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.practice import PracticeNotice
from coinche.client.update import archive, card_play, lobby, statistics
from coinche.connection.address import Address
from coinche.engine.actions import parse_action
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Hello, MatchInfo, PlayerStatistics
from coinche.server.app import DEFAULT_PROVIDER
from coinche.server.match.table_options import Pace
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.client.runtime.test_connections import Relay, listening
from tests.client.matches import record_text
from tests.client.pseudo_terminal import PseudoTerminal, environment, forked_client
from tests.client.serving import Served, served

AT_ONCE = Pace(bot=0.0, trick=0.0, reaction=0.0)
SETTINGS = Settings(language=Language.ENGLISH, celebrations=False, linger=False)


async def _nowhere(*_: object) -> None:
    raise AssertionError


@asynccontextmanager
async def connected(address: Address, name: str = "Ana") -> AsyncIterator[ClientStore]:
    """A client in the lobby of that server."""
    store = ClientStore(ClientState(ui=Ui(settings=SETTINGS)))
    async with trio.open_nursery() as nursery:
        await nursery.start(stay_connected, store, address, Hello(versions=(1, 1), name=name))
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        await store.until(lambda state: state.in_lobby)
        yield store
        nursery.cancel_scope.cancel()


def table_of(store: ClientStore) -> AtTable:
    assert store.state.table is not None
    return store.state.table


def is_on(store: ClientStore, screen: Screen) -> bool:
    return store.state.screen is screen


async def watch_match(store: ClientStore, house: Served) -> None:
    """Watch a match of four programs to its end."""
    store.do(lambda state: lobby.look_at(state, state.tables[0]))
    await store.until(lambda state: state.table is not None)
    async with trio.open_nursery() as players:
        await house.sit(players, tuple(Seat))
        await store.until(lambda state: state.table is not None and state.table.view.phase is Phase.MATCH_OVER)
        players.cancel_scope.cancel()


async def archived(store: ClientStore) -> tuple[tuple[MatchInfo, ...], tuple[PlayerStatistics, ...]]:
    """The matches and the statistics that the server keeps, asked for in the lobby."""
    store.do(archive.open_matches)
    await store.until(lambda state: bool(state.archive.matches) and not state.archive.listing)
    matches = store.state.archive.matches
    store.do(statistics.open_statistics)
    await store.until(lambda state: state.archive.players is not None)
    players = store.state.archive.players
    assert players is not None
    store.do(archive.close)
    return matches, players


async def record_of(store: ClientStore) -> tuple[str, ...]:
    """The record of the only match, as the server sends it."""
    store.do(archive.open_matches)
    await store.until(lambda state: bool(state.archive.matches))
    store.press("enter")
    await store.until(lambda state: state.match_replay is not None)
    assert store.state.match_replay is not None
    return store.state.match_replay.record


async def asked(store: ClientStore) -> None:
    await store.until(lambda state: state.table is not None and state.table.asked is not None)


async def is_over(store: ClientStore) -> None:
    await store.until(lambda state: state.table is not None and state.table.view.phase is Phase.MATCH_OVER)


async def move(store: ClientStore) -> None:
    """Make the default move of the open request."""
    await asked(store)
    request = table_of(store).asked
    assert request is not None
    store.do(lambda state: card_play.act(state, parse_action(request.default)))


async def asked_or_over(store: ClientStore) -> None:
    await store.until(
        lambda state: (
            state.table is not None and (state.table.asked is not None or state.table.view.phase is Phase.MATCH_OVER)
        )
    )


async def play_out(store: ClientStore) -> None:
    """Make default moves until the deal is over."""

    def due(state: ClientState) -> bool:
        return state.table is not None and (state.table.asked is not None or state.table.view.phase is Phase.MATCH_OVER)

    while True:
        await store.until(due)
        if table_of(store).view.phase is Phase.MATCH_OVER:
            return
        await move(store)


async def take_back(store: ClientStore) -> None:
    before = table_of(store).table
    store.press("backspace")
    await store.until(lambda state: state.table is not None and state.table.table != before)
    await asked(store)


async def play_match(store: ClientStore) -> None:
    """Play a match with bots to its end, and bid whenever possible."""
    wish = Wish(target=82, bots=True)
    store.do(lambda state: lobby.create(replace(state, wish=wish)))
    while True:
        await store.until(
            lambda state: state.table is not None and (state.table.asked is not None or state.table.to_go_on)
        )
        table = table_of(store)
        if table.view.phase is Phase.MATCH_OVER:
            return
        if table.asked is None:
            store.do(lobby.go_on)
            continue
        bids = [f"{number}{denomination}" for denomination, number in table.asked.bids.items()]
        said = parse_action(bids[0] if bids else table.asked.default)
        store.do(lambda state, said=said: card_play.act(state, said))  # type: ignore[misc]


async def test_after_an_own_match_the_recap_waits_behind_the_replay() -> None:
    async with served(DEFAULT_PROVIDER, pace=AT_ONCE) as house, connected(house.address) as store:
        await play_match(store)
        for key in ("y", "home", "g"):
            store.press(key)
        await store.until(lambda state: state.retry is not None and state.table is not None)
        assert table_of(store).seat is Seat.SOUTH
        await play_out(store)
        store.press("g")
        await store.until(lambda state: state.table is not None and state.table.practice)
        await asked(store)
        for key in ("escape", "q"):
            store.press(key)
        assert is_on(store, Screen.PLAY)
        assert (table_of(store).practice, table_of(store).view.phase) == (False, Phase.MATCH_OVER)
        store.press("enter")
        await store.until(lambda state: state.table is None and state.in_lobby)
        matches, _ = await archived(store)
        assert len(matches) == 1


async def test_in_lines_a_position_is_played_again_and_moves_are_taken_back() -> None:
    typed, lines = trio.open_memory_channel[str](10)
    said: list[str] = []

    async def type_and_read(line: str, expected: str) -> None:
        """Type the line and wait until a line that contains the expected text has been said."""
        del said[:]
        await typed.send(line)
        await store.until(lambda state: any(expected in heard for heard in said))

    async with served(DEFAULT_PROVIDER, target=120, pace=AT_ONCE) as house, connected(house.address) as store:
        tell_news(store, said.append)
        await watch_match(store, house)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_lines, store, lines, said.append)
            await type_and_read("replay", "Deals:")
            await type_and_read("undo", "Enter or next")
            await type_and_read("retry", "Your turn")
            assert any("undo: take a move back" in line for line in said)
            assert sum(line.startswith("Your hand:") for line in said) == 1
            assert not any("Back to the game" in line for line in said)
            request = table_of(store).asked
            assert request is not None
            await type_and_read("undo", "Nothing to take back")
            await type_and_read("p" if "pass" in request.legal else "1", "pass")
            await asked_or_over(store)
            await type_and_read("undo", "Your turn")
            assert any(line.casefold().endswith("taken back.") for line in said)
            assert "The table is closed." not in said
            await play_out(store)
            assert any(line.startswith("This time: ") and "retry: once more" in line for line in said)
            await type_and_read("retry", "Your turn")
            await type_and_read("quit", "Deals:")
            assert is_on(store, Screen.REPLAY)
            nursery.cancel_scope.cancel()


async def test_a_lost_connection_comes_back_to_the_practice_table() -> None:
    async with (
        served(DEFAULT_PROVIDER, target=120, pace=AT_ONCE) as house,
        listening((relay := Relay(house.address)).serve) as address,
        connected(address) as store,
    ):
        await watch_match(store, house)
        for key in ("y", "home", "g"):
            store.press(key)
        await asked(store)
        hand, retry = table_of(store).view.hand, store.state.retry
        await relay.cut()
        await store.until(lambda state: state.link is Link.LOST)
        await store.until(lambda state: state.link is Link.UP)
        await asked(store)
        assert (table_of(store).view.hand, store.state.retry) == (hand, retry)
        await play_out(store)
        await take_back(store)
        store.press("q")
        assert is_on(store, Screen.REPLAY)


async def test_a_position_is_played_again_with_moves_taken_back_and_nothing_of_it_is_kept() -> None:
    async with (
        served(DEFAULT_PROVIDER, target=120, pace=AT_ONCE) as house,
        connected(house.address) as store,
        connected(house.address, "Max") as other,
    ):
        await watch_match(store, house)
        record = await record_of(other)
        other.do(lambda state: archive.close(state))
        kept = await archived(other)
        store.press("y")
        for key in ("home", "down", "g"):
            store.press(key)
        await store.until(lambda state: state.retry is not None and state.table is not None)
        assert is_on(store, Screen.PLAY)
        assert table_of(store).practice
        retry = store.state.retry
        assert retry is not None
        await asked(store)
        hand = table_of(store).view.hand
        for _ in range(3):
            await move(store)
        for _ in range(3):
            await take_back(store)
        assert table_of(store).view.hand == hand
        store.press("backspace")
        await store.until(lambda state: state.notice is PracticeNotice.NOTHING_TO_UNDO)
        await play_out(store)
        await take_back(store)
        await play_out(store)
        store.press("enter")
        assert is_on(store, Screen.REPLAY)
        assert store.state.match_replay == retry.match_replay
        assert await archived(other) == kept
        assert await record_of(other) == record
        store.press("q")
        assert table_of(store).closed


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals")
def test_at_home_a_record_is_practised_at_a_server_that_keeps_nothing(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(record_text(2, 3), encoding="utf-8")
    terminal = PseudoTerminal((*forked_client(), "--replay", str(record), "--name", "Ana"), environment())
    try:
        terminal.until("REVOIR donne 1/")
        terminal.keys("g")
        terminal.until("ENTRAÎNEMENT")
        terminal.until("▶ À vous")
        terminal.keys("\x7f")
        terminal.until("Rien à reprendre")
        terminal.keys("q")
        terminal.until("REVOIR donne 1/")
        terminal.keys("q")
        terminal.until("Jouer tout de suite")
        terminal.keys("q")
        assert terminal.ended() == 0
    finally:
        terminal.close()
    assert not (home / "coinche" / "solo").exists()
