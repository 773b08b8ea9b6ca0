"""The built-in bots by name. Knows what each is called and what it is said to do."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.bot import Bot

from .expert import Expert
from .greedy import Greedy
from .novice import Novice
from .random_bot import Random
from .sentences import BotSays
from .steady import Steady
from .strong import Strong

BOTS: Mapping[str, type[Bot]] = {bot.name: bot for bot in (Random, Novice, Greedy, Steady, Strong, Expert)}
"""Every built-in bot, the weakest first."""

ABOUT: Mapping[str, BotSays] = {
    Random.name: BotSays.ABOUT_RANDOM,
    Novice.name: BotSays.ABOUT_NOVICE,
    Greedy.name: BotSays.ABOUT_GREEDY,
    Steady.name: BotSays.ABOUT_STEADY,
    Strong.name: BotSays.ABOUT_STRONG,
    Expert.name: BotSays.ABOUT_EXPERT,
}
"""One line about each."""
