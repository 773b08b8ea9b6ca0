"""One recorded decision asked again: what did the seat know, what was chosen then, what is chosen now?

Knows what is printed, and how a bot or a program is asked. Refuses to know where decisions are kept (`decisions`).
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

import trio

from coinche.client.bot import Bot
from coinche.client.in_force import after
from coinche.client.language import Language
from coinche.client.line_mode.printing import complain
from coinche.engine.actions import Action
from coinche.engine.record import RecordError
from coinche.protocol.errors import ProtocolError

from .decisions import Decision, NoDecision, decision_at
from .interview import Interview, NoAnswer
from .looking import looked_at
from .sentences import BotSays

FOUND, BADLY_ANSWERED, NOT_FOUND = 0, 1, 2
"""Exit statuses."""

Choose = Callable[[Decision], Action]


def ask_again(bot: Bot, path: Path, number: int, language: Language) -> int:
    """Print the decision and what the bot makes of it; the exit status."""
    return _again(partial(_chosen, bot), path, number, language)


def ask_program_again(command: str, path: Path, number: int, language: Language, name: str = "") -> int:
    """Print the decision and what the program answers, having read all that the seat was sent; the exit status."""
    return _again(lambda decision: trio.run(Interview(command, decision, language, name).hold), path, number, language)


def _again(choose: Choose, path: Path, number: int, language: Language) -> int:
    try:
        decision = decision_at(path, number)
    except NoDecision as none:
        said = BotSays.NO_SUCH_DECISION.within(language).format(file=path, number=number, last=none.last)
    except json.JSONDecodeError:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=BotSays.NO_JSON.within(language))
    except (OSError, EOFError, RecordError, ProtocolError, ValueError, KeyError) as error:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=error)
    else:
        return _asked(choose, decision, language)
    _complain(said)
    return NOT_FOUND


def _asked(choose: Choose, decision: Decision, language: Language) -> int:
    for line in looked_at(decision.view, decision.legal, language):
        print(line)
    print(BotSays.CHOSE.within(language).format(action=decision.then or "–"), flush=True)
    try:
        action = choose(decision)
    except NoAnswer as none:
        if str(none):
            _complain(str(none))
        return BADLY_ANSWERED
    allowed = action in decision.legal
    words = BotSays.CHOOSES if allowed else BotSays.CHOOSES_ILLEGAL
    print(words.within(language).format(action=action))
    return FOUND if allowed else BADLY_ANSWERED


def _chosen(bot: Bot, decision: Decision) -> Action:
    try:
        bot.rules = decision.rules
        bot.on_match(decision.rules)
        for event in decision.heard:
            bot.systems = after(bot.systems, event)
            bot.on_event(event)
        return bot.choose(decision.view, decision.legal)
    except Exception:  # the author's code, whatever it does: he is here to see it
        traceback.print_exc()
        raise NoAnswer from None


def _complain(sentence: str) -> None:
    complain("coinche-bot", sentence)
