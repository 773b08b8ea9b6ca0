"""Tests of the statistics: the order of the players, one player's page, and one's own matches against perfect play."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import msgspec
import pytest
import trio
from msgspec import structs

from coinche.client.keys.keymap import press
from coinche.client.model.effects import ReviewPar
from coinche.client.model.messages import LinkLost, ParFound, Received
from coinche.client.model.notices import News
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.statistics import ParReview, SortBy
from coinche.client.runtime.connections import stay_connected
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import archive, statistics
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.client.views.statistics import COLUMNS
from coinche.connection.address import Address
from coinche.engine.record_lines import read_record
from coinche.engine.seats import Team
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Error, FromServer, GetPlayer, Hello, Occupant, PlayerStatistics
from coinche.records.review.recorded_deal import deals_of
from coinche.records.review.review import beyond_par, reviewed
from coinche.server.app import Server
from coinche.server.match.table_options import Pace, TableOptions
from coinche.text.language import Language
from tests.client.client.update.test_replays import Lines, shown
from tests.client.golden import text
from tests.client.matches import record_text
from tests.client.scenes import state_of
from tests.client.scenes_replays import PLAYERS, counts, page
from tests.client.serving import PATIENCE
from tests.server.conftest import RunningServer
from tests.server.ended import play_all
from tests.server.tables import seated

OWN = GetPlayer(name="Ana", occupant=Occupant.PERSON, id=archive.BROWSING)


def heard(state: ClientState, message: FromServer) -> ClientState:
    return reduce(state, Received(message, 1.0))


def order(state: ClientState) -> list[str]:
    return [player.name for player in statistics.ordered(state)]


# --- the list ----------------------------------------------------------------------------------------


def test_each_column_has_an_order() -> None:
    assert set(statistics.ORDERS) == set(COLUMNS) == set(SortBy)


def test_the_column_that_sorts_cycles_both_ways() -> None:
    state = state_of("statistics_shown")
    seen = []
    for _ in SortBy:
        seen.append(state.archive.sort_by)
        state = press(state, "right").state
    assert seen == [*SortBy]
    assert state.archive.sort_by is SortBy.MATCHES
    assert press(state, "left").state.archive.sort_by is SortBy.BELOTES
    assert press(state, "s").state.archive.sort_by is SortBy.WON


def test_the_best_come_first_and_those_of_whom_there_is_nothing_to_tell_last() -> None:
    state = state_of("statistics_shown")
    assert order(state) == ["Ana", "steady", "Max", "Maximilien-Alexandre"], "the person comes first"
    other = replace(state, name="Léo")
    assert order(other) == ["steady", "Ana", "Max", "Maximilien-Alexandre"]
    state = press(state, "s").state
    assert order(state) == ["Ana", "steady", "Max", "Maximilien-Alexandre"]
    state = press(state, "s").state
    assert order(state)[-1] == "Maximilien-Alexandre", "no contract, no share"


def test_the_cursor_stays_on_its_player() -> None:
    state = press(state_of("statistics_shown"), "down").state
    for _ in range(3):
        state = press(state, "s").state
        assert statistics.ordered(state)[state.archive.row].name == "steady"


@pytest.mark.parametrize("name", ["statistics_shown", "statistics_sorted"])
def test_the_column_that_sorts_is_marked_and_seen_at_any_width(name: str) -> None:
    state = state_of(name)
    column = COLUMNS[state.archive.sort_by]
    for cols in (40, 60, 80, 120):
        (marked,) = (line for line in shown(state, Size(cols, 24)).splitlines() if "↓ " in line and "↑" not in line)
        assert f"↓ {column.short.french}" in marked


# --- one player --------------------------------------------------------------------------------------


def test_a_page_without_enough_matches_says_when_its_curve_begins() -> None:
    state = state_of("player_own", Language.ENGLISH)
    shown = state.archive.page
    assert shown is not None
    assert "Results graph" not in text(state, Size(80, 24))
    few = replace(state, archive=replace(state.archive, page=structs.replace(shown, matches=shown.matches[:1])))
    assert f"Results graph: shown after {statistics.FEWEST_MATCHES} matches." in text(few, Size(80, 24))


@pytest.mark.parametrize(("language", "told"), [(Language.FRENCH, "120♥ réussi"), (Language.ENGLISH, "120♥ made")])
def test_the_match_under_way_is_told_before_the_first_is_over(language: Language, told: str) -> None:
    for size in (Size(80, 24), Size(40, 12)):
        shown = text(state_of("statistics_under_way", language), size)
        assert told in shown
        assert "600" in shown


def first_match() -> PlayerStatistics:
    """Ana after her first match, lost in one deal: no contract, no coinche, no capot, no belote."""
    return replace(counts(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 60, 210), name="Ana")


@pytest.mark.parametrize(
    ("language", "told", "later"),
    [
        (
            Language.FRENCH,
            ("une partie en une donne, perdue", "150 points de moins par donne que les adversaires (60 contre 210)"),
            "2 parties    la courbe de vos résultats, partie après partie",
        ),
        (
            Language.ENGLISH,
            ("one match of 1 deal, lost", "150 points a deal behind the opponents (60 to 210)"),
            "2 matches    the graph of your results, match by match",
        ),
    ],
)
def test_after_one_match_the_page_has_only_what_there_is_to_tell(
    language: Language, told: tuple[str, ...], later: str
) -> None:
    state = state_of("player_own", language)
    usual = page(first_match())
    own = structs.replace(usual, best_partner=None, matches=usual.matches[:1])
    state = replace(state, archive=replace(state.archive, page=own))
    shown = text(state, Size(80, 24))
    assert all(words in shown for words in (*told, later)), shown
    assert "Contra" not in shown
    assert "Coinches" not in shown
    assert "elotes" not in shown
    assert "+14" not in shown, "too few deals with Zoé to judge by"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.FRENCH, ("Première partie", "perdue, 60 à 210, en une donne", "Adversaires  bot moyen, Max")),
        (Language.ENGLISH, ("First match", "lost, 60 to 210, in 1 deal", "Opponents    steady bot, Max")),
    ],
)
def test_after_one_match_the_page_has_its_day_result_and_players(language: Language, told: tuple[str, ...]) -> None:
    state = state_of("player_own", language)
    last = replace(page(first_match()).matches[0], matches=1, won=0, deals=1, points=60, against=210)
    own = structs.replace(page(first_match()), matches=(last,))
    seen = text(replace(state, archive=replace(state.archive, page=own)), Size(80, 24))
    assert all(words in seen for words in told), seen


def test_the_list_has_no_column_of_zeros_but_the_one_that_sorts() -> None:
    state = state_of("statistics_shown", Language.ENGLISH)
    state = replace(state, archive=replace(state.archive, players=(first_match(),)))
    shown = text(state, Size(120, 40))
    assert "Pts/deal" in shown
    assert all(head not in shown for head in ("Coinche", "Capots", "Belotes", "Made"))
    assert "Belotes" in text(press(state, "left").state, Size(120, 40))


@pytest.mark.parametrize("language", Language)
def test_a_legend_says_what_each_column_counts(language: Language) -> None:
    state = state_of("statistics_shown", language)
    for size in (Size(80, 24), Size(120, 40)):
        shown = text(state, size)
        columns = [column for column in COLUMNS.values() if column.short.within(language) in shown.splitlines()[2]]
        assert len(columns) >= 5
        assert all(column.counts.within(language) in " ".join(shown.split()) for column in columns)


def test_with_little_room_the_legend_is_that_of_the_column_that_sorts() -> None:
    state = state_of("statistics_sorted", Language.ENGLISH)
    assert state.archive.players is not None
    few = text(state, Size(80, 11))
    assert COLUMNS[state.archive.sort_by].counts.within(Language.ENGLISH) in few
    assert COLUMNS[SortBy.MATCHES].counts.within(Language.ENGLISH) not in few
    fewest = text(state, Size(80, 8))
    assert COLUMNS[state.archive.sort_by].counts.within(Language.ENGLISH) not in fewest
    assert all(player.name[:9] in fewest for player in state.archive.players if player.occupant is Occupant.PERSON)


@pytest.mark.parametrize(
    ("language", "heads"),
    [(Language.FRENCH, ("donnes", "écart/donne")), (Language.ENGLISH, ("deals", "ahead/deal"))],
)
def test_the_numbers_of_partners_and_opponents_have_heads(language: Language, heads: tuple[str, ...]) -> None:
    for size in (Size(80, 24), Size(120, 40)):
        lines = text(state_of("player_own", language), size).splitlines()
        head = next(line for line in lines if heads[1] in line).split()
        below = lines[lines.index(next(line for line in lines if heads[1] in line)) + 1]
        assert [head.count(word) for word in heads] == [2, 2]
        assert "Zoé" in below
        assert "+14" in below


def test_enter_opens_the_page_of_the_player_under_the_cursor() -> None:
    state = press(state_of("statistics_shown"), "down").state
    done = press(state, "enter")
    assert done.send == (GetPlayer(name="steady", occupant=Occupant.BOT, id=archive.BROWSING),)
    assert "Chargement" in shown(done.state)


def test_back_leads_to_the_list_and_from_there_to_the_lobby() -> None:
    state = press(state_of("player_other"), "escape").state
    assert (state.screen, state.archive.page) == (Screen.STATISTICS, None)
    assert statistics.ordered(state)[state.archive.row].name == "Max"
    assert press(state, "escape").state.screen is Screen.PLAY


def test_a_page_that_comes_late_opens_nothing() -> None:
    state = press(press(state_of("statistics_shown"), "enter").state, "escape").state
    assert heard(state, page(PLAYERS[1])).archive.page is None


def test_a_server_that_knows_no_pages_leads_back_to_the_list() -> None:
    state = press(state_of("statistics_shown"), "enter").state
    refused = heard(state, Error.of(ErrorCode.UNKNOWN_TYPE, "no such message", re=archive.BROWSING))
    assert refused.screen is Screen.STATISTICS
    assert refused.notice is not None


def test_the_whole_page_can_be_read_on_a_small_screen() -> None:
    state, seen = state_of("player_other"), ""
    for _ in range(statistics.LINES_OF_PAGE):
        seen += shown(state, Size(40, 12))
        state = press(state, "down").state
    for words in ("gagnées par", "Meilleur duo", "Partenaires", "Adversaires", "bot moyen", "50 %"):
        assert words in seen


def test_the_page_says_who_won_without_colours() -> None:
    results = next(line for line in shown(state_of("player_own")).splitlines() if line.startswith("   0 %"))
    assert results.split()[2:] == ["G" if match.won else "P" for match in reversed(page(PLAYERS[1]).matches)]


@pytest.mark.parametrize("number", [-(2**63), -1, 0, 2**64 - 1])
def test_whatever_a_server_counts_can_be_shown(number: int) -> None:
    counted = [field.name for field in fields(PLAYERS[1]) if field.type == "int"]
    counts: dict[str, Any] = dict.fromkeys(counted, number)
    strange = replace(PLAYERS[1], **counts)
    told = page(PLAYERS[1])
    assert told.best_partner is not None
    matches = tuple(replace(match, points=number, against=1 - number) for match in told.matches)
    best = replace(told.best_partner, deals=number, points=number)
    strange_page = structs.replace(told, player=strange, matches=matches, partners=(best,), best_partner=best)
    for taken in (1, number):
        odd = structs.replace(strange_page, player=replace(strange, deals=1, taken=taken))
        state = heard(press(state_of("statistics_shown"), "enter").state, odd)
        assert all(len(line) <= 120 for line in shown(state, Size(120, 40)).splitlines())


def test_a_page_is_kept_no_longer_than_it_can_be_drawn_quickly() -> None:
    usual = page(PLAYERS[1])
    long = structs.replace(
        usual, matches=usual.matches * 100, partners=usual.partners * 1000, opponents=usual.opponents * 1000
    )
    kept = heard(press(state_of("statistics_shown"), "enter").state, long).archive.page
    assert kept is not None
    counts = (len(kept.matches), len(kept.partners), len(kept.opponents))
    assert counts == (statistics.MATCHES_KEPT, statistics.PAIRS_KEPT, statistics.PAIRS_KEPT)


# --- against perfect play ----------------------------------------------------------------------------


def test_only_one_s_own_page_offers_the_comparison() -> None:
    assert press(state_of("player_own"), "p").effect == ReviewPar()
    other = press(state_of("player_other"), "p")
    assert (other.effect, other.state.archive.par) == (None, None)


def test_from_the_list_it_opens_one_s_own_page_first() -> None:
    done = press(state_of("statistics_shown"), "p")
    assert (done.send, done.effect) == ((OWN,), ReviewPar())
    state = heard(done.state, page(PLAYERS[1]))
    assert state.archive.par is not None
    assert state.archive.par.matches == (40, 39, 38, 37, 36)


def test_its_second_key_the_way_back_and_a_lost_connection_stop_it() -> None:
    comparing = state_of("player_comparing")
    assert comparing.archive.par is not None
    assert press(comparing, "p").state.archive.par is None
    assert press(comparing, "escape").state.archive.par is None
    assert reduce(comparing, LinkLost(1)).archive.par is None
    over = state_of("player_compared")
    assert reduce(over, LinkLost(1)).archive.par == over.archive.par


def test_without_a_connection_it_does_not_begin() -> None:
    offline = replace(state_of("player_own"), link=Link.LOST)
    done = press(offline, "p")
    assert (done.state.notice, done.effect) == (News.OFFLINE, None)


def test_what_is_found_after_it_was_stopped_changes_nothing() -> None:
    stopped = press(state_of("player_comparing"), "p").state
    assert reduce(stopped, ParFound(39, (3,), 9)) == stopped


def test_without_the_compiled_solver_one_match_is_compared_and_that_is_said() -> None:
    state = press(state_of("player_own"), "p").state
    state = reduce(state, ParFound(40, (), 2, is_slow=True))
    assert "solveur compilé" in shown(state)
    over = reduce(state, ParFound(40, (-10, 4), 2, is_slow=True)).archive.par
    assert over is not None
    assert (over.is_over, over.found) == (True, ((-10, 4),))


def test_it_is_the_difference_of_the_score_from_par_as_the_review_has_it() -> None:
    deals = [*deals_of(read_record(record_text(2, 3).splitlines()))]
    for deal in deals:
        par = reviewed(deal).par
        scores = deal.score.scores if deal.score is not None else None
        for team in Team:
            scored = 0 if scores is None else scores[team] - scores[team.other]
            assert beyond_par(deal, team) == scored - par.gain(team)
        assert beyond_par(deal, Team.NORTH_SOUTH) == -beyond_par(deal, Team.EAST_WEST)


async def test_a_real_server_has_the_page_and_the_records_to_compare() -> None:
    """A person plays two matches with three programs, and compares them."""
    pace = Pace(bot=0.0, trick=0.0, recap=5.0, final=5.0)
    server = Server(provider=None, say=lambda line: None, defaults=TableOptions(name="table", pace=pace))
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            running = RunningServer(server, await nursery.start(server.run, "127.0.0.1", 0), [], nursery.cancel_scope)
            _, wires = await seated(running, people="S", target=150)
            await play_all(wires, Random(4))
            await running.hang_up()
            store = ClientStore(ClientState())
            address = Address("127.0.0.1", running.port, tls=False)
            hello = Hello(versions=(1, 1), name="at S")
            await nursery.start(stay_connected, store, address, hello)
            nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
            store.press("x")
            await store.until(lambda state: bool(state.archive.players))
            store.press("p")
            await store.until(lambda state: state.archive.par is not None and state.archive.par.is_over)
            told, par, seen = store.state.archive.page, store.state.archive.par, shown(store.state)
            nursery.cancel_scope.cancel()
    assert told is not None
    assert par is not None
    assert (told.player.name, told.player.matches, len(told.matches)) == ("at S", 1, 1)
    assert {pair.name for pair in told.opponents} == {"at E", "at W"}
    (gaps,) = par.found
    assert len(gaps) >= told.player.deals > 0
    assert PlayerText.PAR.within(store.state.ui.language) in seen


async def _nowhere(*_: object) -> None:
    """Go nowhere."""


# --- in lines ----------------------------------------------------------------------------------------


def test_a_player_is_asked_for_by_name_in_lines() -> None:
    lines = Lines(replace(state_of("matches_empty", Language.ENGLISH), screen=Screen.PLAY))
    lines.type("statistics ana")
    assert lines.sent() == (GetPlayer(name="ana", occupant=Occupant.PERSON, id=archive.BROWSING),)
    told = lines.take(Received(page(PLAYERS[1]), 1.0))
    assert "Contracts: 60, made 42 (70%), down 17." in told
    assert "Best partner: Zoé: +14 points per deal, over 96 deals." in told
    assert "steady bot 71 (-6)" in told
    assert "47% L, 53% W" not in told
    assert "61% W." in told


@pytest.mark.parametrize("won", [-(2**63), -1, 2**63 - 1])
def test_whatever_a_server_says_of_matches_is_told_in_lines(won: int) -> None:
    lines = Lines(replace(state_of("matches_empty", Language.ENGLISH), screen=Screen.PLAY))
    lines.type("statistics ana")
    told = page(PLAYERS[1])
    odd = structs.replace(told, matches=tuple(replace(match, won=won) for match in told.matches))
    assert f"61% {'W' if won > 0 else 'L'}." in lines.take(Received(odd, 1.0))


def test_a_bot_is_found_by_the_name_it_has_in_the_list() -> None:
    lines = Lines(state_of("statistics_shown", Language.ENGLISH))
    lines.type("statistics steady")
    assert lines.sent() == (GetPlayer(name="steady", occupant=Occupant.BOT, id=archive.BROWSING),)


def test_the_order_is_told_in_lines() -> None:
    lines = Lines(state_of("statistics_shown", Language.ENGLISH))
    told = lines.type("sort")
    assert told.startswith("Sorted by: Won.")
    assert told.index("Ana: matches 23") < told.index("bots, steady (all)")


def test_the_comparison_is_told_in_lines() -> None:
    lines = Lines(state_of("statistics_shown", Language.ENGLISH))
    lines.type("perfect")
    assert lines.sent() == (OWN,)
    lines.take(Received(page(PLAYERS[1]), 1.0))
    told = ""
    for match in (40, 39, 38, 37, 36):
        told = lines.take(ParFound(match, (-20, 40), 2))
    assert "would have left you 10 points a deal worse off with the same cards (10 deals, 5 matches)" in told
    assert "Perfect play: all four see all cards" in told


@pytest.mark.parametrize(
    ("language", "told"), [(Language.FRENCH, "plusieurs bots comptent pour un"), (Language.ENGLISH, "bots count once")]
)
def test_the_legend_says_that_bots_of_one_level_count_once_in_a_match(language: Language, told: str) -> None:
    shown = state_of("statistics_shown", language)
    assert told in " ".join(text(shown, Size(80, 24)).split())
    opened = press(press(shown, "up").state, "enter").state
    bots = replace(PLAYERS[1], name="strong", occupant=Occupant.BOT, matches=3)
    assert "3, " in text(heard(opened, page(bots)), Size(80, 24))


@pytest.mark.parametrize(
    ("language", "told"),
    [(Language.FRENCH, "9 parties, gagnées par eux"), (Language.ENGLISH, "9 matches, won by them")],
)
def test_what_the_reader_played_against_bots_of_one_kind_is_counted_in_matches(language: Language, told: str) -> None:
    assert told in shown(state_of("player_of_bots", language))
    assert told not in shown(state_of("player_other", language))


def test_an_empty_list_has_no_heads() -> None:
    state = state_of("statistics_shown")
    assert "Pts/donne" in text(state, Size(80, 24))
    empty = replace(state, archive=replace(state.archive, players=()))
    assert "Pts/donne" not in text(empty, Size(80, 24))


@pytest.mark.parametrize(
    ("gap", "told"),
    [(45, "45 points de moins que vous par donne"), (-45, "45 points de plus que vous par donne"), (0, "autant")],
)
def test_the_comparison_says_what_perfect_play_would_have_brought(gap: int, told: str) -> None:
    state = state_of("player_compared")
    par = ParReview(matches=(1,), found=((gap, gap),))
    shown = text(replace(state, archive=replace(state.archive, par=par)), Size(120, 40))
    assert f"Jeu parfait  aurait fait {told}" in shown


@pytest.mark.parametrize("language", Language)
def test_the_page_says_that_matches_which_were_left_do_not_count(language: Language) -> None:
    said = {
        Language.FRENCH: "Une partie quittée avant la fin",
        Language.ENGLISH: "A match that was left before its end",
    }
    assert said[language] in text(state_of("player_own", language), Size(80, 24))


@pytest.mark.parametrize("language", Language)
def test_a_page_without_a_match_speaks_to_its_reader(language: Language) -> None:
    state = state_of("player_own", language)
    page = state.archive.page
    assert page is not None
    state = replace(
        state,
        archive=replace(state.archive, page=msgspec.structs.replace(page, player=replace(page.player, deals=0))),
    )
    said = {
        Language.FRENCH: "Vous n'avez encore terminé aucune partie ici.",
        Language.ENGLISH: "You have not finished a",
    }
    assert said[language] in text(state, Size(80, 24))


@pytest.mark.parametrize(
    ("cols", "told"), [(80, "Jeu simple, sans annonces (2 options modifiées)."), (120, "(2 options modifiées), en ")]
)
def test_a_past_match_has_the_title_of_its_rules(cols: int, told: str) -> None:
    shown = text(state_of("matches_listed"), Size(cols, 24))
    assert told in shown
    assert "pagat+2" not in shown


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("cols", range(80, 121, 4))
def test_the_rules_of_a_past_match_are_whole_or_left_out(cols: int, language: Language) -> None:
    rows = [line for line in text(state_of("matches_listed", language), Size(cols, 24)).splitlines() if "22:26" in line]
    assert not [line for line in rows if line.endswith("…")]
