"""The built-in bots by name. Knows what each is called and what it is said to do."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.bot import Bot

from .greedy import Greedy
from .random_bot import Random
from .sentences import BotSays
from .steady import Steady

BOTS: Mapping[str, type[Bot]] = {bot.name: bot for bot in (Random, Greedy, Steady)}
"""Every built-in bot, the weakest first."""

ABOUT: Mapping[str, BotSays] = {
    Random.name: BotSays.ABOUT_RANDOM,
    Greedy.name: BotSays.ABOUT_GREEDY,
    Steady.name: BotSays.ABOUT_STEADY,
}
"""One line about each."""
