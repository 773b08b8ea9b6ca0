"""Checks of finished matches, their list and records, and of providers, which lend bots to tables."""

from __future__ import annotations

import json
from typing import Any

from coinche.conformance.checks import Failed, NotOffered, check, expect, expect_fields, expect_is, fail
from coinche.conformance.encodings import session_proof
from coinche.conformance.transcript import Map, as_json
from coinche.engine.match import MatchOver
from coinche.engine.record import Record, RecordError
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import proven
from coinche.engine.replay import replay
from coinche.protocol import record_signature

from .clients import KEY, SEATS, CheckClient, FourSeats, bid_once
from .harness import ServerBench
from .strict_tables import JACK

ARCHIVE, LENDING = "Matches that are over", "Lending bots"
TARGET = 300
TRICKS = 8
PAGE_LISTS = ("matches", "partners", "opponents")
"""The lists of a player's page, empty for a player who has played nothing."""
QUESTIONS = 40
"""Questions that may be asked at once."""
A_FEW = 5
"""The number of questions that the sign-in may have used up."""
NEVER_GIVEN = 2**31 - 1
"""The number of a match that no server keeps."""
HEARD = ("welcome", "ready", "invite", "dismiss", "request", "ok", "error", "pong", "bye", "ping")
"""The types of all messages that a provider gets."""


class ArchiveChecks(ServerBench):
    """Checks of matches that are over: lists, records, statistics."""

    async def _over(self) -> FourSeats:
        """Return a table whose match has been played to its end."""
        await self.capabilities("archive")
        return await self.played("match_ended", target=TARGET)

    async def _listed(self, wire: CheckClient) -> Map | None:
        """Return the match of this check from the client's list; None if it is not there."""
        answer = await wire.ask("list_matches")
        expect(answer["type"] == "matches", f"`matches` was due, not {answer}")
        numbers = [match["match"] for match in answer["matches"]]
        expect(numbers == sorted(set(numbers), reverse=True), f"the newest match has to come first: {numbers}")
        return next((match for match in answer["matches"] if match["table"] == self.named("table")), None)

    async def _kept(self, wire: CheckClient) -> Map:
        """Return the match of this check, which has to be in the list."""
        found = await self._listed(wire)
        return found if found is not None else fail("the match is over, but not in the list")

    @check("archive.listed", ARCHIVE)
    async def listed(self) -> None:
        """The list of matches shows a finished match with its players and its result to every client, in the lobby or
        not."""
        table = await self._over()
        for wire in (table["N"], await self.client("other")):
            match = await self._kept(wire)
            ended, deals = table.event("match_ended"), len(table.events("N", "deal_started"))
            seats = {seat: self.named(seat) for seat in SEATS}
            expect_fields(match, score=ended["totals"], seats=seats, target=TARGET, deals=deals)
            answer = await wire.ask("list_matches", before=match["match"])
            later = [other["match"] for other in answer["matches"] if other["match"] >= match["match"]]
            expect(not later, f"the list before {match['match']} contains {as_json(later)}")

    @check("archive.rate", ARCHIVE)
    async def rate(self) -> None:
        """A client may ask forty questions at once and gets RATE for more; other clients may still ask."""
        await self.capabilities("archive")
        wire, other = await self.client(), await self.client("other")
        await wire.send_together(*({"type": "list_matches", "id": number} for number in range(2 * QUESTIONS)))
        codes: dict[int, str] = {}
        while len(codes) < 2 * QUESTIONS:
            answer = await wire.until("matches", "error")
            codes[answer["re"]] = answer.get("code", "matches")
        early = [codes[number] for number in range(QUESTIONS - A_FEW)]
        expect(
            set(early) == {"matches"}, f"{QUESTIONS} questions at once have to be answered, but got {as_json(early)}"
        )
        late = [codes[number] for number in range(QUESTIONS - A_FEW, 2 * QUESTIONS)]
        enough = late.count("RATE") >= QUESTIONS // 2
        expect(enough, f"RATE was due for more than {QUESTIONS} questions at once, not {late}")
        expect((await other.ask("list_matches"))["type"] == "matches", "another client may still ask")

    @check("archive.record", ARCHIVE)
    async def record(self) -> None:
        """The record of a match contains no events; its replay gives the same score. A signed record proves itself."""
        table = await self._over()
        wire = table["E"]
        lines = await whole_record(wire, (await self._kept(wire))["match"])
        try:
            events = [line for line in lines if "event" in json.loads(line)]
            kept = read_record(lines)
            state, _ = replay(kept)
        except (ValueError, RecordError) as wrong:
            raise Failed(f"the record cannot be played again: {wrong}") from wrong
        expect(not events, f"the record holds events: {as_json(events[:1])}")
        expect(isinstance(state.phase, MatchOver), "the record ends before the match")
        totals, ended = state.standing.totals, table.event("match_ended", "E")["totals"]
        expect_is({"NS": totals.NS, "EW": totals.EW}, ended, "the score of the record")
        names = {str(seat): name for seat, name in kept.header.seats.items()}
        expect_is(names, {seat: self.named(seat) for seat in SEATS}, "the players in the record")
        if kept.header.provenance is not None:
            _proves_itself(kept, lines, (await self.welcome()).get("signer", ""))
        beyond = await wire.ask("get_record", match=(await self._kept(wire))["match"], after=len(lines))
        over = (beyond["lines"], beyond["more"]) == ([], False)
        expect(over, f"no line may follow the last one, not {as_json(beyond)}")

    @check("archive.unknown", ARCHIVE)
    async def unknown(self) -> None:
        """A request for a record that the server does not keep gets NO_SUCH_MATCH."""
        await self.capabilities("archive")
        await (await self.client()).denied("NO_SUCH_MATCH", "get_record", match=NEVER_GIVEN)

    @check("archive.private", ARCHIVE)
    async def private(self) -> None:
        """The players of a private table can see its match; nobody else can, in any list, record or statistics."""
        await self.capabilities("archive")
        table = await self._private_table()
        await table.play(bid_once, until="match_ended")
        await table.all_have("match_ended")
        match, stranger = await self._kept(table["S"]), await self.client("stranger")
        expect(await self._listed(stranger) is None, "a match of a private table is listed to somebody else")
        await stranger.denied("NO_SUCH_MATCH", "get_record", match=match["match"])
        players = (await stranger.ask("get_statistics"))["players"]
        told = [player for player in players if player["name"] in {self.named(seat) for seat in SEATS}]
        expect(not told, f"a match of a private table is counted for somebody else: {as_json(told)}")
        page = await _page(stranger, self.named("E"))
        shown = {field: page[field] for field in PAGE_LISTS if page[field]}
        expect(not shown, f"a match of a private table is on a player's page for somebody else: {as_json(shown)}")

    @check("archive.player", ARCHIVE)
    async def player(self) -> None:
        """The page of a player has the totals, the matches, and what was played with and against each other player;
        the page of a name that has played nothing is empty."""
        table = await self._over()
        for at, seat in enumerate(SEATS):
            events = table.events(seat)
            page, due = await _page(table[seat], self.named(seat)), _statistics(events, seat)
            own = {"name": self.named(seat), "occupant": "program"}
            expect_fields(page["player"], **own, **due, **_achievements(events, seat))
            shared = {field: due[field] for field in ("matches", "won", "deals", "points", "against")}
            expect(len(page["matches"]) == 1, f"one match was played, not {as_json(page['matches'])}")
            expect_fields(page["matches"][0], **shared)
            around = [self.named(SEATS[(at + by) % 4]) for by in (1, 2, 3)]
            _pairs_are(page["partners"], {around[1]}, "partners", shared)
            _pairs_are(page["opponents"], {around[0], around[2]}, "opponents", shared)
        page = await _page(table["N"], self.named("nobody"))
        expect(not any(page[field] for field in PAGE_LISTS), f"nobody's page has to be empty: {as_json(page)}")

    async def _private_table(self) -> FourSeats:
        """Return a private table with a program on each seat."""
        wires = {seat: await self.client(seat) for seat in SEATS}
        joined = await self.opened(wires["N"], seat="N", key=KEY, target=TARGET)
        for seat in SEATS[1:]:
            wire = wires[seat]
            await wire.join(joined["table"], seat=seat, proof=wire.table_proof(joined["table"]))
        return FourSeats(joined["table"], wires, joined["rules"], self.pulse)

    @check("archive.statistics", ARCHIVE)
    async def statistics(self) -> None:
        """Statistics add up the deals of the kept matches for each player, the player who asks included."""
        table = await self._over()
        for seat, wire in table.wires.items():
            players = (await wire.ask("get_statistics"))["players"]
            own = next((player for player in players if player["name"] == self.named(seat)), None)
            if own is None:
                fail(f"{self.named(seat)} has played, but is not in its own statistics")
            for field, value in _statistics(table.events(seat), seat).items():
                expect_is(own[field], value, f"`{field}` of {seat} in the statistics")


class LendingChecks(ServerBench):
    """Checks of providers, which lend bots to tables."""

    async def _provider(self, **hello: Any) -> CheckClient:
        """Sign in as the provider that may lend bots, with these fields in its `hello`."""
        lender = self.target.lender
        if lender is None:
            raise NotOffered("no token of a provider was given (--provider)")
        wire = await self.connect("P")
        welcome = await self.greet(wire, name=lender.name, role="provider", auth="token", **hello)
        await wire.say("prove", proof=session_proof(lender.token, welcome["nonce"], 0))
        await wire.until("ready")
        return wire

    async def _lent(self, *seats: str) -> tuple[FourSeats, CheckClient]:
        """Return a table where a provider has accepted the seats that were left, and the provider."""
        provider, table = await self._provider(), await self.four()
        for seat in seats:
            left = table.wires.pop(seat)
            await left.say("leave", table=table.id)
            await left.until("left")
            invite = await provider.until("invite", table=table.id, seat=seat)
            expect(invite["rules"] == table.rules, "an invite has to contain the complete rules of the table")
            bot = invite["bot"]
            expect(isinstance(bot, str), f"an invite has to name a kind of bot, not {as_json(bot)}")
        for seat in seats:  # all at once, lest a seat be asked before the last invite has come
            await provider.say("accept", table=table.id, seat=seat)
        return table, provider

    @check("lending.plays", LENDING, alone=True)
    async def plays(self) -> None:
        """A provider that accepts an invite gets the requests of that seat, and neither events nor a lobby."""
        table, provider = await self._lent("E")
        await _with(table, provider, "E").play(bid_once)
        asked = [message for message in provider.seen if message["type"] == "request"]
        expect(
            asked and all(message["seat"] == "E" for message in asked),
            f"a provider may be asked for E only: {as_json(asked)}",
        )
        expect(
            all(message["view"]["viewer"] == "E" for message in asked),
            "the view of a provider has to be that of its seat",
        )
        heard = {message["type"] for message in provider.seen}
        expect(heard <= set(HEARD), f"a provider gets {as_json(sorted(heard - set(HEARD)))}")

    @check("lending.many_seats", LENDING, alone=True)
    async def many_seats(self) -> None:
        """A provider plays any number of seats on one connection; each request names its seat."""
        table, provider = await self._lent("E", "W", "S")
        await _with(table, provider, "E", "W", "S").play(bid_once)
        seats = {message["seat"] for message in provider.seen if message["type"] == "request"}
        expect(seats == {"E", "W", "S"}, f"a provider has to be asked for three seats, not for {as_json(seats)}")

    @check("lending.dismissed", LENDING, alone=True)
    async def dismissed(self) -> None:
        """The provider is dismissed when the player takes the seat back; an open request keeps its number."""
        provider, table = await self._provider(), await self.four()
        new = table.wires.pop("E")
        await new.say("leave", table=table.id)
        await provider.until("invite", table=table.id, seat="E")
        await provider.say("accept", table=table.id, seat="E")
        request = await _open_request(table, provider)
        await new.say("join", table=table.id, seat="E")
        await new.until("joined", seat="E")
        await provider.until("dismiss", table=table.id, seat="E")
        expect_fields(await new.until("request", request=request["request"]), seat="E")
        await provider.say("act", id=3, table=table.id, request=request["request"], action=request["default"])
        answer = await provider.answer(3)
        expect(answer["type"] == "error", f"a dismissed provider may not act, but got {answer}")

    @check("lending.systems", LENDING, alone=True)
    async def systems(self) -> None:
        """A provider gets no events: the systems that the other seats have declared are in its requests."""
        await self.capabilities("systems")
        table, provider = await self._lent("E")
        await table["N"].say("declare_system", id=6, table=table.id, system=JACK)
        await _with(table, provider, "E").play(bid_once)
        request = await _open_request(table, provider)
        told = request.get("systems")
        expect(told == {"N": JACK}, f"N has declared {as_json(JACK)}, but the request has {as_json(told)}")


async def whole_record(wire: CheckClient, match: int) -> list[str]:
    """Return the whole record, read page by page."""
    lines: list[str] = []
    while True:
        page = await wire.ask("get_record", match=match, after=len(lines))
        expect(page["type"] == "record", f"`record` was due, not {page}")
        expect(
            (page["match"], page["after"]) == (match, len(lines)),
            "`record` has to repeat `match` and `after` of the request",
        )
        lines += page["lines"]
        if not page["more"]:
            return lines
        expect(bool(page["lines"]), "more lines have to follow, but this page has none")


def _proves_itself(kept: Record, lines: list[str], signer: str) -> None:
    """Fail the check unless the shuffles follow from the revealed secrets and the server has signed the record."""
    try:
        proven(kept)
    except RecordError as wrong:
        raise Failed(f"the record does not prove itself: {wrong}") from wrong
    flaw = record_signature.seal_flaw(lines, kept, bytes.fromhex(signer))
    expect(flaw is None, f"the record is not signed as it ought to be by {signer or 'nobody'}: {flaw}")


async def _page(wire: CheckClient, name: str) -> Map:
    """Return the page of the program of that name."""
    page = await wire.ask("get_player", name=name, occupant="program")
    expect(page["type"] == "player", f"`player` was due, not {page}")
    return page


def _pairs_are(pairs: list[Map], names: set[str], what: str, shared: Map) -> None:
    """Fail the check unless the pairs are those with these players, each of that much."""
    expect_is({pair["name"] for pair in pairs}, names, f"the {what}")
    for pair in pairs:
        expect_fields(pair, **shared)


def _achievements(events: list[Map], seat: str) -> Map:
    """Return what a seat achieved in one match, by its events."""
    ours = "NS" if seat in "NS" else "EW"
    settled = [event for event in events if event["type"] == "contract_settled"]
    belotes = [event for event in events if event["type"] == "belote_said" and event["word"] == "belote"]
    return {
        "coinched": sum(contract["bidder"] == seat and contract["multiplier"] > 1 for contract in settled),
        "capots": sum(event["tricks"][ours] == TRICKS for event in events if event["type"] == "deal_scored"),
        "belotes": sum(event["seat"] == seat for event in belotes),
    }


def _statistics(events: list[Map], seat: str) -> Map:
    """Return the statistics of a seat after one match, by its events."""
    ours, theirs = ("NS", "EW") if seat in "NS" else ("EW", "NS")
    scored = [event for event in events if event["type"] == "deal_scored"]
    settled = [event for event in events if event["type"] == "contract_settled"]
    taken = [deal for contract, deal in zip(settled, scored, strict=True) if contract["bidder"] == seat]
    return {
        "matches": 1,
        "won": sum(event["type"] == "match_ended" and event["winner"] == ours for event in events),
        "deals": len(scored),
        "taken": len(taken),
        "made": sum(deal["made"] for deal in taken),
        "points": sum(deal["scores"][ours] for deal in scored),
        "against": sum(deal["scores"][theirs] for deal in scored),
    }


def _with(table: FourSeats, provider: CheckClient, *seats: str) -> FourSeats:
    """Return the table with the provider on these seats."""
    return FourSeats(table.id, {**table.wires, **dict.fromkeys(seats, provider)}, table.rules, table.pulse)


async def _open_request(table: FourSeats, provider: CheckClient) -> Map:
    """Play until the provider is asked for E; return that request."""
    playing = _with(table, provider, "E")
    while (request := await playing.request())["seat"] != "E":
        await playing.accepted(request, bid_once(request))  # lest all pass, and the deal be over
    return request
