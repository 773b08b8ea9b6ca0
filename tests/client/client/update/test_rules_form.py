"""Tests of the form for a new table: shufflers, hints and practice, by keys or typed, and their display."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from coinche.client.line import narrate
from coinche.client.line.commands import obey
from coinche.client.model.messages import LinkUp, Received
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Wish
from coinche.client.texts.practice import PracticeNotice
from coinche.client.update import lobby, rules_form
from coinche.client.update.rules_form import ROWS, asked_for, change
from coinche.client.update.table_choices import HINTS, PRACTICE, SHUFFLER
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.connection.credentials import with_passphrase
from coinche.engine.fair import Shares
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules
from coinche.engine.seats import Seat
from coinche.protocol.messages import Clock, CreateTable, Joined
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of

ENGLISH = Face(Language.ENGLISH, UNICODE)
ALONE = LinkUp("Ana", resumed=False, fair=False)
JOINED = Joined(
    table="t9",
    name="Café",
    seat=Seat.SOUTH,
    preset="ffb",
    rules=PRESETS["ffb"],
    clock=Clock(move_ms=1000, bank_ms=0),
    shares=Shares.ALL,
)


def asked_shares(played: Scene, *keys: str) -> Shares:
    (made,) = played.press(*keys)
    assert isinstance(made, CreateTable)
    return made.shares


def on_its_line(start: ClientState, option: str = SHUFFLER) -> Scene:
    played = scene("lobby")
    played.state = start
    played.press("n", *["down"] * ROWS.index(option))
    return played


def shown(state: ClientState) -> str:
    return "\n".join(text_of(line) for line in screen(state, Face(state.ui.language, UNICODE), Size(80, 24)))


def read_here(state: ClientState) -> tuple[str, ...]:
    return obey(state, "rules", ENGLISH).answers


def test_the_form_lets_one_choose_who_shuffles() -> None:
    played = on_its_line(state_of("lobby", Language.ENGLISH))
    assert "Who shuffles: The server, and the player who cuts." in shown(played.state)
    played.press("right")
    assert "Who shuffles: All four players, with the server." in shown(played.state)
    assert asked_shares(played, "enter") is Shares.ALL


def test_it_is_no_change_of_the_rules_and_escape_takes_it_back() -> None:
    played = on_its_line(state_of("lobby", Language.ENGLISH))
    played.press("right")
    assert rules_form.called(played.state) == "ffb"
    assert "differ" not in shown(played.state)
    played.press("escape")
    assert played.state.wish.shares is Shares.CUTTER


def test_it_is_kept_whatever_else_is_chosen() -> None:
    played = on_its_line(state_of("lobby"))
    played.press("right", "1", "right", "down", "right")
    assert asked_shares(played, "enter") is Shares.ALL


@pytest.mark.parametrize("typed", ["new shares=all", "new Café shares=ALL", "new preset=pagat shares=all target=1000"])
def test_it_is_typed_beside_the_rules(typed: str) -> None:
    (made,) = obey(state_of("lobby"), typed, ENGLISH).done.send
    assert isinstance(made, CreateTable)
    assert made.shares is Shares.ALL


def test_who_shuffles_alone_leaves_the_server_s_rules_as_they_are() -> None:
    (made,) = obey(state_of("lobby"), "new shares=all", ENGLISH).done.send
    assert made == CreateTable(name="Chez Ana", seat=Seat.SOUTH, hold=True, shares=Shares.ALL)


def test_what_cannot_be_is_refused_with_what_can() -> None:
    refused = obey(state_of("lobby"), "new shares=nobody", ENGLISH)
    assert (refused.done.send, refused.answers) == (
        (),
        ("Invalid rules: there is no shares=nobody; there are: cutter, all",),
    )


def test_it_stands_among_the_rules_of_a_table() -> None:
    state = reduce(state_of("lobby"), Received(JOINED, 0.0))
    assert "Who shuffles: All four players, with the server." in read_here(state)


def test_the_rules_of_a_preset_do_not_say_it() -> None:
    said = obey(state_of("lobby"), "rules pagat", ENGLISH).answers
    assert not [line for line in said if line.startswith("Who shuffles")]


def test_where_players_do_not_shuffle_nothing_is_chosen_asked_for_or_told() -> None:
    start = reduce(state_of("lobby", Language.ENGLISH), ALONE)
    played = on_its_line(replace(start, wish=replace(start.wish, shares=Shares.ALL)))
    played.press("right")
    assert "Who shuffles: The server alone." in shown(played.state)
    assert asked_shares(played, "enter") is Shares.CUTTER
    assert obey(start, "new shares=all", ENGLISH).answers == ("This server shuffles alone: leave out shares.",)
    joined = reduce(start, Received(JOINED, 0.0))
    assert not [line for line in read_here(joined) if line.startswith("Who shuffles")]


# --- hints -------------------------------------------------------------------------------------------


def asked_hints(played: Scene, *keys: str) -> bool:
    (made,) = played.press(*keys)
    assert isinstance(made, CreateTable)
    return made.hints


def test_a_table_has_hints_unless_its_host_chooses_otherwise() -> None:
    played = on_its_line(state_of("lobby", Language.ENGLISH), HINTS)
    assert "Hints: Every player may ask for them." in shown(played.state)
    played.press("right")
    assert "Hints: No hints at this table." in shown(played.state)
    assert asked_hints(played, "enter") is False


def test_with_escape_there_are_hints_again() -> None:
    played = on_its_line(state_of("lobby", Language.ENGLISH), HINTS)
    played.press("right", "escape")
    assert played.state.wish.hints


@pytest.mark.parametrize(
    ("typed", "hints"),
    [
        ("new", True),
        ("new hints=no", False),
        ("new Café hints=YES preset=pagat", True),
        ("nouvelle conseils=non", False),
        ("nouvelle Café preset=pagat conseils=oui target=1000", True),
    ],
)
def test_hints_are_typed_beside_the_rules(typed: str, hints: bool) -> None:
    (made,) = obey(state_of("lobby"), typed, ENGLISH).done.send
    assert isinstance(made, CreateTable)
    assert made.hints is hints


def test_hints_are_yes_or_no() -> None:
    refused = obey(state_of("lobby"), "new hints=maybe", ENGLISH)
    assert refused.done.send == ()
    assert refused.answers == ("Invalid rules: there is no hints=maybe; there are: oui, yes, non, no",)


@pytest.mark.parametrize(
    ("language", "remark"), [(Language.FRENCH, ", sans conseils"), (Language.ENGLISH, ", no hints")]
)
def test_everybody_reads_that_a_table_has_no_hints(language: Language, remark: str) -> None:
    start, face = state_of("lobby", language), Face(language, UNICODE)
    listed = replace(start, tables=tuple(replace(info, hints=False) for info in start.tables))
    assert remark in shown(listed)
    assert remark in " ".join(narrate.tables(listed, face))
    there = reduce(start, Received(msgspec.structs.replace(JOINED, hints=False), 0.0))
    assert remark in shown(there)
    assert there.table is not None
    assert remark in narrate.joined(there.table, face)
    assert remark not in shown(start)


def test_the_rules_of_a_table_say_whether_it_has_hints() -> None:
    without = reduce(state_of("lobby"), Received(msgspec.structs.replace(JOINED, hints=False), 0.0))
    assert "Hints: No hints at this table." in read_here(without)
    assert "Hints: Every player may ask for them." in read_here(reduce(state_of("lobby"), Received(JOINED, 0.0)))
    assert not [line for line in obey(state_of("lobby"), "rules pagat", ENGLISH).answers if line.startswith("Hints")]


def test_a_practice_table_is_wished_for_once_and_has_no_passphrase() -> None:
    wish = asked_for(Wish(), [("practice", "yes")])
    assert asked_for(Wish(), [("entraînement", "oui")]) == wish
    assert not asked_for(wish, [("target", "500")]).practice
    with pytest.raises(InvalidRules):
        asked_for(Wish(), [("practice", "perhaps")])
    lobbied = replace(state_of("lobby"), wish=wish, offers_practice=True)
    done = lobby.create(lobbied)
    (table,) = done.send
    assert isinstance(table, CreateTable)
    assert (table.practice, table.hold, table.bots) == (True, False, "steady")
    assert not done.state.wish.practice
    assert with_passphrase(table, "sesame", "n") == table


def test_a_server_without_practice_tables_opens_none() -> None:
    done = lobby.create(replace(state_of("lobby"), wish=Wish(practice=True)))
    assert (done.send, done.state.notice) == ((), PracticeNotice.NONE_HERE)


@pytest.mark.parametrize("offered", [True, False])
def test_the_form_has_a_line_for_practice_where_there_is_practice(offered: bool) -> None:
    state = replace(state_of("form"), offers_practice=offered)
    state = replace(state, ui=replace(state.ui, option=ROWS.index(PRACTICE)))
    assert change(1)(state).state.wish.practice is offered


@pytest.mark.parametrize(
    ("hints", "line"),
    [
        (True, "Hints: Every player may ask for them (the server's choice)."),
        (False, "Hints: No hints (the server's choice)."),
    ],
)
def test_the_form_says_that_the_server_decides_about_hints(hints: bool, line: str) -> None:
    start = reduce(state_of("lobby", Language.ENGLISH), LinkUp("Ana", resumed=False, hints=hints))
    played = on_its_line(start, HINTS)
    assert line in shown(played.state)
    assert not played.press("right")
    assert "Hints are the server's choice" in shown(played.state)
    assert asked_hints(played, "enter") is hints
    there = reduce(start, Received(msgspec.structs.replace(JOINED, hints=hints), 0.0))
    assert line in read_here(there)


def test_hints_typed_in_vain_are_answered() -> None:
    start = reduce(state_of("lobby"), LinkUp("Ana", resumed=False, hints=True))
    answered = obey(start, "new hints=no", ENGLISH)
    assert answered.answers == ("Hints are the server's choice, the same for all its tables.",)
    (made,) = answered.done.send
    assert isinstance(made, CreateTable)
    assert made.hints


def test_the_target_of_a_server_or_a_table_is_no_changed_option() -> None:
    listed = state_of("lobby", Language.ENGLISH)
    assert "(1 option changed)" not in shown(replace(listed, wish=replace(listed.wish, target=500)))
    table = replace(listed.tables[0], preset="ffb", base="ffb", options={}, target=500)
    played = scene("lobby")
    played.state = replace(listed, tables=(table,), ui=replace(listed.ui, row=1))
    played.press("r")
    assert "changed" not in shown(played.state)
    played.press("end")
    assert "changed" not in shown(played.state)
