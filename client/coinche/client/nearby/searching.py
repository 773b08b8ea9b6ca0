"""The search for servers, as a person sees it."""

from __future__ import annotations

from coinche.client.inputs import SearchEnded, ServerFound
from coinche.client.person import Person
from coinche.connection.discovery import find_servers


async def search(person: Person) -> None:
    """Tell of every server that answers, and that it is over."""
    await find_servers(lambda server: person.take(ServerFound(server)))
    person.take(SearchEnded())
