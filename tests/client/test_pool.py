"""The provider's connection: how it comes back when the server ends it again and again."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import trio

from coinche.client.bots.pool import Pool, _lend
from coinche.client.language import Language
from coinche.client.network.address import Address
from coinche.protocol.codec import encode
from coinche.protocol.frames import FROM_SERVER
from coinche.protocol.messages import VERSION, Limits, Ready, Welcome

PATIENCE = 20
WELCOME = Welcome(version=VERSION, server="test", nonce="0" * 64, capabilities={}, limits=Limits(), time=0)
READY = Ready(session="1", name="bots", secret="0" * 64)


async def test_a_connection_that_is_lost_at_once_each_time_is_opened_ever_more_seldom() -> None:
    opened: list[float] = []

    async def sign_in_and_garble(stream: trio.SocketStream) -> None:
        opened.append(trio.current_time())
        await stream.receive_some(4096)
        await stream.send_all(encode(WELCOME) + encode(READY))
        await trio.sleep(0.05)  # a frame that is too long, once the sign-in has been read
        await stream.send_all((FROM_SERVER + 1).to_bytes(4, "big"))

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, sign_in_and_garble, [listener])
        address = Address("127.0.0.1", listener.socket.getsockname()[1], tls=False)
        nursery.start_soon(partial(_lend, Pool(Language.ENGLISH, 1), address, draw=lambda: 0.5))
        with trio.fail_after(PATIENCE):
            while len(opened) < 4:
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    pauses = [later - earlier for earlier, later in pairwise(opened)]
    assert [pause > expected for pause, expected in zip(pauses, (0.25, 0.5, 1.0), strict=True)] == [True] * 3
