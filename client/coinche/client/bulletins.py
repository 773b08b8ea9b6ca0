"""What a server tells all its guests about itself: the sentences, and for how long one stays at the top of the screen.

Knows a notice's topic, and that an operator's words are his own. Refuses to know where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.protocol.messages import Topic
from coinche.text.catalog import Words
from coinche.text.formatting import Face

SHOWN = 15.0
"""Seconds for which it stays at the top, unless it is about something that lasts."""
LONGEST = 200
"""How many signs of an operator's words are shown."""


class ServerSays(Words):
    """A sentence for each topic."""

    STORAGE = (
        "Le disque du serveur est plein ou en panne : les tables attendent.",
        "The server's disk is full or broken: the tables stand still.",
    )
    GOING_ON = ("Le disque du serveur va de nouveau : on continue.", "The server's disk works again: on with the game.")
    DRAINING = (
        "Le serveur s'arrêtera après les parties en cours : pas de nouvelle table.",
        "The server will end after the matches in play: no new tables.",
    )
    OPERATOR = ("Le responsable du serveur : {text}", "The server's operator: {text}")


_WORDS: Mapping[Topic, ServerSays] = {
    Topic.STORAGE: ServerSays.STORAGE,
    Topic.GOING_ON: ServerSays.GOING_ON,
    Topic.DRAINING: ServerSays.DRAINING,
    Topic.OPERATOR: ServerSays.OPERATOR,
}


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What was told, and when."""

    topic: Topic
    text: str = ""
    since: float = 0.0

    def is_shown(self, now: float) -> bool:
        """Whether it is still to be read at the top."""
        return self.topic is Topic.STORAGE or now - self.since < SHOWN


def bulletin(topic: Topic, text: str, now: float) -> Bulletin:
    """The same out of a server's notice, in which there may be any signs."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return Bulletin(topic, shown[:LONGEST], now)


def sentence(told: Bulletin, face: Face) -> str:
    """What to say of it."""
    return face.say(_WORDS[told.topic], text=face.name(told.text))
