"""One board of a contest between two bots, played at both tables in this process.

`play_board` is the entry point. Each table has new bots, which draw the same random numbers.
"""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from coinche.arena.entrants import UnknownEntrant, bot_factory
from coinche.bot import Bot
from coinche.bots.built_in import BOTS
from coinche.engine.actions import Action, Legal, Pass
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase, view
from coinche.records import boards

SLOW_MS = 200.0
COLVER = "colver"
"""The package's agents, where it is installed: `colver:bid=improved,play=isdd,worlds=20`."""
BIDDER = "steady"
"""The bidder when only the play is compared."""


@dataclass(slots=True)
class Side:
    """The figures of one player on a board, both tables together."""

    decisions: int = 0
    ms: float = 0.0
    slowest_ms: float = 0.0
    slow: int = 0
    """Decisions that took more than 200 ms."""
    illegal: int = 0
    contracts: int = 0
    made: int = 0

    def add(self, ms: float) -> None:
        """Count a decision."""
        self.decisions += 1
        self.ms += ms
        self.slowest_ms = max(self.slowest_ms, ms)
        self.slow += ms > SLOW_MS


@dataclass(frozen=True, slots=True)
class Result:
    """A board at both tables: the mean gain of the first player over the second, and the figures of each."""

    board: int
    gain: float
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two players, the rules, and the seed of the boards."""

    a: str
    b: str
    preset: str = DEFAULT_PRESET
    seed: int = 1
    contracts: bool = False
    """True when `steady` bids at all seats."""

    @property
    def key(self) -> str:
        """The description of the contest, as text."""
        equal = f", auction by {BIDDER}" if self.contracts else ""
        return f"{self.a} - {self.b}, {self.preset}{equal}, seed {self.seed}"


@cache
def player(text: str) -> Callable[[int], Bot]:
    """The factory of the bot with that name and options; UnknownEntrant lists the valid ones."""
    name, _, options = text.partition(":")
    if name != COLVER:
        return bot_factory(text)
    return _colver(dict(option.partition("=")[::2] for option in options.split(",") if option))


def _colver(changes: Mapping[str, str]) -> Callable[[int], Bot]:
    """An agent of the package colver, without a network: the same adapter as at a table."""
    module = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "colver_bot.py"))
    if module["colver"] is None:
        raise UnknownEntrant(module["MISSING"])
    options, others = module["parser"]().parse_known_args([f"--{name}={value}" for name, value in changes.items()])
    if others:
        raise UnknownEntrant(f"{COLVER} has no option {others[0]!r}; it has: {', '.join(vars(options))}")
    make: Callable[[int], Bot] = partial(module["Colver"], options)
    return make


@dataclass(slots=True)
class Table:
    """Four bots and a deal; the times and the illegal actions of each team are counted."""

    rules: RuleSet
    bots: Mapping[Seat, Bot]
    sides: Mapping[Team, Side]
    bidders: Mapping[Seat, Bot] = field(default_factory=dict)
    """The bidders, if the bots only play; their times are not counted."""

    def play(self, state: State) -> State:
        """Play the deal to its end."""
        while (turn := to_act(state)) is not None:
            state = self._out_of_turn(state) or apply(state, turn, self._asked(state, turn, legal(state, turn)))[0]
        return state

    def _out_of_turn(self, state: State) -> State | None:
        """The state after a coinche out of turn; None if nobody coinches."""
        for seat in may_act(state):
            allowed = legal(state, seat)
            action = self._asked(state, seat, replace(allowed, actions=(Pass(), *allowed.actions), default=Pass()))
            if action != Pass():
                return apply(state, seat, action)[0]
        return None

    def _asked(self, state: State, seat: Seat, allowed: Legal) -> Action:
        """The bot's action; the default if that is illegal."""
        seen = view(state, seat)
        if self.bidders and seen.phase is Phase.BIDDING:
            return self.bidders[seat].choose(seen, allowed)
        began = time.process_time()
        action = self.bots[seat].choose(seen, allowed)
        side = self.sides[seat.team]
        side.add((time.process_time() - began) * 1000)
        if action in allowed:
            return action
        side.illegal += 1
        return allowed.default


def seated(bot: Bot, rules: RuleSet) -> Bot:
    """The bot, informed that a match begins."""
    bot.rules = rules
    bot.on_match(rules)
    return bot


def introduced(bots: Mapping[Seat, Bot], bidders: Mapping[Seat, Bot]) -> None:
    """Tell every bot the bidding systems that the bidders declare."""
    systems = {seat: system for seat, bot in (bidders or bots).items() if (system := bot.declares()) is not None}
    for bot in (*bots.values(), *bidders.values()):
        bot.systems = systems


def play_board(pairing: Pairing, number: int) -> Result:
    """Play a board at both tables."""
    rules = PRESETS[pairing.preset]
    makers = (player(pairing.a), player(pairing.b))
    sides, gains = (Side(), Side()), []
    for team in Team:  # where the first player sits
        bots: dict[Seat, Bot] = {}
        for seat in Seat:
            is_a = seat.team is team
            chance = boards.bot_seed(pairing.seed, number, "AB"[not is_a], seat)
            bots[seat] = seated(makers[not is_a](chance), rules)
        bidders = {seat: seated(BOTS[BIDDER](0), rules) for seat in Seat} if pairing.contracts else {}
        introduced(bots, bidders)
        state, _ = new_match(rules, boards.dealer(number), board=True)
        state, _ = next_deal(state, boards.pack(pairing.seed, number))
        at = {each: sides[each is not team] for each in Team}
        end = Table(rules, bots, at, bidders).play(state)
        gains.append(_gain(end, team))
        _count_contract(end, at)
    return Result(number, sum(gains) / 2, sides)


def _gain(state: State, team: Team) -> int:
    score = getattr(state.phase, "score", None)
    return 0 if score is None else score.scores[team] - score.scores[team.other]


def _count_contract(state: State, sides: Mapping[Team, Side]) -> None:
    last, score = getattr(state.phase, "last", None), getattr(state.phase, "score", None)
    if isinstance(last, Playing) and score is not None:
        side = sides[last.contract.takers]
        side.contracts += 1
        side.made += score.made
