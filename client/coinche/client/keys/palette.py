"""The command palette: it finds commands, settings and help pages by any word of either language. Pure.

A command of another screen leads to the help page that explains it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from coinche.client.keys import conditions
from coinche.client.model.messages import WaitingMatch
from coinche.client.model.notices import PressKeys
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.glossary import FURTHER_WORDS, PAGES, Term
from coinche.client.texts.help import HelpPage
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.notices import Waiting
from coinche.client.texts.palette_labels import LABELS
from coinche.client.texts.preset_titles import titled
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.search_words import Synonym
from coinche.client.update import archive, home, lobby, settings, statistics
from coinche.client.update.navigation import Done, Intent, help_on, showing
from coinche.client.update.text_entry import closed
from coinche.text.catalog import Words
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

from .key import ENTER, UP_DOWN, UP_DOWN_KEYS, Key, line, several
from .mode import HELP_PAGES, KeyMode, page_of

Active = Callable[[ClientState], tuple[Key, ...]]
Rows = Callable[[], Mapping[KeyMode | Overlay, tuple[Key, ...]]]
"""The keymap, which is complete only after the palette's own rows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the palette: its label, the keys for the same command, and its intent.

    `words` are further words that find it, `text` those that find it after all others. If it `begins` with what is to
    find it, the rest of its label does not. What is `away`, an explanation instead of an effect, comes last.
    """

    label: str
    shown: str | Words
    does: Intent
    words: str = ""
    text: str = ""
    begins: str = ""
    away: bool = False


def entries(state: ClientState, active: Active, rows: Rows) -> tuple[Entry, ...]:
    """The entries for the text, the best first; without a text all that can be done now."""
    typed, here = _words(state.ui.entry.text), closed(state)
    ranked = ((_rank(entry, typed), entry) for entry in _all(here, active(here), rows() if typed else {}))
    found = [(rank, entry) for rank, entry in ranked if rank is not None]
    return tuple(entry for _, entry in sorted(found, key=lambda pair: (pair[1].away, pair[0])))


def _rank(entry: Entry, typed: tuple[str, ...]) -> int | None:
    """The place where the least obvious of the typed words was found; None if one was not found."""
    label = _words(entry.begins or entry.label)
    places = (label[:1], label, _words(entry.words), _words(entry.text))
    ranks = [next((rank for rank, words in enumerate(places) if _begins(words, word)), None) for word in typed]
    known = [rank for rank in ranks if rank is not None]
    return max(known, default=0) if len(known) == len(ranks) else None


def _begins(words: tuple[str, ...], typed: str) -> bool:
    return any(word.startswith(typed) for word in words)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """The words without accents and capitals. Kept, because each key that is typed compares the same texts."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return tuple(re.findall(r"[^\W_]+", "".join(sign for sign in letters if not unicodedata.combining(sign))))


def _all(
    state: ClientState, keys: tuple[Key, ...], rows: Mapping[KeyMode | Overlay, tuple[Key, ...]]
) -> Iterator[Entry]:
    """Lines of home, keys of the screen and then those of every screen, tables of the lobby, the archive at a table,
    settings, words of the game, help pages, the keys of the terminal, and keys elsewhere.
    """
    language = state.ui.language
    own, shared, terminal = _by_use(keys)
    yield from _of_home(state)
    listed = OF_TABLES if state.tables and conditions.in_lobby(state) else ()
    commands = tuple(key for key in _without_repeats((*own, *shared)) if key.label not in listed)
    yield from (_of_key(key, language) for key in commands if rows or not _explains(key))
    yield from _of_lobby(state)
    yield from (_of_archive(label, intent, language) for label, intent in _archive_at_table(state).items())
    yield from (_of_setting(state, row) for row in range(len(settings.ROWS)))
    yield from (_of_term(term, language) for term in Term if rows)
    yield from (_of_page(page, language) for page in HelpPage)
    yield from (_of_key(key, language) for key in terminal)
    pages: dict[Key, list[HelpPage]] = {}
    for mode, page in HELP_PAGES.items():
        for key in rows.get(mode, ()):
            pages.setdefault(key, []).append(page)
    taken = {words for key in keys for words in (key.label, key.word)} | _of_choices(state)
    taken |= _archive_at_table(state).keys()
    for key, found in pages.items():
        if key.word is not None and not taken & {key.label, key.word}:
            taken.add(key.label)
            yield _elsewhere(key, found, state)


_AT_HOME: Mapping[Words, frozenset[Words]] = {
    home.Choice.MATCHES: frozenset({Playback.KEY_MATCHES, Playback.KEY_STATISTICS}),
    home.Choice.LEARN: frozenset({LessonPhrase.KEY_LEARN}),
}
"""Commands of other screens that a choice at home does, too."""


def _of_choices(state: ClientState) -> frozenset[Words]:
    rows = home.rows(state) if conditions.at_home(state) else ()
    return frozenset().union(*(_AT_HOME.get(row, frozenset()) for row in rows if isinstance(row, home.Choice)))


_POINTLESS = (Phrase.KEY_PALETTE, Phrase.KEY_CLOSE)
"""Commands that only concern the palette or an overlay."""
REPEATED = (Phrase.KEY_CHOOSE_ROW, Phrase.KEY_GO_ON, Phrase.KEY_REMATCH_OR_LEAVE, Phrase.KEY_AWAIT_REMATCH)
"""Commands that other entries tell better: the choices at home, and the keys of a pause and of a rematch."""
OF_TABLES = (Phrase.KEY_ENTER, Phrase.KEY_WATCH)
"""Commands that each table of the lobby has."""
_SHARED = (Phrase.KEY_RULES, Phrase.KEY_HELP, Phrase.KEY_SETTINGS, Phrase.KEY_LEAVE, Phrase.KEY_QUIT)
_OF_THE_TERMINAL = (Phrase.KEY_INTERRUPT, Phrase.KEY_SUSPEND, Phrase.KEY_REDRAW)


def _by_use(keys: tuple[Key, ...]) -> tuple[tuple[Key, ...], tuple[Key, ...], tuple[Key, ...]]:
    """The keys of the screen, those of every screen, and those of the terminal."""
    late = (*_SHARED, *_OF_THE_TERMINAL, *_POINTLESS, *REPEATED)
    own = tuple(key for key in keys if key.label not in late)
    shared, terminal = (
        tuple(key for label in labels for key in keys if key.label is label) for labels in (_SHARED, _OF_THE_TERMINAL)
    )
    return own, shared, terminal


def _without_repeats(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """The keys without those that do the same as an earlier one."""
    single = {key.intents[0]: key for key in reversed(keys) if not _explains(key)}
    first = {id(key) for key in single.values()}
    return tuple(key for key in keys if _explains(key) or id(key) in first)


def _of_home(state: ClientState) -> Iterator[Entry]:
    """The servers found, and the choices that need none; the one at the cursor with its key."""
    for number, row in enumerate(home.rows(state) if conditions.at_home(state) else ()):
        shown = ENTER if number == state.ui.row else ""
        if isinstance(row, home.Choice | home.ExpectedMatchRow):
            yield Entry(row.within(state.ui.language), shown, home.at_row(number), _also(row))
        elif isinstance(row, WaitingMatch):
            label = Waiting.ROW_BY.within(state.ui.language)
            said = label.format(
                rules=titled(row.rules, Face(state.ui.language, UNICODE)), deal=row.deal, us=row.us, them=row.them
            )
            yield Entry(
                said, shown, home.at_row(number), _also(Phrase.KEY_RESUME), text=said, begins=label.split(":")[0]
            )
        else:
            yield Entry(f"{row.name} ({row.address})", shown, home.at_row(number))


def _of_lobby(state: ClientState) -> Iterator[Entry]:
    """Two entries for each table: join and watch; those of the table at the cursor with their keys."""
    does = ((Phrase.PALETTE_SIT, lobby.enter, ENTER), (Phrase.PALETTE_WATCH, lobby.watch, "w"))
    for number, info in enumerate(state.tables if conditions.in_lobby(state) else (), start=1):
        for words, intent, key in does:
            label = words.within(state.ui.language).format(table=info.name)
            yield Entry(label, key if number == state.ui.row else "", _at_row(number, intent), _also(words))


_ARCHIVE: Mapping[Words, Intent] = {
    Playback.KEY_STATISTICS: statistics.open_statistics,
    Playback.KEY_MATCHES: archive.open_matches,
}
"""Commands that have no key at a table; Escape leads back there."""


def _archive_at_table(state: ClientState) -> Mapping[Words, Intent]:
    """The statistics and the matches of a server that keeps them, for a person at a table."""
    return _ARCHIVE if conditions.at_table(state) and state.archive.offered else {}


def _of_archive(label: Words, intent: Intent, language: Language) -> Entry:
    return Entry(label.within(language), "", intent, _also(label))


def _at_row(number: int, intent: Intent) -> Intent:
    """Run the intent with the cursor on this table."""
    return lambda state: intent(showing(state, row=number, place=None).state)


def _of_key(key: Key, language: Language) -> Entry:
    """The command of the row, if all its keys do the same; else a notice that names the keys."""
    explains = _explains(key)
    does = _telling(key) if explains else key.intents[0]
    label = full_label(key.label).within(language)
    return Entry(label, key.shown, does, _also(key.label, key.word), away=explains)


def full_label(label: Words) -> Words:
    """The name of a command in full; of most the word in the line of keys."""
    return LABELS.get(label, label)


def _explains(key: Key) -> bool:
    """Test whether the keys of the row do different things, so that the palette can only name them."""
    return len(set(key.intents)) > 1


def _telling(key: Key) -> Intent:
    return lambda state: Done(replace(state, notice=PressKeys(key.shown, key.label)))


def _of_setting(state: ClientState, row: int) -> Entry:
    """Open the settings on this line."""
    language, field = state.ui.language, settings.ROWS[row]
    value = settings.told(getattr(state.ui.settings, field))
    said = value if isinstance(value, str) else value.within(language)
    label = Phrase.PALETTE_SETTING.within(language).format(name=settings.named(row).within(language), value=said)
    values = (told for value in settings.values(field) if isinstance(told := settings.told(value), Words))
    words = _also(settings.named(row), settings.SettingMeaning[field.upper()], *values)
    begins = settings.named(row).within(language)
    return Entry(label, "F2", lambda state: showing(state, overlay=Overlay.SETTINGS, option=row), words, begins=begins)


def _of_page(page: HelpPage, language: Language) -> Entry:
    """Open the help on this page; any word of it finds it."""
    words = " ".join((*(_title(page, each) for each in Language), _also(Phrase.KEY_HELP)))
    return Entry(_title(page, language), "?", help_on(page), words, f"{page.french} {page.english}", away=True)


def _of_term(term: Term, language: Language) -> Entry:
    """Explain a word of the game; Enter leads to the help page about it."""
    begins, *others = (term.within(each).partition(":")[0] for each in (language, *Language))
    words = " ".join((*others, FURTHER_WORDS.get(term, "")))
    page = PAGES.get(term, HelpPage.PLAY)
    return Entry(term.within(language), "?", help_on(page), words, begins=begins, away=True)


_FEW = 3
"""Modes of a key up to which its screen is named; other keys belong to every table."""


def _elsewhere(key: Key, pages: list[HelpPage], state: ClientState) -> Entry:
    """Open the help page of a screen that has this command; that of the cut only if no other has it."""
    pages = sorted(pages, key=lambda page: page is HelpPage.CUT)
    language, here = state.ui.language, page_of(state) in pages
    where = _title(pages[0], language).partition(": ")[2]
    away = Phrase.PALETTE_AT_TABLES if len(pages) > _FEW else Phrase.PALETTE_ELSEWHERE
    words = Phrase.PALETTE_NOT_NOW if here else away
    name = full_label(key.label).within(language)
    label = words.within(language).format(label=name, where=where)
    return Entry(label, "?", help_on(None if here else pages[0]), _also(key.label, key.word), begins=name, away=True)


def _title(page: HelpPage, language: Language) -> str:
    return page.within(language).splitlines()[0]


def _also(*texts: Words | None) -> str:
    """The texts in both languages, and other words for the same things."""
    known = [text for text in texts if text is not None]
    same = [Synonym[text.name] for text in known if text.name in Synonym.__members__]
    return " ".join(f"{words.french} {words.english}" for words in (*known, *same))


def _choose(active: Active, rows: Rows) -> Intent:
    def choose(state: ClientState) -> Done:
        found = entries(state, active, rows)
        if not found:
            return Done(state)
        return found[min(state.ui.option, len(found) - 1)].does(closed(state))

    return choose


def _move(by: int, active: Active, rows: Rows) -> Intent:
    def move(state: ClientState) -> Done:
        count = max(1, len(entries(state, active, rows)))
        return showing(state, option=(min(state.ui.option, count - 1) + by) % count)

    return move


def palette_keys(active: Active, rows: Rows) -> tuple[Key, ...]:
    """The keys of the palette, for the rows that `active` returns."""
    return (
        several(UP_DOWN_KEYS, (_move(-1, active, rows), _move(1, active, rows)), UP_DOWN, Phrase.KEY_ROW),
        *line(_choose(active, rows), Phrase.KEY_DO),
    )
