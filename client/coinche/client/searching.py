"""The search for servers, as a person sees it."""

from __future__ import annotations

from .person import Person
from .reducing import SearchEnded


async def search(person: Person) -> None:
    """Tell of every server that answers, and that it is over."""
    person.take(SearchEnded())
