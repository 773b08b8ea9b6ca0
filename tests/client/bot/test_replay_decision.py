"""Tests of repeating one recorded decision, from a match record and from a bot's own log."""

from __future__ import annotations

import io
import lzma
import random
import shlex
import sys
from pathlib import Path

import pytest
import trio

from coinche.bot import Bot, Player, child_process, run
from coinche.bot.external_program import Program
from coinche.bot.log import BotLog
from coinche.bot.replay_decision import ask_again
from coinche.bot.seat import play_seat
from coinche.bots import cli
from coinche.bots.built_in import Random
from coinche.engine.actions import Action, Legal, Pass, PlayCard
from coinche.engine.events import Event, HandDealt, MatchStarted, seen_by
from coinche.engine.match import legal
from coinche.engine.presets import preset
from coinche.engine.record import ActionLine
from coinche.engine.record_lines import read_record, write_record
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import TableView, view
from coinche.protocol.messages import SeatChanged, SystemDeclared, TableEvent
from coinche.text.language import Language
from tests.client.serving import served
from tests.engine.recording import recorded


class Noting(Bot):
    """Says the default, and notes what it was given."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.heard: list[Event | TableEvent] = []
        self.asked: list[tuple[TableView, Legal]] = []
        self.matches: list[RuleSet] = []

    def choose(self, view: TableView, legal: Legal) -> Action:
        self.asked.append((view, legal))
        return legal.default

    def on_event(self, event: Event | TableEvent) -> None:
        self.heard.append(event)

    def on_match(self, rules: RuleSet) -> None:
        self.matches.append(rules)


@pytest.fixture(scope="module", params=["ffb", "online", "pagat"])
def record(request: pytest.FixtureRequest) -> str:
    return write_record(recorded(preset(request.param), random.Random(3), deals=2))


def test_every_action_of_a_record_can_be_asked_again(record: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    steps = tuple(replayed(read_record(io.StringIO(record))))
    actions = [at for at, step in enumerate(steps) if isinstance(step.entry, ActionLine)]
    for number, at in list(enumerate(actions, 1))[:: max(1, len(actions) // 8)]:
        entry, before = steps[at].entry, steps[at - 1].state
        assert isinstance(entry, ActionLine)
        bot = Noting()
        assert ask_again(bot, path, number, Language.ENGLISH) == 0
        assert bot.asked == [(view(before, entry.seat), legal(before, entry.seat))]
        assert bot.heard == [seen_by(event, entry.seat) for step in steps[:at] for event in step.events]
        assert bot.matches == [bot.rules] == [before.rules]


def test_a_bot_is_told_only_what_its_seat_heard(record: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    bot = Noting()
    ask_again(bot, path, 3, Language.ENGLISH)
    shown = [event.seat for event in bot.heard if isinstance(event, HandDealt) and event.cards is not None]
    assert set(shown) == {bot.asked[0][0].viewer}


def test_what_was_chosen_then_and_now_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl.xz"
    played = recorded(preset("ffb"), random.Random(3), deals=1)
    path.write_bytes(lzma.compress(write_record(played).encode()))
    entries = [entry for entry in played.entries if isinstance(entry, ActionLine)]
    number = next(at for at, entry in enumerate(entries, 1) if isinstance(entry.action, PlayCard)) + 5
    with pytest.raises(SystemExit) as end:
        cli.main(["steady", "--at", f"{path}:{number}", "--lang", "en"])
    assert end.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{entries[number - 1].seat}, deal 1, dealer ")
    said = dict(line.split(":", 1) for line in lines[1:])
    assert said["then"].strip() == str(entries[number - 1].action)
    assert said["now"].strip() in said["legal"].split()
    assert {"hand", "auction", "contract", "trick 1", "table"} <= said.keys()


def test_a_log_can_be_asked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    first = Noting()
    player = Player(Random(7))

    async def play() -> None:
        with path.open("w", encoding="utf-8") as file:
            async with served() as table, trio.open_nursery() as nursery:
                await table.sit(nursery, (Seat.NORTH, Seat.EAST, Seat.WEST))
                await play_seat(player, table.place(Seat.SOUTH), BotLog(file))

    trio.run(play)
    log = path.read_text(encoding="utf-8")
    assert not [line for line in log.splitlines() if "secret" in line and '"type":"deal_revealed"' not in line]
    requests = [line for line in log.splitlines() if '"type":"request"' in line]
    asked = requests[len(requests) // 2]
    number = int(asked.split('"request":', 1)[1].split(",", 1)[0])
    then = next(line for line in log.splitlines() if f'"request":{number},"action":' in line)
    capsys.readouterr()
    assert ask_again(first, path, number, Language.ENGLISH) == 0
    assert first.asked[0][0].viewer is Seat.SOUTH
    of_the_game = [event for event in first.heard if not isinstance(event, SeatChanged | SystemDeclared)]
    assert isinstance(of_the_game[0], MatchStarted)
    assert set(first.systems) == {Seat.NORTH, Seat.EAST, Seat.WEST}, "what the others have declared holds for it, too"
    printed = capsys.readouterr().out
    assert f'"action":"{printed.split("then:", 1)[1].split()[0]}"' in then


# --- a program in another language -------------------------------------------------------------------

COUNTING = """
import json, sys
seen = []
for line in sys.stdin:
    said = json.loads(line)
    seen.append(said["type"])
    if said["type"] == "request":
        assert seen[0] == "joined" and "match_started" in seen, seen
        print(json.dumps({"request": said["request"], "action": said["default"]}), flush=True)
"""


def asked(script: str, at: str) -> int | str | None:
    """The exit status of `coinche-bot --exec … --at …`."""
    command = shlex.join([sys.executable, "-c", script])
    with pytest.raises(SystemExit) as end:
        cli.main(["--exec", command, "--at", at, "--lang", "en"])
    return end.value.code


def test_a_program_is_asked_a_decision_of_a_record_again(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "BACKLOG", 3)  # the whole match is more than that
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    for number in (1, 20):
        now = Noting()
        ask_again(now, path, number, Language.ENGLISH)
        of_bot = capsys.readouterr().out
        assert asked(COUNTING, f"{path}:{number}") == 0
        assert capsys.readouterr().out == of_bot


def test_a_program_is_asked_a_decision_of_its_log_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "game.log"

    async def play() -> None:
        with log.open("w", encoding="utf-8") as file:
            async with served() as table, trio.open_nursery() as nursery:
                await table.sit(nursery, (Seat.NORTH, Seat.EAST, Seat.WEST))
                program = Program(shlex.join([sys.executable, "-c", COUNTING]), Language.ENGLISH)
                await play_seat(program, table.place(Seat.SOUTH), BotLog(file))

    trio.run(play)
    requests = [line for line in log.read_text(encoding="utf-8").splitlines() if '"type":"request"' in line]
    number = requests[-1].split('"request":', 1)[1].split(",", 1)[0]
    capsys.readouterr()
    assert asked(COUNTING, f"{log}:{number}") == 0
    said = dict(line.split(":", 1) for line in capsys.readouterr().out.splitlines()[1:])
    assert said["then"].strip() == said["now"].strip()


def test_a_program_that_is_asked_again_is_told_its_table_and_seat_and_of_no_server(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, heard = tmp_path / "match.jsonl", tmp_path / "heard"
    path.write_text(record, encoding="utf-8")
    notes = f"import sys; open({str(heard)!r}, 'w').write(sys.argv[1])\n"
    command = shlex.join([sys.executable, "-c", notes + COUNTING, "{host}{port}{address}{token}<{table} {seat}>{name}"])
    with pytest.raises(SystemExit) as end:
        cli.main(["--exec", command, "--at", f"{path}:1", "--lang", "en", "--name", "Ann"])
    seat = capsys.readouterr().out[0]
    assert (end.value.code, heard.read_text(encoding="utf-8")) == (0, f"<t1 {seat}>Ann")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import sys; sys.stdin.read(1); print('huh?')", "exited without an answer to request 2"),
        (
            "import sys; print('huh?', flush=True); [print('{}', flush=True) for _ in sys.stdin]",
            "answered “{}” (request 2)",
        ),
        ('import sys; [print(\'{"request": 2, "action": "AS"}\', flush=True) for _ in sys.stdin]', "illegal"),
    ],
)
def test_a_program_without_a_good_answer_fails(
    script: str, said: str, record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    assert asked(script, f"{path}:2") == 1
    assert said in "".join(capsys.readouterr())


def test_a_program_that_is_not_there_is_one_sentence(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    with pytest.raises(SystemExit):
        cli.main(["--exec", "./no-such-bot", "--at", f"{path}:2", "--lang", "fr"])
    assert "impossible de lancer './no-such-bot'" in capsys.readouterr().err


class Illegal(Noting):
    def choose(self, view: TableView, legal: Legal) -> Action:
        return next(a for a in (Pass(), PlayCard(view.hand[0])) if a not in legal)


class Raising(Noting):
    def choose(self, view: TableView, legal: Legal) -> Action:
        raise ZeroDivisionError("my mistake")


@pytest.mark.parametrize(("bot", "said"), [(Illegal, "which is illegal"), (Raising, "ZeroDivisionError: my mistake")])
def test_a_bad_answer_is_shown_for_what_it_is(
    bot: type[Bot], said: str, record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        run(bot, ["--at", f"{path}:2", "--lang", "en"])
    assert end.value.code == 1
    assert said in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense\n",
        "[]\n",
        '{"seat":"S"}\n',
        '{"seat":"S","in":{"type":"request","request":1}}\n',
        pytest.param('{"seat":"S","in":' + "[" * 9000 + "\n", id="deep"),
    ],
)
def test_a_file_that_is_neither_is_one_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text, encoding="utf-8")
    assert ask_again(Noting(), path, 1, Language.FRENCH) == 2
    said = capsys.readouterr().err
    assert str(path) in said
    assert said.count("\n") == 1


def test_a_number_beyond_the_end_is_answered_with_the_last(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(record, encoding="utf-8")
    last = sum(isinstance(entry, ActionLine) for entry in read_record(io.StringIO(record)).entries)
    assert ask_again(Noting(), path, 9999, Language.ENGLISH) == 2
    assert f"the last one is {last}" in capsys.readouterr().err
    assert ask_again(Noting(), tmp_path / "none", 1, Language.ENGLISH) == 2


def test_a_log_whose_request_has_no_number_is_answered_with_the_last_that_has_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.jsonl"
    requests = (f'{{"seat":"S","in":{{"type":"request","request":{number}}}}}\n' for number in ('"x"', "4"))
    path.write_text("".join(requests), encoding="utf-8")
    assert ask_again(Noting(), path, 9999, Language.ENGLISH) == 2
    assert "the last one is 4" in capsys.readouterr().err


@pytest.mark.parametrize("at", ["match.jsonl", "match.jsonl:", ":4", "match.jsonl:x", "match.jsonl:-1"])
def test_what_names_no_decision_is_refused(at: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run(Noting, ["--at", at, "--lang", "en"])
    assert end.value.code == 2
    assert "write FILE:NUMBER" in capsys.readouterr().err
