"""Hostile clients of the simulation: garbage, floods, silence, and forged sign-ins.

None of them may get in or reach the others.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import trio

from coinche.protocol.codec import encode
from coinche.protocol.frames import FrameReader, frame
from coinche.protocol.limits import FROM_SERVER
from coinche.protocol.messages import Auth, Chat, CreateTable, FromClient, Hello, Ping, Prove, Ready, Role, Watch

from .caller import Surroundings
from .line import Line
from .violation import Violation
from .wiretap import decoded

_NOBODY = Hello(versions=(1, 1), name="nobody", program=True)
_ZERO = "0" * 64


def _garbage(chance: Random) -> bytes:
    return chance.randbytes(chance.randint(1, 600))


def _half_a_frame(chance: Random) -> bytes:
    return encode(_NOBODY)[: chance.randint(1, 30)]


def _too_big(chance: Random) -> bytes:
    return chance.choice((5000, 2**23, 2**32 - 1)).to_bytes(4, "big") + bytes(100)


def _deep(chance: Random) -> bytes:
    return frame(b"\x91" * 3000)


def _lines(chance: Random) -> bytes:
    hello = msgspec.json.encode({"type": "hello", "versions": [1, 1], "name": "line"})
    return hello + b"\n" + b'{"type": "ping"}\n' * chance.randint(0, 80) + b"{" * chance.randint(0, 30)


def _web(chance: Random) -> bytes:
    return b"GET / HTTP/1.1\r\n\r\n"


def _bad_tls(chance: Random) -> bytes:
    return bytes([22, 3, 1]) + chance.randbytes(50)


def _nothing(chance: Random) -> bytes:
    return b""


def _out_of_order(chance: Random) -> bytes:
    said: tuple[FromClient, ...] = (Prove(proof=_ZERO), Ping(), CreateTable(name="x"))
    return b"".join(map(encode, said))


def _flood(chance: Random) -> bytes:
    said: tuple[FromClient, ...] = (Ping(), CreateTable(name="x"), Watch(table="t1"), Chat(table="t1", text="!"))
    return encode(_NOBODY) + b"".join(encode(chance.choice(said)) for _ in range(chance.randint(10, 300)))


ATTACKS: tuple[Callable[[Random], bytes], ...] = (
    _garbage,
    _half_a_frame,
    _too_big,
    _deep,
    _lines,
    _web,
    _bad_tls,
    _nothing,
    _out_of_order,
    _flood,
)
"""Bytes that are written at once, and then waited for."""


class Hostile:
    """One that comes again and again, until all is to end well."""

    def __init__(
        self, around: Surroundings, name: str, chance: Random, sessions: Callable[[], tuple[str, ...]]
    ) -> None:
        self._around = around
        self._name = name
        self._chance = chance
        self._sessions = sessions

    async def run(self) -> None:
        """Attack until it is over."""
        address = f"10.6.6.{self._chance.randint(1, 3)}"
        while not self._around.calm:
            line = self._around.network.call(address)
            if line is not None:
                await self._attack(line)
                self._chance.choice((Line.cut, Line.hang_up))(line)
                self._around.network.closed(line)
            await trio.sleep(self._chance.uniform(0, 3))

    async def _attack(self, line: Line) -> None:
        if self._chance.random() < 0.4:
            await self._steal(line)
            return
        line.say(self._chance.choice(ATTACKS)(self._chance))
        with trio.move_on_after(self._chance.choice((0.0, 0.5, 8.0))):
            while await line.hear():
                pass

    async def _steal(self, line: Line) -> None:
        """Try to take another client's session, or to sign in with a foreign token or key."""
        sessions = self._sessions()
        wanted = self._chance.choice(sessions) if sessions else "x"
        hellos = (
            Hello(versions=(1, 1), name="thief", auth=Auth.RESUME, session=wanted),
            Hello(versions=(1, 1), name="thief", auth=Auth.TOKEN, role=Role.PROVIDER),
            Hello(versions=(1, 1), name="thief", auth=Auth.ED25519, key=_ZERO, nonce=_ZERO),
        )
        line.say(encode(self._chance.choice(hellos)))
        line.say(encode(Prove(proof=self._chance.randbytes(32).hex(), n=0)))
        reader = FrameReader(FROM_SERVER)
        with trio.move_on_after(2.0):
            while data := await line.hear():
                for body in reader.feed(data):
                    if isinstance(decoded(body), Ready):
                        self._around.offended(Violation("somebody is let in without a proof", self._name))
