"""Checks: every answer is one that the rules allow, in true positions of every preset, from a seed.

Knows which rules are worth a match for which kind of decision. Each check judges its own kind alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from coinche.conformance.checks import Checks, Side, expect, fail
from coinche.conformance.transcript import Map, as_json
from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import held
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import BeloteDeclared, CoincheWhen, RuleSet, Shuffle

from .harness import BotBench
from .opponents import Others
from .request import REACT, Question
from .seat import Chair

CHECKS = Checks(Side.BOT)
SECTION = "Actions"
REACTING = "Coinche out of turn"
RARE = 40
"""Deals after which something that has not come about is not waited for any longer."""
Judged = Callable[[Question], bool]

_BIDDERS = Others(bids=0.9)
"""Others who leave the bot something to coinche."""
_ROYALS = frozenset({Card.HQ, Card.HK})
_HEARTS = Others(denominations=frozenset({Denomination.HEARTS}), bids=1.0, coinches=0.0)


def distinct(concerns: Callable[[RuleSet], Hashable], wanted: Callable[[RuleSet], bool] = bool) -> list[RuleSet]:
    """One preset of each kind that differs in what concerns a decision; nobody is asked out of turn there."""
    chosen = {concerns(rules): rules for rules in PRESETS.values() if wanted(rules)}.values()
    return [rules.changed(coinche_when=CoincheWhen.IN_TURN) for rules in chosen]


_WITH_GENERALE = distinct(lambda rules: rules.auction.generale, lambda rules: rules.auction.generale is not None)


async def judge(bench: BotBench, presets: Sequence[RuleSet], judged: Judged, **setting: object) -> None:
    """Play deals by each of those rules; Failed at the first answer of that kind which is not legal."""
    seen, played = 0, presets[: bench.effort.presets]
    for at, rules in enumerate(played):
        chair = await bench.seated(rules.changed(length=None, target=20_000), bench.effort.seed + at, **setting)
        await chair.play(partial(_goes_on, chair, judged, max(1, bench.effort.deals // len(played))))
        seen += sum(judged(question) for question, _ in chair.acts)
    expect(seen, "no such request came about: try another --seed, or more --deals")


def _goes_on(chair: Chair, judged: Judged, deals: int) -> bool:
    """Whether there are deals left, once the last answer has been judged; more where what is looked for is rare."""
    for question, act in chair.acts[-1:]:
        if judged(question) and act.get("request") == question.number:
            _approve(question, act)
    seen = any(judged(question) for question, _ in chair.acts)
    return chair.course.state.deal <= (deals if seen else max(deals, RARE))


def _approve(question: Question, act: Map) -> None:
    """Failed where it is not legal; an action that is no text is the business of `bot.act.fields`."""
    action = act.get("action")
    if isinstance(action, str) and not question.allows(action):
        answered = f"request {question.number} ({question.kind}) is answered with {as_json(action)}"
        fail(f"{answered}; {_might(question.message)}", act)


def _might(request: Map) -> str:
    parts = {name: request[name] for name in ("legal", "bids", "offers", "declarations") if request[name]}
    return "legal were " + ", ".join(f"{name} {as_json(value)}" for name, value in parts.items())


@CHECKS.check("bot.legal.bid", section=SECTION)
async def bids(bench: BotBench) -> None:
    """In an auction a bot MUST answer with a string of `legal`, or a number that `bids`, `step` and `max` allow."""
    await judge(bench, distinct(lambda rules: rules.auction), lambda question: question.kind == "bid")


@CHECKS.check("bot.legal.overbid", section=SECTION)
async def overbids(bench: BotBench) -> None:
    """A bot MUST bid legally where others bid high or coinche: there may be no number left, or nothing but a pass."""
    others = Others(bids=0.95, coinches=0.5, dearest=980)
    await judge(bench, [FFB, *_WITH_GENERALE], lambda question: question.kind == "bid", others=others)


@CHECKS.check("bot.legal.play", section=SECTION)
async def plays(bench: BotBench) -> None:
    """In the play a bot MUST answer with a card of `legal`, by whatever rules."""
    await judge(bench, distinct(lambda rules: (rules.play, rules.declarations)), _is_plain_card)


def _is_plain_card(question: Question) -> bool:
    return question.kind == "play" and not question.message["offers"] and not question.message["declarations"]


@CHECKS.check("bot.legal.belote", section=SECTION)
async def belotes(bench: BotBench) -> None:
    """With a card a bot MAY say a word that `offers` has for it, and MUST NOT say any other."""
    said = distinct(lambda rules: rules.play, lambda rules: rules.declarations.belote_declared is BeloteDeclared.MANUAL)
    await judge(bench, said[:3], lambda question: bool(question.message["offers"]), wanted=_has_belote, others=_HEARTS)


def _has_belote(hand: frozenset[Card]) -> bool:
    return hand >= _ROYALS


@CHECKS.check("bot.legal.declarations", section=SECTION)
async def declarations(bench: BotBench) -> None:
    """With its first card a bot MAY announce any of `declarations` that share no card, and MUST NOT announce others."""
    announced = distinct(lambda rules: rules.declarations, lambda rules: rules.declarations.declarations)
    await judge(bench, announced, lambda question: bool(question.message["declarations"]), wanted=_has_declarations)


def _has_declarations(hand: frozenset[Card]) -> bool:
    return len(held(hand)) > 1


@CHECKS.check("bot.legal.cut", section=SECTION)
async def cuts(bench: BotBench) -> None:
    """Where nobody shuffles, a bot that is asked to cut MUST answer with one of the cuts in `legal`."""
    uncut = distinct(lambda rules: rules.table, lambda rules: rules.table.shuffle is Shuffle.NEVER)
    await judge(bench, uncut, lambda question: question.kind == "cut")


@CHECKS.check("bot.legal.react", section=REACTING)
async def reacts(bench: BotBench) -> None:
    """A request to `react` MUST be answered, with `pass` or with the `coinche` or `surcoinche` that `legal` has."""
    anytime = {rules.auction: rules for rules in PRESETS.values() if rules.auction.coinche_when is CoincheWhen.ANY_TIME}
    await judge(bench, list(anytime.values()), lambda question: question.kind == REACT, others=_BIDDERS)
