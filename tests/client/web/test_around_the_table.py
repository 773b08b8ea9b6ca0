"""Tests of what stands around the table in the browser: the room, the recap, dialogs, and pages for a wall."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from coinche.engine.presets import PRESETS
from tests.client.web.chromium import ADDRESS
from tests.client.web.pages import Visitor, name_of, open_room, play_a_match, signed_in, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.slow


@pytest.fixture
def zoe(browser: Browser) -> Iterator[Visitor]:
    """Another, in English."""
    with signed_in(browser, "Zoé", locale="en-GB") as visitor:
        yield visitor


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Visitor]:
    """Somebody in the lobby, of whose page nothing is asked but texts."""
    with signed_in(browser, "Luc") as visitor:
        yield visitor


def seat(visitor: Visitor, at: str) -> str:
    """What the room shows at a seat."""
    return visitor.page.locator(f'.room-seats [data-seat="{at}"] .who').inner_text()


def test_somebody_whose_name_is_taken_is_told_the_new_one(ana: Visitor, browser: Browser) -> None:
    other = visit(browser)
    other.sign_in(name_of(ana))
    other.page.wait_for_selector(f"text=Ce nom est pris : vous êtes « {name_of(other)} ».")
    assert other.small_targets(".lobby") == []
    table = open_room(ana, name="Les deux")
    other.page.wait_for_selector(f".people li:has-text('{name_of(ana)}') >> text=attend à une table")
    other.ask(type="join", table=table, seat="W")
    other.wait_for("app.state.table?.seat === 'W'")
    other.ask(type="leave", table=table)
    other.page.wait_for_selector(".lobby")
    other.page.locator(".tables > li", has_text="Les deux").locator("text=S'asseoir").click()
    other.wait_for("app.state.table?.seat === 'W'")
    other.page.context.close()
    assert other.complaints == []


def test_a_reload_in_the_lobby_comes_back_to_it(ana: Visitor) -> None:
    ana.page.reload()
    ana.page.wait_for_selector(".lobby")
    assert name_of(ana).startswith("Ana")


# --- the room --------------------------------------------------------------------------------------------


def test_the_host_of_a_room_fills_it_with_bots_and_begins(ana: Visitor) -> None:
    open_room(ana)
    assert seat(ana, "S").split("\n") == [name_of(ana), "vous, hôte"]
    assert ana.page.locator("text=Échanger >> visible=true").count() == 0, "nobody is there to change places with"
    assert "Il manque 3 joueurs" in ana.page.locator(".begins").inner_text()
    assert ana.page.input_value(".room .levels select") == "steady"
    ana.page.select_option(".room .levels select", "expert")
    ana.page.click('[data-seat="E"] >> text=Ajouter un robot')
    ana.page.wait_for_selector('[data-seat="E"] >> text=Suzanne')
    assert seat(ana, "E").split("\n") == ["Suzanne", "robot expert"]
    assert ana.page.locator("text=Échanger >> visible=true").count() == 1, "a bot is not the one who changes places"
    ana.page.click('[data-seat="S"] >> text=Échanger')
    ana.page.click('[data-seat="E"] >> text=Échanger ici')
    ana.page.wait_for_selector('[data-seat="S"] >> text=Hélène')
    ana.page.click('[data-seat="N"] >> text="S\'asseoir ici"')
    ana.wait_for("app.state.table.seat === 'N'")
    ana.page.click('[data-seat="S"] >> text=Retirer')
    ana.page.wait_for_selector('[data-seat="S"][data-free]')
    assert not ana.wider_than_the_screen()
    assert ana.small_targets(".room") == []
    ana.page.click("text=Commencer avec 3 robots")
    ana.wait_for("app.state.table.view.phase !== 'waiting'")


def test_a_guest_changes_teams(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    zoe.ask(type="join", table=table, seat="E")
    zoe.page.wait_for_selector(".team[data-own] >> text=Your team East-West")
    zoe.page.click('[data-seat="N"] >> text=Sit here')
    zoe.page.wait_for_selector(".team[data-own] >> text=Your team North-South")
    assert zoe.page.locator("text=Swap >> visible=true").count() == 0
    ana.page.wait_for_selector(f'[data-seat="N"] >> text={name_of(zoe)}')


def test_a_person_moves_to_a_free_seat_and_is_sent_away_by_a_second_tap(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana), seat="E")
    ana.page.click('[data-seat="E"] >> text=Échanger')
    ana.page.click('[data-seat="W"] >> text=Déplacer ici')
    ana.page.wait_for_selector(f'[data-seat="W"] >> text={name_of(zoe)}')
    ana.page.click('[data-seat="W"] >> text=Faire sortir')
    ana.page.click('[data-seat="W"] >> text=Échanger')
    ana.page.click('[data-seat="W"] >> text=Annuler')
    ana.page.click('[data-seat="W"] >> text=Faire sortir')
    assert ana.table("seats.W.occupant") == "person"
    ana.page.click('[data-seat="W"] >> text=Oui, faire sortir')
    ana.page.wait_for_selector('[data-seat="W"][data-free]')


def test_friends_talk_in_the_room(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    assert ana.page.locator(".room .chat:visible").count() == 0, "nobody is there to read it"
    zoe.ask(type="join", table=table)
    ana.page.click(".room .phrases >> text=Bonjour !")
    zoe.page.wait_for_selector(".room .lines >> text=Hello!")
    zoe.page.fill(".room .chat input", "On commence ?")
    zoe.page.press(".room .chat input", "Enter")
    ana.page.wait_for_selector(f".room .lines li:has-text('{name_of(zoe)}') >> text=On commence ?")
    assert ana.small_targets(".room") == []
    assert not ana.wider_than_the_screen()


def test_nobody_talks_in_the_room_of_a_strict_table(ana: Visitor, zoe: Visitor) -> None:
    zoe.ask(type="join", table=open_room(ana, strict=True))
    zoe.page.wait_for_selector(".room-seats")
    assert zoe.page.locator(".room .chat:visible").count() == 0


def test_a_friend_comes_by_the_link_of_the_room(ana: Visitor, browser: Browser) -> None:
    table = open_room(ana)
    link = ana.page.input_value(".link input")
    friend = visit(browser, link[link.index("#") :], locale="en-GB")
    friend.page.wait_for_selector(f"text={name_of(ana)} invites you to the table “Chez Ana”.")
    friend.sign_in("Léa")
    friend.wait_for(f"app.state.table?.table === '{table}'")
    friend.page.wait_for_selector(".room-seats")
    friend.page.wait_for_selector(f"text={name_of(ana)} is the host and will begin the match.")
    ana.page.wait_for_selector(f".room-seats >> text={name_of(friend)}")
    place = friend.table("seat")
    ana.page.click(f'[data-seat="{place}"] >> text=Faire sortir')
    ana.page.click(f'[data-seat="{place}"] >> text=Oui, faire sortir')
    friend.page.wait_for_selector(".lost-table >> text=The host has freed your seat")
    friend.page.click("text=Take my seat back")
    friend.page.wait_for_selector(".room-seats")
    assert friend.complaints == []


def test_a_friend_whose_name_is_taken_is_told_so_in_the_room(ana: Visitor, browser: Browser) -> None:
    friend = visit(browser, f"#{open_room(ana)}")
    friend.sign_in(name_of(ana))
    friend.page.wait_for_selector(".room-seats")
    friend.page.wait_for_selector(f".room >> text=Ce nom est pris : vous êtes « {name_of(friend)} ».")
    friend.page.context.close()


def test_that_a_link_is_copied_is_told_for_a_while(ana: Visitor) -> None:
    open_room(ana)
    ana.page.clock.install()
    ana.page.click("text=Copier le lien")
    told = ana.page.locator(".link button >> text=Lien copié.")
    told.wait_for()
    assert ana.page.locator(".link [role=status]").text_content() == "Lien copié."
    ana.page.clock.run_for(10_000)
    ana.page.locator(".link button >> text=Copier le lien").wait_for()
    assert ana.page.locator(".link [role=status]").text_content() == ""


@pytest.mark.parametrize("tapped", ["Copier le lien", "Chercher des joueurs"])
def test_nothing_in_a_room_moves_as_a_tap_is_answered(ana: Visitor, tapped: str) -> None:
    open_room(ana)
    places = """() => [...document.querySelectorAll(".room :is(button, input, section)")]
      .map((node) => Object.values(node.getBoundingClientRect().toJSON()).join())"""
    before = ana.page.evaluate(places)
    ana.page.click(f"text={tapped}")
    ana.page.wait_for_selector(f"text={tapped}", state="detached")
    assert ana.page.evaluate(places) == before


def test_that_the_lobby_was_told_is_said_for_a_while(ana: Visitor) -> None:
    open_room(ana)
    ana.page.clock.install()
    ana.page.click("text=Chercher des joueurs")
    ana.page.locator(".room button >> text=Annoncé.").wait_for()
    ana.page.clock.run_for(10_000)
    ana.page.locator(".room button >> text=Chercher des joueurs").wait_for()


@pytest.mark.parametrize(
    ("host", "web", "address"),
    [
        ("192.168.1.20", "http://coinche.example/", "http://192.168.1.20/"),
        ("localhost", "http://192.168.1.20/", "http://192.168.1.20/"),
        ("127.0.0.1", None, "http://127.0.0.1/"),
    ],
)
def test_a_link_made_on_the_server_s_machine_leads_friends_to_it(
    reader: Visitor, host: str, web: str | None, address: str
) -> None:
    script = """async ([host, web]) => {
      const { pageAddress } = await import("./link.js");
      return pageAddress(new URL(`http://${host}/`), web ?? "");
    }"""
    assert reader.page.evaluate(script, [host, web]) == address


def test_the_link_is_shared_where_a_browser_can(ana: Visitor) -> None:
    ana.page.evaluate("() => { navigator.share = async (shared) => { window.shared = shared; }; }")
    open_room(ana)
    ana.page.click(".link .primary >> text=Partager le lien")
    shared = ana.page.evaluate("window.shared")
    assert shared["url"] == ana.page.input_value(".link input")
    assert shared["text"].replace("\N{NO-BREAK SPACE}", " ") == f"{name_of(ana)} vous invite à la table « Chez Ana »."


def test_a_room_keeps_nothing_of_the_room_before(ana: Visitor) -> None:
    table = open_room(ana)
    ana.page.click("text=Chercher des joueurs")
    ana.page.wait_for_selector("text=Annoncé au salon\N{NO-BREAK SPACE}: vous cherchez des joueurs.")
    ana.page.click(".link >> text=Copier")
    ana.ask(type="add_bot", table=table, seat="E", bot="steady")
    ana.page.click('[data-seat="S"] >> text=Échanger')
    ana.page.wait_for_selector('[data-seat="S"][data-moving]')
    ana.wait_for("document.querySelector('.link [role=status]').textContent !== ''")
    ana.page.evaluate("document.querySelector('.room .wrong').hidden = false")
    ana.ask(type="leave", table=table)
    ana.page.wait_for_selector(".lobby")
    open_room(ana)
    ana.page.wait_for_selector("[data-moving]", state="detached")
    assert ana.page.locator(".room .wrong:visible, button:text('Annoncé')").count() == 0
    assert ana.page.locator(".link [role=status]").text_content() == ""


def test_a_spectator_of_a_room_sits_down(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    zoe.ask(type="watch", table=table)
    zoe.page.click('[data-seat="W"] >> text=Sit down')
    zoe.wait_for("app.state.table?.seat === 'W'")
    ana.page.wait_for_selector(f'[data-seat="W"] >> text={name_of(zoe)}')


def test_a_call_for_players_reaches_the_lobby(ana: Visitor, zoe: Visitor) -> None:
    open_room(ana)
    ana.page.click("text=Chercher des joueurs")
    zoe.page.wait_for_selector(f"text={name_of(ana)} is looking for 3 players")


def test_the_lobby_names_people_and_counts_bots(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    ana.ask(type="add_bot", table=table, seat="E", bot="steady")
    zoe.page.wait_for_selector(f".tables li >> text=/^{name_of(ana)} · 1 bot · 2 free seats$/")


def test_a_game_against_bots_is_nobody_else_s_and_ends_with_one_sentence(ana: Visitor, zoe: Visitor) -> None:
    ana.page.evaluate("window.plays_by_hand = true")
    ana.page.click("text=Jouer contre des robots")
    ana.wait_for("app.state.table?.view.phase === 'bidding'")
    table = ana.table("table")
    zoe.wait_for(f"app.state.lobby.tables.some((info) => info.table === '{table}' && info.private)")
    assert zoe.page.locator(".tables li", has_text=name_of(ana)).count() == 0
    zoe.page.wait_for_selector(f".people li >> text=/^{name_of(ana)}\\s+playing against bots$/")
    ana.page.click("button.menu")
    ana.page.click("dialog >> text=Quitter la table")
    ana.page.wait_for_selector("text=s'arrête là. Elle ne sera ni gardée ni comptée.")
    ana.page.click("dialog .actions .actions >> text=Quitter la table")
    ana.page.wait_for_selector(".lobby")
    zoe.wait_for(f"!app.state.lobby.tables.some((info) => info.table === '{table}')")
    assert ana.page.locator(".lost-table:visible").count() == 0


@pytest.mark.parametrize("given", [{"hold": True}, {"name": "Entre amis"}], ids=["of friends", "with a passphrase"])
def test_a_private_table_with_one_person_left_is_still_listed(
    ana: Visitor, zoe: Visitor, given: dict[str, object]
) -> None:
    ana.page.evaluate("window.plays_by_hand = true")
    named = {"name": name_of(ana), **given}
    bots = {} if given.get("hold") else {"bots": "steady"}
    table = ana.ask(type="create_table", seat="S", key="0" * 64, **named, **bots)["table"]
    if given.get("hold"):
        ana.page.click("text=Commencer avec 3 robots")
    ana.wait_for("app.state.table?.view.phase === 'bidding'")
    zoe.wait_for(f"app.state.lobby.tables.some((info) => info.table === '{table}' && info.phase === 'bidding')")
    zoe.page.locator(".tables li >> text=" + str(named["name"])).first.wait_for()


# --- the form for a new table ----------------------------------------------------------------------------

LENGTH = "dialog .field:has-text('Durée') select"


def test_the_form_opens_a_private_table(ana: Visitor, zoe: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.select_option(LENGTH, "own")
    ana.page.fill("dialog input[type=number]", "700")
    ana.page.check("dialog .tick >> text=Table privée")
    ana.page.fill('dialog input[autocapitalize="off"]', "belote et rebelote")
    assert ana.small_targets("dialog") == []
    ana.page.click("text=Ouvrir la table")
    ana.page.wait_for_selector("text=Mot de passe : belote et rebelote")
    assert (ana.table("rules.match.target"), ana.table("hold")) == (700, True)
    row = zoe.page.locator(".tables > li", has_text="700")
    row.locator("text=Sit down").click()
    zoe.page.wait_for_selector("dialog.passphrase[open]")
    zoe.page.keyboard.press("Escape")
    zoe.page.wait_for_selector("text=Without the passphrase nobody can come to this table.")
    row.locator("text=Sit down").click()
    zoe.page.fill("dialog.passphrase input", "belote et rebelote")
    zoe.page.keyboard.press("Enter")
    zoe.page.wait_for_selector(".room-seats")


@pytest.mark.parametrize(("length", "target"), [("short", 1000), ("usual", 2000), ("long", 3000)])
def test_the_form_offers_a_short_match(ana: Visitor, length: str, target: int) -> None:
    ana.page.click("text=Nouvelle table")
    assert ana.page.input_value(LENGTH) == "usual"
    assert ana.page.is_hidden("dialog input[type=number]")
    ana.page.select_option(LENGTH, length)
    ana.page.click("dialog >> text=Trois robots")
    ana.page.click("text=Ouvrir la table")
    ana.wait_for("app.state.table !== null")
    assert ana.table("rules.match.target") == target


def test_the_form_keeps_a_game_against_bots_to_oneself(ana: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.click("dialog >> text=Trois robots")
    ana.page.wait_for_selector("dialog .tick >> text=Table privée : personne d'autre ne peut y entrer")
    assert ana.page.is_checked("dialog .tick >> text=Table privée")
    assert ana.page.is_hidden('dialog input[autocapitalize="off"]'), "a passphrase is for friends"
    ana.page.click("text=Ouvrir la table")
    ana.wait_for("app.state.table !== null")
    assert ana.page.evaluate("app.state.passphrases[app.state.table.table]") is None
    ana.page.click("button.menu")
    ana.page.wait_for_selector("dialog.table_menu[open]")
    assert ana.page.is_hidden("dialog.table_menu .link"), "nobody can come by a link"


def test_the_form_says_in_the_reader_s_language_what_is_missing(ana: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.check("dialog .tick >> text=Table privée")
    ana.page.click("text=Ouvrir la table")
    ana.page.wait_for_selector("dialog .wrong >> text=Choisissez un mot de passe pour vos amis.")
    assert ana.page.evaluate("document.activeElement.maxLength") == 64
    assert ana.page.evaluate("document.activeElement.parentNode.nextElementSibling.className") == "wrong"


def test_the_form_names_the_target_of_each_preset_and_the_levels_by_their_strength(ana: Visitor) -> None:
    ana.page.evaluate("app.state.lobby.bots = ['steady', 'expert', 'random', 'novice']")
    ana.page.evaluate(f"app.state.lobby.presets = {[*PRESETS]}")
    ana.page.click("text=Nouvelle table")
    for name, rules in PRESETS.items():
        ana.page.select_option("dialog .field:has-text('Règles') select", name)
        usual = rules.match.target
        targets = [lines.split()[2] for lines in ana.page.locator(f"{LENGTH} option").all_inner_texts()[:3]]
        assert [int(target) for target in targets] == [usual // 2, usual, usual * 3 // 2]
        assert explained(ana, "rules"), name
    ana.page.select_option("dialog .field:has-text('Règles') select", "ffb")
    assert "Fédération française de belote" in explained(ana, "rules"), "what the letters of its name stand for"
    assert explained(ana, "players") == "Vous leur donnez le lien de la table\u00a0; des robots peuvent compléter."
    ana.page.click("dialog >> text=Trois robots")
    level = ana.page.locator("dialog .field:has-text('Niveau des robots') select")
    assert level.input_value() == "steady"
    values = level.locator("option").evaluate_all("all => all.map(({ value }) => value)")
    assert values == ["random", "novice", "steady", "expert"]
    first, *_, last = level.locator("option").all_inner_texts()
    assert [first, last] == ["1. fantaisiste\u00a0: joue au hasard", "6. expert\u00a0: le plus fort"]
    for value in values:
        level.select_option(value)
        assert explained(ana, "players"), value


def explained(visitor: Visitor, field: str) -> str:
    """The line that explains a choice, as far as it is shown."""
    return str(visitor.page.locator(f"#about-{field}:visible").inner_text())


def test_the_form_says_how_many_letters_of_a_name_are_left(ana: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.fill("dialog input >> nth=0", "Chez Jean")
    assert ana.page.is_hidden("#about-table_name")
    ana.page.fill("dialog input >> nth=0", "Chez Jean-Rémi Dupont")
    assert ana.page.inner_text("#about-table_name") == "Encore 3 lettres."
    ana.page.fill("dialog input >> nth=0", "Chez Jean-Rémi Dupont !!")
    assert ana.page.inner_text("#about-table_name") == "Le nom ne peut pas être plus long."


def test_the_form_brings_no_keyboard_up_on_a_phone(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"http://{ADDRESS}/")
    page.fill("#name", "Ali")
    page.click(".sign-in button.primary")
    page.click("text=New table")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    context.close()


def test_the_form_names_the_target_of_a_server_that_has_its_own(ana: Visitor) -> None:
    ana.page.evaluate("""() => {
      const heard = (message) => app.constructor.prototype.heard.call(app, message);
      app.heard = (message) => heard(message.type === "lobby" ? { ...message, target: 1500 } : message);
      app.heard({ type: "lobby", ...app.state.lobby });
    }""")
    ana.page.click("text=Nouvelle table")
    ana.page.wait_for_selector(LENGTH)
    lengths = ana.page.locator(f"{LENGTH} option").all_inner_texts()
    assert [words.split()[2] for words in lengths[:3]] == ["750", "1500", "2250"]


def test_a_table_is_opened_by_keys_alone(ana: Visitor) -> None:
    loading: list[Route] = []
    ana.page.route("**/form.js", lambda route: loading.append(route))  # Playwright marks a function, no method
    ana.page.focus("text=Nouvelle table")
    with ana.page.expect_request("**/form.js"):
        ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")  # once more while the form is loading
    loading[0].continue_()
    ana.page.wait_for_selector("dialog[open]")
    assert ana.page.locator("dialog").count() == 1
    assert ana.page.evaluate("document.activeElement.value").startswith("Chez Ana")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector(".room-seats")
    ana.page.wait_for_selector("dialog", state="detached")


def test_a_refusal_is_told_in_the_form(ana: Visitor) -> None:
    ana.page.click("text=Nouvelle table")
    ana.page.select_option(LENGTH, "own")
    ana.page.click("text=Ouvrir la table")
    ana.page.wait_for_selector("dialog .wrong >> text=Indiquez un nombre de points, de 1 à 20000.")
    ana.page.select_option(LENGTH, "usual")
    ana.page.fill("dialog input >> nth=0", "!!!")
    ana.page.click("text=Ouvrir la table")
    ana.page.wait_for_selector("dialog .wrong >> text=Le serveur refuse")
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("dialog", state="detached")
    assert ana.page.is_visible(".lobby")


# --- the recap -------------------------------------------------------------------------------------------

VERDICT = """async ([contract, score, viewer, seat]) => {
  const { verdict } = await import("./recap_score.js");
  await Promise.all(["more", "recap"].map(app.say.add));
  const seats = { N: "Nina", E: "Max", S: "Ana", W: "Léo" };
  const occupied = Object.entries(seats).map(([seat, name]) => [seat, { occupant: "person", name }]);
  return verdict(app.say, { seat, seats: Object.fromEntries(occupied), view: { contract, score, viewer } });
}"""


def contract(bid: str, bidder: str = "S", coinched_by: str | None = None) -> dict[str, Any]:
    return {"bid": bid, "bidder": bidder, "coinched_by": coinched_by, "surcoinched_by": None}


def score(made: bool, ours: int, theirs: int, tricks: tuple[int, int] = (5, 3), held: int = 0) -> dict[str, Any]:
    taken = dict(zip(("NS", "EW"), tricks, strict=True))
    return {"made": made, "held": held, "tricks": taken, "scores": {"NS": ours, "EW": theirs}}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ((contract("110C", "W"), score(True, 0, 400, (2, 6)), "S"), "110 ♣ par Léo, réussi : ils marquent 400."),
        ((contract("90H"), score(True, 210, 50), "S"), "90 ♥ par Ana, réussi : nous marquons 210, eux 50."),
        ((contract("90H"), score(False, 0, 250), "S"), "Ana chute à 90 ♥ : ils marquent 250, nous rien."),
        ((contract("90H"), score(False, 0, 250), "S", "S"), "Vous chutez à 90 ♥ : ils marquent 250, nous rien."),
        ((contract("90H"), score(True, 250, 0), "S", "S"), "90 ♥ par vous, réussi : nous marquons 250."),
        ((contract("capotN"), score(False, 0, 250), "E"), "Ana chute au capot SA : nous marquons 250, eux rien."),
        (
            (contract("generaleA", coinched_by="E"), score(True, 1000, 0, (8, 0)), None),
            "Générale TA par Ana, coinchée par Max, réussie : Nord-Sud marque 1000.",
        ),
        (
            (contract("80S"), score(True, 330, 0, (8, 0)), "N"),
            "80 ♠ par Ana, réussi, et capot : nous marquons 330.",
        ),
        ((contract("80S"), score(False, 0, 81, held=81), "N"), "80 ♠ par Ana, litige : ils marquent 81, nous rien."),
        ((None, None, "S"), "Tout le monde a passé : pas de points."),
    ],
)
def test_the_result_of_a_deal_is_a_sentence(reader: Visitor, said: object, sentence: str) -> None:
    words = str(reader.page.evaluate(VERDICT, said))
    assert words.replace("\N{NO-BREAK SPACE}", " ").replace("\N{VARIATION SELECTOR-15}", "") == sentence


SCORED = """async ([score, doubled, more = {}]) => {
  const { recapScore } = await import("./recap_score.js");
  await Promise.all([(await import("./later.js")).loadMore(app), app.say.add("recap")]);
  const seats = Object.fromEntries(["N", "E", "S", "W"].map((seat) => [seat, { occupant: "person", name: "Max" }]));
  const none = { NS: 0, EW: 0 };
  const contract = { bid: "160D", bidder: "S", multiplier: 2, coinched_by: "W", surcoinched_by: null };
  const rules = { match: { length: null, target: 2000 }, scoring: { doubled } };
  const nothing = { belote_forgiven: [], waiting: [], held: 0, points: none, tricks: none };
  const whole = { totals: score.scores, ...nothing, ...score };
  const facts = { belotes: [], announced: [], shown: [], totals: none, viewer: "S", phase: "deal_over", match: 1 };
  facts.points = { NS: 70, EW: 82 };
  const view = { contract, score: whole, ...facts, ...more };
  const recap = recapScore(app);
  recap.update({ seats, rules, view, recap: null, seat: "S", rematchAsked: [], lines: [] });
  const rows = [...recap.node.querySelectorAll("tr[data-line]")];
  const written = rows.map((row) => row.firstChild.innerText);
  const order = rows.map((row) => row.dataset.line);
  const red = recap.node.querySelector(".verdict .pip").dataset.suit;
  const ours = rows.map((row) => Number(row.children[1].innerText.replace("−", "-")));
  return { written, order, red, ours, verdict: recap.node.querySelector(".verdict").textContent };
}"""


@pytest.mark.parametrize(
    ("made", "doubled", "flat", "coinche"),
    [
        (False, "everything", "Pour la chute", "Coinche×2 sur ces 320 points"),
        (True, "bid", "Points d'officeà la place des plis", "Coinche×2 sur le contrat seul"),
    ],
)
def test_each_line_of_the_score_says_what_it_is(
    reader: Visitor, made: bool, doubled: str, flat: str, coinche: str
) -> None:
    lines = [
        {"team": "EW", "kind": kind, "points": n} for kind, n in (("flat", 160), ("contract", 160), ("coinche", 320))
    ]
    given = {"made": made, "lines": lines, "scores": {"NS": 0, "EW": 640}}
    recap = reader.page.evaluate(SCORED, [given, doubled])
    assert {flat, coinche, "Points des plissans le dix de der"} <= set(recap["written"])
    assert recap["red"] == "D"
    assert "160\N{NO-BREAK SPACE}carreau" in recap["verdict"]


@pytest.mark.parametrize(
    ("kinds", "order"),
    [
        (["flat", "contract", "coinche", "belote"], "tricks taken points belote flat contract coinche score total"),
        (
            ["contract", "belote", "last_trick", "cards", "declarations"],
            "tricks cards last_trick belote declarations points contract score total",
        ),
    ],
    ids=["failed", "made"],
)
def test_a_sum_stands_below_its_parts(reader: Visitor, kinds: list[str], order: str) -> None:
    lines = [{"team": "NS", "kind": kind, "points": 10} for kind in kinds]
    given = {"made": "cards" in kinds, "lines": lines, "scores": {"NS": 10 * len(lines), "EW": 0}}
    given |= {"points": {"NS": 40, "EW": 0}} if "cards" in kinds else {}
    assert " ".join(reader.page.evaluate(SCORED, [given, "everything"])["order"]) == order


def test_the_points_of_a_failed_contract_add_up_with_the_last_trick(reader: Visitor) -> None:
    lines = [{"team": "EW", "kind": "flat", "points": 160}]
    given = {"made": False, "lines": lines, "scores": {"NS": 0, "EW": 160}, "points": {"NS": 80, "EW": 82}}
    recap = reader.page.evaluate(SCORED, [given, "everything"])
    assert " ".join(recap["order"]) == "tricks taken last_trick points flat score total"
    assert recap["written"][1:3] == ["Points des plis", "Dix de der"]


@pytest.mark.parametrize("defence", [{}, {"cards": 16}], ids=["nothing for the defence", "its points"])
def test_the_points_of_a_coinched_deal_add_up_with_belote_and_declarations(
    reader: Visitor, defence: dict[str, int]
) -> None:
    ours = {"flat": 160, "belote": 20, "declarations": 20, "contract": 160, "coinche": 360}
    sides = (("NS", ours), ("EW", defence))
    lines = [{"team": side, "kind": kind, "points": n} for side, kinds in sides for kind, n in kinds.items()]
    scores = {"NS": 720, "EW": sum(defence.values())}
    given = {"made": True, "lines": lines, "scores": scores, "points": {"NS": 186, "EW": 16}}
    belotes = [{"seat": "S", "word": word, "suit": "D"} for word in ("belote", "rebelote")]
    said = {"belotes": belotes, "shown": [{"seat": "N", "declaration": "tierce:7H8H9H"}]}
    declared = {"declarations_won": "NS", "declaration_points": 20}
    recap = reader.page.evaluate(SCORED, [given, "everything", {"points": {"NS": 136, "EW": 16}, **said, **declared}])
    assert recap["written"][1:5] == ["Points des plis", "Dix de der", "Belote et annonces", "Points faits"]
    assert recap["ours"][1:5] == [136, 10, 40, 186]
    below = recap["ours"][5 : recap["order"].index("score")]
    assert sum(below) == recap["ours"][recap["order"].index("score")] == 720


COINCHED = """() => {
  const { table } = app.state;
  const line = (kind) => ({ team: "NS", kind, points: 20 });
  const lines = ["belote", "declarations", "flat", "contract", "coinche"].map(line);
  const score = { ...table.view.score, made: false, lines, scores: { NS: 570, EW: 0 } };
  const contract = { ...table.view.contract, bid: "100D", multiplier: 2, coinched_by: "N", bidder: "E" };
  table.view = { ...table.view, phase: "deal_over", score, contract };
  app.render();
}"""


def test_both_totals_are_in_sight_on_a_low_screen(ana: Visitor) -> None:
    play_a_match(ana)
    ana.page.set_viewport_size({"width": 844, "height": 390})
    ana.page.evaluate(COINCHED)
    ana.wait_for("document.querySelector('[data-line=\"coinche\"]')")
    within = """nodes => nodes.map((node) => node.getBoundingClientRect().bottom)
      .every((bottom) => bottom <= document.querySelector(".next").getBoundingClientRect().top)"""
    assert ana.page.locator('[data-line="score"], [data-line="total"]').evaluate_all(within)


def test_a_match_is_played_to_its_end_with_recaps_between(ana: Visitor) -> None:
    play_a_match(ana)
    totals, winner = ana.table("view.totals"), ana.table("view.winner")
    ana.page.locator('[data-line="total"] td').first.wait_for()
    ana.page.locator(".won").wait_for()
    shown = ana.page.locator('[data-line="total"] td').all_inner_texts()
    assert shown == [str(totals["NS"]), str(totals["EW"])]
    words = "Vous gagnez la partie" if winner == "NS" else "Vos adversaires gagnent la partie"
    assert ana.page.locator(".won").inner_text().startswith(words)
    assert ana.page.locator(".bar:visible").count() == 0, "there is no more way to go"
    assert not ana.wider_than_the_screen()
    assert ana.small_targets(".recap") == []
    ana.wait_for(f"app.live.textContent.includes('{words}')")
    ana.page.evaluate("() => { app.kept = app.state.table.recap; app.state.table.recap = null; app.render(); }")
    ana.page.wait_for_selector(".next button:disabled >> text=Revanche")
    assert ana.page.is_visible("text=Retour au salon"), "both are offered at once"
    ana.page.evaluate("() => { app.state.table.recap = app.kept; app.render(); }")
    ana.page.click("text=Revanche")
    ana.wait_for("app.state.table.view.match === 2")
    ana.page.click("button.menu")
    ana.page.click("dialog >> text=Quitter la table")
    ana.page.wait_for_selector("text=cette partie contre les robots s'arrête là")
    ana.page.click("dialog .actions >> text=Quitter la table")
    ana.page.wait_for_selector(".lobby")


# --- dialogs ---------------------------------------------------------------------------------------------


def test_one_dialog_is_shown_at_a_time_and_the_way_back_closes_it(ana: Visitor) -> None:
    page = ana.page
    page.click(".lobby button.menu")
    page.click("dialog >> text=Parties jouées")
    page.wait_for_selector("dialog.matches[open]")
    assert page.locator("dialog[open]").count() == 1
    page.go_back()
    page.wait_for_selector("dialog.menu[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click(".lobby button.menu")  # perhaps before the browser has gone back
    page.wait_for_selector("dialog.menu[open]")
    page.go_back()
    page.wait_for_selector("dialog", state="detached")
    assert page.is_visible(".lobby")


# --- the menus -------------------------------------------------------------------------------------------


def test_a_dialog_on_a_phone_keeps_its_title_and_its_way_out_in_sight(reader: Visitor) -> None:
    reader.page.click("text=Comment jouer")
    reader.page.wait_for_selector("dialog.how_to_play[open]")
    reader.page.evaluate("document.querySelector('dialog').scrollTop = 9999")
    top = "node => node.getBoundingClientRect().top - node.closest('dialog').getBoundingClientRect().top"
    assert 0 <= reader.page.locator("dialog header > button").evaluate(top) < 20
    reader.page.keyboard.press("Escape")
    reader.page.wait_for_selector("dialog", state="detached")


def test_a_ready_phrase_is_told_on_the_felt_in_the_reader_s_language(reader: Visitor) -> None:
    script = """async (text) => {
      const { sentenceOf } = await import("./sentences.js");
      await app.say.add("table_rest");
      return sentenceOf(app, { type: "chatted", name: "Tom", text });
    }"""
    assert reader.page.evaluate(script, "Well played!").replace("\N{NO-BREAK SPACE}", " ") == "Tom : Bien joué !"


def test_a_bot_that_takes_the_seat_of_a_person_is_announced(reader: Visitor) -> None:
    script = """async (name) => {
      const { initialState, update } = await import("./state.js");
      const { sentenceOf } = await import("./sentences.js");
      await Promise.all(["table", "table_rest"].map(app.say.add));
      const state = initialState();
      const sits = (n, one) => ({ type: "seat_changed", table: "t1", n, seat: "E", connected: true, ...one });
      update(state, { type: "joined", table: "t1", seat: "S" }, 0);
      update(state, sits(1, { occupant: "person", name }), 0);
      state.table.view.phase = "match_over";
      const gone = sits(2, { occupant: "bot", name: "steady" });
      update(state, gone, 0);
      return sentenceOf({ say: app.say, state }, gone);
    }"""
    told = reader.page.evaluate(script, "Léa").replace("\N{NO-BREAK SPACE}", " ")
    assert told == "Léa n'est plus là : le robot Jeanne joue à sa place"


def test_a_pause_begins_once_all_have_asked(ana: Visitor, zoe: Visitor) -> None:
    for visitor in (ana, zoe):
        visitor.page.evaluate("window.plays_by_hand = true")
    table = open_room(ana)
    zoe.ask(type="join", table=table)
    ana.page.click("text=Commencer avec 2 robots")
    for visitor in (ana, zoe):
        visitor.wait_for("app.state.table.view.phase === 'bidding'")
        visitor.page.click("button.menu")
    ana.page.wait_for_selector("text=La pause commence quand tous les joueurs présents sont d'accord")
    ana.page.click("text=Demander une pause")
    ana.page.wait_for_selector(f"text=Elle commence dès que {name_of(zoe)} est d'accord")
    zoe.page.wait_for_selector(f"text={name_of(ana)} asks for a pause. The pause begins when all the people")
    zoe.page.click("text=Agree to a pause")
    ana.page.wait_for_selector("dialog", state="detached")  # what ends the pause lies over the table
    ana.ask(type="go_on", table=table)
    ana.wait_for("app.state.table.paused === null")


def test_who_leaves_in_a_match_may_have_the_seat_back(ana: Visitor, zoe: Visitor) -> None:
    for visitor in (ana, zoe):
        visitor.page.evaluate("window.plays_by_hand = true")
    table = open_room(ana)
    zoe.ask(type="join", table=table)
    ana.page.click("text=Commencer avec 2 robots")
    zoe.wait_for("app.state.table.view.phase === 'bidding'")
    place = zoe.table("seat")
    zoe.page.click("button.menu")
    zoe.page.click("dialog >> text=Leave the table")
    zoe.page.wait_for_selector("text=Leave in the middle of a match?")
    zoe.page.click("dialog .actions .actions >> text=Leave the table")
    zoe.page.wait_for_selector("text=A bot plays in your seat")
    zoe.page.click("text=Take my seat back")
    zoe.wait_for(f"app.state.table?.seat === '{place}'")


@pytest.mark.parametrize(("phase", "told"), [("playing", "a été arrêtée"), ("match_over", "est terminée")])
def test_a_match_that_was_broken_off_is_not_called_over(ana: Visitor, phase: str, told: str) -> None:
    departed = """(phase) => {
      const view = { phase };
      app.state.departure = { table: "t0", name: "Chez Ana", seat: "S", left: "match_over", view };
      app.render();
    }"""
    ana.page.evaluate(departed, phase)
    ana.page.wait_for_selector(f".lost-table >> text=La partie à la table « Chez Ana » {told}.")


LONG_AGO = """() => {
  const { log, seats } = app.state.table;
  for (const one of [...log, ...Object.values(seats)]) one.at = 0;
}"""


def test_a_newcomer_is_let_in_and_a_vote_too_early_is_refused_kindly(ana: Visitor, zoe: Visitor) -> None:
    for visitor in (ana, zoe):
        visitor.page.evaluate("window.plays_by_hand = true")
    table = open_room(ana)
    ana.page.click("text=Commencer avec 3 robots")
    ana.wait_for("app.state.table.view.turn === 'S'")
    zoe.ask(type="join", table=table, seat="N")
    ana.page.click("button.menu")
    ana.page.wait_for_selector(f"text={name_of(zoe)} attend la place Nord.")
    ana.page.click("text=Accepter tout de suite")
    zoe.wait_for("app.state.table.seat === 'N'")
    zoe.page.click("button.menu")
    zoe.page.wait_for_selector(f"text={name_of(ana)} has been thinking for")
    zoe.page.wait_for_selector("text=A bot may take the seat in 5 min.")
    assert not zoe.page.is_visible("text=with a bot"), "it would not count yet"
    zoe.page.evaluate(LONG_AGO)  # the server knows better
    zoe.page.click(f"text=Replace {name_of(ana)} with a bot")
    zoe.page.wait_for_selector(f"text={name_of(ana)} cannot sit down here again before the match is over.")
    assert zoe.table("votes") == []
    zoe.page.wait_for_timeout(500)  # a double tap is no answer
    zoe.page.click(f"text=Yes, replace {name_of(ana)}")
    zoe.page.wait_for_selector("dialog .wrong >> text=Not yet")


ABSENT = """async ({ own, reserved }) => {
  const { initialState, update } = await import("./state.js");
  const { waitPanel } = await import("./waiting.js");
  await Promise.all(["table", "table_rest"].map(app.say.add));
  const state = initialState();
  const sent = [];
  const now = Date.now();
  let n = 0;
  const sits = (seat, name, connected, at) =>
    update(state, { type: "seat_changed", table: "t1", n: ++n, at, seat, occupant: "person", name, connected }, now);
  update(state, { type: "joined", table: "t1", seat: own, strict: false, clock: { move_ms: 600000, bank_ms: 0 } }, now);
  state.name = "Max";
  for (const [seat, name] of [["S", "Ana"], ["E", "Zoé"]]) sits(seat, name, true, now - 300000);
  Object.assign(state.table.view, { phase: "bidding", turn: "E" });
  if (own === null) sits("S", "Ana", false, now - 180000);
  sits("E", "Zoé", false, now - (own === null ? 180000 : 40000));
  if (reserved) state.table.reserved = { W: { occupant: "person", name: "Max" } };
  const panel = waitPanel({ say: app.say, state, send: (message) => sent.push(message), render: () => {} });
  const shown = () => { panel.update(state.table); return panel.node.hidden ? "" : panel.node.innerText; };
  const [wait, vote] = panel.node.querySelectorAll("button");
  document.body.append(panel.node);
  const first = shown();
  const press = async () => {
    vote.click();
    await new Promise((go) => setTimeout(go, 450));
    const asked = panel.node.innerText;
    vote.click();
    wait.click();
    return asked;
  };
  const asked = own === null ? "" : await press();
  const after = shown();
  panel.node.remove();
  return { first, asked, after, sent };
}"""


def test_who_is_away_on_turn_is_named_and_can_be_waited_for_or_replaced(reader: Visitor) -> None:
    seen = reader.page.evaluate(ABSENT, {"own": "S"})
    assert "On attend Zoé, qui n'est plus là depuis 40 s. Au bout d'une minute en tout, un robot joue" in seen["first"]
    assert "Attendre" in seen["first"]
    assert "Remplacer Zoé par un robot" in seen["first"]
    assert "Oui, remplacer Zoé" in seen["asked"]
    assert "Zoé ne pourra plus s'asseoir ici avant la fin de la partie" in seen["asked"]
    assert seen["sent"] == [{"type": "vote_out", "table": "t1", "seat": "E"}]
    assert seen["after"] == "", "one waits"


@pytest.mark.parametrize(
    ("reserved", "end"),
    [(False, "la table ferme au bout de 10 minutes."), (True, "jouer à leur place jusqu'à la fin de la donne.")],
)
def test_a_table_where_nobody_is_says_whom_it_waits_for(reader: Visitor, reserved: bool, end: str) -> None:
    told = reader.page.evaluate(ABSENT, {"own": None, "reserved": reserved})["first"]
    assert told.startswith("On attend Zoé et Ana, qui ne sont plus là depuis 3 min.")
    assert told.endswith(end)


def test_a_pause_keeps_its_end_across_a_reload_and_a_bot_inherits_no_wish_for_one(reader: Visitor) -> None:
    script = """async () => {
      const { initialState, update } = await import("./state.js");
      const state = initialState();
      update(state, { type: "joined", table: "t1", seat: "S" }, 0);
      const sits = { type: "seat_changed", table: "t1", seat: "E", connected: true };
      update(state, { ...sits, n: 1, at: 1000, occupant: "person", name: "Léa" }, 900000);
      update(state, { type: "pause_asked", table: "t1", n: 2, at: 2000, seat: "E" }, 900000);
      update(state, { ...sits, n: 3, at: 3000, occupant: "bot", name: "steady" }, 900000);
      const asked = state.table.pauseAsked;
      update(state, { type: "paused", table: "t1", n: 4, at: 800000, ms: 1800000 }, 900000);
      return [asked, state.table.paused];
    }"""
    assert reader.page.evaluate(script) == [[], 2_600_000]


def test_a_table_that_voted_one_out_offers_no_seat(ana: Visitor, zoe: Visitor) -> None:
    table = open_room(ana)
    ana.page.click("text=Commencer avec 3 robots")
    zoe.wait_for(f"app.state.lobby.tables.some(({{ table, phase }}) => table === '{table}' && phase !== 'waiting')")
    row = zoe.page.locator(".tables > li", has_text=name_of(ana))
    row.locator("text=Sit down").wait_for()
    script = """(table) => {
      const view = { phase: "bidding" };
      app.state.departure = { table, name: "Chez Ana", seat: "N", left: "voted_out", view };
      app.render();
    }"""
    zoe.page.evaluate(script, table)
    row.locator("text=Sit down").wait_for(state="hidden")
    assert row.locator("text=Watch").is_visible()


def test_the_lobby_says_whom_a_match_waits_for(ana: Visitor, zoe: Visitor) -> None:
    zoe.page.evaluate("window.plays_by_hand = true")
    table = open_room(zoe)
    zoe.page.click("text=Begin with 3 bots")
    zoe.wait_for("app.state.table.view.phase === 'bidding'")
    ana.page.wait_for_selector(f".tables >> text={name_of(zoe)}")
    script = """(table) => {
      const info = app.state.lobby.tables.find((one) => one.table === table);
      Object.assign(info.seats.find(({ occupant }) => occupant === "person"), { connected: false });
      app.render();
    }"""
    ana.page.evaluate(script, table)
    ana.page.wait_for_selector(f".tables >> text=on attend {name_of(zoe)}")


def test_a_spectator_of_a_table_shown_a_deal_later_may_take_a_seat_s_eyes(ana: Visitor, zoe: Visitor) -> None:
    ana.page.evaluate("window.plays_by_hand = true")
    table = ana.ask(type="create_table", name="Chez Ana", seat="S", bots="steady", delay_deals=1)["table"]
    zoe.wait_for(f"app.state.lobby.tables.some(({{ table }}) => table === '{table}')")
    zoe.ask(type="watch", table=table)
    zoe.page.click("button.menu")
    zoe.page.select_option("dialog .field:has-text('See the cards of') select", "E")
    zoe.wait_for("app.state.table.eyes === 'E'")
    zoe.page.click("dialog summary >> text=Rules")
    assert "to 2000 points" in zoe.page.locator(".brief").inner_text()


def test_the_menu_of_a_table_has_its_link_and_nothing_that_leads_nowhere(ana: Visitor, zoe: Visitor) -> None:
    ana.page.click(".lobby button.menu")
    ana.page.wait_for_selector("dialog.menu[open]")
    assert not ana.page.is_visible("text=Inviter quelqu'un")
    ana.page.keyboard.press("Escape")
    ana.page.evaluate("window.plays_by_hand = true")
    table = open_room(ana)
    assert not ana.page.is_visible("text=Inviter quelqu'un")
    ana.page.click("text=Commencer avec 3 robots")
    ana.wait_for("app.state.table.view.phase === 'bidding'")
    ana.page.click("button.menu")
    ana.page.wait_for_selector("dialog.table_menu .link input")
    assert f"#{table}&" in ana.page.input_value("dialog.table_menu .link input")
    ana.page.click("dialog.table_menu >> text=Code à scanner")
    ana.page.wait_for_selector("dialog.table_menu .qr")
    assert not ana.page.is_visible("text=Inviter quelqu'un")
    assert ana.small_targets("dialog") == []


def test_a_beginner_reads_how_to_play_in_the_lobby_and_at_the_table(ana: Visitor, zoe: Visitor) -> None:
    ana.page.click("text=Comment jouer")
    ana.page.wait_for_selector("dialog.how_to_play >> text=Fournissez la couleur demandée")
    told = ana.page.locator("dialog.how_to_play").inner_text()
    for word in ("capot", "trois passes", "chute", "surcoinche", "dix de der", "belote", "annonces", "carrés"):
        assert word in told.lower(), word
    assert ana.page.locator("dialog.how_to_play li").count() == 16
    assert not re.search(r"how_|\b\w+_\w+\b", ana.page.locator("dialog.how_to_play").inner_text()), "a text is missing"
    assert ana.small_targets("dialog") == []
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("dialog", state="detached")
    open_room(zoe)
    zoe.page.click("button.menu")
    zoe.page.click("dialog >> text=How to play")
    zoe.page.wait_for_selector("dialog.how_to_play >> text=Follow suit")
    zoe.page.keyboard.press("Escape")
    zoe.page.wait_for_selector("dialog.table_menu[open]")
    assert not zoe.wider_than_the_screen()


def open_menu_against_bots(visitor: Visitor) -> None:
    """Open a game against bots, and its menu while one's first call is awaited."""
    visitor.page.evaluate("window.plays_by_hand = true")
    visitor.page.click("text=Jouer contre des robots")
    visitor.wait_for("app.state.table?.view.phase === 'bidding'")
    visitor.page.click("button.menu")
    visitor.page.wait_for_selector("dialog.table_menu[open]")


def test_the_menu_lists_the_calls_of_the_deal_while_its_cards_are_played(ana: Visitor) -> None:
    open_menu_against_bots(ana)
    assert not ana.page.is_visible("dialog.table_menu .auction"), "they are on the felt"
    ana.page.evaluate("""() => {
      const calls = [["E", "100S"], ["N", "coinche"], ["W", "pass"], ["S", "pass"], ["E", "pass"]];
      const auction = calls.map(([seat, action]) => ({ seat, action }));
      app.state.table.view = { ...app.state.table.view, dealer: "S", phase: "playing", auction };
      app.render();
    }""")
    said = ana.page.locator("dialog.table_menu .said li").evaluate_all("all => all.map((li) => li.ariaLabel)")
    assert said == ["Est : 100 pique", "Nord : coinche", "Ouest : passe", "Sud : passe", "Est : passe"]
    assert not ana.wider_than_the_screen()


def test_a_game_against_bots_has_no_link(ana: Visitor) -> None:
    open_menu_against_bots(ana)
    assert not ana.page.is_visible("dialog.table_menu .link")


def test_a_pause_alone_with_bots_needs_nobody_s_consent(ana: Visitor) -> None:
    open_menu_against_bots(ana)
    assert not ana.page.is_visible("text=Demander une pause")
    ana.page.wait_for_selector("text=Elle commence tout de suite")
    ana.page.click("dialog.table_menu >> text=Faire une pause")
    ana.wait_for("app.state.table.paused !== null")


def test_settings_are_kept(ana: Visitor) -> None:
    ana.page.click(".lobby button.menu")
    ana.page.select_option("dialog select >> nth=0", "dark")
    ana.page.select_option("dialog select >> nth=1", "four")
    ana.page.uncheck("dialog >> text=Son quand")
    ana.page.reload()
    ana.page.wait_for_selector(".lobby")
    root = ana.page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-suits")) == ("dark", "four")
    assert ana.page.evaluate("app.settings.sound") is False


def test_who_says_goodbye_is_at_the_first_screen(ana: Visitor) -> None:
    ana.page.click(".lobby button.menu")
    assert ana.small_targets("dialog") == []
    ana.page.click("dialog >> text=Se déconnecter")
    ana.page.wait_for_selector(".sign-in")
    assert ana.page.evaluate("[app.connection.status, app.connection.canResume]") == ["closed", False]


# --- a wall ----------------------------------------------------------------------------------------------


def test_a_wall_shows_the_tables_and_leaves_the_player_s_session(ana: Visitor) -> None:
    ana.page.evaluate("window.plays_by_hand = true")
    table = ana.ask(type="create_table", name="Au mur", seat="S", bots="steady")["table"]
    kept = ana.page.evaluate("localStorage.getItem('coinche.session')")
    wall = ana.page.context.new_page()
    complaints: list[str] = []
    wall.on("console", lambda said: complaints.append(said.text))
    wall.on("pageerror", lambda error: complaints.append(str(error)))
    address = ana.page.url.split("#")[0]
    wall.goto(f"{address}#watch")
    wall.wait_for_selector(".board >> text=Au mur")
    assert wall.locator("button:visible").count() == 0
    assert wall.locator("[inert]").count() == 0, "it may be read aloud and searched"
    wall.goto(f"{address}#projector={table},t999999")
    wall.wait_for_selector("text=La table t999999 n'est pas là.")
    wall.wait_for_selector('.wall[data-count="2"] .table-screen', state="attached")
    wall.wait_for_selector(".pane > h1 >> text=Au mur")
    assert wall.locator("button:not(.card):visible").count() == 0
    assert ana.page.evaluate("localStorage.getItem('coinche.session')") == kept
    assert json.loads(kept)["name"] == name_of(ana)
    assert complaints == []
