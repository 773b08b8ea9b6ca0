"""Tests of a draw whose points are held over, as people read it: 81 to 81 after a bid of 80."""

from __future__ import annotations

import pytest

from coinche.client.line.narrate import total
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.views.recap import recap
from coinche.client.views.text_lines import Size, text_of
from coinche.engine.cards import Card
from coinche.engine.dealing import stacked
from coinche.engine.events import DealScored, Event
from coinche.engine.match import new_match, next_deal
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.records import texts
from coinche.records.transcript import transcript
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import Scene
from tests.engine.deals import D, hands_of, result, tricks
from tests.engine.script import play


def drawn(rules: RuleSet) -> tuple[Event, ...]:
    """A match in whose first deal South bids 80 hearts and both sides take 81."""
    state, started = new_match(rules, Seat.WEST)
    hands = hands_of(D, Seat.SOUTH, rules.table.direction)
    state, dealt = next_deal(state, stacked(hands, Seat.WEST, rules.table))
    cards: list[Card] = [card for trick in tricks(D) for card in trick]
    _, played = play(state, f"80H pass pass pass {' '.join(cards)}")
    return (*started, *dealt, *played)


def told(language: Language) -> Scene:
    scene = Scene(preset="pagat", options={"draw": "held_over"}, language=language)
    scene.join()
    scene.happen(*drawn(scene.rules))
    return scene


@pytest.mark.parametrize(
    ("language", "headline", "note"),
    [
        (
            Language.FRENCH,
            "80♥ par Ana, litige : ils marquent 80, nous rien.",
            "Litige : 161 points pour le camp qui gagnera la prochaine donne.",
        ),
        (
            Language.ENGLISH,
            "80♥ by Ana, tied: they score 80, we score nothing.",
            "Tied: 161 points go to the side that wins the next deal.",
        ),
    ],
)
def test_the_recap_says_that_nobody_has_won_and_what_waits(language: Language, headline: str, note: str) -> None:
    scene = told(language)
    lines = [text_of(line).strip() for line in recap(scene.state, scene.table, Face(language, UNICODE), Size(80, 24))]
    assert any(line.startswith(headline) for line in lines)
    assert note in lines
    (held,) = (line.split() for line in lines if line.startswith(("Litige  ", "Held over  ")))
    assert held[-1] == "-161"


def test_who_asks_how_the_match_stands_hears_what_waits() -> None:
    scene = told(Language.ENGLISH)
    assert total(scene.table, Face(Language.ENGLISH, UNICODE)).endswith(
        "Tied: 161 points go to the side that wins the next deal."
    )


@pytest.mark.parametrize(
    ("language", "spoken", "written"),
    [
        (Language.FRENCH, "Litige : personne ne gagne cette donne.", "161 points en litige"),
        (Language.ENGLISH, "Tied: nobody wins this deal.", "161 points held over"),
    ],
)
def test_it_is_said_and_written_down(language: Language, spoken: str, written: str) -> None:
    scene = told(language)
    events = drawn(scene.rules)
    to = Listener(Face(language, UNICODE), scene.table.names, Seat.SOUTH)
    assert sentence(result(events), to) == spoken
    assert any(written in line for line in transcript(events, texts.written(language, UNICODE)))
    assert isinstance(events[-1], DealScored)
