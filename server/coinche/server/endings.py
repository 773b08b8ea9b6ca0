"""Why a table ends although its match does not."""


class Abandoned(Exception):
    """Nobody is at the table any more."""


class Endless(Exception):
    """The match is longer than any honest one; the message says in what."""
