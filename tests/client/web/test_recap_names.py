"""Tests of whom the recap names: those who played the deal, whoever has taken their seats since."""

from __future__ import annotations

import pytest

from tests.client.web.pages import Visitor

pytestmark = pytest.mark.slow

HEARD = """async ([seat, phase, shown = [], lines = []]) => {
  const { initialState, update } = await import("./state.js");
  const { recapScore } = await import("./recap_score.js");
  await Promise.all([(await import("./later.js")).loadMore(app), app.say.add("recap")]);
  const state = initialState();
  const table = "t1";
  let n = 0;
  const heard = (type, more) => update(state, { type, table, n: (n += 1), ...more }, 0);
  const sits = (at, name, occupant = "person") => heard("seat_changed", { seat: at, name, occupant, connected: true });
  update(state, { type: "joined", table, seat, rules: { match: { length: null, target: 100 }, scoring: {} } }, 0);
  [["N", "Tom"], ["E", "steady", "bot"], ["S", "Ana"], ["W", "steady", "bot"]].forEach((one) => sits(...one));
  const scores = { NS: 0, EW: 250 };
  const score = { made: true, held: 0, lines, points: scores, tricks: scores, totals: scores, scores, waiting: [] };
  const contract = { bid: "90H", bidder: "E", multiplier: 1, coinched_by: null, surcoinched_by: null };
  const over = { phase, winner: "EW", match: 1, totals: scores, viewer: seat };
  const tierce = [{ seat: "E", kinds: ["tierce"] }];
  const declared = { belotes: [], announced: tierce, shown };
  const view = { points: scores, contract, score: { ...score, belote_forgiven: [] }, ...declared, ...over };
  heard("recap_started", { ms: 1000, rematch_ms: 1000 });
  heard("rematch_asked", { seat: "E" });
  heard("rematch_asked", { seat: "N" });
  sits("E", "Léa");
  const recap = recapScore(Object.assign(Object.create(app), { state }));
  state.table.view = { ...state.table.view, ...view };
  recap.update(state.table);
  return recap.node.innerText.replaceAll("\\u00A0", " ").replaceAll("\\uFE0E", "");
}"""


def test_the_recap_names_those_who_played_the_deal(ana: Visitor) -> None:
    recap = ana.page.evaluate(HEARD, ["S", "match_over"])
    assert "90 cœur par Jeanne, réussi : ils marquent 250." in recap
    assert "Jeanne : tierce" in recap
    assert "Vos adversaires gagnent la partie" in recap


def test_the_recap_says_for_whom_declarations_count(ana: Visitor) -> None:
    shown = [{"seat": "E", "declaration": "tierce:7H8H9H"}]
    lines = [{"kind": "their_declarations", "team": "NS", "points": 20}]
    assert "(points pour nous)" in ana.page.evaluate(HEARD, ["S", "match_over", shown, lines])
    assert "(points pour Nord-Sud)" in ana.page.evaluate(HEARD, ["E", "match_over", shown, lines])


def test_somebody_who_takes_a_seat_after_the_deal_has_no_side_in_its_recap(ana: Visitor) -> None:
    recap = ana.page.evaluate(HEARD, ["E", "match_over"])
    assert "Est-Ouest marque 250" in recap
    assert "Est-Ouest gagne la partie" in recap


def test_somebody_who_takes_a_seat_after_the_deal_is_told_which(ana: Visitor) -> None:
    told = "Vous jouerez en Est à partir de la prochaine donne."
    assert told in ana.page.evaluate(HEARD, ["E", "deal_over"])
    assert told not in ana.page.evaluate(HEARD, ["S", "deal_over"])


def test_a_wish_for_a_rematch_is_gone_with_the_person(ana: Visitor) -> None:
    assert "Tom propose une revanche." in ana.page.evaluate(HEARD, ["S", "match_over"])


NAMES = """async (declarations) => {
  const { declarationNames } = await import("./written.js");
  await app.say.add("table_rest");
  return declarationNames(app.say, declarations);
}"""


def test_two_declarations_of_the_same_words_have_their_suits(ana: Visitor) -> None:
    two = ana.page.evaluate(NAMES, ["tierce:10HJHQH", "tierce:10SJSQS", "carre:JSJHJDJC"])
    assert two == "tierce à la dame de cœur, tierce à la dame de pique, carré de valets"
    assert ana.page.evaluate(NAMES, ["tierce:10HJHQH", "tierce:9S10SJS"]) == "tierce à la dame, tierce au valet"
    assert ana.page.evaluate(NAMES, ["tierce", "tierce"]) == "tierce, tierce", "no cards are known"
