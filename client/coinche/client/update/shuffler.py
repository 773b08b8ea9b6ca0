"""Who shuffles the cards of a table: how it is typed, chosen and told beside the rules.

Refuses to know what a share is, and when the cards are only gathered.
"""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.rules import Group, RuleLine
from coinche.engine.fair import Shares
from coinche.engine.rules import InvalidRules
from coinche.engine.rules.parsing import did_you_mean
from coinche.text.catalog import Language, Words

SHARES = "shares"
"""What it is called where it is typed, `shares=all`, and among the lines of the form."""


class Shuffler(Words):
    """What is said of it."""

    NAME = ("Qui mélange", "Who shuffles")
    CUTTER = ("Celui qui coupe, avec le serveur.", "The cutter, with the server.")
    ALL = ("Les quatre, avec le serveur.", "All four, with the server.")
    NOBODY = ("Le serveur seul.", "The server alone.")


_SAID: Mapping[Shares | None, Shuffler] = {
    Shares.CUTTER: Shuffler.CUTTER,
    Shares.ALL: Shuffler.ALL,
    None: Shuffler.NOBODY,
}


def line(shares: Shares | None, language: Language) -> RuleLine:
    """The line about it; one that does not matter where no player shuffles, or nobody knows."""
    return RuleLine(
        option=SHARES,
        group=Group.TABLE.within(language),
        name=Shuffler.NAME.within(language),
        value=_SAID[shares].within(language),
        differs=False,
        matters=shares is not None,
    )


def another(shares: Shares, by: int) -> Shares:
    """The next that can be chosen."""
    offered = tuple(Shares)
    return offered[(offered.index(shares) + by) % len(offered)]


def read(text: str) -> Shares:
    """What was typed; InvalidRules where there is no such thing."""
    if text.lower() in tuple(Shares):
        return Shares(text.lower())
    raise InvalidRules(f"there is no {SHARES}={text}; {did_you_mean(text, Shares)}")
