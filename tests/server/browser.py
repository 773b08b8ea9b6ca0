"""A browser for tests, as far as a server sees one: HTTP requests, and a WebSocket of JSON messages.

The client's half of the `websockets` library writes and reads the frames; nothing of our own code takes part.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import trio
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from tests.server.conftest import PATIENCE, RunningServer

Map = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """An HTTP answer: its status, headers with names in lower case, and body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    def parse(cls, said: bytes) -> Answer:
        head, _, body = said.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        fields = (line.split(": ", 1) for line in lines)
        return cls(int(first.split()[1]), {name.lower(): value for name, value in fields}, body)


async def read_to_the_end(stream: trio.abc.ReceiveStream) -> bytes:
    read = b""
    with trio.fail_after(PATIENCE):
        while data := await stream.receive_some(65536):
            read += data
    return read


async def request(running: RunningServer, path: str = "/", method: str = "GET", **headers: str) -> Answer:
    """Ask for a path; `Host` is the server's own unless it is given, other headers have _ for -."""
    fields = {"Host": f"127.0.0.1:{running.port}", **{name.replace("_", "-"): text for name, text in headers.items()}}
    head = "".join(f"{name}: {text}\r\n" for name, text in fields.items() if text)
    stream = (await running.connect()).stream
    await stream.send_all(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
    return Answer.parse(await read_to_the_end(stream))


class Browser:
    """A page with an open WebSocket."""

    def __init__(self, stream: trio.abc.Stream, host: str) -> None:
        self.stream = stream
        self.socket = ClientProtocol(parse_uri(f"ws://{host}/"), max_size=2**20)
        self.seen: list[Map] = []
        self.received = b""
        """All bytes that came."""
        self._messages: list[Frame] = []

    @classmethod
    async def connect(cls, running: RunningServer, origin: str | None = None, stream: Any = None) -> Browser:
        host = f"127.0.0.1:{running.port}"
        page = cls(stream or (await running.connect()).stream, host)
        request = page.socket.connect()
        request.headers["Origin"] = origin or f"http://{host}"
        page.socket.send_request(request)
        await page.flush()
        response = await page._event(Response)
        assert response.status_code == 101, response.body
        return page

    async def flush(self) -> None:
        for data in self.socket.data_to_send():
            if data:
                await self.stream.send_all(data)

    async def _event(self, kind: type) -> Any:
        with trio.fail_after(PATIENCE):
            while True:
                for number, event in enumerate(self._messages):
                    if isinstance(event, kind):
                        return self._messages.pop(number)
                data = bytes(await self.stream.receive_some(65536))
                assert data, f"closed while waiting for {kind}; seen: {self.seen[-3:]}"
                self.received += data
                self.socket.receive_data(data)
                self._messages += self.socket.events_received()  # type: ignore[arg-type]

    async def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message).encode())
        await self.flush()

    async def frame(self) -> Frame:
        frame: Frame = await self._event(Frame)
        return frame

    async def read(self) -> Map:
        frame = await self.frame()
        assert frame.opcode is Opcode.TEXT, frame
        message: Map = json.loads(bytes(frame.data))
        self.seen.append(message)
        return message

    async def until(self, *types: str, **fields: Any) -> Map:
        while True:
            message = await self.read()
            if message["type"] in types and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def sign_in(self, name: str, **hello: Any) -> Map:
        await self.send(type="hello", versions=[1, 1], name=name, program=False, auth="guest", **hello)
        return await self.until("ready")

    async def closed(self) -> int:
        """Wait for the server's close; return its code."""
        while (frame := await self.frame()).opcode is not Opcode.CLOSE:
            pass
        return int.from_bytes(frame.data[:2], "big")
