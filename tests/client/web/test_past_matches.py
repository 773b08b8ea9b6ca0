"""Tests of matches that are over, in the browser: records read by the page, a match seen again, statistics."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.client.web.pages import Visitor, name_of, play_a_match

pytestmark = pytest.mark.slow

TRICKS = """async () => {
  const { readRecord, positionAfter } = await import("./record.js");
  const { matches } = await app.ask({ type: "list_matches" });
  const lines = [];
  for (let more = true; more; ) {
    const page = await app.ask({ type: "get_record", match: matches[0].match, after: lines.length });
    lines.push(...page.lines);
    more = page.more;
  }
  const { deals, rules } = readRecord(lines);
  const played = deals.filter(({ result }) => result.result !== "thrown_in");
  return played.map((deal) => {
    const { taken, hands } = positionAfter(deal, deal.steps.length, rules.table.direction);
    const left = Object.values(hands).flat().length;
    const told = deal.steps.every(({ line, action }) => JSON.parse(lines[line]).action === action);
    return { NS: taken.N + taken.S, EW: taken.E + taken.W, left, told };
  });
}"""


@pytest.mark.parametrize(
    "given",
    [{}, {"preset": "pagat", "options": {"two_stage_deal": True}}, {"preset": "online"}],
    ids=["ffb", "in two stages", "cut"],
)
def test_a_record_is_played_as_the_match_was(ana: Visitor, given: dict[str, Any]) -> None:
    scores = play_a_match(ana, **given)
    deals = ana.page.evaluate(TRICKS)
    assert deals == [{**one["tricks"], "left": 0, "told": True} for one in scores]


def test_a_match_is_seen_again_step_by_step(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.click("text=Retour au salon")
    ana.page.click("text=Revoir la partie")
    ana.page.wait_for_selector(".replay-table")
    assert ana.page.locator(".controls button:visible").count() == 5, "the values of the cards are offered"
    assert ana.page.locator(".open-hands .chip").count() == 32
    first = ana.page.locator("dialog.replay option").first.inner_text().replace("\u00a0", " ")
    assert re.fullmatch(r"Donne 1 : (\w+ .+ (réussie?|chutée?|litige), \d+ à \d+|passée)", first), (
        "whose contract it was"
    )
    ana.page.click("text=Pli suivant")
    assert "joue" not in ana.page.locator(".happened").inner_text()
    ana.page.click("text=Pli suivant")
    assert ana.page.locator(".open-hands .chip").count() == 28
    ana.page.keyboard.press("ArrowLeft")
    assert ana.page.locator(".open-hands .chip").count() == 29
    assert ana.small_targets("dialog.replay") == []
    assert not ana.wider_than_the_screen()
    for _ in range(8):
        ana.page.click("text=Pli suivant")
    assert ana.page.locator(".open-hands .chip").count() in (0, 32)


def test_a_match_that_is_over_is_seen_again_at_its_table_with_all_hands(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.click("button.menu")
    ana.page.click("dialog >> text=Revoir la partie")
    ana.page.wait_for_selector("dialog.replay .replay-table")
    assert ana.page.locator(".open-hands .chip").count() == 32
    assert ana.page.locator(".controls button:visible").count() == 5, "the values of the cards are offered"
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("dialog.table_menu[open]")


def test_a_replay_says_whose_hands_these_are_and_what_its_signs_mean(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.wait_for_selector(".replay-table")
    own = ana.page.locator('.open-hands [data-seat="S"] header').inner_text()
    assert re.sub(r"\s+", " ", own) == f"{name_of(ana)} Sud (vous)"
    while ana.page.locator(".replay-table p .pip").count() == 0:
        ana.page.click(".controls >> text=Suivant")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Pli précédent")
    assert ana.page.locator(".open-hands .chip").count() == 32
    ana.page.click("text=Légende")
    ana.page.wait_for_selector(".legend >> text=le camp du preneur")
    assert ana.small_targets("dialog.replay") == []
    assert not ana.wider_than_the_screen()


def test_the_running_match_is_seen_again_without_hidden_cards(ana: Visitor) -> None:
    rules = {"options": {"trick_history": "all"}}
    ana.ask(type="create_table", name="Chez Ana", seat="S", bots="steady", target=2000, **rules)
    ana.wait_for("app.state.table.view.tricks.length > 2")
    ana.page.evaluate("window.plays_by_hand = true")
    ana.wait_for("app.state.table.request !== null && app.state.table.sent === null")
    ana.page.click("button.menu")
    ana.page.click("dialog >> text=Revoir la partie")
    ana.page.wait_for_selector("dialog.replay >> text=C'est à vous : retour à la table")
    ana.page.click("text=Pli précédent")
    held = "[...document.querySelectorAll('[data-seat=S] .chip')].length"
    assert ana.page.evaluate(held) >= len(ana.table("view.hand"))
    for _ in range(9):
        ana.page.click("text=Pli précédent")
    assert ana.page.evaluate(held) == 8
    seen = ana.page.locator(".open-hands .chip").count()
    unseen = sum(int(text.split()[0]) for text in ana.page.locator(".backs:visible").all_inner_texts())
    assert (seen + unseen, unseen > 0) == (32, True)
    played = ana.page.evaluate(
        """() => {
          const { tricks, trick, hand } = app.state.table.view;
          return tricks.flatMap(({ cards }) => cards).length + trick.cards.length + hand.length;
        }"""
    )
    assert seen == played
    ana.page.click("text=C'est à vous : retour à la table")
    ana.page.wait_for_selector("dialog", state="detached")


def test_the_deal_under_way_is_not_seen_again_where_the_rules_show_the_last_trick_alone(ana: Visitor) -> None:
    ana.ask(type="create_table", name="Chez Ana", seat="S", bots="steady", target=2000)
    ana.wait_for("app.state.table.view.tricks.length > 2")
    ana.page.click("button.menu")
    ana.page.wait_for_selector("dialog.table_menu[open]")
    assert not ana.page.is_visible("dialog >> text=Revoir la partie")
    ana.page.keyboard.press("Escape")
    ana.wait_for("app.state.table.recap")
    ana.page.click(".next >> text=Donne suivante")
    ana.page.evaluate("window.plays_by_hand = true")
    ana.wait_for("app.state.table.view.phase === 'bidding'")
    ana.page.click("button.menu")
    ana.page.click("dialog >> text=Revoir la partie")
    ana.page.wait_for_selector(".replay-table")
    assert ana.page.locator("dialog select option").all_inner_texts()[-1].startswith("Donne 1\N{NO-BREAK SPACE}:")


def test_the_values_of_cards_are_shown_where_the_server_has_them(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.evaluate(
        """() => {
          const { ask } = app;
          app.state.offered = [...app.state.offered, "hints"];
          app.ask = async (message) => {
            if (message.type !== "get_values") return ask.call(app, message);
            window.asked_after = message.after;
            return { type: "values", cards: Object.fromEntries(window.held.map((card, place) => [card, place])) };
          };
        }"""
    )
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.wait_for_selector(".replay-table")
    assert ana.page.is_disabled("text=Analyse")
    ana.page.click("text=Pli suivant")
    labels = ana.page.locator("[data-turn] .chip").evaluate_all("nodes => nodes.map(node => node.textContent)")
    french = {"V": "J", "D": "Q", "R": "K"}
    suits = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    held = [re.sub(r"^(\w+)(.).*", lambda m: french.get(m[1], m[1]) + suits[m[2]], label) for label in labels]
    ana.page.evaluate("held => { window.held = held; }", held)
    ana.page.click("text=Analyse")
    ana.page.wait_for_selector(".open-hands .chip[data-best]")
    ana.page.wait_for_selector("text=Sous chaque carte")
    ends = "all => all.map((node) => node.getBoundingClientRect())"
    meaning, buttons = ana.page.locator(":is(.worth, .controls):visible").evaluate_all(ends)
    assert meaning["bottom"] <= buttons["top"], "its explanation is whole"
    best = ana.page.locator(".open-hands .chip[data-best]")
    assert best.locator("small").inner_text() == str(len(held) - 1)
    assert f", {len(held) - 1} points" in str(best.get_attribute("aria-label"))
    assert ana.page.evaluate("window.asked_after") > 2


VALUES_LATER = """() => {
  const { ask } = app;
  app.state.offered = [...app.state.offered, "hints"];
  window.asked = [];
  app.ask = (message) => {
    if (message.type !== "get_values") return ask.call(app, message);
    return new Promise((answer) => asked.push(() => answer({ type: "values", cards: {} })));
  };
}"""
"""A server that works out the values of cards, and answers each question as soon as `asked` of it is called."""


def test_the_values_of_cards_are_asked_for_once_however_one_moves_meanwhile(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.evaluate(VALUES_LATER)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.wait_for_selector(".replay-table")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Analyse")
    ana.page.click(".controls >> text=Suivant")
    assert ana.page.is_visible("text=Calcul…")
    ana.page.locator(".replay-table input").evaluate(
        "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }"
    )
    ana.page.evaluate("asked[0]()")
    ana.page.wait_for_selector("text=Analyse")
    assert ana.page.evaluate("asked.length") == 1, "at the end of a deal no card is played"
    ana.page.click("text=Pli précédent")
    ana.page.wait_for_selector("text=Calcul…")
    assert ana.page.evaluate("asked.length") == 2
    ana.page.evaluate("asked[1]()")
    ana.page.wait_for_selector("text=Analyse")
    assert ana.page.is_enabled("text=Analyse")


VALUES_OF_ALL = """async () => {
  const { ask } = app;
  const { PACK } = await import("./cards.js");
  app.state.offered = [...app.state.offered, "hints"];
  window.asked = [];
  app.ask = async (message) => {
    if (message.type !== "get_values") return ask.call(app, message);
    asked.push(message.after);
    return { type: "values", cards: Object.fromEntries(PACK.map((card) => [card, message.after])) };
  };
}"""
"""A server to which every card is worth as many points as the record has lines before it."""


def test_the_values_of_cards_stay_on_as_one_steps_until_they_are_put_off(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.evaluate(VALUES_OF_ALL)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.wait_for_selector(".replay-table")
    ana.page.click("text=Pli suivant")
    ana.page.click("text=Analyse")
    first = ana.page.locator("[data-turn] .chip[data-best] small").first.inner_text()
    ana.page.click(".controls >> text=Suivant")
    ana.page.wait_for_selector(f'[data-turn] .chip[data-best] small:text-is("{int(first) + 1}")')
    ana.page.keyboard.press("ArrowLeft")
    assert ana.page.locator("[data-turn] .chip[data-best] small").first.inner_text() == first
    assert ana.page.evaluate("asked") == [int(first), int(first) + 1], "each position is asked for once"
    ana.page.click('.controls [aria-pressed="true"]')
    assert ana.page.locator(".open-hands .chip[data-best]").count() == 0
    assert ana.page.locator(".replay-table >> text=Sous chaque carte").is_hidden()


STEPS = """(next) => {
  const rows = [];
  const tops = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect().top);
  for (let step = 0; step < 60; step += 1) {
    rows.push([...tops(".controls button"), ...tops(".open-hands > section")].map(Math.round).join(" "));
    next.click();
  }
  return [...new Set(rows)];
}"""
"""The places of the buttons and the boxes, step by step through a deal and into the next one."""


@pytest.mark.parametrize("analysed", [False, True], ids=["plain", "analysed"])
def test_the_buttons_of_a_replay_stay_under_the_finger(ana: Visitor, analysed: bool) -> None:
    play_a_match(ana)
    ana.page.evaluate(VALUES_OF_ALL)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    ana.page.wait_for_selector(".replay-table")
    ana.page.locator(".open-hands b").evaluate_all("names => names.forEach(b => { b.textContent = 'M'.repeat(24); })")
    if analysed:
        ana.page.click("text=Pli suivant")
        ana.page.click("text=Analyse")
        ana.page.wait_for_selector(".open-hands .chip[data-best]")
    bottom = ana.page.locator(".controls").evaluate("node => node.getBoundingClientRect().bottom")
    assert bottom <= 844, "in sight without scrolling"
    assert len(ana.page.locator(".controls button.primary").evaluate(STEPS)) == 1


def test_a_replay_lists_the_seats_as_they_play(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.evaluate("import('./matches.js').then(({ openMatches }) => openMatches(app))")
    ana.page.click(".matches-kept button >> nth=0")
    seats = ana.page.locator(".open-hands > section")
    seats.first.wait_for()
    listed = seats.evaluate_all("all => all.map(({ dataset }) => dataset.seat).join('')")
    assert listed == "SENW", "one's own first"


def test_statistics_are_sorted_and_explained_on_a_phone_and_on_a_wide_screen(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.click("text=Retour au salon")
    ana.page.click(".lobby button.menu")
    ana.page.click("dialog >> text=Statistiques")
    ana.page.wait_for_selector(".figures")
    assert ana.page.locator('[aria-sort="descending"]').get_attribute("data-column") == "matches"
    ana.page.select_option("dialog.statistics select", "per_deal")
    column = ana.page.locator('.figures td[data-column="per_deal"]').all_inner_texts()
    figures = [float(text) for text in column if text != "–"]
    assert figures[1:] == sorted(figures[1:], reverse=True), "the others below one's own row"
    assert ana.page.locator(".figures tbody th").first.inner_text() == name_of(ana)
    columns = ana.page.locator(".figures thead [data-column]")
    assert not ana.wider_than_the_screen()
    right = "nodes => Math.max(...nodes.map(node => node.getBoundingClientRect().right))"
    assert ana.page.locator(".figures td").evaluate_all(right) <= 390
    assert ana.page.locator(".figures td:visible").count() == columns.count() * len(column)
    heights = "nodes => nodes.map(node => node.offsetHeight)"
    assert max(ana.page.locator(".figures td").evaluate_all(heights)) < 60, "each figure stands under its name"
    ana.page.click("text=Que veulent dire ces chiffres ?")
    ana.page.wait_for_selector("dd >> text=part des parties gagnées")
    assert ana.page.locator("dialog button:visible").evaluate_all("all => all.every(node => node.offsetWidth >= 44)")
    ana.page.set_viewport_size({"width": 1280, "height": 800})
    assert ana.page.locator("dialog[open]").evaluate("node => node.scrollWidth <= node.clientWidth")
    ana.page.click(".figures thead >> text=Gagnées")
    assert ana.page.locator('[aria-sort="descending"]').get_attribute("data-column") == "won"
    assert ana.page.input_value("dialog.statistics select") == "won"
    ana.page.click("text=Ma page")
    ana.page.wait_for_selector(f"dialog h2 >> text={name_of(ana)}")
    ana.page.wait_for_selector("dialog >> text=Partenaires")
    ana.page.set_viewport_size({"width": 390, "height": 844})
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'")
    widths = ana.page.locator("dialog dd:visible").evaluate_all("nodes => nodes.map(node => node.clientWidth)")
    assert min(widths) > 100, "large letters leave room for the figures"


TITLES = """async (matches) => {
  const { titleInRecord } = await import("./matches.js");
  return matches.map(([name, N, E, S, W]) => titleInRecord(app.say, name, { N, E, S, W }));
}"""


def test_a_game_against_bots_is_called_in_the_list_as_at_its_table(ana: Visitor) -> None:
    own, friends = ["Tom", "steady", "steady", "Tom", "steady"], ["Tom", "Tom", "Léa", "steady", "steady"]
    assert ana.page.evaluate(TITLES, [own, friends, ["Le club", *own[1:]]]) == ["Chez Tom", "Tom", "Le club"]


COLUMNS = """async (players) => (await import("./statistics.js")).columnsOf(players)"""


def test_a_column_that_is_empty_for_everybody_is_left_out(ana: Visitor) -> None:
    one = {"matches": 2, "won": 1, "taken": 0, "made": 0, "deals": 9, "points": 90, "coinches": 0, "capots": 0}
    found = ana.page.evaluate(COLUMNS, [one | {"belotes": 0}, one | {"belotes": 1}])
    assert found == ["matches", "won", "per_deal", "belotes"]


FACTS = """async (player) => {
  const { factsOf } = await import("./statistics.js");
  await app.say.add("statistics");
  const none = { matches: 1, won: 0, coinches: 0, beaten: 0, coinched: 0, coinched_failed: 0 };
  return factsOf(app.say, { ...none, capots: 0, belotes: 0, generales: 0, ...player }).map(([, text]) => text);
}"""


@pytest.mark.parametrize(
    ("points", "taken", "told", "contracts"),
    [
        ((220, 480), (0, 0, 0), "110 (130 de moins que les adversaires)", "–"),
        ((481, 220), (4, 3, 1), "241 (130,5 de plus que les adversaires)", "3 / 4 (75 %) réussis"),
        ((80, 80), (1, 0, 1), "40 (autant que les adversaires)", "0 / 1 (0 %) réussis"),
    ],
)
def test_the_figures_of_a_player_are_told_in_words(
    ana: Visitor, points: tuple[int, int], taken: tuple[int, int, int], told: str, contracts: str
) -> None:
    player = {"deals": 2, **dict(zip(("points", "against"), points, strict=True))}
    facts = ana.page.evaluate(FACTS, {**player, **dict(zip(("taken", "made", "failed"), taken, strict=True))})
    assert (facts[1], facts[2]) == ("2", told)
    made, *failed = facts[3].split(", ")
    assert made.replace("\N{NO-BREAK SPACE}", " ") == contracts
    assert " " not in "".join(failed).replace("\N{NO-BREAK SPACE}", ""), "a line may break between the two alone"
