"""`coinche-server free` and `forget`: a name whose key is lost, and one that shall be gone. Work beside a server."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from .command import about_a_name
from .errand import carried_out

_DOES: Mapping[str, str] = {
    "free": "Have a name belong to nobody, because its key is lost: it is whoever's signs in with it first. "
    "Whoever is signed in with the old key is signed out.",
    "forget": "Take a name out of all that is kept: nobody owns it, nobody is signed in as it, and in past matches "
    "'somebody' sat there. Their records stay readable, but the server's signature is no longer theirs.",
}


def main(does: str, arguments: list[str]) -> int:
    """Do that with the name; the exit status."""
    parser = argparse.ArgumentParser(prog=f"coinche-server {does}", description=_DOES[does])
    return about_a_name(
        parser, arguments, lambda directory, name: print(*carried_out(directory, (does, name)).lines, sep="\n")
    )
