"""Home in the line mode: what is told of it, and the words that lead somewhere from there. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from coinche.client import home, moments
from coinche.client.choosing import TYPED
from coinche.client.home import Choice
from coinche.client.inputs import Input, SearchEnded, ServerFound
from coinche.client.intents import Done, Intent
from coinche.client.model import ClientState
from coinche.client.phrases import Phrase
from coinche.client.rules.question_words import Spoken
from coinche.connection.address import Found
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.settings import Bots

from .obeyed import Obeyed, ObeyWords
from .typed import Typed


class AtHome(Words):
    """What is said there."""

    HERE = ("Vous n'êtes sur aucun serveur.", "You are at no server.")
    ROW = ("{word} : {what}", "{word}: {what}")
    WITH = ("{word} …", "{word} …")
    SERVER = ("{number} : {server} ({busy})", "{number}: {server} ({busy})")
    ALONE_HOW = (
        "seul, ou seul experts : les bots sont solides, forts, experts ou débutants.",
        "alone, or alone expert: the bots are steady, strong, expert or novices.",
    )
    ALSO = (
        "Aussi : nom Ana (s'appeler ainsi), chercher (encore), réglages, quitter. ? : aide.",
        "Also: name Ana (be called that), search (again), settings, quit. ?: help.",
    )
    ADDRESS_HOW = ("adresse 192.168.1.20 : y aller.", "address 192.168.1.20: go there.")
    NAME_HOW = ("nom Ana : s'appeler ainsi.", "name Ana: be called that.")
    NAMED = ("Désormais vous vous appelez {name}.", "From now on you are called {name}.")
    NO_SUCH_SERVER = ("Pas de serveur de ce numéro.", "There is no server of that number.")


WORDS: Mapping[Choice, Words] = {
    Choice.ALONE: Typed.ALONE,
    Choice.LEARN: Typed.LEARN,
    Choice.ADDRESS: Typed.ADDRESS,
    Choice.RECORD: Typed.RECORD,
    Choice.RULES: Spoken.QUESTIONS,
}
"""What is typed for each thing that can be done at home."""
_WITH_MORE = frozenset({Choice.ADDRESS, Choice.RECORD})


def told(state: ClientState, face: Face) -> Iterator[str]:
    """Where one is, and what can be done."""
    yield face.say(AtHome.HERE)
    for choice, words in WORDS.items():
        word = face.say(words)
        word = face.say(AtHome.WITH, word=word) if choice in _WITH_MORE else word
        yield face.say(AtHome.ROW, word=word, what=face.say(choice))
    yield face.say(AtHome.ALSO)
    yield from servers(state, face)


def servers(state: ClientState, face: Face) -> Iterator[str]:
    """Those that were found, each with the number that leads there."""
    if not state.found:
        yield face.say(Phrase.SEARCHING if state.searching else Phrase.NONE_FOUND)
    for number, server in enumerate(state.found, 1):
        yield _server(number, server, face)


def _server(number: int, server: Found, face: Face) -> str:
    where = face.say(Phrase.SERVER_ROW, name=face.name(server.name), address=server.address, dot=face.glyphs.dot)
    busy = face.say(Phrase.SERVER_BUSY, tables=server.tables, people=server.people)
    return face.say(AtHome.SERVER, number=number, server=where, busy=busy)


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """What to say at home about a change of the state."""
    if after.bound_for and not before.bound_for:
        bound = Phrase.BOUND_ALONE if after.solo else Phrase.BOUND_FOR
        yield face.say(bound, server=face.name(after.bound_for))
    if not moments.at_home(after) or after.lesson is not None:
        return
    match came:
        case ServerFound():
            new = (pair for pair in enumerate(after.found, 1) if pair[1] not in before.found)
            yield from (_server(number, server, face) for number, server in new)
        case SearchEnded() if not after.found:
            yield face.say(Phrase.NONE_FOUND)
        case _ if after.searching and not before.searching and came is None:
            yield from told(after, face)
        case _ if (
            not moments.at_home(before) or before.lesson is not None or (before.bound_for and not after.bound_for)
        ):
            yield from told(after, face)


def obeyed(state: ClientState, words: list[str], face: Face) -> Obeyed | None:
    """What comes of the line; None where it means the same elsewhere."""
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
    """`alone`, or `alone greedy`: with bots of that kind this time."""
    kind = TYPED["bots"].get(" ".join(words).lower()) if words else state.ui.settings.bots
    if state.bound_for or not isinstance(kind, Bots):
        return Obeyed(Done(state), (face.say(AtHome.ALONE_HOW),) if not state.bound_for else ())
    settings = replace(state.ui.settings, bots=kind)
    return Obeyed(home.play_alone(replace(state, ui=replace(state.ui, settings=settings))))


def _written(state: ClientState, words: list[str]) -> ClientState:
    """As if that had been written into a field."""
    return replace(state, ui=replace(state.ui, line=" ".join(words)))


def _address(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not words or state.bound_for:
        return Obeyed(Done(state), (face.say(AtHome.ADDRESS_HOW),))
    return Obeyed(home.go_to_written(_written(state, words)))


def _name(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not words:
        return Obeyed(Done(state), (face.say(AtHome.NAME_HOW),))
    done = home.call_oneself(_written(state, words))
    kept = done.errand is not None
    return Obeyed(done, (face.say(AtHome.NAMED, name=face.name(" ".join(words))),) if kept else ())


def _known(pairs: Iterable[tuple[Words, ObeyWords]]) -> dict[str, ObeyWords]:
    return {word: obey for words, obey in pairs for word in (words.french, words.english)}


_KNOWN: Mapping[str, ObeyWords] = {
    **_known(
        (
            (Typed.ALONE, _alone),
            (Typed.LEARN, _doing(home.learn)),
            (Typed.ADDRESS, _address),
            (Typed.NAME, _name),
            (Typed.SEARCH, _doing(home.search)),
        )
    ),
    "n": _name,
    "t": _tell,
}
