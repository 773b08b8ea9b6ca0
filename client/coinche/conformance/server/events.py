"""Checks of a table's rules, its log and its requests: complete, in order, the same for all except hidden cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.encodings import rules_key
from coinche.conformance.transcript import Map, as_json

from .clients import SEATS, CheckClient, bid_once, expect_dense
from .harness import PEOPLE, ServerBench

CREATE, REQUEST, ERRORS, ACTIONS = "create_table", "request", "Errors", "Actions"
LIFE, EVENTS, HAND = "Life of a connection", "Events of a table", "hand_dealt"
GROUPS = {
    "table": ("direction", "shuffle", "reshuffle_after_passes", "deal_batches", "two_stage_deal"),
    "auction": ("denominations", "bid_minimum", "bid_step", "bid_maximum", "capot", "coinche_when", "surcoinche"),
    "play": ("overtrump_partner", "undertrump", "undertrump_partner"),
    "declarations": ("belote", "belote_declared", "declarations", "declaration_tie"),
    "scoring": ("contract_met", "scored", "failed_base", "doubled", "rounding"),
    "match": ("length", "target", "both_reach", "tie"),
}
"""The groups of options, and some that every server of version 1 has in each."""
_CARD = re.compile(r"(?:[789JQKA]|10)[SHDC]")
PACK = [rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
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
FIELDS = (
    *("request", "table", "seat", "after", "kind", "match", "deal", "rules", "legal", "bids", "step", "max"),
    *("offers", "declarations", "default", "clock", "view"),
)


class RuleChecks(ServerBench):
    """Checks of the rules of a table."""

    @check("rules.whole", "rules")
    async def whole(self) -> None:
        """`joined` contains the complete rules in their six groups; `match_started` contains the same rules again."""
        table = await self.four()
        for group, options in GROUPS.items():
            for option in options:
                expect(option in table.rules[group], f"rules.{group} has no {option}")
        started = await table["W"].until("match_started")
        expect(started["rules"] == table.rules, "match_started has other rules than joined")

    @check("rules.hash", REQUEST)
    async def hashed(self) -> None:
        """A request carries 16 hexadecimal digits of SHA-256 over the rules as JSON: sorted keys, no spaces, UTF-8."""
        table, request = await self.asked()
        expect_is(request["rules"], rules_key(table.rules), "the hash of the rules of joined")

    @check("rules.options", CREATE)
    async def options(self) -> None:
        """Options are set by name, as the rules or a house file write them: "none" for null, letters for a list."""
        wire, looker = await self.client(), await self.client("looker")
        changed = {"surcoinche": "none", "denominations": "SHDCNA", "two_stage_deal": True, "bid_maximum": None}
        joined = await self.opened(wire, options=changed, target=700)
        rules = joined["rules"]
        expect_fields(rules["auction"], surcoinche=None, denominations=list("SHDCNA"))
        expect_is(rules["auction"]["bid_maximum"], None, "bid_maximum")
        expect_is(rules["table"]["two_stage_deal"], True, "two_stage_deal")
        expect_is(rules["match"]["target"], 700, "target")
        info = await looker.shown(joined["table"])
        expect("surcoinche" in info["options"], f"the lobby has to show the changed options, not {info}")
        expect_is(info["target"], 700, "the target in the lobby")

    @check("rules.target_first", CREATE)
    async def target_first(self) -> None:
        """`target` overrides a `target` in `options`; without either, the target is that of the rules."""
        joined = await self.opened(await self.client(), options={"target": 300}, target=400)
        expect_is(joined["rules"]["match"]["target"], 400, "the target")

    @check("rules.invalid", ERRORS)
    async def invalid(self) -> None:
        """An unknown option or an impossible value gets INVALID_RULES and a sentence; no table opens."""
        for options in WRONG_OPTIONS:
            wire = await self.client()
            await wire.say("create_table", name="wrong", options=options)
            message = await wire.until("error", "joined")
            expect(message["type"] == "error", f"{as_json(options)} was accepted")
            expect_is(message["code"], "INVALID_RULES", f"the code for {as_json(options)}")
            sentence = message["message"]
            expect(
                len(sentence) > 10, f"the message has to be a sentence about the right value, not {as_json(sentence)}"
            )
            await wire.answers()

    @check("rules.presets", ERRORS)
    async def presets(self) -> None:
        """Every preset in the lobby can be played; any other gets INVALID_RULES with the existing ones in `presets`."""
        wire = await self.client()
        there = wire.first("lobby")["presets"]
        for preset in there:
            maker = await self.client()
            joined = await self.opened(maker, preset=preset)
            expect_fields(joined, preset=preset)
            await maker.leave(joined["table"])
        await wire.refused("INVALID_RULES", "create_table", name="none", preset="levitation", has={"presets": there})


class EventChecks(ServerBench):
    """Checks of the log of a table, and of the course of a match."""

    @check("events.dense", LIFE)
    async def dense(self) -> None:
        """`n` counts 1, 2, 3 … in order and without gaps for everybody at the table, early or late."""
        table = await self.played()
        for seat in SEATS:
            expect_dense(table.events(seat), f"{seat} has seen the events")

    @check("events.same", LIFE)
    async def same(self) -> None:
        """An event has the same number and the same fields for every viewer, except for hidden cards."""
        table = await self.played()
        for versions in zip(*map(table.events, SEATS), strict=False):
            bare = without_cards(versions)
            expect(all(event == bare[0] for event in bare), f"four viewers have seen {as_json(versions)}")

    @check("events.head", EVENTS)
    async def head(self) -> None:
        """Every event has `table`, `n` and `at`, in milliseconds of Unix time; `at` never goes back."""
        table = await self.played()
        times = [event["at"] for event in table.events("N")]
        expect(all(type(time) is int for time in times), "`at` is not an integer")
        expect(times == sorted(times), "`at` goes back from one event to the next")
        expect(times[0] > 1_600_000_000_000, f"{times[0]} is not a Unix time in ms")

    @check("events.own_hand", HAND)
    async def own_hand(self) -> None:
        """Each seat sees its own eight cards, and null for the other hands; the four hands make up the pack."""
        table, _ = await self.asked()
        await table.all_are_dealt()
        hands: dict[str, list[str]] = {}
        for seat in SEATS:
            for event in table.events(seat, "hand_dealt"):
                hidden = event["seat"] != seat
                expect((event["cards"] is None) == hidden, f"{seat} is told of {event['seat']}'s hand: {event}")
                hands |= {} if hidden else {seat: event["cards"]}
        pack = sorted(card for hand in hands.values() for card in hand)
        expect(pack == sorted(PACK), f"the four hands have to make up the pack, not {as_json(hands)}")

    @check("events.secrecy", HAND)
    async def secrecy(self) -> None:
        """No message names a card that its recipient neither holds nor has seen played or shown."""
        table = await self.four()
        watcher = await self.watcher(table.id, role="spectator")
        await table.play(bid_once)
        await table.all_have("deal_scored")
        for name, wire in (*table.wires.items(), ("watcher", watcher)):
            _is_told_nothing(name, wire)

    @check("events.spectator", HAND)
    async def spectator(self) -> None:
        """A spectator sees no hand and gets no request."""
        table = await self.four()
        watcher = await self.watcher(table.id)
        await table.play(bid_once)
        await watcher.until("deal_scored")
        dealt = watcher.has_seen("hand_dealt")
        expect(len(dealt) >= 4, f"four hands are dealt, but {len(dealt)} were announced")
        expect(all(message["cards"] is None for message in dealt), "a spectator was shown a hand")
        expect(not watcher.has_seen("request"), "a spectator got a request")

    @check("events.late_watcher", LIFE)
    async def late_watcher(self) -> None:
        """A latecomer gets the log from 1, with the same numbers and fields as those who were there."""
        table = await self.played()
        known = table.events("N")
        watcher = await self.watcher(table.id)
        last = known[-1]["n"]
        await self.pulse.until(lambda: len(watcher.events(table.id)) >= last, f"{last} events")
        for theirs, ours in zip(known, watcher.events(table.id), strict=False):
            expect_is({**ours, "cards": 0}, {**theirs, "cards": 0}, "an event for a latecomer")

    @check("requests.after", REQUEST)
    async def request_follows(self) -> None:
        """A request follows the last event that it takes into account; its `after` is that event's number."""
        table = await self.played()
        for seat, wire in table.wires.items():
            last = 0
            for message in wire.seen:
                last = message.get("n", last)
                if message["type"] == "request":
                    expect(message["after"] == last, f"{seat} is asked after {message['after']}, and has seen {last}")

    @check("events.end", "match_ended")
    async def end(self) -> None:
        """A match to 1 ends with match_ended and its winner, table_closed, `left` with match_over, then the lobby."""
        table = await self.four(target=1)
        await table.play(bid_once, until="match_ended")
        for seat, wire in table.wires.items():
            await wire.until("left", table=table.id, reason="match_over")
            await wire.until("lobby")
            expect_is(table.events(seat)[-1]["type"], "table_closed", "the last event")
        ended = table.event("match_ended")
        expect(ended["winner"] in ("NS", "EW"), f"match_ended has to name a winner: {ended}")
        expect(max(ended["totals"].values()) >= 1, f"the winner has to reach the target 1: {ended}")

    @check("events.two_stages", HAND)
    async def two_stages(self) -> None:
        """Each seat gets six cards before the auction and two more once the contract is settled, with
        `two_stage_deal`."""
        table = await self.four(options={"two_stage_deal": True})
        await table.play(bid_once)
        for seat in SEATS:
            told = table.events(seat, "hand_dealt", "contract_settled")[:9]
            mine = [len(event["cards"]) for event in told if event.get("seat") == seat]
            expect(mine == [6, 2], f"{seat} has to get six cards and then two, not {as_json(mine)}")
            kinds = [event["type"] for event in told]
            due = [*["hand_dealt"] * 4, "contract_settled", *["hand_dealt"] * 4]
            expect(kinds == due, f"four hands have to come before the contract and four after it, not {as_json(kinds)}")

    @check("events.thrown_in", "thrown_in")
    async def thrown_in(self) -> None:
        """Four passes without a bid give thrown_in: nobody scores, and the next seat in the direction of play deals."""
        table = await self.four()
        await table.play(lambda request: "pass", until="thrown_in")
        await table.request()
        first, second = table.events("N", "deal_started")[:2]
        way = SEATS if table.rules["table"]["direction"] == "clockwise" else SEATS[::-1]
        expect_fields(second, deal=2, dealer=way[(way.index(first["dealer"]) + 1) % 4])

    @check("events.recap", "recap_started")
    async def recap(self) -> None:
        """A recap follows the deal where people sit, until all have sent `go_on`; each is announced, and the next deal
        begins."""
        table = await self.four(hello=PEOPLE)
        await table.play(bid_once, until="recap_started", patience=20.0)
        for wire in table.wires.values():
            await wire.granted("go_on", table=table.id)
        await table["N"].until("deal_started", deal=2)
        gone = [event["seat"] for event in table.events("N", "went_on")]
        expect(sorted(gone) == ["E", "N", "S", "W"], f"everybody has to go on once, not {as_json(gone)}")


class RequestChecks(ServerBench):
    """Checks of requests apart from their legal actions."""

    @check("requests.fields", REQUEST)
    async def fields(self) -> None:
        """A request of any kind has all its fields; those of the deal agree with the events."""
        numbers: list[int] = []

        def judged(request: Map) -> str:
            for field in FIELDS:
                expect(field in request, f"a request of kind {request['kind']} has no `{field}`")
            expect(
                set(request["clock"]) == {"move_ms", "bank_ms"}, f"a clock has to have two fields: {request['clock']}"
            )
            expect(
                (request["match"], request["deal"]) == (1, 1), f"the request has to be about the first deal: {request}"
            )
            numbers.append(request["request"])
            return bid_once(request)

        await (await self.four()).play(judged)
        expect(
            len(set(numbers)) == len(numbers), f"each request of a table has to have its own number: {as_json(numbers)}"
        )

    @check("requests.default_in_legal", ACTIONS)
    async def default_in_legal(self) -> None:
        """`legal` is never empty; it contains the `default`, or the card of a default that has words."""

        def judged(request: Map) -> str:
            expect(request["legal"], "`legal` is empty")
            bare = request["default"].split("+")[0]
            expect(bare in request["legal"], f"{as_json(bare)} is the default, and not in {request['legal']}")
            return bid_once(request)

        await (await self.four()).play(judged)

    @check("requests.cut", ACTIONS)
    async def cut(self) -> None:
        """The seat before the dealer cuts if the cards are not shuffled, from cut:3 to cut:29; then the hands are
        dealt."""
        table, request = await self.asked(options={"shuffle": "never"})
        expect_fields(request, kind="cut", legal=[f"cut:{number}" for number in range(3, 30)], default="cut:16")
        await table.accepted(request, "cut:7")
        after = await table.request("bid")
        expect_fields(table.event("pack_cut", after["seat"]), seat=request["seat"], top=7)

    @check("requests.one_live", REQUEST)
    async def one_live(self) -> None:
        """Only one seat at a time gets a request if nobody speaks out of turn: the seat on turn."""
        table = await self.four(options={"coinche_when": "in_turn"})
        await table.play(bid_once)
        asked = [message for wire in table.wires.values() for message in wire.has_seen("request")]
        for message in asked:
            expect(message["seat"] == message["view"]["turn"], f"{message['seat']} is asked, but not on turn")
        expect(len({message["after"] for message in asked}) == len(asked), "two seats were asked after the same event")

    @check("requests.without_view", "hello")
    async def without_view(self) -> None:
        """A client with the capability `events` gets requests without `view`."""
        await self.capabilities("events")
        table, request = await self.asked(hello={"want": ["events"]})
        expect("view" not in request, "a request has a view")
        for wire in table.wires.values():
            granted = wire.first("ready")["capabilities"]
            expect("events" in granted, f"ready has to grant `events`: {granted}")


def without_cards(events: Iterable[Map]) -> list[Map]:
    """Return the events without the cards in them, which may be hidden."""
    return [{key: value for key, value in event.items() if key != "cards"} for event in events]


def cards_in(value: object) -> Iterator[str]:
    """Return every card that a message names anywhere except in its rules."""
    match value:
        case str():
            if _CARD.fullmatch(value):
                yield value
            elif ":" in value:
                yield from _CARD.findall(value.partition(":")[2])
        case dict():
            yield from (card for key, inner in value.items() if key != "rules" for card in cards_in((key, inner)))
        case list() | tuple():
            yield from (card for inner in value for card in cards_in(inner))


def _is_told_nothing(viewer: str, wire: CheckClient) -> None:
    """Fail the check if a message names a card that the viewer may not know."""
    known: set[str] = set()
    for message in wire.seen:
        if message["type"] == "deal_started":
            known = set()
        if message["type"] in ("card_played", "declarations_shown"):
            known |= set(cards_in(message))
        if message["type"] == "hand_dealt" and message["seat"] == viewer:
            known |= set(message["cards"])
        hidden = set(cards_in(message)) - known
        expect(not hidden, f"{viewer} is told of {as_json(sorted(hidden))} by {message['type']}")
