"""One board of a contest between two bots at both tables, played by `coinche.arena.practice`, and its figures.

`play_board` is the entry point. Each table has new bots, which draw the same random numbers. `board_result` makes the
figures, also of what the arena has played with processes.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from coinche.arena import practice
from coinche.arena.auctions import Auction, auction_of
from coinche.arena.contest import Contest, Format, TablePlan
from coinche.arena.entrants import BotFactory, Entrant, UnknownEntrant, bot_factory
from coinche.bot import Bot
from coinche.bots.beliefs.conventions import steady_system
from coinche.engine.actions import PlayCard, parse_action
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.rules import RuleSet
from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme, TableTimings

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
def player(text: str) -> BotFactory:
    """The factory of the bot with that name and options; UnknownEntrant lists the valid ones."""
    name, _, options = text.partition(":")
    if name != COLVER:
        return bot_factory(text)
    return _colver(dict(option.partition("=")[::2] for option in options.split(",") if option))


def _colver(changes: Mapping[str, str]) -> BotFactory:
    """An agent of the package colver, without a network: the same adapter as at a table."""
    module = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "colver_bot.py"))
    if module["colver"] is None:
        raise UnknownEntrant(module["MISSING"])
    options, others = module["parser"]().parse_known_args([f"--{name}={value}" for name, value in changes.items()])
    if others:
        raise UnknownEntrant(f"{COLVER} has no option {others[0]!r}; it has: {', '.join(vars(options))}")
    make: BotFactory = partial(module["Colver"], options)
    return make


def play_board(pairing: Pairing, number: int) -> Result:
    """Play a board at both tables."""
    entrants = {"A": Entrant("A", pairing.a), "B": Entrant("B", pairing.b)}  # the bots' seeds depend on the names
    contest = _contest(pairing, number, entrants)
    bots: Callable[[str], BotFactory] = player
    if pairing.contracts:
        contest = replace(contest, auctions={number: _auction(pairing, number)})
        bots = partial(_told_of_bidder, PRESETS[pairing.preset])
    plans = (TablePlan("A", "B", (number,)), TablePlan("B", "A", (number,)))
    played = practice.play_batch(contest, plans, bots)
    return board_result(number, "A", zip(played.tables, played.timings, strict=True), cards_only=pairing.contracts)


def _contest(pairing: Pairing, number: int, entrants: Mapping[str, Entrant]) -> Contest:
    header = ContestHeader(
        format=Format.DUEL,
        scheme=Scheme.DUPLICATE,
        entrants=tuple(entrants),
        commands={},
        rules=PRESETS[pairing.preset],
        preset=pairing.preset,
        seed=pairing.seed,
        boards=number,
        batch=1,
        clock="",
        reference=BIDDER,
        practice=True,
    )
    return Contest(header=header, entrants=entrants)


def _auction(pairing: Pairing, number: int) -> Auction:
    """The auction of a board with `steady` at all seats."""
    contest = _contest(pairing, number, {name: Entrant(name, BIDDER) for name in ("A", "B")})
    played = practice.play_batch(contest, (TablePlan("A", "B", (number,)),))
    return auction_of(played.tables[0].deals[0])


def _told_of_bidder(rules: RuleSet, spec: str) -> BotFactory:
    """The factory of bots whose seats declare the system of the bidder, which has called for them."""

    def made(seed: int) -> Bot:
        bot = player(spec)(seed)
        bot.declares = partial(steady_system, rules)  # type: ignore[method-assign]
        return bot

    return made


def board_result(
    number: int,
    first: str,
    played: Iterable[tuple[PlayedTable, TableTimings]],
    *,
    cards_only: bool = False,
) -> Result:
    """The figures of a board at both tables, the first entrant's first; faults are printed, too.

    `cards_only` leaves out the times of calls.
    """
    sides, gain = (Side(), Side()), 0.0
    for table, timings in played:
        gain += table.gain if table.ns == first else -table.gain
        at = {team: sides[name != first] for team, name in table.teams.items()}
        (deal,) = table.deals
        for (seat, action), ms in zip(deal.actions, timings.ms, strict=True):
            if not cards_only or isinstance(parse_action(action), PlayCard):
                at[seat.team].add(ms)
        for fault in table.faults:
            at[fault.seat.team].illegal += fault.times
            print(f"board {number}, {table.teams[fault.seat.team]}: {fault.kind} {fault.detail}", file=sys.stderr)
        if deal.contract is not None:
            side = at[deal.contract.bidder.team]
            side.contracts += 1
            side.made += deal.contract.made
    return Result(number, gain / 2, sides)
