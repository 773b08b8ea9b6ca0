"""A driver for the lesson in memory: it presses keys and keeps the teacher's sentences."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio
from trio.testing import wait_all_tasks_blocked

from coinche.client.model.hand_order import laid_out
from coinche.client.model.messages import Input, LessonBegun, LessonNumber
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime.lesson import learn
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.lesson import Teaching
from coinche.client.texts.second_lesson import SecondTeaching
from coinche.text.catalog import Words
from coinche.text.language import Language
from coinche.text.settings import Settings

PACE = 0.0
BEST: dict[Words, dict[Language, tuple[str, ...]]] = {
    SecondTeaching.RAISE: {
        Language.FRENCH: ("1", "3", "0", "c", "enter"),
        Language.ENGLISH: ("1", "3", "0", "h", "enter"),
    },
    SecondTeaching.BONUS: {
        Language.FRENCH: ("1", "3", "0", "t", "enter"),
        Language.ENGLISH: ("1", "3", "0", "c", "enter"),
    },
    SecondTeaching.COINCHE: dict.fromkeys(Language, ("c", "c")),
    Teaching.BID: {Language.FRENCH: ("9", "0", "c", "enter"), Language.ENGLISH: ("9", "0", "h", "enter")},
}
"""The keys for sentences that tell the learner exactly what to do."""
FIRST_BIDS = frozenset(words for words in Teaching if words.name.startswith("BID_") or words is Teaching.BID)
"""The sentences of the first lesson that ask for its bid."""


class Learner:
    """The person who takes the lesson."""

    def __init__(self, language: Language = Language.FRENCH, state: ClientState | None = None) -> None:
        ui = Ui(settings=Settings(language=language))
        home = ClientState(screen=Screen.HOME, has_home=True, name="Ana", ui=ui)
        self.store = ClientStore(state or home)
        self.told: list[Words] = []
        self.states: dict[Words, ClientState] = {}
        self.keys = 0
        self.store.watch(self._watch)

    @property
    def state(self) -> ClientState:
        return self.store.state

    @property
    def says(self) -> Words | None:
        """The teacher's last sentence."""
        return self.told[-1] if self.told else None

    def press(self, *keys: str) -> None:
        """One after the other."""
        for key in keys:
            self.keys += 1
            self.store.press(key)

    async def next(self, *keys: str) -> None:
        """Press those, and wait for what comes of it."""
        self.press(*keys)
        await wait_all_tasks_blocked()
        if self.says is not None and self.state.lesson is not None:
            self.states[self.says] = self.state

    def _watch(self, before: ClientState, came: Input | None) -> None:
        lesson = self.state.lesson
        old = before.lesson.told if before.lesson is not None else 0
        if lesson is not None and lesson.saying is not None and lesson.told != old:
            self.told.append(lesson.saying.words)


@asynccontextmanager
async def lesson(learner: Learner, number: LessonNumber = LessonNumber.FIRST) -> AsyncIterator[Learner]:
    """The lesson goes on as long as the block."""
    async with trio.open_nursery() as nursery:
        learner.store.take(LessonBegun(number))
        nursery.start_soon(learn, learner.store, PACE)
        await learner.next()
        yield learner
        nursery.cancel_scope.cancel()


Choose = Callable[[Learner], tuple[str, ...]]


async def finish(learner: Learner, choose: Choose) -> None:
    """Go on to the end: Enter where there is something to be read, else what is chosen."""
    while (going_on := learner.state.lesson) is not None:
        assert learner.keys < 500
        await learner.next(*(("enter",) if going_on.waits else choose(learner)))


async def until(learner: Learner, words: Words) -> None:
    """Follow the teacher until that sentence."""
    while learner.says is not words:
        going_on = learner.state.lesson
        assert going_on is not None
        await learner.next(*(("enter",) if going_on.waits else obedient(learner)))


def obedient(learner: Learner) -> tuple[str, ...]:
    """The teacher's proposal: the bid or pass that it names, or the card under the cursor."""
    table, says = learner.state.table, learner.says
    assert table is not None
    assert table.asked is not None
    assert says is not None
    if isinstance(says, SecondTeaching):
        return right_answer(learner, says)
    if says in FIRST_BIDS:
        return BEST[Teaching.BID][learner.state.ui.language]
    return ("p",) if "pass" in table.asked.legal else ("enter",)


def right_answer(learner: Learner, says: Words) -> tuple[str, ...]:
    """The keys for the right answer in the second lesson; a card of any kind where none is asked for."""
    language, table = learner.state.ui.language, learner.state.table
    assert table is not None
    assert table.asked is not None
    if says in BEST:
        return BEST[says][language]
    wanted = [
        card
        for card in (says in (SecondTeaching.BELOTE, SecondTeaching.REBELOTE)) * ("KH", "QH")
        if card in table.asked.legal
    ]
    return (key_of(learner, (*wanted, *table.asked.legal)[0]),)


def key_of(learner: Learner, card: str) -> str:
    """The digit of that card."""

    table = learner.state.table
    assert table is not None
    return str(list(map(str, laid_out(table, learner.state.ui))).index(card) + 1)


def at_random(numbers: random.Random) -> Choose:
    """Any legal bid or card; now and then what the teacher proposes."""

    def choose(learner: Learner) -> tuple[str, ...]:
        table = learner.state.table
        assert table is not None
        assert table.asked is not None
        if numbers.random() < 0.3:
            return obedient(learner)
        if "pass" not in table.asked.legal:
            return (key_of(learner, numbers.choice(table.asked.legal)),)
        if "coinche" in table.asked.legal and numbers.random() < 0.2:
            return ("c", "c")
        if numbers.random() < 0.3 or not table.asked.bids:
            return ("p",)
        steps = ("right",) * numbers.randrange(3) + ("down",) * numbers.randrange(4)
        return (*(steps or ("right",)), "enter")

    return choose
