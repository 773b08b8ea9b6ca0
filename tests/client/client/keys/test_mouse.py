"""Tests of the mouse as terminals report it: a click acts as a key does, and the wheel scrolls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prompt_toolkit.input import PipeInput

from coinche.client.keys import press
from coinche.client.model.state import ClientState
from coinche.client.runtime.store import ClientStore
from coinche.protocol.messages import Act, Chat, FromClient, GoOn, Join
from coinche.text.settings import Settings
from tests.client.client.screen.test_app import Script, drive
from tests.client.scenes import state_of
from tests.client.terminal import Terminal

DOWN, UP, AWAY = 64, 65, 0


def press_and_release(terminal: Terminal, keyboard: PipeInput, text: str, nth: int = 0) -> None:
    """A click on the first sign of that text, as SGR mouse reports."""
    places = [
        (x, y) for y, line in enumerate(terminal.screen.display) for x in range(len(line)) if line.startswith(text, x)
    ]
    x, y = places[nth]
    keyboard.send_text(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")


def wheel(keyboard: PipeInput, button: int) -> None:
    keyboard.send_text(f"\x1b[<{button};10;10M")


def clicking(shown: str, *clicks: tuple[str, str]) -> Script:
    """Wait for what is shown, then click; each click with what it brings to the screen."""

    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until(shown)
        for text, brings in clicks:
            press_and_release(terminal, keyboard, text)
            await terminal.until(brings)
        keyboard.send_text("\x03\x03")

    return script


def actions(sent: list[FromClient]) -> list[str]:
    return [message.action for message in sent if isinstance(message, Act)]


def liking(name: str, **likes: object) -> ClientState:
    """The scene with those settings."""
    state = state_of(name)
    settings = replace(state.ui.settings, **likes)  # type: ignore[arg-type]
    return replace(state, ui=replace(state.ui, settings=settings))


@pytest.mark.parametrize("place", ["D♦", "5 "])
def test_a_click_on_a_card_or_its_digit_plays_it(place: str) -> None:
    _, sent = drive(state_of("follow"), clicking("2 cartes possibles", (place, "Envoyé…")))
    assert actions(sent) == ["QD"]


def test_a_click_on_the_chosen_card_plays_it() -> None:
    _, sent = drive(state_of("follow"), clicking("2 cartes possibles", ("R♦ │ │", "Envoyé…")))
    assert actions(sent) == ["KD"]


def test_who_confirms_clicks_twice() -> None:
    clicks = clicking("2 cartes possibles", ("D♦ │", ">5<"), ("D♦ │", "Envoyé…"))
    _, sent = drive(liking("follow", confirm=True), clicks)
    assert actions(sent) == ["QD"]


def test_a_click_on_a_card_that_is_forbidden_asks_the_server_why() -> None:
    _, sent = drive(state_of("follow"), clicking("2 cartes possibles", ("7♣", "Envoyé…")))
    assert actions(sent) == ["7C"]


def test_a_bid_is_clicked_together() -> None:
    clicks = clicking(
        "À vous de parler",
        ("130", "Entrée pour dire 130♥"),
        ("♦  ", "Entrée pour dire 130♦"),
        ("[♦]", "Envoyé…"),
    )
    _, sent = drive(state_of("bidding"), clicks)
    assert actions(sent) == ["130D"]


def test_a_click_on_the_chosen_value_bids_it() -> None:
    clicks = clicking("À vous de parler", ("140", "Entrée pour dire 140♥"), ("[140]", "Envoyé…"))
    _, sent = drive(state_of("bidding"), clicks)
    assert actions(sent) == ["140H"]


def test_a_click_passes() -> None:
    _, sent = drive(state_of("bidding"), clicking("À vous de parler", ("p passer", "Envoyé…")))
    assert actions(sent) == ["pass"]


def test_a_coinche_takes_two_clicks_also_out_of_turn() -> None:
    clicks = clicking("non", ("c coincher", "Encore c"), ("c coincher", "Zoé réfléchit"))
    _, sent = drive(state_of("reacting"), clicks)
    assert actions(sent) == ["coinche"]


def test_what_was_begun_with_a_key_is_forgotten_with_a_click_elsewhere() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("Encore c")
        press_and_release(terminal, keyboard, "A♠")
        await terminal.until("c : coincher")
        keyboard.send_text("\x03\x03")

    _, sent = drive(state_of("sure"), script)
    assert actions(sent) == []


@pytest.mark.parametrize("opens", ["? aide", " aide"])
def test_an_entry_of_the_hint_line_does_what_its_key_does(opens: str) -> None:
    _, sent = drive(state_of("follow"), clicking("2 cartes possibles", (opens, "Aide")))
    assert actions(sent) == []


def test_an_arrow_of_the_hint_line_is_that_arrow() -> None:
    _, sent = drive(state_of("follow"), clicking(">4<", ("→ choisir", ">5<"), ("← →", ">4<")))
    assert actions(sent) == []


def test_an_entry_that_means_many_keys_does_none_of_them() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("1-5 jouer")
        press_and_release(terminal, keyboard, "1-5 jouer")
        press_and_release(terminal, keyboard, "? aide")
        await terminal.until("Aide")
        keyboard.send_text("\x03\x03")

    _, sent = drive(state_of("follow"), script)
    assert actions(sent) == []


def test_the_last_trick_is_looked_at_by_a_click_on_its_line() -> None:
    _, sent = drive(state_of("follow"), clicking("Dernier pli ", ("Dernier pli ", "Dernier pli → Max")))
    assert actions(sent) == []


def test_a_click_goes_on_after_the_recap() -> None:
    _, sent = drive(state_of("recap"), clicking("donne suivante", ("Entrée : donne suivante", "On attend")))
    assert GoOn(table="t1") in sent


def test_a_seat_of_the_lobby_is_chosen_and_taken() -> None:
    clicks = clicking("Club", ("O libre", "[O libre]"), ("O libre", "[O libre]"))
    _, sent = drive(state_of("lobby"), clicks)
    (joined,) = [message for message in sent if isinstance(message, Join)]
    assert (joined.table, joined.seat) == ("t1", "W")


def test_the_wheel_scrolls_the_log_and_leaves_the_table_alone() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("À vous de parler")
        wheel(keyboard, UP)
        wheel(keyboard, DOWN)
        keyboard.send_text("j")
        await terminal.until("Zoé dit")
        before = store.state.ui.pad
        for _ in range(40):
            wheel(keyboard, DOWN)
        await terminal.until("Donne 1.")
        assert store.state.ui.pad == before == state_of("bidding").ui.pad
        keyboard.send_text("\x03\x03")

    _, sent = drive(state_of("bidding"), script, rows=22)
    assert actions(sent) == []


def test_a_card_does_not_hear_clicks_while_something_else_has_the_keys() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("2 cartes possibles")
        keyboard.send_text("t")
        await terminal.until("Message : _")
        press_and_release(terminal, keyboard, "D♦")
        keyboard.send_text("oui\r")
        await terminal.until("2 cartes possibles")
        keyboard.send_text("\x03\x03")

    _, sent = drive(state_of("follow"), script)
    assert [type(message) for message in sent[:1]] == [Chat]
    assert actions(sent) == []


def test_a_click_takes_the_finished_trick_away() -> None:
    _, sent = drive(state_of("trick_shown"), clicking("une touche pour ramasser le pli", ("Nord Zoé", "7♦")))
    assert actions(sent) == []


def test_who_likes_no_mouse_selects_text_with_it() -> None:
    assert not Settings(mouse=False).mouse
    terminal, _ = drive(liking("follow", mouse=False), clicking("2 cartes possibles"))
    assert "\x1b[?1000h" not in terminal.written


def test_a_line_of_the_form_is_chosen_and_then_changed() -> None:
    async def script(terminal: Terminal, keyboard: PipeInput, store: ClientStore) -> None:
        await terminal.until("Sens du jeu")
        press_and_release(terminal, keyboard, "Sens du jeu")
        await terminal.until("[Vers la droite")
        press_and_release(terminal, keyboard, "Sens du jeu")
        await terminal.until("[Vers la gauche")
        keyboard.send_text("\x03")

    state = state_of("lobby")
    form = press(press(state, "n").state, "home").state
    drive(form, script)
