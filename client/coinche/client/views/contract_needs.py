"""What the takers still need, in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.model.table import AtTable
from coinche.client.texts.play import InPlay
from coinche.client.views import banner
from coinche.hints.contract_needs import Doubt, Measure, Need, need
from coinche.text.catalog import Words
from coinche.text.formatting import Face

_HOW_FAR: Mapping[Doubt, InPlay] = {
    Doubt.MORE: InPlay.AT_LEAST,
    Doubt.LESS: InPlay.AT_MOST,
    Doubt.EITHER: InPlay.ABOUT,
}


def missing(table: AtTable, face: Face, *, briefly: bool = False) -> str:
    """`il nous manque 58`, briefly `nous : encore 58`; empty while nobody has to make anything."""
    found = need(table.view, table.rules) if table.rules is not None else None
    if found is None:
        return ""
    if found.measure is Measure.LOST:
        return face.say(InPlay.PROMISED_LOST)
    if found.measure is Measure.TRICKS:
        return face.say(InPlay.TRICK_NEEDED if found.missing == 1 else InPlay.TRICKS_NEEDED, count=found.missing)
    if found.missing == 0:
        return face.say(InPlay.SAFE)
    words = InPlay.NEEDED if briefly else _whose(table, found)
    team = banner.side(table, found.takers, face)
    return face.say(words, points=_points(found, face), team=team if table.seat is None else team.lower())


def _points(found: Need, face: Face) -> str:
    words = _HOW_FAR.get(found.doubt)
    return str(found.missing) if words is None else face.say(words, points=found.missing)


def _whose(table: AtTable, found: Need) -> Words:
    if table.seat is None:
        return InPlay.TEAM_NEEDS
    return InPlay.WE_NEED if table.seat.team is found.takers else InPlay.THEY_NEED
