"""Solo play: a private server whose matches are kept in a directory of the person's own, so that they go on.

There is a directory for each choice of rules, and one more for each client that plays by them at the same time:

    solo/ffb  solo/ffb-2  solo/pagat  solo/house-3f1c2a90

A client holds a lock beside the directory while it plays; the first directory that nobody holds is taken. Where none
can be used, the match is played all the same, but not kept.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path

from coinche.client.model.messages import SoloBegun
from coinche.client.model.notices import NotKept, NotReadable
from coinche.client.runtime import private_server
from coinche.client.runtime.private_server import Started, command_of
from coinche.client.runtime.store import ClientStore
from coinche.client.update import archive, solo
from coinche.connection.address import Address
from coinche.connection.errors import NoServer
from coinche.connection.storage import CannotKeep, KeptError, data_path
from coinche.engine.presets import DEFAULT_PRESET, PRESETS

DIRECTORIES = 8
"""Maximum number of directories for the same rules."""
UNUSABLE, IN_USE = 1, 75
"""Exit statuses of a server that cannot use its directory, or not yet."""
ENDING = 10
"""Number of attempts while the server of a client that was killed has not ended; each waits for a second."""


@asynccontextmanager
async def solo_server(rules: str | None, *, keep: bool = True) -> AsyncIterator[tuple[Address, SoloBegun]]:
    """Run a private server for the duration of the block; yields its address and the message for the store. NoServer if
    the rules are wrong or nothing can be started. Without `keep` it knows of no earlier match and keeps none."""
    with ExitStack() as locks:
        server, begun = await _start(rules, locks) if keep else (await _start_without(rules), SoloBegun(kept=False))
        async with private_server.running(server, restarts=begun.kept) as address:
            yield address, begun


async def _start(rules: str | None, locks: ExitStack) -> tuple[Started, SoloBegun]:
    """Start a server on the first directory that can be used, else on none."""
    from coinche.connection.credentials import own_key

    told: NotKept | NotReadable | None = None
    try:
        own_key()  # by which the server knows whose match it is
        for directory in _free_directories(rules, locks):
            try:
                return await _start_on(directory, rules), SoloBegun(kept=True, told=told)
            except NoServer as wrong:
                if wrong.status != UNUSABLE:
                    raise
                told = NotReadable(str(directory), str(wrong))
    except KeptError as wrong:
        told = NotKept(str(wrong))
    return await _start_without(rules), SoloBegun(kept=False, told=told)


async def _start_on(directory: Path, rules: str | None) -> Started:
    """Start a server on the directory; wait for the end of one that has lost its client."""
    for _ in range(ENDING):
        try:
            return await private_server.start(command_of(rules, directory))
        except NoServer as wrong:
            if wrong.status != IN_USE:
                raise
    raise NoServer(f"{directory} is in use", UNUSABLE)


async def _start_without(rules: str | None) -> Started:
    return await private_server.start(command_of(rules))


def _free_directories(rules: str | None, locks: ExitStack) -> Iterator[Path]:
    """The directories for these rules that no other client holds; each is held until `locks` are closed. CannotKeep."""
    from filelock import FileLock, Timeout

    parent, name = data_path("solo"), _name_of(rules)
    for number in range(1, DIRECTORIES + 1):
        directory = parent / (name if number == 1 else f"{name}-{number}")
        try:
            parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            locks.enter_context(FileLock(directory.with_name(f"{directory.name}.lock"), blocking=False))
        except Timeout:
            continue
        except OSError as wrong:
            raise CannotKeep(directory, wrong.strerror or str(wrong)) from wrong
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


async def begin_solo(store: ClientStore, *, to_browse: bool = False) -> None:
    """Once signed in, list the matches `to_browse`; else offer the match that goes on there, or open a table."""
    await store.until(lambda state: state.in_lobby or solo.has_arrived(state))
    if to_browse:
        store.do(archive.open_matches)
        return
    store.do(solo.offer_or_open)
    if store.state.table is None and not store.state.in_lobby:  # it has left the table of a match that was over
        await store.until(lambda state: state.in_lobby)
        store.do(solo.offer_or_open)
