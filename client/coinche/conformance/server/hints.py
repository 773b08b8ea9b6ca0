"""Checks of hints and of the values of cards, which clients ask for, and of a provider that answers for the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from coinche.conformance.checks import NotOffered, check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json
from coinche.engine.actions import PlayCard
from coinche.engine.match import legal, to_act
from coinche.engine.playing import Playing
from coinche.engine.record_lines import read_record
from coinche.engine.replay import replayed

from .archive import LENDING, NEVER_GIVEN, ArchiveChecks, LendingChecks, whole_record
from .clients import CheckClient, FourSeats, bid_once, due
from .harness import ServerBench

HINTS, VALUES = "Hints", "Values of cards"
PATIENCE = 15.0
"""Seconds for an answer: after ten a server says that there is none, and need not be quick to notice."""
DECISIONS = 6
"""The number of decisions for which a hint is asked: some calls, and cards."""
POSITIONS = 3
"""The number of positions of a match whose cards are valued: as many as a client can pay for at once."""
OF_THE_REQUEST = ("seat", "kind", "legal", "bids", "step", "max", "offers", "declarations", "default", "view")
"""The fields that a question for a hint has in common with the request."""


class HintChecks(ServerBench):
    """Checks of hints."""

    @check("hints.legal", HINTS)
    async def legal(self) -> None:
        """A hint is a legal action for the live request, and has a reason in words; the request stays live."""
        await self.capabilities("hints")
        table = await self.four()
        for _ in range(DECISIONS):
            request = await table.request()
            hint = await _answered(table.of(request), "get_hint", table=table.id, language="en")
            expect_fields(hint, type="hint", table=table.id, request=request["request"])
            expect(isinstance(hint["text"], str) and hint["text"], f"a hint has its reason in words, not {hint}")
            taken = await table.act(request, hint["action"])
            expect(taken["type"] == "ok", f"{as_json(hint['action'])} was the hint, and got {taken}")

    @check("hints.not_asked", HINTS)
    async def not_asked(self) -> None:
        """A client of which nothing is asked gets FORBIDDEN for `get_hint`: another player, and one that watches."""
        await self.capabilities("hints")
        table = await self.four()
        watcher, request = await self.watcher(table.id), await table.request()
        others = [wire for seat, wire in table.wires.items() if seat != request["seat"]]
        for wire in (watcher, *others):
            why = {"reason": "not_asked"}
            await wire.denied("FORBIDDEN", "get_hint", table=table.id, language="fr", has=why)

    @check("hints.none", HINTS)
    async def none(self) -> None:
        """At a table without hints, and at a strict one, `get_hint` gets FORBIDDEN with the reason."""
        await self.capabilities("hints")
        decided = (await self.welcome()).get("hints")
        tables: list[tuple[Map, str]] = [({"strict": True}, "strict")]
        tables += [({"hints": False}, "host")] if decided is None else []
        tables += [({"hints": True}, "operator")] if decided is False else []
        for options, reason in tables:
            table, request = await self.asked(**options)
            why = {"reason": reason}
            await table.of(request).denied("FORBIDDEN", "get_hint", table=table.id, language="fr", has=why)


class ValuesChecks(ArchiveChecks):
    """Checks of the values of cards in matches that are over."""

    @check("values.legal", VALUES)
    async def legal(self) -> None:
        """In a match that is over, the values are those of the legal cards wherever a card is played next; elsewhere
        there are none."""
        await self.capabilities("hints")
        wire = (await self._over())["E"]
        match = (await self._kept(wire))["match"]
        lines = await whole_record(wire, match)
        positions = list(_positions(lines))
        for line, cards in positions[:: max(1, len(positions) // POSITIONS)][:POSITIONS]:
            values = await _answered(wire, "get_values", match=match, after=line)
            expect_fields(values, type="values", match=match, after=line)
            expect_is(set(values["cards"]), cards, f"the cards with a value after line {line}")
        values = await wire.ask("get_values", match=match, after=len(lines))
        expect_fields(values, type="values", match=match, after=len(lines), cards={})

    @check("values.unknown", VALUES)
    async def unknown_match(self) -> None:
        """A match whose record a client may not see has no values for it either: NO_SUCH_MATCH."""
        await self.capabilities("hints", "archive")
        table = await self._private_table()
        await table.play(bid_once, until="match_ended")
        await table.all_have("match_ended")
        match, stranger = await self._kept(table["S"]), await self.client("stranger")
        for number in (NEVER_GIVEN, match["match"]):
            await stranger.denied("NO_SUCH_MATCH", "get_values", match=number, after=3)


class HintLendingChecks(LendingChecks):
    """Checks of a provider that answers questions for the server."""

    async def _wanted(self) -> tuple[CheckClient, FourSeats, Map, Map]:
        """Have a player ask for a hint; return the provider, the table, the request, and the provider's question."""
        await self.capabilities("hints")
        provider, table = await self._provider(want=["hints"]), await self.four()
        request = await table.request()
        player = table.of(request)
        await player.say("get_hint", id=5, table=table.id, language="fr")

        def came() -> bool:
            return bool(provider.has_seen("hint_wanted")) or any(message.get("re") == 5 for message in player.seen)

        await self.pulse.until(came, "hint_wanted, or an answer", PATIENCE)
        if not provider.has_seen("hint_wanted"):
            raise NotOffered("the server asks another provider")
        return provider, table, request, await provider.until("hint_wanted")

    @check("lending.hints", LENDING, alone=True)
    async def hints(self) -> None:
        """A provider that wants `hints` is asked for them, with the view of the player's seat and no other; its answer
        goes to the player, unless it is not legal."""
        provider, table, request, wanted = await self._wanted()
        expect_fields(wanted, language="fr", rules=table.rules, **{field: request[field] for field in OF_THE_REQUEST})
        player = table.of(request)
        await provider.say("hint_given", question=wanted["question"], action="pass", text="Passez.")
        told = {"type": "hint", "table": table.id, "request": request["request"], "action": "pass", "text": "Passez."}
        expect_fields(await player.answer(5), **told)
        await player.say("get_hint", id=6, table=table.id, language="fr")
        again = await provider.until("hint_wanted")
        await provider.say("hint_given", question=again["question"], action="surcoinche", text="Surcoinchez.")
        due("FORBIDDEN", await player.answer(6), "where the advised action is not legal", {"reason": "no_answer"})

    @check("lending.declined", LENDING, alone=True)
    async def declined(self) -> None:
        """A player has one question at a time and gets RATE for another; if the provider declines, FORBIDDEN."""
        provider, table, request, wanted = await self._wanted()
        player = table.of(request)
        await player.denied("RATE", "get_hint", table=table.id, language="fr")
        await provider.say("decline_question", question=wanted["question"])
        due("FORBIDDEN", await player.answer(5), "for a question that is declined", {"reason": "no_answer"})


async def _answered(wire: CheckClient, kind: str, **fields: Any) -> Map:
    """Ask for a hint or for values; return the answer. NotOffered if nobody is there to give it."""
    await wire.say(kind, id=7, **fields)
    answer = await wire.answer(7, patience=PATIENCE)
    if answer["type"] == "error" and answer["data"].get("reason") == "nobody":
        raise NotOffered("no provider of the server answers questions")
    return answer


def _positions(lines: Sequence[str]) -> Iterator[tuple[int, set[str]]]:
    """The numbers of lines after which a card is played, each with the cards that are legal there."""
    for step in replayed(read_record(lines)):
        state, seat = step.state, to_act(step.state)
        if seat is not None and isinstance(state.phase, Playing):
            yield step.line, {str(action.card) for action in legal(state, seat).actions if isinstance(action, PlayCard)}
