"""What the client does by itself for its person: it plays the card that was prepared, and an only card if he likes.

Knows when, and waits long enough for what is done to be seen. Refuses to know which card is wise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import trio

from coinche.client.model.state import ClientState, Link
from coinche.client.update.card_play import play
from coinche.client.update.navigation import Done
from coinche.engine.cards import Card
from coinche.protocol.messages import RequestKind

from .store import Person

PREPARED_SECONDS, FORCED_SECONDS = 0.3, 1.0
"""How long a card is shown as chosen before it is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflex:
    """A card to be played in answer to that request, so many seconds after it came."""

    table: str
    request: int
    card: Card
    after: float

    @property
    def answers(self) -> tuple[str, int]:
        """Which request, of all tables."""
        return self.table, self.request


def due(state: ClientState) -> Reflex | None:
    """What is to be done by itself now, if anything."""
    table = state.table
    asked = table.asked if table is not None else None
    if table is None or asked is None or asked.kind is not RequestKind.PLAY or state.link is not Link.UP:
        return None
    if state.ui.meant is not None and state.ui.meant in asked.legal:
        return Reflex(table=table.table, request=asked.request, card=state.ui.meant, after=PREPARED_SECONDS)
    if state.ui.settings.play_forced and len(asked.legal) == 1:
        only = Card(asked.legal[0])
        return Reflex(table=table.table, request=asked.request, card=only, after=FORCED_SECONDS)
    return None


def obeying(reflex: Reflex, state: ClientState) -> Done:
    """Play it, if that is still what is to be done."""
    if due(state) != reflex:
        return Done(state)
    return play(replace(state, ui=replace(state.ui, meant=None)), reflex.card)


async def act_by_itself(person: Person) -> None:
    """Until cancelled; each request is answered once at most, so that a refusal leaves it to the person."""
    answered = ("", 0)

    def is_new(state: ClientState) -> bool:
        reflex = due(state)
        return reflex is not None and reflex.answers != answered

    while True:
        await person.until(is_new)
        reflex = due(person.state)
        if reflex is not None:
            await trio.sleep(reflex.after)
            if due(person.state) == reflex:
                answered = reflex.answers
                person.do(partial(obeying, reflex))
