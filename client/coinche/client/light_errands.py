"""Errands that need nothing of this machine but time: advice, a lesson, the record of a match at the server.

What goes wrong with one by a fault of ours is reported, and becomes a notice. Refuses to know for whom they are: a
guest by ssh has them, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import assert_never

import trio

from coinche.client.playback.fetching import fetch_record
from coinche.client.playback.solving import weigh
from coinche.hints.reason import Advice

from .departure import is_fault, reported
from .endings import OwnFault
from .errands import FetchRecord, Learn, LightErrand, Think, Weigh
from .inputs import Advised, LessonBegun, WentWrong
from .person import Person

Report = Callable[[Exception], OwnFault]
"""Writes down a fault of ours."""


def carry_out(errand: LightErrand, person: Person, nursery: trio.Nursery, report: Report = reported) -> None:
    """Begin it; what comes of it comes to the person."""

    async def carry(do: Callable[[], Awaitable[None]]) -> None:
        try:
            await do()
        except Exception as fault:  # ours, whatever it is: the match must go on
            if not is_fault(fault):
                raise
            person.take(WentWrong(report(fault)))

    match errand:
        case Think():
            nursery.start_soon(carry, lambda: _think(person, errand))
        case FetchRecord():
            nursery.start_soon(carry, lambda: fetch_record(person))
        case Weigh():
            nursery.start_soon(carry, lambda: weigh(person))
        case Learn():
            nursery.start_soon(carry, lambda: _give_lesson(person))
        case _:
            assert_never(errand)


def _advised(asked: Think) -> Advice:
    from coinche.hints.service import advise  # with a solver, which few ever ask

    return advise(asked.request, asked.rules, asked.systems)


async def _think(person: Person, asked: Think) -> None:
    """Ask the adviser, in a thread: it may take longer than a screen can wait."""
    advice = await trio.to_thread.run_sync(_advised, asked, abandon_on_cancel=True)
    person.take(Advised(advice))


async def _give_lesson(person: Person) -> None:
    """Once, however often the key was pressed."""
    from coinche.client.lesson.table import learn  # with a bot, for whoever never played

    if person.state.lesson is None:
        person.take(LessonBegun())
        await learn(person)
