"""Checks of strict tables: what an illegal action costs there."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .four_seats import Table
from .harness import ServerBench
from .outcome import refused

CHECKS = Checks(Side.SERVER)
STRICT = "Strict tables"
STRIKES = 3
"""So many are let pass; the next is the last."""


@CHECKS.check("strict.said", section=STRICT)
async def said(bench: ServerBench) -> None:
    """`joined` and the lobby say whether a table is strict."""
    wire, looker = await bench.client(), await bench.client("looker")
    joined = await bench.opened(wire, strict=True)
    expect(joined["strict"] is True, f"the table is strict, and joined has {as_json(joined['strict'])}")
    while True:
        for info in (await looker.until("lobby"))["tables"]:
            if info["table"] == joined["table"]:
                expect(info["strict"] is True, f"the table is strict, and the lobby has {as_json(info['strict'])}")
                return


async def _struck(table: Table, request: Map, action: str, count: int) -> None:
    """The action has to cost a strike, and the default has to be played."""
    answer = await table.act(request, action)
    expect(answer.get("code") == "ILLEGAL_ACTION", f"ILLEGAL_ACTION was due for {as_json(action)}, not {answer}")
    data = answer["data"]
    expect(
        data.get("played") == request["default"], f"{request['default']} was played, not {as_json(data.get('played'))}"
    )
    expect(data.get("strikes") == count, f"it is strike {count}, not {as_json(data.get('strikes'))}")
    for field in ("reason", "legal"):
        expect(field in data, f"ILLEGAL_ACTION has `{field}`: {as_json(data)}")


@CHECKS.check("strict.default_played", section=STRICT)
async def default_played(bench: ServerBench) -> None:
    """For an illegal action the default is played: ILLEGAL_ACTION has `played` and `strikes`, all hear `struck`."""
    table = await bench.four(strict=True)
    request = await table.request()
    await _struck(table, request, "surcoinche", 1)
    for seat in table.wires:
        await table.wires[seat].until("struck", seat=request["seat"], strikes=1)
        await table.wires[seat].until("passed", seat=request["seat"])


@CHECKS.check("strict.no_action", section=STRICT)
async def no_action(bench: ServerBench) -> None:
    """A string that is no action at all costs a strike, too."""
    table = await bench.four(strict=True)
    await _struck(table, await table.request(), "levitate", 1)


@CHECKS.check("strict.once", section=STRICT)
async def once(bench: ServerBench) -> None:
    """An illegal action is the answer: another for its request gets STALE_REQUEST, the default that was played, too."""
    table = await bench.four(strict=True)
    request = await table.request()
    await _struck(table, request, "surcoinche", 1)
    for action in (request["default"], "levitate"):
        answer = await table.act(request, action)
        expect(answer.get("code") == "STALE_REQUEST", f"STALE_REQUEST was due for {as_json(action)}, not {answer}")


@CHECKS.check("strict.forfeit", section=STRICT)
async def forfeit(bench: ServerBench) -> None:
    """The fourth strike of a match forfeits the seat: `forfeited`, defaults to its end, FORBIDDEN, `forfeits`."""
    table = await bench.four(strict=True, target=1)
    seat, count, last = "", 0, {}

    def chosen(request: Map) -> str:
        if request["kind"] == "bid" and request["view"]["contract"] is None and request["bids"]:
            denomination, lowest = next(iter(request["bids"].items()))
            return f"{lowest}{denomination}"
        return str(request["default"])

    while count <= STRIKES:
        request = await table.request()
        seat = seat or request["seat"]
        if request["seat"] == seat and request["kind"] == "play":
            count, last = count + 1, request
            await _struck(table, request, "pass", count)
        else:
            await table.accepted(request, chosen(request))
    await table.all_have("forfeited")
    answer = await table.act(last, "coinche")
    expect(answer.get("code") == "FORBIDDEN", f"who has forfeited acts no more: FORBIDDEN, not {answer}")
    await table.play(chosen, until="table_closed")
    closed = table.first("N", "table_closed") or (await table.wires["N"].until("table_closed"))
    expect(closed["forfeits"] == [seat], f"table_closed names {seat} in `forfeits`, not {as_json(closed['forfeits'])}")


@CHECKS.check("strict.silent", section=STRICT)
async def silent(bench: ServerBench) -> None:
    """Nobody chats and nobody pauses at a strict table, who watches neither: FORBIDDEN."""
    table = await bench.four(strict=True, hello={"program": False})
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    for wire, message in (
        (table.wires["N"], {"type": "chat", "text": "psst"}),
        (watcher, {"type": "chat", "text": "psst"}),
        (table.wires["N"], {"type": "pause"}),
    ):
        await wire.send(table=table.id, **message)
        await refused(wire, "FORBIDDEN")


@CHECKS.check("strict.lenient", section=STRICT)
async def lenient(bench: ServerBench) -> None:
    """At other tables an illegal action costs nothing: the same request stays live however often."""
    table = await bench.four()
    request = await table.request()
    for _ in range(STRIKES + 2):
        answer = await table.act(request, "surcoinche")
        expect("strikes" not in answer["data"], f"there are no strikes at this table: {answer}")
    await table.accepted(request, "pass")


@CHECKS.check("strict.refused_claim", section="claim")
async def refused_claim(bench: ServerBench) -> None:
    """A refused claim is no strike."""
    table = await bench.four(strict=True)
    request = await table.request()
    await table.wires[request["seat"]].send(type="claim", table=table.id, request=request["request"])
    error = await refused(table.wires[request["seat"]], "FORBIDDEN")
    expect("strikes" not in error["data"], f"a claim costs no strike: {error}")
    await _struck(table, request, "surcoinche", 1)
