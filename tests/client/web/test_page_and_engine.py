"""What the page works out by itself is what the engine says: claims, and the rule that a card would break.

Declarations have the names that the terminal client gives them.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from coinche.engine.bids import Bid, Contract
from coinche.engine.cards import PACK, Card, Denomination
from coinche.engine.claim import claim
from coinche.engine.declarations import LENGTHS, Declaration
from coinche.engine.legal_cards import broken_rule, playable
from coinche.engine.presets import FFB
from coinche.engine.rules.scoring import ContractMet
from coinche.engine.scoring import is_made
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.tally import Tally
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.engine.test_claim import to_lead

from .conftest import OpenPage

NS = Team.NORTH_SOUTH
CASES = 2000

CLAIMS = """
async (views) => {
  const { mayClaim } = await import("/claim.js");
  return views.map(mayClaim);
}
"""
RULES = """
async (cases) => {
  const { brokenRule } = await import("/play.js");
  return cases.map(({ card, view }) => brokenRule(card, view));
}
"""
NEEDED = """
async (cases) => {
  const { pointsNeeded } = await import("/contract.js");
  return cases.map(({ bid, scoring }) => pointsNeeded(bid, scoring));
}
"""
DECLARATIONS = """
async (declarations) => {
  const { declarationName } = await import("/declarations.js");
  await coinche.say.add("table_rest");
  return declarations.map((one) => declarationName(coinche.say, one));
}
"""

SAID = """
async (happened) => {
  const { saidWithCards } = await import("/declarations.js");
  return ["S", "W"].map((seat) => saidWithCards((key) => key, { happened }, seat));
}
"""


def names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def test_the_page_offers_the_claims_that_the_engine_grants(open_page: OpenPage) -> None:
    chance = random.Random(1)
    views, granted = [], []
    for _ in range(CASES):
        trumps = chance.choice(list(Denomination))
        size = chance.randint(2, 4)
        left = chance.sample(PACK, 4 * size)
        if chance.random() < 0.7:  # the best cards in one hand, so that some claims are good
            left.sort(key=lambda card: "J9A10KQ87".index(str(card)[:-1]))
        seen = to_lead(trumps, tuple(left[:size]), tuple(left[size:]))
        tricks = [{"cards": names(trick.cards)} for trick in seen.tricks]
        view: dict[str, Any] = {"viewer": "S", "turn": "S", "phase": "playing", "hand": names(seen.hand)}
        views.append({**view, "trick": {"cards": []}, "tricks": tricks, "contract": {"bid": f"80{trumps}"}})
        granted.append(claim(seen) is not None)
    assert CASES // 20 < sum(granted) < CASES * 19 // 20
    assert open_page("Mona").evaluate(CLAIMS, views) == granted


def test_the_page_names_the_rule_that_the_engine_names(open_page: OpenPage) -> None:
    chance = random.Random(2)
    cases: list[dict[str, Any]] = []
    broken = []
    while len(cases) < CASES:
        trumps = chance.choice(list(Denomination))
        cards = tuple(chance.sample(PACK, 8))
        hand, trick = cards[:5], cards[5 : 5 + chance.randint(1, 3)]
        for card in set(hand) - set(playable(hand, trick, trumps, FFB.play)):
            view = {"hand": names(hand), "trick": {"cards": names(trick)}, "contract": {"bid": f"80{trumps}"}}
            cases.append({"card": str(card), "view": view})
            broken.append(str(broken_rule(card, hand, trick, trumps)))
    assert open_page("Nora").evaluate(RULES, cases) == broken


def test_the_page_says_how_many_points_a_contract_needs(open_page: OpenPage) -> None:
    cases = [(met, number) for met in ContractMet for number in range(80, 170, 10)]
    scoring = [{"bid": f"{number}S", "scoring": {"contract_met": str(met)}} for met, number in cases]
    needed = open_page("Pia").evaluate(NEEDED, scoring)
    for (met, number), points in zip(cases, needed, strict=True):
        contract = Contract(bid=Bid(f"{number}S"), bidder=Seat.SOUTH, multiplier=1)
        tally = Tally(
            contract=contract, cards=ZERO, tricks=ZERO, last_trick=NS, belote=ZERO, declarations=ZERO, alone=False
        )
        rules = replace(FFB.scoring, contract_met=met)
        assert [is_made(tally, Points.of(NS, taken), rules) for taken in (points - 1, points)] == [False, True]


@pytest.mark.parametrize(("language", "locale"), [(Language.FRENCH, "fr-FR"), (Language.ENGLISH, "en-GB")])
def test_declarations_have_one_name_in_both_clients(open_page: OpenPage, language: Language, locale: str) -> None:
    spades = [card for card in PACK if str(card).endswith("S")]
    sequences = [
        f"{kind}:{''.join(names(tuple(spades[first : first + length])))}"
        for kind, length in LENGTHS.items()
        for first in range(len(spades) - length + 1)
    ]
    carres = [f"carre:{rank}S{rank}H{rank}D{rank}C" for rank in ("9", "10", "J", "Q", "K", "A")]
    face = Face(language, UNICODE)
    wanted = [face.declaration(Declaration(one)) for one in (*sequences, *carres)]
    assert open_page("Olga", locale=locale).evaluate(DECLARATIONS, [*sequences, *carres]) == wanted


def test_what_was_said_in_a_deal_is_not_said_in_the_next(open_page: OpenPage) -> None:
    """A rebelote of the last tricks stood at its seat again while the first trick of the next deal was played."""
    page = open_page("Remi")
    rebelote = {"type": "belote_said", "seat": "S", "word": "rebelote", "suit": "H"}
    end = [{"type": "trick_won", "seat": "S"}, rebelote, {"type": "trick_won", "seat": "S"}, {"type": "deal_scored"}]
    assert page.evaluate(SAID, end[:2]) == ["rebelote", ""]
    assert page.evaluate(SAID, end[:3]) == ["rebelote", ""], "for one trick more"
    begins = [*end, {"type": "deal_started", "dealer": "E"}, {"type": "card_played", "seat": "N"}]
    assert page.evaluate(SAID, begins) == ["", ""]
    belote = {"type": "belote_said", "seat": "W", "word": "belote", "suit": "S"}
    assert page.evaluate(SAID, [*begins, belote]) == ["", "belote"]
