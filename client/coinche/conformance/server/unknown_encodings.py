"""Checks of what is told to somebody who opens in a tongue that is none: HTTP, plain text, anything."""

from __future__ import annotations

from collections.abc import Callable

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.encodings import Bytes
from coinche.conformance.json_text import as_json

from .harness import ServerBench

CHECKS = Checks(Side.SERVER)
SECTION = "JSON lines"


def foreign(id: str, opening: bytes, says: str, holds: Callable[[bytes], bool]) -> None:  # noqa: A002
    """Write down a check of what somebody is told who begins in another tongue."""

    async def run(bench: ServerBench) -> None:
        tongue = Bytes()
        wire = await bench.connect(tongue=tongue)
        await wire.raw(opening)
        await wire.end()
        expect(holds(tongue.all), f"that was answered with {as_json(tongue.all, 200)}")

    run.__doc__ = says
    CHECKS.check(id, section=SECTION)(run)


def _is_text(answer: bytes) -> bool:
    return b"coinche" in answer and answer.endswith(b"\n") and not answer.startswith(b"\0")


def _is_bad_frame(answer: bytes) -> bool:
    return b"BAD_FRAME" in answer and answer.startswith(b"\0")


foreign(
    "openings.http",
    b"GET / HTTP/1.1\r\nHost: here\r\n\r\n",
    "A request of HTTP is answered with a status 400 and a sentence that a person can read; the connection ends.",
    lambda answer: answer.startswith(b"HTTP/1.") and b" 400 " in answer and b"coinche" in answer,
)
foreign(
    "openings.text",
    b"hello?\r\n",
    "An opening in plain text is answered with one line that a person can read; the connection ends.",
    _is_text,
)
foreign(
    "openings.no_frame",
    b"\x82\xa4type",
    "A first byte that opens nothing, such as msgpack without a length, gets BAD_FRAME, and the connection ends.",
    _is_bad_frame,
)
