"""Tests of the cursor after a hint: Enter does what the hint says."""

from __future__ import annotations

import pytest

from coinche.client.keys import press
from coinche.client.model.messages import Advised
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.engine.actions import Coinche, Pass, PlayCard
from coinche.engine.cards import Card, Denomination
from coinche.engine.seats import Seat
from coinche.hints.render import Advice
from coinche.protocol.messages import Act, FromClient, Request
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene


def action(sent: tuple[FromClient, ...]) -> str:
    (message,) = sent
    assert isinstance(message, Act)
    return message.action


def asked_of(played: Scene) -> Request:
    assert played.table.asked is not None
    return played.table.asked


@pytest.mark.parametrize("keys", [("?", "escape"), ("g", "escape"), ("escape",), ("left", "h")])
def test_enter_plays_the_hinted_card_after_other_keys(keys: tuple[str, ...]) -> None:
    """An overlay leaves the cursor on the card; without a cursor Enter plays it; `h` moves the cursor back to it."""
    played = scene("follow")
    last = PlayCard(Card(tuple(asked_of(played).legal)[-1]))
    played.state = reduce(played.state, Advised(Advice(request=asked_of(played).request, action=last)))
    played.press(*keys)
    assert played.state.ui.overlay is None
    assert action(played.press("enter")) == last.card


def test_an_overlay_leaves_the_selected_card() -> None:
    played = scene("follow")
    played.press("right")
    selected = played.state.ui.card
    assert selected is not None
    assert press(press(played.state, "?").state, "escape").state.ui.card is selected
    assert press(played.state, "escape").state.ui.card is None


@pytest.mark.parametrize("keys", ["", "120", "12"])
def test_enter_passes_after_a_hint_to_pass_whatever_was_on_the_pad_before(keys: str) -> None:
    bidding = scene("bidding")
    bidding.press("h", *(keys or ("enter",)))
    assert bidding.state.ui.pad.touched
    to_pass = Advised(Advice(request=asked_of(bidding).request, action=Pass()))
    bidding.state = reduce(bidding.state, to_pass)
    assert action(press(bidding.state, "enter").send) == "pass"
    bidding.press("right", "h")
    assert action(bidding.press("enter")) == "pass"


def test_a_hint_that_comes_again_puts_its_bid_back_on_the_pad() -> None:
    bidding = scene("advised_bid")
    hinted = bidding.state.ui.pad
    bidding.press("left", "down")
    assert bidding.state.ui.pad != hinted
    bidding.press("h")
    assert bidding.state.ui.pad == hinted


def test_enter_coinches_after_a_hint_to_coinche() -> None:
    bidding = Scene()
    bidding.start(dealer=Seat.NORTH)
    bidding.do("100S")
    assert "coinche" in asked_of(bidding).legal
    bidding.press("enter")
    given = Advised(Advice(request=asked_of(bidding).request, action=Coinche()))
    bidding.state = reduce(bidding.state, given)
    assert action(bidding.press("enter")) == "coinche"


def test_h_after_digits_is_a_hint_unless_the_language_has_that_letter_for_hearts() -> None:
    french, english = (scene("bidding", language) for language in (Language.FRENCH, Language.ENGLISH))
    for bidding in (french, english):
        bidding.press("1", "2", "0", "h")
    assert french.table.advice is not None
    assert french.state.ui.pad.typed == "120"
    assert english.table.advice is None
    assert english.state.ui.pad.denomination is Denomination.HEARTS
    shown = text(english.state, Size(80, 24))
    assert "h alone: hint" in shown
    assert "120h" in shown
    english.press("escape", "h")
    assert english.table.advice is not None
