"""Solo play: a private server whose matches are kept in a directory of the person's own, so that they go on.

There is a directory for each choice of rules, and one more for each client that plays by them at the same time:

    solo/ffb  solo/ffb-2  solo/pagat  solo/house-3f1c2a90  solo/house-3f1c2a90.toml

A client holds a lock beside the directory while it plays; the first directory that nobody holds is taken. Where none
can be used, the match is played all the same, but not kept. A copy of the house rules lies beside their directory, so
that a match by them can go on from home.

Only a server reads what a directory holds: `coinche-server tables` says which matches wait, and how they stand.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path

from coinche.client.model.messages import MatchesWait, SoloBegun
from coinche.client.model.notices import NotKept, NotReadable
from coinche.client.model.state import ExpectedMatch
from coinche.client.model.ui import Overlay
from coinche.client.runtime import private_server
from coinche.client.runtime.private_server import Started, command_of
from coinche.client.runtime.store import ClientStore
from coinche.client.update import archive, home, practice, solo
from coinche.connection.address import Address
from coinche.connection.errors import NoServer
from coinche.connection.storage import KeptError, data_path, write_whole
from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.view import Phase

from .waiting_matches import all_waiting, hold, waiting_matches

DIRECTORIES = 8
"""Maximum number of directories for the same rules."""
UNUSABLE = 1
"""Exit status of a server that cannot use its directory."""
ENDING = 10
"""Number of attempts while the server of a client that was killed has not ended; each waits for a second."""


@asynccontextmanager
async def solo_server(
    rules: str | None, *, keep: bool = True, waiting: str = "", beside_waiting: bool = False
) -> AsyncIterator[tuple[Address, SoloBegun]]:
    """Run a private server for the duration of the block; yields its address and the message for the store. NoServer if
    the rules are wrong, nothing can be started, or the directory of the match that is `waiting` is in use. Without
    `keep` it knows of no earlier match and keeps none; `beside_waiting` keeps it out of directories with a match."""
    with ExitStack() as locks:
        if waiting:
            server, begun = await _start_again(waiting, locks), SoloBegun(kept=True)
        elif keep:
            matches = await all_waiting() if beside_waiting else ()
            server, begun = await _start(rules, locks, frozenset(one.directory for one in matches))
        else:
            server, begun = await _start_without(rules), SoloBegun(kept=False)
        async with private_server.running(server, restarts=begun.kept) as address:
            yield address, begun


async def _start_again(name: str, locks: ExitStack) -> Started:
    """Start a server on the directory of a match that waits, with its rules for the matches that follow."""
    directory = data_path("solo") / name
    if not hold(directory, locks):
        raise NoServer(f"{directory} is in use", NoServer.IN_USE)
    rules = re.sub(r"-[2-9]$", "", name)
    house = data_path("solo") / f"{rules}.toml"
    known = rules if rules in PRESETS else str(house) if house.exists() else None
    return await _start_on(directory, known)


async def _start(rules: str | None, locks: ExitStack, taken: frozenset[str]) -> tuple[Started, SoloBegun]:
    """Start a server on the first directory that can be used and is not `taken`, else on none."""
    from coinche.connection.credentials import own_key

    told: NotKept | NotReadable | None = None
    try:
        own_key()  # by which the server knows whose match it is
        free = _free_directories(rules, locks, taken)
        if taken:  # where each directory has a match, the first of them is offered, since a new one would not be kept
            free = chain(free, _free_directories(rules, locks, frozenset()))
        for directory in free:
            try:
                server = await _start_on(directory, rules)
            except NoServer as wrong:
                if wrong.status != UNUSABLE:
                    raise
                told = NotReadable(str(directory), str(wrong))
            else:
                _keep_house_rules(rules)
                beside = told is None and not taken and directory.name != _name_of(rules)
                return server, SoloBegun(kept=True, told=told, beside=beside)
    except KeptError as wrong:
        told = NotKept(str(wrong))
    return await _start_without(rules), SoloBegun(kept=False, told=told)


def _keep_house_rules(rules: str | None) -> None:
    """Keep a copy of the file of house rules, if it is one."""
    if rules is not None and rules not in PRESETS:
        with suppress(OSError, ValueError, KeptError):
            text = Path(rules).read_text(encoding="utf-8")
            write_whole(data_path("solo") / f"{_name_of(rules)}.toml", text, replace=False)


async def _start_on(directory: Path, rules: str | None) -> Started:
    """Start a server on the directory; wait for the end of one that has lost its client."""
    for _ in range(ENDING):
        try:
            return await private_server.start(command_of(rules, directory))
        except NoServer as wrong:
            if wrong.status != NoServer.IN_USE:
                raise
    raise NoServer(f"{directory} is in use", UNUSABLE)


async def _start_without(rules: str | None) -> Started:
    return await private_server.start(command_of(rules))


def _free_directories(rules: str | None, locks: ExitStack, taken: frozenset[str]) -> Iterator[Path]:
    """The directories for these rules that are not `taken` and that no other client holds; each is held until `locks`
    are closed. CannotKeep."""
    parent, name = data_path("solo"), _name_of(rules)
    for number in range(1, DIRECTORIES + 1):
        directory = parent / (name if number == 1 else f"{name}-{number}")
        if directory.name not in taken and hold(directory, locks):
            yield directory


def _name_of(rules: str | None) -> str:
    """The name of the first directory: the preset, or `house-` and a hash of the file, whose old text may still be
    played by."""
    if rules is None or rules in PRESETS:
        return rules or DEFAULT_PRESET
    try:
        text = Path(rules).read_bytes()
    except (OSError, ValueError):  # the server will say what is wrong
        text = b""
    return f"house-{sha256(text).hexdigest()[:8]}"


async def begin_solo(store: ClientStore, *, to_browse: bool = False, goes_on: bool = False) -> None:
    """Once signed in, list the matches `to_browse`; else open a table, or offer the match that waits, unless the person
    has said that it `goes_on`."""
    await store.until(lambda state: state.in_lobby or solo.has_arrived(state))
    if store.state.table is not None and store.state.table.practice:
        store.do(solo.leave)
        await store.until(lambda state: state.in_lobby)
    if to_browse:
        store.do(archive.open_matches)
        return
    store.do(solo.go_on if goes_on else solo.offer_or_open)
    if store.state.table is None and not store.state.in_lobby:  # it has left the table of a match that was over
        await store.until(lambda state: state.in_lobby)
        store.do(solo.offer_or_open)


async def begin_practice(store: ClientStore) -> None:
    """Once signed in at a server for practice alone, open the table that is wanted."""
    await store.until(lambda state: state.in_lobby)
    store.do(practice.open_table)


async def find_waiting(store: ClientStore) -> None:
    """Look for the matches that wait, and go on with the first if the person has chosen it meanwhile."""
    matches = await waiting_matches()
    chosen = store.state.expected is ExpectedMatch.CHOSEN
    store.take(MatchesWait(matches))
    if chosen:
        store.do(home.go_on_with_first)


async def tell_of_others(store: ClientStore) -> None:
    """Tell a person whose new match has begun that another one waits."""
    found = await waiting_matches()
    await store.until(lambda state: state.table is not None and state.table.view.phase is not Phase.WAITING)
    if found and store.state.ui.overlay is not Overlay.RESUME:
        store.take(MatchesWait(found, beside=True))
