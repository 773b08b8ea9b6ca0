"""Programs on the ladder of a server, two of each name: `python -m tests.client.web.ladder_programs PORT NAME…`.

They play until the standard input is closed.
"""

from __future__ import annotations

import sys

import trio

from tests.server.conftest import Wire
from tests.server.connections.test_sign_in import Person
from tests.server.ladder.programs import bold, play_on


async def _play(port: int, owner: Person, name: str) -> None:
    wire = Wire(await trio.open_tcp_stream("127.0.0.1", port))
    await wire.send(**owner.hello(name, program=True))
    await wire.send(type="prove", proof=owner.proof((await wire.until("welcome"))["nonce"]))
    await wire.until("ready")
    await wire.send(type="enter_ladder", name=name)
    await play_on(wire, bold)


async def main(port: int, names: list[str]) -> None:
    """Have two programs of each name play."""
    async with trio.open_nursery() as nursery:
        for name in names:
            owner = Person()
            for _ in range(2):
                nursery.start_soon(_play, port, owner, name)
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), sys.argv[2:])
