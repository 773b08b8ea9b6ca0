"""Whether somebody is at a table already, with another connection: nobody sees more than one hand, or more than sits.

Knows keys and tokens. Two guests are two people, whatever address they come from: a family has one.
"""

from __future__ import annotations

from .seating.feed import Feed
from .seating.seats import Chair, Chairs
from .sessions.sessions import Session


def is_same_person(one: Session, other: Session) -> bool:
    """Whether two sessions are the same client's, and a person is among them: one owner may have many programs."""
    return one is not other and one.who == other.who and not (one.program and other.program)


def own_chair(chairs: Chairs, session: Session) -> Chair | None:
    """The chair on which the same person sits, and is there."""
    owned = ((chair, chair.owner) for chair in chairs if chair.present)
    return next((chair for chair, owner in owned if owner is not None and is_same_person(owner, session)), None)


def why_not_sit(chairs: Chairs, feed: Feed, session: Session) -> str | None:
    """Why whoever is there already cannot sit down; None where he is not."""
    if (own := own_chair(chairs, session)) is not None:
        return f"you sit at {chairs.table} already ({own.seat}), with another connection"
    watching = any(feed.watches(one) and is_same_person(one, session) for one in feed.followers)
    return f"you watch {chairs.table} with another connection; leave there first" if watching else None


def why_not_watch(chairs: Chairs, session: Session) -> str | None:
    """Why a person who sits there cannot watch; None where he does not."""
    own = None if session.program else own_chair(chairs, session)
    if own is None:
        return None
    return f"you sit at {chairs.table} ({own.seat}), with another connection; nobody watches his own table"
