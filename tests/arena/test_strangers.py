"""Tests that nobody wins a contest without playing: by foreign seats, by watched tables, or by foreseen cards."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
import trio
import trio.testing

from coinche.arena.boards import board
from coinche.arena.cli import main
from coinche.arena.recording import ArenaStore, BoardBarrier, BoardRecorder
from coinche.engine.events import Event, MatchEnded, MatchStarted
from coinche.engine.seats import Seat
from coinche.protocol.messages import TableEvent
from coinche.server.match.entries import StrikeCounted

PROGRAM = '''
"""Plays whatever it is told to; with its first seat it tries before whatever the server should not let it do.

The other seats wait meanwhile, or their table would be over and gone.
"""
import argparse, hashlib, hmac, json, os, socket, sys, time

parser = argparse.ArgumentParser()
for option in ("--host", "--table", "--seat", "--name"):
    parser.add_argument(option)
me = parser.parse_args()
token = os.environ.get("COINCHE_TOKEN")

class Wire:
    def __init__(self, name, token=None):
        self.socket = socket.create_connection(("127.0.0.1", int(me.host.rsplit(":", 1)[1])))
        self.file = self.socket.makefile("rb")
        self.say(type="hello", versions=[1, 1], name=name, program=True, auth="token" if token else "guest")
        if token:
            nonce, key = self.hear("welcome")["nonce"], hashlib.sha256(bytes.fromhex(token)).digest()
            proof = hmac.new(key, bytes.fromhex(nonce) + b"0", "sha256").hexdigest()
            self.say(type="prove", proof=proof)

    def say(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\\n")

    def hear(self, *types):
        for line in self.file:
            message = json.loads(line)
            if message["type"] == "ping":
                self.say(type="pong", data=message["data"])
            elif message["type"] in types:
                return message
        raise SystemExit("the server has hung up")

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

def try_everything(path):
    with open(path, "w") as file:
        for attempt in attempts():
            for who, secret in (("stranger", None), (me.name, token), (me.name, "ab" * 32)):
                file.write(got(who, secret, attempt) + "\\n")
    os.rename(path, "TRIES")

def play(action):
    wire = Wire(me.name, token)
    wire.say(type="join", table=me.table, seat=me.seat)
    while (message := wire.hear("request", "left"))["type"] == "request":
        said = action or message["default"]
        wire.say(type="act", table=me.table, request=message["request"], action=said)

if (me.table, me.seat) == ("t1", "N") and "TRIES":
    try_everything("TRIES" + ".unfinished")
while "TRIES" and not os.path.exists("TRIES"):
    time.sleep(0.01)
play("SAYS")
'''


def program(folder: Path, *, tries: str = "", says: str = "") -> str:
    """The command of an entrant: a file that gets what its attempts got, an action instead of what is right."""
    path = folder / "entrant.py"
    path.write_text(PROGRAM.replace("TRIES", tries).replace("SAYS", says), encoding="utf-8")
    return f"entrant={sys.executable} {path.as_posix()}"


def duel(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(["duel", *arguments])
    return end.value.code


def row(said: str, heading: str) -> list[str]:
    line = next(line for line in said.splitlines() if line.startswith(heading))
    return line.removeprefix(heading).split()


def test_an_entrant_gets_to_its_own_seat_and_nowhere_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tries = tmp_path / "tries"
    status = duel("entrant", "random", "--deals", "1", "--bot", program(tmp_path, tries=tries.as_posix()))
    attempts = tries.read_text(encoding="utf-8").splitlines()
    assert attempts == ["AUTH_FAILED", "FORBIDDEN", "AUTH_FAILED"] * 11
    said = capsys.readouterr().out
    assert (status, row(said, "processes failed")) == (0, ["0", "0"])


def test_a_board_begins_where_the_last_one_is_over_at_both_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    over, begun, hear = {1: 0, 2: 0}, [], BoardRecorder.hear

    def noting(tape: BoardRecorder, event: Event | TableEvent) -> None:
        match event:
            case MatchStarted(match=number):
                begun.append((number, min(over.values())))
            case MatchEnded():
                over[tape.table] += 1
        hear(tape, event)

    monkeypatch.setattr(BoardRecorder, "hear", noting)
    assert duel("random", "random", "--deals", "6") == 0
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


def test_the_deals_are_nobodys_guess_and_can_be_had_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "boards.jsonl"
    assert duel("random", "random", "--deals", "1", "--out", str(out)) == 0
    found = re.search(r"seed (\d+)", capsys.readouterr().out)
    assert found is not None
    seed = int(found[1])
    assert seed > 1 << 32
    assert [json.loads(line)["pack"] for line in out.read_text().splitlines()] == [list(board(seed, 1).pack)] * 2


def test_illegal_actions_are_counted_and_cost_the_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "boards.jsonl"
    entrant = program(tmp_path, says="capot de pique")
    assert duel("random", "entrant", "--deals", "1", "--seed", "1", "--bot", entrant, "--out", str(out)) == 1
    said = capsys.readouterr().out
    boards = [json.loads(line) for line in out.read_text().splitlines()]
    assert [sorted(board["forfeits"]) for board in boards] == [["E", "W"], ["N", "S"]]
    assert [len(board["illegal"]) for board in boards] == [8, 8]
    assert {"seat": "E", "action": "capot de pique", "reason": "no_action"} in boards[0]["illegal"]
    assert row(said, "illegal actions") == ["0", "16"]
    assert row(said, "forfeits") == ["0", "4"]
