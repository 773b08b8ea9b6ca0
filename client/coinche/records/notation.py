"""How cards, calls, seats and scores are written on a page of figures, in one language.

Knows the words and signs of the client. English keeps the letters of records, which its readers know; French has its
own, for `D` and `C` would be read as other cards. Refuses to know where the lines go.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from coinche.engine.actions import Action, MakeBid, Pass
from coinche.engine.cards import Denomination
from coinche.engine.seats import Points, Seat, Team
from coinche.text.catalog import Language
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE, Glyphs, shows_unicode

from .texts import Says

_LETTERS = dict(zip(Denomination, ("S", "H", "D", "C", "NT", "AT"), strict=True))


class Notation(Face):
    """The client's words and signs, and short ones for rows of figures."""

    __slots__ = ()

    def short_seat(self, seat: Seat) -> str:
        """`W`, `O`."""
        return self.seat(seat)[0]

    def short_team(self, team: Team) -> str:
        """`EW`, `EO`."""
        return "".join(map(self.short_seat, team.seats))

    def long_team(self, team: Team) -> str:
        """`East-West`, `Est-Ouest`."""
        return self.team(team, None)

    def call(self, action: Action) -> str:
        """`110H`, `110♥`, `passe`."""
        if isinstance(action, MakeBid):
            return self.bid(action.bid)
        return self.say(Says.PASS) if isinstance(action, Pass) else str(action)

    def gain(self, scores: Points, team: Team) -> str:
        """What a team scores more than the other: `EW -170`."""
        more = scores[team] - scores[team.other]
        return f"{self.short_team(team)} {f'{more:+}' if more else 0}"

    def scores(self, scores: Points, team: Team | None = None) -> str:
        """The same, and the two scores; of the team that scores more where none is named: `NS +190 (260 to 70)`."""
        team = team or (Team.NORTH_SOUTH if scores.NS >= scores.EW else Team.EAST_WEST)
        return self.say(Says.DIFFERENCE, gain=self.gain(scores, team), one=scores[team], other=scores[team.other])


def notation(language: Language) -> Notation:
    """That of who reads the standard output in that language, in ASCII where it shows nothing else."""
    unicode = shows_unicode(os.environ, getattr(sys.stdout, "encoding", None) or "")
    return written(language, UNICODE if unicode else ASCII)


def written(language: Language, glyphs: Glyphs) -> Notation:
    """That of a language in those signs."""
    return Notation(language, replace(glyphs, suits={**glyphs.suits, Language.ENGLISH: _LETTERS}))
