"""Checks of acts that come to nothing: whatever is wrong with one is told at once and exactly."""

from __future__ import annotations

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .four_seats import SEATS, Table, bid_once
from .harness import ServerBench
from .outcome import refused

CHECKS = Checks(Side.SERVER)
ERRORS, ACTIONS = "Errors", "Actions"

NO_ACTIONS = ("", "80", "H", "1000S", "80X", "8h", "KH+", "KH+belote+rebelote", "7S+tierce:7S", "cut:30", "pass ")
"""What is no action in any notation."""


def _refusal(answer: Map, code: str, request: Map) -> Map:
    """The answer has to be that refusal of an act, with its request; its data."""
    expect(answer.get("code") == code, f"{code} was due, not {answer}")
    expect(answer["class"] == "reject", f"{code} keeps the connection open")
    number = request["request"]
    expect(answer.get("request") == number, f"it carries request {number}, not {as_json(answer.get('request'))}")
    data: Map = answer["data"]
    return data


@CHECKS.check("acts.stale", section=ERRORS)
async def stale(bench: ServerBench) -> None:
    """Another action for a request that is answered gets STALE_REQUEST, `current` 0 where nothing is asked of one."""
    table = await bench.four()
    request = await table.request()
    await table.accepted(request, "pass")
    data = _refusal(await table.act(request, "80S"), "STALE_REQUEST", request)
    expect(data.get("current") == 0, f"nothing is asked of that seat now: current is 0, not {as_json(data)}")


@CHECKS.check("acts.unknown_request", section=ERRORS)
async def unknown_request(bench: ServerBench) -> None:
    """A number that no live request has gets STALE_REQUEST with the number of one's own in `current`."""
    table = await bench.four()
    request = await table.request()
    wrong = {**request, "request": 2**31}
    data = _refusal(await table.act(wrong, "pass"), "STALE_REQUEST", wrong)
    expect(data.get("current") == request["request"], f"current is {request['request']}, not {as_json(data)}")
    await table.accepted(request, "pass")


@CHECKS.check("acts.not_your_turn", section=ERRORS)
async def not_your_turn(bench: ServerBench) -> None:
    """Who answers another seat's request gets NOT_YOUR_TURN, and the request stays live."""
    table = await bench.four()
    request = await table.request()
    for seat in SEATS:
        if seat != request["seat"]:
            _refusal(await table.act({**request, "seat": seat}, "pass"), "NOT_YOUR_TURN", request)
    await table.accepted(request, "pass")


@CHECKS.check("acts.not_seated", section=ERRORS)
async def not_seated(bench: ServerBench) -> None:
    """Who watches has no seat to act for: FORBIDDEN."""
    table = await bench.four()
    request = await table.request()
    watcher = await bench.client("watcher")
    await watcher.send(type="watch", table=table.id)
    await watcher.until("joined")
    await watcher.send(type="act", table=table.id, request=request["request"], action="pass")
    await refused(watcher, "FORBIDDEN")
    await table.accepted(request, "pass")


@CHECKS.check("acts.before_match", section=ERRORS)
async def before_match(bench: ServerBench) -> None:
    """Before the match nothing is asked: STALE_REQUEST with `current` 0."""
    wire = await bench.client()
    table = (await bench.opened(wire))["table"]
    await wire.send(type="act", table=table, request=1, action="pass")
    error = await refused(wire, "STALE_REQUEST")
    expect(error["data"].get("current") == 0, f"current is 0, not {error['data']}")


@CHECKS.check("acts.illegal", section=ERRORS)
async def illegal(bench: ServerBench) -> None:
    """What breaks a rule gets ILLEGAL_ACTION with `reason` and `legal`; the same request stays live."""
    table = await bench.four()
    request = await table.request()
    for action, reason in (("7S", "wrong_phase"), ("coinche", "no_bid_to_coinche"), ("surcoinche", "not_coinched")):
        data = _refusal(await table.act(request, action), "ILLEGAL_ACTION", request)
        expect(data.get("reason") == reason, f"the reason is {reason}, not {as_json(data.get('reason'))}")
        expect(data.get("legal") == request["legal"], f"legal is that of the request, not {as_json(data.get('legal'))}")
    await table.accepted(request, "pass")


async def _in_play(bench: ServerBench) -> tuple[Table, Map]:
    """A table where the first card is to be played, and its request."""
    table = await bench.four()
    while (request := await table.request())["kind"] != "play":
        await table.accepted(request, bid_once(request))
    return table, request


@CHECKS.check("acts.illegal_card", section=ERRORS)
async def illegal_card(bench: ServerBench) -> None:
    """A card that is not held is refused as `card_not_held`, one that does not follow suit as `must_follow_suit`."""
    table, request = await _in_play(bench)
    hand = request["view"]["hand"]
    other = next(card for card in ("7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "7H") if card not in hand)
    data = _refusal(await table.act(request, other), "ILLEGAL_ACTION", request)
    expect(data.get("reason") == "card_not_held", f"the reason is card_not_held, not {as_json(data.get('reason'))}")
    while True:
        await table.accepted(request, request["legal"][0])
        request = await table.request()
        trick, hand = request["view"]["trick"]["cards"], request["view"]["hand"]
        wrong = [card for card in hand if trick and card[-1] != trick[0][-1]]
        if wrong and any(card[-1] == trick[0][-1] for card in hand):
            break
    data = _refusal(await table.act(request, wrong[0]), "ILLEGAL_ACTION", request)
    expect(
        data.get("reason") == "must_follow_suit", f"the reason is must_follow_suit, not {as_json(data.get('reason'))}"
    )
    expect(data.get("legal") == request["legal"], "legal is that of the request")


@CHECKS.check("acts.no_action", section=ACTIONS)
async def no_action(bench: ServerBench) -> None:
    """What is no action at all gets BAD_MESSAGE with the path `$.action`; it is not malformed, and one plays on."""
    table = await bench.four()
    request = await table.request()
    for action in NO_ACTIONS:
        data = _refusal(await table.act(request, action), "BAD_MESSAGE", request)
        expect(data.get("path") == "$.action", f"the path is $.action, not {as_json(data)}")
    await table.accepted(request, "pass")


@CHECKS.check("acts.table_over", section=ERRORS)
async def table_over(bench: ServerBench) -> None:
    """A table that is over is no table any more: NO_SUCH_TABLE, with the request of the act."""
    table = await bench.four(target=1)
    await table.play(bid_once, until="match_ended")
    wire = table.wires["N"]
    await wire.until("left")
    await wire.send(type="act", table=table.id, request=1, action="pass")
    error = await refused(wire, "NO_SUCH_TABLE")
    expect(error.get("request") == 1, f"an error for an act carries its request: {error}")


@CHECKS.check("acts.words", section=ACTIONS)
async def words(bench: ServerBench) -> None:
    """What is said with a card in any order is taken where it is offered, and told; else it is refused by a rule."""
    table, request = await _in_play(bench)
    card = request["legal"][0]
    if card not in request["offers"]:
        data = _refusal(await table.act(request, f"{card}+belote"), "ILLEGAL_ACTION", request)
        reasons = ("belote_not_held", "belote_by_itself")
        expect(data.get("reason") in reasons, f"the reason is {reasons[0]}, not {as_json(data.get('reason'))}")
    missing = next(rank for rank in "JQKA" if not {f"{rank}{suit}" for suit in "SHDC"} <= set(request["view"]["hand"]))
    carre = "carre:" + "".join(f"{rank}{suit}" for rank in missing for suit in "SHDC")
    data = _refusal(await table.act(request, f"{card}+{carre}"), "ILLEGAL_ACTION", request)
    due = ("declaration_not_held", "declaration_not_best", "no_declarations")
    expect(data.get("reason") in due, f"the reason is {due[0]}, not {as_json(data.get('reason'))}")
