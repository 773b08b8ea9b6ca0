"""One recorded decision asked again: what did the seat know, what was chosen then, what does the bot choose now?

Knows two kinds of files: the record of a match, where the decision is the action of that number, and a bot's own log,
where it is the request of that number. Refuses to know how a decision is made.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import msgspec

from coinche.client.bot import Bot, legal_of
from coinche.client.language import Language
from coinche.client.vectors import opened
from coinche.engine.events import Event, MatchStarted, seen_by
from coinche.engine.legal import Legal
from coinche.engine.match import legal
from coinche.engine.record import FORMAT, ActionLine, RecordError, read
from coinche.engine.replay import replayed
from coinche.engine.rules import RuleSet
from coinche.engine.view import TableView, view
from coinche.protocol.codec import decode_server
from coinche.protocol.errors import ProtocolError
from coinche.protocol.messages import Envelope, Joined, Request, TableEvent

from .journal import Written, read_journal
from .looking import looked_at
from .sentences import BotSays

FOUND, BADLY_ANSWERED, NOT_FOUND = 0, 1, 2
"""Exit statuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a seat knew, what it might do, and what was done then (None: nothing that is written)."""

    rules: RuleSet
    heard: tuple[Event | TableEvent, ...]
    view: TableView
    legal: Legal
    then: str | None


class NoDecision(Exception):
    """There is none of that number; `last` is the last that there is."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the last is {last}")
        self.last = last


def ask_again(bot: Bot, path: Path, number: int, language: Language) -> int:
    """Print the decision and what the bot makes of it; the exit status."""
    try:
        decision = _decision(path, number)
    except NoDecision as none:
        said = BotSays.NO_SUCH_DECISION.within(language).format(file=path, number=number, last=none.last)
    except (OSError, EOFError, RecordError, ProtocolError, ValueError, KeyError) as error:
        said = BotSays.BAD_FILE.within(language).format(file=path, why=error)
    else:
        return _asked(bot, decision, language)
    print(f"coinche-bot: {said}", file=sys.stderr)
    return NOT_FOUND


def _asked(bot: Bot, decision: Decision, language: Language) -> int:
    for line in looked_at(decision.view, decision.legal, language):
        print(line)
    print(BotSays.CHOSE.within(language).format(action=decision.then or "–"))
    try:
        bot.rules = decision.rules
        bot.on_match(decision.rules)
        for event in decision.heard:
            bot.on_event(event)
        action = bot.choose(decision.view, decision.legal)
    except Exception:  # the author's code, whatever it does: he is here to see it
        traceback.print_exc()
        return BADLY_ANSWERED
    allowed = action in decision.legal
    words = BotSays.CHOOSES if allowed else BotSays.CHOOSES_ILLEGAL
    print(words.within(language).format(action=action))
    return FOUND if allowed else BADLY_ANSWERED


def _decision(path: Path, number: int) -> Decision:
    with opened(path) as file:
        lines = (line.decode("utf-8") for line in file)
        first = next(lines, "")
        whole = chain((first,), lines)
        return _of_record(whole, number) if f'"{FORMAT}"' in first else _of_log(whole, number)


def _of_record(lines: Iterator[str], number: int) -> Decision:
    """The action of that number, from 1, and the state before it."""
    before = None
    heard: list[Event] = []
    actions = 0
    for step in replayed(read(lines)):
        entry = step.entry
        if isinstance(entry, ActionLine):
            actions += 1
            if actions == number and before is not None:
                return Decision(
                    rules=before.rules,
                    heard=tuple(seen_by(event, entry.seat) for event in heard),
                    view=view(before, entry.seat),
                    legal=legal(before, entry.seat),
                    then=str(entry.action),
                )
        before = step.state
        heard.extend(step.events)
    raise NoDecision(actions)


def _of_log(lines: Iterator[str], number: int) -> Decision:
    """The request of that number, and the answer to it."""
    written = tuple(read_journal(lines))
    asked = next((at for at, line in enumerate(written) if _is(line.heard, "request", number)), None)
    if asked is None:
        numbers = (line.heard["request"] for line in written if line.heard and _is(line.heard, "request"))
        raise NoDecision(max(numbers, default=0))
    request = _message(written[asked])
    assert isinstance(request, Request)
    rules, heard = _heard(written[:asked], written[asked].seat)
    answers = (line.said for line in written[asked:] if line.said is not None and line.said.get("request") == number)
    then = next((str(answer["action"]) for answer in answers), None)
    return Decision(rules=rules, heard=heard, view=request.known, legal=legal_of(request), then=then)


def _heard(written: tuple[Written, ...], seat: str | None) -> tuple[RuleSet, tuple[Event | TableEvent, ...]]:
    """The rules of the match, and all that the seat has heard of it."""
    rules: RuleSet | None = None
    heard: list[Event | TableEvent] = []
    for line in written:
        message = _message(line) if line.seat == seat and line.heard is not None else None
        match message:
            case Joined():
                rules = message.rules
            case Envelope(event=event):
                if isinstance(event, MatchStarted):
                    rules, heard = event.rules, []
                heard.append(event)
    if rules is None:
        raise ValueError("it does not tell the rules")
    return rules, tuple(heard)


def _message(line: Written) -> object:
    return decode_server(msgspec.msgpack.encode(line.heard))


def _is(heard: dict[str, object] | None, kind: str, number: int | None = None) -> bool:
    return heard is not None and heard.get("type") == kind and number in (None, heard.get("request"))
