"""Checks of a table's rules: whole on the wire, changed by options, refused where nobody can play by them."""

from __future__ import annotations

import hashlib
import json

from coinche.conformance.checks import Checks, Side, expect
from coinche.conformance.json_text import as_json
from coinche.conformance.transcript import Map

from .harness import ServerBench
from .outcome import answers, refused

CHECKS = Checks(Side.SERVER)
CREATE, RULES, REQUEST = "create_table", "rules", "request"

GROUPS = {
    "table": ("direction", "shuffle", "reshuffle_after_passes", "deal_batches", "two_stage_deal"),
    "auction": ("denominations", "bid_minimum", "bid_step", "bid_maximum", "capot", "coinche_when", "surcoinche"),
    "play": ("overtrump_partner", "undertrump", "undertrump_partner"),
    "declarations": ("belote", "belote_declared", "declarations", "declaration_tie"),
    "scoring": ("contract_met", "scored", "failed_base", "doubled", "rounding"),
    "match": ("length", "target", "both_reach", "tie"),
}
"""The groups of options, and some that every server of version 1 has in each."""


def rules_hash(rules: Map) -> str:
    """The key that a request has for the rules: of their JSON, keys sorted, no spaces, UTF-8."""
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@CHECKS.check("rules.whole", section=RULES)
async def whole(bench: ServerBench) -> None:
    """The rules travel whole, in their six groups, in `joined`, and the same again in `match_started`."""
    table = await bench.four()
    for group, options in GROUPS.items():
        for option in options:
            expect(option in table.rules[group], f"rules.{group} has no {option}")
    started = await table.wires["W"].until("match_started")
    expect(started["rules"] == table.rules, "match_started has other rules than joined")


@CHECKS.check("rules.hash", section=REQUEST)
async def hashed(bench: ServerBench) -> None:
    """A request has 16 hexadecimal digits of SHA-256 over the JSON of the rules: keys sorted, no spaces, UTF-8."""
    table = await bench.four()
    found, due = (await table.request())["rules"], rules_hash(table.rules)
    expect(found == due, f"the rules of joined come to {as_json(due)}, the request has {as_json(found)}")


@CHECKS.check("rules.options", section=CREATE)
async def options(bench: ServerBench) -> None:
    """Options are changed by name, as the rules or as a house file have them: "none" for null, letters for a list."""
    wire, looker = await bench.client(), await bench.client("looker")
    changed = {"surcoinche": "none", "denominations": "SHDCNA", "two_stage_deal": True, "bid_maximum": None}
    joined = await bench.opened(wire, options=changed, target=700)
    rules = joined["rules"]
    found = (rules["auction"]["surcoinche"], rules["auction"]["denominations"], rules["table"]["two_stage_deal"])
    expect(found == (None, list("SHDCNA"), True), f"surcoinche, denominations and two_stage_deal are {as_json(found)}")
    expect(
        rules["auction"]["bid_maximum"] is None, f"bid_maximum is null, not {as_json(rules['auction']['bid_maximum'])}"
    )
    expect(rules["match"]["target"] == 700, f"target is 700, not {as_json(rules['match']['target'])}")
    while True:
        for info in (await looker.until("lobby"))["tables"]:
            if info["table"] == joined["table"]:
                expect("surcoinche" in info["options"], f"the lobby shows the options that differ, not {info}")
                expect(info["target"] == 700, f"the lobby shows the target 700, not {as_json(info['target'])}")
                return


@CHECKS.check("rules.target_first", section=CREATE)
async def target_first(bench: ServerBench) -> None:
    """`target` goes before a `target` in `options`; without either it is that of the rules."""
    wire = await bench.client()
    joined = await bench.opened(wire, options={"target": 300}, target=400)
    expect(joined["rules"]["match"]["target"] == 400, f"400 was due, not {joined['rules']['match']['target']}")


WRONG_OPTIONS: tuple[Map, ...] = (
    {"levitation": True},
    {"capot": "sometimes"},
    {"bid_step": "ten"},
    {"bid_minimum": -10},
    {"two_stage_deal": 1},
    {"denominations": []},
    {"deal_batches": [1, 1]},
    {"target": 0},
)


@CHECKS.check("rules.invalid", section="Errors")
async def invalid(bench: ServerBench) -> None:
    """An option that is not there or has an impossible value gets INVALID_RULES and a sentence; no table is opened."""
    for options in WRONG_OPTIONS:
        wire = await bench.client()
        await wire.send(type="create_table", name="wrong", options=options)
        message = await wire.until("error", "joined")
        expect(message["type"] == "error", f"{as_json(options)} was accepted")
        expect(
            message["code"] == "INVALID_RULES", f"INVALID_RULES was due for {as_json(options)}, not {message['code']}"
        )
        expect(len(message["message"]) > 10, f"a sentence says what would be right, not {as_json(message['message'])}")
        await answers(wire)


@CHECKS.check("rules.presets", section="Errors")
async def presets(bench: ServerBench) -> None:
    """Every preset of the lobby can be played by; another gets INVALID_RULES with those there are in `presets`."""
    wire = await bench.connect()
    await bench.sign_in(wire)
    there = (await wire.until("lobby"))["presets"]
    for preset in there:
        maker = await bench.client()
        joined = await bench.opened(maker, preset=preset)
        expect(joined["preset"] == preset, f"the table's rules are called {preset}, not {as_json(joined['preset'])}")
        await maker.send(type="leave", table=joined["table"])
        await maker.until("left")
    await wire.send(type="create_table", name="none", preset="levitation")
    error = await refused(wire, "INVALID_RULES")
    expect(error["data"].get("presets") == there, f"presets are {as_json(there)}, not {error['data']}")
