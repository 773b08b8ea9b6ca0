"""Checks of what is legal: what a request names is what the rules allow, and nothing else is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map
from coinche.engine.actions import parse_action

from .events import PACK
from .four_seats import Table, bid_once
from .harness import ServerBench
from .reference_match import Referee, plain

CHECKS = Checks(Side.SERVER)
ACTIONS = "Actions"

AT_ONCE = 12
"""Acts that are sent before their answers are read."""
BID_PROBES = 30
"""Bids that are tried in each turn of the auction."""
CARD_PROBES = 8
"""Cards of others that are tried in each turn, besides all of one's own."""

Judge = Callable[[Map, Referee], None]
OTHERWISE = {
    "denominations": "SHDCNA",
    "undertrump": "obliged",
    "overtrump_partner": False,
    "declaration_choice": "best_only",
    "belote_declared": "automatic",
    "rebelote_tolerance": False,
    "denomination_order": "ranked",
}
"""Options of a table that plays by other rules."""


async def _refereed(bench: ServerBench, judge: Judge, *, seed: int = 1, **fields: Any) -> tuple[Table, Referee]:
    """A deal at which whoever is asked chooses at random, each request judged."""
    table = await bench.four(**fields)
    referee, chance = Referee(table), Random(seed)
    first = await table.request()
    await table.all_are_dealt()
    referee.begin()
    state = first

    def chosen(request: Map) -> str:
        judge(request, referee)
        action = _bid(request, chance) if request["kind"] == "bid" else chance.choice(list(spelled_out(request)))
        referee.take(request["seat"], action)
        return action

    await table.accepted(state, chosen(state))
    await table.play(chosen)
    await table.all_have("deal_scored")
    return table, referee


def _bid(request: Map, chance: Random) -> str:
    """The lowest bid in any denomination if nobody has bid yet; else mostly a pass."""
    lowest = [f"{number}{denomination}" for denomination, number in request["bids"].items()]
    wants = request["view"]["contract"] is None or chance.random() < 0.2
    return chance.choice(lowest) if lowest and wants else "pass"


def spelled_out(request: Map) -> Iterator[str]:
    """Every legal answer, of declarations one at a time."""
    yield from request["legal"]
    for denomination, lowest in request["bids"].items():
        for number in range(lowest, request["max"] + 1, request["step"]):
            yield f"{number}{denomination}"
    for card in request["legal"]:
        for word in request["offers"].get(card, ()):
            yield f"{card}+{word}"
        for declaration in request["declarations"]:
            yield f"{card}+{declaration}"


@CHECKS.check("requests.legal", section=ACTIONS)
async def exact(bench: ServerBench) -> None:
    """`legal`, `bids`, `offers` and `declarations` are what the rules allow, in every turn of a deal."""

    def judge(request: Map, referee: Referee) -> None:
        due = referee.legal(request["seat"])
        expect(sorted(request["legal"]) == sorted(map(str, due.actions)), f"legal: {_differ(request['legal'], due)}")
        expect(request["bids"] == plain(due.bids), f"bids are {as_json(plain(due.bids))}, not {request['bids']}")
        expect(
            request["offers"] == plain(due.offers), f"offers are {as_json(plain(due.offers))}, not {request['offers']}"
        )
        declarations = [str(declaration) for declaration in due.declarations]
        expect(sorted(request["declarations"]) == sorted(declarations), f"declarations are {as_json(declarations)}")
        if due.bids:
            bounds = (request["step"], request["max"])
            expect(
                bounds == (due.step, due.maximum),
                f"step and max are {due.step} and {as_json(due.maximum)}, not {as_json(bounds)}",
            )

    await _refereed(bench, judge, seed=1)
    await _refereed(bench, judge, seed=2, options=OTHERWISE)


def _differ(found: list[str], due: object) -> str:
    return f"{due} was due, not {found}"


@CHECKS.check("requests.default", section=ACTIONS)
async def default(bench: ServerBench) -> None:
    """`default` is legal, and the one that the document says: pass, or the card that is worth least."""

    def judge(request: Map, referee: Referee) -> None:
        due = referee.legal(request["seat"]).default
        legal = set(request["legal"])
        expect(
            request["default"].split("+")[0] in legal, f"the default {request['default']} is not in {as_json(legal)}"
        )
        expect(parse_action(request["default"]) == due, f"the default is {due}, not {as_json(request['default'])}")

    await _refereed(bench, judge, seed=3)


@CHECKS.check("requests.view", section="view")
async def view(bench: ServerBench) -> None:
    """`view` is all that the seat knows and no more: what the events it was sent come to."""

    def judge(request: Map, referee: Referee) -> None:
        due = referee.view(request["seat"])
        for field, value in due.items():
            found = request["view"].get(field, "nothing")
            expect(found == value, f"view.{field} of {request['seat']} is {as_json(value)}, not {as_json(found)}")

    await _refereed(bench, judge, seed=4)


@CHECKS.check("events.by_the_rules", section="Events of a table")
async def by_the_rules(bench: ServerBench) -> None:
    """The events of a deal, its score line by line, are what the rules make of the cards and the actions."""
    for options in ({}, OTHERWISE):
        _, referee = await _refereed(bench, lambda request, referee: None, seed=10, options=options)
        referee.compare_events("N")
        referee.compare_events("E")


@CHECKS.check("requests.legal_accepted", section=ACTIONS)
async def probed(bench: ServerBench) -> None:
    """In every turn of a deal the cards that `legal` does not name, held or not, are refused; what it has is taken."""
    table, chance = await bench.four(), Random(5)
    while True:
        request = await table.request()
        held = [card for card in request["view"]["hand"] if card not in request["legal"]]
        others = [card for card in PACK if card not in request["view"]["hand"]]
        await _all_refused(table, request, [*held, *chance.sample(others, CARD_PROBES)])
        action = bid_once(request) if request["kind"] == "bid" else chance.choice(list(spelled_out(request)))
        await table.accepted(request, action)
        if request["kind"] == "play" and len(request["view"]["hand"]) == 1 and len(_on_table(request)) == 3:
            return


def _on_table(request: Map) -> list[str]:
    trick = request["view"]["trick"]
    return trick["cards"] if trick else []


async def _all_refused(table: Table, request: Map, actions: list[str]) -> None:
    """Each of these has to be refused by a rule, and the request to stay live."""
    pending = iter(actions)
    while some := list(islice(pending, AT_ONCE)):
        numbers = [await table.send_act(request, action) for action in some]
        for action, number in zip(some, numbers, strict=True):
            answer = await table.wires[request["seat"]].answer(number)
            expect(answer.get("code") == "ILLEGAL_ACTION", f"{action} is not legal, and got {answer}")
            expect(answer.get("request") == request["request"], f"the refusal of {action} carries no request")


@CHECKS.check("requests.bids_accepted", section=ACTIONS)
async def bids_probed(bench: ServerBench) -> None:
    """In the auction every number that `bids`, `step` and `max` do not give is refused, and what they give is taken."""
    table, chance = await bench.four(options={"denominations": "SHDCNA"}), Random(6)
    for _ in range(8):
        request = await table.request()
        if request["kind"] != "bid":
            return
        right = set(spelled_out(request))
        tried = [f"{number}{suit}" for number in range(80, 1000, 5) for suit in "SHDCNA"]
        tried = [bid for bid in tried if bid not in right]
        others = ["capotS", "generaleH", "coinche", "surcoinche", "cut:12"]
        sample = [*chance.sample(tried, BID_PROBES), *(action for action in others if action not in right)]
        await _all_refused(table, request, sample)
        lowest = [f"{number}{suit}" for suit, number in request["bids"].items()]
        await table.accepted(request, chance.choice(lowest or ["pass"]))
