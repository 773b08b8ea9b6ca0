"""Details of one table: of the line under the cursor, below the list of a large lobby, and in the room."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.texts.bots import name_of, with_level
from coinche.client.texts.people import AboutTable, InLobby
from coinche.client.texts.preset_titles import headed
from coinche.client.texts.screens import Phrase
from coinche.client.update import lobby, room, rules_form
from coinche.client.update.people import INVITE_KEY
from coinche.client.views import seats
from coinche.engine.seats import Seat, Team
from coinche.protocol.messages import Occupant, SeatInfo, TableInfo
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .banner import aim, aim_in_words
from .phone import opens_elsewhere
from .rules import about_wished
from .text_lines import Line, apart, centred, heading, joined, padded, plain, split_words, width

ROWS = 9
"""Lines of the details, whatever the table."""
WORDS_KEY, FORM_KEY = "k", "n"
BOT_KEY, SWAP_KEY, CLEAR_KEY = "b", "x", "d"
PROGRAM = "coinche-client"
_SEATS_COLS = 64


def details(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    """The table under the cursor, exactly `ROWS` lines."""
    lines = _new(state, face, cols) if state.ui.row == 0 else _listed(state, face, cols)
    return (*lines, *(plain(""),) * (ROWS - len(lines)))[:ROWS]


def _new(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    words = face.name(state.passphrase or "")
    private = AboutTable.PRIVATE if state.wish.private and words else AboutTable.PUBLIC
    said = (
        face.say(AboutTable.NAME, table=face.name(lobby.name_of_table(state))),
        face.say(
            Phrase.RULE,
            name=headed(rules_form.called(state), face),
            value=about_wished(state, face),
        ),
        face.say(AboutTable.LENGTH, aim=aim_wished(state, face, remark=False)),
        face.say(_hints(rules_form.wished_hints(state), state)),
        face.say(private, words=words, key=WORDS_KEY),
        face.say(AboutTable.MORE, form=FORM_KEY, invite=INVITE_KEY),
    )
    return (heading(face.say(AboutTable.NEW), face, cols), *_indented(said, cols))


def _listed(state: ClientState, face: Face, cols: int) -> tuple[Line, ...]:
    info = state.tables[state.ui.row - 1]
    facts = " ".join(_facts(info, state, face))
    blank = plain("")
    head = (heading(face.name(info.name), face, cols), *_indented((facts,), cols)[:3])
    by_seat = {seat.seat: seat for seat in info.seats}
    north, east, south, west = (_chair(by_seat.get(seat), seat, face) for seat in Seat)
    wide = min(cols, _SEATS_COLS)
    middle = joined(padded(west, wide - width(east)), east)
    return (*head, blank, *(centred(line, cols) for line in (north, middle, south)))


def _facts(info: TableInfo, state: ClientState, face: Face) -> Iterator[str]:
    """Sentences about the rules, the hints and the course of a table."""
    yield face.say(AboutTable.RULES, rules=headed(info.preset, face), aim=aim_of(info, face, remark=False))
    if info.strict:
        yield face.say(AboutTable.CONTEST)
    yield face.say(_hints(info.hints, state))
    if info.private and state.passphrase is None:
        yield face.say(AboutTable.NEED_PASSPHRASE)
    host = next((seat for seat in info.seats if seat.seat is info.host), None)
    if host is not None and host.name:
        yield face.say(AboutTable.HOST, who=face.name(name_of(host)))
    if told := score(info, face):
        yield face.say(AboutTable.SCORE, score=told)
    if info.spectators:
        yield face.say(AboutTable.WATCHED, count=info.spectators)


def _hints(hints: bool, state: ClientState) -> Words:
    """The sentence on hints, with the remark that the server has decided it."""
    if state.hints_decided is hints:
        return AboutTable.HINTS_DECIDED if hints else AboutTable.NO_HINTS_DECIDED
    return AboutTable.HINTS if hints else AboutTable.NO_HINTS


def in_room(state: ClientState, table: AtTable, face: Face) -> Iterator[str]:
    """Hints, then the passphrase, for those at a table that gathers; nothing in solo play."""
    if state.solo:
        return
    said = _hints(table.allows_hints, state)
    if said is not AboutTable.NO_HINTS:  # the title says that there are none
        yield face.say(said)
    yield from filter(None, (passphrase(state, table, face),))


def passphrase(state: ClientState, table: AtTable, face: Face) -> str:
    """The passphrase of a private table, for those at it; empty without any."""
    if state.solo or not table.private or state.passphrase is None:
        return ""
    return face.say(AboutTable.HAVE_PASSPHRASE, words=face.name(state.passphrase))


def rules_line(state: ClientState, table: AtTable, face: Face, cols: int) -> Line:
    """`Official French rules, to 2000 points.`, and whether there are hints, of a table before its match."""
    if table.rules is None:
        return ()
    to = hinted(aim(table.rules.match, face), table.allows_hints, face)
    left = plain(
        f" {face.say(Phrase.GATHERING, rules=headed(rules_form.called_at(state, table), face), aim=to)}", "class:dim"
    )
    hints = _hints(table.allows_hints, state)
    told = not state.solo and hints is not AboutTable.NO_HINTS  # the aim says that there are none
    right = plain(f"{face.say(hints)} ", "class:dim") if told else ()
    return apart(left, right if width(left) + width(right) < cols else (), cols, face.dots)


def waited(state: ClientState, table: AtTable, face: Face) -> str:
    """The minutes that the person has waited at a table that gathers; empty before the first."""
    minutes = int(state.now - table.since) // 60
    return face.say(AboutTable.MINUTES, minutes=minutes) if table.gathering and minutes > 0 else ""


def about_seat(state: ClientState, table: AtTable, face: Face) -> str:
    """Return the sentence about the keys of the seat under the cursor, before a match; empty without any."""
    if not table.gathering or table.seat is None or state.ui.moving is not None:
        return ""
    seat, is_host = room.marked(state), room.is_host(state)
    keys = {"bot": BOT_KEY, "swap": SWAP_KEY, "clear": CLEAR_KEY}
    who = {"seat": face.seat(seat), "who": seats.name(table, seat, face)}
    if room.is_free(table, seat):
        return face.say(AboutTable.FREE_FOR_ANY if is_host else AboutTable.FREE_FOR_BOT, **who, **keys)
    if not is_host:
        return ""
    if seat is table.seat:
        return face.say(AboutTable.OF_HOST, **keys)
    return face.say(AboutTable.OF_BOT if room.has_bot(table, seat) else AboutTable.OF_PERSON, **who, **keys)


def links(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The links by which friends come to a table with free seats, as far as a line has room for each."""
    if state.solo or not table.has_free_seats or state.through_ssh:
        return ()
    said = []
    if opens_elsewhere(state.web_link):
        said.append(face.say(AboutTable.LINK_WEB, link=state.web_link))
    if state.server_link:
        said.append(face.say(AboutTable.LINK, command=f"{PROGRAM} '{state.server_link}'"))
    return tuple(plain(f" {words}", "class:ask") for words in said if width(plain(words)) < cols - 1)


def _chair(info: SeatInfo | None, seat: Seat, face: Face) -> Line:
    """A seat with its player, a bot with its level."""
    place = plain(face.seat(seat) + " ", "class:compass")
    if info is None or info.occupant is Occupant.FREE:
        return joined(place, plain(face.say(Phrase.FREE), "class:ours"))
    return joined(place, plain(with_level(info, face), "class:player"))


def _indented(sentences: tuple[str, ...], cols: int) -> tuple[Line, ...]:
    return tuple(joined(plain("   "), line) for said in sentences for line in split_words(said, cols - 4))


def score(info: TableInfo, face: Face) -> str:
    """The totals of a table's match; empty before its first deal is over."""
    if not info.score:
        return ""
    first, second = (info.score.get(team, 0) for team in Team)
    one, other = ("".join(face.seat(seat)[0] for seat in team.seats) for team in Team)
    return face.say(InLobby.SCORE, one=one, first=first, second=second, other=other)


def aim_wished(state: ClientState, face: Face, *, remark: bool = True) -> str:
    """The aim of a new table; without a wish its target is the server's, or that of its preset, if this client knows
    it. With a remark if it has no hints."""
    book, target = rules_form.wished(state), state.wish.target or state.usual_target
    if target is None and book is not None:
        target = book.rules.match.target
    said = face.say(Phrase.AIM_SERVER) if target is None else face.say(Phrase.AIM_TARGET, target=target)
    if book is not None and book.rules.match.length is not None:
        said = aim(book.rules.match, face)
    return hinted(said, rules_form.wished_hints(state) or not remark, face)


def hinted(said: str, hints: bool, face: Face) -> str:
    """A table's aim, with a remark if it has no hints."""
    return said if hints else face.say(Phrase.WITHOUT_HINTS, aim=said)


def aim_of(info: TableInfo, face: Face, *, remark: bool = True) -> str:
    """The aim of a table in the list, its target or a number of deals; with a remark if it has no hints."""
    return hinted(aim_in_words(info.target, length_of(info), face), info.hints or not remark, face)


def length_of(info: TableInfo) -> int | None:
    """The number of deals of a table in the list; None if it plays to a target."""
    length = info.options.get("length")
    return length if isinstance(length, int) else None
