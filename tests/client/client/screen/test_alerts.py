"""Tests of the alerts to a person whose window is not in front: bell, notification and title, as the settings say."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from prompt_toolkit.input import PipeInput

from coinche.client.model.state import ClientState
from coinche.client.runtime.store import ClientStore
from coinche.client.screen.alerts import TurnAlerts
from coinche.client.update.navigation import Done
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.client.screen.test_app import drive
from tests.client.scenes import state_of
from tests.client.terminal import Terminal


@dataclass
class Said:
    """The signals that a terminal received."""

    told: list[str] = field(default_factory=list)

    def bell(self) -> None:
        self.told.append("bell")

    def notify(self, text: str) -> None:
        self.told.append(f"notify {text}")

    def title(self, text: str) -> None:
        self.told.append(f"title {text}")


def liking(state: ClientState, **likes: object) -> ClientState:
    settings: Settings = replace(state.ui.settings, **likes)  # type: ignore[arg-type]
    return replace(state, ui=replace(state.ui, settings=settings))


def unasked(state: ClientState) -> ClientState:
    assert state.table is not None
    return replace(state, table=replace(state.table, request=None))


@pytest.mark.parametrize(
    ("likes", "expected"),
    [
        ({"bell": True, "title": False}, ["bell"]),
        ({"notify": True, "title": False}, ["notify À vous de jouer ! Café"]),
        ({"title": True}, ["title ▶ à vous - Café"]),
        ({"title": False}, []),
    ],
)
def test_ones_turn_is_told_as_one_likes_it(likes: dict[str, object], expected: list[str]) -> None:
    said, state = Said(), liking(state_of("follow", Language.FRENCH), **likes)
    TurnAlerts(said).note(unasked(state), state)
    assert said.told == expected


def test_nothing_rings_where_the_window_is_in_front() -> None:
    said, state = Said(), liking(state_of("follow"), bell=True, notify=True, title=False)
    alerts = TurnAlerts(said)
    alerts.in_front = True
    alerts.note(unasked(state), state)
    assert said.told == []
    alerts.in_front = False
    alerts.note(unasked(state), state)
    assert len(said.told) == 2


def test_it_rings_once_for_one_question() -> None:
    said, state = Said(), liking(state_of("follow"), bell=True, title=False)
    alerts = TurnAlerts(said)
    alerts.note(unasked(state), state)
    alerts.note(state, replace(state, now=11.0))
    assert said.told == ["bell"]


def test_the_terminal_says_whether_its_window_is_in_front() -> None:
    state = liking(state_of("follow"), bell=True)

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous")
        for came, rings in (("\x1b[O", 1), ("\x1b[I", 1)):
            keyboard.send_text(came + "?")
            await terminal.until("Aide")
            keyboard.send_text("?")
            await terminal.until("À vous : ")
            store.do(lambda state: Done(unasked(state)))
            store.do(lambda _: Done(state))
            assert terminal.written.count("\x07") - terminal.written.count("\x1b]") == rings
        keyboard.send_text("\x03\x03")

    terminal, _ = drive(state, script)
    assert "\x1b[?1004h" in terminal.written
    assert terminal.written.rindex("\x1b[?1004l") > terminal.written.index("\x1b[?1004h")


def test_what_comes_after_the_screen_is_closed_gives_no_alert() -> None:
    state = liking(state_of("follow"), title=True)
    stores: list[ClientStore] = []

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        stores.append(store)
        await terminal.until("À vous")
        keyboard.send_text("\x03\x03")

    terminal, _ = drive(state, script)
    written = terminal.written
    stores[0].do(lambda state: Done(unasked(state)))
    assert terminal.written == written


def test_a_call_for_players_rings_once() -> None:
    said, before, after = Said(), state_of("lobby_people"), state_of("lobby_called")
    before, after = (liking(state, bell=True, notify=True, title=False) for state in (before, after))
    alerts = TurnAlerts(said)
    alerts.note(before, after)
    alerts.note(after, after)
    assert said.told == ["bell", "notify Zoé cherche un quatrième (Chez Zoé)."]
