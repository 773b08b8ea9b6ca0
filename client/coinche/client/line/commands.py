"""The words of line mode: a typed line becomes an intent or lines of answer. Pure.

The keymap gives a word for everything that a key can do; this module adds words with arguments and short forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from coinche.client.keys import KEYS, Key, active, conditions, move_conditions, page_of
from coinche.client.line import admission, lobby_commands, narrate, replay_commands, settings_commands
from coinche.client.line.command_result import Obey, Obeyed, ObeyWords, Vocabulary, nearest, not_now, spelled
from coinche.client.model.bid_pad import read_bid
from coinche.client.model.hand_order import laid_out
from coinche.client.model.messages import LessonNumber
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import CutCursor
from coinche.client.texts import line_mode
from coinche.client.texts.admission import LettingIn
from coinche.client.texts.conventions import ConventionText
from coinche.client.texts.glossary import OF_THE_GAME
from coinche.client.texts.help import LineHelp
from coinche.client.texts.line_mode import LineText, Typed
from coinche.client.texts.people import InLobby
from coinche.client.texts.rules_questions import Spoken
from coinche.client.texts.table_events import sentence_after
from coinche.client.update import (
    bidding,
    card_play,
    chat,
    home,
    lobby,
    navigation,
    rules_form,
    table_requests,
    timing_and_premove,
)
from coinche.client.update.chat import is_heard
from coinche.client.update.navigation import Done, Intent
from coinche.client.update.rules_form import Rulebook
from coinche.client.views import people, phone, seats
from coinche.client.views.status import said_if_left
from coinche.engine.actions import CUTS, Coinche, MakeBid, Pass, Surcoinche
from coinche.engine.cards import PACK, Card, Rank, Suit
from coinche.engine.presets import PRESETS
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII
from coinche.text.language import Language


def meant(state: ClientState, text: str) -> Intent | None:
    """The intent of a word in this state; None if it has none now."""
    rows = (key for key in active(state) if _is_typed(key, text) and len(set(key.intents)) == 1)
    return next((key.intents[0] for key in rows), None)


_KNOWN = frozenset(typed for key in KEYS if key.word is not None for typed in (key.word.french, key.word.english))


def is_known(text: str) -> bool:
    """Return whether the text is a word of the keymap, now or in another state."""
    return text.casefold() in _KNOWN


def _is_typed(key: Key, text: str) -> bool:
    return key.word is not None and text.casefold() in (key.word.french, key.word.english)


def now(state: ClientState, face: Face) -> Iterator[str]:
    """A sentence with every word that can be typed now, and its meaning."""
    said = tuple(dict.fromkeys(_told(key, key.word, face) for key in active(state) if key.word is not None))
    if said:
        yield face.say(Vocabulary.NOW, words=", ".join(said))


def _told(key: Key, word: Words, face: Face) -> str:
    label, typed = face.say(key.label), face.say(word)
    return typed if label == typed else face.say(Vocabulary.WORD, word=typed, what=label)


MOST_TOLD = 12
"""Sentences of the log that are repeated on request."""


class OfCards(Words):
    """Sentences about premoves and the log."""

    PREPARED = (
        "Carte préparée : {card}. Elle sera jouée à votre tour, si elle est permise. oublier : annuler.",
        "{card}: played on your turn, if it is allowed. drop: cancel.",
    )
    DROPPED = ("Aucune carte préparée.", "No card prepared.")
    PREPARE_HOW = (
        "préparer 3 : choisir d'avance la carte 3 ; elle sera jouée à votre tour.",
        "prepare 3: choose that card for your turn while the others play.",
    )
    NOTHING_YET = ("Le journal est encore vide.", "The log is still empty.")


def prepare(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Prepare a card while the others play: `prepare 3`."""
    cards = laid_out(state.table, state.ui) if state.table is not None else ()
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) == 1 else 0
    if not move_conditions.can_prepare(state) or not 1 <= number <= len(cards):
        return Obeyed(Done(state), (face.say(OfCards.PREPARE_HOW),))
    done = timing_and_premove.premove_at(number - 1)(state)
    meant = done.state.ui.premove
    return Obeyed(
        done, (face.say(OfCards.PREPARED, card=face.short_card(meant)) if meant else face.say(OfCards.DROPPED),)
    )


def drop(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Cancel the premove."""
    return Obeyed(timing_and_premove.cancel_premove(state), (face.say(OfCards.DROPPED),))


def log(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Repeat the latest events."""
    table = state.table
    if table is None:
        return Obeyed(Done(state), (face.say(OfCards.NOTHING_YET),))
    who = narrate.listener(table, face)
    heard = ((at, event) for at, event in enumerate(table.log) if is_heard(state, event))
    told = (sentence_after(table.log[:at], event, seats.listener_at(table, at, who)) for at, event in heard)
    return Obeyed(Done(state), tuple(filter(None, told))[-MOST_TOLD:] or (face.say(OfCards.NOTHING_YET),))


def obey(state: ClientState, line: str, face: Face) -> Obeyed:
    """Execute a typed line."""
    looked_back = replay_commands.obeyed(state, line, face)
    if looked_back is not None:
        return looked_back
    state, words = admission.put_away(replay_commands.put_away(state)), line.split()
    if not words:
        return _go_on(state, face)
    if settings_commands.is_asked(state) and line.strip().isdecimal() and len(words[0]) <= 2:
        return settings_commands.answer(state, int(words[0]), face)
    if conditions.at_home(state) and (obeyed := lobby_commands.obeyed(state, words, face)) is not None:
        return obeyed
    told = _WITH_WORDS.get(words[0].lower())
    if told is not None:
        return told(state, words[1:], face)
    if state.table is None and lobby_commands.names_a_table(words):
        return lobby_commands.come(state, words, face)
    known = _WORDS.get(line.strip().lower())
    if known is not None:
        return known(state, face)
    intent = meant(state, line.strip())
    if intent is not None:
        return Obeyed(intent(state))
    return _move(state, line.strip(), face)


def _go_on(state: ClientState, face: Face) -> Obeyed:
    """Execute an empty line: continue; at home, describe the choices."""
    if conditions.at_home(state):
        return Obeyed(Done(state), tuple(lobby_commands.told(state, face)))
    if conditions.retry_is_over(state):
        return Obeyed(navigation.leave_practice(state))
    return Obeyed(bidding.decline(state) if move_conditions.can_decline(state) else lobby.go_on(state))


def _move(state: ClientState, text: str, face: Face) -> Obeyed:
    """Play a card by its number or name, or make a bid; at the end of the first lesson take the second."""
    if text == LessonNumber.SECOND and conditions.can_take_next_lesson(state):
        return Obeyed(home.take(LessonNumber.SECOND)(state))
    if move_conditions.cutting(state) and text.isdecimal() and len(text) <= 2:
        return Obeyed(card_play.cut_at(state, int(text)))
    if text.isdecimal() and 1 <= int(text) <= 8 and len(text) == 1:
        return Obeyed(card_play.play_at(int(text) - 1)(state))
    card = read_card(text, face.language) or _spoken_card(text, face)
    if card is not None:
        return Obeyed(card_play.play(state, card))
    bid = read_bid(text, face.language)
    if bid is not None:
        return Obeyed(card_play.act(state, MakeBid(bid)))
    if is_known(text):
        return Obeyed(Done(state), (not_now(state, text, face),))
    near = nearest(state, text, (*_KNOWN, *_WORDS, *_WITH_WORDS), face)
    words = LineText.UNKNOWN_NEAR if near else LineText.UNKNOWN
    return Obeyed(Done(state), (face.say(words, line=face.name(text)[:40], word=near),))


_RANKS = {
    Language.ENGLISH: {rank.value: rank for rank in Rank},
    Language.FRENCH: {rank.value: rank for rank in Rank if rank.value.isdigit() or rank is Rank.ACE}
    | {"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING, "J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING},
}
_SUITS = {
    Language.ENGLISH: {suit.value: suit for suit in Suit},
    Language.FRENCH: dict(zip("PCKT", Suit, strict=True)) | {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS},
}


def read_card(text: str, language: Language) -> Card | None:
    """Parse a card by its letters; in French `AP`, `VC`, `10K`, `DT`, and the English notation if unambiguous."""
    word = "".join(text.upper().split())
    rank, suit = _RANKS[language].get(word[:-1]), _SUITS[language].get(word[-1:])
    return Card.of(rank, suit) if rank is not None and suit is not None else None


def _spoken_card(text: str, face: Face) -> Card | None:
    """Parse a card in words: `as de carreau`, `la dame de coeur`, `queen of hearts`."""
    typed = _unaccented(text)
    return next((card for card in PACK if typed in map(_unaccented, _names(card, face))), None)


def _names(card: Card, face: Face) -> tuple[str, str]:
    return face.short_card(card), face.spoken_card(card)


def _unaccented(text: str) -> str:
    return " ".join(ASCII.plain(text).lower().replace("'", "' ").split())


def _cut(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Cut the pack: `cut 12`; in the middle without a number."""
    if not words:
        return Obeyed(card_play.cut_at(state, CutCursor().at))
    if words[0].isdecimal() and len(words[0]) <= 2:
        return Obeyed(card_play.cut_at(state, int(words[0])))
    return Obeyed(Done(state), (face.say(LineText.CUT_HOW, lowest=CUTS[0].at, highest=CUTS[-1].at),))


def _rules(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Tell the rules of this table, of a table in the lobby by its number, or of a preset by its name."""
    book = rules_form.shown(state)
    if words and words[0].lower() in PRESETS:
        name = words[0].lower()
        book = Rulebook(name, name, PRESETS[name])
    elif words and state.table is None and words[0].isdecimal() and 1 <= int(words[0]) <= len(state.tables):
        book = rules_form.listed(state, int(words[0]))
    return Obeyed(Done(state), tuple(narrate.rules(book, face)))


def _last(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Tell the last trick, or with `l 3` the third, if the rules allow it."""
    if state.table is None:
        return Obeyed(Done(state), tuple(narrate.tables(state, face)))
    number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) == 1 else None
    return Obeyed(Done(state), (narrate.past_trick(state.table, number, face),))


def _say(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Send a chat message; without words, explain the command."""
    if not chat.is_offered(state):
        return Obeyed(Done(state), tuple(narrate.tables(state, face)))
    return Obeyed(chat.say(state, " ".join(words)), () if words else (face.say(LineText.SAY_HOW),))


def _people(state: ClientState, face: Face) -> Obeyed:
    """Tell who is on the server; what is known at a table is what was told in the lobby."""
    there = people.told(state, face) if state.presence.people else face.say(InLobby.TYPED_NONE)
    return Obeyed(Done(state), (there,))


def _phone(state: ClientState, face: Face) -> Obeyed:
    """Tell the link for friends with phones, and draw its code."""
    if not conditions.can_read_how_to_join(state):
        return Obeyed(Done(state), (not_now(state, face.say(Typed.PHONE), face),))
    return Obeyed(Done(state), phone.told(state, face), phone.drawing(state, face))


def _sort(state: ClientState, face: Face) -> Obeyed:
    """Sort the hand in the other order, which renumbers the cards, and tell it."""
    done = navigation.sort_hand(state)
    table = done.state.table
    return Obeyed(done, (narrate.hand(table, done.state.ui, face),) if table is not None else ())


def _beside(intent: Intent) -> Obey:
    """A command for a table; in the lobby it lists the tables instead."""

    def obey_at_table(state: ClientState, face: Face) -> Obeyed:
        if state.table is None:
            return Obeyed(Done(state), tuple(narrate.tables(state, face)))
        return Obeyed(intent(state))

    return obey_at_table


def _keep_rules(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Save the rules found as a house file: `keep chez Mamie`; without a name it proposes one."""
    return settings_commands.keep(state, " ".join(words), face)


def _help(state: ClientState, face: Face) -> Obeyed:
    """Explain the present situation; then tell the words that can be typed now, and all the others."""
    home = lobby_commands.told(state, face) if conditions.at_home(state) else ()
    play = narrate.how_to_play(state.table.rules if state.table is not None else None, face)
    lines = (face.say(words, presets=", ".join(PRESETS)) for words in line_mode.HELP)
    return Obeyed(Done(state), (*situation(state, face), *home, *now(state, face), play, *lines))


def situation(state: ClientState, face: Face) -> Iterator[str]:
    """The three things that people do here, and the open request."""
    page = page_of(state)
    yield face.name(page.within(face.language).splitlines()[0])
    things = LineHelp[page.name if page.name in LineHelp.__members__ else LineHelp.LOBBY.name]
    yield from (face.name(line) for line in things.within(face.language).splitlines())
    if state.table is not None and state.table.asked is not None and state.match_replay is None:
        yield from narrate.question(state.table, state.table.asked, state.ui, face)


def _doing(intent: Intent) -> Obey:
    return lambda state, face: Obeyed(intent(state))


def _telling(tell: Callable[[AtTable, ClientState, Face], Iterable[str]]) -> Obey:
    """A command that tells about the table; in the lobby it lists the tables instead."""

    def answer(state: ClientState, face: Face) -> Obeyed:
        lines = narrate.tables(state, face) if state.table is None else tell(state.table, state, face)
        return Obeyed(Done(state), tuple(lines))

    return answer


def _silent(state: ClientState, face: Face) -> Obeyed:
    done = navigation.keep_silent(state)
    return Obeyed(done, (face.say(LineText.SAY_NOTHING if done.state.ui.silent else LineText.SAY_ALL),))


def _leave(state: ClientState, face: Face) -> Obeyed:
    done = navigation.leave(state)
    asks = done.state.ui.overlay is not None and not done.send
    return Obeyed(done, (said_if_left(state, LineText, face),) if asks else ())


def _coinche(state: ClientState, face: Face) -> Obeyed:
    """Coinche at the second `c`, which is hearts, too, for people who play in French."""
    if state.ui.once == "c" or not move_conditions.can_coinche(state):
        return Obeyed(bidding.call(Coinche())(state))
    return Obeyed(navigation.showing(state, once="c"), (face.say(LineText.SURE_TO_COINCHE),))


def _language(language: Language) -> Obey:
    return lambda state, face: Obeyed(navigation.setting(state, language=language))


def _pause(state: ClientState) -> Done:
    """Ask for a pause, or go on after one."""
    return lobby.go_on(state) if conditions.is_paused(state) else table_requests.pause(state)


_hand = _telling(lambda table, state, face: (narrate.hand(table, state.ui, face),))
_trick = _telling(lambda table, state, face: (narrate.current_trick(table, face),))
_scores = _telling(lambda table, state, face: (narrate.total(table, face),))


_WORDS: dict[str, Obey] = {
    **spelled(_doing(bidding.call(Pass())), Typed.PASS, "p"),
    **spelled(_doing(bidding.call(Coinche())), Typed.COINCHE),
    "c": _coinche,
    **spelled(_doing(bidding.call(Surcoinche())), Typed.SURCOINCHE, "s"),
    **spelled(_hand, Typed.HAND, "m"),
    **spelled(_trick, Typed.TRICK, "d"),
    **spelled(_scores, Typed.SCORES, "r"),
    **spelled(lambda state, face: Obeyed(Done(state), tuple(narrate.tables(state, face))), Typed.TABLES, "t"),
    ConventionText.TYPED.english: _telling(lambda table, state, face: narrate.conventions(table, face)),
    **spelled(_help, Typed.HELP, "?"),
    **spelled(lambda state, face: Obeyed(Done(state), tuple(map(face.say, OF_THE_GAME))), Typed.TERMS),
    **spelled(lambda state, face: Obeyed(Done(state), tuple(situation(state, face))), Typed.TIP),
    **spelled(_silent, Typed.SILENT, "z"),
    **spelled(_sort, Typed.SORT, "o"),
    "b": _doing(lobby.add_bots),
    **spelled(_beside(_pause), Typed.PAUSE),
    **spelled(_beside(table_requests.rematch), Typed.REMATCH),
    **spelled(_beside(table_requests.claim), Typed.CLAIM),
    **spelled(settings_commands.begin, Spoken.QUESTIONS),
    **spelled(settings_commands.back, Spoken.BACK),
    **spelled(_leave, Typed.QUIT, "q"),
    **spelled(_people, Typed.PEOPLE),
    **spelled(_phone, Typed.PHONE, "telephone"),
    "fr": _language(Language.FRENCH),
    "en": _language(Language.ENGLISH),
}


_WITH_WORDS: dict[str, ObeyWords] = {
    **lobby_commands.KNOWN,
    **spelled(settings_commands.obey, Typed.SETTINGS),
    **spelled(prepare, Typed.PREPARE),
    **spelled(drop, Typed.DROP),
    **spelled(log, Typed.LOG),
    **spelled(_last, Typed.LAST_TRICK, "l"),
    **spelled(_cut, Typed.CUT, "couper"),
    **spelled(_rules, Typed.RULES, "regles"),
    **spelled(lobby_commands.open_table, Typed.NEW, "n"),
    **spelled(_say, Typed.SAY),
    **spelled(lobby_commands.keep_words, Typed.WORDS),
    **spelled(_keep_rules, Spoken.KEEP),
    **spelled(admission.invite_somebody, Typed.INVITE),
    **spelled(admission.let_in, LettingIn.TYPED_LET_IN),
    **spelled(admission.put_off, LettingIn.TYPED_PUT_OFF),
    **spelled(admission.who_waits, LettingIn.TYPED_WHO),
}
"""Words that take arguments."""
