"""Fetches the record that a person needs, page by page, and does what for. Refuses to know what stands in it."""

from __future__ import annotations

from collections.abc import Callable

from coinche.client.model import ClientState
from coinche.client.person import Person

from . import archiving, keeping


async def fetch_record(person: Person) -> None:
    """Until it is whole, or nobody waits for it any longer."""
    fetch = None
    while (asked := archiving.wanted(person.state)) is not None:
        fetch = person.state.archive.fetch
        person.do(archiving.ask_on)
        await person.until(_another_page(asked))
    if fetch is not None:
        person.do(keeping.fetched(fetch))


def _another_page(asked: archiving.Wanted) -> Callable[[ClientState], bool]:
    def came(state: ClientState) -> bool:
        return archiving.wanted(state) != asked

    return came
