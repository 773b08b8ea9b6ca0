"""Tests of the screen of a replay: the title, the guide, the table that stays in place, and the panel beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from coinche.client.keys import press
from coinche.client.model.messages import Consulted
from coinche.client.model.replay import ReplayState, wound_to
from coinche.client.model.state import ClientState, Screen
from coinche.client.texts.replay import Playback
from coinche.client.update.update import reduce
from coinche.client.views import Size, screen, text_of
from coinche.client.views.overlays import hint_line
from coinche.client.views.replay_analysis import expert_line
from coinche.engine.actions import PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.hints.render import ExpertChoice, because
from coinche.hints.texts import WhyCall
from coinche.protocol.messages import Occupant, RecordPage, SeatChanged
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import TINY, USUAL, WIDE, text
from tests.client.matches import record_text
from tests.client.scenes import SCENES, scene, state_of, table_of


def replay_of(state: ClientState) -> ReplayState:
    assert state.match_replay is not None
    return state.match_replay


def pressed(state: ClientState, *keys: str) -> ClientState:
    for key in keys:
        state = press(state, key).state
    return state


@pytest.mark.parametrize("language", Language)
def test_no_name_is_cut_in_the_title_at_80_columns(language: Language) -> None:
    state = state_of("replay_of_file", language)
    for _ in range(40):
        assert "…" not in text(state, USUAL).splitlines()[0]
        state = pressed(state, "right")


def test_the_title_begins_with_its_word_from_every_seat_at_80_columns() -> None:
    """The sides have longer names from a seat that is not one's own."""
    state = state_of("replay_of_file", Language.ENGLISH)
    there = replay_of(state)
    seats = {seat: replace(info, name=f"{seat}artholomé-Jean") for seat, info in there.seats.items()}
    state = replace(state, match_replay=replace(there, seats=seats))
    for _ in range(5):
        assert text(state, USUAL).startswith(" REPLAY deal ")
        state = pressed(state, "w")


def positions(state: ClientState) -> tuple[ClientState, ...]:
    """The position, then with the value of the cards, with the choice of `expert`, and with both."""
    there = replay_of(state)
    assert there.view.turn is not None
    hand = there.hands[there.view.turn]
    made, better = PlayCard(hand[0]), PlayCard(hand[-1])
    worth = dict(zip(hand, range(120, 0, -12), strict=False))
    weighed = replace(state, match_replay=replace(there, weighs=True, advice=worth))
    advised = [
        reduce(
            pressed(each, "h"),
            Consulted(there.at, there.stop, ExpertChoice(made=made, action=better, why=None, clear=True)),
        )
        for each in (state, weighed)
    ]
    return (state, weighed, *advised)


@pytest.mark.parametrize("size", [USUAL, Size(80, 23), WIDE])
@pytest.mark.parametrize("keys", [(), ("w", "w")])
def test_the_table_stays_in_place_whatever_is_said_below_it(size: Size, keys: tuple[str, ...]) -> None:
    shown = [text(state, size).splitlines() for state in positions(pressed(state_of("replay_of_file"), *keys))]
    assert len({tuple(line[:80] for line in lines[3:12]) for lines in shown}) == 1
    assert len({lines[-3][:80] for lines in shown}) == 1  # the rule above the status


def test_another_viewpoint_leaves_the_last_event_in_place() -> None:
    state = state_of("replay_of_file")
    shown = [text(each, USUAL).splitlines() for each in (state, pressed(state, "w"), pressed(state, "w", "w"))]
    assert len({lines.index(" Max joue la dame de carreau.") for lines in shown}) == 1


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.FRENCH, ("f : les décisions les plus coûteuses", "h : le choix de l'expert")),
        (Language.ENGLISH, ("f: the costliest decisions", "h: what the expert would do")),
    ],
)
def test_the_screen_says_how_to_learn_from_it(size: Size, language: Language, said: tuple[str, ...]) -> None:
    shown = text(state_of("replay_with_eyes", language), size)
    assert all(words in shown for words in said)


def test_at_a_costly_decision_it_says_what_comes_next() -> None:
    shown = text(state_of("replay_of_a_costly_card", Language.ENGLISH), USUAL)
    for words in ("f: the next costly decision", "h: what the expert would do", "g: play on from here"):
        assert words in shown


def test_a_running_match_offers_no_analysis() -> None:
    shown = text(state_of("replay_at_table", Language.ENGLISH), USUAL)
    assert "p n: previous, next decision" in shown
    assert "f: " not in shown


def test_the_help_of_a_running_match_says_when_the_analysis_comes() -> None:
    state = state_of("replay_at_table", Language.ENGLISH)
    assert "f h g v s once the match is over" in text(pressed(state, "?"), WIDE)
    over = text(pressed(state_of("replay_of_file", Language.ENGLISH), "?"), WIDE)
    assert "h expert" in over
    assert "once the match is over" not in over


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
def test_a_turn_at_the_table_takes_the_place_of_nothing(size: Size) -> None:
    shown = text(state_of("replay_at_table", Language.ENGLISH), size)
    assert "You see only your hand." in shown
    assert YOUR_TURN in shown


def rows_of(state: ClientState, size: Size, *words: str) -> tuple[int, ...]:
    """The numbers of the first lines with these words."""
    lines = text(state, size).splitlines()
    return tuple(next(at for at, line in enumerate(lines) if word in line) for word in words)


@pytest.mark.parametrize(
    ("size", "words"), [(USUAL, ("p n",)), (WIDE, ("│ Plis", "│ Journal", "p n")), (TINY, ("p n",))], ids=str
)
def test_every_part_keeps_its_place_from_the_first_call_to_the_last_card(size: Size, words: tuple[str, ...]) -> None:
    state, seen = pressed(state_of("replay_at_table"), "home"), set()
    while not replay_of(state).is_at_end:
        seen.add(rows_of(state, size, *words))
        state = pressed(state, "right")
    assert len(seen) == 1


def test_the_boxes_of_an_auction_are_as_wide_at_the_first_call_as_at_the_last() -> None:
    state, edges = pressed(state_of("replay_at_table"), "home"), set()
    while replay_of(state).view.phase is Phase.BIDDING:
        edges.add(
            text(state, USUAL).splitlines()[11].find("└") + 1 or text(state, USUAL).splitlines()[11].find("┗") + 1
        )
        state = pressed(state, "right")
    assert len(edges) == 1


@pytest.mark.parametrize("size", [USUAL, TINY])
@pytest.mark.parametrize(("language", "leave"), [(Language.FRENCH, "Échap retour"), (Language.ENGLISH, "Esc back")])
def test_the_way_out_is_always_in_sight(size: Size, language: Language, leave: str) -> None:
    assert leave in text(state_of("replay_of_file", language), size)


def test_a_wide_screen_lists_the_tricks_so_far() -> None:
    lines = text(state_of("replay_of_file"), WIDE).splitlines()
    head = next(at for at, line in enumerate(lines) if line.endswith("│ Plis"))
    assert lines[head + 1].split("│")[-1].split() == ["Ana", "Max", "Zoé", "Léo", "pts"]
    assert lines[head + 2].split("│")[-1].split() == ["1", "10♦*", "7♦", "9♦", "8♦", "10"]
    assert lines[head + 4].split("│")[-1].split() == ["3", "D♦*"]


def clicked(state: ClientState, is_it: Callable[[str], bool]) -> ClientState:
    """The state after a click on the first text like that."""
    face = Face(state.ui.language, UNICODE)
    lines = screen(state, face, WIDE)
    found = (fragment for line in lines for fragment in line if fragment.click is not None and is_it(fragment.text))
    intent = next(found).click
    assert intent is not None
    return intent(state).state


def test_a_click_in_the_panel_goes_to_a_deal() -> None:
    state = clicked(state_of("replay_of_file"), lambda said: said.startswith("capot ♦ ×4 Léo"))
    assert replay_of(state).replay_deal.deal == 7


def test_a_click_in_the_panel_goes_to_a_costly_decision() -> None:
    state = state_of("replay_of_a_costly_card")
    found = replay_of(state).costly
    assert found is not None
    other = clicked(state, lambda said: "capot ♥" in said and said.startswith("donne"))
    assert replay_of(other).decision == 1
    assert replay_of(other).decision_seat is found[1].seat
    assert not isinstance(found[1].made, Card)
    assert "▶ donne 1 : capot ♥" in "".join(
        text_of(line) for line in screen(other, Face(Language.FRENCH, UNICODE), WIDE)
    )


YOUR_TURN = "Your turn at the table!"
BACK = "Esc: back"


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
def test_a_turn_at_the_table_is_told_with_the_key_that_leads_there(size: Size) -> None:
    state = replace(state_of("replay_of_file", Language.ENGLISH), table=table_of("among_bots", Language.ENGLISH))
    shown = " ".join(text(replace(state, behind=Screen.PLAY), size).split())
    assert YOUR_TURN in shown
    assert BACK in shown


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
def test_the_key_is_not_told_where_it_leads_to_a_list(size: Size) -> None:
    state = replace(state_of("replay_of_file", Language.ENGLISH), table=table_of("among_bots", Language.ENGLISH))
    shown = " ".join(text(replace(state, behind=Screen.MATCHES), size).split())
    assert YOUR_TURN in shown
    assert BACK not in shown


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
def test_a_game_that_waits_at_home_does_not_ask_for_a_card(size: Size) -> None:
    state = replace(state_of("replay_of_file", Language.ENGLISH), table=table_of("among_bots", Language.ENGLISH))
    assert YOUR_TURN not in text(replace(state, behind=Screen.MATCHES, browses_own=True), size)


@pytest.mark.parametrize(
    ("language", "cost", "worth", "why"),
    [
        (Language.FRENCH, "à la marque", "Votre camp finit", "ce qu'un camp perd et"),
        (Language.ENGLISH, "it cost", "Your side ends", "what one side loses and"),
    ],
)
@pytest.mark.parametrize("size", [USUAL, WIDE])
def test_a_cost_in_the_score_is_told_apart_from_card_points(
    size: Size, language: Language, cost: str, worth: str, why: str
) -> None:
    state = state_of("replay_of_a_costly_card", language)
    there = replay_of(state)
    assert there.view.turn is not None
    own = replace(there, own=there.view.turn, weighs=True, advice=dict.fromkeys(there.hands[there.view.turn], 67))
    shown = " ".join(text(replace(state, match_replay=own), size).split())
    assert all(words in shown for words in (cost, worth, why)), shown
    assert why not in " ".join(text(state, size).split())


def judged(state: ClientState) -> ClientState:
    """The state with the choice of `expert` at its position."""
    there = replay_of(state)
    assert there.decision_seat is not None
    made, better = (PlayCard(card) for card in there.hands[there.decision_seat][:2])
    choice = ExpertChoice(made=made, action=better, why=None, clear=False)
    return replace(state, match_replay=replace(there, consults=True, choices={(there.at, there.stop): choice}))


def test_your_card_is_not_yours_below_the_hand_of_another() -> None:
    state = state_of("replay_of_file")
    seat = replay_of(state).decision_seat
    assert seat is not None
    own = replace(state, match_replay=replace(replay_of(state), own=seat, eyes=None))
    assert "Votre " in text(judged(own), USUAL)
    other = replace(own, match_replay=replace(replay_of(own), eyes=seat.partner))
    there, face = replay_of(judged(other)), Face(Language.FRENCH, UNICODE)
    assert expert_line(there, face).startswith(f"{there.table.names[seat]} joue ")


def test_the_last_trick_names_its_player_once() -> None:
    """With no cards left, a hand has blank lines and no name of its own."""
    played = scene("recap")
    played.press("y")
    state, own = played.state, replay_of(played.state).own
    assert own is not None
    while replay_of(state).view.phase is not Phase.PLAYING or replay_of(state).hands[own]:
        state = pressed(state, "right")
        assert not replay_of(state).is_at_end
    assert "Sud Ana" in text(state, USUAL)
    assert text(state, USUAL).count("Sud") == 1


def test_the_log_beside_a_replay_has_whole_sentences_and_no_cards_of_the_hand() -> None:
    state = state_of("replay_at_table")
    while not replay_of(state).is_at_end:
        side = [line.split("│")[-1].strip() for line in text(state, WIDE).splitlines()]
        if "Journal" in side:
            first = side[side.index("Journal") + 1]
            assert not first or first[0].isupper(), first
            assert not any("Votre main" in line for line in side)
        state = pressed(state, "right")


def test_there_is_no_title_above_an_auction_without_a_call() -> None:
    state = pressed(state_of("replay_at_table"), "home")
    side = [line.split("│")[-1].strip() for line in text(state, WIDE).splitlines()]
    assert side[side.index("Enchères") + 1] == "Personne n'a encore parlé."


@pytest.mark.parametrize(
    ("language", "told"),
    [(Language.FRENCH, "v voit les quatre."), (Language.ENGLISH, "v looks at all four.")],
)
def test_below_one_hand_the_values_are_said_to_count_with_all_four(language: Language, told: str) -> None:
    state = state_of("replay_with_eyes", language)
    assert state.match_replay is not None
    assert told not in text(state, Size(80, 24))
    weighed = replace(state, match_replay=replace(state.match_replay, weighs=True))
    assert told in text(weighed, Size(80, 24))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith("replay_") and name != "replay_refused"])
@pytest.mark.parametrize("rows", [12, 16, 20])
def test_the_keys_of_a_replay_are_in_the_last_row_of_a_small_screen(name: str, rows: int, language: Language) -> None:
    state, face = state_of(name, language), Face(language, UNICODE)
    lines = screen(state, face, Size(40, rows))
    assert len(lines) == rows
    assert text_of(lines[-1]) == text_of(hint_line(state, face, 40))


def test_names_are_whole_where_a_small_replay_has_room_for_them() -> None:
    played = scene("follow", Language.ENGLISH)
    played.happen(SeatChanged(Seat.WEST, Occupant.PERSON, "Maximilien", connected=True))
    played.play_out()
    played.press("y")
    stops = range(len(replay_of(played.state).replay_deal.stops))
    states = [replace(played.state, match_replay=wound_to(replay_of(played.state), 0, at)) for at in stops]
    on_turn = [
        state
        for state in states
        if replay_of(state).view.turn is Seat.WEST and replay_of(state).table.names[Seat.WEST] == "Maximilien"
    ]
    assert on_turn
    assert all("Maximilien" in text(state, TINY).splitlines()[2] for state in on_turn)


def test_card_values_of_another_hand_are_not_said_to_be_hidden() -> None:
    """`v` lists the cards of the player on turn, whoever that is."""
    for words in (Playback.OWN_EYES_WEIGHED, Playback.EYES_WEIGHED):
        assert "see only" not in words.within(Language.ENGLISH)
        assert "laid out" in words.within(Language.ENGLISH)
        assert "affichée" in words.within(Language.FRENCH)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [USUAL, WIDE])
def test_the_title_stays_the_same_within_a_deal_but_for_its_position(size: Size, language: Language) -> None:
    """The name of the match does not come and go with the length of the position."""
    state = pressed(state_of("replay_of_file", language), "8")
    heads = set()
    while replay_of(state).replay_deal.deal == 8:
        if replay_of(state).view.phase not in (Phase.CUTTING, Phase.DEAL_OVER):
            first = text(state, size).splitlines()[0]
            heads.add((first.split(",")[0], first.split("  ")[-1].strip()))
        state = pressed(state, "right")
    assert len(heads) == 1


def opened(language: Language, *, running: bool = False) -> ClientState:
    """A replay that has just been opened."""
    if not running:
        played = scene("matches_fetching", language)
        lines = tuple(record_text(2, 12).splitlines())
        played.hear(RecordPage(match=12, after=240, lines=lines[240:], more=False))
        return played.state
    played = scene("replay_at_table", language)
    played.press("escape", "y")
    return played.state


@pytest.mark.parametrize("size", [USUAL, WIDE, TINY])
def test_the_first_view_says_what_it_is_and_the_keys_that_one_needs(size: Size) -> None:
    for state, keys in ((opened(Language.ENGLISH), "f: "), (opened(Language.ENGLISH, running=True), "p n: ")):
        shown = " ".join(text(state, size).split())
        assert Playback.WELCOME.within(Language.ENGLISH) in shown
        assert keys in shown
        assert "Esc: back" in shown
        later = text(pressed(state, "left", "left"), size)
        assert Playback.WELCOME.within(Language.ENGLISH) not in later


@pytest.mark.parametrize("language", Language)
def test_no_value_stands_apart_from_its_first_card(language: Language) -> None:
    state = state_of("replay_of_file", language)
    there = replay_of(state)
    assert there.view.turn is not None
    cards = there.hands[there.view.turn]
    for cols in range(80, 110):
        weighed = replace(there, weighs=True, advice=dict(zip(cards, range(100, 0, -12), strict=False)))
        lines = text(replace(state, match_replay=weighed), Size(cols, 24)).splitlines()
        assert not any(re.search(r"\d (avec|with)?$", line) for line in lines)
        assert not any(line.endswith((" avec", " with", " ou", " or")) for line in lines)


def test_a_small_screen_says_that_the_analysis_goes_on() -> None:
    state = state_of("replay_consulted")
    there = replay_of(state)
    assert there.choice is not None
    long = replace(there.choice, why=because(WhyCall.SELDOM, bid=Bid("capotH"), n=12))
    seen = replace(there, weighs=True, choices={(there.at, there.stop): long})
    for rows in range(8, 13):
        lines = text(replace(state, match_replay=seen), Size(40, rows)).splitlines()
        told = " ".join(lines)
        assert "réussir. »" in told or any(line.endswith("…") for line in lines)
