"""What has to come of what was said: a refusal, the end of the connection, or that it is alive."""

from __future__ import annotations

import trio

from coinche.conformance.checks import expect, fail
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.conformance.wire import Wire

A_MOMENT = 0.25
"""Seconds until more may be said."""


async def refused(wire: Wire, code: str, *, path: str | None = None) -> Map:
    """The next error has to have that code, and to keep the connection open; `path` is the field that it names."""
    error = await wire.until("error", "joined", "welcome", "ready")
    expect(error["type"] == "error", f"{code} was due, not {error}")
    expect(error["code"] == code, f"{code} was due, not {error['code']}: {as_json(error['message'])}")
    expect(
        error["class"] == "reject",
        f"{code} keeps the connection open: its class is reject, not {error['class']}",
    )
    if path is not None:
        found = error["data"].get("path")
        expect(found == path, f"{code} has to name the path {as_json(path)}, not {as_json(found)}")
    return error


async def sent_away(wire: Wire, code: str = "BAD_FRAME") -> Map:
    """The fatal error with that code has to come as the last message, and the connection has to end."""
    messages = await wire.end(not_before="ready")
    errors = [message for message in messages if message["type"] == "error"]
    if not errors:
        fail(f"the connection ended without an error; {code} was due")
    last = errors[-1]
    expect(last is messages[-1], f"after the fatal error there came {as_json(messages[-1])}")
    expect(last["code"] == code, f"{code} was due, not {last['code']}: {as_json(last['message'])}")
    expect(last["class"] == "fatal", f"{code} closes the connection: its class is fatal, not {last['class']}")
    return last


async def answers(wire: Wire, data: str = "still there") -> None:
    """The connection has to be alive: a ping gets its pong, in a moment where more was said than one may."""
    while True:
        await wire.send(type="ping", data=data)
        answer = await wire.until("pong", "error")
        if answer["type"] == "pong":
            expect(
                answer["data"] == data,
                f"the pong has the data of its ping, {as_json(data)}, not {answer['data']}",
            )
            return
        expect(answer["code"] == "RATE", f"a pong was due, not {answer}")
        await trio.sleep(A_MOMENT)
