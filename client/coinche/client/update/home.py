"""Home: intents for choosing a server, and for games and tools that need none. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import Connect, Learn, PlayAlone, SearchServers
from coinche.client.model.messages import Course
from coinche.client.model.notices import BadName, Misread
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.update import navigation
from coinche.connection.address import Address, Found, MalformedAddress, read_address
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.settings import Bots

from .navigation import Done, Intent, setting, showing
from .rules_questions import open_questions
from .settings import open_settings
from .text_entry import closed, open_field

MOST_FOUND = 64
"""Maximum number of servers listed: any machine on the network may claim to be a server."""


class Choice(Words):
    """Choices on the home screen, besides the servers found."""

    ALONE = ("Jouer tout de suite avec trois bots", "Play now with three bots")
    MATCHES = ("Vos parties avec les bots", "Your matches with bots")
    LEARN = ("Apprendre à jouer, pas à pas", "Learn to play, step by step")
    ADDRESS = ("Se connecter à une adresse", "Connect to an address")
    RULES = ("Trouver nos règles en six questions", "Find our rules with six questions")
    RECORD = ("Revoir une partie enregistrée dans un fichier", "Replay a match recorded in a file")
    SETTINGS = ("Changer les réglages", "Change the settings")


class NextLesson(Words):
    """The choice of a lesson once the first one is done: the second one, or any one again."""

    SECOND = ("Apprendre : deuxième leçon", "Learn: second lesson")
    AGAIN = ("Revoir les leçons", "Take the lessons again")


Row = Found | Choice


class AboutRow(Words):
    """A sentence about each line of the home screen, by the name of its choice."""

    SERVER = ("Entrée pour voir ses tables et ses joueurs.", "Enter to see its tables and players.")
    ALONE = (
        "Une partie tout de suite, sans réseau. ← → règle le niveau des bots.",
        "A match right away, without a network. ← → sets the level of the bots.",
    )
    MATCHES = (
        "Vos résultats et vos progrès ; chaque partie se revoit, avec vos décisions les plus chères.",
        "Your results and your progress; replay any match, with your costliest decisions.",
    )
    LEARN = (
        "Une vraie donne, expliquée carte par carte. Aucune connaissance nécessaire.",
        "A real deal, explained card by card. No knowledge needed.",
    )
    SECOND = (
        "Annonces, belote, coinche, et ce que dit l'enchère du partenaire : trois donnes.",
        "Declarations, belote, coinche, and what your partner's bid says: three deals.",
    )
    AGAIN = (
        "La première leçon, puis la deuxième, d'une touche.",
        "The first lesson, and the second one a key away.",
    )
    ADDRESS = (
        "L'adresse du serveur d'un ami, par exemple 192.168.1.20.",
        "The address of a friend's server, 192.168.1.20 for example.",
    )
    RULES = (
        "Dites comment vous jouez d'habitude : vos tables joueront pareil.",
        "Say how you usually play: your tables will play the same way.",
    )
    RECORD = (
        "Une partie que vous avez gardée, donne par donne, carte par carte.",
        "A match that you have saved, deal by deal, card by card.",
    )
    SETTINGS = (
        "Thème, langue, sonnerie, souris… F2 les ouvre de partout, même à table.",
        "Theme, language, bell, mouse… F2 opens them from anywhere, even at a table.",
    )

    @classmethod
    def of(cls, row: Row, state: ClientState) -> AboutRow:
        """The sentence about this line."""
        return cls.SERVER if isinstance(row, Found) else cls[title(row, state).name]


def title(choice: Choice, state: ClientState) -> Words:
    """The text of a choice; that of the lessons names the one that comes next."""
    if choice is not Choice.LEARN or Course.FIRST not in state.lessons:
        return choice
    return NextLesson.AGAIN if Course.SECOND in state.lessons else NextLesson.SECOND


def rows(state: ClientState) -> tuple[Row, ...]:
    """The lines of the home screen, servers first."""
    return (*state.found, *Choice)


def under_cursor(state: ClientState) -> Row:
    """The line under the cursor."""
    all_rows = rows(state)
    return all_rows[min(state.ui.row, len(all_rows) - 1)]


def move(by: int) -> Intent:
    """Move the cursor."""
    return lambda state: showing(state, row=(state.ui.row + by) % len(rows(state)))


def other_bots(by: int) -> Intent:
    """Change the kind of bots."""

    def intent(state: ClientState) -> Done:
        kinds = tuple(Bots)
        return setting(state, bots=kinds[(kinds.index(state.ui.settings.bots) + by) % len(kinds)])

    return intent


def at_row(row: int) -> Intent:
    """Choose a line by mouse."""
    return lambda state: choose(replace(state, ui=replace(state.ui, row=row)))


def choose(state: ClientState) -> Done:
    """Do what the line under the cursor says."""
    if state.bound_for:
        return Done(state)
    match under_cursor(state):
        case Found(address=address):
            return connect(state, address)
        case Choice.ALONE:
            return play_alone(state)
        case Choice.MATCHES:
            return browse_own(state)
        case Choice.LEARN:
            return learn(state)
        case Choice.ADDRESS:
            return open_address(state)
        case Choice.RECORD:
            return open_field(Overlay.RECORD)(state)
        case Choice.RULES:
            return open_questions(state)
        case Choice.SETTINGS:
            return open_settings(state)


def open_address(state: ClientState) -> Done:
    """Begin to write an address, with the one that was typed last."""
    return showing(state, overlay=Overlay.ADDRESS, entry=TextEntry(state.typed_address), option=0)


def connect(state: ClientState, address: Address) -> Done:
    """Connect to a server."""
    bound = replace(closed(state), bound_for=str(address), server=str(address), solo=False, notice=None)
    return Done(bound, effect=Connect(address))


def play_alone(state: ClientState) -> Done:
    """Open a private table with three bots."""
    bound = replace(state, bound_for="solo", solo=True, notice=None, wish=replace(state.wish, bots=True))
    return Done(bound, effect=PlayAlone())


def browse_own(state: ClientState) -> Done:
    """List the matches that the person has played with bots."""
    done = play_alone(state)
    return replace(done, state=replace(done.state, browses_own=True), effect=PlayAlone(to_browse=True))


def learn(state: ClientState) -> Done:
    """Start the first lesson that has not been taken; once all have, the first again."""
    return take(next((course for course in Course if course not in state.lessons), Course.FIRST))(state)


def take(course: Course) -> Intent:
    """Start that lesson; one that is in progress ends."""
    return lambda state: Done(navigation.after_lesson(state), effect=Learn(course))


def after_lesson(state: ClientState) -> Done:
    """Return to the state before the lesson; at home, the cursor moves to playing with bots."""
    back = navigation.after_lesson(state)
    return showing(back, row=rows(back).index(Choice.ALONE)) if back.screen is Screen.HOME else Done(back)


def go_to_written(state: ClientState) -> Done:
    """Connect to the server whose address was entered."""
    try:
        address = read_address(state.ui.entry.text.strip())
    except MalformedAddress as wrong:
        return Done(replace(state, notice=Misread(wrong)))
    return connect(replace(state, typed_address=state.ui.entry.text.strip()), address)


def call_oneself(state: ClientState) -> Done:
    """Take the name entered."""
    name = state.ui.entry.text.strip()
    if name and not is_name(name):
        return Done(replace(state, notice=BadName(name)))
    return setting(closed(state), name=name)


def search(state: ClientState) -> Done:
    """Search for servers again."""
    return Done(replace(state, found=(), searching=True), effect=SearchServers())
