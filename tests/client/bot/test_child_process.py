"""Tests of programs on standard input and output in a bot's seat: real children that play, babble, die and hang."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from coinche.bot import child_process
from coinche.bot.child_process import BadLine, read_line
from coinche.bot.external_program import RESTARTS, Program
from coinche.bot.placement import CannotPlay
from coinche.bot.seat import play_seat
from coinche.engine.events import MatchStarted
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.bot_command import Placeholders
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Act, Envelope, Error, FromServer, Joined, Left, Lobby, Ok, Prove, Ready
from coinche.text.language import Language
from tests.client.bot.test_sdk import CLOCK, PATIENCE, TABLE, Script, deal, place, request, scripted
from tests.client.serving import served

JOINED = Joined(table="t1", name="Café", seat=Seat.EAST, preset="ffb", rules=FFB, clock=CLOCK)
LEFT = Left(table="t1", reason="match_over")
REFUSED = Error(code=ErrorCode.ILLEGAL_ACTION, error_class=ErrorClass.REJECT, message="no", request=4)
DEFAULTS = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "request":
        print(json.dumps({"request": said["request"], "action": said["default"]}), flush=True)
"""
IN_BASH = """
while read -r line; do
  case $line in *'"type":"request"'*)
    number=${line#*\\"request\\":}; default=${line#*\\"default\\":\\"}
    echo "{\\"request\\": ${number%%,*}, \\"action\\": \\"${default%%\\"*}\\"}";;
  esac
done
"""


def python(script: str, *arguments: str) -> str:
    """The command that runs it."""
    return shlex.join([sys.executable, "-c", script, *arguments])


def program(script: str, *arguments: str) -> Program:
    return Program(python(script, *arguments), Language.ENGLISH)


@asynccontextmanager
async def seated(decider: Program) -> AsyncIterator[Script]:
    """The program in its seat, and the server's end of its connection."""
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, decider, place(port))
            async with Script(await listener.accept()) as server:
                await sit_down(server)
                yield server
                await server.say(LEFT)


async def sit_down(server: Script, *more: FromServer | Envelope) -> None:
    await server.welcome()
    await server.say(Lobby(tables=(TABLE,)))
    await server.hear()
    await server.say(JOINED, *more)


@pytest.mark.parametrize(
    "command",
    [
        python(DEFAULTS),
        pytest.param(
            shlex.join(["bash", "-c", IN_BASH]),
            marks=pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here"),
        ),
    ],
    ids=["python", "bash"],
)
async def test_a_program_plays_a_match(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    decider = Program(command, Language.ENGLISH)
    async with served() as table, trio.open_nursery() as nursery:
        await table.sit(nursery, (Seat.NORTH, Seat.EAST, Seat.WEST))
        await play_seat(decider, table.place(Seat.SOUTH, "program"))
    assert len(table.ended) == 1
    assert decider.errors == 0
    assert capfd.readouterr().err == ""


async def test_the_first_line_tells_where_one_sits_and_all_that_comes_follows(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = "import sys; open(sys.argv[1], 'w').writelines(sys.stdin)"
    async with seated(program(script, str(heard))) as server:
        await server.say(Envelope("t1", 5, 0, MatchStarted(FFB, 1, False)))
    first, second, last = heard.read_text(encoding="utf-8").splitlines()
    assert first.startswith('{"type":"joined","table":"t1","name":"Café","seat":"E"')
    assert second.startswith('{"type":"match_started","table":"t1","n":5')
    assert last == '{"type":"left","table":"t1","reason":"match_over"}'


SAID_TO_IT = """
import sys
open(sys.argv[1], "w").write(chr(10).join(sys.argv[2:]))
list(sys.stdin)
"""


def told(tmp_path: Path, *arguments: str) -> tuple[Program, Path]:
    """A program that writes its arguments down, and where."""
    where = Placeholders(host="::1", port="4000", address="coinche://[::1]:4000", name="asked", token="0f")
    heard = tmp_path / "heard"
    return Program(python(SAID_TO_IT, str(heard), *arguments), Language.ENGLISH, where), heard


async def test_a_program_is_told_where_it_plays_in_the_words_of_its_command(tmp_path: Path) -> None:
    decider, heard = told(
        tmp_path, "{host}", "--at={port}", "{address} {table}", "{seat}", "{name}", "{token}", "{foo}"
    )
    async with seated(decider):
        pass
    assert heard.read_text(encoding="utf-8").splitlines() == [
        "::1",
        "--at=4000",
        "coinche://[::1]:4000 t1",
        "E",
        "saying",
        "0f",
        "{foo}",
    ]


async def test_a_program_that_is_told_its_seat_is_started_once_it_has_one_and_reads_all_from_joined_on(
    tmp_path: Path,
) -> None:
    heard = tmp_path / "heard"
    script = "import sys; open(sys.argv[1], 'w').writelines((sys.argv[2] + chr(10), *sys.stdin))"
    async with seated(program(script, str(heard), "{seat}")) as server:
        await server.say(Envelope("t1", 5, 0, MatchStarted(FFB, 1, False)))
    seat, *lines = heard.read_text(encoding="utf-8").splitlines()
    assert seat == "E"
    assert [line.split('"')[3] for line in lines] == ["joined", "match_started", "left"]


async def test_a_program_that_is_told_its_seat_is_started_again_with_it(tmp_path: Path) -> None:
    dies = "open(sys.argv[1], 'a').write(sys.argv[2]); next(sys.stdin), next(sys.stdin), sys.exit(1)"
    decider = program(f"import sys; {dies}", str(tmp_path / "seats"), "{seat}")
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
    assert (tmp_path / "seats").read_text(encoding="utf-8") == "E" * (RESTARTS + 1)


async def test_a_program_that_is_told_its_seat_and_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(ExceptionGroup) as failed:
        async with seated(Program("./no-such-bot {seat}", Language.ENGLISH)):
            pass
    assert failed.group_contains(CannotPlay, match=r"cannot start './no-such-bot {seat}': No such file")


async def test_a_program_that_dies_is_asked_again_when_it_is_back(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = """
import os
if not os.path.exists(sys.argv[1]):
    open(sys.argv[1], "w").close()
    print(next(sys.stdin), next(sys.stdin), file=sys.stderr)
    sys.exit("ouch")
"""
    decider = program(DEFAULTS.replace("\nfor", script + "for"), str(tmp_path / "was here"))
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
    said = capfd.readouterr().err
    assert said.startswith('{"type":"joined"')
    assert "\nouch\n" in said
    assert said.count("exited with status 1") == 1


async def test_a_program_that_has_died_too_often_is_played_for(capfd: pytest.CaptureFixture[str]) -> None:
    decider = program("import sys; next(sys.stdin); next(sys.stdin)")
    async with seated(decider) as server:
        for number in (4, 5):
            await server.say(request(deal(), number))
            assert await server.hear() == Act(table="t1", request=number, action="pass")
    assert decider.errors == 1
    said = capfd.readouterr().err
    assert said.count("exited with status") == RESTARTS + 1
    assert said.count("the default action is played instead") == 1


async def test_a_program_may_end_with_each_answer_and_is_started_for_the_next(
    capfd: pytest.CaptureFixture[str],
) -> None:
    decider = program(DEFAULTS + "        break\n")
    async with seated(decider) as server:
        for number in range(4, 4 + RESTARTS + 3):
            await server.say(request(deal(), number))
            assert await server.hear() == Act(table="t1", request=number, action="pass")
    assert decider.errors == 0
    assert capfd.readouterr().err == ""


NONSENSE = ("hello", "[1]", '{"type": "bye"}', '{"x": 1', "\\x07", '{"request": 3}', '{"request": 3, "action": "zzz"}')
BAD_ANSWERS = (
    '{"request": 4}',
    '{"request": 4, "action": 7}',
    '{"request": 4, "action": "zzz"}',
    '{"request": 4, "action": ""}',
    '{"request": "four", "action": "pass"}',
    '{"action": "pass"}',
    "{}",
)


async def test_a_line_that_is_no_answer_costs_a_sentence_and_is_ignored(capfd: pytest.CaptureFixture[str]) -> None:
    said = "".join(f"        print({line!r})\n" for line in NONSENSE)
    decider = program(DEFAULTS.replace("        print(", said + "        print("))
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
        await server.say(Ok(request=4), request(deal(), 5))
        assert await server.hear() == Act(table="t1", request=5, action="pass")
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 2 * len(NONSENSE)
    assert all(line.startswith("coinche-bot: ignored a line from ") for line in told)
    assert decider.errors == 0


@pytest.mark.parametrize("line", BAD_ANSWERS)
async def test_an_answer_that_is_no_action_costs_the_default_at_once(
    line: str, capfd: pytest.CaptureFixture[str]
) -> None:
    decider = program(f"import sys; next(sys.stdin); next(sys.stdin); print({line!r}, flush=True); list(sys.stdin)")
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
    assert decider.errors == 1
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert f" answered “{line}” (request 4): " in told
    assert told.endswith("; pass is played instead\n")


async def test_an_answer_that_the_server_cannot_read_costs_the_default(capfd: pytest.CaptureFixture[str]) -> None:
    decider = program(DEFAULTS.replace('said["default"]', '"80S"'))
    unread = Error(code=ErrorCode.BAD_MESSAGE, error_class=ErrorClass.REJECT, message="what?", request=4)
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="80S")
        await server.say(unread)
        assert await server.hear() == Act(table="t1", request=4, action="pass")
    assert decider.errors == 1


async def test_a_line_without_an_end_ends_the_program(capfd: pytest.CaptureFixture[str]) -> None:
    script = "import sys; next(sys.stdin); next(sys.stdin); print('x' * 100_000, end='', flush=True); next(sys.stdin)"
    async with seated(program(script)) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="pass")
    assert "the default action is played" in capfd.readouterr().err


async def test_an_action_that_is_refused_costs_the_default(capfd: pytest.CaptureFixture[str]) -> None:
    decider = program(DEFAULTS.replace('said["default"]', '"80S"'))
    async with seated(decider) as server:
        await server.say(request(deal(), 4))
        assert await server.hear() == Act(table="t1", request=4, action="80S")
        await server.say(REFUSED)
        assert await server.hear() == Act(table="t1", request=4, action="pass")
        await server.say(REFUSED, request(deal(), 5))
        assert await server.hear() == Act(table="t1", request=5, action="80S")
    assert decider.errors == 2
    assert "answered 80S, which is illegal (request 4): no; pass is played instead" in capfd.readouterr().err


async def test_a_question_that_comes_again_after_a_loss_is_answered_once_more_by_us(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    script = DEFAULTS.replace("json.loads(line)", "json.loads(line); open(sys.argv[1], 'a').write(said['type'] + ' ')")
    with trio.fail_after(PATIENCE):
        async with scripted() as (port, listener), trio.open_nursery() as nursery:
            nursery.start_soon(play_seat, program(script, str(asked)), place(port))
            async with Script(await listener.accept()) as server:
                await sit_down(server, request(deal(), 4))
                assert await server.hear() == Act(table="t1", request=4, action="pass")
            async with Script(await listener.accept()) as server:
                await server.welcome()
                assert isinstance(await server.hear(), Prove)
                await server.say(Ready(session="s1", name="saying", secret="2" * 64), request(deal(), 4))
                assert await server.hear() == Act(table="t1", request=4, action="pass")
                await server.say(LEFT)
    assert asked.read_text(encoding="utf-8").split() == ["joined", "request", "left"]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="nothing tells here when a grandchild is gone")
async def test_a_program_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(child_process, "FAREWELL_SECONDS", 0.1)
    monkeypatch.setattr(child_process, "TERMINATE_SECONDS", 0.1)
    script = (
        """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
below = subprocess.Popen([sys.executable, "-c", "import signal, time; time.sleep(600)"])
open(sys.argv[1], "w").write(f"{os.getpid()} {below.pid}")
"""
        + DEFAULTS
        + "time.sleep(600)"
    )
    pids = tmp_path / "pids"
    async with seated(program(script, str(pids))) as server:
        await server.say(request(deal(), 4))
        await server.hear()
    for pid in map(int, pids.read_text(encoding="utf-8").split()):
        await gone(pid)


async def gone(pid: int) -> None:
    """Until there is no such process."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    with trio.fail_after(PATIENCE):
        await trio.lowlevel.wait_readable(process)
    os.close(process)


async def test_a_program_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(ExceptionGroup) as failed:
        await play_seat(Program("./no-such-bot", Language.ENGLISH), place(1))
    assert failed.group_contains(CannotPlay, match=r"cannot start './no-such-bot': No such file")


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        (b"[1]", "it is not a JSON object", "ce n'est pas un objet JSON"),
        (b'{"type": "leave"}', "only the client sends this message", "ce message est réservé au client"),
        (b"pass", "it is not JSON", "ce n'est pas du JSON"),
        (b"[" * 9000, "nested too deep", "en anglais : nested too deep"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_the_person_s_language(line: bytes, english: str, french: str) -> None:
    with pytest.raises(BadLine) as wrong:
        read_line(line, "t1", {1})
    assert wrong.value.told(Language.ENGLISH).startswith(english)
    assert wrong.value.told(Language.FRENCH).startswith(french)
