"""Tests of the result of a deal in one sentence, in both languages, for players and spectators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.line.loop import news
from coinche.client.model.messages import Received
from coinche.client.texts.score import verdict
from coinche.client.texts.table_events import Listener
from coinche.client.views import Size, screen, text_of
from coinche.engine.bids import Bid, Contract
from coinche.engine.events import DealScored
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import Envelope
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE
from coinche.text.language import Language
from tests.client.scene import NAMES
from tests.client.scenes import scene, state_of

FRENCH, ENGLISH = (Face(language, UNICODE) for language in (Language.FRENCH, Language.ENGLISH))


def told(
    contract: Contract, score: DealScored, face: Face, seat: Seat | None = Seat.SOUTH, *, aloud: bool = False
) -> str:
    return verdict(contract, score, Listener(face, NAMES, seat), aloud=aloud)


def score(made: bool, ours: int, theirs: int, tricks: int = 5, held: int = 0) -> DealScored:
    points = Points(ours, theirs)
    return DealScored(
        made=made, tricks=Points(tricks, 8 - tricks), points=points, lines=(), scores=points, totals=points, held=held
    )


def contract(bid: str, by: Seat, *doubled: Seat) -> Contract:
    coinched, surcoinched = (*doubled, None, None)[:2]
    return Contract(
        bid=Bid(bid), bidder=by, multiplier=2 ** len(doubled), coinched_by=coinched, surcoinched_by=surcoinched
    )


CASES = (
    (
        contract("110C", Seat.WEST),
        score(True, 0, 400),
        "110♣ par Léo, réussi : ils marquent 400.",
        "110♣ by Léo, made: they score 400.",
    ),
    (
        contract("120H", Seat.SOUTH),
        score(False, 0, 160),
        "Chute à 120♥ par Ana : ils marquent 160, nous rien.",
        "120♥ by Ana, down: they score 160, we score nothing.",
    ),
    (
        contract("90S", Seat.NORTH),
        score(True, 190, 60),
        "90♠ par Zoé, réussi : nous marquons 190, eux 60.",
        "90♠ by Zoé, made: we score 190, they score 60.",
    ),
    (
        contract("120H", Seat.EAST, Seat.SOUTH),
        score(False, 320, 20),
        "Chute à 120♥ par Max, coinché par Ana : nous marquons 320, eux 20.",
        "120♥ by Max, coinched by Ana, down: we score 320, they score 20.",
    ),
    (
        contract("120H", Seat.EAST, Seat.SOUTH, Seat.WEST),
        score(True, 0, 1120),
        "120♥ par Max, surcoinché par Léo, réussi : ils marquent 1120.",
        "120♥ by Max, surcoinched by Léo, made: they score 1120.",
    ),
    (
        contract("100D", Seat.SOUTH),
        score(True, 350, 0, tricks=8),
        "100♦ par Ana, réussi, et capot : nous marquons 350.",
        "100♦ by Ana, made, winning every trick: we score 350.",
    ),
    (
        contract("100D", Seat.SOUTH),
        score(False, 0, 350, tricks=0),
        "Chute à 100♦ par Ana, sans un pli : ils marquent 350, nous rien.",
        "100♦ by Ana, down, without a trick: they score 350, we score nothing.",
    ),
    (
        contract("capotH", Seat.SOUTH),
        score(True, 500, 0, tricks=8),
        "Capot ♥ par Ana, réussi : nous marquons 500.",
        "Capot ♥ by Ana, made: we score 500.",
    ),
    (
        contract("capotN", Seat.EAST),
        score(False, 410, 0),
        "Chute au capot SA par Max : nous marquons 410, eux rien.",
        "Capot NT by Max, down: we score 410, they score nothing.",
    ),
    (
        contract("generaleA", Seat.NORTH, Seat.EAST),
        score(True, 2000, 0, tricks=8),
        "Générale TA par Zoé, coinchée par Max, réussie : nous marquons 2000.",
        "Générale AT by Zoé, coinched by Max, made: we score 2000.",
    ),
    (
        contract("generaleH", Seat.NORTH),
        score(False, 0, 1000),
        "Chute à la générale ♥ par Zoé : ils marquent 1000, nous rien.",
        "Générale ♥ by Zoé, down: they score 1000, we score nothing.",
    ),
    (
        contract("80H", Seat.SOUTH),
        score(False, 0, 80, held=161),
        "80♥ par Ana, litige : ils marquent 80, nous rien.",
        "80♥ by Ana, tied: they score 80, we score nothing.",
    ),
    (
        contract("80N", Seat.SOUTH),
        score(True, 0, 0),
        "80 SA par Ana, réussi : personne ne marque.",
        "80 NT by Ana, made: nobody scores.",
    ),
)


@pytest.mark.parametrize(("contract", "score", "french", "english"), CASES, ids=[case[2] for case in CASES])
def test_a_result_is_told_as_at_a_card_table(contract: Contract, score: DealScored, french: str, english: str) -> None:
    assert told(contract, score, FRENCH) == french
    assert told(contract, score, ENGLISH) == english
    assert told(contract, score, Face(Language.FRENCH, ASCII)).isascii()


def test_a_spectator_is_told_the_teams() -> None:
    made = contract("90S", Seat.NORTH), score(True, 190, 60)
    assert told(*made, FRENCH, None) == "90♠ par Zoé, réussi : Nord-Sud marque 190, Est-Ouest 60."
    assert told(*made, ENGLISH, None) == "90♠ by Zoé, made: North-South score 190, East-West 60."


@pytest.mark.parametrize("name", ["recap", "declared", "capot_made", "failed", "without_trumps", "alone_failed"])
@pytest.mark.parametrize("language", Language)
def test_the_recap_and_the_line_mode_begin_with_the_same_sentence(name: str, language: Language) -> None:
    played, face = scene(name, language), Face(language, UNICODE)
    view = played.table.view
    assert view.contract is not None
    assert view.score is not None
    said = told(view.contract, view.score, face)
    assert said in [text_of(line).strip() for line in screen(played.state, face, Size(80, 24))]
    before = replace(played.state, table=replace(played.table, n=0))
    came = Received(Envelope("t1", 1, 0, view.score), now=played.now)
    first, *rows = news(before, played.state, came, face)
    assert first == told(view.contract, view.score, face, aloud=True)
    assert face.suit(view.contract.denomination) not in first
    assert len(rows) >= 4


def test_declarations_and_belote_are_told_with_those_who_had_them() -> None:
    lines = [text_of(line) for line in screen(state_of("declared"), FRENCH, Size(80, 24))]
    for told in (
        "Belote                 20         Ana",
        "Ana : tierce au roi ♥, cinquante à l'as ♠",
        "Zoé : carré de 10",
        "Max : tierce, cinquante (nous avons mieux)",
    ):
        assert any(told in line for line in lines), told


@pytest.mark.parametrize(("name", "full"), [("recap", 24), ("all_passed", 0), ("alone_failed", 0)])
def test_a_bar_shows_how_far_both_sides_have_come(name: str, full: int) -> None:
    ours = next(
        text_of(line)
        for line in screen(state_of(name), Face(Language.FRENCH, ASCII), Size(80, 24))
        if text_of(line).strip().startswith("Nous  ") and "----" in text_of(line)
    )
    assert "#" * full + "-" * (40 - full) in ours
