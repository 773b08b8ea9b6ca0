"""Checks of a bot's play: answers to requests and pings, their legality in every preset, shares of a shuffle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from coinche.conformance.bot import messages
from coinche.conformance.checks import Check, NotOffered, check, expect, fail
from coinche.conformance.transcript import Map, as_json
from coinche.engine import fair
from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import held
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import BeloteDeclared, CoincheWhen, RuleSet, Shuffle
from coinche.engine.seats import Seat

from .harness import BotBench
from .match_course import REACT, BotRequest, Course, Others
from .messages import expect_sound
from .seat import Chair

ACT, PING, REQUEST, WIRE, FAIR = "act", "ping", "request", "The wire", "Fair deals"
SOME = 12
"""Requests that are enough to see a habit: an auction and a deal."""
RARE = 40
"""The number of deals after which a check stops waiting for a rare situation."""
_JUMPS = (3, 1, 250, 70_000, 2**31 - 100_000)
_DATA = ("42", "", 'é ♥ {"type":"bye"}', "x" * 64)
_DEALS = (1, 2, 3)


async def answer_some(chair: Chair, count: int = SOME) -> None:
    """Play on until the bot has answered that many requests."""
    await chair.play(lambda: len(chair.acts) < count)


# --- requests and pings ------------------------------------------------------------------------------


class ActingChecks(BotBench):
    """Checks of the answers to requests and pings, whatever the answer is."""

    async def _has_answered(self) -> Chair:
        """Seat the bot and have it answer a few requests."""
        chair = await self.seated()
        await answer_some(chair)
        return chair

    @check("bot.frames.plain", WIRE)
    async def plain_frames(self) -> None:
        """A bot's messages MUST contain only strings, integers, booleans, nil, arrays and maps, without duplicate
        keys."""
        for fault in (await self._has_answered()).wire.speech.faults:
            fail(fault.sentence, fault.message)

    @check("bot.frames.one_write", WIRE, advice=True)
    async def one_write(self) -> None:
        """A bot sends each message in one write: a separate write for the length costs a round trip with Nagle's
        algorithm."""
        torn = (await self._has_answered()).wire.speech.torn
        expect(not torn, f"{torn} of its messages came in pieces")

    @check("bot.act.fields", ACT)
    async def act_fields(self) -> None:
        """`act` MUST have its own fields and no others, each of its type: an action is text, never an index."""
        for _, act in (await self._has_answered()).acts:
            expect_sound(act)

    @check("bot.act.table", ACT)
    async def act_table(self) -> None:
        """`act` MUST name the table of its request."""
        for question, act in (await self._has_answered()).acts:
            table = act.get("table")
            expect(table == messages.TABLE, f"request {question.number} is answered for table {as_json(table)}", act)

    @check("bot.act.number", ACT)
    async def act_number(self) -> None:
        """`act` MUST carry the number of its own request, however far the numbers of requests are apart."""
        chair = await self.seated()
        for jump in (*_JUMPS, *range(2, SOME)):
            chair.course.request += jump
            question, act = await chair.asked()
            question.expect_answer(act, "is answered with the number")
            chair.settle(question, act)

    @check("bot.act.once", REQUEST)
    async def acts_once(self) -> None:
        """A bot MUST send one act for a request, and no more once that act is accepted."""
        chair = await self.seated()
        for _ in range(SOME):
            question, act = await chair.answered()
            await chair.flush()
            more = await chair.wire.said("act")
            once = not more or not question.allows(act.get("action"))
            expect(once, f"it acts {1 + len(more)} times for one request", more[-1] if more else None)

    @check("bot.act.unasked", REQUEST)
    async def never_unasked(self) -> None:
        """A bot MUST NOT act before it gets a request: an event that puts it on turn is not a request."""
        chair = await self.seated()
        for _ in range(SOME):
            await chair.wire.said()
            question = chair.course.asks()
            await chair.flush(*chair.course.told())
            acts = await chair.wire.said("act")
            expect(not any("request" in act for act in acts), "it acts before it is asked", acts[-1] if acts else None)
            await chair.flush(chair.message(question))
            chair.settle(question, await chair.act(question))
            await chair.flush()

    @check("bot.act.alike", REQUEST)
    async def repeated(self) -> None:
        """A bot MUST answer again if the same request comes again, as it does after a resume."""
        chair = await self.seated()
        for _ in range(4):
            question, _ = await chair.asked()
            await chair.wire.send(**chair.message(question))
            act = await chair.act(question)
            expect(act.get("request") == question.number, f"it answers request {as_json(act.get('request'))}", act)
            chair.settle(question, act)

    @check("bot.act.second_deal", REQUEST)
    async def second_deal(self) -> None:
        """A bot MUST go on with the next deal, even if a deal was thrown in."""
        chair = await self.seated(seed=self.effort.seed)
        await chair.play(lambda: chair.course.state.deal < 3)
        expect(chair.course.state.deal >= 3, "the match ended before the third deal")

    @check("bot.act.whole_match", REQUEST)
    async def whole_match(self) -> None:
        """A bot MUST play a match to its end, whether it wins or loses."""
        chair = await self.seated(FFB.changed(target=1000))
        await chair.play(lambda: True)
        await chair.flush()
        expect(chair.course.over, "the match did not end")

    @check("bot.act.second_match", REQUEST)
    async def second_match(self) -> None:
        """A bot MUST play a second match at the same table: deals count from 1 again, events and requests count on."""
        chair = await self.seated(FFB.changed(length=1))
        await chair.play(lambda: True)
        before = chair.course
        setting = replace(before.setting, match=2, names={}, seed=before.setting.seed + 1)
        chair.course = Course(setting, n=before.n, request=before.request)
        chair.unsent += before.told()
        await answer_some(chair, len(chair.acts) + SOME)

    @check("bot.ping.waiting", PING)
    async def ping_waiting(self) -> None:
        """A bot that waits for its match MUST answer each `ping` with a `pong` with the same `data`."""
        chair = await self.seated()
        await chair.flush()
        for data in _DATA:
            await chair.wire.send(type="ping", data=data)
            pong = await chair.wire.until("pong")
            found = pong.get("data", "")
            expect(found == data, f"the answer to the ping {as_json(data)} has {as_json(pong.get('data'))}", pong)

    @check("bot.ping.in_match", PING)
    async def ping_in_match(self) -> None:
        """A bot MUST answer a `ping` in mid-match, too, between two requests and right after one."""
        chair = await self.seated()
        for _ in range(SOME):
            question = await chair.ask()
            assert question is not None
            await chair.wire.send(type="ping", data=str(question.number))
            chair.settle(question, await chair.act(question))
            await chair.flush()
            pongs = [message.get("data") for message in chair.wire.seen if message["type"] == "pong"]
            if str(question.number) not in pongs:  # it may come before the act
                await chair.wire.until("pong", data=str(question.number))

    @check("bot.ping.fields", PING)
    async def pong_fields(self) -> None:
        """`pong` MUST have `data` and only fields of PROTOCOL.md, and answer a `ping` once."""
        chair = await self.seated()
        await chair.answered()
        await chair.flush()
        await chair.wire.said()
        await chair.answered()
        pongs = [message for message in chair.wire.seen if message["type"] == "pong"]
        for pong in pongs:
            expect_sound(pong)
        expect(len(pongs) <= 1, f"it answers one ping {len(pongs)} times")


# --- legality ----------------------------------------------------------------------------------------

Judged = Callable[[BotRequest], bool]


def _distinct(concerns: Callable[[RuleSet], Hashable], wanted: Callable[[RuleSet], bool] = bool) -> list[RuleSet]:
    """Return one preset of each kind that differs in what concerns a decision; nobody is asked out of turn there."""
    chosen = {concerns(rules): rules for rules in PRESETS.values() if wanted(rules)}.values()
    return [rules.changed(coinche_when=CoincheWhen.IN_TURN) for rules in chosen]


def _of_kind(kind: str) -> Judged:
    return lambda request: request.kind == kind


def _is_plain_card(request: BotRequest) -> bool:
    return request.kind == "play" and not request.message["offers"] and not request.message["declarations"]


def _legal(
    id: str,  # noqa: A002
    says: str,
    presets: Sequence[RuleSet],
    judged: Judged,
    *,
    section: str = "Actions",
    **setting: object,
) -> Check:
    """Return a check that plays deals by each of these rules, and fails at the first illegal answer of that kind."""

    async def run(bench: BotBench) -> None:
        seen, played = 0, presets[: bench.effort.presets]
        for at, rules in enumerate(played):
            chair = await bench.seated(rules.changed(length=None, target=20_000), bench.effort.seed + at, **setting)
            await chair.play(partial(_goes_on, chair, judged, max(1, bench.effort.deals // len(played))))
            seen += sum(judged(question) for question, _ in chair.acts)
        expect(seen, "no such request came up: try another --seed, or more --deals")

    return check(id, section, says)(run)


def _goes_on(chair: Chair, judged: Judged, deals: int) -> bool:
    """Judge the last answer; return whether deals are left, with more deals for a rare kind of request."""
    for question, act in chair.acts[-1:]:
        if judged(question) and act.get("request") == question.number:
            _approve(question, act)
    seen = any(judged(question) for question, _ in chair.acts)
    return chair.course.state.deal <= (deals if seen else max(deals, RARE))


def _approve(question: BotRequest, act: Map) -> None:
    """Fail if the act is not legal; `bot.act.fields` judges an action that is not text."""
    action = act.get("action")
    if isinstance(action, str) and not question.allows(action):
        answered = f"request {question.number} ({question.kind}) is answered with {as_json(action)}"
        named = ("legal", "bids", "offers", "declarations")
        might = ", ".join(f"{name} {as_json(question.message[name])}" for name in named if question.message[name])
        fail(f"{answered}; legal: {might}", act)


_WITH_GENERALE = _distinct(lambda rules: rules.auction.generale, lambda rules: rules.auction.generale is not None)
_MANUAL = _distinct(lambda rules: rules.play, lambda rules: rules.declarations.belote_declared is BeloteDeclared.MANUAL)
_DECLARED = _distinct(lambda rules: rules.declarations, lambda rules: rules.declarations.declarations)
_UNSHUFFLED = _distinct(lambda rules: rules.table, lambda rules: rules.table.shuffle is Shuffle.NEVER)
_ANYTIME = {rules.auction: rules for rules in PRESETS.values() if rules.auction.coinche_when is CoincheWhen.ANY_TIME}


class LegalityChecks(BotBench):
    """Checks that every answer is legal, in true positions of every preset; each judges its own kind alone."""

    rows = (
        _legal(
            "bot.legal.bid",
            """In an auction, a bot MUST answer with a string of `legal`, or a number that `bids`, `step` and `max`
            allow.""",
            _distinct(lambda rules: rules.auction),
            _of_kind("bid"),
        ),
        _legal(
            "bot.legal.overbid",
            """A bot MUST bid legally after high bids and after a coinche: there may be no number left, or nothing but
            a pass.""",
            [FFB, *_WITH_GENERALE],
            _of_kind("bid"),
            others=Others(bids=0.95, coinches=0.5, dearest=980),
        ),
        _legal(
            "bot.legal.play",
            "When it plays a card, a bot MUST answer with a card of `legal`, under any rules.",
            _distinct(lambda rules: (rules.play, rules.declarations)),
            _is_plain_card,
        ),
        _legal(
            "bot.legal.belote",
            "With a card a bot MAY say a word that `offers` has for it, and MUST NOT say any other.",
            _MANUAL[:3],
            lambda request: bool(request.message["offers"]),
            wanted=lambda hand: hand >= {Card.HQ, Card.HK},
            others=Others(denominations=frozenset({Denomination.HEARTS}), bids=1.0, coinches=0.0),
        ),
        _legal(
            "bot.legal.declarations",
            """With its first card a bot MAY announce any of `declarations` that share no card, and MUST NOT announce
            others.""",
            _DECLARED,
            lambda request: bool(request.message["declarations"]),
            wanted=lambda hand: len(held(hand)) > 1,
        ),
        _legal(
            "bot.legal.cut",
            "If nobody shuffles, a bot that is asked to cut MUST answer with one of the cuts in `legal`.",
            _UNSHUFFLED,
            _of_kind("cut"),
        ),
        _legal(
            "bot.legal.react",
            "A bot MUST answer a request to `react` with `pass`, or with the `coinche` or `surcoinche` in `legal`.",
            list(_ANYTIME.values()),
            _of_kind(REACT),
            section="Coinche out of turn",
            others=Others(bids=0.9),
        ),
    )


# --- fair deals --------------------------------------------------------------------------------------


class BotShareChecks(BotBench):
    """Checks of a bot's part in fair deals: its shares and pledges."""

    async def _sharing(self) -> Chair:
        """Seat a bot that wants to give shares."""
        chair = await self.seated()
        await chair.flush()
        if "fair" not in self.ready()["capabilities"]:
            raise NotOffered("it does not want `fair`")
        return chair

    async def _given(self, chair: Chair, wanted: Map) -> Map:
        """Return the bot's answer, which has to come in time."""
        await chair.wire.send(**wanted)
        kind: str = wanted["stage"]
        answer = await chair.wire.until(kind, patience=wanted["ms"] / 1000)
        for name in ("table", "match", "deal"):
            found, due = answer[name], wanted[name]
            expect(found == due, f"its {kind} has the {name} {as_json(found)}, not {as_json(due)}")
        await chair.wire.send(**messages.ok(answer))
        return answer

    def _wanted(self, chair: Chair, **fields: Any) -> Map:
        return messages.share_wanted(chair.course.setting.seat, **fields)

    @check("bot.fair.events", FAIR)
    async def bears_fair_deals(self) -> None:
        """A bot MUST play on at a table with fair deals, whether it takes part in them or not: it gets events about
        them."""
        chair = await self.seated()
        for name, fields in messages.fair_deal(chair.course.setting.seat):
            chair.course.tell(name, **fields)
        await answer_some(chair)

    @check("bot.fair.share", FAIR)
    async def gives_a_share(self) -> None:
        """A bot that wants `fair` MUST answer `share_wanted` by itself and in time, and play on."""
        chair = await self._sharing()
        await self._given(chair, self._wanted(chair))
        await answer_some(chair)

    @check("bot.fair.anew", FAIR)
    async def draws_anew(self) -> None:
        """A bot MUST draw a new share for every deal, and another one for another commitment of the server."""
        chair = await self._sharing()
        wanted = [self._wanted(chair, deal=deal) for deal in _DEALS]
        wanted.append(wanted[-1] | {"commitment": messages.digits("another commitment")})
        shares = [(await self._given(chair, one))["share"] for one in wanted]
        expect(len(set(shares)) == len(shares), "it gives a share that it has given before")

    @check("bot.fair.alike", FAIR)
    async def gives_it_again(self) -> None:
        """A bot that is asked again for its share with the same commitment, as after a resume, MUST give the same
        share."""
        chair = await self._sharing()
        first, again = [(await self._given(chair, self._wanted(chair)))["share"] for _ in range(2)]
        expect(first == again, f"its share was {first}, and then {again}")

    @check("bot.fair.pledge", FAIR)
    async def keeps_its_pledge(self) -> None:
        """A bot that is first asked for a pledge MUST then give the share that matches it."""
        chair = await self._sharing()
        wanted = self._wanted(chair, stage="pledge")
        pledge = (await self._given(chair, wanted))["pledge"]
        share = (await self._given(chair, wanted | {"stage": "share"}))["share"]
        fits = fair.pledge(bytes.fromhex(wanted["commitment"]), Seat(wanted["seat"]), bytes.fromhex(share)).hex()
        expect(fits == pledge, f"the pledge of that share is {fits}")
