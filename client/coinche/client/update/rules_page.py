"""Pages with the rules of a table and its players' bidding conventions: their lines, opening and scrolling. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import UNSET

from coinche.client.model.effects import TurnPage
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay
from coinche.client.texts import rules
from coinche.client.texts.bots import LEVELS, kind, name_of
from coinche.client.texts.rules import RuleLine
from coinche.client.texts.rules_in_brief import Section, in_brief
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form, table_choices
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_EXPECTED
from coinche.protocol.messages import Convention, Occasion, System
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun, read_in
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

from .navigation import Done, Intent, showing
from .rules_form import Rulebook

PAGE = 10
"""Lines that Page Up and Page Down scroll by."""


def open_rules(state: ClientState) -> Done:
    """Show the rules of this table, or of the one under the cursor."""
    return showing(state, overlay=Overlay.RULES, scroll=0)


def scroll_rules(by: int) -> Intent:
    """Scroll by rules, until the last one is at the top."""

    def intent(state: ClientState) -> Done:
        book = rules_form.shown(state)
        count = len(page_lines(book, state.ui.language)) if book is not None else 0
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), max(count - 1, 0)))

    return intent


def turn_page(by: int) -> Intent:
    """Turn pages of the rules or of the form; the screen does it, since it knows how much it shows."""
    return lambda state: Done(state, effect=TurnPage(by))


def open_section(section: Section) -> Intent:
    """Scroll to the start of a section."""

    def intent(state: ClientState) -> Done:
        book = rules_form.shown(state)
        lines = page_lines(book, state.ui.language) if book is not None else ()
        here = (number for number, line in enumerate(lines) if section_of(line, state.ui.language) is section)
        return showing(state, scroll=next(here, 0))

    return intent


def section_of(line: RuleLine, language: Language) -> Section:
    """The section in which a line stands."""
    if line.option:
        return Section.OPTIONS
    return next(section for section in Section if section.within(language) == line.group)


def page_lines(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """All lines of the page: what one looks up during play, then the options."""
    brief = in_brief(book.rules, every_rule(book, language), Face(language, UNICODE))
    return (*brief, *told_rules(book, language))


def told_rules(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """The options that have an effect under these rules, or that differ from the preset."""
    return tuple(line for line in every_rule(book, language) if line.matters or line.differs)


def every_rule(book: Rulebook, language: Language) -> tuple[RuleLine, ...]:
    """All options, who shuffles, and hints; without a wish, the target is the server's."""
    lines = rules.lines(book.rules, book.base, language)
    if book.of_server:
        target = Phrase.TARGET_SERVER.within(language)
        lines = tuple(replace(line, value=target) if line.option == rules_form.TARGET else line for line in lines)
    lines = tuple(replace(line, differs=False) if line.option == rules_form.TARGET else line for line in lines)
    after = 1 + next(row for row, line in enumerate(lines) if line.option == "shuffle")
    others = table_choices.lines(book.shares, book.hints, book.practice, language, decided=book.hints_decided)
    return (*lines[:after], *others, *lines[after:])


def groups(lines: tuple[RuleLine, ...]) -> Iterator[tuple[str, tuple[RuleLine, ...]]]:
    """The lines by group, with the heading of each."""
    for group in dict.fromkeys(line.group for line in lines):
        yield group, tuple(line for line in lines if line.group == group)


def scroll_log(by: int) -> Intent:
    """Scroll the log up."""

    def intent(state: ClientState) -> Done:
        most = LINES_AN_EVENT * len(state.table.log) if state.table is not None else 0
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), most))

    return intent


LINES_OF_HELP = 80
"""An upper bound for the length of the help on any screen."""


def scroll_help(by: int) -> Intent:
    """Scroll the help; the view limits the position to the page's end."""
    return lambda state: showing(state, scroll=min(max(state.ui.scroll + by, 0), LINES_OF_HELP))


LINES_AN_EVENT = 2
"""Upper bound for the lines of an event in the log."""


CONVENTIONS_KEY = "e"
_LINES = 2
"""Upper bound for the lines of a convention."""


class ConventionText(Words):
    """Texts about bidding conventions."""

    KEY = ("conventions", "conventions")
    TYPED = ("conventions", "conventions")
    TITLE = ("Conventions d'enchères de la table", "Bidding conventions at this table")
    WHOSE = ("{who} : {system}", "{who}: {system}")
    SEAT = ("{seat} ({name})", "{seat} ({name})")
    SILENT = ("aucune convention, enchères naturelles", "no convention, natural bidding")
    NOBODY = ("Personne n'a déclaré de convention.", "Nobody has declared a convention.")
    LINE = ("{call} {when} : {shows}", "{call} {when}: {shows}")
    FACTS = ("{shows} ({facts})", "{shows} ({facts})")
    ALL = ("{ranks} d'atout", "{ranks} of trumps")
    ANY = ("au moins une de ces cartes d'atout : {ranks}", "at least one of {ranks} of trumps")
    TRUMPS = ("{least} à {most} atouts", "{least} to {most} trumps")
    POINTS = ("{least} à {most} points", "{least} to {most} points")
    SPARE_LEAST = ("au moins {least}", "at least {least}")
    SPARE = ("de {least} à {most}", "from {least} to {most}")
    MEANING = (
        "Les points sont ceux que le joueur espère faire avec son partenaire.",
        "Points are what the player expects to make with the partner.",
    )
    ABOVE = ("{points} points au-dessus de l'annonce", "{points} points above the bid")
    BELOW = ("{points} points au-dessous de l'annonce", "{points} points below the bid")
    PASS = ("passe", "pass")
    OPENING = ("en ouverture", "as an opening")
    OVERCALL = ("sur l'adversaire", "over the opponents")
    SUPPORT = ("en soutien", "in support")
    ANSWER = ("en réponse au partenaire", "in reply to the partner")
    REBID = ("au tour suivant", "as a rebid")


@dataclass(frozen=True, slots=True)
class ToldConventions:
    """The title with the seats that share a bidding system, and a sentence for each convention."""

    title: str
    sentences: tuple[str, ...]


def open_conventions(state: ClientState) -> Done:
    """Show the bidding conventions of this table."""
    return showing(state, overlay=Overlay.CONVENTIONS, scroll=0)


def scroll_conventions(by: int) -> Intent:
    """Scroll the conventions; the view limits the position to the page's end."""

    def intent(state: ClientState) -> Done:
        systems = state.table.systems.values() if state.table is not None else ()
        most = sum(_LINES * (len(system.conventions) + 1) for system in set(systems))
        return showing(state, scroll=min(max(state.ui.scroll + by, 0), most))

    return intent


def told_conventions(table: AtTable, face: Face) -> tuple[ToldConventions, ...]:
    """All declared systems, each once; players who have declared none come last."""
    by_system: dict[System | None, list[Seat]] = {}
    for seat in Seat:
        by_system.setdefault(table.systems.get(seat), []).append(seat)
    if by_system.keys() == {None}:
        return (ToldConventions(face.say(ConventionText.NOBODY), ()),)
    declared = sorted(by_system.items(), key=lambda one: one[0] is None)
    return tuple(_system(system, seats, table, face) for system, seats in declared)


def meaning(table: AtTable, face: Face) -> str:
    """An explanation of the points in conventions; "" if none mentions points."""
    conventions = (one for system in table.systems.values() for one in system.conventions)
    counts = any(one.points is not UNSET or one.spare is not UNSET for one in conventions)
    return face.say(ConventionText.MEANING) if counts else ""


def _system(system: System | None, seats: list[Seat], table: AtTable, face: Face) -> ToldConventions:
    who = ", ".join(_who(seat, table, face) for seat in seats)
    name = face.say(ConventionText.SILENT)
    if system is not None:
        name = kind(system.name, face) if system.name in LEVELS else face.name(system.name)
    conventions = () if system is None else system.conventions
    return ToldConventions(
        face.say(ConventionText.WHOSE, who=who, system=name), tuple(sentence(one, face) for one in conventions)
    )


def _who(seat: Seat, table: AtTable, face: Face) -> str:
    info = table.seats.get(seat)
    if info is None or not info.name:
        return face.seat(seat)
    return face.say(ConventionText.SEAT, seat=face.seat(seat), name=face.name(name_of(info)))


def sentence(convention: Convention, face: Face) -> str:
    """The meaning of a call in words, and then the facts on which bots rely."""
    shows, facts = face.name(read_in(face.language, convention.shows)), ", ".join(_facts(convention, face))
    if facts:
        shows = face.say(ConventionText.FACTS, shows=shows, facts=facts)
    call = face.say(_CALLS[convention.said]) if convention.said in _CALLS else convention.said
    return face.say(ConventionText.LINE, call=call, when=face.say(_OCCASIONS[convention.when]), shows=shows)


def _facts(convention: Convention, face: Face) -> Iterator[str]:
    for words, ranks in ((ConventionText.ALL, convention.all), (ConventionText.ANY, convention.any)):
        if ranks is not UNSET and ranks:
            yield face.say(words, ranks=" ".join(map(face.rank, ranks)))
    for words, bounds in ((ConventionText.TRUMPS, convention.trumps), (ConventionText.POINTS, convention.points)):
        if bounds is not UNSET:
            yield face.say(words, least=bounds[0], most=bounds[1])
    if convention.spare is not UNSET:
        least, most = convention.spare
        words = ConventionText.SPARE if most < MAX_EXPECTED else ConventionText.SPARE_LEAST
        yield face.say(words, least=_beyond(least, face), most=_beyond(most, face))


def _beyond(spare: int, face: Face) -> str:
    """The points expected, as their distance from the bid."""
    return face.say(ConventionText.BELOW if spare < 0 else ConventionText.ABOVE, points=abs(spare))


_OCCASIONS: Mapping[Occasion, Words] = {occasion: ConventionText[occasion.name] for occasion in Occasion}
_CALLS: Mapping[str, Words] = {"pass": ConventionText.PASS, "capot": Noun.CAPOT, "generale": Noun.GENERALE}
"""Calls that have their own word in each language."""
