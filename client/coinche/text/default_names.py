"""Default names of players and tables, and other names for a player whose name is taken."""

from __future__ import annotations

import getpass

from coinche.protocol.limits import MAX_NAME

from .catalog import Words
from .formatting import Face


class TableName(Words):
    """The name of a table that its owner has not named."""

    OWN = ("Chez {name}", "{name}'s table")


_NAMESAKES = 9


def login_name() -> str:
    """Return the login name, made fit for a table."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, or no way to know
        name = ""
    fit = "".join(c for c in name if c.isprintable()).strip()[:MAX_NAME].strip()
    return fit or "Coinche"


def other_names(name: str) -> tuple[str, ...]:
    """`Ana 2`, `Ana 3` and so on: for a name that nobody has chosen, and so nobody insists on."""
    return tuple(f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in range(2, _NAMESAKES + 1))


def own_table(name: str, face: Face) -> str:
    """Return the name of a player's table until they choose another."""
    called = face.say(TableName.OWN, name=name)
    return called if len(called) <= MAX_NAME else name
