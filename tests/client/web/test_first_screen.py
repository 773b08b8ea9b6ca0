"""Tests of how one comes in: the first screen and what it says of a refusal, and links to tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.client.web.pages import Visitor, open_room, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WRONG = ".sign-in .wrong:visible"
REFUSED = """refusal => {
  coinche.linked("refused", { type: "error", class: "fatal", message: "raw English", ...refusal });
}"""


@pytest.fixture(scope="module")
def stranger(browser: Browser) -> Visitor:
    """Somebody who reads French and has not signed in."""
    visitor = visit(browser)
    visitor.wait_for("globalThis.coinche")
    return visitor


def test_nobody_is_invited_by_themselves(stranger: Visitor) -> None:
    script = """async (by) => {
      const { invitationText } = await import("./sign_in.js");
      return invitationText({ say: coinche.say, connection: { lastName: "Ana" } }, { by, name: "Chez Ana" });
    }"""
    said = [stranger.page.evaluate(script, by).replace("\N{NO-BREAK SPACE}", " ") for by in ("Ana", "Ben")]
    assert said == ["La table « Chez Ana » vous attend.", "Ben vous invite à la table « Chez Ana »."]


def test_a_name_of_blanks_is_not_sent(stranger: Visitor) -> None:
    stranger.page.fill("#name", "   ")
    stranger.page.click(".sign-in button.primary")
    assert stranger.page.locator(WRONG).inner_text() == "Entrez votre nom."
    assert stranger.page.evaluate("coinche.connection.status") == "closed"
    stranger.page.fill("#name", "A")
    stranger.page.wait_for_selector(".sign-in .wrong", state="hidden")


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        ({"code": "NAME_TAKEN"}, "Ce nom est pris."),
        ({"code": "AUTH_FAILED", "data": {"reason": "invitation_unknown"}}, "Ce serveur ne connaît pas"),
        ({"code": "AUTH_FAILED", "data": {"reason": "invitation_used"}}, "Cette invitation a déjà servi"),
        ({"code": "AUTH_FAILED", "data": {"reason": "invitation_ended"}}, "Cette invitation a expiré"),
        ({"code": "AUTH_FAILED", "data": {"missing": ["invitation"]}}, "Ce serveur n'accepte que les joueurs invités"),
        ({"code": "AUTH_FAILED", "data": {"missing": ["key"]}}, "Ce serveur n'accepte pas les joueurs de passage"),
        ({"code": "AUTH_FAILED", "data": {"by": "operator", "reason": ""}}, "Le responsable du serveur vous refuse"),
        (
            {"code": "AUTH_FAILED", "data": {"by": "operator", "reason": "invitation_used"}},
            "Le responsable du serveur vous refuse l'accès. Motif\N{NO-BREAK SPACE}: invitation_used",
        ),
        ({"code": "AUTH_FAILED"}, "Le serveur ne vous laisse pas entrer."),
        ({"code": "UNSUPPORTED", "data": {"accepted": "2.0"}}, "Cette page et le serveur"),
        ({"code": "BAD_MESSAGE"}, "Le serveur ne vous laisse pas entrer."),
    ],
)
def test_a_refusal_is_told_in_the_reader_s_language(stranger: Visitor, refusal: dict[str, Any], sentence: str) -> None:
    stranger.page.evaluate(REFUSED, refusal)
    stranger.wait_for(f"document.querySelector('.sign-in .wrong').textContent.startsWith({sentence!r})")
    assert "raw English" not in stranger.page.locator(".sign-in").inner_text()


def test_who_waits_to_be_let_in_is_told_so(browser: Browser) -> None:
    newcomer = visit(browser)
    newcomer.wait_for("globalThis.coinche")
    newcomer.page.evaluate("""() => {
      Object.assign(coinche.state, { link: "signing in", waiting: true });
      coinche.render();
    }""")
    newcomer.page.wait_for_selector("text=l'hôte d'une table, doit vous laisser entrer")
    assert newcomer.page.locator(".sign-in button.primary").is_disabled()
    newcomer.page.evaluate("coinche.state.waiting = false; coinche.render()")
    newcomer.page.wait_for_selector(".sign-in button.primary:enabled")


# --- links to tables -------------------------------------------------------------------------------------


def test_a_link_is_taken_out_of_the_address_and_outlives_a_reload(browser: Browser) -> None:
    ana = visit(browser)
    ana.sign_in("Ana")
    table = open_room(ana)
    friend = visit(browser, f"#{table}")
    friend.wait_for("globalThis.coinche && location.hash === ''")
    friend.page.reload()
    friend.sign_in("Léa")
    friend.wait_for(f"coinche.state.table?.table === '{table}'")


def test_a_link_that_is_opened_at_a_table_is_not_followed_later(browser: Browser) -> None:
    ana, zoe = visit(browser), visit(browser)
    ana.sign_in("Ana")
    zoe.sign_in("Zoé")
    there, own = open_room(ana), open_room(zoe)
    zoe.page.evaluate("table => { location.hash = table; }", there)
    zoe.wait_for("location.hash === '' && coinche.linkedTable === null")
    assert zoe.table("table") == own
    zoe.ask(type="leave", table=own)
    zoe.wait_for("document.body.dataset.screen === 'lobby' && coinche.state.lobby.presets.length > 0")
    assert zoe.page.evaluate("[coinche.linkedTable, coinche.state.table]") == [None, None]


def test_a_link_says_who_invites(browser: Browser) -> None:
    friend = visit(browser, "#t9&Zo%C3%A9&Chez%20Zo%C3%A9%21")
    friend.page.wait_for_selector("text=Zoé vous invite à la table « Chez Zoé! ».")
    assert friend.page.evaluate("location.hash") == ""
    friend.page.reload()
    friend.page.wait_for_selector("text=Zoé vous invite")


@pytest.mark.parametrize("words", ["", "&%E9&x"])
def test_a_link_that_says_nothing_readable_still_leads_to_its_table(browser: Browser, words: str) -> None:
    friend = visit(browser, f"#t9{words}")
    friend.page.wait_for_selector(".invited >> text=Vous êtes invité à une table")
    assert friend.page.evaluate("coinche.linkedTable") == "t9"


def test_a_link_to_a_full_table_leaves_the_way_to_watch_it(browser: Browser) -> None:
    ana = visit(browser)
    ana.sign_in("Ana")
    table = open_room(ana)
    friends = [visit(browser, f"#{table}") for _ in "ENW"]
    for friend in friends:
        friend.sign_in("Ami")
        friend.wait_for("coinche.state.table !== null")
    late = visit(browser, f"#{table}&Ana&Chez%20Ana")
    late.sign_in("Léa")
    late.page.wait_for_selector(".lost-table >> text=Ana vous invite à la table « Chez Ana ».")
    late.page.click(".lost-table >> text='Regarder'")
    late.wait_for(f"coinche.state.table?.table === '{table}'")
