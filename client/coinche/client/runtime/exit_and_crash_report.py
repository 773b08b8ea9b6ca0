"""The end of the program: its exit status and the message for it.

An unexpected error is a bug: its traceback goes into a file, and the message says where the file is.
"""

from __future__ import annotations

import os
import traceback
from datetime import datetime
from pathlib import Path

import platformdirs

from coinche.client.model.notices import ENDS, Ended, OwnFault, trouble
from coinche.connection.errors import NoServer, leaves
from coinche.connection.storage import CannotKeep, path_from_home, write_whole
from coinche.text.catalog import Words, complain
from coinche.text.command_line import INTERRUPTED
from coinche.text.formatting import Face

from .sign_in import SOFTWARE
from .trio_bridge import is_terminal_gone

HUNG_UP = 129
NO_READER = 1
FAULTY = 70
"""EX_SOFTWARE."""


class CrashText(Words):
    """Messages about a bug in the client."""

    WRITTEN = (
        "Le programme s'est arrêté sur une erreur interne ; vous n'y êtes pour rien. Les détails sont dans {path} : "
        "envoyez ce fichier aux auteurs du programme.",
        "The program stopped because of an internal error; it was not your fault. The details are in {path}: please "
        "send that file to the authors of the program.",
    )
    UNWRITTEN = (
        "Le programme s'est arrêté sur une erreur interne ; vous n'y êtes pour rien : {what}",
        "The program stopped because of an internal error; it was not your fault: {what}",
    )


def departure(error: BaseException, face: Face) -> int:
    """Print why the program ended, if there is a terminal, and return the exit status; re-raise SystemExit."""
    errors = tuple(leaves(error))
    if any(isinstance(one, SystemExit) for one in errors):
        raise error
    if is_fault(error):
        return _failed(error, face)
    if any(isinstance(one, KeyboardInterrupt) for one in errors):
        return INTERRUPTED
    if any(isinstance(one, EOFError) or is_terminal_gone(one) for one in errors):
        return HUNG_UP
    return _ended(tuple(one for one in errors if isinstance(one, ENDS)), face)


def is_fault(error: BaseException) -> bool:
    """Test whether any part of the error is unexpected, so that it is a bug."""
    return any(map(_is_fault, leaves(error)))


def _is_fault(error: BaseException) -> bool:
    if is_terminal_gone(error):
        return False
    return not isinstance(error, (*ENDS, KeyboardInterrupt, EOFError, BrokenPipeError))


def _ended(ends: tuple[Ended, ...], face: Face) -> int:
    """Print what has ended the program."""
    for end in ends:
        complain(SOFTWARE, trouble(end, face))
    return max((end.status for end in ends if isinstance(end, NoServer)), default=NO_READER)


def _failed(error: BaseException, face: Face) -> int:
    """Write the traceback to a file and print where it is."""
    try:
        path = written(error)
    except CannotKeep:
        what = ", ".join(f"{type(one).__name__} ({one})" for one in leaves(error))
        complain(SOFTWARE, face.say(CrashText.UNWRITTEN, what=face.name(what)))
    else:
        complain(SOFTWARE, face.say(CrashText.WRITTEN, path=face.name(str(path))))
    return FAULTY


def reported(error: Exception) -> OwnFault:
    """Write the traceback of a bug that does not end the program, if possible."""
    what = f"{type(error).__name__}: {error}"
    try:
        return OwnFault(what, path_from_home(written(error)))
    except CannotKeep:
        return OwnFault(what)


def written(error: BaseException) -> Path:
    """Write the traceback to a file of its own and return the path; CannotKeep."""
    moment = datetime.now().astimezone()
    name = f"error-{moment:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    path = platformdirs.user_log_path("coinche", appauthor=False) / name
    write_whole(path, f"{SOFTWARE}, {moment.isoformat()}\n\n{''.join(traceback.format_exception(error))}", replace=True)
    return path
