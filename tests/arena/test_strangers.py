"""Tests that nobody wins a contest without playing: by foreign seats, by watched tables, or by foreseen cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio
import trio.testing

from coinche.arena.cli import main
from coinche.arena.table_recorder import ArenaStore, BoardBarrier, TableRecorder
from coinche.engine.events import Event, MatchEnded, MatchStarted
from coinche.engine.seats import Seat
from coinche.protocol.messages import TableEvent
from coinche.records import contest_boards
from coinche.records.contest_file import read_contest
from coinche.server.match.entries import StrikeCounted
from tests.arena.programs import program

TRIES = """
def attempts():
    for table in ("t1", "t2"):
        for seat in "NESW":
            if (table, seat) != (me.table, me.seat):
                yield {"type": "join", "table": table, "seat": seat}
        yield {"type": "watch", "table": table}
        yield {"type": "join", "table": table}

def got(name, token, attempt):
    wire = Wire(name, token)
    answer = wire.hear("ready", "error")
    if answer["type"] == "ready":
        wire.say(**attempt)
        answer = wire.hear("joined", "error")
    return answer.get("code", "joined")

path = __file__ + ".tries"
if (me.table, me.seat) == ("t1", "N"):
    with open(path + ".unfinished", "w") as file:
        for attempt in attempts():
            for who, secret in (("stranger", None), (me.name, token), (me.name, "ab" * 32)):
                file.write(got(who, secret, attempt) + "\\n")
    os.rename(path + ".unfinished", path)
while not os.path.exists(path):
    time.sleep(0.01)
play(lambda request: request["default"])
"""

TALKS = """
def code(wire, message):
    wire.say(**message)
    return wire.hear("error", "ok", "joined")["code"]

path = __file__ + ".talks"
if (me.table, me.seat) == ("t1", "N"):
    first = Wire(me.name, token)
    first.hear("lobby")
    codes = [
        code(first, {"type": "lobby_chat", "text": "A of hearts"}),
        code(first, {"type": "create_table", "name": "A of hearts"}),
        Wire(me.name, token).hear("ready", "error")["code"],
    ]
    first.say(type="bye")
    first.hear("bye")
    with open(path + ".unfinished", "w") as file:
        file.write(" ".join(codes))
    os.rename(path + ".unfinished", path)
while not os.path.exists(path):
    time.sleep(0.01)
play(lambda request: request["default"])
"""


def duel(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(["duel", *arguments])
    return end.value.code


def test_an_entrant_gets_to_its_own_seat_and_nowhere_else(tmp_path: Path, forked_python: tuple[str, ...]) -> None:
    status = duel("entrant", "random", "--boards", "1", "--bot", program(tmp_path, "entrant", TRIES, forked_python))
    attempts = (tmp_path / "entrant.py.tries").read_text(encoding="utf-8").splitlines()
    assert attempts == ["AUTH_FAILED", "FORBIDDEN", "AUTH_FAILED"] * 11
    assert status == 0


def test_programs_of_an_entrant_cannot_talk_and_have_one_connection_each(
    tmp_path: Path, forked_python: tuple[str, ...]
) -> None:
    status = duel("entrant", "random", "--boards", "1", "--bot", program(tmp_path, "entrant", TALKS, forked_python))
    codes = (tmp_path / "entrant.py.talks").read_text(encoding="utf-8").split()
    assert codes == ["FORBIDDEN", "FORBIDDEN", "FLOOD"]
    assert status == 0


def test_a_board_begins_where_the_last_one_is_over_at_both_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    over, begun, hear = {"random": 0, "greedy": 0}, [], TableRecorder.hear

    def noting(recorder: TableRecorder, event: Event | TableEvent) -> None:
        match event:
            case MatchStarted(match=number):
                begun.append((number, min(over.values())))
            case MatchEnded():
                over[recorder.plan.ns] += 1
        hear(recorder, event)

    monkeypatch.setattr(TableRecorder, "hear", noting)
    assert duel("random", "greedy", "--boards", "6", "--whole") == 0
    assert sorted(begun) == [(number, number - 1) for number in range(1, 7) for _ in (1, 2)]


async def has_to_wait(barrier: BoardBarrier, board: int) -> bool:
    with trio.move_on_after(1) as waiting:
        await barrier.begins(board)
    return waiting.cancelled_caught


async def test_a_table_that_is_over_early_is_not_waited_for(autojump_clock: trio.testing.MockClock) -> None:
    barrier = BoardBarrier(2)
    barrier.finished(1)
    assert await has_to_wait(barrier, 2)
    barrier.closed()
    assert not await has_to_wait(barrier, 2)


async def test_a_table_that_an_entrant_opens_is_none_of_the_contest(autojump_clock: trio.testing.MockClock) -> None:
    store = ArenaStore({}, BoardBarrier(1))
    store.append("t3", StrikeCounted(request=1, seat=Seat.NORTH, action="x", reason="no_action", strikes=1))
    store.close("t3")
    assert await has_to_wait(store.barrier, 2)


def test_the_boards_are_nobodys_guess_and_can_be_had_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "duel.jsonl"
    assert duel("random", "random", "--boards", "1", "--practice", "--out", str(out)) == 0
    found = re.search(r"seed (\d+)", capsys.readouterr().out)
    assert found is not None
    seed = int(found[1])
    assert seed > 1 << 32
    with out.open("rb") as lines:
        packs = [deal.pack for table in read_contest(lines).tables for deal in table.deals]
    assert packs == [contest_boards.pack(seed, 1)] * 2
