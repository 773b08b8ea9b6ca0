"""What the same client is known by in any session, as sessions and the rows of private matches have it.

Knows how that is written. Refuses to know what proves it (`signing_in`); a guest is known by his session alone.
"""

from __future__ import annotations

from coinche.protocol.names import same_name

_KEY, _TOKEN = "key ", "token "

OWN_PROVIDER = "own provider"
"""The program that the server itself has started to lend bots."""


def of_key(key: str) -> str:
    """Who has that key, under whatever name."""
    return _KEY + key


def of_token(name: str) -> str:
    """Who has the token that was made for the name."""
    return _TOKEN + same_name(name)


def key_of(who: str) -> str | None:
    """The key that he is known by; None where it is something else."""
    return who.removeprefix(_KEY) if who.startswith(_KEY) else None


def has_token(who: str) -> bool:
    """Return whether somebody is known by a token."""
    return who.startswith(_TOKEN)
