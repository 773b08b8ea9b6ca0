"""Tests of hints: each reason where it holds and in both languages, true of the hands, and without hidden knowledge."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from coinche.bots.bidding.call_search import CallSearch, CallValue
from coinche.bots.built_in import Steady
from coinche.bots.pimc import ENDGAME_TRICKS, SETTINGS_BY_ENGINE, BotLevel, CardValue, SolverCache, card_values
from coinche.engine.actions import Legal, MakeBid, Pass, PlayCard, parse_action
from coinche.engine.auction import Call
from coinche.engine.belote import BELOTE_POINTS
from coinche.engine.bids import Bid, Contract
from coinche.engine.card_values import STRENGTH, points_of
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.dealing import shuffled, stacked
from coinche.engine.declarations import Declaration
from coinche.engine.legal_cards import playable
from coinche.engine.match import State, apply, legal, new_match, next_deal, to_act
from coinche.engine.playing import Playing
from coinche.engine.presets import PRESETS
from coinche.engine.seats import Direction, Points, Seat
from coinche.engine.solver import Engine, Position, Solver
from coinche.engine.trick import Trick, winner_index
from coinche.engine.view import Phase, TableView, view
from coinche.hints import texts
from coinche.hints.bid_reasons import AuctionFacts, call_reason, past_call_reason
from coinche.hints.follow_reasons import FOLLOWS
from coinche.hints.lead_reasons import LEADS
from coinche.hints.render import About, Because, because, hint, sentence
from coinche.hints.sampled_deals import SampledDeals
from coinche.hints.service import best, compared, reason
from coinche.hints.texts import HintText, Why, WhyCall, WhyFollow, WhyLead
from coinche.hints.trick_facts import TrickFacts, facts_of, first, for_a_person
from coinche.protocol.messages import Convention, Occasion, RequestKind, System
from coinche.protocol.requests import kind_of
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.for_each import for_each

RULES = PRESETS["pagat"]
FACES = {language: Face(language, UNICODE) for language in Language}
FRENCH = FACES[Language.FRENCH]


# --- positions by hand -------------------------------------------------------------------------------


def trick(leader: str, cards: str, bid: Bid) -> Trick:
    played = tuple(map(Card, cards.split()))
    around = Seat(leader).round(RULES.table.direction)
    return Trick(Seat(leader), played, around[winner_index(played, bid.denomination)] if played else None)


def position(hand: str, table: str = "", *, contract: str = "110H S", past: str = "", said: str = "") -> TableView:
    """A position with South on turn: hand, trick (`W 7C AC`), earlier tricks with `;`, and calls (`N 80S`)."""
    bid, bidder = Bid(contract.split()[0]), Seat(contract.split()[1])
    before = (one.split(maxsplit=1) for one in past.split(";") if one.strip())
    tricks = tuple(trick(led_by, cards, bid) for led_by, cards in before)
    leader, _, trick_shown = (table or "S ").partition(" ")
    values = points_of(bid.denomination, RULES.scoring)
    won, points = Points(), Points()
    for one in tricks:
        assert one.winner is not None
        won += Points.of(one.winner.team, 1)
        points += Points.of(one.winner.team, sum(values[card] for card in one.cards))
    return TableView(
        viewer=Seat.SOUTH,
        phase=Phase.PLAYING,
        dealer=Seat.EAST,
        turn=Seat.SOUTH,
        hand=tuple(map(Card, hand.split())),
        auction=tuple(Call(Seat(one.split()[0]), one.split()[1]) for one in said.split(";") if one.strip()),
        contract=Contract(bid=bid, bidder=bidder),
        tricks=tricks,
        trick=trick(leader, trick_shown, bid),
        tricks_won=won,
        points=points,
    )


def allowed(seen: TableView) -> tuple[Card, ...]:
    assert seen.contract is not None
    assert seen.trick is not None
    return playable(seen.hand, seen.trick.cards, seen.contract.denomination, RULES.play)


def told(seen: TableView, card: str) -> tuple[Words, str]:
    """The reason for that card, and how it is said."""
    sight = facts_of(seen, RULES, allowed(seen), Card(card))
    found = first(LEADS if sight.leads else FOLLOWS, sight)
    assert found is not None
    return found.words, sentence(found, {}, FRENCH)


LED: list[tuple[TableView, str, WhyLead | Why, str]] = [
    (position("AS"), "AS", Why.LAST_CARD, "C'est votre dernière carte."),
    (position("JH 9H AH"), "JH", WhyLead.ALL_YOURS, "Les plis qui restent sont tous pour vous."),
    (
        position("JH AH 7C", past="E AD 7D 8D 9D;E KH QH 10H 8H;E AS 7S 8S 7H"),
        "JH",
        WhyLead.LAST_TRUMP,
        "Faites tomber le dernier atout : le 9♥ est dehors.",
    ),
    (
        position("JH AH 7C 8C", past="E AD 7D 8D 9D;E KH QH 10H 8H"),
        "JH",
        WhyLead.TWO_TRUMPS,
        "Faites tomber les atouts : le 9♥ et le 7♥ sont dehors.",
    ),
    (position("JH AH 7C 8C"), "JH", WhyLead.DRAW, "Faites tomber les atouts : 6 sont dehors."),
    (position("AH KH QH 7C 8C"), "KH", WhyLead.LENGTH, "Vous avez 3 atouts, il en reste 5 dehors : jouez atout."),
    (position("9H KH QH 7C 8C"), "9H", WhyLead.LENGTH, "Vous avez 3 atouts, il en reste 5 dehors : jouez atout."),
    (
        position("10H KH 7C 8C", past="E AH 8H QH 7H"),
        "10H",
        WhyLead.DRIVE,
        "Faites tomber le V♥ et le 9♥ : le R♥ sera maître.",
    ),
    (
        position("9H KH 7C", contract="110H N"),
        "KH",
        WhyLead.PARTNER_TRUMPS,
        "Votre partenaire a pris : jouez-lui atout.",
    ),
    (
        position("JH KH 7C", contract="110H N"),
        "JH",
        WhyLead.PARTNER_TRUMPS,
        "Votre partenaire a pris : jouez-lui atout.",
    ),
    (position("JH KH 7C", contract="110H E"), "JH", WhyLead.FEWER_RUFFS, "Jouez atout : ils couperont moins."),
    (
        position("AC 7H 8S"),
        "AC",
        WhyLead.CASH_EARLY,
        "L'A♣ est maître : jouez-le avant qu'on le coupe.",
    ),
    (
        position("AC 7D", past="S 9C 7H 8C 10C", contract="110H E"),
        "AC",
        WhyLead.CASH_RISKY,
        "L'A♣ est maître : seule une coupe prendrait le pli.",
    ),
    (position("AC 7D 8S", contract="110N S"), "AC", WhyLead.CASH, "L'A♣ est maître : faites votre pli."),
    (
        position("AC 7D", past="W JH 9H 7H 8H;W AH KH QH 10H"),
        "AC",
        WhyLead.CASH_DRAWN,
        "Leurs atouts sont tombés : l'A♣ fait le pli.",
    ),
    (
        position("7C 8D", past="S 9C AC 7H 10C", contract="110H N"),
        "7C",
        WhyLead.PARTNER_VOID,
        "Votre partenaire n'a plus de ♣ et peut couper.",
    ),
    (
        position("7C 8D", past="S 9C 7H AC 10C", contract="110H E"),
        "7C",
        WhyLead.FORCES,
        "Est n'a plus de ♣ : faites-le couper.",
    ),
    (position("7S 8D 9D", said="N 80S;S 110H"), "7S", WhyLead.PARTNER_NAMED, "Votre partenaire a annoncé ♠."),
    (
        position("KS 10S 8D 9D 7H"),
        "KS",
        WhyLead.DRIVE_OUT,
        "Faites tomber l'A♠ : ensuite le 10♠ sera maître.",
    ),
    (position("7S 8D 9D 7H"), "7S", WhyLead.SINGLETON, "C'est votre seule carte à ♠ : ensuite vous couperez."),
    (position("7S 8S KD 9D"), "7S", WhyLead.GIVES_NOTHING, "Vous ne donnez aucun point et gardez les vôtres."),
    (position("QS JS KD 10D"), "JS", WhyLead.GIVES_LITTLE, "Vous ne donnez que 2 points et gardez le 10♦."),
    (
        position(
            "JH 7S",
            past="N AD 7D 8D 9D;N KD QD 10D JD;N AC 7C 8C 9C;N KC QC 10C JC;N QH 8H 7H KH;E AS KS QS 8S",
            contract="110H E",
        ),
        "7S",
        WhyLead.KEEP_LAST,
        "Gardez le V♥ pour le dix de der.",
    ),
]


@pytest.mark.parametrize(("seen", "card", "expected", "said"), LED, ids=[f"{row[2].name}-{row[1]}" for row in LED])
def test_a_card_that_is_led_has_its_reason(seen: TableView, card: str, expected: Words, said: str) -> None:
    assert told(seen, card) == (expected, said)


FOLLOWED: list[tuple[TableView, str, WhyFollow | Why, str]] = [
    (position("7C 8D", "E AC 8C 9C"), "7C", Why.ONLY, "C'est la seule carte possible."),
    (position("10C 8C", "E 9C AC KC"), "10C", WhyFollow.GIVE, "Le pli est à votre partenaire : donnez 10 points."),
    (
        position("9C 8C", "E QC 7C KC", contract="110N N"),
        "9C",
        WhyFollow.NOTHING,
        "Vous ne pouvez pas prendre : ne donnez rien.",
    ),
    (
        position("JH 7S", "N 8C 7C"),
        "JH",
        WhyFollow.TOO_LOW,
        "Votre partenaire n'est pas maître avec le 8♣ : prenez le pli.",
    ),
    (
        position("AC QC", "N JC 7C"),
        "AC",
        WhyFollow.TOO_LOW,
        "Votre partenaire n'est pas maître avec le V♣ : prenez le pli.",
    ),
    (
        position("10H 7H QH", "W 8C"),
        "10H",
        WhyFollow.RUFF_HIGH,
        "Vous devez couper : haut, pour ne pas être surcoupé.",
    ),
    (
        position("7C JH 9H", "N AS 8S", contract="110H E"),
        "7C",
        WhyFollow.WAIT_TRUMPS,
        "Votre partenaire tient le pli : gardez vos atouts.",
    ),
    (
        position("10H 9H", "E JH 7H KH", contract="110H E"),
        "10H",
        WhyFollow.KEEP_BIG,
        "Vous ne pouvez pas prendre : gardez le 9♥.",
    ),
    (position("AC 8C", "N KC 7C"), "AC", WhyFollow.IS_BEATEN, "Le 10♣ bat encore le R♣ : prenez le pli."),
    (position("KH 10H", "E 7H JH 8H"), "KH", WhyFollow.KEEP, "Le pli est à votre camp : gardez le 10♥."),
    (
        position("QC 8C", "N AC 7C"),
        "QC",
        WhyFollow.GIVE_LIKELY,
        "Votre partenaire tient le pli pour l'instant : chargez.",
    ),
    (
        position("AS 7S 8S", "E 9D AD KD"),
        "7S",
        WhyFollow.KEEP_WINNER,
        "Le pli est à votre camp : l'A♠ peut en prendre un autre.",
    ),
    (position("9H 7S 8S", "E 9D AD KD"), "7S", WhyFollow.KEEP_TRUMPS, "Le pli est à votre camp : gardez vos atouts."),
    (
        position("QC 8C", "N KC 7C", past="N 10C QS JC 9C", contract="110N N"),
        "8C",
        WhyFollow.ONE_OUT,
        "L'A♣ peut encore prendre le pli : ne chargez pas.",
    ),
    (position("AC 8C", "N KC 7C"), "8C", WhyFollow.UNSAFE, "Le pli n'est pas encore sûr : ne chargez pas."),
    (position("10D 7S", "E 9C AC KC"), "7S", WhyFollow.KEEP, "Le pli est à votre camp : gardez le 10♦."),
    (position("10H 7H", "W 8C"), "7H", WhyFollow.MUST_RUFF, "Vous devez couper : gardez le 10♥."),
    (
        position("10C 8C", "W KC"),
        "10C",
        WhyFollow.FEW_OR_RUFF,
        "Il ne reste que l'A♣ au-dessus, ou une coupe.",
    ),
    (
        position("KD 7S", "W QC", contract="110N S"),
        "KD",
        WhyFollow.HOPE,
        "Votre partenaire peut encore prendre le pli : chargez.",
    ),
    (position("QC 8C", "N AC 7C"), "8C", WhyFollow.RUFF_OUT, "Le pli peut encore être coupé : ne chargez pas."),
    (
        position("AC 8C", "N KC 7C", contract="110N N"),
        "AC",
        WhyFollow.SECURE,
        "Assurez le pli : le 10♣ est encore dehors.",
    ),
    (position("9H 7H", "E AC 10C KC"), "9H", WhyFollow.RUFF, "Coupez : il y a 25 points à prendre."),
    (position("9H 7H", "E AC 10C KC"), "7H", WhyFollow.RUFF_LOW, "Votre plus petit atout suffit : 25 points."),
    (position("9H 7H", "E 9C 8C 7C"), "7H", WhyFollow.MUST_RUFF, "Vous devez couper : gardez le 9♥."),
    (position("9H AH", "E AC 8C 7H"), "9H", WhyFollow.OVERRUFF, "Surcoupez : il y a 11 points à prendre."),
    (
        position("JH AH", "E KH 8H QH"),
        "AH",
        WhyFollow.GO_OVER,
        "Il faut monter : le plus petit atout qui passe suffit.",
    ),
    (position("AC 8C", "E KC 7C 9C"), "AC", WhyFollow.TAKE, "Vous jouez en dernier : 15 points pour vous."),
    (position("AC 10C", "E KC 7C 9C"), "10C", WhyFollow.TAKE_CHEAP, "Le 10♣ suffit : gardez l'A♣."),
    (
        position("AC 10C", "E KC 7C 9C"),
        "AC",
        WhyFollow.TAKE_DEAR,
        "Le pli est à vous avec l'A♣ : ses points sont à l'abri.",
    ),
    (
        position("AC 8C", "W KC", contract="110N S"),
        "AC",
        WhyFollow.SURE,
        "Plus rien ne bat l'A♣ : le pli est à vous.",
    ),
    (position("10C 8C", "W KC", contract="110N S"), "10C", WhyFollow.FEW_OVER, "Il ne reste que l'A♣ au-dessus."),
    (position("AC 8C", "W KC"), "AC", WhyFollow.RUFF_ONLY, "Seule une coupe peut vous prendre le pli."),
    (position("KC 8C", "E AC 7C 9C"), "8C", WhyFollow.NOTHING, "Vous ne pouvez pas prendre : ne donnez rien."),
    (
        position("KC QC", "E AC 7C 9C"),
        "QC",
        WhyFollow.LEAST,
        "Vous ne pouvez pas prendre : ne donnez que 3 points.",
    ),
    (
        position("7S KD QD 8H", "E AC 10C 9C", contract="110N S"),
        "7S",
        WhyFollow.NOTHING,
        "Vous ne pouvez pas prendre : ne donnez rien.",
    ),
    (
        position("AC 8C", "E KC 7C 9C", contract="110N S"),
        "8C",
        WhyFollow.HOLD,
        "Gardez l'A♣ pour prendre le 10♣, encore dehors.",
    ),
    (
        position("AC 8C", "W KC", contract="110N S"),
        "8C",
        WhyFollow.LEAVE_IT,
        "Laissez faire votre partenaire, qui joue après vous.",
    ),
    (
        position("10C 8C KC", "E AC 7C 9C", contract="110N S"),
        "8C",
        WhyFollow.NOTHING,
        "Vous ne pouvez pas prendre : ne donnez rien.",
    ),
    (
        position("10C 8C KD", "E AS 7S 9S", contract="110N S"),
        "KD",
        WhyFollow.GUARD,
        "Gardez le 8♣ pour protéger le 10♣.",
    ),
]


@pytest.mark.parametrize(
    ("seen", "card", "expected", "said"), FOLLOWED, ids=[f"{row[2].name}-{row[1]}" for row in FOLLOWED]
)
def test_a_card_on_others_has_its_reason(seen: TableView, card: str, expected: Words, said: str) -> None:
    assert told(seen, card) == (expected, said)


BESIDE_THE_POINT: list[tuple[TableView, str, Words]] = [
    (position("10C QC 8D 10H 9H", past="E AC 9C 7C 8C", contract="120D S"), "QC", WhyLead.DRIVE_OUT),
    (position("JH KH 7C", past="E AH 8H 10H 7H"), "KH", WhyLead.DRIVE),
    (position("AS 10S 8D 7C"), "10S", WhyLead.CASH_EARLY),
    (position("AH 10H QH JS 7C", "N 8D 7D 9D"), "AH", WhyFollow.RUFF),
    (position("10C KC 9C 7C", "N AC 8C"), "KC", WhyFollow.RUFF_OUT),
    (position("AC 8C QC", "N KC 7C"), "QC", WhyFollow.UNSAFE),
    (position("10C KC 9S", "W KD", contract="110N S"), "KC", WhyFollow.HOPE),
    (position("JC 7S", past="S 9C 7H 8H KC;N 9S AS 8S 10S", contract="110H N"), "JC", WhyLead.PARTNER_VOID),
    (position("QC 8C 7C", "E 9C AC KC", contract="110N S"), "8C", WhyFollow.KEEP),
    (position("QD 8H"), "QD", WhyLead.SINGLETON),
    (position("KS JD 8H 7H"), "KS", WhyLead.SINGLETON),
    (position("9H 7S 8S", contract="110H E"), "9H", WhyLead.FEWER_RUFFS),
]


@pytest.mark.parametrize(("seen", "card", "untold"), BESIDE_THE_POINT, ids=lambda value: str(value)[:20])
def test_a_reason_is_not_told_beside_the_point(seen: TableView, card: str, untold: Words) -> None:
    sight = facts_of(seen, RULES, allowed(seen), Card(card))
    found = first(LEADS if sight.leads else FOLLOWS, sight)
    assert found is None or found.words is not untold


def test_where_one_need_not_undertrump_a_suit_is_got_rid_of() -> None:
    seen, rules = position("7S 8H KD QD", "E 10C 7C JH", contract="110H E"), PRESETS["online"]
    assert seen.trick is not None
    cards = playable(seen.hand, seen.trick.cards, Denomination.HEARTS, rules.play)
    found = first(FOLLOWS, facts_of(seen, rules, cards, Card.S7))
    assert found == Because(WhyFollow.VOID, {"suit": Suit.SPADES})


FOUR_OF_THEIRS = "E AD 7D 8D 9D;E KD QD 10D JD;E AC 7C 8C 9C;E KC QC 10C JC"
FIVE_OF_OURS = "S AD 7D 8D 9D;S KD QD 10D JD;S AC 7C 8C 9C;S KC QC 10C JC;S JH 7H 8H QH"
GREAT: list[tuple[TableView, str, Why, str]] = [
    (
        position("AS 7S", "E KS 8S 9S", past=FOUR_OF_THEIRS, contract="110H E"),
        "AS",
        Why.SAVES_CAPOT,
        "Prenez le pli : il suffit à éviter le capot.",
    ),
    (
        position("AS 7S", "E KS 8S 9S", past=FOUR_OF_THEIRS, contract="capotH E"),
        "AS",
        Why.SINKS_CAPOT,
        "Un pli suffit pour faire chuter leur capot.",
    ),
    (
        position("AS 7S 9H", past=FIVE_OF_OURS, contract="capotH S"),
        "9H",
        Why.GOES_ON,
        "Vous avez tous les plis : encore 3 pour le capot.",
    ),
    (
        position(
            "AS 7S 8H", "E KS 9S 10S", past=FIVE_OF_OURS.replace("S JH 7H 8H QH", "E JH 7H 10H QH"), contract="80H S"
        ),
        "AS",
        Why.MAKES,
        "Ce pli fait passer le contrat : il ne manque que",
    ),
    (
        position("AS 7S 8H", "E KS 9S 10S", past=FOUR_OF_THEIRS.replace("E AC", "S AC"), contract="130H E"),
        "AS",
        Why.SINKS,
        "Ce pli fait chuter le contrat.",
    ),
]


@pytest.mark.parametrize(("seen", "card", "expected", "said"), GREAT, ids=[row[2].name for row in GREAT])
def test_what_decides_the_deal_is_told_before_all_else(seen: TableView, card: str, expected: Words, said: str) -> None:
    texts, sentence_of_it = told(seen, card)
    assert texts is expected
    assert sentence_of_it.startswith(said)


# --- what the evaluation says -------------------------------------------------------------------------


def valued(*cards: tuple[str, float, float]) -> list[CardValue]:
    return [CardValue(action=PlayCard(Card(card)), utility=use, points=points) for card, use, points in cards]


def why(seen: TableView, *cards: tuple[str, float, float]) -> Words:
    """The reason for the first of those cards, with their values and points."""
    found = reason(seen, RULES, allowed(seen), valued(*cards))
    assert found is not None
    return found.words


@pytest.mark.parametrize(
    ("hand", "contract", "found", "expected"),
    [
        ("AS 10S 8D 7C", "110H S", (("10S", 5, 60), ("AS", 5, 60), ("8D", 0, 50), ("7C", 0, 50)), "AS"),
        ("AS 10S 8D 7C", "110H S", (("10S", 5, 60), ("AS", 3, 60), ("8D", 0, 50), ("7C", 0, 50)), "10S"),
        ("AS 10S 8D 7C", "110H S", (("10S", 5, 60), ("AS", 5, 58), ("8D", 0, 50), ("7C", 0, 50)), "10S"),
        ("AS KS 8D 7C", "110H S", (("KS", 5, 60), ("AS", 5, 60), ("8D", 0, 50), ("7C", 0, 50)), "KS"),
        ("9H JH 8H 8D", "110H S", (("9H", 5, 60), ("JH", 5, 60), ("8H", 0, 50), ("8D", 0, 50)), "JH"),
        ("8H 7H QS 8D", "110H S", (("7H", 5, 60), ("8H", 5, 60), ("QS", 5, 60), ("8D", 5, 60)), "8H"),
        ("QS JS 8D 7D", "110H S", (("JS", 5, 60), ("QS", 5, 60), ("7D", 0, 50), ("8D", 0, 50)), "JS"),
    ],
)
def test_of_equal_masters_and_touching_trumps_the_highest_is_led(
    hand: str, contract: str, found: tuple[tuple[str, float, float], ...], expected: str
) -> None:
    """Equal cards have no missing card between them, and the same evaluation."""
    seen = position(hand, contract=contract)
    told = for_a_person(seen, RULES, allowed(seen), valued(*found))
    assert told[0].action == PlayCard(Card(expected))
    assert sorted(told, key=str) == sorted(valued(*found), key=str)


def test_of_equal_cards_that_follow_the_order_stays() -> None:
    seen = position("AS 10S 8D", "W 7S")
    cards = valued(("10S", 5, 60), ("AS", 5, 60))
    assert for_a_person(seen, RULES, allowed(seen), cards) == tuple(cards)


TWO_LEFT = position("10S 7S", "E AS", past=f"{FOUR_OF_THEIRS};E JH 7H 8H QH;E AH 9H 10H KH")


def test_cards_that_come_to_the_same_are_told_apart_by_why() -> None:
    mixed = replace(TWO_LEFT, tricks_won=Points(3, 3))
    left = facts_of(mixed, RULES, allowed(mixed), Card.S10).left
    assert why(mixed, ("10S", 0, 0), ("7S", 0, 0)) is Why.REST_THEIRS
    assert why(mixed, ("10S", 0, left), ("7S", 0, left)) is Why.REST_OURS
    assert why(mixed, ("10S", 0, left - 10), ("7S", 0, left - 10)) is Why.SAME
    assert why(position("8C 7C AD"), ("8C", 0, 9), ("7C", 0, 9), ("AD", 0, 9)) is Why.SAME
    assert why(position("8C 7C", "W AC"), ("8C", 0, 9), ("7C", 0, 9)) is Why.NEIGHBOURS
    assert why(position("9C 7C", "W AC"), ("7C", 0, 9), ("9C", 0, 9)) is WhyFollow.NOTHING


def test_the_solvers_mark_for_every_trick_is_not_taken_for_points() -> None:
    """A chance of all tricks counts 90 more, that of none 90 less: such means are no points."""
    ours, theirs = (replace(TWO_LEFT, tricks_won=Points(*won)) for won in ((6, 0), (0, 6)))
    left = facts_of(ours, RULES, allowed(ours), Card.S10).left
    assert why(ours, ("10S", 0, left + 20), ("7S", 0, left + 20)) is Why.SAME
    assert why(ours, ("10S", 0, left + 90), ("7S", 0, left + 90)) is Why.REST_OURS
    assert why(theirs, ("10S", 0, -20), ("7S", 0, -20)) is Why.SAME
    assert why(theirs, ("10S", 0, -90), ("7S", 0, -90)) is Why.REST_THEIRS


def test_how_much_better_is_told_in_points_of_the_score() -> None:
    seen = position("QC 9C 7S", "W JC", contract="110N S")
    sight = facts_of(seen, RULES, allowed(seen), Card.CQ)
    found = compared(sight, valued(("QC", 30, 100), ("9C", 10, 10)))
    assert found == Because(Why.BETTER, {"points": 20, "card": Card.C9})
    small = compared(sight, valued(("QC", 3, 100), ("9C", 0, 10)))
    assert small == Because(Why.ONE_BETTER, {"card": Card.C9})
    near = replace(sight, view=replace(seen, totals=Points(RULES.match.target - 10, 0), board=False))
    match = compared(near, valued(("QC", 30, 100), ("9C", 10, 10)))
    assert match == Because(Why.FOR_THE_MATCH, {"card": Card.C9})


# --- calls -------------------------------------------------------------------------------------------


def auctioned(hand: str, said: str, rules: str = "pagat") -> tuple[TableView, Legal]:
    """The request to South after the others' calls; West has dealt if nobody has spoken."""
    rule_set = PRESETS[rules]
    own = tuple(map(Card, hand.split()))
    rest = [card for card in shuffled(hashlib.sha256(hand.encode()).digest()) if card not in own]
    hands = {seat: tuple(rest[at * 8 : at * 8 + 8]) for at, seat in enumerate((Seat.EAST, Seat.NORTH, Seat.WEST))}
    calls = said.split()
    dealer = Seat.SOUTH.round(Direction.ANTICLOCKWISE)[-1 - len(calls)]
    state, _ = new_match(rule_set, dealer, board=True)
    state, _ = next_deal(state, stacked({**hands, Seat.SOUTH: own}, dealer, rule_set.table))
    for word in calls:
        seat = to_act(state)
        assert seat is not None
        state, _ = apply(state, seat, parse_action(word))
    assert to_act(state) is Seat.SOUTH
    return view(state, Seat.SOUTH), legal(state, Seat.SOUTH)


def auction(hand: str, said: str, action: str, rules: str = "pagat") -> Because | None:
    """The hint to South for that call."""
    seen, may = auctioned(hand, said, rules)
    deals = SampledDeals(seen, PRESETS[rules], DEALS)
    return call_reason(AuctionFacts(seen, may, Seat.SOUTH, deals, ()), parse_action(action))


DEALS = 10
ONE_ACE, LONG_SUIT = "JH 9H 10H KH 7H AS 8D 7C", "AH 10H KH 8H 7H KS 8D 7C"
GOOD, POOR = "JH 9H AH KH 7H AS 8D 7C", "7H 8H 9S 8S 7D 8D QC 7C"


@pytest.mark.parametrize(
    ("hand", "said", "action", "expected"),
    [
        (GOOD, "", "100H", WhyCall.SUIT),
        (ONE_ACE, "", "100H", WhyCall.SUIT_ACE),
        ("JH 9H AH KH 7H AS AD 7C", "", "100H", WhyCall.SUIT),
        ("JH 9H 10H KH 7H KS 8D 7C", "", "100H", WhyCall.SUIT_ALONE),
        ("10H KH 8H 7H KS 10S QS 10C", "", "80H", WhyCall.LENGTH_ALONE),
        (LONG_SUIT, "", "90H", WhyCall.LENGTH_ACE),
        ("AH 10H KH 8H 7H AS 8D 7C", "", "90H", WhyCall.LENGTH),
        ("JH 9H 8S 7S QS KD 8D 7C", "80H pass", "100H", WhyCall.SUPPORT),
        ("JH 9H 8S 7S AS KD 8D 7C", "80H pass", "100H", WhyCall.SUPPORT_WITH),
        ("8H 7H 9S 8S QS KD 8D 7C", "80H pass", "140H", WhyCall.RAISE),
        ("JH 9H 8S 7S AS KD 8D 7C", "80H pass", "180H", WhyCall.SUPPORT_WITH),
        ("AH 10H KH 7S AS KD 8D 7C", "80H pass", "90H", WhyCall.SUPPORT_LONG),
        ("JH 9H KH QH 7H AS 8D 7C", "", "100H", WhyCall.TRUMPS),
        ("JH KH QH 8H 7H AS AD 7C", "", "90H", WhyCall.SUIT),
        ("JH 9H AH 8H 7S AS KD 7C", "80C 90D", "100H", WhyCall.HAND),
        ("8H 7H 9S 8S QS KD 8D 7C", "", "140S", WhyCall.HAND),
        ("8H 7H 10S 8S QS KD 8D 7C", "", "140S", WhyCall.HAND_LONG),
        (GOOD, "80S pass", "110H", WhyCall.RATHER),
        ("10H KH 9S 8S 10S KD 10D 10C", "80H pass", "90H", WhyCall.TOGETHER),
        (POOR, "100S", "110C", WhyCall.COMPETE),
        ("AH KH AS 10S AD 8D AC 7C", "", "100N", WhyCall.TOPS),
        ("AH JH 9H KH 10H QH 8H 7H", "", "capotH", WhyCall.SWEEP),
        (POOR, "", "pass", WhyCall.WEAK),
        (POOR, "80H pass", "pass", WhyCall.ENOUGH),
        (POOR, "140H pass", "pass", WhyCall.ENOUGH),
        (POOR, "180H pass", "pass", WhyCall.HIGH_ALREADY),
        (POOR, "100H", "pass", WhyCall.WEAK),
        (GOOD, "150S", "pass", WhyCall.NOT_SURE_TO_COINCHE),
        ("AC KC 8D JH 8H AS KS 7S", "150D", "pass", WhyCall.NOT_SURE_TO_COINCHE),
        ("AH KH AS 10S AD 8D AC 7C", "140N", "pass", WhyCall.NOT_SURE_TO_COINCHE),
        ("JH 9H AH AS 10S AD 10D AC", "140S", "coinche", WhyCall.FAILS_SURELY),
        ("8H 7H 9D QS 8S 7S QC 7C", "80S", "coinche", WhyCall.THEIR_TRUMPS),
        (GOOD, "100H coinche", "pass", WhyCall.NOT_TWICE),
        (POOR, "140H coinche", "pass", WhyCall.SELDOM),
        (GOOD, "100H coinche", "surcoinche", WhyCall.STANDS_SURELY),
    ],
)
def test_a_call_has_its_reason(hand: str, said: str, action: str, expected: WhyCall) -> None:
    found = auction(hand, said, action, "ffb-sa-ta" if "N" in said + action else "pagat")
    assert found is not None
    assert found.words is expected


def past(hand: str, said: str, made: str, better: str, points: int = 40) -> Because | None:
    """The reason why another call was better than the one made."""
    seen, may = auctioned(hand, said)
    facts = AuctionFacts(seen, may, Seat.SOUTH, SampledDeals(seen, PRESETS["pagat"], DEALS), ())
    return past_call_reason(facts, parse_action(made), parse_action(better), points)


@pytest.mark.parametrize(
    ("hand", "said", "made", "better", "expected"),
    [
        (POOR, "", "160H", "pass", WhyCall.MADE_FAILS),
        (GOOD, "", "80H", "100H", WhyCall.BID_BETTER),
        ("KS QS 8S 7S KH QH 8D 7D", "130D", "coinche", "pass", WhyCall.STANDS),
        (POOR, "140H coinche", "surcoinche", "pass", WhyCall.MADE_FAILS),
        (GOOD, "", "pass", "80H", None),
    ],
)
def test_a_past_call_is_judged_by_a_reason_about_itself(
    hand: str, said: str, made: str, better: str, expected: WhyCall | None
) -> None:
    """And a pass by the reason for the better call."""
    found = past(hand, said, made, better)
    assert found is not None
    assert found.words is (expected or auction(hand, said, better).words)  # type: ignore[union-attr]


def test_a_bid_with_two_trumps_counts_on_the_partner() -> None:
    found = auction("JD 9D AS 10S AH AC 7C 7H", "", "80D")
    assert found is not None
    assert found.words is WhyCall.FEW
    assert sentence(found, {}, FRENCH).startswith("Le V♦, le 9♦ et trois as : ")


@pytest.mark.parametrize(
    ("hand", "bid", "said"),
    [
        ("JD 7D AS 8S AH 8H AC 8C", "90D", "Le V♦ et trois as : "),
        ("JD 7D AS 10S KS AH 10H QC", "80D", "Le V♦ et deux as : "),
        ("JD AD AS 10S KS 9H 10H QC", "80D", "Le V♦ et un as : "),
        ("JD 9D KS 10S 8S KH 10H QC", "80D", "Le V♦ et le 9♦ : "),
    ],
)
def test_a_bid_with_a_short_suit_names_the_aces_that_make_it(hand: str, bid: str, said: str) -> None:
    found = auction(hand, "", bid)
    assert found is not None
    assert found.words is WhyCall.FEW
    assert sentence(found, {}, FRENCH).startswith(said)
    assert len(hint(parse_action(bid), found, {}, FRENCH)) <= ROOM


def test_what_is_certain_is_told_as_certain() -> None:
    fails = because(WhyCall.FAILS_SURELY, bid=Bid("290C"))
    assert sentence(fails, {}, FRENCH) == "Leur 290♣ chute à coup sûr (100 fois sur 100)."


def test_four_jacks_are_bid() -> None:
    """Rollouts overrate a pass, from which opponents bid into the declarations."""
    seen, may = auctioned("AS QS JS 8S JH JC 9C JD", "", "ffb")
    assert isinstance(CallSearch(PRESETS["ffb"]).choose(seen, may, 0), MakeBid)


def test_a_pass_is_explained_by_the_lowest_bid_also_where_a_higher_one_was_weighed_first() -> None:
    seen, may = auctioned("JH 9H AH 7H AS 8C 7D 8D", "")
    weighed = tuple(
        CallValue(action=parse_action(action), utility=use, deviation=0.0, won=0.5)
        for action, use in (("pass", 38), ("100H", 20), ("80H", 10))
    )
    deals = SampledDeals(seen, PRESETS["pagat"], 4)
    assert AuctionFacts(seen, may, Seat.SOUTH, deals, weighed).best_bid == Bid("80H")


def test_the_cards_that_speak_for_a_bid_are_in_the_hand() -> None:
    found = auction("JH 9H AH KH 7H AS AD 7C", "", "100H")
    assert found is not None
    assert (found.about["trumps"], found.about["high"], found.about["aces"]) == (5, (Card.HJ, Card.H9), 3)
    points = found.about["points"]
    assert isinstance(points, int)
    assert 80 <= points <= 182


def test_declarations_are_named_where_they_are_in_the_figure() -> None:
    for rules, expected in (("pagat", WhyCall.SUIT_ACE), ("pagat-annonces", WhyCall.DECLARES)):
        found = auction("JH 9H 8H 7H AS 7S 8D 7C", "", "80H", rules)
        assert found is not None
        assert found.words is expected
    said = [hint(MakeBid(Bid("80H")), found, {}, FACES[language]) for language in Language]
    assert "4 atouts, votre tierce au 9 : environ" in said[0]
    assert "4 trumps and your 9-high tierce: about" in said[1]


LONG = "8H 9S AS 10S KS 8D QC 7C"
FIGURES = [
    ("140S", WhyCall.COMPETE, "100H"),
    ("160H", WhyCall.SUPPORT_WITH, "80H pass"),
    ("180N", WhyCall.TOPS_ALONE, ""),
    ("180S", WhyCall.HAND, ""),
]


@pytest.mark.parametrize(("bid", "expected", "said"), FIGURES, ids=[row[0] for row in FIGURES])
def test_a_bid_is_not_explained_by_a_figure_below_it(bid: str, expected: WhyCall, said: str) -> None:
    found = auction(LONG, said, bid, "ffb-sa-ta" if "N" in bid else "pagat")
    assert found is not None
    assert found.words is expected
    assert "points" not in found.about


def test_the_figure_for_a_contract_that_stands_has_the_declarations_of_both_partners() -> None:
    """As it is counted whether it is made, so it is told."""
    seen, may = auctioned(POOR, "140H pass", "pagat-annonces")
    deals = SampledDeals(seen, PRESETS["pagat-annonces"], DEALS)
    found = call_reason(AuctionFacts(seen, may, Seat.SOUTH, deals, ()), Pass())
    assert found is not None
    assert found.about["points"] == deals.expected(contract("140H", Seat.NORTH)) != deals.points(Denomination.HEARTS)


def contract(bid: str, bidder: Seat = Seat.SOUTH) -> Contract:
    return Contract(bid=Bid(bid), bidder=bidder)


WITH_BELOTE = "JH 9H KH QH 7H AS 8D 7C"
NUMBERS = (80, 110, 130, 160)


def test_a_contract_is_made_in_as_many_deals_as_have_the_points_for_it() -> None:
    """Its belote counts; nothing else does by these rules."""
    seen, _ = auctioned(WITH_BELOTE, "")
    deals = SampledDeals(seen, RULES, 50)
    values = deals.values(Denomination.HEARTS)
    for number in NUMBERS:
        assert deals.made(contract(f"{number}H")) == 2 * sum(value + BELOTE_POINTS >= number for value in values)
    assert deals.made(contract("capotH")) == deals.sweeps(Denomination.HEARTS)


def test_a_higher_contract_is_made_in_fewer_deals_and_what_is_not_made_fails() -> None:
    seen, _ = auctioned(GOOD, "")
    deals = SampledDeals(seen, RULES, 50)
    contracts = [contract(f"{number}H") for number in (*NUMBERS, "capot")]
    made = [deals.made(one) for one in contracts]
    assert made == sorted(made, reverse=True)
    assert made[0] > 80
    assert made[-1] < made[0]
    assert [deals.failed(one) for one in contracts] == [100 - number for number in made]


def test_what_is_certain_is_made_in_every_deal_and_what_cannot_be_in_none() -> None:
    seen, _ = auctioned("AH JH 9H KH 10H QH 8H 7H", "")
    deals = SampledDeals(seen, RULES, DEALS)
    assert [deals.made(contract(f"{level}H")) for level in (*NUMBERS, "capot")] == [100] * 5
    assert deals.failed(contract("80S", Seat.EAST)) + deals.made(contract("80S", Seat.EAST)) == 100
    assert deals.failed(contract("capotH", Seat.EAST)) == 100


def test_declarations_count_for_a_contract_where_the_rules_have_them() -> None:
    hand = "JS QS KS AS 7H 8H 7D 8C"
    plain, with_them = (
        SampledDeals(auctioned(hand, "", rules)[0], PRESETS[rules], 50).made(contract("120S"))
        for rules in ("pagat", "pagat-annonces")
    )
    assert with_them > plain


ODD = System(
    name="odd",
    conventions=(
        Convention(said="80", when=Occasion.OPENING, shows="spades without a head", trumps=(6, 8), spare=(-60, -10)),
    ),
)
"""An opening of 80 promises at least six trumps and little in them."""


def test_a_call_is_explained_by_the_conventions_that_were_declared() -> None:
    seen, may = auctioned(POOR, "80H pass")
    found = [best(seen, may, RULES, RequestKind.BID, systems) for systems in ({}, {Seat.NORTH: ODD})]
    (first_said, natural), (then_said, odd) = found
    assert first_said == then_said == Pass()
    assert natural is not None
    assert odd is not None
    assert natural.words is WhyCall.HIGH
    assert odd.words is WhyCall.HIGH_ALREADY


# --- what a reason claims ----------------------------------------------------------------------------


def positions(deals: int) -> Iterator[tuple[State, Seat, TableView]]:
    """Every card to be played of some deals."""
    bot = Steady()
    bot.rules = RULES
    for deal in range(deals):
        state, _ = new_match(RULES, tuple(Seat)[deal % 4], board=True)
        state, _ = next_deal(state, shuffled(hashlib.sha256(f"hint {deal}".encode()).digest()))
        while (seat := to_act(state)) is not None:
            seen = view(state, seat)
            if seen.phase is Phase.PLAYING:
                yield state, seat, seen
            state, _ = apply(state, seat, bot.choose(seen, legal(state, seat)))


def test_what_a_reason_claims_is_true_of_the_hands_that_are_not_seen() -> None:
    """Of every card, not only the best; the open hands are looked at here alone."""
    told = set()
    for state, seat, seen in positions(8):
        cards = allowed_to(state, seat)
        assert isinstance(state.phase, Playing)
        hands = state.phase.hands
        for card in cards:
            sight = facts_of(seen, RULES, cards, card)
            found = first(LEADS if sight.leads else FOLLOWS, sight)
            if found is not None:
                told.add(found.words)
                assert_true(found, sight, {other: frozenset(hands[other]) for other in Seat})
    assert len(told) > 20


CERTAIN = {Why.MAKES, Why.SINKS, Why.SINKS_CAPOT, Why.SAVES_CAPOT, WhyFollow.SURE, WhyFollow.GIVE}
OUT = {WhyLead.LAST_TRUMP, WhyLead.TWO_TRUMPS, WhyLead.DRIVE, WhyLead.DRIVE_OUT, WhyFollow.SECURE, WhyFollow.FEW_OVER}
OUT |= {WhyFollow.ONE_OUT, WhyFollow.FEW_OR_RUFF}
KEPT = {WhyLead.KEEP_LAST, WhyFollow.KEEP_WINNER, WhyFollow.TAKE_CHEAP, WhyFollow.HOLD}


def assert_true(found: Because, sight: TrickFacts, hands: dict[Seat, frozenset[Card]]) -> None:
    others = frozenset(card for seat, cards in hands.items() if seat is not sight.me for card in cards)
    against = frozenset(card for seat in sight.opponents for card in hands[seat])
    named = [about for about in found.about.values() if isinstance(about, Card)]
    many = [about for about in found.about.values() if isinstance(about, tuple)]
    named += [card for cards in many for card in cards if isinstance(card, Card)]
    strength = STRENGTH[sight.denomination]
    above = {card for card in against if card.suit is sight.card.suit and strength[card] > strength[sight.card]}
    if found.words in OUT:
        assert set(named) - set(sight.view.hand) <= others
    if found.words in KEPT:
        assert set(named) & set(sight.view.hand)
    if found.words in (WhyLead.CASH, WhyLead.CASH_DRAWN, WhyLead.CASH_EARLY, WhyLead.CASH_RISKY):
        assert not above
    if found.words is WhyLead.CASH_RISKY:
        assert any(card.suit is not sight.card.suit for card in against)
        assert not all(any(card.suit is sight.card.suit for card in hands[seat]) for seat in sight.opponents)
    if found.words in (WhyLead.DRIVE, WhyLead.DRIVE_OUT):
        then = found.about["next"]
        assert isinstance(then, Card)
        beating = {card for card in others if card.suit is then.suit and strength[card] > strength[then]}
        assert beating
        assert beating == set(named) - {then}
    if found.words is WhyFollow.TOO_LOW:
        beaten = found.about["card"]
        assert isinstance(beaten, Card)
        higher = {card for card in others if card.suit is beaten.suit and strength[card] > strength[beaten]}
        assert len(higher) > 1
    if found.words is WhyFollow.IS_BEATEN:
        assert found.about["fear"] in others
    if found.words in (WhyFollow.MUST_RUFF, WhyFollow.RUFF_HIGH):
        assert all(card.suit is sight.trump for card in sight.legal)
    if found.words in (WhyFollow.RUFF, WhyFollow.RUFF_LOW, WhyFollow.OVERRUFF):
        assert found.about["points"] == sight.points(*sight.on_table) + 10 * (len(sight.view.hand) == 1)
    if found.words in (WhyFollow.RUFF_OUT, WhyFollow.UNSAFE, WhyFollow.ONE_OUT):
        assert sight.points(sight.card) == min(map(sight.points, sight.legal))
    if found.words in (WhyFollow.HOPE, WhyFollow.GIVE):
        assert sight.points(sight.card) == max(map(sight.points, sight.legal))
    if found.words is WhyLead.SINGLETON:
        assert [card for card in sight.view.hand if card.suit is sight.card.suit] == [sight.card]
        assert any(card.suit is sight.trump for card in sight.view.hand)
    if found.words in (WhyLead.CASH_DRAWN, WhyLead.ALONE):
        assert not any(card.suit is sight.trump for card in against)
    if found.words is WhyLead.PARTNER_VOID:
        assert not any(card.suit is found.about["suit"] for card in hands[sight.me.partner])
    if found.words is WhyLead.PARTNER_HAS:
        assert found.about["card"] in hands[sight.me.partner]
    if found.words is WhyLead.FORCES:
        who = found.about["who"]
        assert isinstance(who, Seat)
        assert not any(card.suit is found.about["suit"] for card in hands[who])
    if found.words in (WhyLead.DRAW, WhyLead.LENGTH):
        assert found.about["count"] == sum(card.suit is sight.trump for card in others)
    if found.words in CERTAIN:
        assert sight.is_ours
        later = frozenset(card for seat in sight.opponents_to_play for card in hands[seat])
        holding = sight.card if sight.takes(sight.card) else sight.best
        assert not any(c.suit is holding.suit and strength[c] > strength[holding] for c in later)


def test_where_the_rest_is_one_sides_it_is_so_by_the_true_hands() -> None:
    told = 0
    for state, seat, seen in positions(2):
        if len(seen.hand) > ENDGAME_TRICKS or seen.contract is None:
            continue
        _, found = best(seen, legal(state, seat), RULES, kind_of(state, seat))
        if found is None or found.words not in (Why.REST_OURS, Why.REST_THEIRS):
            continue
        assert isinstance(state.phase, Playing)
        value = Solver(seen.contract.denomination, RULES).value(Position.of(state.phase, RULES))
        left = facts_of(seen, RULES, allowed_to(state, seat), seen.hand[0]).left
        assert value >= left if found.words is Why.REST_OURS else value <= 0
        told += 1
    assert told


def allowed_to(state: State, seat: Seat) -> tuple[Card, ...]:
    return tuple(action.card for action in legal(state, seat).actions if isinstance(action, PlayCard))


# --- what it knows -----------------------------------------------------------------------------------


def test_hands_that_cannot_be_told_apart_get_the_same_hint() -> None:
    """Two unseen cards of a plain suit change places: the seat sees the same, and is told the same."""
    swapped = 0
    for state, seat, seen in positions(4):
        if len(seen.hand) != 5 or seen.contract is None:
            continue
        assert isinstance(state.phase, Playing)
        hands = dict(state.phase.hands)
        left, right = (other for other in Seat if other.team is not seat.team)
        for mine, theirs in ((a, b) for a in hands[left] for b in hands[right]):
            if mine.suit is theirs.suit and mine.suit not in seen.contract.denomination.trumps:
                hands[left] = tuple(theirs if card is mine else card for card in hands[left])
                hands[right] = tuple(mine if card is theirs else card for card in hands[right])
                break
        other = replace(state, phase=replace(state.phase, hands=hands))
        assert view(other, seat) == seen
        kind = kind_of(state, seat)
        before = best(seen, legal(state, seat), RULES, kind)
        assert best(view(other, seat), legal(other, seat), RULES, kind) == before
        swapped += other != state
    assert swapped > 3


def test_a_hint_is_found_by_the_engine_in_python_too() -> None:
    """It solves the end alone, over fewer deals; before, the card is a sound one and the reason is what is seen."""
    settings = SETTINGS_BY_ENGINE[Engine.PYTHON][BotLevel.EXPERT]
    told = 0
    for state, seat, seen in positions(1):
        may = legal(state, seat)
        valued = card_values(seen, may, RULES, settings=settings, solvers=SolverCache())
        cards = tuple(action.card for action in may.actions if isinstance(action, PlayCard))
        told += reason(seen, RULES, cards, valued) is not None
    assert told > 20


# --- how it is said ----------------------------------------------------------------------------------

LONGEST: dict[str, About] = {
    "card": Card.DQ,
    "kept": Card.DQ,
    "next": Card.D10,
    "target": Card.D10,
    "small": Card.DQ,
    "fear": Card.DQ,
    "big": Card.D10,
    "cards": (Card.DQ, Card.DA),
    "high": (Card.DJ, Card.D9),
    "bid": Bid("120D"),
    "suit": Suit.DIAMONDS,
    "who": Seat.WEST,
    "count": 6,
    "own": 5,
    "declared": Declaration("cinquante:10SJSQSKS"),
    "trumps": 5,
    "other": Suit.HEARTS,
    "aces": 2,
    "tricks": 3,
    "points": 120,
    "missing": 112,
    "n": 100,
}
ROOM = 80 - len(" ▶ ") - 1
BID = MakeBid(Bid("120D"))
OF_BIDS = {told for told in WhyCall if told.name.startswith(("SUIT", "LENGTH", "HAND", "SUPPORT", "DECLARES"))}
"""Shorter than a pass, so more can be said."""
CATALOGUES = (texts.Why, texts.WhyLead, texts.WhyFollow, texts.WhyCall)


@pytest.mark.parametrize("language", Language)
@for_each("told", [told for catalogue in CATALOGUES for told in catalogue])
def test_a_hint_fits_a_line_of_eighty(told: Words, language: Language) -> None:
    action = PlayCard(Card.D10) if not isinstance(told, WhyCall) else BID if told in OF_BIDS else Pass()
    said = hint(action, Because(told, LONGEST), {}, FACES[language])
    assert len(said) <= ROOM, said
    assert said.endswith(".")


@pytest.mark.parametrize("language", Language)
def test_one_of_a_thing_is_not_told_in_the_plural(language: Language) -> None:
    for why in (auction(ONE_ACE, "", "100H"), auction(LONG_SUIT, "", "90H")):
        assert why is not None
        said = sentence(why, {}, FACES[language])
        assert "one ace" in said or "un as" in said


WEAK_BIDS = [
    ("JH 8H AS 10D KD 9C 8C 7C", "", "80H", " avec le partenaire.", " if your partner helps."),
    ("8H 7H 9S 8S QS KD 8D 7C", "", "140S", "le partenaire fait le reste.", "your partner brings the rest."),
    ("JH 9H 8S 7S QS KD 8D 7C", "80H pass", "100H", " à vous deux.", " between you."),
    ("8H 7H 10S 8S QS KD 8D 7C", "", "140S", "le partenaire fait le reste.", "your partner brings the rest."),
]


@pytest.mark.parametrize(("hand", "said", "bid", "french", "english"), WEAK_BIDS)
def test_a_bid_that_counts_on_the_partner_says_so(hand: str, said: str, bid: str, french: str, english: str) -> None:
    why = auction(hand, said, bid)
    assert why is not None
    assert sentence(why, {}, FRENCH).endswith(french)
    assert sentence(why, {}, FACES[Language.ENGLISH]).endswith(english)


def test_all_tops_of_a_bid_without_a_trump_suit_are_named() -> None:
    why = auction("JS JH JD 9S 9H AS AH 7C", "", "90A", "ffb-sa-ta")
    assert why is not None
    assert {Card.SJ, Card.HJ, Card.DJ} == {*why.about["cards"]}  # type: ignore[misc]


def test_a_pass_with_much_to_spare_tells_why_not_to_bid_higher() -> None:
    """`80 is enough` would not be a reason with the points for 130."""
    seen, may = auctioned(GOOD, "80H pass")
    why = call_reason(AuctionFacts(seen, may, Seat.SOUTH, SampledDeals(seen, RULES, DEALS), ()), Pass())
    assert why is not None
    assert why.words is WhyCall.UNSURE
    assert why.about["bid"] == Bid("90H")


def test_a_bid_that_is_too_close_is_not_contradicted_by_its_own_figure() -> None:
    """A mean above the bid is no reason against it; the share of deals in which it fails is one."""
    seen, may = auctioned("JH 9H 8H KS 8S QD 8D 7C", "")

    class OfTheseFigures(SampledDeals):
        def points(self, denomination: Denomination) -> int:
            return 84

        def failed(self, contract: Contract) -> int:
            return 36

    why = call_reason(AuctionFacts(seen, may, Seat.SOUTH, OfTheseFigures(seen, RULES, 2), ()), Pass())
    assert why is not None
    assert sentence(why, {}, FRENCH) == "Trop juste : 80♥ chuterait 36 fois sur 100."
    assert sentence(why, {}, FACES[Language.ENGLISH]) == "Too close: 80♥ would go down in 36 of 100 deals."


def test_the_cost_of_a_bid_is_told_against_a_pass() -> None:
    why = because(WhyCall.DEARER, bid=Bid("130S"), points=92)
    assert sentence(why, {}, FRENCH) == "130♠ rapporterait environ 90 points de moins que passer."
    assert sentence(why, {}, FACES[Language.ENGLISH]) == "130♠ would score about 90 points less than a pass."


ACES = [
    ("10H 8H AS AD AC 7C 8C 8D", "trois as", "three aces"),
    ("AH 8H AS AD 8C 7C 8D 7D", "trois as", "three aces"),
    ("8H 7H AS AD 8C 7C 8D 7D", "l'A♠ et l'A♦", "the A♠ and the A♦"),
    ("JH 9H AS KD 8C 7C 8D 7D", "le V♥, le 9♥ et un as", "the J♥, the 9♥ and an ace"),
    ("JH 9H AS AD 8C 7C 8D 7D", "le V♥, le 9♥ et deux as", "the J♥, the 9♥ and two aces"),
]


@pytest.mark.parametrize(("hand", "french", "english"), ACES)
def test_support_counts_every_ace_of_the_hand(hand: str, french: str, english: str) -> None:
    why = auction(hand, "80H pass", "180H")
    assert why is not None
    assert sentence(why, {}, FRENCH) == f"Soutenez 80♥ : vous avez {french}."
    assert sentence(why, {}, FACES[Language.ENGLISH]) == f"Support 80♥: you have {english}."


@pytest.mark.parametrize("language", Language)
def test_a_hint_to_support_with_all_that_can_be_named_fits_a_line(language: Language) -> None:
    cards = (Card.DJ, Card.D9, HintText.FOUR_ACES)
    why = because(WhyCall.SUPPORT_WITH, bid=Bid("120D"), cards=cards)
    assert len(hint(BID, why, {}, FACES[language])) <= ROOM


def test_a_hint_is_read_aloud_without_signs() -> None:
    why_so = Because(WhyLead.TWO_TRUMPS, {"cards": (Card.HA, Card.HQ)})
    said = hint(PlayCard(Card.HJ), why_so, {}, FRENCH, aloud=True)
    assert said == ("Conseil : valet de cœur. Faites tomber les atouts : l'as de cœur et la dame de cœur sont dehors.")
    assert hint(PlayCard(Card.HJ), why_so, {}, FACES[Language.ENGLISH], aloud=True) == (
        "Hint: jack of hearts. Draw trumps: the ace of hearts and the queen of hearts are out."
    )


def test_a_cut_and_a_word_without_a_reason_are_told_all_the_same() -> None:
    assert hint(Pass(), None, {}, FRENCH) == "Conseil : passer."


@pytest.mark.parametrize(
    ("words", "bid", "points", "told"),
    [
        (WhyCall.SUPPORT, "120H", 119, "environ 120 à"),
        (WhyCall.WEAK, "80H", 78, "environ 70 pour"),
        (WhyCall.TIGHT, "80H", 78, "en moyenne 78 pour"),
        (WhyCall.BID_BETTER, "80H", 31, "environ 30 points"),
        (WhyCall.BID_BETTER, "80H", 6, "environ 6 points"),
    ],
)
def test_estimates_are_told_in_tens_on_the_same_side_of_the_bid(
    words: WhyCall, bid: str, points: int, told: str
) -> None:
    why = because(words, bid=Bid(bid), cards=(Card.HJ,), points=points)
    assert told in sentence(why, {}, Face(Language.FRENCH, UNICODE))
