"""The aim and the score of a table, in words that lists and pages share."""

from __future__ import annotations

from coinche.client.model.state import ClientState
from coinche.client.texts.people import InLobby
from coinche.client.texts.screens import Phrase
from coinche.client.update import rules_form
from coinche.engine.seats import Team
from coinche.protocol.messages import TableInfo
from coinche.text.formatting import Face

from .banner import aim, aim_in_words


def score(info: TableInfo, face: Face) -> str:
    """The totals of a table's match; empty before its first deal is over."""
    if not info.score:
        return ""
    first, second = (info.score.get(team, 0) for team in Team)
    one, other = ("".join(face.seat(seat)[0] for seat in team.seats) for team in Team)
    return face.say(InLobby.SCORE, one=one, first=first, second=second, other=other)


def aim_wished(state: ClientState, face: Face, *, remark: bool = True) -> str:
    """The aim of a new table; without a wish its target is the server's, or that of its preset, if this client knows
    it. With a remark if it has no hints."""
    book, target = rules_form.wished(state), state.wish.target or state.usual_target
    if target is None and book is not None:
        target = book.rules.match.target
    said = face.say(Phrase.AIM_SERVER) if target is None else face.say(Phrase.AIM_TARGET, target=target)
    if book is not None and book.rules.match.length is not None:
        said = aim(book.rules.match, face)
    return hinted(said, rules_form.wished_hints(state) or not remark, face)


def hinted(said: str, hints: bool, face: Face) -> str:
    """A table's aim, with a remark if it has no hints."""
    return said if hints else face.say(Phrase.WITHOUT_HINTS, aim=said)


def aim_of(info: TableInfo, face: Face, *, remark: bool = True) -> str:
    """The aim of a table in the list, its target or a number of deals; with a remark if it has no hints."""
    length = info.options.get("length")
    said = aim_in_words(info.target, length if isinstance(length, int) else None, face)
    return hinted(said, info.hints or not remark, face)
