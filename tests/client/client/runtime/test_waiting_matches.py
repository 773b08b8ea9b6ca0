"""Tests of the matches that wait before a server has told of them: remembered, or expected."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from coinche.client.cli import beginning
from coinche.client.keys import press
from coinche.client.line.commands import obey
from coinche.client.model.effects import PlayAlone
from coinche.client.model.messages import MatchesWait, WaitingMatch
from coinche.client.model.state import ClientState, ExpectedMatch
from coinche.client.options import read_options
from coinche.client.runtime import solo, waiting_matches
from coinche.client.runtime.store import ClientStore
from coinche.client.update import home as choices
from coinche.client.update.home import Choice, ExpectedMatchRow
from coinche.client.update.navigation import at_home
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scenes import state_of

MATCH = WaitingMatch(directory="ffb", rules="ffb", target=2000, deal=3, us=410, them=250)
FRENCH = Face(Language.FRENCH, UNICODE)


def first_state(*words: str) -> ClientState:
    """The state of the first frame."""
    return beginning(read_options(words, {}, "utf-8", lambda settings: settings), None)


@pytest.fixture
def directory(home: Path) -> Path:
    """A directory in which a match has been played."""
    made = home / "coinche" / "solo" / "ffb"
    made.mkdir(parents=True)
    (made / "coinche.sqlite").write_bytes(b"a database")
    return made


async def looked(monkeypatch: pytest.MonkeyPatch, *matches: WaitingMatch, store: ClientStore | None = None) -> None:
    """Look for matches; the server tells of these."""

    async def told() -> tuple[WaitingMatch, ...]:
        return matches

    monkeypatch.setattr(waiting_matches, "all_waiting", told)
    await solo.find_waiting(store or ClientStore(first_state()))


def test_without_a_directory_no_match_waits() -> None:
    assert (first_state().waiting, first_state().expected) == ((), ExpectedMatch.NONE)


async def test_the_first_frame_has_the_match_that_was_found_last(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await looked(monkeypatch, MATCH)
    state = first_state()
    assert state.waiting == (MATCH,)
    assert press(state, "enter").effect == PlayAlone(waiting="ffb")
    assert not choices.looks_for_matches(state)
    assert first_state("--guest").waiting is None


async def test_after_another_card_the_line_of_the_match_is_kept(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await looked(monkeypatch)
    (directory / "coinche.sqlite-wal").write_bytes(b"a card")
    state = first_state()
    assert (state.waiting, choices.under_cursor(state)) == (None, ExpectedMatchRow.MATCH)
    assert choices.looks_for_matches(state)
    (directory.parent / "waiting.json").write_text("{}", encoding="utf-8")
    assert choices.under_cursor(first_state()) is ExpectedMatchRow.MATCH


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(40, 12)])
@pytest.mark.parametrize("language", Language)
def test_an_early_enter_is_told_and_moving_the_cursor_takes_it_back(size: Size, language: Language) -> None:
    state = replace(state_of("home", language), waiting=None, expected=ExpectedMatch.LIKELY)
    assert f"▶ {ExpectedMatchRow.MATCH.within(language)}" in text(state, size)
    chosen = press(state, "enter")
    assert (chosen.effect, chosen.state.expected) == (None, ExpectedMatch.CHOSEN)
    assert ("Ouverture de votre partie…", "Opening your match…")[language is Language.ENGLISH] in text(
        chosen.state, size
    )
    assert press(chosen.state, "down").state.expected is ExpectedMatch.LIKELY


async def test_an_early_enter_goes_on_with_the_match_once_it_is_found(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ClientStore(first_state())
    store.press("enter")
    await looked(monkeypatch, MATCH, store=store)
    assert store.effects.receive_nowait() == PlayAlone(waiting="ffb")
    assert store.state.bound_for


async def test_an_early_enter_begins_nothing_if_the_match_was_over(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ClientStore(first_state())
    store.press("enter")
    await looked(monkeypatch, store=store)
    assert not store.state.bound_for
    assert choices.under_cursor(store.state) is Choice.ALONE


def test_the_line_becomes_the_match_and_the_cursor_stays() -> None:
    state = replace(state_of("home"), waiting=None, expected=ExpectedMatch.LIKELY)
    assert choices.under_cursor(reduce(state, MatchesWait((MATCH,)))) == MATCH
    moved = press(state, "down").state
    assert choices.under_cursor(moved) is Choice.ALONE
    assert choices.under_cursor(reduce(moved, MatchesWait((MATCH,)))) is Choice.ALONE
    assert choices.under_cursor(reduce(moved, MatchesWait(()))) is Choice.ALONE


def test_coming_home_from_a_match_keeps_its_line() -> None:
    left = at_home(replace(state_of("follow"), has_home=True, solo=True, keeps_match=True))
    assert choices.under_cursor(left) is ExpectedMatchRow.MATCH


def test_a_line_that_is_typed_early_goes_on_with_the_match() -> None:
    state = replace(state_of("home"), waiting=None, expected=ExpectedMatch.LIKELY)
    obeyed = obey(state, "reprendre", FRENCH)
    assert obeyed.answers == ("Ouverture de votre partie…",)
    assert obeyed.done.state.expected is ExpectedMatch.CHOSEN


def test_a_match_that_another_client_plays_is_not_expected(directory: Path) -> None:
    assert first_state().expected is ExpectedMatch.LIKELY
    with ExitStack() as locks:
        assert waiting_matches.hold(directory, locks)
        assert (first_state().waiting, first_state().expected) == (None, ExpectedMatch.NONE)


async def test_a_match_known_from_last_time_is_not_offered_while_another_client_plays_it(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await looked(monkeypatch, MATCH)
    with ExitStack() as locks:
        assert waiting_matches.hold(directory, locks)
        assert first_state().waiting == ()
    assert first_state().waiting == (MATCH,)
