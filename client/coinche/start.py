"""Entry points of all commands.

Ctrl-C ends a command with status 130 and without a message, even while it is loading; a closed output ends it with
status 141; an output that takes nothing, such as a full disk, with a sentence and status 1. To make that possible this
module imports a command's module only when it runs it, and nothing else. A character that the output cannot encode is
printed as `?`.
"""

import errno
import gc
import os
import signal
import sys
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from types import FrameType, ModuleType
from typing import NoReturn

INTERRUPTED = 130
UNHEARD = 141
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors of a disk or device that takes nothing."""


def _gone(number: int, frame: FrameType | None) -> None:
    """End the program at once; nothing is open yet that would need closing."""
    os._exit(INTERRUPTED)


def _run(module: str) -> None:
    """Load the command and run it; its `main` ends the program or returns."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _gone)
    main = _loaded(module).main
    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            main()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNHEARD)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        _unwritten(error)
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt) is None:
            raise
        sys.exit(INTERRUPTED)


def _unwritten(error: OSError) -> NoReturn:
    """Say why nothing can be written, and end with status 1."""
    from coinche.text.catalog import complain
    from coinche.text.command_line import CommandText
    from coinche.text.language import language_of

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    words = CommandText.UNWRITTEN.within(language_of(os.environ))
    complain(os.path.basename(sys.argv[0]), words.format(why=error.strerror))
    sys.exit(1)


def _loaded(module: str) -> ModuleType:
    """Import the module without garbage collection: its objects live to the end, so scanning them is wasted time."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()


def client() -> None:
    """Run `coinche-client`: a person's client, or with `--serve-ssh` the gateway for others."""
    serves = any(word.partition("=")[0] == "--serve-ssh" for word in sys.argv[1:])
    _run("coinche.ssh.cli" if serves else "coinche.client.cli")


bot = partial(_run, "coinche.bots.cli")
record = partial(_run, "coinche.records.cli")
conform = partial(_run, "coinche.conformance.cli")
server = partial(_run, "coinche.server.cli")
arena = partial(_run, "coinche.arena.cli")
