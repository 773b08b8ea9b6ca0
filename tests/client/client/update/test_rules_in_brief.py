"""Tests of the first part of the rules page: every statement is held to what the engine does under those rules."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from coinche.client.texts import rules as options
from coinche.client.texts.rules import Group
from coinche.client.texts.rules_in_brief import Brief, BriefName, Section
from coinche.client.update.rules_form import Rulebook
from coinche.client.update.rules_in_brief import in_brief
from coinche.client.update.rules_page import every_rule, page_lines, section_of
from coinche.engine.cards import PACK, Card, Denomination, Suit
from coinche.engine.legal_cards import playable
from coinche.engine.presets import PRESETS
from coinche.engine.rules import CoincheWhen, RuleSet, Undertrump, UndertrumpPartner
from coinche.engine.trick import beats, winner_index
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

FRENCH, ENGLISH = (Face(language, UNICODE) for language in (Language.FRENCH, Language.ENGLISH))
EVERY_DUTY = tuple(
    PRESETS["ffb-sa-ta"].changed(overtrump_partner=over, undertrump=under, undertrump_partner=partner)
    for over, under, partner in product((True, False), Undertrump, UndertrumpPartner)
)
RULES = (*PRESETS.values(), *EVERY_DUTY)


def brief(rules: RuleSet, face: Face = FRENCH, section: Section | None = None) -> dict[str, str]:
    """The lines by name, of one section or of all."""
    lines = in_brief(rules, options.lines(rules, "ffb", face.language), face)
    return {line.name: line.value for line in lines if section is None or line.group == face.say(section)}


def may_play(hand: str, trick: str, rules: RuleSet, denomination: Denomination = Denomination.HEARTS) -> str:
    """The cards that the engine lets a player play."""
    held, led = tuple(map(Card, hand.split())), tuple(map(Card, trick.split()))
    return " ".join(playable(held, led, denomination, rules.play))


def said(name: BriefName, rules: RuleSet) -> str:
    return brief(rules, FRENCH, Section.PLAY)[name.french]


@pytest.mark.parametrize("rules", RULES)
def test_trumps_are_to_be_beaten_over_whom_the_page_says(rules: RuleSet) -> None:
    """Hearts are trumps, and South holds a higher and a lower one."""
    text = said(BriefName.TRUMP_LED, rules)
    even = "même sur le partenaire" in text
    assert even is not ("sauf si le partenaire est maître" in text)
    assert may_play("JH 8H AS", "9H 7H", rules) == ("JH" if even else "JH 8H")
    assert may_play("JH 8H AS", "7H 9H", rules) == "JH"


@pytest.mark.parametrize("rules", RULES)
def test_who_cannot_overtrump_an_opponent_does_as_the_page_says(rules: RuleSet) -> None:
    text = said(BriefName.OPPONENT, rules)
    free = "monter : n'importe quelle carte" in text
    assert free is not ("monter : un atout plus petit" in text)
    assert may_play("10H AS 7D", "10C 9H", rules) == ("10H AS 7D" if free else "10H")
    assert may_play("JH 10H AS", "10C 9H", rules) == "JH"
    assert may_play("10H AS 7D", "7C 10C", rules) == "10H"


@pytest.mark.parametrize("rules", RULES)
def test_beside_a_winning_partner_one_plays_as_the_page_says(rules: RuleSet) -> None:
    text = said(BriefName.PARTNER, rules)
    assert may_play("JH 8S", "AC 7C", rules) == "JH 8S"
    over, spared = "il faut monter sur le sien" in text, "sauf s'il ne reste que des atouts" in text
    assert may_play("JH 8H AS", "7C 9H 8C", rules) == ("JH AS" if over else "JH 8H AS")
    assert may_play("JH 8H", "7C 9H 8C", rules) == ("JH" if over and not spared else "JH 8H")


@pytest.mark.parametrize("rules", RULES)
def test_suits_are_followed_and_only_trumps_beaten(rules: RuleSet) -> None:
    assert said(BriefName.HAS_SUIT, rules) == Brief.FOLLOW_FIRST.french
    assert may_play("AS 7S JH", "10S", rules) == "AS 7S"
    assert said(BriefName.NO_TRUMPS, rules) == Brief.ANY_CARD.french
    assert may_play("AS 7D", "10C 8C", rules) == "AS 7D"


@pytest.mark.parametrize("rules", [rules for rules in RULES if len(rules.auction.denominations) > 4])
def test_no_trump_and_all_trump_have_the_duties_told(rules: RuleSet) -> None:
    assert said(BriefName.NO_TRUMP, rules) == Brief.NOBODY_RUFFS.french
    assert may_play("AS 7S JH", "10S", rules, Denomination.NO_TRUMP) == "AS 7S"
    assert may_play("AS JH", "10C", rules, Denomination.NO_TRUMP) == "AS JH"
    if Denomination.ALL_TRUMP in rules.auction.denominations:
        assert said(BriefName.ALL_TRUMP, rules) == Brief.ALL_TRUMP.french
        assert may_play("JS 8S AH", "9S 7S", rules, Denomination.ALL_TRUMP) == "JS"
        assert may_play("JS AH", "9C 7C", rules, Denomination.ALL_TRUMP) == "JS AH"


@pytest.mark.parametrize("rules", PRESETS.values())
def test_the_trick_goes_to_whom_the_page_says(rules: RuleSet) -> None:
    text = said(BriefName.WINNER, rules)
    assert text.startswith("L'atout le plus fort")
    trick = tuple(map(Card, ("10S", "AS", "JH", "9H")))
    assert winner_index(trick, Denomination.HEARTS) == 2
    assert winner_index(trick, Denomination.CLUBS) == 1
    for denomination in set(rules.auction.denominations) & {Denomination.NO_TRUMP, Denomination.ALL_TRUMP}:
        assert text.endswith("À sans atout ou tout atout, toujours celle-ci.")
        assert winner_index(trick, denomination) == 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("face", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_each_card_of_an_order_beats_those_after_it(preset: str, face: Face) -> None:
    told = brief(PRESETS[preset], face, Section.GAME)
    for name, denomination, suit in (
        (BriefName.TRUMPS, Denomination.HEARTS, Suit.HEARTS),
        (BriefName.PLAIN, Denomination.HEARTS, Suit.SPADES),
        (BriefName.NO_TRUMP, Denomination.NO_TRUMP, Suit.SPADES),
        (BriefName.ALL_TRUMP, Denomination.ALL_TRUMP, Suit.SPADES),
    ):
        if face.say(name) not in told:
            assert denomination not in PRESETS[preset].auction.denominations
            continue
        by_name = {face.rank(card.rank): card for card in PACK if card.suit is suit}
        cards = [by_name[part.split("=")[0]] for part in told[face.say(name)].rstrip(".").split(", ")]
        assert len(cards) == 8
        assert all(beats(one, other, denomination) for one, other in pairwise(cards))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sum_of_the_cards_is_that_of_their_points(preset: str) -> None:
    """Trumps once and the other suits three times."""
    told = brief(PRESETS[preset])
    trumps, plain = (sum(map(int, re.findall(r"=(\d+)", told[name.french]))) for name in _SUITS)
    total = trumps + 3 * plain
    assert told[BriefName.SUM.french].startswith(f"{total} + 10 de der = {total + 10}")


_SUITS = (BriefName.TRUMPS, BriefName.PLAIN)


def test_no_trump_of_other_values_has_a_sum_of_its_own() -> None:
    values = type(PRESETS["online"].scoring.no_trump_values)
    told = brief(PRESETS["online"].changed(no_trump_values=values.ELEVEN))
    assert told["En tout, sans atout"] == "120 + 10 de der = 130."


SCORES = (
    (
        "ffb",
        "100 réussi, 120 faits",
        "Les preneurs marquent plis 110 + der 10 + contrat 100 = 220 ; la défense plis 42, arrondi à 40. "
        "Sans belote ni annonces.",
    ),
    (
        "ffb",
        "100 coinché, réussi",
        "Les preneurs marquent (points fixes 160 + contrat 100) × 2 = 520 ; la défense rien.",
    ),
    ("ffb", "100 coinché, chuté", "La défense marque (chute 160 + contrat 100) × 2 = 520 ; rien pour les preneurs."),
    ("ffb", "Capot demandé, chuté", "La défense marque chute 160 + contrat 250 = 410 ; rien pour les preneurs."),
    ("pagat", "100 coinché, chuté", "La défense marque chute 160 + contrat 100 × 2 = 360 ; rien pour les preneurs."),
    ("pagat", "Capot demandé, chuté", "La défense marque chute 250 + contrat 250 = 500 ; rien pour les preneurs."),
    ("stayandplay-both", "100 chuté", "La défense marque chute 162 ; rien pour les preneurs."),
    ("stayandplay-both", "100 coinché, chuté", "La défense marque contrat 100 × 2 = 200 ; rien pour les preneurs."),
    (
        "stayandplay-bid",
        "100 réussi, 120 faits",
        "Les preneurs marquent contrat 100 ; la défense rien. Sans belote ni annonces.",
    ),
    ("ibelote", "Générale chutée", "La défense marque contrat 1000 ; rien pour les preneurs."),
)
"""Sums that the rule books have."""


@pytest.mark.parametrize(("preset", "name", "value"), SCORES)
def test_contracts_score_what_the_rule_books_say(preset: str, name: str, value: str) -> None:
    assert brief(PRESETS[preset])[name] == value


@pytest.mark.parametrize("face", [FRENCH, ENGLISH], ids=["fr", "en"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_sum_leads_to_the_score_beside_it(preset: str, face: Face) -> None:
    """Whatever stands before an equals sign is arithmetic once its words are left out."""
    sums = 0
    for value in brief(PRESETS[preset], face, Section.SCORE).values():
        for sum_, result in re.findall(r"([^;]+?) = (\d+)", value):
            sums += 1
            assert eval(re.sub(r"[^\d+×()]", "", sum_).replace("×", "*")) == int(result), value
    assert sums or preset == "stayandplay-both"


COINCHES = (
    (
        "ffb",
        "Doubler le contrat de l'adversaire, à votre tour de parler. Ensuite, le camp coinché ne peut plus que "
        "surcoincher.",
    ),
    ("stayandplay-bid", "même à la volée. Les enchères sont alors finies."),
    ("online", "une nouvelle enchère annule la coinche."),
)


@pytest.mark.parametrize(("preset", "ends"), COINCHES)
def test_a_coinche_is_told_with_whose_turn_and_what_may_follow(preset: str, ends: str) -> None:
    rules = PRESETS[preset].auction
    told = brief(PRESETS[preset], FRENCH, Section.BIDS)[BriefName.COINCHE.french]
    assert told.endswith(ends)
    assert ("à votre tour" in told) is (rules.coinche_when is CoincheWhen.IN_TURN)
    assert ("annule la coinche" in told) is not rules.coinche_ends_auction


@pytest.mark.parametrize("face", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_the_page_begins_with_the_aim_and_explains_its_words(face: Face) -> None:
    lines = in_brief(PRESETS["ffb"], options.lines(PRESETS["ffb"], "ffb", face.language), face)
    assert [line.value for line in lines if not line.name] == [line.value for line in lines[:5]]
    aim = " ".join(line.value for line in lines[:5])
    assert face.say(BriefName.MADE, bid=100, points=120).split()[0] in aim
    for word in {Language.FRENCH: "preneurs défense contrat capot chutent"}.get(
        face.language, "takers defence contract capot down"
    ).split():
        assert word in aim


def test_what_is_not_played_is_not_told() -> None:
    told = brief(PRESETS["stayandplay-both"])
    assert not any("surcoinché" in name or "Générale" in name for name in told)
    assert BriefName.SEQUENCES.french not in told


@pytest.mark.parametrize(
    "changed", [{"bid_minimum": 990}, {"bid_minimum": 20, "bid_maximum": 60}, {"bid_step": 50, "bid_minimum": 150}]
)
def test_house_rules_with_unusual_bids_have_true_examples(changed: dict[str, int]) -> None:
    told = brief(PRESETS["pagat"].changed(**changed))
    assert any(name.endswith(" chuté") for name in told)
    assert not any("réussi, " in name and told[name].startswith("La défense") for name in told)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_has_every_section_once_and_in_order(preset: str, language: Language) -> None:
    book = Rulebook(preset, preset, PRESETS[preset])
    sections = [section_of(line, language) for line in page_lines(book, language)]
    assert list(dict.fromkeys(sections)) == list(Section)
    assert sections == sorted(sections, key=list(Section).index)
    assert {line.option for line in page_lines(book, language)} - {""} <= {
        line.option for line in every_rule(book, language)
    }


@pytest.mark.parametrize("language", Language)
def test_no_section_is_called_like_a_group_of_options(language: Language) -> None:
    assert not {section.within(language) for section in Section} & {group.within(language) for group in Group}
