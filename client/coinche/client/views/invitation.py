"""The page on how others join: the server's link, its parts to dictate, the way by ssh, and a table's passphrase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coinche.client.model.state import ClientState
from coinche.client.texts.people import InLobby, Invitation
from coinche.connection.address import read_address
from coinche.text.formatting import Face

from .people import page
from .phone import opens_elsewhere
from .text_lines import Line, Size, joined, plain, split_words

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
    lines: list[Line] = []
    for way in ways(state, face):
        lines += (plain(""), *(joined(plain("  "), line) for line in split_words(way.sentence, size.cols - 3)))
        for text in way.lines:
            lines += (joined(plain("    "), line) for line in split_words(text, size.cols - 5, "class:contract"))
    return page(state, title, tuple(lines), face, size, hints)


def ways(state: ClientState, face: Face) -> Iterator[Way]:
    """The ways by which others join, the table's passphrase first."""
    yield from _at_the_table(state, face)
    if state.server_link:
        yield Way(face.say(Invitation.LINK), (f"{PROGRAM} '{state.server_link}'",))
        address = read_address(state.server_link)
        yield Way(face.say(Invitation.ALOUD), (str(address),))
        if address.fingerprint:
            yield Way(face.say(Invitation.FINGERPRINT), (address.fingerprint,))
    if state.links_here and not state.through_ssh:
        here, *network = state.links_here
        yield Way(face.say(Invitation.HERE), (f"{PROGRAM} '{here}'",))
        if network:
            yield Way(face.say(Invitation.IN_NETWORK), tuple(f"{PROGRAM} '{link}'" for link in network))
    if state.ssh_command:
        command = state.ssh_command.replace(NAME, face.say(Invitation.THEIR_NAME))
        yield Way(face.say(Invitation.SSH), (command,))
    if not state.server_link and not state.ssh_command and (state.through_ssh or len(state.links_here) < 2):
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
