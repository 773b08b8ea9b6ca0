"""The search for servers, as a person sees it."""

from __future__ import annotations

from .discovery import find_servers
from .inputs import SearchEnded, ServerFound
from .person import Person


async def search(person: Person) -> None:
    """Tell of every server that answers, and that it is over."""
    await find_servers(lambda server: person.take(ServerFound(server)))
    person.take(SearchEnded())
