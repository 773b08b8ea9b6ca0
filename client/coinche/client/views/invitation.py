"""The page on how others join: the server's link, its parts to dictate, the way by ssh, and a table's passphrase.

Beside it, the pages of an invitation to a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from coinche.client.model.people import InvitationMade
from coinche.client.model.state import ClientState
from coinche.client.texts.admission import Inviting
from coinche.client.texts.people import InLobby, Invitation
from coinche.connection.address import read_address
from coinche.text.formatting import Face

from .people import page, rows_of_page
from .phone import code_of, drawing_of, invitation_link, opens_elsewhere
from .text_lines import Line, Size, entry_line, joined, plain, split_words

PROGRAM = "coinche-client"
NAME = "NAME"
"""The place of the name in `ssh_command`."""


@dataclass(frozen=True, slots=True)
class Way:
    """A sentence, and the lines to copy or to dictate that belong to it."""

    sentence: str
    lines: tuple[str, ...] = ()


def invitation_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page; it scrolls where the screen is small."""
    title = face.say(Invitation.TITLE, server=face.name(state.server_name), dot=face.glyphs.dot)
    return page(state, title, _lines_of(ways(state, face), size.cols, apart=True), face, size, hints)


def ways(state: ClientState, face: Face) -> Iterator[Way]:
    """The ways by which others join, the table's passphrase first."""
    yield from _at_the_table(state, face)
    if state.server_link:
        yield Way(face.say(Invitation.LINK), (f"{PROGRAM} '{state.server_link}'",))
        address = read_address(state.server_link)
        yield Way(face.say(Invitation.ALOUD), (str(address),))
        if address.fingerprint:
            yield Way(face.say(Invitation.FINGERPRINT), (address.fingerprint,))
    is_closed = bool(state.web_link) and not opens_elsewhere(state.web_link)
    if state.links_here and not state.through_ssh:
        here, *network = state.links_here
        yield Way(face.say(Invitation.HERE), (f"{PROGRAM} '{here}'",))
        if is_closed:
            yield Way(face.say(Invitation.ONLY_HERE))
        elif network:
            yield Way(face.say(Invitation.IN_NETWORK), tuple(f"{PROGRAM} '{link}'" for link in network))
    if state.ssh_command:
        command = state.ssh_command.replace(NAME, face.say(Invitation.THEIR_NAME))
        yield Way(face.say(Invitation.SSH), (command,))
    has_way = state.server_link or state.ssh_command or (is_closed and state.links_here)
    if not has_way and (state.through_ssh or len(state.links_here) < 2):
        yield Way(face.say(InLobby.STEP_SSH if state.through_ssh else InLobby.STEP_HOST).removeprefix("2. "))
    if opens_elsewhere(state.web_link):
        yield Way(face.say(Invitation.WEB), (state.web_link,))
    if any(str(one.address) == state.server for one in state.found):
        yield Way(face.say(Invitation.NEARBY, server=face.name(state.server_name)))
    yield Way(face.say(Invitation.THEN_OPEN if state.table is None else Invitation.THEN))


def _at_the_table(state: ClientState, face: Face) -> Iterator[Way]:
    table = state.table
    if table is None:
        return
    if table.private and state.passphrase is not None:
        words = face.name(state.passphrase)
        yield Way(face.say(Invitation.PASSPHRASE, table=face.name(table.name), words=words))
    else:
        yield Way(face.say(Invitation.TABLE, table=face.name(table.name)))


# --- an invitation to a name ----------------------------------------------------------------------------------------


def invite_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The page on which the name is entered."""
    title = face.say(Inviting.ASK_TITLE, server=face.name(state.server_name), dot=face.glyphs.dot)
    asked = joined(plain(" "), entry_line(face.say(Inviting.ASK), state.ui.entry, face, size.cols - 2))
    about = (joined(plain("  "), line) for line in split_words(face.say(Inviting.ASKED), size.cols - 3))
    return page(state, title, (asked, plain(""), *about), face, size, hints)


def invited_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The invitation: its end, its links, and the code of the one for browsers, where it has room."""
    made = state.invitation
    if made is None:
        return page(state, "", (), face, size, hints)
    named = {"who": face.name(made.name), "server": face.name(state.server_name), "dot": face.glyphs.dot}
    code = code_of(invitation_link(state), face, size.cols)
    room = rows_of_page(size, hints)
    spread, close = (_lines_of(told_of(state, made, face), size.cols, apart=apart) for apart in (True, False))
    lines = spread if len(spread) <= room else close
    lines = (*lines, *code) if len(lines) + len(code) <= room else lines
    return page(state, face.say(Inviting.TITLE, **named), lines, face, size, hints)


def _lines_of(all_ways: Iterator[Way], cols: int, *, apart: bool) -> tuple[Line, ...]:
    """The ways in lines, with a blank one before each if they stand apart."""
    lines: list[Line] = []
    for way in all_ways:
        lines += [plain("")] if apart else []
        lines += (joined(plain("  "), line) for line in split_words(way.sentence, cols - 3))
        for text in way.lines:
            lines += (joined(plain("    "), line) for line in split_words(text, cols - 5, "class:contract"))
    return tuple(lines)


def told_of(state: ClientState, made: InvitationMade, face: Face) -> Iterator[Way]:
    """Sentences about an invitation, with its links: for browsers, for terminals, and the code alone."""
    until = datetime.fromtimestamp(made.until / 1000, state.archive.zone)
    when = {"day": until.day, "month": until.month, "year": until.year, "hour": until.hour, "minute": until.minute}
    yield Way(face.say(Inviting.FOR, who=face.name(made.name), until=face.say(Inviting.UNTIL, **when)))
    if link := invitation_link(state):
        yield Way(face.say(Inviting.IN_BROWSER), (link,))
    if link := state.server_link or next(iter(state.links_here), ""):
        yield Way(face.say(Inviting.IN_TERMINAL), (f"{PROGRAM} '{_with_secret(link, made)}'",))
    yield Way(face.say(Inviting.CODE), (f"t1.{made.secret}",))
    yield Way(face.say(Inviting.ONCE))


def drawing_of_invitation(state: ClientState, face: Face) -> tuple[str, ...]:
    """The code of the link for browsers, for line mode."""
    return drawing_of(invitation_link(state), face)


def _with_secret(link: str, made: InvitationMade) -> str:
    """The server's link with the invitation, which follows a fingerprint after a dot."""
    return f"{link}{'.' if '#' in link else '#'}t1.{made.secret}"
