"""Fetches the record that a person has chosen, page by page. Refuses to know what stands in it."""

from __future__ import annotations

from collections.abc import Callable

from coinche.client.model import ClientState
from coinche.client.person import Person

from . import archiving


async def fetch_record(person: Person) -> None:
    """Until it is whole, or nobody waits for it any longer."""
    while (asked := archiving.wanted(person.state)) is not None:
        person.do(archiving.ask_on)
        await person.until(_another_page(asked))


def _another_page(asked: tuple[int, int]) -> Callable[[ClientState], bool]:
    def came(state: ClientState) -> bool:
        return archiving.wanted(state) != asked

    return came
