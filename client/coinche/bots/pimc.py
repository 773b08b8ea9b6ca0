"""Perfect-information Monte Carlo (PIMC): the choice of a card over many determinizations; the levels of its bots.

A determinization, here a world, gives each hidden card to a seat. Worlds are drawn from the beliefs of the seat, the
double-dummy solver values every legal card in each of them, and the card of the highest mean utility is played. Bots,
hints and reviews share these functions, so that a hint is what `expert` would play. A level says how many worlds a bot
draws, how long it searches, and the information that it uses.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from coinche.bot.bot import Bot, say_all
from coinche.bots.beliefs.auction_likelihood import auction_evidence
from coinche.bots.beliefs.beliefs import hidden_hands
from coinche.bots.beliefs.conventions import NONE_DECLARED, Systems, expert_system, steady_system
from coinche.bots.bidding.call_search import CallSearch
from coinche.bots.steady.bidding import natural_call
from coinche.bots.steady.card_play import best_card
from coinche.engine.actions import Action, Legal, PlayCard
from coinche.engine.card_values import LEAST
from coinche.engine.cards import Denomination
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat, Team
from coinche.engine.solver import ENGINE, Engine, Evaluation, HiddenHands, NoWorld, Solver
from coinche.engine.trick import Trick
from coinche.engine.view import TableView
from coinche.protocol.messages import System

from .utility import open_belote_cards, utility_table


class BotLevel(StrEnum):
    """The bots that use PIMC, the weakest first; `steady` is between the first two."""

    NOVICE = "novice"
    STRONG = "strong"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class PimcSettings:
    """The computation of a bot for one decision, and the information that it uses."""

    worlds: int
    """Determinizations that are solved for one card."""
    candidates: int
    """Worlds drawn by the constraints; of these `worlds` are drawn again by their likelihood."""
    budget: int
    """Nodes of the double-dummy search for one decision. A count rather than a time: decisions can be repeated."""
    inference: bool
    """Weigh worlds by the likelihood of calls, cards and declarations."""
    memory: bool = True
    """Use the constraints: who is out of a suit, which cards have been shown."""
    tricks: int = 8
    """Solve with this many tricks left or fewer; before that, play as `steady`."""
    bids: bool = False
    """Search calls by rollout (`bidding`); otherwise bid as `steady`."""
    late: int = 4
    """Factor of `worlds` with four tricks left or fewer, where a world costs little."""

    def __post_init__(self) -> None:
        if min(self.worlds, self.candidates, self.budget, self.tricks, self.late) < 1:
            raise ValueError("worlds, candidates, budget, tricks and late are at least 1")


_COMPILED: Mapping[BotLevel, PimcSettings] = {
    BotLevel.NOVICE: PimcSettings(worlds=1, candidates=1, budget=200_000, inference=False, memory=False, late=1),
    BotLevel.STRONG: PimcSettings(worlds=12, candidates=12, budget=600_000, inference=False, late=2),
    BotLevel.EXPERT: PimcSettings(worlds=40, candidates=3000, budget=600_000, inference=True, bids=True),
}


_IN_PYTHON: Mapping[BotLevel, PimcSettings] = {
    BotLevel.NOVICE: PimcSettings(
        worlds=1, candidates=1, budget=5_000, inference=False, memory=False, tricks=5, late=1
    ),
    BotLevel.STRONG: PimcSettings(worlds=6, candidates=6, budget=15_000, inference=False, tricks=5, late=1),
    BotLevel.EXPERT: PimcSettings(worlds=10, candidates=100, budget=20_000, inference=True, tricks=5, late=2),
}
"""The solver in Python is a hundred times slower, so only the last five tricks are solved."""


SETTINGS_BY_ENGINE: Mapping[Engine, Mapping[BotLevel, PimcSettings]] = {Engine.C: _COMPILED, Engine.PYTHON: _IN_PYTHON}


LEVEL_SETTINGS = SETTINGS_BY_ENGINE[ENGINE]


ENDGAME_TRICKS = 4
"""Tricks left from which on there are more worlds, as each costs little."""
IN_SIGHT = 10
"""The least difference in utility by which one card is clearly better than another."""
CLEARLY = 2
"""The same in standard errors, so that chance in the worlds does not decide."""
_SAME = 1e-6
"""Utilities closer to each other than this count as equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue:
    """A legal card and its value over the worlds."""

    action: Action
    utility: float = 0.0
    """Mean utility: points of the deal score, or near the end of the match points that change the probability of
    winning it as much."""
    deviation: float = 0.0
    """Standard deviation of the utility over the worlds."""
    points: float = 0.0
    """Mean double-dummy value: the points still to be taken, CAPOT more with all tricks of the deal, CAPOT less with
    none. It decides between cards of equal utility."""
    worlds: int = 0

    def is_clearly_better(self, other: CardValue) -> bool:
        """Return whether this card is better than another by more than a trifle and more than chance."""
        doubt = CLEARLY * max(self.deviation, other.deviation) / math.sqrt(max(1, other.worlds))
        return self.utility - other.utility >= max(IN_SIGHT, doubt)


@dataclass(slots=True)
class SolverCache:
    """The solvers of one player, one per denomination. Their transposition tables serve later decisions."""

    rules: RuleSet | None = None
    _by: dict[Denomination, Solver] = field(default_factory=dict)

    def of(self, denomination: Denomination, rules: RuleSet) -> Solver:
        """Return the solver for that denomination under these rules."""
        if rules != self.rules:
            self.rules, self._by = rules, {}
        if denomination not in self._by:
            self._by[denomination] = Solver(denomination, rules)
        return self._by[denomination]


def card_values(
    view: TableView,
    legal: Legal,
    rules: RuleSet,
    *,
    settings: PimcSettings,
    solvers: SolverCache,
    seed: int = 0,
    systems: Systems = NONE_DECLARED,
) -> tuple[CardValue, ...]:
    """Value every legal card, the best first. A forced card, or one that `steady` chooses, stands alone."""
    cards = tuple(action.card for action in legal.actions if isinstance(action, PlayCard))
    if len(cards) == 1 or len(view.hand) > settings.tricks:
        best = cards[0] if len(cards) == 1 else best_card(view, cards, rules)
        return (CardValue(action=say_all(best, legal)),)
    return best_first(evaluate_cards(view, rules, settings, solvers, seed, systems), view, legal)


def best_first(evaluation: Evaluation, view: TableView, legal: Legal) -> tuple[CardValue, ...]:
    """Sort the cards by utility, then by double-dummy points, then the lowest card first."""
    assert view.contract is not None
    least = LEAST[view.contract.denomination]
    order = sorted(evaluation.cards, key=lambda card: (-round(card.use / _SAME), -card.points, least[card.card]))
    return tuple(
        CardValue(
            action=say_all(card.card, legal),
            utility=card.use,
            deviation=card.deviation,
            points=card.points,
            worlds=evaluation.worlds,
        )
        for card in order
    )


def evaluate_cards(
    view: TableView,
    rules: RuleSet,
    settings: PimcSettings,
    solvers: SolverCache,
    seed: int,
    systems: Systems = NONE_DECLARED,
) -> Evaluation:
    """Evaluate every legal card over worlds drawn by the beliefs of the seat.

    A record may hold plays that no legal hands explain. No world fits then, and any hands will do.
    """
    believed = hidden_hands(view, rules, inference=settings.inference, memory=settings.memory, systems=systems)
    try:
        return evaluate_worlds(believed, view, rules, settings, solvers, seed)
    except NoWorld:
        return evaluate_worlds(
            hidden_hands(view, rules, inference=False, memory=False), view, rules, settings, solvers, seed
        )


def evaluate_worlds(
    known: HiddenHands, view: TableView, rules: RuleSet, settings: PimcSettings, solvers: SolverCache, seed: int
) -> Evaluation:
    """Evaluate every legal card over worlds that fit what is known; NoWorld where none does."""
    assert isinstance(view.viewer, Seat)
    assert view.contract is not None
    worlds = settings.worlds * (settings.late if len(view.hand) <= ENDGAME_TRICKS else 1)
    return solvers.of(view.contract.denomination, rules).evaluate(
        view.viewer,
        view.hand,
        view.trick or Trick(view.viewer, (), None),
        known,
        utility_table(view, rules, view.viewer),
        sweeping=sweeping_teams(view),
        belote=open_belote_cards(view, rules),
        worlds=worlds,
        candidates=max(worlds, settings.candidates) if settings.inference else worlds,
        budget=settings.budget,
        seed=decision_seed(view, seed),
    )


def sweeping_teams(view: TableView) -> frozenset[Team]:
    """The teams that have taken every trick so far."""
    return frozenset(team for team in Team if view.tricks_won[team] == len(view.tricks))


def decision_seed(view: TableView, seed: int) -> int:
    """A seed for the decision: the same position has the same worlds."""
    told = f"{seed}/{view.match}/{view.deal}/{view.viewer}/{''.join(view.hand)}/{len(view.auction)}"
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8])


class PimcBot(Bot):
    """A bot that plays cards by PIMC; its level says how much it computes and believes."""

    level: BotLevel

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.settings: PimcSettings = LEVEL_SETTINGS[self.level]
        self.solvers = SolverCache()
        self._call_search: CallSearch | None = None

    def on_match(self, rules: RuleSet) -> None:
        """Forget the solvers of the match before, as its rules may have been others."""
        self.solvers, self._call_search = SolverCache(), None

    def declares(self) -> System:
        """Declare the bidding system that fits the rules."""
        return expert_system(self.rules) if self.settings.bids else steady_system(self.rules)

    def choose(self, view: TableView, legal: Legal) -> Action:
        """Choose the card or the call of the highest value."""
        if not any(isinstance(action, PlayCard) for action in legal.actions):
            return self.call(view, legal)
        best, *_ = card_values(
            view,
            legal,
            self.rules,
            settings=self.settings,
            solvers=self.solvers,
            seed=self.seed,
            systems=self.systems,
        )
        return best.action

    def call(self, view: TableView, legal: Legal) -> Action:
        """Choose a call."""
        if not self.settings.bids:
            return natural_call(view, legal, self.rules)
        if self._call_search is None or self._call_search.rules != self.rules:
            self._call_search = CallSearch(self.rules)
        evidence = auction_evidence(view, self.rules, self.systems) if self.settings.inference else ()
        return self._call_search.choose(view, legal, decision_seed(view, self.seed), evidence)
