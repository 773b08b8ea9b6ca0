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
        key = Ed25519PrivateKey.generate()
        return await self._entered(name, key), await self._entered(name, key)

    async def _entered(self, name: str, key: Ed25519PrivateKey) -> CheckClient:
        """Return a program that has signed in with that key, and entered the ladder for that name."""
        wire = await self.connect(name)
        hello = self.hello(
            name, auth="ed25519", key=key.public_key().public_bytes_raw().hex(), nonce=secrets.token_hex(32)
        )
        await wire.send(**hello)
        answer = await wire.until("welcome", "error")
        if answer["type"] == "error":
            raise NotOffered(f"no name can be claimed: {answer['message']}")
        await wire.say("prove", proof=key_proof(key, wire, answer, hello))
        await wire.until("ready")
        await wire.granted("enter_ladder", name=self.named(name))
        return wire

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
        await _leave_tables(*entrants[0], *entrants[1])
        expect(len(tables) <= 2, "two entrants sit at one table, or each meets another entrant")

    @check("ladder.returns", THE_LADDER)
    async def returns(self) -> None:
        """A program that is started again, and knows nothing of its session, has the empty seat of its entrant back."""
        await self.capabilities("ladder")
        key = Ed25519PrivateKey.generate()
        lost, partner = await self._entered("ladder D", key), await self._entered("ladder D", key)
        others = await self._entrant("ladder E")
        sat = await lost.until("joined", patience=SEATED)
        await partner.until("joined", patience=SEATED)
        await lost.hang_up()
        await partner.until("seat_changed", seat=sat["seat"], connected=False)
        again = await self._entered("ladder D", key)
        joined = await again.until("joined")
        expect_fields(joined, table=sat["table"], seat=sat["seat"])
        for wire in (again, partner, *others):
            await wire.ask("leave_ladder")
        await _leave_tables(again, partner, *others)

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


async def _leave_tables(*programs: CheckClient) -> None:
    """Have programs leave the tables to which the ladder has brought them, if it has."""
    for wire in programs:
        for joined in wire.has_seen("joined"):
            await wire.leave(joined["table"])


def _expect_ladder(told: Map) -> None:
    """Fail the check unless it is a ladder whose entrants are in order."""
    expect_is(told["type"], "ladder", "the type of the message")
    ratings = [entry["rating"] for entry in told["entries"] if entry["rating"] is not None]
    expect(ratings == sorted(ratings, reverse=True), f"entrants come by their ratings, the best first, not {ratings}")
