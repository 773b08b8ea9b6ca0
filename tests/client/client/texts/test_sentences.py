"""Tests that every event, every rule and every error has its sentence; catalogues are tested in `test_translated`."""

from __future__ import annotations

import pytest

from coinche.client.texts.table_events import Listener, sentence, sentence_after
from coinche.connection.error_texts import answer
from coinche.connection.reason_texts import ReasonText, refusal
from coinche.engine.actions import Reason
from coinche.engine.belote import BeloteWord
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.events import (
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealStarted,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HandDealt,
    HeightSaid,
    MatchEnded,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import (
    Occupant,
    PauseAsked,
    Paused,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    TableClosed,
    TableEvent,
    TimedOut,
    WentOn,
)
from coinche.text.formatting import Face, whose
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language, language_of
from tests.client.scene import NAMES
from tests.client.scenes import scene

FRENCH = Listener(Face(Language.FRENCH, UNICODE), NAMES, Seat.SOUTH)
ENGLISH = Listener(Face(Language.ENGLISH, UNICODE), NAMES, Seat.SOUTH)


def test_no_refusal_cites_a_clause_that_the_table_may_not_play_by() -> None:
    assert not [said for said in ReasonText if "(" in said.french + said.english]


def test_every_rule_and_every_error_has_a_sentence() -> None:
    for reason in Reason:
        assert refusal(reason).french
    for code in ErrorCode:
        assert answer(code).english


SENTENCES: list[tuple[Event | TableEvent, str, str]] = [
    (Passed(Seat.EAST), "Max passe.", "Max passes."),
    (Passed(Seat.SOUTH), "Vous passez.", "You pass."),
    (BidMade(Seat.NORTH, Bid("110H")), "Zoé dit 110 cœur.", "Zoé bids 110 hearts."),
    (BidMade(Seat.SOUTH, Bid("capotC")), "Vous dites capot trèfle.", "You bid capot clubs."),
    (Coinched(Seat.WEST), "Léo coinche !", "Léo coinches!"),
    (Surcoinched(Seat.SOUTH), "Vous surcoinchez !", "You surcoinche!"),
    (
        ContractSettled(Seat.EAST, Bid("120S"), 2),
        "Contrat : 120 pique par Max, coinché (×2).",
        "Contract: 120 spades by Max, coinched (×2).",
    ),
    (CardPlayed(Seat.WEST, Card.SQ), "Léo joue la dame de pique.", "Léo plays the queen of spades."),
    (CardPlayed(Seat.SOUTH, Card.HA), "Vous jouez l'as de cœur.", "You play the ace of hearts."),
    (CardPlayed(Seat.SOUTH, Card.D8), "Vous jouez le 8 de carreau.", "You play the 8 of diamonds."),
    (TrickWon(Seat.SOUTH, 24), "Vous prenez le pli : 24 points.", "You take the trick: 24 points."),
    (TrickWon(Seat.EAST, 0), "Max prend le pli, sans points.", "Max takes the trick, with no points."),
    (BeloteSaid(Seat.EAST, BeloteWord.BELOTE, Suit.HEARTS), "Max dit « belote ».", "Max says “belote”."),
    (
        DeclarationsAnnounced(Seat.WEST, (DeclarationKind.TIERCE, DeclarationKind.CARRE)),
        "Léo annonce : tierce, carré.",
        "Léo declares: tierce, four of a kind.",
    ),
    (
        HeightSaid(Seat.EAST, DeclarationKind.TIERCE, Rank.JACK),
        "Max : tierce, hauteur valet.",
        "Max: tierce, jack high.",
    ),
    (HeightSaid(Seat.SOUTH, DeclarationKind.TIERCE, None), "Vous : pas mieux.", "You: no better."),
    (
        DeclarationsShown(Seat.NORTH, (Declaration("tierce:7S8S9S"),)),
        "Zoé montre tierce 7♠ 8♠ 9♠.",
        "Zoé shows a tierce: 7♠ 8♠ 9♠.",
    ),
    (DeclarationsResolved(Team.EAST_WEST, 20), "Annonces : 20 points pour eux.", "Declarations: 20 points for them."),
    (DeclarationsResolved(None, 0), "Annonces à égalité : aucune ne compte.", "Declarations tied: none counts."),
    (HandDealt(Seat.EAST, None), "", ""),
    (
        HandDealt(Seat.SOUTH, (Card.SJ, Card.H10, Card.CJ)),
        "Votre main : valet de pique, 10 de cœur, valet de trèfle.",
        "Your hand: jack of spades, 10 of hearts, jack of clubs.",
    ),
    (
        HandDealt(Seat.SOUTH, (Card.SJ, Card.H10)),
        "Vous recevez encore : valet de pique, 10 de cœur.",
        "You are also dealt: jack of spades, 10 of hearts.",
    ),
    (PackCut(Seat.EAST, 12), "Max coupe à 12 cartes.", "Max cuts 12 cards."),
    (PackCut(Seat.SOUTH, 12), "Vous coupez à 12 cartes.", "You cut 12 cards."),
    (
        DealStarted(2, Seat.WEST, shuffled=False),
        "Donne 2. Léo distribue sans mélanger.",
        "Deal 2. Léo deals without shuffling.",
    ),
    (
        ContractSettled(Seat.NORTH, Bid("generaleN"), 3),
        "Contrat : générale sans atout par Zoé, surcoinché (×3).",
        "Contract: générale no trump by Zoé, surcoinched (×3).",
    ),
    (
        ThrownIn(),
        "Tout le monde a passé : pas de points, on redistribue.",
        "Everybody passed: no points, new deal.",
    ),
    (
        MatchEnded(Team.NORTH_SOUTH, Points(1010, 840)),
        "Vous gagnez la partie, 1010 à 840 !",
        "You win the match, 1010 to 840!",
    ),
    (SeatChanged(Seat.WEST, Occupant.BOT, "Léo", True), "Léo (bot) joue en Ouest.", "Léo (bot) plays West."),
    (
        SeatChanged(Seat.WEST, Occupant.BOT, "steady", True),
        "Henri (bot moyen) joue en Ouest.",
        "Henri (steady bot) plays West.",
    ),
    (
        SeatChanged(Seat.EAST, Occupant.PERSON, "Max", False),
        "Max a perdu la connexion : la table attend une minute au plus.",
        "Max lost the connection: the table waits up to a minute.",
    ),
    (TimedOut(Seat.EAST), "Temps écoulé pour Max.", "Max ran out of time."),
    (TableClosed("match_over"), "La table est fermée.", "The table is closed."),
    (RecapStarted(1), "", ""),
]


@pytest.mark.parametrize(("event", "french", "english"), SENTENCES)
def test_what_is_said_of_an_event(event: Event | TableEvent, french: str, english: str) -> None:
    assert sentence(event, FRENCH) == french
    assert sentence(event, ENGLISH) == english


def test_every_event_of_a_deal_is_said_without_a_gap() -> None:
    played = scene("over")
    for event in played.log:
        sentence(event, FRENCH)
        assert sentence(event, Listener(Face(Language.FRENCH, ASCII), NAMES, None)).isascii()


@pytest.mark.parametrize(
    ("declaration", "french", "english"),
    [
        ("tierce:QSKSAS", "tierce à l'as", "ace-high tierce"),
        ("cinquante:9S10SJSQS", "cinquante à la dame", "queen-high cinquante"),
        ("carre:JSJHJDJC", "carré de valets", "four jacks"),
        ("carre:ASAHADAC", "carré d'as", "four aces"),
        ("carre:10S10H10D10C", "carré de 10", "four 10s"),
    ],
)
def test_how_a_declaration_is_called(declaration: str, french: str, english: str) -> None:
    assert FRENCH.face.declaration(Declaration(declaration)) == french
    assert ENGLISH.face.declaration(Declaration(declaration)) == english


@pytest.mark.parametrize("language", Language)
def test_all_cards_and_denominations_have_names_of_their_own(language: Language) -> None:
    for glyphs in (UNICODE, ASCII):
        face = Face(language, glyphs)
        assert len({face.card(card) for card in Card}) == 32
        assert len({face.suit(d) for d in Denomination}) == 6
        assert len({face.spoken_card(card) for card in Card}) == 32


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "fr_FR.UTF-8"}, Language.FRENCH),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, Language.ENGLISH),
        ({"LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, Language.FRENCH),
        ({}, Language.ENGLISH),
    ],
)
def test_the_language_is_the_locale_s(environment: dict[str, str], expected: Language) -> None:
    assert language_of(environment) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Henri", "d'Henri"), ("Élodie", "d'Élodie"), ("Léo", "de Léo"), ("Yves", "d'Yves"), ("Yann", "de Yann")],
)
def test_a_name_after_de_has_its_elision(name: str, expected: str) -> None:
    assert whose(name, Language.FRENCH) == expected
    assert whose(name, Language.ENGLISH) == f"{name}'s"


def test_a_seat_that_is_told_again_is_said_once() -> None:
    own = SeatChanged(Seat.SOUTH, Occupant.PERSON, NAMES[Seat.SOUTH], connected=True)
    assert sentence_after((), own, ENGLISH) == "You sit South."
    assert sentence_after((own,), own, ENGLISH) == ""


EAST_PAUSE, EAST_AGAIN = PauseAsked(Seat.EAST), RematchAsked(Seat.EAST)
EAST_LEFT = SeatChanged(Seat.EAST, Occupant.BOT, "strong", connected=True)


@pytest.mark.parametrize(
    ("before", "event", "french", "english"),
    [
        ((), PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
        ((EAST_PAUSE,), PauseAsked(Seat.SOUTH), "Vous acceptez la pause.", "You agree to the pause."),
        ((EAST_PAUSE,), PauseAsked(Seat.NORTH), "Zoé accepte la pause.", "Zoé agrees to the pause."),
        ((EAST_PAUSE, Paused(1)), PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
        ((EAST_PAUSE, RecapStarted(1)), PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
        ((EAST_PAUSE, EAST_LEFT), PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
        ((EAST_PAUSE,), EAST_PAUSE, "Max demande une pause.", "Max asks for a pause."),
        ((), RematchAsked(Seat.SOUTH), "Vous proposez une revanche.", "You offer a rematch."),
        ((EAST_AGAIN,), RematchAsked(Seat.SOUTH), "Vous acceptez la revanche.", "You accept the rematch."),
        ((EAST_AGAIN,), RematchAsked(Seat.NORTH), "Zoé accepte la revanche.", "Zoé accepts the rematch."),
        (
            (EAST_AGAIN, WentOn(Seat.EAST)),
            RematchAsked(Seat.SOUTH),
            "Vous proposez une revanche.",
            "You offer a rematch.",
        ),
        ((EAST_AGAIN,), PauseAsked(Seat.SOUTH), "Vous demandez une pause.", "You ask for a pause."),
    ],
)
def test_a_wish_that_another_player_has_already_is_agreed_to(
    before: tuple[TableEvent, ...], event: TableEvent, french: str, english: str
) -> None:
    assert (sentence_after(before, event, FRENCH), sentence_after(before, event, ENGLISH)) == (french, english)


def test_being_away_says_nothing_of_a_lost_connection() -> None:
    """Somebody who leaves on purpose has lost none."""
    away = SeatChanged(Seat.SOUTH, Occupant.PERSON, NAMES[Seat.SOUTH], connected=False)
    assert (sentence(away, FRENCH), sentence(away, ENGLISH)) == ("Vous n'étiez pas là.", "You were away.")


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        ((Seat.EAST,) * 7, "Vous prenez le pli : 14 points. Le dix de der : 10 de plus."),
        ((Seat.SOUTH,) * 7, "Vous prenez le pli : 14 points."),
        ((Seat.EAST,) * 6, "Vous prenez le pli : 14 points."),
    ],
)
def test_the_last_trick_has_ten_points_more_unless_it_makes_a_capot(winners: tuple[Seat, ...], told: str) -> None:
    earlier: list[Event] = [*(TrickWon(Seat.EAST, 3) for _ in range(7)), DealStarted(2, Seat.EAST, shuffled=True)]
    before = (*earlier, *(TrickWon(seat, 9) for seat in winners))
    assert sentence_after(before, TrickWon(Seat.SOUTH, 14), FRENCH) == told
