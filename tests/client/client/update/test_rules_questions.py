"""Tests of the six questions by keys: from home or from the form, to a house file and the rules of the next table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from coinche.client.keys import press
from coinche.client.model.effects import WriteRules
from coinche.client.model.messages import RulesWritten
from coinche.client.model.notices import Broken, News, RulesKept
from coinche.client.model.rules_questions import RulesQuestionnaire, rules_found
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay, Ui
from coinche.client.runtime import house_rules_files
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.update import rules_form
from coinche.client.update.navigation import at_home
from coinche.client.update.rules_questions import changed
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.connection.storage import path_from_home
from coinche.engine.presets import PRESETS
from coinche.protocol.messages import CreateTable
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.answers import answers_of

FRENCH = Ui(settings=Settings(language=Language.FRENCH))
HOME = at_home(ClientState(ui=FRENCH))
LOBBY = ClientState(ui=FRENCH, name="Ana", link=Link.UP, in_lobby=True)


def pressed(state: ClientState, *keys: str) -> ClientState:
    for key in keys:
        state = press(state, key, key if len(key) == 1 else "").state
    return state


def answered(state: ClientState, preset: str) -> ClientState:
    """The questions answered for a group that plays that preset."""
    return pressed(state, *(str(place + 1) for place in answers_of(PRESETS[preset])))


def shown(state: ClientState) -> str:
    return "\n".join(text_of(line).rstrip() for line in screen(state, Face(Language.FRENCH, UNICODE), Size(80, 24)))


@pytest.fixture
def asked() -> ClientState:
    return pressed(LOBBY, "n", "f")


def test_the_questions_are_asked_from_the_form(asked: ClientState) -> None:
    assert asked.ui.overlay is Overlay.QUESTIONS
    assert "Comptez-vous les annonces" in shown(asked)
    assert "f nos règles" in shown(pressed(LOBBY, "n"))


def test_the_questions_are_asked_from_home() -> None:
    assert "Trouver les règles de votre table" in shown(HOME)
    asked = pressed(HOME, *["up"] * 3, "enter")
    assert asked.ui.overlay is Overlay.QUESTIONS
    assert pressed(asked, "escape") == replace(HOME, ui=replace(HOME.ui, row=asked.ui.row, row_chosen=True))


def test_six_times_enter_is_an_answer_to_each(asked: ClientState) -> None:
    found = pressed(asked, *("enter",) * 6)
    assert found.ui.asking.answers == (0, 0, 0, 0, 1, 2)  # the official ones
    assert found.ui.overlay is Overlay.RULES_FOUND
    assert "Résultat : " in shown(found)


def test_a_click_on_an_answer_gives_it(asked: ClientState) -> None:
    lines = screen(asked, Face(Language.FRENCH, UNICODE), Size(80, 24))
    (clicked,) = (line for line in lines if text_of(line).startswith("   2. "))
    (intent,) = {fragment.click for fragment in clicked}
    assert intent is not None
    assert intent(asked).state == pressed(asked, "2")


def test_arrows_choose_and_backspace_goes_back(asked: ClientState) -> None:
    state = pressed(asked, "down", "enter", "down", "down", "enter")
    assert state.ui.asking.answers == (1, 2)
    assert pressed(state, "backspace").ui.asking == RulesQuestionnaire((1,), 2)
    assert pressed(asked, "backspace") == asked


def test_from_what_was_found_one_can_go_back_to_the_last_question(asked: ClientState) -> None:
    state = pressed(answered(asked, "colver"), "backspace")
    assert state.ui.overlay is Overlay.QUESTIONS
    assert len(state.ui.asking.answers) == 5


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_found_is_what_the_next_table_plays(preset: str, asked: ClientState) -> None:
    state = pressed(answered(asked, preset), "enter")
    assert state.ui.overlay is Overlay.FORM
    assert state.notice is News.RULES_TAKEN
    book = rules_form.wished(state)
    assert book is not None
    found = rules_found(answers_of(PRESETS[preset]))
    assert (book.base, book.rules) == ("ffb", found.rules)
    (message,) = press(state, "enter").send
    assert isinstance(message, CreateTable)
    assert (message.preset, message.options, message.target) == ("ffb", found.changes, PRESETS["ffb"].match.target)


def test_a_target_that_was_chosen_outlives_the_questions(asked: ClientState) -> None:
    chosen = replace(asked, wish=replace(asked.wish, target=700))
    state = pressed(answered(chosen, "colver"), "enter")
    book = rules_form.wished(state)
    assert book is not None
    assert (state.wish.target, book.rules.match.target) == (700, 700)
    kept = press(pressed(answered(chosen, "colver"), "s"), "enter").effect
    assert isinstance(kept, WriteRules)
    assert kept.rules == book.rules


def test_options_that_were_changed_are_wished_for(asked: ClientState) -> None:
    state = pressed(asked, "2", "3", "3", "3", "2", "4", "enter")
    near = rules_found((1, 2, 2, 2, 1, 3))
    assert len(near.changes) > 1
    book = rules_form.wished(state)
    assert book is not None
    assert book.rules == near.rules


@pytest.mark.parametrize(("key", "preset"), [("right", "pagat"), ("left", "colver")])
def test_rules_that_this_server_has_not_can_be_left_for_those_it_has(key: str, preset: str, asked: ClientState) -> None:
    state = replace(pressed(answered(asked, "colver"), "enter"), presets=("pagat", "colver"))
    assert pressed(state, key).wish.preset == preset


def test_from_home_what_was_found_is_wished_for_and_the_person_is_at_home_again() -> None:
    state = pressed(answered(pressed(HOME, *["up"] * 3, "enter"), "contree"), "enter")
    assert state.ui.overlay is None
    assert state.wish.options == rules_found(answers_of(PRESETS["contree"])).changes
    assert "Votre prochaine table jouera avec ces règles." in shown(state)


def test_who_leaves_the_questions_keeps_what_he_wished_for(asked: ClientState) -> None:
    left = pressed(answered(asked, "pagat"), "escape")
    assert left.wish == LOBBY.wish
    assert left.ui.overlay is Overlay.FORM
    assert pressed(left, "escape").wish == LOBBY.wish


def test_what_was_found_can_be_scrolled_as_far_as_there_is_any(asked: ClientState) -> None:
    found = answered(asked, "bridgee")
    end = pressed(found, "end")
    assert pressed(end, "down") == end
    last = changed(rules_found(found.ui.asking.answers), Language.FRENCH)[-1]
    assert last.name in shown(end)
    assert pressed(end, "home") == found


def test_rules_are_kept_under_the_name_that_is_written(asked: ClientState) -> None:
    naming = pressed(answered(asked, "colver"), "s")
    assert naming.ui.overlay is Overlay.RULES_NAME
    assert "Nom de vos règles : chez Ana_" in shown(naming)
    done = press(pressed(naming, *("backspace",) * 3, "Z", "o", "é"), "enter")
    assert done.effect == WriteRules(
        name="chez Zoé", base="ffb", rules=rules_found(answers_of(PRESETS["colver"])).rules
    )
    assert done.state.ui.overlay is Overlay.FORM
    assert done.state.wish.preset == "ffb"


def test_who_changes_his_mind_about_the_name_is_back_at_what_was_found(asked: ClientState) -> None:
    found = answered(asked, "asce")
    assert pressed(found, "s", "escape") == found


def test_where_they_are_kept_is_said() -> None:
    state = reduce(pressed(LOBBY, "n"), RulesWritten("~/.config/coinche/rules/chez-ana.toml", ()))
    assert state.notice == RulesKept("~/.config/coinche/rules/chez-ana.toml")
    assert "~/.config/coinche/rules/chez-ana.toml" in shown(state)


async def _write(store: ClientStore) -> None:
    boy = EffectRunner(store, _nowhere, _nothing)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(boy.run)
        await store.until(lambda state: state.notice is not None)
        nursery.cancel_scope.cancel()


async def _nowhere(store: ClientStore, address: object, guest: bool) -> None:
    raise AssertionError("nobody goes anywhere")


async def _nothing(store: ClientStore) -> None:
    raise AssertionError("nobody searches")


@pytest.fixture
def naming(asked: ClientState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClientStore:
    """A person with found rules who is about to save them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return ClientStore(pressed(answered(asked, "pagat-annonces"), "s"))


async def test_the_file_is_there_and_a_person_is_told_where(naming: ClientStore) -> None:
    naming.press("enter")
    await _write(naming)
    (path,) = house_rules_files.house_rules_files()
    assert naming.state.notice == RulesKept(path_from_home(path))
    house = house_rules_files.read_house_rules(path)
    assert (house.name, house.base) == ("chez Ana", "ffb")


async def test_a_file_that_cannot_be_written_is_a_sentence(naming: ClientStore, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    naming.press("enter")
    await _write(naming)
    assert isinstance(naming.state.notice, Broken)
    assert "f nos règles" in shown(naming.state)
    assert str(tmp_path)[:20] in shown(naming.state)


def test_a_path_is_said_from_the_persons_own_folder_on() -> None:
    assert path_from_home(Path.home() / "x" / "y.toml") == "~/x/y.toml"
    assert path_from_home(Path("/srv/y.toml")) == "/srv/y.toml"
