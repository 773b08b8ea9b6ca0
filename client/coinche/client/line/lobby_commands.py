"""The commands of line mode at home, in the lobby and before a match. Pure.

Home: `alone`, `address`, `name`. Lobby: `j 2 w`, `w 2`, `new Café preset=pagat`, `words open sesame`. Before a match:
`bot W greedy`, `swap W E`, `free W`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.line import narrate
from coinche.client.line.command_result import Obeyed, ObeyWords, seat_named, spelled, spellings
from coinche.client.model.messages import Input, LessonNumber, MatchesWait, SearchEnded, ServerFound
from coinche.client.model.state import ClientState, ExpectedMatch
from coinche.client.model.text_entry import TextEntry
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import LEVELS, OTHER_BOT_WORDS
from coinche.client.texts.line_mode import LineText, Typed
from coinche.client.texts.notices import NoticeText, Waiting
from coinche.client.texts.rules_questions import Spoken
from coinche.client.texts.screens import Phrase
from coinche.client.update import home, lobby, room, rules_form, solo
from coinche.client.update.home import Choice
from coinche.client.update.navigation import Done, Intent, sending
from coinche.client.update.settings import TYPED
from coinche.client.update.table_choices import SHUFFLER
from coinche.client.views.home import bound, waiting_match
from coinche.connection.address import Found
from coinche.connection.error_texts import Trouble
from coinche.engine.rules import InvalidRules
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import AddBot, ClearSeat, SwapSeats
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.settings import Bots


class AtHome(Words):
    """Sentences about the home screen."""

    HERE = ("Vous n'êtes sur aucun serveur.", "You are not on a server.")
    ROW = ("{word} : {what}", "{word}: {what}")
    WITH = ("{word} …", "{word} …")
    NUMBERED = ("{word} {number}", "{word} {number}")
    NOTHING_WAITS = ("Aucune partie n'attend. seul : en commencer une.", "No match is waiting. alone: begin one.")
    SERVER = ("{number} : {server} ({busy})", "{number}: {server} ({busy})")
    ALONE_HOW = (
        "seul : jouer avec trois bots ; seul expert : choisir leur niveau (débutant, moyen, fort, expert).",
        "alone, or alone expert: level of the bots (beginner, steady, strong, expert).",
    )
    ALSO = (
        "Aussi : nom Ana (changer de nom), chercher (les serveurs du réseau), quitter. ? : aide.",
        "Also: name Ana (change your name), search (for servers), quit. ?: help.",
    )
    ADDRESS_HOW = ("adresse 192.168.1.20 : se connecter à ce serveur.", "address 192.168.1.20: connect to that server.")
    NAME_HOW = ("nom Ana : prendre ce nom.", "name Ana: take that name.")
    LEARN_WHERE = (
        "Une leçon commence à l'accueil, au salon, ou à la fin de la première leçon.",
        "A lesson begins at home, in the lobby, or at the end of the first lesson.",
    )
    LEARN_HOW = (
        "apprendre : la prochaine leçon ; apprendre 1, apprendre 2 : la première, la deuxième.",
        "learn: the next lesson; learn 1 or learn 2: that one.",
    )
    NAMED = ("Vous vous appelez maintenant {name}.", "Your name is now {name}.")
    GUEST = ("Avec --guest, aucune partie n'est gardée.", "With --guest, no matches are kept.")
    NO_SUCH_SERVER = ("Aucun serveur n'a ce numéro.", "No server has that number.")


WORDS: Mapping[Choice, Words] = {
    Choice.ALONE: Typed.ALONE,
    Choice.MATCHES: Typed.MATCHES,
    Choice.PRACTISE: Typed.PRACTISE,
    Choice.LEARN: Typed.LEARN,
    Choice.ADDRESS: Typed.ADDRESS,
    Choice.RECORD: Typed.RECORD,
    Choice.RULES: Spoken.QUESTIONS,
    Choice.SETTINGS: Typed.SETTINGS,
}
"""The word for each choice at home."""
_WITH_MORE = frozenset({Choice.ADDRESS, Choice.RECORD})


def told(state: ClientState, face: Face) -> Iterator[str]:
    """Tell where the person is, and the choices."""
    yield face.say(AtHome.HERE)
    yield from waiting(state, face)
    shown = home.rows(state)
    for choice, words in WORDS.items():
        if choice not in shown:
            continue
        word = face.say(words)
        word = face.say(AtHome.WITH, word=word) if choice in _WITH_MORE else word
        yield face.say(AtHome.ROW, word=word, what=face.say(home.title(choice, state)))
    yield face.say(AtHome.ALSO)
    yield from servers(state, face)


def waiting(state: ClientState, face: Face) -> Iterator[str]:
    """The matches that wait, each with the words that go on with it."""
    for number, match in enumerate(state.waiting or (), 1):
        word = face.say(Typed.RESUME)
        named = word if number == 1 else face.say(AtHome.NUMBERED, word=word, number=number)
        yield face.say(AtHome.ROW, word=named, what=waiting_match(match, face))


def servers(state: ClientState, face: Face) -> Iterator[str]:
    """The servers found, each with the number that connects to it."""
    if not state.found:
        yield face.say(Phrase.SEARCHING if state.searching else Phrase.NONE_FOUND)
    for number, server in enumerate(state.found, 1):
        yield _server(number, server, face)


def _server(number: int, server: Found, face: Face) -> str:
    where = face.say(Phrase.SERVER_ROW, name=face.name(server.name), address=server.address, dot=face.glyphs.dot)
    busy = face.say(Phrase.SERVER_BUSY, tables=server.tables, people=server.people)
    return face.say(AtHome.SERVER, number=number, server=where, busy=busy)


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines for a change of the state at home."""
    if after.bound_for and not before.bound_for:
        yield bound(after, face)
    if not conditions.at_home(after) or after.lesson is not None:
        return
    match came:
        case ServerFound():
            new = (pair for pair in enumerate(after.found, 1) if pair[1] not in before.found)
            yield from (_server(number, server, face) for number, server in new)
        case MatchesWait() if after.waiting != before.waiting:
            yield from waiting(after, face)
        case SearchEnded() if before.searching and not after.found:
            yield face.say(Phrase.NONE_FOUND)
        case SearchEnded() if after.found != before.found:
            yield from servers(after, face)
        case _ if after.searching and not before.searching and came is None:
            yield from told(after, face)
        case _ if (
            not conditions.at_home(before) or before.lesson is not None or (before.bound_for and not after.bound_for)
        ):
            yield from told(after, face)


def obeyed(state: ClientState, words: list[str], face: Face) -> Obeyed | None:
    """Execute a line typed at home; None if the words mean the same as elsewhere."""
    if not words:
        return _tell(state, [], face)
    if words[0].isdecimal() and len(words) == 1:
        return _go(state, int(words[0][:4]), face)
    obey = _KNOWN.get(words[0].lower())
    return None if obey is None else obey(state, words[1:], face)


def _go(state: ClientState, number: int, face: Face) -> Obeyed:
    if not 1 <= number <= len(state.found):
        return Obeyed(Done(state), (face.say(AtHome.NO_SUCH_SERVER), *servers(state, face)))
    return Obeyed(home.connect(state, state.found[number - 1].address))


def _tell(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return Obeyed(Done(state), tuple(told(state, face)))


def _doing(intent: Intent) -> ObeyWords:
    return lambda state, words, face: Obeyed(Done(state) if state.bound_for else intent(state))


def _alone(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Play alone, with `alone greedy` against bots of that level this time."""
    kind = TYPED["bots"].get(" ".join(words).lower()) if words else state.ui.settings.bots
    if state.bound_for or not isinstance(kind, Bots):
        return Obeyed(Done(state), (face.say(AtHome.ALONE_HOW),) if not state.bound_for else ())
    settings = replace(state.ui.settings, bots=kind)
    return Obeyed(home.play_now(replace(state, ui=replace(state.ui, settings=settings))))


def _play_on(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Go on with the match of that number, or with the first."""
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) == 1 else 1
    known = state.waiting or ()
    if state.waiting is None and state.expected is not ExpectedMatch.NONE and not state.bound_for and not words:
        return Obeyed(home.choose_expected(state), (face.say(Waiting.OPENS_ONE),))
    if state.bound_for or not 1 <= number <= len(known):
        said = () if state.bound_for else tuple(waiting(state, face)) or (face.say(AtHome.NOTHING_WAITS),)
        return Obeyed(Done(state), said)
    return Obeyed(home.play_on(state, known[number - 1].directory))


def _written(state: ClientState, words: list[str]) -> ClientState:
    """The state with these words in the text entry."""
    return replace(state, ui=replace(state.ui, entry=TextEntry(" ".join(words))))


def learn(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Take the next lesson, with `learn 2` that one; at the end of the first lesson the second follows."""
    number = next((number for number in LessonNumber if words == [number]), None)
    if words and number is None:
        return Obeyed(Done(state), (face.say(AtHome.LEARN_HOW),))
    if state.bound_for or (state.table is not None and not conditions.can_take_next_lesson(state)):
        return Obeyed(Done(state), (face.say(AtHome.LEARN_WHERE),) if state.table else ())
    if number is None and state.lesson is not None:
        number = LessonNumber.SECOND
    return Obeyed((home.learn if number is None else home.take(number))(state))


def _address(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not words or state.bound_for:
        return Obeyed(Done(state), (face.say(AtHome.ADDRESS_HOW),))
    return Obeyed(home.go_to_written(_written(state, words)))


def _name(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not words:
        return Obeyed(Done(state), (face.say(AtHome.NAME_HOW),))
    done = home.call_oneself(_written(state, words))
    kept = done.effect is not None
    return Obeyed(done, (face.say(AtHome.NAMED, name=face.name(" ".join(words))),) if kept else ())


_KNOWN: Mapping[str, ObeyWords] = {
    **spelled(_alone, Typed.ALONE),
    **spelled(_play_on, Typed.RESUME),
    **spelled(_doing(home.practise), Typed.PRACTISE),
    **spelled(_address, Typed.ADDRESS),
    **spelled(_name, Typed.NAME, "n"),
    **spelled(_doing(home.search), Typed.SEARCH),
    "t": _tell,
}


_WATCH = ("w", *spellings(Typed.WATCH))


def names_a_table(words: list[str]) -> bool:
    """Return whether the line names a table of the list: `j 2`, `w 2`."""
    return words[0].lower() in (*_WATCH, "j") and len(words) > 1


def come(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Go to the table of that number: sit down, on a named seat if there is one, or watch."""
    number = int(words[1]) if words[1].isdecimal() and len(words[1]) < 4 else 0
    if not 1 <= number <= len(state.tables):
        return Obeyed(Done(state), tuple(narrate.tables(state, face)))
    info = state.tables[number - 1]
    if info.private and state.passphrase is None:
        return Obeyed(Done(state), (face.say(LineText.WORDS_HOW),))
    if words[0].lower() in _WATCH:
        return Obeyed(lobby.look_at(state, info))
    return Obeyed(lobby.join(state, info, seat_named(words, 2)))


def open_table(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Open a table: `new NAME preset=pagat surcoinche=3 hints=no`, where every part is optional."""
    if state.table is not None:
        return Obeyed(solo.start_anew(state) if state.ui.overlay is Overlay.RESUME else Done(state))
    pairs = [(name, value) for name, sign, value in (word.partition("=") for word in words) if sign]
    name = " ".join(word for word in words if "=" not in word)
    if SHUFFLER in dict(pairs) and not state.fair:
        return Obeyed(Done(state), (face.say(LineText.NO_SHARES),))
    try:
        wish = rules_form.asked_for(state.wish, pairs) if pairs else state.wish
    except InvalidRules as wrong:
        return Obeyed(Done(state), (face.say(NoticeText.NO_SUCH_RULES, why=face.name(str(wrong))),))
    if name and not is_name(name):
        return Obeyed(Done(state), (face.say(Trouble.BAD_NAME, name=face.name(name), longest=MAX_NAME),))
    done = lobby.create(replace(state, wish=replace(wish, table_name=name or wish.table_name)))
    is_overruled = state.hints_decided is not None and wish.hints is not state.hints_decided
    return Obeyed(done, (face.say(NoticeText.HINTS_DECIDED),) if is_overruled and not wish.hints else ())


def keep_words(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Set the passphrase for private tables: `words open sesame`; without words, new tables are public."""
    said = " ".join(words)
    kept = replace(state, passphrase=said or None, wish=replace(state.wish, private=bool(said)))
    return Obeyed(Done(kept), (face.say(LineText.WORDS_KEPT if said else LineText.WORDS_FORGOTTEN),))


class InRoom(Words):
    """Sentences about the usage of these words."""

    BOT_HOW = (
        "bot o : un bot en Ouest ; bot o fort : un bot de ce niveau (débutant, moyen, fort, expert).",
        "bot w: a bot in the West seat; bot w strong: a bot of that level (beginner, steady, strong, expert).",
    )
    SWAP_HOW = ("échanger n e : échanger ces deux places.", "swap n e: swap those two seats.")
    CLEAR_HOW = ("libérer o : libérer cette place.", "free w: free that seat.")
    NOT_GATHERING = ("Possible seulement avant la première donne.", "Only possible before the first deal.")


_KINDS: Mapping[str, str] = {
    word: kind for kind, level in LEVELS.items() for word in (kind, level.french, level.english)
} | {word: level.name.lower() for word, level in OTHER_BOT_WORDS.items()}


def _bot(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Put a bot on a seat, or replace the bot there; during a match only the host may replace one."""
    table, seat = state.table, seat_named(words, 0)
    if table is None or not (table.gathering or room.is_host(state)):
        return _not_here(state, face)
    if not table.gathering and seat is not None and not room.has_bot(table, seat):
        return _not_here(state, face)
    kind = _kind(state, " ".join(words[1:]))
    if seat is None or kind is None:
        return Obeyed(Done(state), (face.say(InRoom.BOT_HOW),))
    return Obeyed(sending(state, AddBot(table=table.table, bot=kind, seat=seat)))


def _kind(state: ClientState, word: str) -> str | None:
    """The server's name for a level of bots, by default its usual one; None if the word is unknown."""
    word = word.lower()
    return lobby.bot(state) if not word else _KINDS.get(word, word if word in state.bots else None)


def _swap(state: ClientState, words: list[str], face: Face) -> Obeyed:
    table = state.table
    if table is None or not table.gathering:
        return _not_here(state, face)
    first, second = seat_named(words, 0), seat_named(words, 1)
    if first is None or second is None or first is second:
        return Obeyed(Done(state), (face.say(InRoom.SWAP_HOW),))
    return Obeyed(sending(state, SwapSeats(table=table.table, seats=(first, second))))


def _clear(state: ClientState, words: list[str], face: Face) -> Obeyed:
    table, seat = state.table, seat_named(words, 0)
    if table is None or not table.gathering:
        return _not_here(state, face)
    if seat is None:
        return Obeyed(Done(state), (face.say(InRoom.CLEAR_HOW),))
    return Obeyed(sending(state, ClearSeat(table=table.table, seat=seat)))


def _not_here(state: ClientState, face: Face) -> Obeyed:
    return Obeyed(Done(state), (face.say(InRoom.NOT_GATHERING),))


KNOWN: Mapping[str, ObeyWords] = {
    **spelled(learn, Typed.LEARN),
    **spelled(_bot, Typed.BOT),
    **spelled(_swap, Typed.SWAP),
    **spelled(_clear, Typed.CLEAR),
}
