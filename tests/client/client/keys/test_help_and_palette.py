"""Tests of the help for each screen, and of the palette, which finds everything by any word of either language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coinche.client.keys import KEYS, ROWS, KeyMode, active, grouped, page_of, press
from coinche.client.keys.mode import HELP_PAGES
from coinche.client.keys.palette import Entry, entries
from coinche.client.line.commands import obey
from coinche.client.model.messages import Lesson, LessonNumber
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.texts.admission import Inviting
from coinche.client.texts.glossary import OF_THE_GAME, Term
from coinche.client.texts.help import HelpPage, LineHelp
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import HelpText
from coinche.client.texts.palette_labels import PaletteLabel
from coinche.client.texts.play import InPlay
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.search_words import Synonym
from coinche.client.update.archive import BROWSING
from coinche.client.update.home import Choice
from coinche.client.update.navigation import help_on
from coinche.client.update.settings import ROWS as SETTINGS
from coinche.client.update.settings import SettingName
from coinche.client.views import Size
from coinche.protocol.messages import GetStatistics
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.golden import text
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each


def found(scene: str, word: str, language: Language) -> tuple[Entry, ...]:
    """The entries of the palette for that word."""
    opened = press(state_of(scene, language), ":").state
    assert opened.ui.overlay is Overlay.PALETTE
    return entries(replace(opened, ui=replace(opened.ui, entry=TextEntry(word))), active, lambda: ROWS)


def chosen(scene: str, word: str, language: Language) -> ClientState:
    """The state after Enter on the first entry."""
    opened = press(state_of(scene, language), ":").state
    return press(replace(opened, ui=replace(opened.ui, entry=TextEntry(word))), "enter").state


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("scene", "words", "label"),
    [
        ("bidding", "partir quitter sortir leave quit exit", Phrase.KEY_LEAVE),
        ("home", "partir quitter sortir leave quit exit", Phrase.KEY_QUIT),
        ("bidding", "conseil suggestion hint advice", PaletteLabel.ADVICE),
        ("follow", "conseil hint", PaletteLabel.ADVICE),
        ("bidding", "regles règles RULES", Phrase.KEY_RULES),
        ("follow", "trier ranger sort arrange", PaletteLabel.SORT),
        ("follow", "parler dire say talk", PaletteLabel.CHAT),
        ("lobby", "regarder spectateur watch", Phrase.KEY_WATCH),
        ("lobby", "statistiques classement statistics ranking", Playback.KEY_STATISTICS),
        ("home", "pseudo nickname", PaletteLabel.NAME),
        ("home", "leçon lesson", Choice.LEARN),
        ("home", "rejoindre internet join", Choice.ADDRESS),
    ],
)
def test_a_command_is_found_by_any_word(scene: str, words: str, label: Words, language: Language) -> None:
    for word in words.split():
        assert found(scene, word, language)[0].label.startswith(label.within(language)), word


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", ["home", "lobby", "bidding", "recap"])
@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("thème theme couleur colour colors sombre dark daltonien felt tapis", SettingName.THEME),
        ("langue language", SettingName.LANGUAGE),
        ("bruit noise sonnerie bell", SettingName.BELL),
        ("souris mouse", SettingName.MOUSE),
        ("difficulté difficulty", SettingName.BOTS),
    ],
)
def test_a_setting_is_found_and_opened(scene: str, words: str, name: SettingName, language: Language) -> None:
    for word in words.split():
        opened = chosen(scene, word, language)
        assert opened.ui.overlay is Overlay.SETTINGS, word
        assert SettingName[SETTINGS[opened.ui.option].upper()] is name, word


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("scene", "word", "page"),
    [
        ("home", "enchères", HelpPage.AUCTION),
        ("home", "auction", HelpPage.AUCTION),
        ("home", "coincher", HelpPage.AUCTION),
        ("bidding", "aide statistiques", HelpPage.STATISTICS),
        ("recap", "aide accueil", HelpPage.HOME),
        ("lobby", "help replaying", HelpPage.REPLAY),
    ],
)
def test_what_is_elsewhere_is_explained(scene: str, word: str, page: HelpPage, language: Language) -> None:
    opened = chosen(scene, word, language)
    assert opened.ui.overlay is Overlay.HELP
    assert opened.ui.help is page
    closed = press(opened, "escape").state
    assert (closed.ui.overlay, closed.ui.help) == (None, None)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("words", "choice", "elsewhere"),
    [
        ("stat statistiques statistics", Choice.MATCHES, Playback.KEY_STATISTICS),
        ("parties matches", Choice.MATCHES, Playback.KEY_MATCHES),
        ("apprendre learn", Choice.LEARN, LessonPhrase.KEY_LEARN),
    ],
)
def test_a_choice_at_home_is_not_sent_elsewhere(
    words: str, choice: Choice, elsewhere: Words, language: Language
) -> None:
    for word in words.split():
        first, *others = [entry.label for entry in found("home", word, language)]
        assert first == choice.within(language)
        assert not [label for label in others if label.startswith(elsewhere.within(language))], word


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", ["home", "lobby", "bidding", "recap", "replay_of_file"])
def test_without_a_word_the_palette_lists_actions_without_commands_in_brackets(scene: str, language: Language) -> None:
    listed = [(entry.label, entry.shown) for entry in found(scene, "", language)]
    labels = [label for label, _ in listed]
    assert labels
    for key in active(state_of(scene, language)):
        if len(set(key.intents)) > 1:
            assert (key.label.within(language), key.shown) not in listed
        if key.word is not None and key.word.within(language) != key.label.within(language):
            assert f"{key.label.within(language)} ({key.word.within(language)})" not in labels


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", ["home", "follow"])
def test_a_word_of_the_game_is_explained(scene: str, language: Language) -> None:
    for word in QUESTIONS.split():
        entry = found(scene, word, language)[0]
        assert entry.label in {term.within(language) for term in Term}, (word, entry.label)


@pytest.mark.parametrize(("language", "word"), [(Language.FRENCH, "inviter"), (Language.ENGLISH, "invite")])
def test_inviting_is_explained_at_home_and_done_on_a_server(language: Language, word: str) -> None:
    assert found("home", word, language)[0].label == Term.INVITE.within(language)
    there = press(replace(state_of("follow", language), members_invite=True), ":").state
    typed = replace(there, ui=replace(there.ui, entry=TextEntry(word)))
    assert entries(typed, active, lambda: ROWS)[0].label == Inviting.KEY_INVITE_ONE.within(language)


def test_a_hint_is_sent_for_to_the_auction_and_found_by_no_other_word() -> None:
    french = Language.FRENCH
    assert "demander un conseil (seulement : les enchères)" in {
        entry.label for entry in found("home", "conseil", french)
    }
    assert not any("conseil" in entry.label for entry in found("home", "ann", french))


QUESTIONS = """
    belote rebelote tierce sequence carré declarations générale litige value entame lead défausse discard
    tricher cheat horloge clock sauvegarde clavier keyboard police font musique music
"""
WORDS = """
    coincher capot conseil tricher annuler belote bruit couleurs langue score amis règles partenaire stats quitter atout
    points serveur reprendre nom souris temps revanche pli couper tutoriel son robot chat abandonner
    undo hint sound colors language friends rules partner quit cheat double trump learn resume name mouse clock rematch
    trick cut beginner level invite password theme keyboard history save settings address
"""


@pytest.mark.parametrize(("scene", "language"), [("home", Language.FRENCH), ("follow", Language.ENGLISH)])
def test_what_players_try_finds_something(scene: str, language: Language) -> None:
    assert [word for word in WORDS.split() if not found(scene, word, language)] == []


def test_an_explanation_is_one_line_at_80_columns() -> None:
    assert [said for term in Term for said in (term.french, term.english) if len(said) > 74 or ":" not in said] == []


def test_every_other_word_belongs_to_something() -> None:
    names = {key.label.name for key in KEYS} | {words.name for kind in (SettingName, Choice, Noun) for words in kind}
    assert {words.name for words in Synonym} <= names | {"PALETTE_SIT", "PALETTE_WATCH"}


def test_each_screen_has_a_page_of_its_own() -> None:
    assert set(KeyMode) <= set(HELP_PAGES)
    assert set(HELP_PAGES.values()) == set(HelpPage)
    assert {words.name for words in LineHelp} <= {page.name for page in HelpPage}
    for page in HelpPage:
        for said in (page.french, page.english):
            places, things = said.partition("\n")[2].split("\n\n")
            assert 2 <= len(places.splitlines()) <= 5
            assert len(things.splitlines()) == 3
    for words in LineHelp:
        assert len(words.french.splitlines()) == len(words.english.splitlines()) == 3


def test_the_rules_and_a_match_that_is_watched_have_help_of_their_own() -> None:
    bidding = state_of("bidding")
    over_the_auction = press(bidding, "r").state
    assert page_of(over_the_auction) is HelpPage.RULES
    assert bidding.table is not None
    assert page_of(bidding) is HelpPage.AUCTION
    watching = replace(bidding, table=replace(bidding.table, seat=None, request=None))
    assert page_of(watching) is HelpPage.WATCH


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", HelpPage)
def test_a_page_is_whole_at_80_by_24_and_reached_at_40_by_12(page: HelpPage, language: Language) -> None:
    state = help_on(page)(state_of("home", language)).state
    places, things = page.within(language).split("\n\n")
    ends = [line.split()[-1] for part in (places, things) for line in part.splitlines()]
    shown = text(state, Size(80, 24))
    assert all(end in shown for end in ends if "{" not in end)
    assert max(map(len, shown.splitlines())) <= 80
    small = "".join(text(replace(state, ui=replace(state.ui, scroll=at)), Size(40, 12)) for at in range(0, 60, 5))
    assert all(end in small for end in ends if "{" not in end)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", HelpPage)
def test_no_sentence_is_cut_by_the_end_of_the_page(page: HelpPage, language: Language) -> None:
    opened = help_on(page)(state_of("home", language)).state
    sentences = [
        words.within(language) for words in HelpText if "{" not in words.within(language) and len(words.french) > 20
    ]
    sentences += [line for line in page.within(language).splitlines() if "{" not in line and line]
    for size in (Size(80, 24), Size(120, 40)):
        shown = " ".join(text(opened, size).split())
        for said in sentences:
            assert said in shown or said[:30] not in shown, said


@pytest.mark.parametrize(
    ("language", "more", "end"), [(Language.FRENCH, "suite", "fin"), (Language.ENGLISH, "more", "end")]
)
def test_the_help_says_that_there_is_more_and_where_one_is(language: Language, more: str, end: str) -> None:
    opened = help_on(HelpPage.PLAY)(state_of("home", language)).state
    *_, foot = text(opened, Size(80, 24)).splitlines()
    mark, place = foot.split("↓ ")[1].split()
    last, lines = map(int, place.strip("()").split("/"))
    assert mark == more
    assert last <= 23 < lines
    at_end = text(replace(opened, ui=replace(opened.ui, scroll=lines)), Size(80, 24)).splitlines()[-1]
    assert at_end.endswith(f"{end} ({lines}/{lines})")
    assert "(" not in text(opened, Size(80, 60)).splitlines()[-1]


@for_each("scene", SCENES)
def test_the_help_groups_the_keys_by_what_they_are_for(scene: str) -> None:
    state = state_of(scene)
    rows = active(state)
    groups = grouped(rows)
    assert list(groups) == [group for group in HelpText if group in groups]
    told = [row for keys in groups.values() for row in keys]
    assert sorted(map(rows.index, told)) == [at for at, row in enumerate(rows) if "?" not in row.keys]
    for keys in groups.values():
        assert [rows.index(row) for row in keys] == sorted(rows.index(row) for row in keys)


def test_the_keys_to_play_come_first_and_those_of_all_screens_last() -> None:
    shown = text(press(state_of("follow", Language.ENGLISH), "?").state, Size(80, 24))
    places = [
        shown.index(words) for words in ("Here ", "1-5 play", "Look at ", "l last trick", "Table ", "t chat", "Always ")
    ]
    assert places == sorted(places)
    assert shown.index("h hint") < shown.index("Look at ")


@for_each("scene", SCENES)
def test_help_is_on_every_screen_and_goes_back_to_it(scene: str) -> None:
    state = replace(state_of(scene), notice=None)
    if not any("?" in key.keys for key in active(state)) or state.ui.overlay is Overlay.HELP:
        return
    opened = press(state, "?").state
    assert opened.ui.overlay is Overlay.HELP
    assert page_of(state).french.splitlines()[0] in text(opened, Size(80, 24))
    for key in ("escape", "?"):
        assert press(opened, key).state.ui.overlay is state.ui.overlay


@pytest.mark.parametrize("language", Language)
def test_the_words_of_the_game_are_one_key_from_the_help(language: Language) -> None:
    state = state_of("bidding", language)
    opened = press(press(state, "?").state, "t").state
    lines = text(opened, Size(80, 24)).splitlines()
    assert all(sum(term.within(language) in line for line in lines) == 1 for term in OF_THE_GAME)
    helped = press(opened, "escape").state
    assert helped.ui.overlay is Overlay.HELP
    assert press(opened, "?").state.ui == press(helped, "escape").state.ui == state.ui
    small = "".join(text(replace(opened, ui=replace(opened.ui, scroll=at)), Size(40, 12)) for at in range(0, 60, 5))
    assert all(term.within(language).split()[-1] in small for term in OF_THE_GAME)


@pytest.mark.parametrize("scene", ["follow", "bidding", "recap", "home", "lobby"])
def test_without_a_word_the_keys_of_the_screen_come_first_and_those_of_the_terminal_after_them(scene: str) -> None:
    found_here = [entry.shown for entry in found(scene, "", Language.ENGLISH)]
    terminal = [found_here.index(key) for key in ("Ctrl-C", "Ctrl-Z", "Ctrl-L")]
    acts = (key for key in active(state_of(scene)) if len(set(key.intents)) == 1)
    own = [found_here.index(key.shown) for key in acts if key.shown not in TERMINAL]
    assert min(terminal) > max(own)
    assert all(not entry.away for entry in found(scene, "", Language.ENGLISH)[: max(own)])


TERMINAL = (":", "Ctrl-C", "Ctrl-Z", "Ctrl-L", Phrase.NAME_ESCAPE)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scene", ["paused", "follow", "recap"])
def test_a_word_finds_commands_by_their_names_and_not_by_where_they_are(scene: str, language: Language) -> None:
    labels = [entry.label for entry in found(scene, "score", language)]
    away = [entry.label for entry in found(scene, "score", language) if entry.away]
    assert away[0] == Term.SCORE.within(language)
    assert labels[: labels.index(away[0])]
    assert not any(PracticeText.KEY_AGAIN.within(language) in label for label in labels)


@pytest.mark.parametrize("language", Language)
def test_the_key_of_a_pause_ends_it(language: Language) -> None:
    state = state_of("paused", language)
    first, *others = found("paused", "pau", language)
    assert (first.label.split()[0], first.shown) == (InPlay.KEY_END_PAUSE.within(language), "u")
    assert not any(Phrase.KEY_PAUSE.within(language) == entry.label.split()[0] for entry in others)
    assert press(state, "u").send == press(state, "enter").send != ()
    line = obey(state, "pause", Face(language, UNICODE)).done
    assert line.send == press(state, "enter").send


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("page", [HelpPage.MATCHES, HelpPage.STATISTICS])
def test_the_help_of_lists_that_home_has_too_speaks_of_no_server_and_no_lobby(
    page: HelpPage, language: Language
) -> None:
    told = page.within(language).casefold()
    assert not any(word in told for word in ("serveur", "server", "tables", "salon", "lobby"))


@pytest.mark.parametrize("key", ["y", "d"])
def test_before_a_match_no_deal_is_offered_again(key: str) -> None:
    room = state_of("gathering")
    assert not any(key in row.keys for row in active(room))
    assert press(room, key).state == replace(room, notice=None)


@pytest.mark.parametrize("language", Language)
def test_the_palette_opens_the_statistics_at_a_table_and_escape_leads_back(language: Language) -> None:
    playing = state_of("follow", language)
    playing = replace(playing, archive=replace(playing.archive, offered=True))
    opened = press(playing, ":").state
    asked = press(replace(opened, ui=replace(opened.ui, entry=TextEntry("stat"))), "enter")
    assert asked.send == (GetStatistics(id=BROWSING),)
    assert asked.state.screen is Screen.STATISTICS
    assert Playback.YOUR_TURN.within(language) in text(asked.state, Size(80, 24))
    assert Playback.YOUR_TURN.within(language) in text(press(asked.state, "v").state, Size(80, 24))
    back = press(asked.state, "escape").state
    assert (back.screen, back.table) == (Screen.PLAY, playing.table)


def test_help_over_the_list_of_people_is_about_it_and_returns_to_it() -> None:
    listed = press(state_of("lobby_people"), "p").state
    opened = press(listed, "?").state
    assert "Aide : les présents" in text(opened, Size(80, 24))
    assert press(opened, "escape").state.ui.overlay is Overlay.PEOPLE


def test_help_over_the_form_goes_back_to_the_same_line() -> None:
    state = state_of("form")
    opened = press(state, "?").state
    assert "Aide : les règles de votre table" in text(opened, Size(80, 24))
    assert press(opened, "escape").state.ui == state.ui


def test_the_help_of_a_lesson_has_no_keys_of_matches_that_are_kept() -> None:
    state = state_of("follow")
    labels = {Playback.KEY_REPLAY, Playback.KEY_HISTORY}
    assert labels <= {key.label for key in active(state)}
    learning = replace(state, lesson=Lesson(behind=state_of("home"), number=LessonNumber.FIRST))
    assert not labels & {key.label for key in active(learning)}


@pytest.mark.parametrize("language", Language)
@for_each("scene", SCENES)
def test_an_action_has_one_label_and_each_label_one_action(scene: str, language: Language) -> None:
    state = press(state_of(scene, language), ":").state
    if state.ui.overlay is not Overlay.PALETTE:
        return
    listed = [entry for entry in entries(state, active, lambda: ROWS) if not entry.away]
    assert len({entry.label for entry in listed}) == len(listed)
    assert len({entry.does for entry in listed}) == len(listed)
    assert not {"choisir", "valider", "select", "confirmer", "confirm"} & {entry.label for entry in listed}


def test_the_list_of_deals_has_its_own_help() -> None:
    listed = press(state_of("recap"), "d").state
    assert listed.ui.overlay is Overlay.HISTORY
    helped = press(listed, "?").state
    assert "Aide : les donnes de la partie" in text(helped, Size(80, 24))
    assert press(helped, "escape").state.ui.overlay is Overlay.HISTORY


def test_the_first_letters_of_a_command_find_no_setting_by_the_word_for_settings() -> None:
    labels = [entry.label for entry in found("home", "re", Language.FRENCH)]
    assert "Revoir une partie d'un fichier" in labels
    assert not any(label.startswith("réglage : Langue") for label in labels)


@pytest.mark.parametrize("language", Language)
def test_the_help_of_the_room_names_the_mark_of_the_chosen_seat_that_the_room_draws(language: Language) -> None:
    """The mark is a thick frame; the sign of a turn is there only while seats are exchanged."""
    shown = text(state_of("hosting", language), Size(80, 24))
    assert "┏" in shown
    assert UNICODE.turn not in shown
    assert "{turn}" not in HelpPage.ROOM.within(language)
    assert {Language.FRENCH: "Cadre épais", Language.ENGLISH: "Thick frame"}[language] in HelpPage.ROOM.within(language)
