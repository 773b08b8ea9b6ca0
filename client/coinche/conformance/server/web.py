"""Checks of browsers: the page over HTTP, who may open a WebSocket, and the messages and the close of one."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from coinche.conformance.checks import Check, NotOffered, check, expect, expect_is
from coinche.conformance.encodings import Tongue
from coinche.conformance.transcript import as_json
from coinche.conformance.websocket import SWITCHING, BrowserTongue, HttpAnswer, Opcode, frame, request
from coinche.conformance.wire import TIME_LIMIT

from .clients import SEATS, CheckClient
from .connection_life import SIGN_IN_S
from .harness import ServerBench

WEB = "Browsers: HTTP and WebSocket"
LONGEST_HEAD = 16 * 1024
TORN = b'{"type":"ping","data":"\xc3\xa9t\xc3\xa9"}'
"""A ping whose data has letters of two bytes, which fragments may part."""
LOADERS, LOADS, PINGS = 8, 10, 20
"""Browsers that load the page, how often each does, and the pings of the player meanwhile."""
FOREIGN_ORIGINS = ("http://attacker.example", "null", "")
FOREIGN_HOSTS = ("attacker.example", "127.0.0.1.attacker.example", "user@127.0.0.1", "")
OWN_HOSTS = ("127.0.0.1", "192.168.1.20:24567", "[::1]:24567", "localhost")
GARBAGE = (b"garbage", b"[1]", b'{"type":"ping"} {"type":"ping"}', b'{"type":"ping","id":1.0}')


def closes(id: str, says: str, code: int, error: str, *frames: bytes) -> Check:  # noqa: A002
    """Return a check that each of these frames gets that error, and then a close with that code."""

    async def run(bench: BrowserChecks) -> None:
        for sent in frames:
            wire = await bench.browser()
            await wire.raw(sent)
            await bench.closed(wire, code, error)

    return check(id, WEB, says)(run)


class BrowserChecks(ServerBench):
    """Checks of HTTP and of the WebSocket."""

    # --- what a browser does -------------------------------------------------------------------------

    @property
    def _host(self) -> str:
        """A name that every server has."""
        return f"localhost:{self.target.port}"

    @property
    def _page(self) -> Mapping[str, str]:
        """Headers of the server's own page."""
        return {"Host": self._host, "Origin": f"{'https' if self.target.tls else 'http'}://{self._host}"}

    async def connect(self, name: str = "C", tongue: Tongue | None = None, *, tls: bool | None = None) -> CheckClient:
        """Open a connection; for a browser, a WebSocket."""
        wire = await super().connect(name, tongue, tls=tls)
        if isinstance(tongue, BrowserTongue):
            await self._offered()
            answer = await self._answer(wire, tongue.upgrade(self._page))
            expect_is(answer.status, SWITCHING, "the status for a WebSocket of the server's own page")
            expect(tongue.accepted, "`Sec-WebSocket-Accept` does not answer the key of the request")
        return wire

    async def browser(self, name: str = "B") -> CheckClient:
        """Return a browser that is signed in."""
        return await self.client(name, BrowserTongue())

    async def _offered(self) -> None:
        """Raise NotOffered if the server answers 400 to a request for its page."""
        answer, _ = await self._asked_for(request({"Host": self._host}))
        if answer.status == 400:
            raise NotOffered("the server answers 400 to a request for its page")

    async def _asked_for(self, *sent: bytes) -> tuple[HttpAnswer, bytes]:
        """Send the pieces of a request on a connection of its own; return the answer and its body."""
        tongue = BrowserTongue()
        wire = await super().connect("H", tongue)
        answer = await self._answer(wire, *sent)
        await wire.end()
        return answer, tongue.body

    async def _answer(self, wire: CheckClient, *sent: bytes) -> HttpAnswer:
        tongue = browser_of(wire)
        await wire.raw(*sent)
        await self.pulse.until(lambda: tongue.answer is not None or wire.ended, "an HTTP answer", TIME_LIMIT, wire.name)
        if tongue.answer is None:
            await wire.end()
        expect(tongue.answer is not None, f"the connection ended without an HTTP answer: {as_json(tongue.kept, 60)}")
        assert tongue.answer is not None
        return tongue.answer

    async def _has_status(self, due: int, what: str, *sent: bytes) -> bytes:
        """Fail unless that request gets the status; return the body of the answer."""
        answer, body = await self._asked_for(*sent)
        expect_is(answer.status, due, f"the status for {what}")
        return body

    async def closed(self, wire: CheckClient, code: int, error: str = "") -> None:
        """Fail unless the last message is that fatal error, if any, and then the WebSocket is closed with the code."""
        if error:
            await wire.sent_away(error)
        else:
            await wire.end()
        expect_is(browser_of(wire).closed, code, "the code of the close")

    # --- HTTP ----------------------------------------------------------------------------------------

    @check("web.page", WEB)
    async def page(self) -> None:
        """A GET of `/` gets a page of HTML, and the connection ends; HEAD gets the same without a body."""
        await self._offered()
        answer, body = await self._asked_for(request({"Host": self._host}))
        expect_is(answer.status, 200, "the status for the page")
        kind = answer.headers.get("content-type", "")
        expect(kind.startswith("text/html"), f"`Content-Type` of the page has to be text/html, not {as_json(kind)}")
        expect(body, "the page is empty")
        expect(not await self._has_status(200, "HEAD", request({"Host": self._host}, method="HEAD")), "HEAD has a body")

    @check("web.torn_head", WEB)
    async def torn_head(self) -> None:
        """The head of a request may arrive in pieces, even after every byte."""
        await self._offered()
        await self._has_status(200, "a torn head", *(bytes([byte]) for byte in request({"Host": self._host})))

    @check("web.long_head", WEB)
    async def long_head(self) -> None:
        """A head of more than 16 KiB gets 400 before it ends, and so does a request that is none."""
        await self._offered()
        head = request({"Host": self._host}).removesuffix(b"\r\n")
        line = b"X-Long: " + b"x" * 1000 + b"\r\n"
        await self._has_status(400, "an endless head", head + line * (LONGEST_HEAD // len(line) + 1))
        await self._has_status(400, "what is no request", b"GET\r\n\r\n")

    @check("web.others", WEB)
    async def others(self) -> None:
        """Another path gets 404, another method 405."""
        await self._offered()
        headers = {"Host": self._host}
        await self._has_status(404, "a path where nothing is", request(headers, "/there/is/nothing"))
        await self._has_status(
            404, "a WebSocket elsewhere", BrowserTongue().upgrade(self._page).replace(b"/", b"/x", 1)
        )
        await self._has_status(405, "DELETE", request(headers, method="DELETE"))

    @check("web.host", WEB)
    async def host(self) -> None:
        """An IP address and `localhost` are the server's; any other `Host` that is no name of its own gets 421, and so
        does none."""
        await self._offered()
        for name in OWN_HOSTS:
            await self._has_status(200, f"Host {name}", request({"Host": name}))
        for name in FOREIGN_HOSTS:
            await self._has_status(421, f"Host {name or 'missing'}", request({"Host": name} if name else {}))

    @check("web.origin", WEB)
    async def origin(self) -> None:
        """A WebSocket for a page of another site, for `null` or for no `Origin` gets 403."""
        await self._offered()
        for origin in FOREIGN_ORIGINS:
            headers = {"Host": self._host, **({"Origin": origin} if origin else {})}
            await self._has_status(403, f"Origin {origin or 'missing'}", BrowserTongue().upgrade(headers))

    # --- the WebSocket -------------------------------------------------------------------------------

    @check("web.sign_in", WEB)
    async def web_sign_in(self) -> None:
        """The server's own page opens a WebSocket at `/`, and each text message is one JSON map, in both directions."""
        wire = await self.browser()
        await wire.answers("é")

    @check("web.deal", WEB)
    async def web_deal(self) -> None:
        """A whole deal can be played in browsers; each seat gets the same messages as it would in frames."""
        table = await self.played(tongues={"N": BrowserTongue(), "S": BrowserTongue()})
        public = [[event for event in table.events(seat) if event["type"] != "hand_dealt"] for seat in SEATS]
        scored = [events[: 1 + [e["type"] for e in events].index("deal_scored")] for events in public]
        at = max(events[0]["n"] for events in scored)
        same = [[event for event in events if event["n"] >= at] for events in scored]
        expect(same[0] == same[1] == same[2] == same[3], "an event differs between browsers and frames")

    @check("web.torn", WEB)
    async def torn(self) -> None:
        """A frame may arrive in pieces, split anywhere, and several frames in one write."""
        for part, name in enumerate(("B", "D")):  # each connection has its own allowance of 40 messages
            wire = await self.browser(name)
            ping = wire.tongue.spoken({"type": "ping", "data": "torné"})
            for at in range(1 + part, len(ping), 2):
                await wire.raw(ping[:at], ping[at:])
                await wire.until("pong", data="torné")
        wire = await self.browser("E")
        await wire.send_together(*({"type": "ping", "id": number} for number in range(5)))
        for number in range(5):
            await wire.until("pong", re=number)

    @check("web.fragments", WEB)
    async def fragments(self) -> None:
        """The server joins the fragments of a message, even where they part a letter."""
        wire = await self.browser()
        for at in range(1, len(TORN)):
            first, last = frame(Opcode.TEXT, TORN[:at], fin=False), frame(Opcode.CONTINUATION, TORN[at:])
            await wire.raw(first, frame(Opcode.CONTINUATION, b"", fin=False), last)
            await wire.until("pong", data="été")

    @check("web.pings", WEB)
    async def pings(self) -> None:
        """A ping of the WebSocket gets a pong with the same data, even between two fragments."""
        wire = await self.browser()
        tongue = browser_of(wire)
        await wire.raw(frame(Opcode.PING, b"one"), frame(Opcode.TEXT, TORN[:24], fin=False), frame(Opcode.PING, b"two"))
        await self.pulse.until(lambda: len(tongue.pongs) == 2 or wire.ended, "two pongs of the WebSocket")
        expect(tongue.pongs == [b"one", b"two"], f"the pongs are {as_json(tongue.pongs)}")
        await wire.raw(frame(Opcode.CONTINUATION, TORN[24:]))
        await wire.until("pong", data="été")

    @check("web.errors", WEB)
    async def web_errors(self) -> None:
        """A faulty message in a browser gets the same error as in a frame, with its path, and the connection stays
        open."""
        wire = await self.browser()
        await wire.refused("UNKNOWN_TYPE", "levitate", has={"path": "$.type"}, id=1)
        await wire.refused("BAD_MESSAGE", "ping", has={"path": "$.color"}, color="red")
        await wire.answers()

    @check("web.too_big", WEB)
    async def web_too_big(self) -> None:
        """Messages have the same size limits as frames; a longer one gets FRAME_TOO_BIG and a close with 1009."""
        limits = (await self.welcome())["limits"]
        early, late = await self.connect("early", BrowserTongue()), await self.browser("late")
        for wire, limit in ((early, limits["frame_before_sign_in"]), (late, limits["frame"])):
            await wire.raw(_ping_of(limit))
            await wire.refused("BAD_MESSAGE")
            await wire.raw(_ping_of(limit + 1))
            await self.closed(wire, 1009, "FRAME_TOO_BIG")

    wrong_frames = (
        closes(
            "web.binary",
            "A binary message gets BAD_FRAME, and a close with 1003.",
            1003,
            "BAD_FRAME",
            frame(Opcode.BINARY, b"{}"),
        ),
        closes(
            "web.bad_utf8",
            "Text that is not UTF-8 gets BAD_FRAME, and a close with 1007.",
            1007,
            "BAD_FRAME",
            frame(Opcode.TEXT, b'{"type":"\xff"}'),
        ),
        closes(
            "web.garbage",
            "Text that is not JSON, not an object, or has a float gets BAD_FRAME, and a close with 1008.",
            1008,
            "BAD_FRAME",
            *(frame(Opcode.TEXT, body) for body in GARBAGE),
        ),
        closes(
            "web.unmasked",
            "A frame without a mask, or with an unknown opcode, gets BAD_FRAME, and a close with 1002.",
            1002,
            "BAD_FRAME",
            frame(Opcode.TEXT, b"{}", masked=False),
            b"\x83\x80\0\0\0\0",
        ),
    )

    @check("web.bye", WEB)
    async def web_bye(self) -> None:
        """A bye gets a bye and then a close with 1000, and nothing after it."""
        wire = await self.browser()
        await wire.send_together({"type": "bye"}, {"type": "ping", "data": "after bye"})
        await wire.until("bye")
        await self.closed(wire, 1000)
        expect(not wire.has_seen("pong"), "the server answered something after bye")

    @check("web.client_closes", WEB)
    async def client_closes(self) -> None:
        """A close by the browser is answered with its code, and the connection ends."""
        wire = await self.browser()
        await wire.raw(frame(Opcode.CLOSE, (1001).to_bytes(2, "big")))
        await self.closed(wire, 1001)

    @check("web.in_time", WEB)
    async def in_time(self) -> None:
        """A head that is not whole after the time to sign in gets 408; a WebSocket on which nobody signs in gets
        AUTH_TIMEOUT, and a close with 1008."""
        tongue = BrowserTongue()
        silent = await self.connect("silent", tongue)
        slow = await super().connect("slow", BrowserTongue())
        await slow.raw(request({"Host": self._host})[:-2])
        await self.pulse.until(lambda: silent.ended and slow.ended, "the end of both connections", SIGN_IN_S + 4)
        await self.closed(silent, 1008, "AUTH_TIMEOUT")
        late = browser_of(slow).answer
        expect_is(late and late.status, 408, "the status for a head that is never whole")

    @check("web.page_loads", WEB, alone=True)
    async def page_loads(self) -> None:
        """Many page loads at once leave a player playing."""
        await self._offered()
        player = await self.client("player")

        async def load() -> None:
            for _ in range(LOADS):
                await self._has_status(200, "the page", request({"Host": self._host}))

        async with trio.open_nursery() as nursery:
            for _ in range(LOADERS):
                nursery.start_soon(load)
            for number in range(PINGS):
                await player.answers(str(number))


def browser_of(wire: CheckClient) -> BrowserTongue:
    """Return the tongue of a browser's connection."""
    assert isinstance(wire.tongue, BrowserTongue)
    return wire.tongue


def _ping_of(size: int) -> bytes:
    """Return a ping of that size, with data beyond its bound."""
    head, tail = b'{"type":"ping","data":"', b'"}'
    return frame(Opcode.TEXT, head + b"x" * (size - len(head) - len(tail)) + tail)
