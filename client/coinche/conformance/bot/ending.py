"""Checks of errors, of lost connections and of the end: a bot goes on, comes back, or ends."""

from __future__ import annotations

from coinche.conformance.bot import messages
from coinche.conformance.checks import NotOffered, check, expect
from coinche.conformance.encodings import session_proof
from coinche.conformance.transcript import Map, as_json
from coinche.conformance.wire import BotWire

from .harness import BotBench
from .match_course import BotRequest
from .playing import answer_some
from .seat import Chair

ERRORS, BACK, LIFE = "Errors", "Coming back", "Life of a connection"


# --- errors ------------------------------------------------------------------------------------------

MOST = 5
"""Acts with which a bot may answer one request, however often it is refused."""


class BotErrorChecks(BotBench):
    """Checks of what a bot does after an `error` that an honest bot may get."""

    async def _lapses(self, code: str, **data: object) -> None:
        """Refuse acts as too late and take the default; fail unless the bot answers the next request."""
        chair = await self.seated()
        await chair.answered()
        for _ in range(3):
            question, act = await chair.asked()
            chair.unsent.append(messages.error(act, code, "too late", request=question.number, data=data))
            chair.course.take(question, question.default)
            again, act = await chair.asked()
            again.expect_answer(act)
            chair.settle(again, act)

    async def _refused(self) -> tuple[Chair, BotRequest, list[Map]]:
        """Answer the first act with ILLEGAL_ACTION; return the request, and the acts after that."""
        chair = await self.seated()
        question, act = await chair.asked()
        return chair, question, await _refuse(chair, question, act)

    @check("bot.error.stale", ERRORS)
    async def stale(self) -> None:
        """STALE_REQUEST is not the end, another player's coinche may have gone first: a bot MUST answer the next
        request."""
        await self._lapses("STALE_REQUEST", current=0)

    @check("bot.error.late", ERRORS)
    async def late(self) -> None:
        """LATE is not the end: `played` has the action that was taken, and a bot MUST answer the next request."""
        await self._lapses("LATE", played="pass")

    @check("bot.error.other", ERRORS, advice=True)
    async def not_about_acts(self) -> None:
        """An error of class `reject` that names no request changes nothing, and the bot goes on."""
        chair = await self.seated()
        await chair.answered()
        chair.unsent.append(messages.error({}, "FORBIDDEN", "not now", data={"bots": ["steady"]}))
        await chair.answered()

    @check("bot.error.loop", ERRORS)
    async def no_loop(self) -> None:
        """A bot that gets ILLEGAL_ACTION again and again for one request MUST NOT go on acting forever."""
        chair, question, again = await self._refused()
        count = 1 + len(again)
        while again and count <= MOST:
            again = await _refuse(chair, question, again[-1])
            count += len(again)
        expect(count <= MOST or not again, f"it acted {count} times for one request, and each act was refused")

    @check("bot.error.again", ERRORS, advice=True)
    async def acts_again(self) -> None:
        """After ILLEGAL_ACTION the request is still live: a bot answers it once more, with the same number, legally."""
        _, question, again = await self._refused()
        expect(again, "it does not act again")
        expect(again[-1].get("request") == question.number, f"it answers request {as_json(again[-1].get('request'))}")
        expect(question.allows(again[-1].get("action")), f"it answers with {as_json(again[-1].get('action'))}")

    @check("bot.error.goes_on", ERRORS)
    async def after_refusal(self) -> None:
        """A bot whose time runs out after ILLEGAL_ACTION MUST answer later requests, or end."""
        chair, question, _ = await self._refused()
        if not chair.wire.ended:
            chair.time_out(question)
            again, act = await chair.asked()
            again.expect_answer(act)

    @check("bot.error.fatal", ERRORS)
    async def fatal(self) -> None:
        """After a fatal error the connection ends: a bot MUST end, or come back a few times at most."""
        chair = await self.seated()
        await chair.answered()
        await chair.flush(messages.error({}, "SHUTDOWN", "the server is ending", fatal=True))
        await self.gives_up()


async def _refuse(chair: Chair, question: BotRequest, act: Map) -> list[Map]:
    """Answer the act with ILLEGAL_ACTION; return the acts that follow."""
    data = {"reason": "bid_too_low", "legal": question.message["legal"]}
    refusal = messages.error(act, "ILLEGAL_ACTION", "that breaks a rule", request=question.number, data=data)
    await chair.wire.send(**refusal)
    return await chair.wire.said("act")


# --- coming back -------------------------------------------------------------------------------------

NONCE = messages.digits("another nonce")
BEFORE = 3
"""Requests that are answered before the connection is lost."""


class BotResumeChecks(BotBench):
    """Checks of a bot that takes its session back after its connection was lost; a bot need not do that."""

    async def _lost(self) -> tuple[Chair, BotRequest, BotWire]:
        """Lose the connection while a request is live; return that request, and the bot's next connection."""
        chair = await self.seated()
        for _ in range(BEFORE):
            await chair.answered()
        question = await chair.ask()
        assert question is not None
        await chair.wire.hang_up()
        back_or_over = "the bot to end or to come back"
        await self.pulse.until(lambda: len(self.wires) > 1 or self.status is not None, back_or_over)
        if len(self.wires) < 2:
            raise NotOffered("it ends when it loses its connection")
        wire = await self.hears_hello(self.wires[1])
        if self.hello.get("auth") != "resume":
            raise NotOffered("it does not take its session back")
        return chair, question, wire

    async def _proven(self) -> tuple[Chair, BotRequest, list[Map]]:
        """Check the bot's proof; return the match on the new connection, the live request, and the messages to send."""
        chair, question, wire = await self._lost()
        session = self.hello.get("session")
        expect(session == self.session, f"it asks for the session {as_json(session)}")
        await wire.send(**messages.welcome(self.hello, NONCE))
        prove = await wire.until("prove")
        n, last = prove.get("n", 0), chair.course.n
        expect(type(n) is int and 0 <= n <= last, f"it claims event {as_json(n)}; the last event that it got is {last}")
        proof = session_proof(self.secret, NONCE, n)
        expect(prove.get("proof") == proof, f"for n {n} the proof is {proof}")
        chair.wire = wire
        joined = messages.joined({}, chair.course.setting.seat, chair.course.setting.rules)
        return chair, question, [joined, *(event for event in chair.course.log if event["n"] > n)]

    @check("bot.back.proof", BACK)
    async def proof(self) -> None:
        """A bot that resumes its session MUST prove it as PROTOCOL.md says, with an `n` that it has reached."""
        await self._proven()

    @check("bot.back.request", BACK)
    async def live_request(self) -> None:
        """A bot that has resumed MUST answer its live request, which comes again with the same number, and all later
        ones."""
        chair, question, missed = await self._proven()
        chair.unsent = []
        await chair.flush(self.ready(), *missed, chair.message(question))
        act = await chair.act(question)
        question.expect_answer(act)
        chair.settle(question, act)
        for _ in range(BEFORE):
            question, act = await chair.answered()
            question.expect_answer(act)

    @check("bot.back.once", BACK)
    async def joins_no_more(self) -> None:
        """A bot that has resumed at its table MUST NOT ask for a seat again: `joined` comes by itself."""
        chair, question, (joined, *_) = await self._proven()
        await chair.wire.send_together(self.ready(), joined, chair.message(question))
        said = [*await chair.wire.said(), *chair.wire.seen]
        expect(
            not any(message["type"] == "join" for message in said), "it sends join, though it is at its table already"
        )

    @check("bot.back.refused", BACK)
    async def refused(self) -> None:
        """A bot that gets AUTH_FAILED because its match is over MUST end, or try a few times at most."""
        _, _, wire = await self._lost()
        await wire.send(**messages.welcome(self.hello, NONCE))
        prove = await wire.until("prove")
        await wire.send(**messages.error(prove, "AUTH_FAILED", "the server no longer keeps that session", fatal=True))
        await self.gives_up()


# --- the end -----------------------------------------------------------------------------------------

LOUD = 16_384
"""Bytes that are too many to print for one deal."""
SOON = 3.0
"""Seconds within which a bot has to end by itself."""


class EndingChecks(BotBench):
    """Checks of the end of a match, of a connection, of a bot."""

    async def _played_out(self) -> Chair:
        """Play a whole match, say that it has ended, and close the table."""
        chair = await self.seated(messages.SHORT)
        await chair.play(lambda: True)
        await chair.wire.said()
        chair.course.tell("table_closed", reason="match_over", forfeits=[])
        await chair.flush(*chair.course.told(), messages.left("match_over"), messages.lobby())
        return chair

    async def _status_when_closed(self) -> int:
        """Play a whole match and close the connection; return the exit status."""
        chair = await self._played_out()
        await chair.wire.said()
        await chair.wire.hang_up()
        return await self.ended()

    @check("bot.end.silent", LIFE)
    async def nothing_after_the_end(self) -> None:
        """After `left` a bot MUST NOT act any more; it may say `bye`, or look for another table."""
        chair = await self._played_out()
        expect(not await chair.wire.said("act"), "it acts after its table has closed")

    @check("bot.end.left", LIFE, advice=True)
    async def ends_after_left(self) -> None:
        """A bot whose table has closed ends by itself, with or without `bye`, unless it looks for another table."""
        chair = await self._played_out()
        for message in await chair.wire.said("join", "create_table", "watch", "bye"):
            if message["type"] != "bye":
                return
            await chair.wire.send(**{"type": "bye", **messages.answering(message)})
            await chair.wire.hang_up()
        await self.ended(SOON)

    @check("bot.end.closed", LIFE)
    async def ends_when_closed(self) -> None:
        """A bot whose match is over MUST end within a few seconds of the end of the connection."""
        await self._status_when_closed()

    @check("bot.end.status", LIFE)
    async def exit_status(self) -> None:
        """A bot whose match went well MUST end with exit status 0."""
        status = await self._status_when_closed()
        expect(status == 0, f"it exits with status {status} after a match that went well")

    @check("bot.end.bye", "bye")
    async def ends_after_bye(self) -> None:
        """A bot to which the server says `bye` and closes the connection MUST end; it may try a few times to come
        back."""
        chair = await self._played_out()
        await chair.wire.send(type="bye")
        await self.gives_up()

    @check("bot.end.mid_match", BACK)
    async def lost_in_mid_match(self) -> None:
        """A bot that loses its connection in mid-match MUST end, or come back; it MUST NOT try again in a busy loop."""
        await answer_some(await self.seated())
        await self.gives_up()

    @check("bot.end.half_frame", BACK)
    async def lost_in_mid_frame(self) -> None:
        """A bot that loses its connection in the middle of a message MUST end, or come back, and not in a busy loop."""
        chair = await self.seated()
        await chair.answered()
        data = chair.wire.tongue.spoken(chair.message(chair.course.asks()))
        await chair.wire.raw(data[: len(data) // 2])
        await self.gives_up()

    @check("bot.end.before_seat", LIFE)
    async def lost_before_the_seat(self) -> None:
        """A bot that loses its connection before it has a seat MUST end, or try again, and not in a busy loop."""
        wire = await self.signed_in()
        await wire.until("join")
        await self.gives_up()

    @check("bot.end.quiet", LIFE, advice=True)
    async def prints_little(self) -> None:
        """A bot prints no more than a person wants to read: a full pipe that nobody reads would block it."""
        await self._played_out()
        assert self.child is not None
        found = self.child.size()
        expect(found < LOUD, f"it prints {found} bytes in a match of one deal")
