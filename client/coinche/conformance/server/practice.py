"""Checks of practice tables: who knows of them, the positions from which they play, undo, and what is kept of them."""

from __future__ import annotations

from typing import Any

from coinche.conformance.checks import check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json
from coinche.engine.cards import PACK
from coinche.engine.match import State, legal, to_act
from coinche.engine.practice import DealPosition, parsed_position, reached
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat

from .clients import KEY, CheckClient, bid_once
from .harness import PEOPLE, USUAL, ServerBench

PRACTICE = "Practice tables"
CARDS = [str(card) for card in PACK]
BOUGHT: list[Map] = [{"seat": "N", "action": "80S"}, *({"seat": seat, "action": "pass"} for seat in "WSE")]
BEGUN: Map = {"dealer": "E", "pack": CARDS, "actions": BOUGHT}
"""A deal in which North has bought 80 spades and is to lead, by the rules `ffb`."""


def nearly_over() -> tuple[str, Map]:
    """The seat that is to play the last card of a deal, and that position."""
    position = parsed_position(Seat.EAST, CARDS, [(Seat(one["seat"]), one["action"]) for one in BOUGHT])
    state = reached(position, FFB)
    while True:
        seat, further = _further(position, state)
        try:
            state = reached(further, FFB)
        except ValueError:  # the deal is over with it
            actions = [{"seat": one.value, "action": str(action)} for one, action in position.actions]
            return seat.value, {"dealer": "E", "pack": CARDS, "actions": actions}
        position = further


def _further(position: DealPosition, state: State) -> tuple[Seat, DealPosition]:
    seat = to_act(state)
    assert seat is not None, "a position is one in which somebody is to act"
    actions = (*position.actions, (seat, legal(state, seat).default))
    return seat, DealPosition(dealer=position.dealer, pack=position.pack, actions=actions)


class PracticeChecks(ServerBench):
    """Checks of the capability `practice`."""

    async def _practice(self, name: str = "C", **fields: Any) -> tuple[CheckClient, str]:
        """Return a client at a practice table of its own, on seat North unless it says otherwise."""
        await self.capabilities("practice")
        return await self.opener(name, **{"practice": True, "seat": "N", "preset": USUAL, **fields})

    async def _act(self, wire: CheckClient, request: Map, action: str) -> None:
        said = {"table": request["table"], "request": request["request"], "action": action}
        await wire.granted("act", **said)

    @check("practice.opened", PRACTICE)
    async def opened_alone(self) -> None:
        """A player who opens a practice table is told that it is one; bots sit down, and a match begins at once."""
        await self.capabilities("practice")
        wire = await self.client()
        expect_fields(await self.opened(wire, practice=True, seat="W"), practice=True, seat="W")
        await wire.until("match_started", board=False)
        expect_fields(await self.opened(await self.client("other")), practice=False)

    @check("practice.alone", PRACTICE)
    async def alone(self) -> None:
        """A practice table cannot be strict, private, held or watched, and a position is for such a table only."""
        await self.capabilities("practice")
        wire = await self.client()
        others: tuple[Map, ...] = ({"strict": True}, {"key": KEY}, {"hold": True}, {"watch": True}, {"delay_deals": 1})
        for other in others:
            await wire.denied("FORBIDDEN", "create_table", name="practice", practice=True, **other)
        await wire.denied("FORBIDDEN", "create_table", name="no practice", position=BEGUN)

    @check("practice.unseen", PRACTICE)
    async def unseen(self) -> None:
        """Nobody else is told of a practice table: neither the lobby nor a client that wants to join or watch it."""
        looker = await self.client("looker")
        _, table = await self._practice()
        _, shown = await self.opener("other")
        await looker.shown(shown)
        listed = {info["table"] for lobby in looker.has_seen("lobby") for info in lobby["tables"]}
        expect(table not in listed, f"the lobby shows the practice table {as_json(table)}")
        for kind in ("join", "watch"):
            data = await looker.denied("NO_SUCH_TABLE", kind, table=table)
            expect(table not in data.get("tables", ()), f"the tables that there are name {as_json(table)}")

    @check("practice.position", PRACTICE)
    async def position(self) -> None:
        """The table plays from the position: the events tell of its actions, and the player on turn is asked next."""
        wire, table = await self._practice(position=BEGUN)
        request = await wire.until("request", table=table)
        expect_fields(request, kind="play", deal=1)
        view = request["view"]
        expect_fields(view, board=True, dealer="E", totals={"NS": 0, "EW": 0}, auction=BOUGHT)
        dealt = next(event for event in wire.events(table) if event["type"] == "hand_dealt" and event["seat"] == "N")
        expect_is(set(view["hand"]), set(dealt["cards"]), "the hand that was dealt")
        said = [event["type"] for event in wire.events(table)]
        expect_is(said.count("passed"), 3, "the number of passes that the events tell of")
        others = [event for event in wire.events(table) if event["type"] == "hand_dealt" and event["seat"] != "N"]
        expect(not any(event["cards"] for event in others), f"the player is dealt other hands: {as_json(others)}")

    @check("practice.impossible", PRACTICE)
    async def impossible(self) -> None:
        """A position that cannot be reached gets INVALID_POSITION with the action that is wrong; no table opens."""
        await self.capabilities("practice")
        wire = await self.client()
        cases: tuple[tuple[Map, Map], ...] = (
            ({"pack": CARDS[1:]}, {}),
            ({"pack": [*CARDS[1:], CARDS[1]]}, {}),
            ({"actions": [{"seat": "W", "action": "pass"}]}, {"at": 0, "reason": "not_your_turn"}),
            ({"actions": [*BOUGHT, {"seat": "N", "action": "AC"}]}, {"at": 4, "reason": "card_not_held"}),
            ({"actions": [{"seat": "N", "action": "sixty"}]}, {"at": 0, "reason": "no_action"}),
            ({"actions": [{"seat": seat, "action": "pass"} for seat in "NWSE"]}, {"at": 3, "reason": "deal_over"}),
        )
        for wrong, has in cases:
            asked = {"name": "practice", "practice": True, "preset": USUAL, "position": BEGUN | wrong}
            await wire.denied("INVALID_POSITION", "create_table", has=has, **asked)
        await self.opened(await self.client())

    @check("practice.undo", "undo")
    async def undo(self) -> None:
        """After `undo` a player gets the last decision again, at another table with the events from 1."""
        wire, table = await self._practice(position=BEGUN)
        first = await wire.until("request", table=table)
        await self._act(wire, first, first["legal"][0])
        await wire.until("card_played", seat="W")
        await wire.say("undo", id=3, table=table)
        expect_fields(await wire.until("left", table=table), reason="undone")
        joined = await wire.until("joined", re=3)
        expect(joined["table"] != table, f"the match goes on at the same table, {as_json(table)}")
        expect_fields(joined, seat="N", practice=True)
        again = await wire.until("request", table=joined["table"])
        for field in ("seat", "kind", "legal", "default", "view"):
            expect_is(again[field], first[field], f"`{field}` of the request that comes again")
        numbers = [event["n"] for event in wire.events(joined["table"])]
        expect_is(numbers, list(range(1, len(numbers) + 1)), "the numbers of the new table's events")
        await wire.denied("NO_SUCH_TABLE", "undo", table=table)
        await self._act(wire, again, again["legal"][-1])

    @check("practice.undo_nothing", "undo")
    async def undo_nothing(self) -> None:
        """A player who has done nothing yet gets FORBIDDEN, with the reason, and so does one at another table."""
        wire, table = await self._practice(position=BEGUN)
        request = await wire.until("request", table=table)
        await wire.denied("FORBIDDEN", "undo", table=table, has={"reason": "nothing_to_undo"})
        await self._act(wire, request, request["legal"][0])
        other, elsewhere = await self.opener("other")
        await other.denied("FORBIDDEN", "undo", table=elsewhere)

    @check("practice.undo_at_the_end", "undo")
    async def undo_at_the_end(self) -> None:
        """The last card of a deal can be taken back while its recap is shown."""
        seat, position = nearly_over()
        wire, table = await self._practice(hello=PEOPLE, seat=seat, position=position)
        request = await wire.until("request", table=table)
        await self._act(wire, request, request["default"])
        await wire.until("recap_started")
        await wire.say("undo", id=3, table=table)
        joined = await wire.until("joined", re=3)
        again = await wire.until("request", table=joined["table"])
        expect_is(again["view"], request["view"], "the view before the last card")
        await wire.denied("FORBIDDEN", "undo", table=joined["table"], has={"reason": "nothing_to_undo"})

    @check("practice.unkept", PRACTICE)
    async def unkept(self) -> None:
        """A match at a practice table is not among the matches that are kept, and nobody's statistics count it."""
        await self.capabilities("archive")
        wire, table = await self._practice(target=1)
        while (message := await wire.until("request", "recap_started", "left"))["type"] != "left":
            if message["type"] == "request":
                await self._act(wire, message, bid_once(message))
            else:
                await wire.say("go_on", table=table)
        expect_fields(message, reason="match_over")
        matches = (await wire.ask("list_matches"))["matches"]
        own = [match for match in matches if self.named("C") in match["seats"].values()]
        expect(not own, f"the match is kept: {as_json(own)}")
        players = [player["name"] for player in (await wire.ask("get_statistics"))["players"]]
        expect(self.named("C") not in players, f"the statistics have {as_json(self.named('C'))}")
