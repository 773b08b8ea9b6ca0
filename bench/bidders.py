"""Two bidders over duplicate deals, the same hands played by the same player: what bidding alone is worth.

    python bench/bidders.py expert steady --deals 400 --preset ffb

Prints points per deal with their standard error, and what a decision of the first bidder costs.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping

from duel import DEALERS, gain, pack_of

from coinche.client.bot import Bot
from coinche.client.bots.bidding import STYLE, Bidder, Style
from coinche.client.bots.likelihood import evidence
from coinche.client.bots.steady import Steady
from coinche.engine.actions import Action
from coinche.engine.legal import Legal
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase, TableView, view


class Bids(Steady):
    """`steady` at cards, the expert's way to bid."""

    style = STYLE
    reads = True
    spent: list[float] = []  # noqa: RUF012 - one list for all on purpose
    bidders: dict[RuleSet, Bidder] = {}  # noqa: RUF012

    def choose(self, view: TableView, legal: Legal) -> Action:
        """A call by the expert, a card by `steady`."""
        if view.phase is not Phase.BIDDING:
            return super().choose(view, legal)
        start = time.process_time()
        bidder = self.bidders.setdefault(self.rules, Bidder(self.rules, self.style))
        said = bidder.call(view, legal, self.seed, evidence(view, self.rules) if self.reads else ())
        self.spent.append(time.process_time() - start)
        return said


def styled(**changes: float) -> type[Bids]:
    """The expert with another style."""
    return type("Styled", (Bids,), {"style": Style(**changes), "bidders": {}, "spent": []})  # type: ignore[arg-type]


class Blind(Bids):
    """The expert that takes nothing from what the others say."""

    reads = False
    bidders: dict[RuleSet, Bidder] = {}  # noqa: RUF012
    spent: list[float] = []  # noqa: RUF012


BIDDERS: Mapping[str, type[Bot]] = {"steady": Steady, "expert": Bids, "blind": Blind}


def play_board(bots: Mapping[Seat, Bot], dealer: Seat, deal: int, seed: int, rules: RuleSet) -> State:
    """One deal, played out; who may coinche out of turn is asked first."""
    state, _ = new_match(rules, dealer, board=True)
    state, _ = next_deal(state, pack_of(seed, deal))
    while (turn := to_act(state)) is not None:
        acted = None
        for seat in may_act(state):
            offered = legal(state, seat)
            action = bots[seat].choose(view(state, seat), offered)
            if action in offered and str(action) != "pass":
                acted = seat, action
                break
        seat, action = acted or (turn, bots[turn].choose(view(state, turn), legal(state, turn)))
        state, _ = apply(state, seat, action)
    return state


def shuffling(rules: RuleSet) -> RuleSet:
    """The rules with every deal shuffled: a board has no deal before it."""
    return rules.changed(shuffle=Shuffle.EVERY_DEAL, reshuffle_after_passes=None)


def seated(a: Callable[[int], Bot], b: Callable[[int], Bot], team: Team, rules: RuleSet) -> dict[Seat, Bot]:
    """A at both seats of the team, B at the others."""
    bots = {seat: (a if seat.team is team else b)(at) for at, seat in enumerate(Seat)}
    for bot in bots.values():
        bot.rules = rules
    return bots


def main() -> None:
    """Play the duel and print it."""
    parser = argparse.ArgumentParser(description="two bidders over duplicate deals, cards by steady")
    parser.add_argument("a", choices=BIDDERS)
    parser.add_argument("b", choices=BIDDERS)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, default="ffb")
    parser.add_argument("--style", nargs="*", default=[], metavar="NAME=VALUE", help="another style for A")
    args = parser.parse_args()
    rules = shuffling(PRESETS[args.preset])
    a: type[Bot] = BIDDERS[args.a]
    if args.style:
        changes = {name: type(getattr(STYLE, name))(value) for name, value in (s.split("=") for s in args.style)}
        a = styled(**changes)
    means, contracts = [], Counter[str]()
    for deal in range(args.deals):
        gains = []
        for team in Team:
            state = play_board(seated(a, BIDDERS[args.b], team, rules), DEALERS[deal % 4], deal, args.seed, rules)
            gains.append(gain(state, team))
            contracts[_kind(state, team)] += 1
        means.append(sum(gains) / 2)
    error = statistics.stdev(means) / math.sqrt(len(means))
    mean = statistics.fmean(means)
    print(f"{args.a} - {args.b}, {args.preset}: {mean:+.1f} ± {error:.1f} points per deal (z {mean / error:.1f})")
    print("  " + ", ".join(f"{kind} {n}" for kind, n in sorted(contracts.items())))
    if spent := sorted(getattr(a, "spent", [])):
        milliseconds = (
            f"mean {1000 * statistics.fmean(spent):.1f}, 9 in 10 under {1000 * spent[len(spent) * 9 // 10]:.0f}"
        )
        print(f"  {len(spent)} calls, {milliseconds}, all under {1000 * spent[-1]:.0f} ms of CPU")


def _kind(state: State, team: Team) -> str:
    phase = state.phase
    contract = getattr(getattr(phase, "last", None), "contract", None)
    score = getattr(phase, "score", None)
    if contract is None or score is None:
        return "thrown in"
    who = "A" if contract.takers is team else "B"
    doubled = {1: "", 2: " coinched", 4: " surcoinched"}.get(contract.multiplier, " surcoinched")
    return f"{who} {'makes' if score.made else 'fails'}{doubled}"


if __name__ == "__main__":
    main()
