"""Checks of the lobby beyond its tables: who is there, what is said, and who looks for players."""

from __future__ import annotations

from coinche.conformance.checks import NotOffered, check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map, as_json

from .clients import KEY, SEATS, CheckClient, bid_once
from .harness import ServerBench

THE_LOBBY = "The lobby"
TOLD = ("people", "lobby_chatted", "called_to_table")
"""The messages of the capability."""


class PeopleChecks(ServerBench):
    """Checks of the capability `people`."""

    async def _person(self, name: str) -> CheckClient:
        """Return a person in the lobby who has the capability."""
        await self.capabilities("people")
        wire = await self.client(name, program=False, want=["people"])
        expect("people" in wire.first("ready")["capabilities"], "a capability that is offered has to be granted")
        return wire

    async def _seen(self, wire: CheckClient, name: str, *places: str) -> Map:
        """Wait for a list that has that client of this check in one of these places; return its entry."""
        while True:
            told = await wire.until("people")
            for entry in told["people"]:
                if entry["name"] == self.named(name) and entry["place"] in places:
                    found: Map = entry
                    return found
            if told["more"]:
                raise NotOffered("so many are on the server that not everybody is in its list")

    @check("people.told", THE_LOBBY)
    async def told(self) -> None:
        """A client in the lobby gets the list of people, and again when somebody sits down, watches or leaves."""
        looker = await self._person("looker")
        expect_fields(await self._seen(looker, "looker", "lobby"), occupant="person", table=None)
        maker, table = await self.opener("maker", hello={"program": False})
        expect_fields(await self._seen(looker, "maker", "playing"), occupant="person", table=table)
        watcher = await self.client("watcher", program=False)
        await watcher.watch(table)
        expect_fields(await self._seen(looker, "watcher", "watching"), table=table)
        await maker.leave(table)
        await self._seen(looker, "maker", "lobby")

    @check("people.again", THE_LOBBY)
    async def again(self) -> None:
        """A client that comes back from a table gets the list and the last lines again."""
        wire = await self._person("C")
        table = (await self.opened(wire))["table"]
        await wire.leave(table)
        at = len(wire.seen)
        await self.pulse.until(
            lambda: {"people", "lobby_chatted"} <= {message["type"] for message in wire.seen[at:]}, "the list", 10.0
        )

    @check("people.unlisted", THE_LOBBY)
    async def unlisted(self) -> None:
        """Nothing is told of people at a table that is not in the lobby, but that they are elsewhere."""
        looker = await self._person("looker")
        _, table = await self.opener("maker", hello={"program": False}, key=KEY)
        found = await self._seen(looker, "maker", "playing", "elsewhere")

        def listed() -> bool:
            return any(info["table"] == table for lobby in looker.has_seen("lobby") for info in lobby["tables"])

        if found["place"] == "playing":  # the list of tables may come after that of people
            await self.pulse.until(listed, "a lobby with the table at which people are said to play", 10.0)
        expect_is(found["place"], "playing" if listed() else "elsewhere", "the place of a player at a private table")
        expect_is(found["table"], table if listed() else None, "the table that is named")

    @check("people.unasked", THE_LOBBY)
    async def unasked(self) -> None:
        """A client that has not asked for the capability is told nothing of it, even if it says something itself."""
        other, plain = await self._person("other"), await self.client("plain")
        await plain.granted("lobby_chat", text="hello")
        await other.until("lobby_chatted", recent=False)
        await plain.answers()
        told = [message["type"] for message in plain.seen if message["type"] in TOLD]
        expect(not told, f"a client without the capability was sent {as_json(told)}")

    @check("people.chat", THE_LOBBY)
    async def chat(self) -> None:
        """Everybody in the lobby hears a line, its sender included; a client at a table may not say any."""
        talker, hearer = await self._person("talker"), await self._person("hearer")
        text = f"bonsoir {self.named('a')}"
        await talker.granted("lobby_chat", text=text)
        for wire in (talker, hearer):
            line = await _line(wire, text)
            expect_fields(line, name=self.named("talker"), text=text)
        await self.opened(talker)
        await talker.denied("FORBIDDEN", "lobby_chat", text=text)

    @check("people.recent", THE_LOBBY)
    async def recent(self) -> None:
        """A client that comes to the lobby gets the last lines that were said there."""
        talker = await self._person("talker")
        text = f"bonsoir {self.named('b')}"
        await talker.granted("lobby_chat", text=text)
        late = await self._person("late")
        lines = (await late.until("lobby_chatted", recent=True))["lines"]
        expect(any(line["text"] == text for line in lines), f"the line {as_json(text)} is missing: {as_json(lines)}")

    @check("people.chat_limit", THE_LOBBY)
    async def chat_limit(self) -> None:
        """A client that talks without end gets RATE, and an empty line BAD_MESSAGE."""
        wire = await self._person("C")
        await wire.denied("BAD_MESSAGE", "lobby_chat", text="")
        codes = [(await wire.ask("lobby_chat", text="encore")).get("code") for _ in range(12)]
        expect("RATE" in codes, f"twelve lines at once were all taken: {as_json(codes)}")

    @check("people.call", THE_LOBBY)
    async def call(self) -> None:
        """The lobby hears the call of a player who waits for others, with the number of free seats."""
        hearer, (maker, table) = await self._person("hearer"), await self.opener("maker")
        await self.seated(table, SEATS[1])
        await maker.granted("call_to_table", table=table)
        expect_fields(await hearer.until("called_to_table", table=table), by=self.named("maker"), seats=2)

    @check("people.open_calls", THE_LOBBY)
    async def open_calls(self) -> None:
        """A client that comes to the lobby gets the calls that are open, with the seats left, and none that is over."""
        maker, table = await self.opener("maker")
        await maker.granted("call_to_table", table=table)
        await self.seated(table, SEATS[1])
        late = await self._person("late")
        expect_fields(await late.until("called_to_table", table=table), by=self.named("maker"), seats=2)
        await maker.leave(table)
        later = await self._person("later")
        await self.pulse.until(
            lambda: {"people", "lobby_chatted"} <= {message["type"] for message in later.seen}, "the list", 10.0
        )
        await later.answers()
        calls = [call for call in later.has_seen("called_to_table") if call["table"] == table]
        expect(not calls, f"the caller has left, and {as_json(calls)} came")

    @check("people.no_call", THE_LOBBY)
    async def no_call(self) -> None:
        """A spectator, a client that is not there, and a player at a full table may not call."""
        table = await self.four()
        for wire in (table["N"], await self.watcher(table.id), await self.client("other")):
            await wire.denied("FORBIDDEN", "call_to_table", table=table.id)

    @check("people.score", "table_info")
    async def score(self) -> None:
        """The lobby shows the totals of a match after its first deal; not where spectators see it later."""
        for delay in (0, 3600):
            looker, table = await self.client("looker"), await self.four(delay_s=delay)
            expect_is((await looker.shown(table.id)).get("score"), None, "the score before the first deal is over")
            await table.play(bid_once)
            await table.all_have("deal_scored")
            if delay:
                (info,) = [info for info in (await looker.until("lobby"))["tables"] if info["table"] == table.id]
                expect_is(info["score"], None, "the score that spectators have not seen")
            else:
                while (await looker.shown(table.id))["score"] != table.event("deal_scored")["totals"]:
                    pass


async def _line(wire: CheckClient, text: str) -> Map:
    """Wait for a new line with that text; return it."""
    while True:
        for line in (await wire.until("lobby_chatted", recent=False))["lines"]:
            if line["text"] == text:
                found: Map = line
                return found
