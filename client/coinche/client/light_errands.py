"""Errands that need nothing of this machine but time: advice, a lesson, the record of a match at the server.

Refuses to know for whom: a guest by ssh has them, too.
"""

from __future__ import annotations

from typing import assert_never

import trio

from .advice import Advice
from .errands import FetchRecord, Learn, LightErrand, Think, Weigh
from .inputs import Advised, LessonBegun
from .person import Person
from .playback.fetching import fetch_record
from .playback.solving import weigh


def carry_out(errand: LightErrand, person: Person, nursery: trio.Nursery) -> None:
    """Begin it; what comes of it comes to the person."""
    match errand:
        case Think():
            nursery.start_soon(_think, person, errand)
        case FetchRecord():
            nursery.start_soon(fetch_record, person)
        case Weigh():
            nursery.start_soon(weigh, person)
        case Learn():
            _begin_lesson(person, nursery)
        case _:
            assert_never(errand)


def _advised(asked: Think) -> Advice:
    from .adviser import advise  # with a solver, which few ever ask

    return advise(asked.request, asked.rules, asked.systems)


async def _think(person: Person, asked: Think) -> None:
    """Ask the adviser, in a thread: it may take longer than a screen can wait."""
    advice = await trio.to_thread.run_sync(_advised, asked, abandon_on_cancel=True)
    person.take(Advised(advice))


def _begin_lesson(person: Person, nursery: trio.Nursery) -> None:
    """Once, however often the key was pressed."""
    from .lesson.table import learn  # with a bot, for whoever never played

    if person.state.lesson is None:
        person.take(LessonBegun())
        nursery.start_soon(learn, person)
