"""Checks of actions: a request lists the legal ones; each counts once, and any other gets an exact error."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from coinche.conformance.checks import check, expect, expect_is
from coinche.conformance.encodings import plain
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import parse_action

from .clients import SEATS, FourSeats, bid_once, due, taken
from .events import PACK
from .harness import ServerBench
from .reference_match import ReferenceMatch

ACTIONS, ACT, ERRORS = "Actions", "act", "Errors"
AT_ONCE = 12
"""Acts that are sent before their answers are read."""
BID_PROBES = 30
"""Bids that are tried in each turn of the auction."""
CARD_PROBES = 8
"""Cards of other players that are tried in each turn, besides all of the seat's own."""
NO_ACTIONS = ("", "80", "H", "1000S", "80X", "8h", "KH+", "KH+belote+rebelote", "7S+tierce:7S", "cut:30", "pass ")
"""Texts that are not an action in any notation."""
Judge = Callable[[Map, ReferenceMatch], None]
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


class ActionChecks(ServerBench):
    """Checks of requests and acts, many of them against a reference match."""

    async def _beside(self, judge: Judge, *, seed: int = 1, **fields: Any) -> ReferenceMatch:
        """Play a random deal, compare each request with the reference match, and return that match."""
        table, first = await self.asked(**fields)
        reference, chance = ReferenceMatch(table), Random(seed)
        await reference.begin()

        def chosen(request: Map) -> str:
            judge(request, reference)
            action = _bid(request, chance) if request["kind"] == "bid" else chance.choice(_spelled_out(request))
            reference.take(request["seat"], action)
            return action

        await table.accepted(first, chosen(first))
        await table.play(chosen)
        await table.all_have("deal_scored")
        return reference

    @check("requests.legal", ACTIONS)
    async def exact(self) -> None:
        """`legal`, `bids`, `offers` and `declarations` are what the rules allow, in every turn of a deal."""

        def judge(request: Map, reference: ReferenceMatch) -> None:
            right = reference.legal(request["seat"])
            expect_is(sorted(request["legal"]), sorted(map(str, right.actions)), "`legal`")
            expect_is(request["bids"], plain(right.bids), "`bids`")
            expect_is(request["offers"], plain(right.offers), "`offers`")
            expect_is(sorted(request["declarations"]), sorted(map(str, right.declarations)), "`declarations`")
            if right.bids:
                expect_is((request["step"], request["max"]), (right.step, right.maximum), "`step` and `max`")

        await self._beside(judge, seed=1)
        await self._beside(judge, seed=2, options=OTHERWISE)

    @check("requests.default", ACTIONS)
    async def default(self) -> None:
        """`default` is legal and is what PROTOCOL.md says: pass, or the card that is worth least."""

        def judge(request: Map, reference: ReferenceMatch) -> None:
            right, found, legal = reference.legal(request["seat"]).default, request["default"], set(request["legal"])
            expect(found.split("+")[0] in legal, f"the default {found} is not in {as_json(legal)}")
            expect(parse_action(found) == right, f"the default is {right}, not {as_json(found)}")

        await self._beside(judge, seed=3)

    @check("requests.view", "view")
    async def view(self) -> None:
        """`view` contains all that the seat knows and no more: the sum of the events that it got."""

        def judge(request: Map, reference: ReferenceMatch) -> None:
            for field, value in reference.view(request["seat"]).items():
                expect_is(request["view"].get(field, "nothing"), value, f"view.{field} of {request['seat']}")

        await self._beside(judge, seed=4)

    @check("events.by_the_rules", "Events of a table")
    async def by_the_rules(self) -> None:
        """The events of a deal, and each line of its score, follow from the rules, the cards and the actions."""
        for options in ({}, OTHERWISE):
            reference = await self._beside(lambda request, reference: None, seed=10, options=options)
            reference.compare_events("N")
            reference.compare_events("E")

    @check("requests.legal_accepted", ACTIONS)
    async def probed(self) -> None:
        """A card outside `legal` is refused in every turn of a deal, held or not; a card of `legal` is accepted."""
        table, chance = await self.four(), Random(5)
        while True:
            request = await table.request()
            hand, trick = request["view"]["hand"], request["view"]["trick"]
            held = [card for card in hand if card not in request["legal"]]
            others = [card for card in PACK if card not in hand]
            await _all_refused(table, request, [*held, *chance.sample(others, CARD_PROBES)])
            action = bid_once(request) if request["kind"] == "bid" else chance.choice(_spelled_out(request))
            await table.accepted(request, action)
            if request["kind"] == "play" and len(hand) == 1 and trick and len(trick["cards"]) == 3:
                return

    @check("requests.bids_accepted", ACTIONS)
    async def bids_probed(self) -> None:
        """A bid outside `bids`, `step` and `max` is refused; a bid that they allow is accepted."""
        table, chance = await self.four(options={"denominations": "SHDCNA"}), Random(6)
        for _ in range(8):
            request = await table.request()
            if request["kind"] != "bid":
                return
            right = _spelled_out(request)
            numbers = [f"{number}{suit}" for number in range(80, 1000, 5) for suit in "SHDCNA"]
            wrong = [bid for bid in numbers if bid not in right]
            others = [act for act in ("capotS", "generaleH", "coinche", "surcoinche", "cut:12") if act not in right]
            await _all_refused(table, request, [*chance.sample(wrong, BID_PROBES), *others])
            lowest = [f"{number}{suit}" for suit, number in request["bids"].items()]
            await table.accepted(request, chance.choice(lowest or ["pass"]))

    @check("acts.ok", "ok")
    async def ok(self) -> None:
        """An accepted act gets `ok` with its request, the time that it took and what is left of the bank."""
        table, request = await self.asked()
        answer = await table.accepted(request, "pass")
        expect_is(answer.get("request"), request["request"], "the request that ok carries")
        for field in ("used_ms", "bank_ms"):
            expect(type(answer.get(field)) is int and answer[field] >= 0, f"ok has to have `{field}`: {answer}")
        expect(answer["bank_ms"] <= request["clock"]["bank_ms"], "the bank has grown")

    @check("acts.before_events", ACT)
    async def before_events(self) -> None:
        """The player who acted gets `ok` before the events of the action."""
        table, request = await self.asked()
        number, wire = await table.send_act(request, "pass"), table.of(request)
        first = await wire.until("ok", "passed")
        expect(first.get("re") == number, f"ok was due first, not {as_json(first)}")
        await wire.until("passed", seat=request["seat"])

    @check("acts.twice", ACT)
    async def twice(self) -> None:
        """An act that is sent twice gets the same `ok` both times and counts once."""
        table, request = await self.asked()
        first = await table.accepted(request, "pass")
        again = await table.act(request, "pass")
        same = {**first, "re": 0} == {**again, "re": 0}
        expect(same, f"the first got {as_json(first)}, the second {as_json(again)}")
        await table.request()
        await table.all_have("passed")
        passed = table.events("N", "passed")
        expect(len(passed) == 1, f"the act counted {len(passed)} times")

    @check("acts.request_or_after", ACT)
    async def request_or_after(self) -> None:
        """An act has either `request` or `after`: an act with both or neither gets BAD_MESSAGE."""
        wire, table = await self.opener()
        both: tuple[Map, ...] = ({}, {"request": 1, "after": 1})
        for numbers in both:
            await wire.refused("BAD_MESSAGE", "act", table=table, action="coinche", **numbers)
        await wire.answers()

    @check("acts.flood", "Limits in force")
    async def flood(self) -> None:
        """A hundred illegal acts are refused one by one, and a legal act is still accepted."""
        table, request = await self.asked()
        for _ in range(10):
            for number in [await table.send_act(request, "surcoinche") for _ in range(10)]:
                due("ILLEGAL_ACTION", await table.of(request).answer(number))
        await table.accepted(request, "pass")

    @check("acts.always_heard", "Clocks and pauses")
    async def always_heard(self) -> None:
        """An act that answers a live request is never refused because of other messages that came with it, however
        many."""
        table, request = await self.asked()
        rest = [{"type": "add_bot", "table": table.id, "bot": "levitating"}] * 200
        act = {"type": "act", "id": 500, "table": table.id, "request": request["request"], "action": "pass"}
        await table.of(request).send_together(*rest, act)
        taken(await table.of(request).answer(500), "the act is legal")

    @check("acts.stale", ERRORS)
    async def stale(self) -> None:
        """Another action for an answered request gets STALE_REQUEST; `current` is 0 if nothing is asked of the
        client."""
        table, request = await self.asked()
        await table.accepted(request, "pass")
        await table.denied("STALE_REQUEST", request, "80S", current=0)

    @check("acts.unknown_request", ERRORS)
    async def unknown_request(self) -> None:
        """An act for a request that is not live gets STALE_REQUEST with the client's own number in `current`."""
        table, request = await self.asked()
        await table.denied("STALE_REQUEST", {**request, "request": 2**31}, "pass", current=request["request"])
        await table.accepted(request, "pass")

    @check("acts.not_your_turn", ERRORS)
    async def not_your_turn(self) -> None:
        """An answer to another seat's request gets NOT_YOUR_TURN, and the request stays live."""
        table, request = await self.asked()
        for seat in SEATS:
            if seat != request["seat"]:
                await table.denied("NOT_YOUR_TURN", {**request, "seat": seat}, "pass")
        await table.accepted(request, "pass")

    @check("acts.not_seated", ERRORS)
    async def not_seated(self) -> None:
        """A spectator has no seat to act for and gets FORBIDDEN."""
        table, request = await self.asked()
        watcher = await self.watcher(table.id)
        await watcher.refused("FORBIDDEN", "act", table=table.id, request=request["request"], action="pass")
        await table.accepted(request, "pass")

    @check("acts.before_match", ERRORS)
    async def before_match(self) -> None:
        """An act before the match gets STALE_REQUEST with `current` 0, because there is no request."""
        wire, table = await self.opener()
        await wire.refused("STALE_REQUEST", "act", table=table, request=1, action="pass", has={"current": 0})

    @check("acts.illegal", ERRORS)
    async def illegal(self) -> None:
        """An action that breaks a rule gets ILLEGAL_ACTION with `reason` and `legal`; the same request stays live."""
        table, request = await self.asked()
        for action, reason in (("7S", "wrong_phase"), ("coinche", "no_bid_to_coinche"), ("surcoinche", "not_coinched")):
            await _illegal(table, request, action, reason, legal=request["legal"])
        await table.accepted(request, "pass")

    @check("acts.illegal_card", ERRORS)
    async def illegal_card(self) -> None:
        """A card that the seat does not hold is refused as `card_not_held`, one that does not follow suit as
        `must_follow_suit`."""
        table = await self.four()
        request = await table.until_play()
        other = next(card for card in (*PACK[:8], "7H") if card not in request["view"]["hand"])
        await _illegal(table, request, other, "card_not_held")
        while True:
            await table.accepted(request, request["legal"][0])
            request = await table.request()
            trick, hand = request["view"]["trick"]["cards"], request["view"]["hand"]
            wrong = [card for card in hand if trick and card[-1] != trick[0][-1]]
            if wrong and any(card[-1] == trick[0][-1] for card in hand):
                break
        await _illegal(table, request, wrong[0], "must_follow_suit", legal=request["legal"])

    @check("acts.no_action", ACTIONS)
    async def no_action(self) -> None:
        """A string that is not an action gets BAD_MESSAGE with the path `$.action`; it does not count as malformed, and
        play goes on."""
        table, request = await self.asked()
        for action in NO_ACTIONS:
            await table.denied("BAD_MESSAGE", request, action, path="$.action")
        await table.accepted(request, "pass")

    @check("acts.table_over", ERRORS)
    async def table_over(self) -> None:
        """An act at a table that is over gets NO_SUCH_TABLE with the act's request."""
        table = await self.four(target=1)
        await table.play(bid_once, until="match_ended")
        wire = table["N"]
        await wire.until("left")
        error = await wire.refused("NO_SUCH_TABLE", "act", table=table.id, request=1, action="pass")
        expect_is(error.get("request"), 1, "the request that an error for an act carries")

    @check("acts.words", ACTIONS)
    async def words(self) -> None:
        """Words with a card, in any order, are accepted and announced if they are offered; otherwise a rule refuses
        them."""
        table = await self.four()
        request = await table.until_play()
        card = request["legal"][0]
        if card not in request["offers"]:
            await _illegal(table, request, f"{card}+belote", "belote_not_held", "belote_by_itself")
        hand = set(request["view"]["hand"])
        fours = ([f"{rank}{suit}" for suit in "SHDC"] for rank in "JQKA")
        four = next(cards for cards in fours if not hand >= set(cards))
        reasons = ("declaration_not_held", "declaration_not_best", "no_declarations")
        await _illegal(table, request, f"{card}+carre:{''.join(four)}", *reasons)


def _bid(request: Map, chance: Random) -> str:
    """Return the lowest bid in any denomination if nobody has bid yet, otherwise mostly a pass."""
    lowest = [f"{number}{denomination}" for denomination, number in request["bids"].items()]
    wants = request["view"]["contract"] is None or chance.random() < 0.2
    return chance.choice(lowest) if lowest and wants else "pass"


def _spelled_out(request: Map) -> list[str]:
    """Return every legal answer, of declarations one at a time."""
    step, maximum = request["step"], request["max"]
    bids = [f"{n}{suit}" for suit, lowest in request["bids"].items() for n in range(lowest, maximum + 1, step)]
    cards = request["legal"]
    said = [f"{card}+{word}" for card in cards for word in (*request["offers"].get(card, ()), *request["declarations"])]
    return [*cards, *bids, *said]


async def _all_refused(table: FourSeats, request: Map, actions: list[str]) -> None:
    """Fail unless a rule refuses each of these actions and the request stays live."""
    pending = iter(actions)
    while some := list(islice(pending, AT_ONCE)):
        numbers = [await table.send_act(request, action) for action in some]
        for action, number in zip(some, numbers, strict=True):
            answer = await table.of(request).answer(number)
            expect(answer.get("code") == "ILLEGAL_ACTION", f"{action} is not legal, but got {answer}")
            expect(answer.get("request") == request["request"], f"the refusal of {action} carries no request")


async def _illegal(table: FourSeats, request: Map, action: str, *reasons: str, **has: object) -> None:
    """Fail unless the action is refused for one of these reasons, with `has` in the error's data."""
    found = (await table.denied("ILLEGAL_ACTION", request, action, **has)).get("reason")
    expect(found in reasons, f"the reason is {reasons[0]}, not {as_json(found)}")
