"""A test of the two verifiers: real matches over real sockets, their records saved, fetched and falsified.

    python -m bench.verify [--matches 100]

A server plays three deals at each table with four clients that give shares, by rules and shares that take turns.
`coinche-record verify` and `examples/verify.py` check each record as it is and after each way of falsifying it; both
must accept the first and refuse all others.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TypeVar

import trio

from coinche.connection.address import Address, read_address
from coinche.connection.session import ClientSession, open_session
from coinche.engine.fair import Shares
from coinche.engine.record import RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import Proven, proven
from coinche.engine.seats import Seat
from coinche.protocol.messages import (
    VERSION,
    Act,
    CreateTable,
    Envelope,
    GetRecord,
    GoOn,
    Hello,
    Join,
    Joined,
    Left,
    ListMatches,
    Matches,
    RecapStarted,
    RecordPage,
    Request,
)
from coinche.records.verify import verdict
from coinche.server.app import Server
from coinche.server.match.table_options import TableOptions
from coinche.text.language import Language
from tests.signed_records import TAMPERED

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "verify.py"
RULES = ("ffb", "contree", "pagat", "bridgee")
AT_ONCE = 10
DEALS = 3
AS_IT_CAME = "as it came"


async def played(address: Address, number: int, chance: random.Random) -> tuple[str, ...]:
    """Play one match; return its record."""
    shares, rules = tuple(Shares)[number % 2], RULES[number // 2 % len(RULES)]
    create = CreateTable(
        name=f"table {number}", preset=rules, options={"length": DEALS}, seat=Seat.NORTH, shares=shares
    )
    async with trio.open_nursery() as nursery:
        table = await nursery.start(_seat, address, Seat.NORTH, create, chance)
        for seat in tuple(Seat)[1:]:
            nursery.start_soon(_seat, address, seat, Join(table=table, seat=seat), chance)
    return await _record(address, create.name)


async def _seat(
    address: Address,
    seat: Seat,
    first: CreateTable | Join,
    chance: random.Random,
    *,
    task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Play at that seat until the table closes."""
    async with open_session(address, _hello(f"{seat.name.lower()} {chance.randrange(10**9)}")) as session:
        await session.send(first)
        async for message in session:
            match message:
                case Joined():
                    task_status.started(message.table)
                case Request():
                    few = chance.random() < 0.2 and message.kind == "bid"
                    action = chance.choice([message.default, *message.legal]) if not few else message.default
                    await session.send(Act(table=message.table, request=message.request, action=action))
                case Envelope(event=RecapStarted()):
                    await session.send(GoOn(table=message.table))
                case Left():
                    return


async def _record(address: Address, table: str) -> tuple[str, ...]:
    """The record of the match at that table."""
    async with open_session(address, _hello("reader")) as session:
        listed = await _answer(session, ListMatches(id=1), Matches)
        (match,) = (found.match for found in listed.matches if found.table == table)
        page = await _answer(session, GetRecord(id=1, match=match), RecordPage)
        assert not page.more, "three deals fit into one page"
        return page.lines


Expected = TypeVar("Expected", Matches, RecordPage)


async def _answer(session: ClientSession, question: ListMatches | GetRecord, kind: type[Expected]) -> Expected:
    await session.send(question)
    while not isinstance(message := await session.receive(), kind):
        pass
    return message


def _hello(name: str) -> Hello:
    return Hello(versions=(VERSION, VERSION), name=name, program=True)


async def all_played(matches: int, seed: int) -> tuple[list[tuple[str, ...]], str]:
    """A number of records from one server, and the key that signs them."""
    server = Server(provider=None, say=lambda line: None, defaults=TableOptions(name="table"))
    records: list[tuple[str, ...]] = []
    at_once = trio.CapacityLimiter(AT_ONCE)

    async def play(address: Address, number: int) -> None:
        async with at_once:
            records.append(await played(address, number, random.Random(seed * 100_000 + number)))

    async with trio.open_nursery() as running:
        port = await running.start(server.run, "127.0.0.1", 0)
        address = read_address(f"coinche+tcp://127.0.0.1:{port}")
        async with trio.open_nursery() as playing:
            for number in range(matches):
                playing.start_soon(play, address, number)
        running.cancel_scope.cancel()
    return records, server.record_key.signer.hex()


def accepted(file: Path, signer: str) -> tuple[bool, bool]:
    """The verdicts of our verifier and of the other one."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")[:-1]
        ours = verdict(lines, file.name, bytes.fromhex(signer), Language.ENGLISH).holds
    except RecordError:
        ours = False
    other = subprocess.run([sys.executable, "-I", "-S", EXAMPLE, file, signer], capture_output=True, check=False)
    return ours, other.returncode == 0


def _counted(shown: Proven) -> tuple[int, int]:
    return shown.gathered, len(shown.substitutes)


def main() -> None:
    """Play, tamper, verify and print."""
    parser = argparse.ArgumentParser(description="what two verifiers say of real records")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    records, signer = trio.run(all_played, args.matches, args.seed)
    shown = [proven(read_record(record)) for record in records]
    fair = sum((Counter(each.fair) for each in shown), Counter[Shares]())
    counts = ", ".join(f"{count} by {shares}" for shares, count in fair.items())
    gathered, substitutes = (sum(counted) for counted in zip(*map(_counted, shown), strict=True))
    print(f"shuffled fairly: {counts}; packs gathered: {gathered}; substitutes: {substitutes}")
    verdicts: Counter[tuple[str, tuple[bool, bool]]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "match.jsonl")
        for record in records:
            for what, done in {AS_IT_CAME: list, **TAMPERED}.items():
                file.write_text("".join(f"{line}\n" for line in done(list(record))), encoding="utf-8", newline="\n")
                verdicts[what, accepted(file, signer)] += 1
    for what in (AS_IT_CAME, *TAMPERED):
        ours, other = (sum(n for (which, said), n in verdicts.items() if which == what and said[i]) for i in (0, 1))
        print(f"{what}: of {len(records)}, coinche-record accepts {ours}, examples/verify.py {other}")


if __name__ == "__main__":
    main()
