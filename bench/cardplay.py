"""A duel of two bots in card play alone: duplicate boards with contracts bid by `steady`, in one process.

    python bench/cardplay.py expert steady --boards 400
    python bench/cardplay.py expert expert --b worlds=20 --b inference=no --rules colver
    python bench/cardplay.py open steady --boards 400

`--a` and `--b` change the settings, for measuring one thing at a time. A board is a deal played twice with the sides
changed; figures are of A over B. `open` is a yardstick instead of a bot: it sees all hands and plays the solver's best
card, which is about the most that card play can gain over B.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from deals import DEALERS, gain, pack_of

from coinche.bot import Bot
from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.built_in import BOTS, Expert, Steady
from coinche.bots.pimc import best_first, evaluate_worlds
from coinche.engine.actions import Action, Legal
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Hands, Playing
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.tally import LAST_TRICK
from coinche.engine.view import TableView, view

_READ: Mapping[type, Callable[[str], Any]] = {bool: lambda text: text == "yes", int: int, float: float}


class Open(Expert):
    """A player that sees the `hands` and plays the best card."""

    name = "open"
    hands: Hands

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose a card; it is never asked for calls."""
        nothing = hidden_hands(view, self.rules, inference=False, memory=False)
        known = replace(nothing, may={seat: frozenset(self.hands[seat]) for seat in nothing.may})
        best, *_ = best_first(
            evaluate_worlds(known, view, self.rules, self.settings, self.solvers, self.seed), view, legal
        )
        return best.action


PLAYERS: Mapping[str, Callable[[int], Bot]] = {**BOTS, Open.name: Open}


@dataclass(slots=True)
class Side:
    """A bot by name, its changed settings, and the times of its decisions."""

    name: str
    changes: dict[str, str]
    seconds: list[float] = field(default_factory=list)

    def bot(self, rules: RuleSet, seed: int) -> Bot:
        """One player."""
        made = PLAYERS[self.name](seed)
        made.rules = rules
        made.on_match(rules)
        settings = getattr(made, "settings", None)
        if self.changes:
            read = {key: _READ[type(getattr(settings, key))](text) for key, text in self.changes.items()}
            made.settings = replace(settings, **read)  # type: ignore[attr-defined, type-var]
        return made


def bid(rules: RuleSet, seed: int, deal: int) -> State | None:
    """The deal with its contract; None where nobody bids."""
    state, _ = new_match(rules, DEALERS[deal % 4], board=True)
    state, _ = next_deal(state, pack_of(seed, deal))
    bots: dict[Seat, Bot] = {seat: Steady() for seat in Seat}
    for bot in bots.values():
        bot.rules = rules
    while isinstance(state.phase, Bidding) and (seat := to_act(state)) is not None:
        state, _ = apply(state, seat, bots[seat].choose(view(state, seat), legal(state, seat)))
    return state if isinstance(state.phase, Playing) else None


def played(state: State, sides: Mapping[Team, Side], seed: int) -> State:
    """The deal, played out."""
    bots = {seat: sides[seat.team].bot(state.rules, seed) for seat in Seat}
    while (seat := to_act(state)) is not None:
        bot = bots[seat]
        if isinstance(bot, Open):
            assert isinstance(state.phase, Playing)
            bot.hands = state.phase.hands
        start = time.process_time()
        action = bot.choose(view(state, seat), legal(state, seat))
        sides[seat.team].seconds.append(time.process_time() - start)
        state, _ = apply(state, seat, action)
    return state


def points(state: State, team: Team) -> int:
    """The card points of the side, the last trick included."""
    last = getattr(state.phase, "last", None)
    assert isinstance(last, Playing)
    winner = last.tricks[-1].winner
    return last.points[team] + LAST_TRICK * (winner in team.seats)


def board(state: State, a: Side, b: Side, seed: int) -> tuple[float, float]:
    """The gains of A in score and in card points, as means of both tables."""
    scores, taken = 0, 0
    for team in Team:
        over = played(state, {team: a, team.other: b}, seed)
        scores += gain(over, team)
        taken += points(over, team) - points(over, team.other)
    return scores / 2, taken / 2


def _said(name: str, values: list[float]) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{name} {statistics.fmean(values):+.1f} ± {error:.1f}"


def _change(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


def main() -> None:
    """Run the duel and print the figures."""
    parser = argparse.ArgumentParser(description="two bots over the same contracts, in one process")
    parser.add_argument("first", choices=PLAYERS)
    parser.add_argument("second", choices=PLAYERS)
    parser.add_argument("--a", action="append", default=[], type=_change, metavar="KEY=VALUE")
    parser.add_argument("--b", action="append", default=[], type=_change, metavar="KEY=VALUE")
    parser.add_argument("--boards", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="ffb")
    args = parser.parse_args()
    a, b = Side(args.first, dict(args.a)), Side(args.second, dict(args.b))
    scores: list[float] = []
    taken: list[float] = []
    deal = 0
    while len(scores) < args.boards:
        state = bid(PRESETS[args.rules], args.seed, deal)
        deal += 1
        if state is not None:
            score, points_taken = board(state, a, b, args.seed)
            scores.append(score)
            taken.append(points_taken)
            if len(scores) % 50 == 0 or len(scores) == args.boards:
                cpu = " / ".join(f"{1000 * statistics.fmean(side.seconds):.1f}" for side in (a, b))
                print(
                    f"{args.rules}, {len(scores)} boards: {_said('score', scores)}, {_said('card points', taken)};"
                    f" ms {cpu}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
