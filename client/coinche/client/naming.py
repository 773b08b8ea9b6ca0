"""What somebody is called where he has not said it, and what else where that name is somebody else's."""

from __future__ import annotations

import getpass

from coinche.protocol.names import MAX_NAME

_NAMESAKES = 9


def login_name() -> str:
    """What the machine calls the person, made fit for a table."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to know
        name = ""
    fit = "".join(c for c in name if c.isprintable()).strip()[:MAX_NAME].strip()
    return fit or "Coinche"


def other_names(name: str) -> tuple[str, ...]:
    """`Ana 2`, `Ana 3` and so on: for a name that nobody has chosen, and so nobody insists on."""
    return tuple(f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in range(2, _NAMESAKES + 1))
