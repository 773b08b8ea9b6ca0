"""Bulletins: notices of the server to all its guests, which stay at the top of the screen for a while."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coinche.protocol.messages import Topic
from coinche.text.catalog import Words
from coinche.text.formatting import Face

SHOWN = 15.0
"""Seconds for which a bulletin is shown, unless its cause lasts."""
LONGEST = 200
"""Characters of an operator's message that are shown."""


class ServerSays(Words):
    """Sentences for the topics of bulletins."""

    STORAGE = (
        "Le disque du serveur est plein ou en panne : les tables sont en pause.",
        "The server's disk is full or broken: the tables are paused.",
    )
    GOING_ON = (
        "Le disque du serveur remarche : les parties reprennent.",
        "The server's disk works again: play resumes.",
    )
    DRAINING = (
        "Le serveur s'arrêtera après les parties en cours : pas de nouvelle table.",
        "The server will stop after the current matches: no new tables.",
    )
    OPERATOR = ("Le responsable du serveur : {text}", "Server operator: {text}")


_WORDS: Mapping[Topic, ServerSays] = {
    Topic.STORAGE: ServerSays.STORAGE,
    Topic.GOING_ON: ServerSays.GOING_ON,
    Topic.DRAINING: ServerSays.DRAINING,
    Topic.OPERATOR: ServerSays.OPERATOR,
}


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A notice of the server to all its guests, and the time of its arrival."""

    topic: Topic
    text: str = ""
    since: float = 0.0

    def is_shown(self, now: float) -> bool:
        """Test whether the top of the screen still shows it."""
        return self.topic is Topic.STORAGE or now - self.since < SHOWN


def bulletin(topic: Topic, text: str, now: float) -> Bulletin:
    """Make a bulletin of a server's notice, without its control characters and not too long."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return Bulletin(topic, shown[:LONGEST], now)


def sentence(told: Bulletin, face: Face) -> str:
    """The sentence for a bulletin."""
    return face.say(_WORDS[told.topic], text=face.name(told.text))
