"""Home: intents for choosing a server, and for games and tools that need none. Pure."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.effects import Connect, GoHome, Learn, PlayAlone, Practise, SearchServers
from coinche.client.model.messages import LessonNumber, WaitingMatch
from coinche.client.model.notices import BadName, Ended, Misread
from coinche.client.model.state import ClientState, ExpectedMatch, Screen
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.update import navigation
from coinche.connection.address import Address, Found, MalformedAddress, read_address
from coinche.connection.errors import CannotConnect, ConnectFailure
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.settings import Bots

from .navigation import Done, Intent, renaming, setting, showing
from .rules_questions import open_questions
from .settings import open_settings
from .text_entry import closed, open_field

_FIRST_SERVER = 2
"""The number of the first server's line, counted from that of the match against bots."""
MOST_FOUND = 64
"""Maximum number of servers listed: any machine on the network may claim to be a server."""


class Choice(Words):
    """Choices on the home screen, besides the matches that wait and the servers found, in the order of their use."""

    ALONE = ("Jouer tout de suite avec trois bots", "Play now with three bots")
    ADDRESS = ("Se connecter à une adresse", "Connect to an address")
    LEARN = ("Apprendre à jouer, pas à pas", "Learn to play, step by step")
    PRACTISE = (
        "S'entraîner en reprenant ses coups",
        "Practise: take moves back",
    )
    MATCHES = ("Vos parties et vos statistiques", "Your matches and statistics")
    RULES = ("Trouver les règles de votre table", "Find the rules of your table")
    RECORD = ("Revoir une partie d'un fichier", "Replay a match from a file")
    SETTINGS = ("Changer les réglages", "Change the settings")


class NextLesson(Words):
    """The choice of a lesson once the first one is done: the second one, or any one again."""

    SECOND = ("Apprendre : deuxième leçon", "Learn: second lesson")
    AGAIN = ("Revoir les leçons", "Take the lessons again")


class ExpectedMatchRow(Words):
    """The line of a match that is likely to wait, until a server has told of it."""

    MATCH = ("Reprendre votre partie…", "Carry on with your match…")


Row = WaitingMatch | ExpectedMatchRow | Found | Choice


class AboutRow(Words):
    """A sentence about each line of the home screen, by the name of its choice."""

    WAITING = (
        "Comme vous l'avez laissée, en {target} points, {rules}.",
        "Just as you left it, to {target} points, {rules}.",
    )
    EXPECTED = (
        "La partie que vous avez laissée. Entrée la reprend.",
        "The match that you left. Press Enter to carry on.",
    )
    SERVER = ("Entrée pour voir ses tables et ses joueurs.", "Enter to see its tables and players.")
    ALONE = (
        "Une partie tout de suite, sans réseau. ← → : niveau des bots.",
        "A match right away, without a network. ← → set the level of the bots.",
    )
    ALONE_BESIDE = (
        "Une nouvelle partie ; celle qui attend reste là. ← → : niveau des bots.",
        "A new match; the one that waits stays. ← → set the level of the bots.",
    )
    MATCHES = (
        "Vos résultats, vos progrès ; revoyez chaque partie, avec vos erreurs.",
        "Your results and progress; replay any match, with your mistakes.",
    )
    PRACTISE = (
        "Une partie avec des bots ; Retour arrière reprend un coup. Rien n'est gardé.",
        "A match with bots in which you can take moves back (Backspace). Nothing is kept.",
    )
    LEARN = (
        "Une vraie donne, expliquée carte par carte. Aucune connaissance nécessaire.",
        "A real deal, explained card by card. No knowledge needed.",
    )
    SECOND = (
        "Trois donnes : l'enchère du partenaire, la belote, les annonces, la coinche.",
        "Declarations, belote, coinche, and what your partner's bid says: three deals.",
    )
    AGAIN = (
        "La première leçon, puis la deuxième, si vous voulez.",
        "The first lesson, then the second.",
    )
    ADDRESS = (
        "L'adresse du serveur d'un ami, par exemple 192.168.1.20.",
        "The address of a friend's server, 192.168.1.20 for example.",
    )
    RULES = (
        "Six questions sur vos habitudes : vos tables joueront pareil.",
        "Six questions on how you usually play: your tables will play the same way.",
    )
    RECORD = (
        "Une partie que vous avez enregistrée, donne par donne, carte par carte.",
        "A match that you have saved, deal by deal, card by card.",
    )
    SETTINGS = (
        "Thème, langue, sonnerie, souris… F2 les ouvre de partout, même à table.",
        "Theme, language, bell, mouse… F2 opens them from anywhere, even at a table.",
    )

    @classmethod
    def of(cls, state: ClientState, row: Row) -> AboutRow:
        """The sentence about this line."""
        match row:
            case WaitingMatch():
                return cls.WAITING
            case ExpectedMatchRow():
                return cls.EXPECTED
            case Found():
                return cls.SERVER
            case Choice.ALONE if _to_go_on(state):
                return cls.ALONE_BESIDE
            case Choice():
                return cls[title(row, state).name]


def title(choice: Choice, state: ClientState) -> Words:
    """The text of a choice; that of the lessons names the one that comes next."""
    if choice is not Choice.LEARN or LessonNumber.FIRST not in state.lessons:
        return choice
    return NextLesson.AGAIN if LessonNumber.SECOND in state.lessons else NextLesson.SECOND


def rows(state: ClientState) -> tuple[Row, ...]:
    """The lines of the home screen: alone, then with friends, then everything else. A guest has no matches.

    Servers stand below the line for an address, which keeps its place when they come and go.
    """
    alone, *others = (choice for choice in Choice if choice is not Choice.MATCHES or owns_matches(state))
    address, *others = others
    return (*_to_go_on(state), alone, address, *state.found, *others)


def _to_go_on(state: ClientState) -> tuple[Row, ...]:
    """The lines of the matches that wait, or the one of a match that is likely to."""
    if state.waiting is not None:
        return state.waiting
    return (ExpectedMatchRow.MATCH,) if state.expected is not ExpectedMatch.NONE else ()


def owns_matches(state: ClientState) -> bool:
    """True if the solo matches of this machine are the person's own."""
    return not state.guest


def row_of_servers(state: ClientState) -> int:
    """The number of the line of the first server."""
    return len(_to_go_on(state)) + _FIRST_SERVER


def heard(state: ClientState, server: Found) -> ClientState:
    """Add a server, or update it under its first address; the cursor stays on its line."""
    here = [server.is_same(other) for other in state.found]
    if any(here) or len(state.found) >= MOST_FOUND:
        pairs = zip(here, state.found, strict=True)
        told = (replace(server, address=other.address) if same else other for same, other in pairs)
        return replace(state, found=tuple(told))
    below = state.screen is Screen.HOME and state.ui.row >= row_of_servers(state) + len(state.found)
    row = state.ui.row + 1 if below else state.ui.row
    left = state.home_row
    if left is not None and left >= _FIRST_SERVER + len(state.found):
        left += 1
    return replace(state, found=(*state.found, server), home_row=left, ui=replace(state.ui, row=row))


def search_ended(state: ClientState, gone: tuple[Found, ...]) -> ClientState:
    """Take servers that no longer answer off the list; the cursor stays on its line, or goes to that for an address.

    Away from home the list stays as it is: it has the name of the server where the person is.
    """
    ended = replace(state, searching=False)
    if state.screen is not Screen.HOME or state.bound_for:
        return ended
    left = tuple(one for one in state.found if not any(one.is_same(other) for other in gone))
    return _listing(ended, left) if left != state.found else ended


def _listing(state: ClientState, found: tuple[Found, ...]) -> ClientState:
    """The state with these servers in the list; the cursor stays on its line, or goes to that for an address."""
    under, listed = under_cursor(state), replace(state, found=found)
    lines = rows(listed)
    return replace(listed, ui=replace(listed.ui, row=lines.index(under if under in lines else Choice.ADDRESS)))


_NOBODY_THERE = frozenset(
    {ConnectFailure.REFUSED, ConnectFailure.UNREACHABLE, ConnectFailure.TIMED_OUT, ConnectFailure.UNKNOWN_HOST}
)


def without_unreachable(state: ClientState, why: Ended) -> ClientState:
    """Take a server off the list that could not be reached."""
    if not isinstance(why, CannotConnect) or why.reason not in _NOBODY_THERE:
        return state
    return replace(state, found=tuple(one for one in state.found if one.address != why.address))


def looks_for_matches(state: ClientState) -> bool:
    """True at home until the matches that wait have been looked for."""
    return state.screen is Screen.HOME and state.waiting is None and not state.bound_for and owns_matches(state)


def may_search_again(state: ClientState) -> bool:
    """True at home while no search is shown, and the person is not on their way to a server."""
    return state.screen is Screen.HOME and not (state.searching or state.bound_for)


def offered(state: ClientState, waiting: tuple[WaitingMatch, ...]) -> ClientState:
    """Offer these matches; the cursor goes to the first, or stays on its line if the person has moved it.

    A server that has been started meanwhile may hold one of them: then they are looked for again.
    """
    if state.screen is not Screen.HOME or state.bound_for:
        return state
    more = len(waiting) - len(_to_go_on(state))
    row = state.ui.row + more if state.ui.row_chosen else 0
    ui = replace(state.ui, row=max(0, row))
    return replace(state, waiting=waiting, expected=ExpectedMatch.NONE, ui=ui)


def under_cursor(state: ClientState) -> Row:
    """The line under the cursor."""
    all_rows = rows(state)
    return all_rows[min(state.ui.row, len(all_rows) - 1)]


def move(by: int) -> Intent:
    """Move the cursor; a match that was chosen before it was found is no longer."""

    def intent(state: ClientState) -> Done:
        expected = ExpectedMatch.NONE if state.expected is ExpectedMatch.NONE else ExpectedMatch.LIKELY
        here = replace(state, expected=expected)
        return showing(here, row=(state.ui.row + by) % len(rows(state)), row_chosen=True)

    return intent


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
        case WaitingMatch(directory=directory):
            return play_on(state, directory)
        case ExpectedMatchRow():
            return choose_expected(state)
        case Found(address=address):
            return connect(state, address)
        case Choice.ALONE:
            return play_now(state)
        case Choice.MATCHES:
            return browse_own(state)
        case Choice.PRACTISE:
            return practise(state)
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
    """Begin to write an address; one is proposed, which the first sign typed replaces.

    An address that has just failed is there to be corrected, once; else it is that of the last server.
    """
    entry = TextEntry(state.typed_address or state.last_address, proposed=True)
    return showing(replace(state, typed_address=""), overlay=Overlay.ADDRESS, entry=entry, option=0)


def connect(state: ClientState, address: Address) -> Done:
    """Connect to a server, where a new table waits for other people again."""
    wish, at = replace(state.wish, bots=False), str(address)
    left_seat = state.left_seat if at == state.last_address else None
    gone = _leaving(closed(state))
    bound = replace(gone, bound_for=at, server=at, solo=False, left_seat=left_seat, notice=None, wish=wish)
    return Done(bound, effect=Connect(address))


def _leaving(state: ClientState) -> ClientState:
    """The state that remembers the line under the cursor, to which the cursor comes back."""
    below = state.ui.row - len(_to_go_on(state))
    return replace(state, left_seat=None, home_row=below if state.screen is Screen.HOME and below > 0 else None)


def play_alone(state: ClientState) -> Done:
    """Open a private table with three bots; at home again, the cursor goes to the match that waits."""
    wish = replace(state.wish, bots=True)
    return Done(replace(_leaving(state), bound_for="solo", solo=True, notice=None, wish=wish), effect=PlayAlone())


def play_now(state: ClientState) -> Done:
    """Begin a match with three bots; one that waits keeps its line."""
    begun = play_alone(replace(state, goes_on=""))
    return replace(begun, effect=PlayAlone(beside_waiting=True)) if _to_go_on(state) else begun


def play_on(state: ClientState, directory: str) -> Done:
    """Go on with a match that waits."""
    return replace(play_alone(replace(state, goes_on=directory)), effect=PlayAlone(waiting=directory))


def stay(state: ClientState) -> Done:
    """Give up the way to a server, or to the match that is looked for."""
    if not state.bound_for:
        return Done(replace(state, expected=ExpectedMatch.LIKELY))
    return Done(navigation.at_home(state), effect=GoHome(said_bye=False))


def choose_expected(state: ClientState) -> Done:
    """Go on with the match that is expected as soon as it is found."""
    return Done(replace(state, expected=ExpectedMatch.CHOSEN, notice=None))


def go_on_with_first(state: ClientState) -> Done:
    """Go on with the match played last, unless the person does something else by now."""
    elsewhere = state.screen is not Screen.HOME or state.ui.overlay is not None or state.lesson is not None
    if elsewhere or state.bound_for or not state.waiting:
        return Done(state)
    return play_on(state, state.waiting[0].directory)


def browse_own(state: ClientState) -> Done:
    """List the matches that the person has played with bots."""
    done = play_alone(state)
    return replace(done, state=replace(done.state, browses_own=True), effect=PlayAlone(to_browse=True))


def practise(state: ClientState) -> Done:
    """Play a whole match for practice with three bots, at a server that keeps nothing."""
    return Done(replace(_leaving(state), bound_for="solo", solo=True, notice=None), effect=Practise())


def learn(state: ClientState) -> Done:
    """Start the first lesson that has not been taken; once all have, the first again."""
    return take(next((number for number in LessonNumber if number not in state.lessons), LessonNumber.FIRST))(state)


def take(number: LessonNumber) -> Intent:
    """Start that lesson; one that is in progress ends."""
    return lambda state: Done(navigation.after_lesson(state), effect=Learn(number))


def after_lesson(state: ClientState) -> Done:
    """Return to the state before the lesson; at home, the cursor moves to playing with bots."""
    back = navigation.after_lesson(state)
    if back.screen is not Screen.HOME:
        return Done(back)
    return showing(back, row=rows(back).index(Choice.ALONE), row_chosen=True)


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
    return renaming(closed(state), name)


def search(state: ClientState) -> Done:
    """Search for servers again."""
    return Done(_listing(replace(state, searching=True), ()), effect=SearchServers())
