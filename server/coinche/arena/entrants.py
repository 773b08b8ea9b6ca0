"""The entrants of a contest: built-in bots, classes in Python, and programs in any language.

steady                       a built-in bot
expert:worlds=10             the same with options of its own
py:mybot:Mine                the class Mine in mybot.py, found from the current folder
mine, with --bot mine='CMD'  a program that speaks the protocol
@Ada                         the programs that are signed in as Ada on a running server
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

from coinche.bot import Bot
from coinche.bots.built_in import BOTS

BotFactory = Callable[[int], Bot]
PYTHON_PREFIX = "py:"
SIGNED_IN_PREFIX = "@"
_TRUTH = {"yes": True, "no": False}


class UnknownEntrant(ValueError):
    """A name or option that no bot has, or a class that cannot be imported."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant of a contest. `spec` says what plays for it: a bot of this project, a class, a command, or the
    name of a player who is signed in on a server.
    """

    name: str
    spec: str
    is_program: bool = False

    @property
    def is_class(self) -> bool:
        """True for a class in Python, whose code only its own processes run outside of practice."""
        return not self.is_program and self.spec.startswith(PYTHON_PREFIX)

    @property
    def is_signed_in(self) -> bool:
        """True for a player on a running server, whose programs somebody else has started."""
        return not self.is_program and self.spec.startswith(SIGNED_IN_PREFIX)

    @property
    def is_built_in(self) -> bool:
        """True for a bot of this project: no code of anybody else plays for it."""
        return not (self.is_program or self.is_class or self.is_signed_in)


def entrants(names: Iterable[str], commands: Mapping[str, str]) -> tuple[Entrant, ...]:
    """The entrants of those names; one that comes again gets a number. UnknownEntrant where there is no such bot.

    Classes are not looked for: that would run their authors' code in this process.
    """
    found: list[Entrant] = []
    for name in names:
        times = sum(entrant.spec == commands.get(name, name) for entrant in found)
        called = f"{name} ({times + 1})" if times else name
        if name in commands:
            found.append(Entrant(called, commands[name], is_program=True))
        else:
            found.append(Entrant(called, name))
            if found[-1].is_built_in:
                bot_factory(name)
    return tuple(found)


@cache
def bot_factory(spec: str) -> BotFactory:
    """The function that makes a bot from a seed; UnknownEntrant lists the bots or options that there are.

    The module of a class is imported here: in practice, or in the process of a seat.
    """
    if spec.startswith(PYTHON_PREFIX):
        return _python_class(spec)
    name, _, options = spec.partition(":")
    if name not in BOTS:
        raise UnknownEntrant(
            f"no bot {name!r}; there are: {', '.join(BOTS)}, py:MODULE:CLASS, and whatever --bot NAME=CMD adds"
        )
    changes = dict(option.partition("=")[::2] for option in options.split(",") if option)
    return _with_options(name, changes) if changes else BOTS[name]


def _python_class(spec: str) -> BotFactory:
    module, _, name = spec.removeprefix(PYTHON_PREFIX).partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as wrong:  # the author's code, whatever it does
        raise cannot_take(spec, f"{type(wrong).__name__}: {wrong}") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownEntrant(f"{name} of {module} is no subclass of coinche.bot.Bot")
    try:
        found(0)
    except Exception as wrong:  # the author's code, whatever it does
        raise UnknownEntrant(f"{name} of {module} cannot be made: {type(wrong).__name__}: {wrong}") from None
    return found


def cannot_take(spec: str, why: str) -> UnknownEntrant:
    """The error of a class that cannot be imported."""
    return UnknownEntrant(f"cannot take {spec!r}, which should be {PYTHON_PREFIX}MODULE:CLASS: {why}")


def _with_options(name: str, changes: Mapping[str, str]) -> BotFactory:
    usual = getattr(BOTS[name](0), "settings", None)
    known = {each.name: getattr(usual, each.name) for each in fields(usual)} if usual is not None else {}
    unknown = sorted(changes.keys() - known.keys())
    if usual is None or unknown:
        raise UnknownEntrant(f"{name} has no option {unknown[0]!r}; it has: {', '.join(known) or 'none'}")
    values = {option: _value(text, known[option]) for option, text in changes.items()}
    try:
        settings = replace(usual, **values)
    except ValueError as wrong:
        raise UnknownEntrant(f"{name}: {wrong}") from None

    def made(seed: int) -> Bot:
        bot = BOTS[name](seed)
        bot.settings = settings  # type: ignore[attr-defined]
        return bot

    return made


def _value(text: str, like: object) -> object:
    """The text as a value of the type of `like`."""
    if isinstance(like, bool):
        if text not in _TRUTH:
            raise UnknownEntrant(f"{text!r} is neither yes nor no")
        return _TRUTH[text]
    try:
        return type(like)(text)  # type: ignore[call-arg]
    except (TypeError, ValueError):
        raise UnknownEntrant(f"{text!r} is no value like {like!r}") from None
