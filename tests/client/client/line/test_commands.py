"""Tests that line mode can do everything: each row of the keymap has a word or another command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from coinche.client.keys import KEYS, Key, active, press
from coinche.client.line import lobby_commands
from coinche.client.line.command_result import Obeyed, not_now
from coinche.client.line.commands import now, obey
from coinche.client.line.loop import news
from coinche.client.model.effects import Connect, KeepSettings, PlayAlone, SearchServers
from coinche.client.model.messages import HomeAgain, LinkUp, RecordUnread, SearchEnded, ServerFound
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.texts.admission import Inviting
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.line_mode import LineText, Typed
from coinche.client.texts.play import InPlay
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.replay import Playback
from coinche.client.texts.rules_questions import KeyOfQuestions
from coinche.client.texts.screens import Phrase
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import archive, home
from coinche.client.update.settings import ROWS
from coinche.client.update.update import reduce
from coinche.connection.address import Address, Found
from coinche.engine.seats import Seat
from coinche.protocol.messages import Act, AddBot, Begin, ClearSeat, Join, ListMatches, SwapSeats
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from coinche.text.settings import Bots, Theme
from tests.client.scene import Scene
from tests.client.scenes import SCENES, state_of
from tests.for_each import for_each

SERVER = Found(name="Café", address=Address("192.168.1.20", 24567), tables=2, people=5)

OTHERWISE: Mapping[Words, tuple[str, str]] = {
    Phrase.KEY_LEAVE: ("leaving", "q"),
    Phrase.KEY_OPEN: ("lobby", "nouvelle"),
    Phrase.KEY_SEND: ("writing", "dire Bonjour"),
    Phrase.KEY_READY: ("writing", "dire /b"),
    InPlay.KEY_SHORT: ("writing", "dire /b"),
    PlayerText.KEY_PLAYER: ("statistics_shown", "statistiques Ana"),
    Phrase.KEY_GO: ("home", "adresse 192.168.1.20"),
    Phrase.KEY_KEEP: ("home", "nom Ana"),
    Phrase.KEY_CHANGE: ("settings", "réglages theme sans couleur"),
    KeyOfQuestions.ANSWER: ("asked_rules", "1"),
    KeyOfQuestions.TAKE: ("found_rules", "nouvelle"),
    Playback.KEY_OPEN: ("home", "fichier partie.jsonl"),
    Playback.KEY_NUMBER: ("replay_of_file", "donne 1"),
    Playback.KEY_LOOK: ("matches_listed", "parties 1"),
    Phrase.KEY_BOTS_LEVEL: ("home", "seul gourmands"),
    Phrase.KEY_CHOOSE_ROW: ("home_found", "1"),
    Phrase.KEY_ENTER: ("lobby", "j 1"),
    Phrase.KEY_TARGET: ("lobby", "nouvelle Café target=1000"),
    Phrase.KEY_SEAT: ("lobby", "j 1 e"),
    Phrase.KEY_GO_ON: ("recap", ""),
    Phrase.KEY_NEXT_DEAL: ("recap", ""),
    Phrase.KEY_REMATCH_OR_LEAVE: ("rematch_wanted", ""),
    Phrase.KEY_AWAIT_REMATCH: ("rematch_awaited", ""),
    Phrase.KEY_TO_TABLES: ("over", ""),
    Phrase.KEY_START_ANEW: ("over", ""),
    Phrase.KEY_REMATCH: ("over", ""),
    LessonPhrase.KEY_FINISH: ("over", ""),
    PracticeText.KEY_BACK: ("practised_out", ""),
    Phrase.KEY_DECLINE: ("reacting", ""),
    Phrase.KEY_CUT_AT: ("cutting", "coupe 12"),
    Phrase.KEY_CUT_BY_FIVE: ("cutting", "coupe 12"),
    Phrase.KEY_CUT_NUMBER: ("cutting", "12"),
    Phrase.KEY_TYPE: ("bidding", "110c"),
    Phrase.KEY_BID: ("bidding", "110c"),
    Phrase.KEY_VALUE: ("bidding", "120c"),
    Phrase.KEY_SUIT: ("bidding", "110p"),
    Phrase.KEY_CAPOT: ("bidding", "capot p"),
    Phrase.KEY_GENERALE: ("typing_generale", "générale p"),
    Phrase.KEY_TRICKS: ("follow", "l 1"),
    Phrase.KEY_PLAY: ("follow", "5"),
    Phrase.KEY_CONFIRM: ("follow", "5"),
    InPlay.KEY_PREPARE_BID: ("bidding", "110c"),
    InPlay.KEY_PREPARE: ("choosing_ahead", "préparer 1"),
    Phrase.KEY_INTERRUPT: ("follow", "q"),
    Inviting.KEY_INVITE_ONE: ("inviting", "inviter Zoé"),
    Inviting.KEY_ONE: ("inviting", "inviter Zoé"),
    Inviting.KEY_MAKE: ("inviting", "inviter Zoé"),
}
"""For rows without a word: a command with its arguments, a scene, and a line that is understood there."""

LOOKS: Mapping[Words, str] = {
    Playback.KEY_AT_THE_END: "each of the commands says so itself",
    Phrase.KEY_STAY: "a question is left by typing anything else",
    Phrase.KEY_CLOSE: "nothing lies over lines",
    Phrase.KEY_CANCEL: "nothing lies over lines",
    Phrase.KEY_SCROLL: "lines stay where they were printed",
    Phrase.KEY_PAGE: "lines stay where they were printed",
    Phrase.KEY_OPTION: "there is no cursor: options are named",
    Phrase.KEY_CHOOSE: "there is no cursor: cards and answers have numbers",
    Phrase.KEY_TABLE: "there is no cursor: tables have numbers",
    Phrase.KEY_MARK: "there is no cursor: seats are named",
    Phrase.KEY_ERASE: "the terminal edits the line",
    Phrase.KEY_ERASE_ALL: "the terminal edits the line",
    Phrase.KEY_ERASE_WORD: "the terminal edits the line",
    Phrase.KEY_ERASE_BESIDE: "the terminal edits the line",
    Phrase.KEY_CURSOR: "the terminal edits the line",
    Phrase.KEY_BY_WORD: "the terminal edits the line",
    Phrase.KEY_TO_ENDS: "the terminal edits the line",
    Phrase.KEY_DO: "of the palette: every word is one",
    Phrase.KEY_PALETTE: "every word is one",
    Phrase.KEY_SUSPEND: "the terminal does it",
    Phrase.KEY_REDRAW: "lines are not drawn",
    Phrase.KEY_SECTION: "lines tell the whole page",
    Inviting.KEY_CODE: "the lines of an invitation end with its code",
}
"""Rows that mean nothing where lines follow each other, and why."""


def face(language: Language = Language.FRENCH) -> Face:
    return Face(language, UNICODE)


def said(state: ClientState, line: str, language: Language = Language.FRENCH) -> Obeyed:
    return obey(state, line, face(language))


def is_understood(state: ClientState, line: str) -> bool:
    answers = said(state, line).answers
    refused = (face().say(LineText.UNKNOWN, line=line), not_now(state, line, face()))
    return not any(answer in refused for answer in answers)


def scenes_of(key: Key) -> Iterator[ClientState]:
    """The scenes in which that row is active."""
    return (state for state in map(state_of, SCENES) if key in active(state))


@for_each("key", KEYS)
def test_every_row_of_the_table_can_be_typed(key: Key) -> None:
    if key.word is not None:
        for state in (*scenes_of(key),)[:3]:
            assert is_understood(state, key.word.french)
            assert is_understood(state, key.word.english)
    elif key.label in OTHERWISE:
        scene, line = OTHERWISE[key.label]
        assert is_understood(state_of(scene), line)
    else:
        assert key.label in LOOKS


def test_no_row_is_excused_that_needs_no_excuse() -> None:
    without = {key.label for key in KEYS if key.word is None}
    assert OTHERWISE.keys() | LOOKS.keys() <= without
    assert not OTHERWISE.keys() & LOOKS.keys()


def test_a_word_that_means_nothing_now_is_known_all_the_same() -> None:
    assert said(state_of("home"), "revanche").answers
    (answer,) = said(state_of("home"), "commencer").answers
    assert answer.startswith("« commencer » est impossible maintenant. Possible : seul, apprendre, ")


@for_each("scene", SCENES)
@pytest.mark.parametrize("language", Language)
def test_what_can_be_typed_now_is_what_the_table_says(scene: str, language: Language) -> None:
    state = state_of(scene, language)
    told = "\n".join(now(state, face(language)))
    for key in active(state):
        assert key.word is None or key.word.within(language) in told


def at_home(*servers: Found) -> ClientState:
    return replace(state_of("home"), found=servers)


def test_home_is_told_once_one_is_there() -> None:
    state = at_home()
    searching = home.search(state).state
    lines = list(news(state, searching, None, face()))
    assert lines[0] == "Vous n'êtes sur aucun serveur."
    assert "seul : Jouer tout de suite avec trois bots" in lines
    assert lines[-1] == "Recherche de serveurs sur le réseau…"


def test_every_choice_of_home_has_a_word() -> None:
    assert set(lobby_commands.WORDS) == set(home.Choice)


def test_a_server_that_is_found_is_told_with_its_number_which_leads_there() -> None:
    searching = home.search(at_home()).state
    came = ServerFound(SERVER)
    found = reduce(searching, came)
    (line,) = news(searching, found, came, face())
    assert line.startswith("1 : Café")
    assert said(found, "1").done.effect == Connect(SERVER.address)
    assert said(found, "2").answers[0] == "Aucun serveur n'a ce numéro."


def test_nobody_found_is_said() -> None:
    searching = home.search(at_home()).state
    (line,) = news(searching, reduce(searching, SearchEnded()), SearchEnded(), face())
    assert line.startswith("Aucun serveur sur le réseau")


def test_home_words_lead_where_they_say() -> None:
    state = at_home()
    assert isinstance(said(state, "seul").done.effect, PlayAlone)
    assert isinstance(said(state, "alone").done.effect, PlayAlone)
    assert said(state, "seul gourmands").done.state.ui.settings.bots is Bots.GREEDY
    assert said(state, "seul champions").done.effect is None
    assert isinstance(said(state, "search").done.effect, SearchServers)
    assert said(state, "adresse 192.168.1.20").done.effect == Connect(Address("192.168.1.20", 24567))
    assert said(state, "adresse host:x").done.effect is None
    named = said(state, "nom Léa B.")
    assert named.done.effect == KeepSettings({"name": "Léa B."})
    assert named.answers == ("Vous vous appelez maintenant Léa B..",)
    assert said(state, "quitter").done.quit


def test_one_goes_to_one_server_at_a_time() -> None:
    bound = said(at_home(SERVER), "1").done.state
    assert said(bound, "seul").done.effect is None
    assert said(bound, "adresse 192.168.1.21").done.effect is None


def up(scene: str) -> ClientState:
    return replace(state_of(scene), link=Link.UP)


def test_the_host_arranges_the_table_by_words() -> None:
    state = up("hosting")
    assert state.table is not None
    table = state.table.table
    assert said(state, "bot o").done.send == (AddBot(table=table, bot="steady", seat=Seat.WEST),)
    assert said(state, "bot ouest gourmand").done.send == (AddBot(table=table, bot="greedy", seat=Seat.WEST),)
    assert said(state, "bot w novice").done.send == (AddBot(table=table, bot="novice", seat=Seat.WEST),)
    assert said(state, "échanger n est").done.send == (SwapSeats(table=table, seats=(Seat.NORTH, Seat.EAST)),)
    assert said(state, "free w").done.send == (ClearSeat(table=table, seat=Seat.WEST),)
    assert said(state, "commencer").done.send == (Begin(table=table, bots="steady"),)


@pytest.mark.parametrize("line", ["bot", "bot x", "bot o champion", "swap n", "swap n n", "free", "free here"])
def test_words_that_lack_a_seat_say_how_they_are_used(line: str) -> None:
    obeyed = said(up("hosting"), line)
    assert obeyed.done.send == ()
    assert len(obeyed.answers) == 1


@pytest.mark.parametrize("line", ["bot o", "swap n e", "free w"])
def test_nothing_is_arranged_in_a_match(line: str) -> None:
    assert said(up("follow"), line).done.send == ()


def test_settings_are_told_and_changed() -> None:
    state = state_of("follow")
    told = said(state, "réglages").answers
    assert len(told) == len(ROWS) + 1
    changed = said(state, "réglages theme sans couleur")
    assert changed.done.effect == KeepSettings({"theme": Theme.MONO})
    assert said(state, "settings 4 mono").done.effect == KeepSettings({"theme": Theme.MONO})
    english = said(state, "réglages 1 anglais")
    assert english.answers == ("1. Language: English (choose from: French, English)",)
    assert said(state, "réglages 4 mauve").done.effect is None
    assert said(state, "réglages name Zoé").done.effect == KeepSettings({"name": "Zoé"})
    assert said(state, "réglages name " + 99 * "x").done.effect is None


def test_a_card_is_prepared_and_dropped() -> None:
    state = up("choosing_ahead")
    prepared = said(state, "préparer 1")
    assert prepared.done.state.ui.premove is not None
    assert prepared.answers[0].endswith("oublier : annuler.")
    assert said(prepared.done.state, "oublier").done.state.ui.premove is None
    assert said(state, "préparer 9").done.state.ui.premove is None


def test_what_was_said_is_told_again() -> None:
    assert 1 < len(said(state_of("follow"), "journal").answers) <= 12
    assert len(said(state_of("lobby"), "journal").answers) == 1


def test_the_hand_in_another_order_is_told() -> None:
    (told,) = said(state_of("follow"), "trier").answers
    assert told.startswith("Main : ")


@pytest.mark.parametrize("named", ["w", "o", "W", "ouest", "west"])
def test_a_seat_is_named_by_its_letter_or_its_word(named: str) -> None:
    assert obey(state_of("lobby"), f"j 1 {named}", Face(Language.FRENCH, UNICODE)).done.send == (
        Join(table="t1", seat=Seat.WEST),
    )


@pytest.mark.parametrize("word", ["parties", "matches", "v"])
def test_matches_of_the_server_are_listed_at_a_table_too(word: str) -> None:
    state = reduce(state_of("over"), LinkUp("Ana", resumed=True, keeps_matches=True))
    listed = said(state, word).done
    assert listed.send == (ListMatches(id=archive.BROWSING),)
    assert said(listed.state, "").done.state.screen is Screen.PLAY


def test_a_number_after_the_list_is_a_card_still() -> None:
    state = reduce(state_of("follow"), LinkUp("Ana", resumed=True, keeps_matches=True))
    asked = replace(said(state, "v").done.state, link=Link.UP)
    (sent,) = said(asked, "5").done.send
    assert isinstance(sent, Act)


@pytest.mark.parametrize("word", ["v", "parties", "matches"])
def test_at_home_one_s_own_matches_are_listed(word: str) -> None:
    assert said(state_of("home"), word).done.effect == PlayAlone(to_browse=True)


@pytest.mark.parametrize("word", ["x", "statistiques"])
def test_where_there_is_no_server_there_are_no_matches(word: str) -> None:
    state = state_of("home")
    obeyed = said(state, word)
    assert "est impossible maintenant" in obeyed.answers[0]
    assert obeyed.done.state == state


def test_a_hand_that_is_played_out_is_told_as_such() -> None:
    state = press(state_of("replay_with_eyes"), "end").state
    told = "\n".join(news(state, said(state, "yeux o").done.state, None, face()))
    assert "plus de cartes" in told
    assert ": ." not in told.replace(" ", "")


@pytest.mark.parametrize("word", [Typed.WEIGH, Typed.KEEP_MATCH, Typed.PLAY, Typed.HISTORY, Typed.EYES])
@pytest.mark.parametrize("language", Language)
def test_the_line_of_a_replay_has_every_word_of_it(word: Typed, language: Language) -> None:
    assert word.within(language) in Playback.TAPE_HOW.within(language)


@pytest.mark.parametrize("language", Language)
def test_help_names_no_word_that_cannot_be_typed_there(language: Language) -> None:
    told = "\n".join(said(state_of("follow", language), "?", language).answers)
    assert f" {Typed.HOME.within(language)}" not in told


def test_file_by_itself_says_what_it_opens() -> None:
    assert said(state_of("home"), "fichier").answers == (Playback.FILE_HOW.french,)


def test_a_file_that_cannot_be_read_is_named_whole() -> None:
    state = reduce(state_of("home"), RecordUnread("~/coinche/saturday/m1.jsonl", "no such file"))
    assert "~/coinche/saturday/m1.jsonl" in "\n".join(news(state_of("home"), state, None, face()))


def help_to_play(state: ClientState) -> str:
    return next(line for line in said(state, "?").answers if line.startswith("Jouer"))


@pytest.mark.parametrize(
    ("rules", "options", "has", "has_not"),
    [
        ("ffb", {}, ("80 c", "capot p", "s surcoincher"), (" sa", " ta", "générale", "coupe")),
        ("online", {}, ("80 c", "80 sa", "capot p", "s surcoincher", "coupe 12"), (" ta", "générale")),
        ("ffb", {"denominations": "S H D C N A", "generale": 1000}, ("80 sa", "80 ta", "générale p"), ()),
        ("ffb", {"denominations": "S D", "surcoinche": None, "bid_minimum": 90}, ("90 p",), ("surcoinche", "90 c")),
    ],
)
def test_help_offers_the_bids_that_the_rules_have(
    rules: str, options: dict[str, object], has: tuple[str, ...], has_not: tuple[str, ...]
) -> None:
    played = Scene(preset=rules, options=options)
    played.join()
    words = help_to_play(played.state)
    assert all(word in words for word in has)
    assert not any(word in words.split("Enchérir")[1] for word in has_not)


def test_help_shows_every_kind_of_bid_where_no_rules_are_chosen_yet() -> None:
    words = help_to_play(state_of("lobby"))
    assert all(word in words for word in ("80 c", "80 sa", "80 ta", "capot p", "générale p", "coupe 12"))


@pytest.mark.parametrize(
    ("scene", "title", "thing", "asked"),
    [
        ("home", "Aide : l'accueil", "Jouer avec trois bots : seul ; reprendre la partie qui attend : reprendre.", ""),
        ("lobby", "Aide : le choix d'une table", "S'asseoir à la table 1 : j 1.", ""),
        ("gathering", "Aide : avant la partie", "Mettre des bots partout : bots.", ""),
        ("cutting", "Aide : la coupe", "Couper ailleurs : coupe 12.", "À vous de couper"),
        ("bidding", "Aide : les enchères", "Passer : p.", "À vous de parler"),
        ("follow", "Aide : le jeu de la carte", "Jouer : le numéro de la carte.", "À vous de jouer"),
        ("recap", "Aide : le décompte de la donne", "Continuer : Entrée.", ""),
        ("replay_of_file", "Aide : revoir une partie", "Avancer d'une carte : Entrée.", ""),
    ],
)
def test_help_begins_with_the_present_situation(scene: str, title: str, thing: str, asked: str) -> None:
    for word in ("?", "aide", "help", "astuce", "tip"):
        first, *things = said(state_of(scene), word).answers
        assert first == title
        assert thing in things[:3]
        assert not asked or things[3].startswith(asked)


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("roi de carreau", Language.FRENCH),
        ("le Roi de Carreau", Language.FRENCH),
        ("king of diamonds", Language.ENGLISH),
        ("the king of diamonds", Language.ENGLISH),
    ],
)
def test_a_card_can_be_typed_in_words(typed: str, language: Language) -> None:
    (sent,) = said(state_of("follow"), typed, language).done.send
    assert isinstance(sent, Act)
    assert sent.action == "KD"


def test_hearts_need_no_ligature() -> None:
    state = state_of("follow")
    assert said(state, "l'as de coeur").done == said(state, "AC").done


def test_an_address_that_failed_is_there_to_be_corrected() -> None:
    state = home.open_address(state_of("home")).state
    for sign in "192.168.1.99":
        state = press(state, sign, sign).state
    state = reduce(press(state, "enter").state, HomeAgain(None))
    assert home.open_address(state).state.ui.entry.text == "192.168.1.99"


@pytest.mark.parametrize(
    ("scene", "language", "typed", "near"),
    [
        ("follow", Language.FRENCH, "conseils", "conseil"),
        ("follow", Language.FRENCH, "regle", "règles"),
        ("follow", Language.ENGLISH, "hnit", "hint"),
        ("home", Language.ENGLISH, "setting sound", "settings"),
        ("hosting", Language.FRENCH, "comencer", "commencer"),
    ],
)
def test_an_unknown_word_is_answered_with_the_closest_one(
    scene: str, language: Language, typed: str, near: str
) -> None:
    (answer,) = obey(state_of(scene, language), typed, face(language)).answers
    assert f": {near}." in answer
    assert typed in answer


def test_a_word_that_is_like_no_other_is_only_unknown() -> None:
    assert said(state_of("follow"), "xylophone").answers == ("Commande inconnue : « xylophone ». ? : aide.",)


@pytest.mark.parametrize(("letter", "word"), [("m", "main"), ("d", "pli"), ("r", "scores"), ("t", "tables")])
def test_the_words_beside_the_letters_of_the_help_can_be_typed(letter: str, word: str) -> None:
    assert said(state_of("follow"), word).answers == said(state_of("follow"), letter).answers != ()
