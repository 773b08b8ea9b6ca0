"""Checks of the ladder: who may enter it, how it seats programs, and who is told how it stands."""

from __future__ import annotations

import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.conformance.checks import NotOffered, check, expect, expect_fields, expect_is
from coinche.conformance.transcript import Map

from .clients import SEATS, CheckClient
from .harness import ServerBench
from .sign_in import key_proof

THE_LADDER = "The ladder"
SEATED = 20.0
"""Seconds in which two entrants that have never met are seated."""


class LadderChecks(ServerBench):
    """Checks of the capability `ladder`. Each entrant has a name that is claimed for good."""

    async def _entrant(self, name: str) -> tuple[CheckClient, CheckClient]:
        """Return two programs that have entered the ladder under one name, with a new key."""
        private = Ed25519PrivateKey.generate()
        public = private.public_key().public_bytes_raw().hex()
        programs = []
        for wire in (await self.connect(name), await self.connect(name)):
            hello = self.hello(name, auth="ed25519", key=public, nonce=secrets.token_hex(32))
            await wire.send(**hello)
            answer = await wire.until("welcome", "error")
            if answer["type"] == "error":
                raise NotOffered(f"no name can be claimed: {answer['message']}")
            await wire.say("prove", proof=key_proof(private, wire, answer, hello))
            await wire.until("ready")
            await wire.granted("enter_ladder", name=self.named(name))
            programs.append(wire)
        return programs[0], programs[1]

    @check("ladder.guests", THE_LADDER)
    async def guests(self) -> None:
        """A guest may not enter the ladder: FORBIDDEN, with the reason `guest`."""
        await self.capabilities("ladder")
        await (await self.client()).denied("FORBIDDEN", "enter_ladder", has={"reason": "guest"})

    @check("ladder.partners", THE_LADDER)
    async def partners(self) -> None:
        """The two programs of an entrant are seated as partners, at a strict table, against another entrant's."""
        await self.capabilities("ladder")
        entrants = await self._entrant("ladder A"), await self._entrant("ladder B")
        tables: set[str] = set()
        for pair in entrants:
            first, second = [await wire.until("joined", patience=SEATED) for wire in pair]
            expect_is(second["table"], first["table"], "the table of both programs of an entrant")
            opposite = SEATS[(SEATS.index(first["seat"]) + 2) % 4]
            expect_is(second["seat"], opposite, f"the seat of the partner of {first['seat']}")
            expect_fields(first, strict=True)
            tables.add(first["table"])
        for pair in entrants:
            for wire in pair:
                expect_is((await wire.ask("leave_ladder"))["type"], "left_ladder", "the answer to `leave_ladder`")
        for pair in entrants:
            for wire in pair:
                await wire.leave(next(m["table"] for m in wire.seen if m["type"] == "joined"))
        expect(len(tables) <= 2, "two entrants sit at one table, or each meets another entrant")

    @check("ladder.asked", THE_LADDER)
    async def stands(self) -> None:
        """`get_ladder` is answered by `ladder`; who has the capability is sent it unasked, too."""
        await self.capabilities("ladder")
        told = await (await self.client()).ask("get_ladder")
        _expect_ladder(told)
        follower = await self.connect("follower")
        await self.sign_in(follower, want=["ladder"])
        _expect_ladder(await follower.until("ladder"))

    @check("ladder.unasked", THE_LADDER)
    async def unasked(self) -> None:
        """A client without the capability is not sent `ladder` unasked, though the ladder changes."""
        await self.capabilities("ladder")
        plain, follower = await self.client("plain"), await self.connect("follower")
        await self.sign_in(follower, want=["ladder"])
        await follower.until("ladder")
        pair = await self._entrant("ladder C")
        while not any(one["name"] == self.named("ladder C") for one in (await follower.until("ladder"))["entries"]):
            pass
        for wire in pair:
            await wire.ask("leave_ladder")
        await plain.answers()
        expect(not plain.has_seen("ladder"), "a client without the capability was sent `ladder`")


def _expect_ladder(told: Map) -> None:
    """Fail the check unless it is a ladder whose entrants are in order."""
    expect_is(told["type"], "ladder", "the type of the message")
    ratings = [entry["rating"] for entry in told["entries"] if entry["rating"] is not None]
    expect(ratings == sorted(ratings, reverse=True), f"entrants come by their ratings, the best first, not {ratings}")
