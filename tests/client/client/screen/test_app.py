"""Tests of the real Application on a readable terminal, inside one guest run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
from prompt_toolkit.input import PipeInput, create_pipe_input

from coinche.client.model.messages import LinkLost, Received
from coinche.client.model.state import ClientState
from coinche.client.runtime.store import ClientStore
from coinche.client.runtime.trio_bridge import run, run_asyncio
from coinche.client.screen import app as screen_app
from coinche.client.screen.app import build, show
from coinche.client.update import timing_and_premove
from coinche.client.views import Size
from coinche.client.views.rules import turned
from coinche.protocol.messages import Act, Bye, Envelope, FromClient
from coinche.text.settings import face_of
from tests.client.scene import Scene
from tests.client.scenes import state_of
from tests.client.scenes_at_table import bidding
from tests.client.terminal import PATIENCE, Terminal

Script = Callable[[Terminal, PipeInput, ClientStore], Awaitable[None]]


def drive(
    state: ClientState, script: Script, cols: int = 80, rows: int = 24, erase: str = ""
) -> tuple[Terminal, list[FromClient]]:
    """Show the state, run the script beside it, and give back the terminal and what was sent, when both are over."""

    async def main() -> tuple[Terminal, list[FromClient]]:
        terminal, store = Terminal(cols, rows), ClientStore(state)
        with create_pipe_input() as keyboard, trio.fail_after(3 * PATIENCE):
            application = build(store, keyboard=keyboard, terminal=terminal.output, erase=erase)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(show, store, application)
                await script(terminal, keyboard, store)
        sent = []
        while store.outbox.statistics().current_buffer_used:
            sent.append(store.outbox.receive_nowait())
        return terminal, sent

    return run(main)


def test_keys_play_and_quit() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous : 2 cartes possibles")
        keyboard.send_text("5")
        await terminal.until("Envoyé…")
        keyboard.send_text("q")
        await terminal.until("Quitter la table en pleine partie ?")
        keyboard.send_text("\x03")

    _, sent = drive(state_of("follow"), script)
    assert [type(message) for message in sent] == [Act, Bye]


def test_escape_and_arrows_are_understood() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous de parler : flèches")
        keyboard.send_text("\x1b[C\x1b[B")
        await terminal.until("Entrée pour dire 110♦")
        keyboard.send_text("?")
        await terminal.until("Aide")
        keyboard.send_text("\x1b")
        await terminal.until("Entrée pour dire 110♦")
        keyboard.send_text("\x03\x03")

    drive(state_of("bidding"), script)


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (40, 12)])
def test_pages_of_the_rules_are_as_long_as_the_screen(cols: int, rows: int) -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        keyboard.send_text("r")
        await terminal.until("Quatre joueurs")
        face, before = face_of(store.state.ui.settings), store.state
        keyboard.send_text(" ")
        with trio.fail_after(PATIENCE):
            await store.until(lambda state: state.ui.scroll > 0)
        assert store.state.ui.scroll == turned(before, face, Size(cols, rows), 1)
        keyboard.send_text("\x03\x03")

    drive(state_of("follow"), script, cols, rows)


def test_keys_do_not_reach_the_game_behind_the_help() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous de parler")
        keyboard.send_text("?")
        await terminal.until("Aide")
        keyboard.send_text("pcc110h\r\r qb")
        keyboard.send_text("?")
        await terminal.until("À vous de parler : flèches")
        keyboard.send_text("\x03\x03")

    _, sent = drive(state_of("bidding"), script)
    assert [type(message) for message in sent] == [Bye]


def test_a_celebration_is_drawn_and_ends_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing_and_premove, "CELEBRATION_SECONDS", PATIENCE)  # until it was drawn
    played = Scene()
    bidding(played)
    played.do("120H")
    before, number = played.state, len(played.log)
    played.do("coinche")
    coinched = played.log[number]
    table = before.table
    assert table is not None

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("donneur Léo")
        now = trio.current_time()
        at = int(1000 * (now + (table.ahead or 0)))
        store.take(Received(Envelope("t1", number + 1, at, coinched), now=now))
        await terminal.until("Max coinche !")
        monkeypatch.setattr(timing_and_premove, "CELEBRATION_SECONDS", 0.0)
        await terminal.until("donneur Léo")
        keyboard.send_text("\x03\x03")

    drive(before, script)


def test_what_comes_in_is_drawn_and_a_smaller_terminal_shows_the_facts() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("Café")
        store.take(LinkLost(1))
        await terminal.until("Connexion perdue")
        terminal.resize(40, 10)
        store.press("o")
        await terminal.until("120♥×2 Ana  NOUS 0")
        keyboard.send_text("\x03\x03")

    drive(state_of("follow"), script)


def test_the_terminal_is_left_as_it_was() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("Tables")
        keyboard.send_text("q")

    terminal, _ = drive(state_of("lobby"), script)
    assert terminal.written.count("\x1b[?1049h") == terminal.written.count("\x1b[?1049l") == 1
    assert terminal.written.rindex("\x1b[?25h") > terminal.written.rindex("\x1b[?25l")


def test_without_colours_only_weights_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        keyboard.send_text("\x03\x03")

    terminal, _ = drive(state_of("follow"), script)
    cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
    assert {cell.fg for cell in cells} == {cell.bg for cell in cells} == {"default"}


def test_a_fault_in_a_view_is_raised_and_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise LookupError("a view is wrong")

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("Café")
        monkeypatch.setattr(screen_app, "screen", broken)
        keyboard.send_text("o")

    with pytest.raises(BaseExceptionGroup) as raised:
        drive(state_of("follow"), script)
    assert raised.group_contains(LookupError)


def test_a_cancelled_application_unwinds() -> None:
    async def main() -> str:
        terminal, store = Terminal(), ClientStore(state_of("follow"))
        with create_pipe_input() as keyboard, trio.move_on_after(PATIENCE) as scope:
            application = build(store, keyboard=keyboard, terminal=terminal.output)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(show, store, application)
                await terminal.until("Café")
                scope.cancel()
        return terminal.written

    assert "\x1b[?1049l" in run(main)


def test_what_asyncio_raises_arrives_in_trio() -> None:
    async def fails() -> None:
        raise LookupError("from asyncio")

    async def main() -> None:
        await run_asyncio(fails)

    with pytest.raises(LookupError):
        run(main)


# --- a line that is written, by the keys as terminals send them -----------------------------------------


def written(state: ClientState) -> str:
    return f"{state.ui.entry.before}|{state.ui.entry.after}"


SENT = [
    ("\x1b[D", "un deux troi|s"),
    ("\x1b[D\x1b[D\x1b[C", "un deux troi|s"),
    ("\x1b[1;5D", "un deux |trois"),
    ("\x1bb\x1bB", "un |deux trois"),
    ("\x1b[1;3D", "un deux |trois"),
    ("\x1b[H", "|un deux trois"),
    ("\x01\x1bf", "un| deux trois"),
    ("\x01\x05", "un deux trois|"),
    ("\x01\x1b[3~", "|n deux trois"),
    ("\x7f", "un deux troi|"),
    ("\x08", "un deux |"),
    ("\x17", "un deux |"),
    ("\x1b\x7f", "un deux |"),
    ("\x15", "|"),
    ("\x01\x0b", "|"),
    ("\x01\x1b[200~zéro\nou\x1b[201~ ", "zéro ou |un deux trois"),
]


def test_keys_as_terminals_send_them() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        keyboard.send_text("t")
        for keys, after in SENT:
            keyboard.send_text("\x05\x15un deux trois")
            await terminal.until("Message : un deux trois_")
            keyboard.send_text(keys)
            await terminal.until("Message : " + after.replace("|", "_"))
            assert written(store.state) == after
        keyboard.send_text("\x03\x03")

    drive(state_of("follow"), script, erase="\x7f")


def test_escape_alone_puts_a_line_away_and_what_is_typed_then_plays() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        keyboard.send_text("tab")
        await terminal.until("Message : ab_")
        keyboard.send_text("\x1b")
        await store.until(lambda state: state.ui.overlay is None)
        keyboard.send_text("5")
        await terminal.until("Envoyé…")
        keyboard.send_text("\x03\x03")

    drive(state_of("follow"), script)


def test_a_terminal_that_does_not_say_what_backspace_sends_has_one_backspace() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        keyboard.send_text("tun deux\x08\x7f")
        await store.until(lambda state: written(state) == "un de|")
        keyboard.send_text("\x03\x03")

    drive(state_of("follow"), script)
