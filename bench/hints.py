"""Hints as a person reads them, one of each kind that occurs, with the hand and the table of the moment.

    python bench/hints.py --deals 40 --kinds 10

The deals are played by `steady`; at each decision the hint is computed as in the client, from the seat's own view.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from deals import DEALERS, pack_of

from coinche.bots.built_in import Steady
from coinche.engine.actions import Action, parse_action
from coinche.engine.card_values import STRENGTH
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.view import Phase, TableView, view
from coinche.hints.render import Because, hint
from coinche.hints.service import best
from coinche.protocol.requests import kind_of
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

FACES = {language: Face(language, UNICODE) for language in Language}
NOBODY: dict[Seat, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A hint, and the person's view."""

    deal: int
    view: TableView
    action: Action
    why: Because | None
    seconds: float

    @property
    def kind(self) -> str:
        """The name of the reason."""
        return "none" if self.why is None else f"{type(self.why.words).__name__}.{self.why.words.name}"


def hints(rules: RuleSet, seed: int, deals: int) -> Iterator[Given]:
    """Every hint of that number of deals, one seat each."""
    for deal in range(deals):
        asked, bot = tuple(Seat)[deal % 4], Steady()
        bot.rules = rules
        state, _ = new_match(rules, DEALERS[deal // 4 % 4], board=True)
        state, _ = next_deal(state, pack_of(seed, deal))
        while (seat := to_act(state)) is not None:
            seen, may = view(state, seat), legal(state, seat)
            if seat is asked and seen.phase is not Phase.CUTTING:
                start = time.perf_counter()
                action, why = best(seen, may, rules, kind_of(state, seat))
                spent = time.perf_counter() - start
                yield Given(deal=deal, view=seen, action=action, why=why, seconds=spent)
            state, _ = apply(state, seat, bot.choose(seen, may))


def shown(given: Given) -> Iterator[str]:
    """The position as the player sees it, and the hint in both languages."""
    face, seen = FACES[Language.ENGLISH], given.view
    assert seen.viewer is not None
    order = STRENGTH[seen.contract.denomination] if seen.contract else {card: -at for at, card in enumerate(seen.hand)}
    hand = sorted(seen.hand, key=lambda card: (card.suit, -order[card]))
    yield f"deal {given.deal}, {seen.viewer} of N W S E, dealer {seen.dealer}"
    yield "  hand     " + " ".join(map(face.card, hand))
    said = ((call.seat, parse_action(call.action)) for call in seen.auction)
    yield "  auction  " + " ".join(f"{seat}:{action}" for seat, action in said)
    if seen.contract is not None and seen.phase is Phase.PLAYING:
        times = f" x{seen.contract.multiplier}" if seen.contract.multiplier > 1 else ""
        yield f"  contract {face.bid(seen.contract.bid)}{times} by {seen.contract.bidder}"
    for trick in (*seen.tricks, *((seen.trick,) if seen.trick and seen.trick.cards else ())):
        yield f"  {trick.leader} led    " + " ".join(map(face.card, trick.cards))
    for language in (Language.ENGLISH, Language.FRENCH):
        yield "  " + hint(given.action, given.why, NOBODY, FACES[language])
    yield "  " + hint(given.action, given.why, NOBODY, FACES[Language.FRENCH], aloud=True)


def main() -> None:
    """Print the first hint of each kind, then the number of hints of each."""
    parser = argparse.ArgumentParser(description="hints in positions as they come, one of each kind")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--kinds", type=int, default=10, help="so many are printed")
    parser.add_argument("--of", type=int, default=1, help="so many of each kind")
    parser.add_argument("--only", default="", help="kinds whose name has this in it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="ffb")
    args = parser.parse_args()
    seen: Counter[str] = Counter()
    slowest = 0.0
    for given in hints(PRESETS[args.rules], args.seed, args.deals):
        seen[given.kind] += 1
        slowest = max(slowest, given.seconds)
        printed = sum(1 for kind in seen if args.only in kind)
        if args.only in given.kind and seen[given.kind] <= args.of and printed <= args.kinds:
            print(f"[{given.kind}]", *shown(given), "", sep="\n")
    print(*(f"{number:5} {kind}" for kind, number in seen.most_common()), f"slowest {slowest:.2f} s", sep="\n")


if __name__ == "__main__":
    main()
