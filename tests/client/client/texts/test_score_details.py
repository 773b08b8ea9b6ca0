"""Tests of the reason of a result and of the sums of a score: what they say is what the engine decides and adds up."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from coinche.client.line import narrate
from coinche.client.texts.score_details import reason, sums
from coinche.client.texts.table_events import Listener
from coinche.engine.bids import Bid, Contract
from coinche.engine.events import DealScored
from coinche.engine.presets import PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.scoring import is_made, score
from coinche.engine.seats import Points, Seat, Team
from coinche.engine.tally import Tally
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import NAMES
from tests.client.scenes import table_of

FRENCH, ENGLISH = (Face(language, UNICODE) for language in (Language.FRENCH, Language.ENGLISH))
FFB, PAGAT = PRESETS["ffb"], PRESETS["pagat"]
CARDS = 152


def contract(bid: str, multiplier: int = 1) -> Contract:
    """South's contract; East has coinched it where there is a multiplier."""
    coinched = Seat.EAST if multiplier > 1 else None
    return Contract(bid=Bid(bid), bidder=Seat.SOUTH, multiplier=multiplier, coinched_by=coinched)


def tally(bid: str, cards: int, *, last: bool = True, tricks: int = 4, multiplier: int = 1, **more: Points) -> Tally:
    """A deal in which South and North take so many card points, and perhaps the last trick."""
    return Tally(
        contract=contract(bid, multiplier),
        cards=Points(cards, CARDS - cards),
        tricks=Points(tricks, 8 - tricks),
        last_trick=Team.NORTH_SOUTH if last else Team.EAST_WEST,
        belote=more.get("belote", Points()),
        declarations=more.get("declarations", Points()),
        alone=False,
    )


def scored(deal: Tally, rules: RuleSet) -> DealScored:
    """The deal's score, as a table is told."""
    result = score(deal, rules)
    return DealScored(
        made=result.made,
        tricks=deal.tricks,
        points=result.points,
        lines=result.lines,
        scores=result.scores,
        totals=result.scores,
        held=result.held,
    )


def reasons(deal: Tally, rules: RuleSet, face: Face) -> str:
    last = Seat.SOUTH if deal.last_trick is Team.NORTH_SOUTH else Seat.EAST
    return " ".join(reason(deal.contract, scored(deal, rules), rules.scoring, last, face))


OURS = Points(20, 0)
REASONS = (
    (tally("120H", 119), FFB, "129 points, il en fallait 120. Le dix de der l'a fait passer.", "made the difference"),
    (tally("120H", 130), FFB, "140 points, il en fallait 120.", "140 points, 120 needed."),
    (
        tally("80H", 82),
        FFB,
        "92 points, il en fallait 82 (plus de la moitié de 162).",
        "92 points, 82 needed (more than half of this deal's 162).",
    ),
    (tally("160H", 138), FFB, "Il manquait 12 points : 148 au lieu de 160.", "12 points short: 148 of the 160 needed."),
    (
        tally("80H", 71),
        PAGAT,
        "Il manquait 1 point : 81 au lieu de 82 (plus de la moitié).",
        "1 point short: 81 of the 82 needed (more than half).",
    ),
    (
        tally("80H", 90, belote=Points(0, 20)),
        FFB,
        "100 points, il en fallait 92 (plus de la moitié de 182). Le dix de der l'a fait passer.",
        "100 points, 92 needed (more than half of this deal's 182).",
    ),
    (
        tally("120H", 115, last=False),
        FFB,
        "Il manquait 5 points : 115 au lieu de 120. Avec le dix de der, il passait.",
        "5 points short: 115 of the 120 needed. The last trick would have made it.",
    ),
    (
        tally("120H", 112, last=False, belote=OURS),
        FFB,
        "132 points, il en fallait 120. La belote l'a fait passer.",
        "132 points, 120 needed. The belote made the difference.",
    ),
    (
        tally("80H", 80, belote=Points(0, 20)),
        FFB,
        "90 points, mais la défense en a 92 : il faut la dépasser.",
        "90 points, but the defence has 92: the takers need more.",
    ),
    (tally("capotH", 140, tricks=7), FFB, "Il manquait un seul pli : 7 sur 8.", "Only one trick short: 7 of 8."),
    (tally("capotH", 100, tricks=5), FFB, "Il manquait 3 plis : 5 sur 8.", "3 tricks short: 5 of 8."),
    (tally("capotH", 152, tricks=8), FFB, "", ""),
    (tally("100H", 152, tricks=8), FFB, "", ""),
    (
        tally("generaleH", 152, tricks=8),
        PRESETS["ibelote"],
        "Le partenaire a fait un pli : une générale se joue seul.",
        "The partner took a trick: a générale must be made alone.",
    ),
)


@pytest.mark.parametrize(("deal", "rules", "french", "english"), REASONS)
def test_the_reason_says_what_was_missing_and_what_decided(
    deal: Tally, rules: RuleSet, french: str, english: str
) -> None:
    assert reasons(deal, rules, FRENCH) == french
    assert english in reasons(deal, rules, ENGLISH)


def test_a_belote_that_changes_hands_decides_nothing() -> None:
    deal = tally("120H", 112, last=False, multiplier=2, belote=Points(0, 20))
    assert "elote" not in reasons(replace(deal, cards=Points(130, 22)), PRESETS["colver"], FRENCH)


def test_a_draw_has_its_reason() -> None:
    rules = PRESETS["colver"].changed(draw=type(FFB.scoring.draw).HELD_OVER)
    assert reasons(tally("80H", 71), rules, FRENCH) == "81 points de chaque côté."


def some_deals(preset: str) -> list[Tally]:
    """Played deals of every kind: plain, coinched, capots by either side, with belote and declarations."""
    luck, deals = Random(preset), []
    for _ in range(60):
        tricks = luck.choice((0, 1, 3, 4, 5, 7, 8))
        cards = {0: 0, 8: CARDS}.get(tricks, luck.randrange(2, CARDS - 1))
        last = {0: False, 8: True}.get(tricks, luck.random() < 0.5)
        belote, declared = luck.choice((Points(), OURS, Points(0, 20))), luck.choice((0, 20, 50))
        bid, multiplier = luck.choice(("80H", "90H", "120H", "160H", "capotH")), luck.choice((1, 1, 2, 4))
        declarations = luck.choice((Points(declared, 0), Points(0, declared)))
        more = {"belote": belote, "declarations": declarations}
        deals.append(tally(bid, cards, last=last, tricks=tricks, multiplier=multiplier, **more))
    return deals


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sum_of_each_side_comes_to_its_score(preset: str) -> None:
    rules = PRESETS[preset]
    for deal in some_deals(preset):
        result = scored(deal, rules)
        told = sums(deal.contract, result, rules.scoring, Listener(FRENCH, NAMES, Seat.SOUTH))
        sides = {"Nous": Team.NORTH_SOUTH, "Eux": Team.EAST_WEST}
        for said in told:
            side, counted = said.split(" : ")
            summed, *rounded = counted.split(", arrondi à ")
            left, *right = summed.split(" = ")
            worth = eval(re.sub(r"[a-z ]+(?=[\d-])", " ", left.replace("×", "*")).replace("  ", " "))
            assert right == [] or int(right[0]) == worth, said
            assert int((rounded or right or [left])[0].split()[-1]) == result.scores[sides.pop(side)], said
        assert all(result.scores[team] == 0 for team in sides.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_points_that_were_needed_are_just_enough(preset: str) -> None:
    rules = PRESETS[preset]
    for deal in some_deals(preset):
        result, said = scored(deal, rules), reasons(deal, rules, FRENCH)
        if found := re.search(r"(\d+) points, il en fallait (\d+)", said):
            points, needed = map(int, found.groups())
            assert result.made
            assert is_made(deal, result.points + Points(needed - points, points - needed), rules.scoring)
            assert not is_made(deal, result.points + Points(needed - points - 1, points - needed + 1), rules.scoring)
        if found := re.search(r"Il manquait (\d+) points? :", said):
            missing = int(found[1])
            assert not result.made
            assert is_made(deal, result.points + Points(missing, -missing), rules.scoring)
            assert not is_made(deal, result.points + Points(missing - 1, 1 - missing), rules.scoring)


def test_lines_tell_the_reason_the_declarers_and_the_sum() -> None:
    table = table_of("failed")
    assert table.view.score is not None
    assert list(narrate.scored(table, table.view.score, FRENCH)) == [
        "Chute à 160 pique par Max : nous marquons 340, eux 20.",
        "Il manquait 71 points : 89 au lieu de 160.",
        "Plis : Nous 5, Eux 3.",
        "Points faits : Nous 113, Eux 89.",
        "Belote : Léo.",
        "Annonces : Léo : tierce au roi de trèfle, pour nous : chute.",
        "Nous : chute 160 + annonces adverses 20 + contrat 160 = 340.",
        "Eux : belote 20.",
        "Total : Nous 340, Eux 20.",
    ]


def test_without_the_rules_lines_tell_every_line_of_the_score() -> None:
    table = table_of("failed")
    assert table.view.score is not None
    told = list(narrate.scored(replace(table, rules=None), table.view.score, FRENCH))
    assert "Points fixes : Nous 160, Eux 0." in told
