"""Tests of the bots' first names and levels, as people see them everywhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from coinche.bots.beliefs.conventions import steady_system
from coinche.bots.built_in import BOTS
from coinche.client.line import narrate
from coinche.client.line.commands import obey
from coinche.client.model.state import ClientState
from coinche.client.texts.bots import FIRST_NAMES, LEVELS, in_record, kind, name_of, with_level, with_mark
from coinche.client.texts.conventions import told_conventions
from coinche.client.texts.table_events import sentence
from coinche.client.views import Size, screen, text_of
from coinche.engine.bids import Bid
from coinche.engine.events import BidMade
from coinche.engine.seats import Seat
from coinche.protocol.messages import AddBot, Occupant, SeatChanged, SeatInfo
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from coinche.text.settings import Bots
from tests.client.scene import Scene
from tests.client.scenes import scene, state_of

FRENCH, ENGLISH = Face(Language.FRENCH, UNICODE), Face(Language.ENGLISH, UNICODE)
PAGE = Path(__file__).parents[4] / "docs" / "bots.md"
WIDE, TINY = Size(120, 40), Size(40, 12)


def bot(name: str, seat: Seat = Seat.SOUTH) -> SeatInfo:
    return SeatInfo(seat=seat, occupant=Occupant.BOT, name=name)


def shown(state: ClientState, size: Size = WIDE) -> str:
    return "\n".join(text_of(line) for line in screen(state, Face(state.ui.language, UNICODE), size))


def test_every_level_has_a_name_at_every_seat_and_no_name_two_levels() -> None:
    assert LEVELS.keys() == {kind.value for kind in Bots} == set(BOTS)
    assert FIRST_NAMES.keys() == {(kind, seat) for kind in LEVELS for seat in Seat}
    assert set(Counter(FIRST_NAMES.values()).values()) == {1}
    assert all(ASCII.plain(name).isalpha() for name in FIRST_NAMES.values())


@pytest.mark.parametrize(
    ("info", "french", "english"),
    [
        (bot("strong"), "Simone (bot fort)", "Simone (strong bot)"),
        (bot("strong", Seat.NORTH), "André (bot fort)", "André (strong bot)"),
        (bot("steady", Seat.EAST), "Jeanne (bot moyen)", "Jeanne (steady bot)"),
        (bot("random", Seat.WEST), "Fernand (bot fantaisiste)", "Fernand (random bot)"),
        (bot("grandmaster"), "grandmaster (bot)", "grandmaster (bot)"),
        (replace(bot("strong"), occupant=Occupant.PERSON), "strong", "strong"),
        (replace(bot("strong"), occupant=Occupant.PROGRAM), "strong", "strong"),
    ],
)
def test_a_bot_is_told_by_first_name_and_level(info: SeatInfo, french: str, english: str) -> None:
    assert (with_level(info, FRENCH), with_level(info, ENGLISH)) == (french, english)


def test_where_there_is_no_room_for_the_level_there_is_a_mark() -> None:
    assert with_mark(bot("strong"), FRENCH) == "Simone (bot)"
    assert with_mark(bot("grandmaster"), FRENCH) == "grandmaster (bot)"
    assert with_mark(replace(bot("Ana"), occupant=Occupant.PERSON), FRENCH) == "Ana"


def test_a_record_names_types_only() -> None:
    assert name_of(in_record(Seat.SOUTH, "strong")) == "Simone"
    assert name_of(in_record(Seat.SOUTH, "Ana")) == "Ana"


def test_statistics_are_of_all_bots_of_a_level() -> None:
    assert (kind("strong", FRENCH), kind("strong", ENGLISH)) == ("bots, niveau fort", "bots, level strong")
    assert kind("steady", FRENCH, short=True) == "bot moyen"
    assert kind("grandmaster", FRENCH) == "grandmaster (bot)"
    assert "bots, moyen (tous)" in shown(state_of("statistics_shown"))


def with_simone() -> Scene:
    played = Scene()
    played.join()
    played.happen(SeatChanged(Seat.NORTH, Occupant.BOT, "strong", connected=True))
    played.happen(SeatChanged(Seat.EAST, Occupant.BOT, "strong", connected=True))
    return played


def test_two_bots_of_a_level_have_names_of_their_own() -> None:
    names = with_simone().table.names
    assert (names[Seat.NORTH], names[Seat.EAST]) == ("André", "Denise")


def test_a_person_of_the_same_name_and_the_bot_are_told_apart_by_their_seats() -> None:
    played = with_simone()
    played.happen(SeatChanged(Seat.WEST, Occupant.PERSON, "André", connected=True))
    assert not {Seat.NORTH, Seat.WEST} & played.table.names.keys()


def test_the_log_says_the_first_name() -> None:
    table = with_simone().table
    assert sentence(BidMade(Seat.NORTH, Bid("80S")), narrate.listener(table, FRENCH)) == "André dit 80 pique."


def test_room_table_lobby_and_lines_say_it() -> None:
    lobby = state_of("lobby")
    assert "Marcel (bot)" in shown(lobby)
    assert "Marcel (bot)" in " ".join(narrate.tables(lobby, FRENCH))
    assert "Henri (bot moyen)" in shown(state_of("hosting"))
    assert "Jeanne" in shown(state_of("voted_out"), TINY)
    for name in ("lobby", "hosting", "voted_out", "matches_listed", "statistics_shown", "conventions_read", "settings"):
        assert "steady" not in shown(state_of(name))


@pytest.mark.parametrize("typed", ["bot o solide", "bot o moyen", "bot o régulière", "bot o steady", "bot o régulier"])
def test_a_level_is_typed_by_its_word_its_type_or_an_older_word(typed: str) -> None:
    played = scene("hosting")
    (sent,) = obey(played.state, typed, FRENCH).done.send
    assert isinstance(sent, AddBot)
    assert sent.bot == "steady"


def test_the_page_about_bots_has_the_same_names() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    for name, level in LEVELS.items():
        names = " | ".join(FIRST_NAMES[name, seat] for seat in Seat)
        assert f"| `{name}` | {level.english} | {level.french} | {names} |" in rows


def test_conventions_tell_the_level_of_the_bots_at_the_table() -> None:
    """`strong` declares the system of `steady`, since it bids alike."""
    played = with_simone()
    steady = steady_system(played.rules)
    told = told_conventions({Seat.NORTH: steady, Seat.EAST: steady}, played.table.seats, FRENCH)
    assert told[0].title == "Nord (André), Est (Denise) : bots, niveau fort"
