"""Entry points of all commands.

Ctrl-C ends a command with status 130 and without a message, even while it is loading; a closed output ends it with
status 141. To make that possible this module imports a command's module only when it runs it, and nothing else.
A character that the output cannot encode is printed as `?`.
"""

import gc
import os
import signal
import sys
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from types import FrameType, ModuleType

INTERRUPTED = 130
UNHEARD = 141


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
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt) is None:
            raise
        sys.exit(INTERRUPTED)


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
