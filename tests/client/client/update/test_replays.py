"""Tests of replays of running tables, archived matches and files: on screen, by keys, in lines, with a real server."""

from __future__ import annotations

import gzip
import lzma
import os
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from coinche.client.cli import Mode, open_replay
from coinche.client.keys import active, press
from coinche.client.keys.keymap import wheel
from coinche.client.line.commands import obey
from coinche.client.line.loop import news
from coinche.client.model.effects import FetchRecord, OpenRecord
from coinche.client.model.messages import Input, LinkLost, LinkUp, Received, Tick
from coinche.client.model.notices import NoReplay, RecordKept
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime import record_files
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.record_files import records_folder
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.replay import Playback
from coinche.client.update import archive, navigation, replay, statistics
from coinche.client.update.navigation import Done, at_home
from coinche.client.update.timing_and_premove import is_running
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.connection.storage import FileFault, UnreadableFile
from coinche.engine.events import CardPlayed, DealScored, DealStarted
from coinche.engine.seats import Seat
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import (
    Envelope,
    Error,
    FromClient,
    FromServer,
    GetRecord,
    GetStatistics,
    Hello,
    Joined,
    ListMatches,
    Matches,
    RecordPage,
)
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from coinche.text.settings import face_of
from tests.client.matches import events_of, record_text, seen
from tests.client.scene import CLOCK, Scene
from tests.client.scenes import SCENES, scene, state_of
from tests.client.scenes_replays import STORIES
from tests.client.serving import served
from tests.client.terminal import PATIENCE
from tests.fork_server import forked_python

REPLAYS = tuple(
    story.__name__ for story in STORIES if story.__name__.startswith("replay_") and "refused" not in story.__name__
)
SIZES = st.builds(Size, st.integers(20, 200), st.integers(4, 60))
HELLO = Hello(versions=(1, 1), name="Ana")


def replay_of(state: ClientState) -> ReplayState:
    assert state.match_replay is not None
    return state.match_replay


def shown(state: ClientState, size: Size = Size(80, 24)) -> str:  # noqa: B008
    lines = screen(state, Face(state.ui.language, UNICODE), size)
    return "\n".join(text_of(line).rstrip() for line in lines)


def heard(state: ClientState, message: FromServer) -> ClientState:
    return reduce(state, Received(message, now=10.0))


@settings(deadline=None)
@given(st.sampled_from(REPLAYS), SIZES, st.sampled_from(Language), st.booleans())
def test_the_place_and_the_contract_never_leave_a_replay(
    name: str, size: Size, language: Language, ascii_only: bool
) -> None:
    state = state_of(name, language)
    face = Face(language, ASCII if ascii_only else UNICODE)
    lines = [text_of(line) for line in screen(state, face, size)]
    match_replay = replay_of(state)
    assert f"{match_replay.replay_deal.deal}/{match_replay.replay_deals[-1].deal}" in "\n".join(lines)
    contract = match_replay.view.contract
    assert contract is None or face.bid(contract.bid) in "\n".join(lines)


@settings(deadline=None)
@given(st.integers(60, 200), st.integers(22, 60), st.sampled_from(Language), st.booleans())
def test_open_hands_are_all_on_the_screen(cols: int, rows: int, language: Language, ascii_only: bool) -> None:
    state = state_of("replay_of_file", language)
    face = Face(language, ASCII if ascii_only else UNICODE)
    picture = "\n".join(text_of(line) for line in screen(state, face, Size(cols, rows)))
    held = [card for hand in replay_of(state).hands.values() for card in hand]
    assert held
    assert all(face.card(card) in picture for card in held)


def test_keys_wind_as_the_table_of_keys_says() -> None:
    state = state_of("replay_of_file")
    for keys, deal in ((("home",), 1), (("pagedown",), 2), (("end",), 16), (("pageup", "pageup"), 15), (("4",), 4)):
        for key in keys:
            state = press(state, key).state
        assert replay_of(state).replay_deal.deal == deal
    state = press(press(state, "right").state, "right").state
    on = press(state, "right").state
    assert press(on, "left").state == state
    assert press(state, "down").state == press(state, "]").state
    assert press(on, "up").state == press(on, "[").state


def test_it_plays_a_step_a_second_until_a_key_or_its_end() -> None:
    state = press(state_of("replay_of_file"), " ").state
    before = replay_of(state)
    state = reduce(reduce(state, Tick(1.0)), Tick(2.0))
    assert replay_of(state).stop == before.stop + 2
    assert not replay_of(press(state, "left").state).playing
    state = press(press(press(state, "end").state, "left").state, " ").state
    state = reduce(state, Tick(3.0))
    assert replay_of(state).is_at_end
    assert not replay_of(state).playing
    assert reduce(state, Tick(4.0)).match_replay == state.match_replay


def test_played_from_its_end_it_begins_anew() -> None:
    state = press(press(state_of("replay_of_file"), "end").state, " ").state
    assert (replay_of(state).at, replay_of(state).stop) == (0, 0)


def running() -> Scene:
    """South is on turn at a table whose rules let one look back."""
    played = Scene()
    played.options = {"trick_history": "all"}
    SCENES["follow"](played)
    return played


def test_the_match_goes_on_behind_a_replay() -> None:
    played = running()
    played.press("y", "up", "up")
    place = replay_of(played.state).stop
    assert "À vous" in shown(played.state)
    played.do("KD")
    assert replay_of(played.state).stop == place
    assert "À vous" not in shown(played.state)
    played.press("escape")
    assert played.state.screen is Screen.PLAY
    assert played.state.match_replay is None
    assert len(played.table.view.tricks) == 4


@pytest.mark.parametrize("key", ["1", "4", "enter", "p", "a", "t", "z"])
def test_no_key_of_the_table_counts_in_a_replay(key: str) -> None:
    played = running()
    played.press("y")
    assert played.press(key) == ()


def test_only_what_was_seen_is_wound_back() -> None:
    played = running()
    played.press("y")
    match_replay = replay_of(played.state)
    assert set(match_replay.hands) == {Seat.SOUTH}
    played.press("w")
    assert replay_of(played.state).view.hand == ()


def test_where_only_the_last_trick_may_be_seen_a_running_deal_is_not_replayed() -> None:
    played = scene("follow")
    played.press("y")
    assert played.state.screen is Screen.PLAY
    assert played.state.notice == NoReplay(Playback.ONLY_LAST_TRICK)


def test_and_its_deals_are_once_they_are_over_with_open_hands() -> None:
    played = scene("third_of_twelve")
    played.press("y")
    match_replay = replay_of(played.state)
    assert [replay_deal.deal for replay_deal in match_replay.replay_deals] == [1, 2]
    played.press("home")
    assert set(replay_of(played.state).hands) == set(Seat)


def test_a_spectator_looks_back_too() -> None:
    played = scene("third_of_twelve", seat=None)
    played.press("y")
    assert replay_of(played.state).eyes is None
    assert replay_of(played.state).table.seat is None


def test_hands_are_called_open_only_where_all_four_are_known() -> None:
    played = Scene(seat=None)
    played.options = {"trick_history": "all"}
    SCENES["follow"](played)
    played.press("y")
    assert not replay_of(played.state).is_open
    assert "Seules les cartes déjà montrées sont visibles." in shown(played.state)
    past = scene("third_of_twelve", seat=None)
    past.press("y")
    past.press("home")
    assert "Toutes les mains sont visibles." in shown(past.state)


def test_a_tape_outlives_its_table_and_its_connection() -> None:
    played = running()
    played.press("y")
    state = reduce(played.state, LinkLost(1))
    assert "Connexion perdue" in shown(replace(state, table=replace(played.table, request=None)))
    again = reduce(state, LinkUp("Ana", resumed=True))
    assert again.screen is Screen.REPLAY
    assert again.match_replay == played.state.match_replay


def test_nothing_dealt_is_nothing_to_look_at() -> None:
    room = state_of("gathering")
    assert replay.open_running(room).state.notice == NoReplay(Playback.NOTHING_DEALT)


def test_help_lists_the_keys_of_a_replay() -> None:
    state = press(state_of("replay_of_file"), "?").state
    told = shown(state)
    for words in (Playback.KEY_CARD, Playback.KEY_EYES, Playback.KEY_NUMBER, Playback.KEY_ENDS, Playback.KEY_BACK):
        assert words.french in told
    assert press(state, "escape").state.screen is Screen.REPLAY


@pytest.mark.parametrize("name", ["matches_empty", "matches_not_kept", "statistics_empty"])
@pytest.mark.parametrize("language", Language)
def test_an_empty_list_says_why(name: str, language: Language) -> None:
    state = state_of(name, language)
    told = " ".join(shown(state).split())
    whys = (Playback.NO_MATCHES, Playback.NO_ARCHIVE, Playback.NO_STATISTICS)
    assert sum(why.within(language) in told for why in whys) == 1
    assert {name for key in active(state) for name in key.keys}.isdisjoint({"enter", "up", "down"})


def test_a_list_is_asked_for_page_by_page_as_one_goes_down() -> None:
    state = state_of("matches_listed")
    sent: list[FromClient] = []
    for _ in range(20):
        done = press(state, "down")
        state, sent = done.state, [*sent, *done.send]
    assert sent == [ListMatches(before=5, id=archive.BROWSING)]
    state = heard(state, Matches(matches=(replace(state.archive.matches[0], match=4),), more=False))
    assert len(state.archive.matches) == 11
    assert press(press(state, "end").state, "down").send == ()


def test_a_record_comes_in_pages_and_opens_as_a_tape() -> None:
    state = state_of("matches_listed")
    done = press(state, "enter")
    assert done.effect == FetchRecord()
    asked = archive.ask_on(done.state)
    assert asked.send == (GetRecord(match=12, after=0, id=archive.BROWSING),)
    lines = tuple(record_text(2, 12).splitlines())
    state = heard(asked.state, RecordPage(match=12, after=0, lines=lines[:100], more=True))
    assert archive.ask_on(state).send == (GetRecord(match=12, after=100, id=archive.BROWSING),)
    assert heard(state, RecordPage(match=12, after=0, lines=lines[:100], more=True)) == replace(state, now=10.0)
    state = heard(state, RecordPage(match=12, after=100, lines=lines[100:], more=False))
    assert state.screen is Screen.REPLAY
    assert replay_of(state).own is Seat.SOUTH
    assert press(state, "q").state.screen is Screen.MATCHES
    assert archive.wanted(state) is None


@pytest.mark.parametrize("lines", [("nonsense",), tuple(record_text(2, 12).splitlines()[:-1] * 2)])
def test_a_record_that_is_none_is_told(lines: tuple[str, ...]) -> None:
    state = press(state_of("matches_listed"), "enter").state
    state = heard(state, RecordPage(match=12, after=0, lines=lines, more=False))
    assert state.screen is Screen.MATCHES
    assert isinstance(state.notice, NoReplay)


def test_a_refusal_of_the_archive_ends_the_waiting() -> None:
    state = press(state_of("matches_listed"), "enter").state
    error = Error(code=ErrorCode.NO_SUCH_MATCH, error_class=ErrorClass.REJECT, message="", re=archive.BROWSING)
    state = heard(state, error)
    assert archive.wanted(state) is None
    assert state.notice is not None


def test_a_lost_connection_ends_the_waiting() -> None:
    state = press(state_of("matches_listed"), "enter").state
    assert archive.wanted(reduce(state, LinkLost(1))) is None


@pytest.mark.parametrize("key", ["v", "x"])
def test_a_lost_connection_is_not_told_as_an_empty_list(key: str) -> None:
    lobby = replace(state_of("matches_empty"), screen=Screen.PLAY)
    told = shown(reduce(press(lobby, key).state, LinkLost(1)))
    assert "Connexion perdue" in told
    assert "Pas encore de partie" not in told


@pytest.mark.parametrize("name", ["recap", "over"])
def test_a_recap_offers_the_deals_so_far_and_the_replay(name: str) -> None:
    hints = {key for row in active(state_of(name)) if row.hint for key in row.keys}
    assert {"d", "y"} <= hints


def test_statistics_are_asked_for_and_mark_ones_own_line() -> None:
    lobby = replace(state_of("matches_empty"), screen=Screen.PLAY)
    assert press(lobby, "x").send == (GetStatistics(id=archive.BROWSING),)
    own = [line for line in shown(state_of("statistics_shown")).splitlines() if "(vous)" in line]
    assert len(own) == 1
    assert own[0].startswith("▶ Ana (vous)"), "the cursor begins there"


def test_the_deals_so_far_add_up() -> None:
    played = scene("third_of_twelve")
    table = played.table
    assert [past.deal for past in table.history] == [1, 2]
    scores = [past.score for past in table.history]
    assert scores == [event for event in table.log if isinstance(event, DealScored)]
    assert scores[-1] is not None
    assert scores[-1].totals == table.view.totals
    told = shown(press(played.state, "d").state)
    assert f"{scores[-1].totals.NS}-{scores[-1].totals.EW}" in told


def test_a_file_is_named_at_home_and_opened() -> None:
    played = Scene(language=Language.ENGLISH)
    played.state = at_home(played.state)
    home = played.state
    while "file" not in shown(home).split("▶")[1].splitlines()[0]:
        home = press(home, "down").state
    played.state = press(home, "enter").state
    played.write("~/saturday.jsonl")
    assert "~/saturday.jsonl_" in shown(played.state)
    done = press(played.state, "enter")
    assert done.effect == OpenRecord("~/saturday.jsonl")
    assert done.state.ui.overlay is None


async def _nowhere(*_: object) -> None:
    raise AssertionError


async def alone(state: ClientState, path: Path) -> ClientState:
    """The state of a person at home after opening that file."""

    store = ClientStore(state)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        store.do(replay.open_file(str(path)))
        with trio.fail_after(20):
            await store.until(lambda now: now.match_replay is not None or now.notice is not None)
        nursery.cancel_scope.cancel()
    return store.state


HOME = ClientState(screen=Screen.HOME, has_home=True, ui=Ui())


async def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "saturday.jsonl"
    path.write_text(record_text(2, 2), encoding="utf-8")
    state = await alone(HOME, path)
    assert replay_of(state).title == "saturday.jsonl"
    assert press(state, "escape").state.screen is Screen.HOME


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.jsonl", None, Playback.UNREADABLE),
        ("bad.jsonl", b"\xff\xfe", Playback.UNREADABLE),
        ("bad.jsonl.gz", b"no gzip", Playback.UNREADABLE),
        ("bad.jsonl.xz", b"no xz", Playback.UNREADABLE),
        ("other.jsonl", b"{}\n", Playback.NO_RECORD),
        ("empty.jsonl", b"", Playback.NO_RECORD),
    ],
)
async def test_a_file_that_is_no_record_is_told_at_home(
    tmp_path: Path, name: str, content: bytes | None, said: Playback
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    state = await alone(HOME, path)
    assert state.screen is Screen.HOME
    assert isinstance(state.notice, NoReplay)
    assert state.notice.said is said
    assert name in "".join(shown(state).split())  # a long path goes on in the next line


class Lines:
    """A person in line mode, with the answers to typed lines and to messages."""

    def __init__(self, state: ClientState) -> None:
        self.state = state
        self.done = Done(state)

    def type(self, line: str) -> str:
        face = face_of(self.state.ui.settings)
        obeyed = obey(self.state, line, face)
        before, self.state, self.done = self.state, obeyed.done.state, obeyed.done
        return "\n".join((*obeyed.answers, *news(before, self.state, None, face)))

    def sent(self) -> tuple[FromClient, ...]:
        """The messages sent by the last line."""
        return self.done.send

    def take(self, came: Input) -> str:
        before, self.state = self.state, reduce(self.state, came)
        return "\n".join(news(before, self.state, came, face_of(self.state.ui.settings)))


def test_a_running_match_is_stepped_in_lines() -> None:
    lines = Lines(running().state)
    assert "Donne 1 sur 1, pli 4, à Ana de jouer." in lines.type("revoir")
    assert "pli 3 fini, à Max d'entamer" in lines.type("retour 3")
    assert lines.type("") == "Max joue l'as de carreau."
    assert lines.type("next 2").splitlines()[-1] == "Fin de l'enregistrement."
    assert "enchères" in lines.type("début")
    assert "Votre contrat : 120 cœur" in lines.type("pli")
    assert "cartes cachées" in lines.type("yeux o")
    assert lines.type("4") == Playback.TAPE_HOW.french
    assert lines.type("réglages") != Playback.TAPE_HOW.french
    assert lines.sent() == ()
    assert "À vous de jouer. Cartes possibles" in lines.type("quitter")
    lines.type("4")
    assert lines.sent()


def test_a_record_is_stepped_in_lines() -> None:
    lines = Lines(state_of("replay_fetched", Language.ENGLISH))
    assert "Deal 8 of 16, bidding, Léo to call." in lines.type("deal 8")
    assert "Deal 9" in lines.type("deal")
    assert "Deal 8" in lines.type("deal back") + lines.type("deal back")
    assert len(lines.type("hands").splitlines()) == 5
    assert "everybody passed" in lines.type("deals")
    lines.type("play")
    assert lines.take(Tick(1.0))
    assert lines.type("quit")
    assert lines.state.screen is Screen.MATCHES


def test_matches_and_statistics_are_told_in_lines() -> None:
    lobby = replace(state_of("matches_empty", Language.ENGLISH), screen=Screen.PLAY)
    lines = Lines(lobby)
    lines.type("matches")
    assert lines.sent() == (ListMatches(id=archive.BROWSING),)
    infos = state_of("matches_listed").archive.matches
    told = lines.take(Received(Matches(matches=infos, more=True), 1.0))
    assert told.startswith("1. 5 Dec, 22:26, Chez Léo, official French rules: Zoé + Ana 460, Max + Léo 380.")
    lines.type("more")
    assert lines.sent() == (ListMatches(before=5, id=archive.BROWSING),)
    lines.type("v 3")
    assert lines.done.effect == FetchRecord()
    lines.type("statistics")
    assert lines.sent() == (GetStatistics(id=archive.BROWSING),)
    assert "Tables" in lines.type("t")
    assert lines.state.screen is Screen.PLAY


@pytest.mark.parametrize("word", ["v", "x"])
def test_a_server_that_keeps_nothing_is_said_to_in_lines(word: str) -> None:
    lines = Lines(state_of("lobby", Language.ENGLISH))
    assert lines.type(word) == Playback.NO_ARCHIVE.english
    assert lines.sent() == ()


async def test_a_match_of_a_real_server_is_listed_fetched_and_wound() -> None:
    async with served(target=300) as house:
        async with trio.open_nursery() as players:
            await house.sit(players, tuple(Seat))
            while not house.ended:
                await trio.sleep(0.02)
            players.cancel_scope.cancel()
        store = ClientStore(ClientState())
        async with trio.open_nursery() as nursery:
            await nursery.start(stay_connected, store, house.address, HELLO)
            nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
            store.do(archive.open_matches)
            await store.until(lambda state: bool(state.archive.matches))
            store.press("enter")
            await store.until(lambda state: state.match_replay is not None)
            store.press("end")
            match_replay = replay_of(store.state)
            (over,) = house.ended
            assert match_replay.view.totals == over.totals
            assert match_replay.view.winner is over.winner
            assert (
                sum(
                    isinstance(event, CardPlayed)
                    for replay_deal in match_replay.replay_deals
                    for event in replay_deal.events
                )
                >= 32
            )
            store.press("q")
            store.press("q")
            store.do(statistics.open_statistics)
            await store.until(lambda state: bool(state.archive.players))
            assert sum(player.matches for player in store.state.archive.players or ()) == 4
            nursery.cancel_scope.cancel()


def told_by_the_command(path: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """The output of `coinche-client --replay` with piped lines."""
    return subprocess.run(
        [*forked_python(), "-m", "coinche.client", "--replay", str(path), "--linear", "--lang", "en"],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb"},
    )


def test_the_command_opens_a_file_and_is_stepped_through_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "saturday.jsonl"
    path.write_text(record_text(2, 12), encoding="utf-8")
    ended = told_by_the_command(path, "deal 8\ntrick\nlast\nquit\nq\n")
    assert ended.returncode == 0
    assert "saturday.jsonl. Deals: 16." in ended.stdout
    assert "Deal 8 of 16, bidding, Léo to call." in ended.stdout
    assert "End of the recording." in ended.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes elsewhere")
def test_the_command_opens_no_pipe_and_reads_what_is_typed(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    ended = told_by_the_command(path, "q\n")
    assert ended.returncode == 2
    assert "pipe.jsonl: it is not a regular file" in ended.stdout


async def test_who_quits_waits_for_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, ended = threading.Event(), threading.Event()

    def stuck(path: str) -> tuple[str, ...]:
        go_on.wait(PATIENCE)
        ended.set()
        return ()

    monkeypatch.setattr(record_files, "record_lines", stuck)
    store = ClientStore(HOME)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        store.do(replay.open_file("saturday.jsonl"))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert not ended.is_set()
    go_on.set()


async def test_what_is_typed_waits_for_a_file_only_so_long(autojump_clock: trio.testing.MockClock) -> None:
    store = ClientStore(HOME)
    assert await open_replay(store, "saturday.jsonl", Mode.LINES)
    assert store.effects.receive_nowait() == OpenRecord("saturday.jsonl")


@pytest.mark.parametrize("name", ["long.jsonl", "long.jsonl.gz", "long.jsonl.xz"])
@pytest.mark.parametrize("text", [b"x" * 101, b"x\n" * 51, b"\n" * 11], ids=["one line", "short lines", "many lines"])
def test_a_file_is_read_only_so_far(name: str, text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_files, "MOST_BYTES", 100)
    monkeypatch.setattr(record_files, "MOST_LINES", 10)
    path = tmp_path / name
    packed: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".xz": lzma.compress}
    pack = packed.get(path.suffix, bytes)
    path.write_bytes(pack(text))
    with pytest.raises(UnreadableFile) as unreadable:
        record_files.record_lines(str(path))
    assert unreadable.value.why is FileFault.TOO_BIG
    path.write_bytes(pack(b"x" * 90 + b"\n" * 10))
    assert len(record_files.record_lines(str(path))) == 10


def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    ended = told_by_the_command(tmp_path / "none.jsonl", "q\n")
    assert ended.returncode == 2
    assert ended.stdout.startswith("Cannot read ")
    assert ended.stdout.endswith("none.jsonl: there is no such file\n")


def test_the_clock_runs_while_a_tape_plays_and_rests_while_it_stands() -> None:
    state = state_of("replay_of_file")
    assert not is_running(state)
    assert is_running(press(state, " ").state)


def test_eyes_of_a_spectator_are_those_of_his_replay() -> None:
    played = Scene(seat=None)
    played.hear(
        Joined(table="t1", name="Café", seat=None, preset="ffb", rules=played.rules, clock=CLOCK, eyes=Seat.EAST)
    )
    events = seen(events_of(2, 2), Seat.EAST)
    cut = max(at for at, event in enumerate(events) if isinstance(event, DealStarted))
    for n, event in enumerate(events[: cut + 5], 1):
        played.hear(Envelope("t1", n, 0, event))
    played.press("y")
    assert replay_of(played.state).eyes is Seat.EAST


def test_a_file_named_in_the_lines_is_read_before_the_next_line_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "sunday evening.jsonl"
    path.write_text(record_text(2, 12), encoding="utf-8")
    first = tmp_path / "saturday.jsonl"
    first.write_text(record_text(1, 1), encoding="utf-8")
    ended = told_by_the_command(first, f"quit\nfile {path}\ndeal 8\nquit\nq\n")
    assert "Deal 8 of 16, bidding, Léo to call." in ended.stdout


def test_the_wheel_goes_through_the_deals_so_far() -> None:
    played = scene("third_of_twelve")
    played.press("d")
    assert wheel(played.state, up=True).state.ui.scroll == 1
    assert wheel(wheel(played.state, up=True).state, up=False).state.ui.scroll == 0


def test_the_wheel_winds_a_tape_by_tricks() -> None:
    state = state_of("replay_of_file")
    assert wheel(state, up=True).state == press(state, "up").state


async def test_a_match_that_was_read_is_kept_in_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "saturday.jsonl"
    path.write_text(record_text(2, 2), encoding="utf-8")
    store = ClientStore(await alone(HOME, path))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        for number in (1, 2):
            store.press("s")
            with trio.fail_after(20):
                await store.until(lambda now: isinstance(now.notice, RecordKept))
            kept = sorted(records_folder().glob("*.jsonl"))
            assert len(kept) == number
            store.do(navigation.forget)
        nursery.cancel_scope.cancel()
    assert {file.read_text(encoding="utf-8") for file in kept} == {path.read_text(encoding="utf-8")}


def test_a_match_that_still_runs_is_not_kept_yet() -> None:
    played = scene("replay_at_table")
    played.press("s")
    assert played.state.notice == NoReplay(Playback.NO_RECORD_YET)
