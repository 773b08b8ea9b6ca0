"""Tests of the request to play a card: who leads, what was led and by whom, and the duty that forbids other cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from coinche.client.model.ui import Ui
from coinche.client.views.card_question import card_question
from coinche.engine.cards import Card, Denomination
from coinche.engine.legal_cards import playable
from coinche.engine.presets import PRESETS
from coinche.engine.rules import Undertrump
from coinche.engine.seats import Seat
from coinche.engine.trick import Trick, winner_index
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import table_of


@pytest.mark.parametrize(
    ("hand", "trick", "french", "english"),
    [
        ("9H AH 7C", "", "À vous d'entamer : n'importe quelle carte", "Your lead: any card"),
        (
            "KD QD 7C",
            "AD 7D 9D",
            "À vous : 2 cartes possibles, ♦ demandé par Max",
            "Your turn: 2 cards allowed, Max led ♦",
        ),
        (
            "9H AH 7C",
            "AD",
            "À vous, il faut couper : 2 cartes possibles, ♦ demandé par Max",
            "Your turn, you must trump: 2",
        ),
        ("9H AH 7C", "AD 10H", "À vous, il faut surcouper : 2 cartes", "Your turn, you must overtrump: 2 cards"),
        ("10H AH 7C", "AD 9H", "À vous, il faut jouer atout : 2 cartes", "Your turn, you must play a trump: 2 cards"),
        ("JH 9H 7H", "AH", "À vous, il faut monter : 2 cartes possibles, ♥", "Your turn, you must go higher: 2 cards"),
        (
            "7S 8S 7C",
            "AD",
            "À vous : n'importe quelle carte, vous n'avez pas de ♦",
            "Your turn: any card, you have no ♦",
        ),
    ],
)
def test_the_question_names_the_duty_and_what_was_led(hand: str, trick: str, french: str, english: str) -> None:
    """South plays hearts; East has led, where anybody has."""
    held, played = (tuple(map(Card, cards.split())) for cards in (hand, trick))
    table = table_of("follow")
    rules = replace(PRESETS["ffb"].play, undertrump=Undertrump.OBLIGED)
    legal = playable(held, played, Denomination.HEARTS, rules)
    leader = Seat.EAST if played else Seat.SOUTH
    winner = (
        leader
        if not played
        else Seat.EAST.round(PRESETS["ffb"].table.direction)[winner_index(played, Denomination.HEARTS)]
    )
    on_table = Trick(leader=leader, cards=played, winner=winner)
    view = replace(table.view, hand=held, trick=on_table, tricks=())
    assert table.request is not None
    asked = structs.replace(table.request, legal=tuple(map(str, legal)), offers={}, declarations=())
    for language, words in ((Language.FRENCH, french), (Language.ENGLISH, english)):
        told = card_question(replace(table, view=view), asked, Ui(), Face(language, UNICODE), 120)
        assert told.startswith(words)
