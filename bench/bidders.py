"""A duel of two bidders over duplicate deals, with the same card player for both: the value of bidding alone.

    python bench/bidders.py expert steady --deals 400 --preset ffb
    python bench/bidders.py steady steady --cards strong --deals 600 --margins opening=12 --margins opening=4
    python bench/bidders.py steady steady --cards exact --deals 4000 --margins jump=24

Both tables bid first; the cards are played only if the auctions differ. The output is points per deal with their
standard error, and the time of a decision of the first bidder. With --against another player holds the cards of the
other bidder's side, and the result is the gain of A's calls over B's with the same partners and opponents.

With `exact` cards nobody plays: a contract counts the score that its double-dummy value makes likely
(`coinche.bots.double_dummy_correction`). That is a hundred times faster, and a board varies less. Confirm its results
with a player.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from boards import player
from deals import DEALERS, gain, pack_of

from coinche.arena.auctions import contract_value
from coinche.bot import Bot
from coinche.bots.beliefs.auction_likelihood import auction_evidence
from coinche.bots.beliefs.conventions import steady_system
from coinche.bots.bidding.call_search import SEARCH, CallSearch, SearchSettings
from coinche.bots.built_in import Steady
from coinche.bots.steady.bidding import MARGINS, Margins
from coinche.engine.actions import Action, Legal, Pass
from coinche.engine.auction import Call
from coinche.engine.deal_phases import Bidding
from coinche.engine.match import State, apply, legal, may_act, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase, TableView, view


class Bids(Steady):
    """A bot that bids as the expert does and plays cards as `steady` does."""

    settings = SEARCH
    reads = True
    spent: list[float] = []  # noqa: RUF012 - one list for all on purpose
    bidders: dict[RuleSet, CallSearch] = {}  # noqa: RUF012

    def choose(self, view: TableView, legal: Legal) -> Action:
        """A call by the expert, a card by `steady`."""
        if view.phase is not Phase.BIDDING:
            return super().choose(view, legal)
        start = time.process_time()
        bidder = self.bidders.setdefault(self.rules, CallSearch(self.rules, self.settings))
        said = bidder.choose(view, legal, self.seed, auction_evidence(view, self.rules) if self.reads else ())
        self.spent.append(time.process_time() - start)
        return said


def with_settings(**changes: float) -> type[Bids]:
    """The expert with other settings of its search."""
    return type("WithSettings", (Bids,), {"settings": SearchSettings(**changes), "bidders": {}, "spent": []})  # type: ignore[arg-type]


class Blind(Bids):
    """The expert without any inference from the calls of the others."""

    reads = False
    bidders: dict[RuleSet, CallSearch] = {}  # noqa: RUF012
    spent: list[float] = []  # noqa: RUF012


BIDDERS: Mapping[str, type[Bot]] = {"steady": Steady, "expert": Bids, "blind": Blind}


def shuffling(rules: RuleSet) -> RuleSet:
    """The rules with a shuffle before every deal, since a board has no deal before it."""
    return rules.changed(shuffle=Shuffle.EVERY_DEAL, reshuffle_after_passes=None)


EVERY = 250
"""Boards after which it is said how it stands."""
EXACT = "exact"


@dataclass(slots=True)
class Boards:
    """The boards of a series: their card players, and the result of each auction."""

    rules: RuleSet
    seed: int
    cards: Callable[[int], Bot] | None
    """None where nobody plays."""
    against: Callable[[int], Bot] | None = None
    """The player of the cards of B's side, if it is another one."""
    ends: dict[tuple[int, Team | None, tuple[Call, ...]], State] = field(default_factory=dict)

    def gain(self, deal: int, a: type[Bot], b: type[Bot], kinds: Counter[str]) -> float:
        """The gain of A's calls over B's on a board, 0 for equal calls; `kinds` counts the boards played."""
        auctions = {team: self._auction(deal, {team: a, team.other: b}) for team in Team}
        if self.against is None:
            first, second = auctions.values()
            if calls(first) == calls(second):
                return 0.0
            return sum(self._scored(deal, team, auctions[team], kinds) for team in Team) / 2
        usual = self._auction(deal, dict.fromkeys(Team, b))
        other = [team for team in Team if calls(auctions[team]) != calls(usual)]
        more = (self._scored(deal, team, auctions[team], kinds) - self._scored(deal, team, usual) for team in other)
        return sum(more) / 2

    def _scored(self, deal: int, team: Team, auction: State, kinds: Counter[str] | None = None) -> float:
        if self.cards is None:
            value = contract_value(auction)
            return value if team is Team.NORTH_SOUTH else -value
        whose = None if self.against is None else team
        key = deal, whose, calls(auction)
        if key not in self.ends:
            self.ends[key] = self._played(auction, whose)
        if kinds is not None:
            kinds[_kind(self.ends[key], team)] += 1
        return gain(self.ends[key], team)

    def _auction(self, deal: int, by: Mapping[Team, type[Bot]]) -> State:
        """The deal after its auction; players who may coinche out of turn are asked first."""
        bots = self._seated({seat: by[seat.team] for seat in Seat})
        state, _ = new_match(self.rules, DEALERS[deal % 4], board=True)
        state, _ = next_deal(state, pack_of(self.seed, deal))
        while isinstance(state.phase, Bidding) and (turn := to_act(state)) is not None:
            acted = None
            for seat in may_act(state):
                offered = legal(state, seat)
                action = bots[seat].choose(view(state, seat), offered)
                if action in offered and action != Pass():
                    acted = seat, action
                    break
            seat, action = acted or (turn, bots[turn].choose(view(state, turn), legal(state, turn)))
            state, _ = apply(state, seat, action)
        return state

    def _played(self, state: State, whose: Team | None) -> State:
        """The auction played out by new players, with the same seeds each time."""
        others = self.against or self.cards
        assert others is not None
        bots = self._seated({seat: self.cards or others if whose in (None, seat.team) else others for seat in Seat})
        systems = dict.fromkeys(Seat, steady_system(self.rules))
        for bot in bots.values():
            bot.on_match(self.rules)
            bot.systems = systems
        while (turn := to_act(state)) is not None:
            state, _ = apply(state, turn, bots[turn].choose(view(state, turn), legal(state, turn)))
        return state

    def _seated(self, made: Mapping[Seat, Callable[[int], Bot]]) -> dict[Seat, Bot]:
        bots = {seat: made[seat](at) for at, seat in enumerate(Seat)}
        for bot in bots.values():
            bot.rules = self.rules
        return bots


def calls(state: State) -> tuple[Call, ...]:
    """The calls of the deal; none if it was thrown in."""
    return state.phase.calls if isinstance(state.phase, Playing) else ()


def main() -> None:
    """Play the duel and print it."""
    parser = _parser()
    args = parser.parse_args()
    if args.margins and args.a != Steady.name:
        parser.error(f"--margins are for {Steady.name}: {args.a} reckons its calls")
    against = player(args.against) if args.against else None
    cards = None if args.cards == EXACT else player(args.cards)
    boards = Boards(shuffling(PRESETS[args.preset]), args.seed, cards, against)
    players = " against ".join(filter(None, (args.cards, args.against)))
    for title, a in contenders(args):
        compare(f"{title} - {args.b}, cards of {players}, {args.preset}", boards, a, BIDDERS[args.b], args.deals)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="two bidders over duplicate deals, the cards by the same player")
    parser.add_argument("a", choices=BIDDERS)
    parser.add_argument("b", choices=BIDDERS)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, default="ffb")
    parser.add_argument(
        "--cards", default="steady", metavar="PLAYER", help=f"{EXACT}, or a bot as in bench/strength.py"
    )
    parser.add_argument("--against", metavar="PLAYER", help="who plays the cards of the other side, if not the same")
    parser.add_argument(
        "--search", nargs="*", default=[], metavar="NAME=VALUE", help="other settings of the search for A"
    )
    parser.add_argument(
        "--margins",
        nargs="+",
        action="append",
        type=_margin,
        metavar="NAME=VALUE",
        help="other margins for A, which must be steady; again for others yet",
    )
    return parser


def compare(title: str, boards: Boards, a: type[Bot], b: type[Bot], deals: int) -> None:
    """Print what A gains over B on so many boards, the contracts that they came to, and the time of A's calls."""
    spent: list[float] = getattr(a, "spent", [])
    kinds = Counter[str]()
    gains: list[float] = []
    for deal in range(deals):
        gains.append(boards.gain(deal, a, b, kinds))
        if len(gains) % EVERY == 0 or len(gains) == deals:
            differ = f"{sum(map(bool, gains))} of {len(gains)} boards differ in score"
            print(f"{title}: {_mean(gains)}, {differ}", flush=True)
    print("  " + ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())), flush=True)
    if spent := sorted(spent):
        milliseconds = (
            f"mean {1000 * statistics.fmean(spent):.1f}, 9 in 10 under {1000 * spent[len(spent) * 9 // 10]:.0f}"
        )
        print(f"  {len(spent)} calls, {milliseconds}, all under {1000 * spent[-1]:.0f} ms of CPU")


def contenders(args: argparse.Namespace) -> Iterator[tuple[str, type[Bot]]]:
    """The opponents of B, by name."""
    a = BIDDERS[args.a]
    if args.search:
        changes = {name: type(getattr(SEARCH, name))(value) for name, value in (s.split("=") for s in args.search)}
        yield " ".join((args.a, *args.search)), with_settings(**changes)
    for changes in args.margins or ():
        words = (f"{name}={value:g}" for name, value in changes)
        yield " ".join((args.a, *words)), type("Changed", (a,), {"margins": replace(MARGINS, **dict(changes))})
    if not args.search and not args.margins:
        yield args.a, a


def _margin(word: str) -> tuple[str, float]:
    name, _, value = word.partition("=")
    known = [each.name for each in fields(Margins)]
    try:
        return known[known.index(name)], float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is no NAME=POINTS of: {', '.join(known)}") from None


def _mean(gains: Sequence[float]) -> str:
    mean, error = statistics.fmean(gains), statistics.stdev(gains) / math.sqrt(len(gains))
    return f"{mean:+.1f} ± {error:.1f} points per deal (z {mean / error if error else 0.0:+.1f})"


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
