"""Reasons and hints as values, and as sentences for one person, in short signs or, to be read aloud, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from coinche.engine.actions import Action, Coinche, Cut, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.declarations import Declaration
from coinche.engine.seats import Seat
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun, called

from .texts import HintText, WhyCall

About = Card | Declaration | Words | tuple[Card | Words, ...] | Bid | Denomination | Suit | Seat | int
"""A value that a sentence mentions."""


@dataclass(frozen=True, slots=True)
class Because:
    """A sentence and the values of its fields."""

    words: Words
    about: Mapping[str, About] = field(default_factory=dict)


def because(words: Words, **about: About) -> Because:
    """Build a reason from a sentence and its fields."""
    return Because(words, about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """An action and the reason for it; `action` is None while the advice is being computed."""

    request: int
    """The request that the advice answers; it is valid for no other."""
    action: Action | None = None
    why: Because | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertChoice:
    """A player's decision in a recorded match, the choice of `expert` there, and the reason for it."""

    made: Action
    action: Action
    why: Because | None
    clear: bool
    """True if its choice is clearly better than what was done, and not by chance or a trifle only."""
    forced: bool = False
    """True if nothing else was legal."""

    @property
    def agrees(self) -> bool:
        """True when it would have made the same call or played the same card, whatever was announced with it."""
        match self.action, self.made:
            case PlayCard(card=card), PlayCard(card=played):
                return card is played
            case _:
                return self.action == self.made

    @property
    def is_correction(self) -> bool:
        """True when what was done was a mistake: its choice is another one, and clearly better."""
        return self.clear and not self.agrees


def hint(action: Action, why: Because | None, names: Mapping[Seat, str], face: Face, *, aloud: bool = False) -> str:
    """The action and the reason for it."""
    what = _with_words(action, named(action, face, aloud=aloud), face)
    if why is None:
        return face.say(HintText.HINT, what=what)
    return face.say(HintText.HINT_WHY, what=what, why=sentence(why, names, face, aloud=aloud))


def named(action: Action, face: Face, *, aloud: bool = False) -> str:
    """Name the action: `V♥`, or read aloud `valet de cœur`."""
    match action:
        case PlayCard(card):
            return face.short_card(card) if aloud else face.card(card)
        case MakeBid(bid):
            return face.spoken_bid(bid) if aloud else face.bid(bid)
        case Pass():
            return face.say(Noun.PASS)
        case Coinche():
            return face.say(Noun.COINCHE)
        case Surcoinche():
            return face.say(Noun.SURCOINCHE)
        case Cut(at):
            return face.say(HintText.CUT, at=at)
        case _:
            assert_never(action)


def _with_words(action: Action, what: str, face: Face) -> str:
    """The action with its announcements: a belote, declarations."""
    if not isinstance(action, PlayCard):
        return what
    said = [action.belote.value] if action.belote else []
    said += [face.declaration(declaration) for declaration in action.declarations]
    return face.say(HintText.SAYING, what=what, said=", ".join(said)) if said else what


def sentence(why: Because, names: Mapping[Seat, str], face: Face, *, aloud: bool = False) -> str:
    """The reason alone."""
    about = {name: _told(what, names, face, aloud) for name, what in _in_tens(why).items()}
    said = face.say(why.words, **about)
    return said[:1].upper() + said[1:]


def _in_tens(why: Because) -> Mapping[str, About]:
    """The values of the fields; points of the auction, which are estimates, in tens; on the same side of a bid to
    which the sentence compares them.

    An average is told as it is, and so is less than ten.
    """
    points, bid = why.about.get("points"), why.about.get("bid")
    if not isinstance(points, int) or points < _TEN or not isinstance(why.words, WhyCall) or why.words is WhyCall.TIGHT:
        return why.about
    tens = (points + _TEN // 2) // _TEN * _TEN
    if isinstance(bid, Bid) and why.words in _COMPARED and points < bid.value <= tens:
        tens -= _TEN
    return {**why.about, "points": tens}


_TEN = 10
_COMPARED = frozenset({WhyCall.WEAK, WhyCall.SHORT, WhyCall.HIGH, WhyCall.NOT_TWICE})


def _told(about: About, names: Mapping[Seat, str], face: Face, aloud: bool) -> str:
    match about:
        case Card():
            return face.spoken_card(about) if aloud else face.the_card(about)
        case Declaration():
            return face.declaration(about)
        case Bid():
            return face.spoken_bid(about) if aloud else face.bid(about)
        case Suit() | Denomination():
            return face.spoken_suit(about) if aloud else face.suit(about)
        case Seat():
            return called(names, about, face)
        case Words():
            return face.say(about)
        case tuple():
            return _listed([_told(card, names, face, aloud) for card in about], face)
        case int():
            return str(about)
        case _:
            assert_never(about)


def _listed(words: list[str], face: Face) -> str:
    *before, last = words
    return face.say(HintText.AND, first=", ".join(before), last=last) if before else last
