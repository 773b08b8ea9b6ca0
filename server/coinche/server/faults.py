"""A mistake of the server's, as it may be logged: where it was made, and of what kind.

What an exception says of itself may name cards, such as a key that was not found; it is left out, and is a line of its
own that is written by `--log-level debug` alone.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator

from .news import Happening, News


def report(say: Callable[[str], None], sentence: str, wrong: BaseException, **facts: str) -> None:
    """Say that the server has made a mistake, of which this is the exception."""
    say(News(Happening.FAULT, f"{sentence}\n{where(wrong)}", kind=type(wrong).__name__, **facts))
    explain(say, wrong, **facts)


def explain(say: Callable[[str], None], wrong: BaseException, **facts: str) -> None:
    """Say all of the exception, for `--log-level debug` alone."""
    say(News(Happening.FAULT_WORDS, "".join(traceback.format_exception(wrong)).rstrip(), **facts))


def where(wrong: BaseException) -> str:
    """The traceback without a word of the exceptions themselves."""
    return "\n".join(_told(wrong, set()))


def _told(wrong: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(wrong))
    before = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
    if before is not None and id(before) not in seen:
        yield from _told(before, seen)
        yield "which led to:"
    yield "Traceback (most recent call last):"
    yield from "".join(traceback.format_tb(wrong.__traceback__)).splitlines()
    yield type(wrong).__qualname__
    if isinstance(wrong, BaseExceptionGroup):
        for one in wrong.exceptions:
            yield "one of them:"
            yield from _told(one, seen)
