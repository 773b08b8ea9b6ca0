"""Many small faults, one class each: `faulty CLASS HOST PORT TABLE` plays with the one that is named."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import sys
import time
from collections.abc import Iterator
from typing import Any

from .sound_bot import Map, SoundBot


class SpeaksOtherVersions(SoundBot):
    """Not ours."""

    def hello(self) -> None:
        self.send(type="hello", versions=[2, 3], name="sound", program=True)


class HasALongName(SoundBot):
    """25 characters."""

    def hello(self) -> None:
        self.send(type="hello", versions=[1, 1], name="x" * 25, program=True)


class PassesForAPerson(SoundBot):
    """Says nothing of being a program."""

    def hello(self) -> None:
        self.send(type="hello", versions=[1, 1], name="sound")


class SaysHelloTwice(SoundBot):
    """Once more for luck."""

    def on_welcome(self, message: Map) -> None:
        self.hello()


class KeepsItsName(SoundBot):
    """Plays under no other name."""

    def on_ready(self, message: Map) -> None:
        if message["name"] != "sound":
            sys.exit(1)
        super().on_ready(message)


class JoinsAtEveryLobby(SoundBot):
    """Until it has been asked something."""

    def on_lobby(self, message: Map) -> None:
        self.send(type="join", table=self.table)


class InsistsOnASeat(SoundBot):
    """Again and again."""

    def on_error(self, message: Map) -> None:
        if message["code"] == "SEAT_TAKEN":
            self.send(type="join", table=self.table)


class WritesInPieces(SoundBot):
    """Half a message, and then the other half."""

    def send(self, **message: Any) -> None:
        data = json.dumps(message).encode() + b"\n"
        self.server.sendall(data[:9])
        time.sleep(0.02)
        self.server.sendall(data[9:])


class ActsElsewhere(SoundBot):
    """Names another table."""

    def act(self, request: Map) -> None:
        self.send(type="act", table="t1", request=request["request"], action=request["default"])


class AnswersOnce(SoundBot):
    """Has no answer to a request that comes again."""

    def on_request(self, message: Map) -> None:
        if message["request"] != self.request.get("request"):
            super().on_request(message)


class PlaysOneDeal(SoundBot):
    """And goes."""

    def on_request(self, message: Map) -> None:
        if message["deal"] > 1:
            sys.exit(0)
        super().on_request(message)


class PlaysOneMatch(SoundBot):
    """And falls silent."""

    def on_request(self, message: Map) -> None:
        if message["match"] == 1:
            super().on_request(message)


class GoesHomeEarly(SoundBot):
    """Before the match has ended."""

    def on_deal_scored(self, message: Map) -> None:
        if max(message["totals"].values()) > 100:
            sys.exit(0)


class PongsTwice(SoundBot):
    """To be sure."""

    def on_ping(self, message: Map) -> None:
        super().on_ping(message)
        super().on_ping(message)


class AlwaysBids(SoundBot):
    """Hearts, whether they may be bid or not."""

    def choose(self, request: Map) -> Any:
        bids = request["kind"] == "bid" and request["view"]["contract"] is not None
        return f"{request['bids'].get('H', 80)}H" if bids else request["default"]


class AnnouncesEverything(SoundBot):
    """Each card counts as often as it can."""

    def choose(self, request: Map) -> Any:
        return "+".join((request["default"].split("+")[0], *request["declarations"]))


class CutsTooDeep(SoundBot):
    """Leaves two cards."""

    def choose(self, request: Map) -> Any:
        return "cut:30" if request["kind"] == "cut" else request["default"]


class AnswersWhateverHasLegal(SoundBot):
    """Does not look at the type."""

    def messages(self) -> Iterator[Map]:
        for message in super().messages():
            yield {"kind": "bid", **message, "type": "request"} if "legal" in message else message


class CountsOnKnownEvents(SoundBot):
    """Has a word for each event, and dies of another."""

    def messages(self) -> Iterator[Map]:
        for message in super().messages():
            if "n" in message and message["type"] in ("lamp_lit", "glass_emptied"):
                sys.exit(1)
            yield message


class TakesTheFirstKey(SoundBot):
    """For the type."""

    def messages(self) -> Iterator[Map]:
        for message in super().messages():
            yield {**message, "type": str(next(iter(message.values())))}


class CountsOnSeats(SoundBot):
    """There is one in every chat."""

    def on_chatted(self, message: Map) -> None:
        len(message["seat"])


class HasSmallNumbers(SoundBot):
    """Of 32 bits."""

    def on_request(self, message: Map) -> None:
        struct.pack(">2i", *message["view"]["totals"].values())
        super().on_request(message)


class KnowsLatinOnly(SoundBot):
    """Other letters it cannot write down."""

    def on_seat_changed(self, message: Map) -> None:
        message["name"].encode("latin-1")


class LeavesInPauses(SoundBot):
    """Nobody plays, so it goes."""

    def on_paused(self, message: Map) -> None:
        sys.exit(0)


class TakesTheLobbyForTheEnd(SoundBot):
    """A second one, that is."""

    lobbies = 0

    def on_lobby(self, message: Map) -> None:
        self.lobbies += 1
        if self.lobbies > 1:
            sys.exit(0)


class ReadsFiftyTables(SoundBot):
    """And no more."""

    def on_ready(self, message: Map) -> None:
        """Wait for the lobby."""

    def on_lobby(self, message: Map) -> None:
        if any(table["table"] == self.table for table in message["tables"][:50]):
            self.send(type="join", table=self.table)


class ReadsShortLines(SoundBot):
    """64 KiB have to be enough."""

    def messages(self) -> Iterator[Map]:
        with self.server.makefile("rb") as lines:
            while line := lines.readline(65_536):
                yield json.loads(line)


class ReadsOneMessageARead(SoundBot):
    """Loses all messages of a read but one."""

    def messages(self) -> Iterator[Map]:
        for message in super().messages():
            if message["type"] != "request" or message["request"] != self.request.get("request"):
                yield message


class HasNoPatience(SoundBot):
    """Goes when nothing has come for a while."""

    def run(self) -> None:
        self.server.settimeout(0.7)
        super().run()


class DiesOfErrors(SoundBot):
    """Of the first."""

    def on_error(self, message: Map) -> None:
        sys.exit(1)


class ActsForEver(SoundBot):
    """As often as it is refused."""

    def on_error(self, message: Map) -> None:
        self.act(self.request)


class Sulks(SoundBot):
    """Never acts again after it has been refused."""

    refused = False

    def on_error(self, message: Map) -> None:
        self.refused = True

    def act(self, request: Map) -> None:
        if not self.refused:
            super().act(request)


class ActsAfterTheEnd(SoundBot):
    """Once more."""

    def on_left(self, message: Map) -> None:
        self.act(self.request)


class EndsBadly(SoundBot):
    """With a status that says so."""

    def run(self) -> None:
        super().run()
        sys.exit(3)


class LingersOn(SoundBot):
    """After everything is over."""

    def run(self) -> None:
        super().run()
        while True:
            time.sleep(60)


class TalksToItself(SoundBot):
    """On its standard output."""

    def on_request(self, message: Map) -> None:
        print(10 * str(message), flush=True)
        super().on_request(message)


class FairBot(SoundBot):
    """Has its part in fair deals, with nothing wrong."""

    def hello(self) -> None:
        self.send(type="hello", versions=[1, 1], name="sound", program=True, want=["fair"])

    def on_share_wanted(self, message: Map) -> None:
        share, of_deal = self.share(message), {name: message[name] for name in ("table", "match", "deal")}
        if message["stage"] == "share":
            self.send(type="share", **of_deal, share=share.hex())
            return
        bound = bytes.fromhex(message["commitment"]) + message["seat"].encode() + share
        self.send(type="pledge", **of_deal, pledge=hashlib.sha256(b"coinche/pledge/v1" + bound).hexdigest())

    def share(self, wanted: Map) -> bytes:
        """Its own, and the same again."""
        mine = f"{id(self)} {wanted['deal']} {wanted['commitment']}"
        return hashlib.sha256(mine.encode()).digest()


class DiesOfFairDeals(SoundBot):
    """Has never heard of them."""

    def on_deal_committed(self, message: Map) -> None:
        sys.exit(1)


class KeepsItsShare(FairBot):
    """Wants to have a part, and has none."""

    def on_share_wanted(self, message: Map) -> None:
        pass


class HasOneShare(FairBot):
    """The same for everything."""

    def share(self, wanted: Map) -> bytes:
        return bytes(32)


class HasManyShares(FairBot):
    """Another whenever it is asked."""

    def share(self, wanted: Map) -> bytes:
        return os.urandom(32)


class ForgetsItsPledge(HasManyShares):
    """And so its share does not fit."""


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:5]).run()
