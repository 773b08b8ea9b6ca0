"""The page of bidding conventions in words: what each call of a player means, as card players say it.

A convention has a sentence, and facts on which bots rely; here both are told. The bots' own sentences are read in
either language, those of others as they were declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from coinche.client.texts.bots import LEVELS, kind, name_of
from coinche.engine.cards import Rank
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_EXPECTED
from coinche.protocol.messages import Convention, Occasion, Occupant, SeatInfo, System
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun, read_in


class ConventionText(Words):
    """Texts about bidding conventions."""

    KEY = ("enchères", "bids")
    TYPED = ("conventions", "conventions")
    TITLE = ("Ce que disent les enchères", "What the bids mean")
    WHOSE = ("{who} : {system}", "{who}: {system}")
    SEAT = ("{seat} ({name})", "{seat} ({name})")
    NAMED = ("conventions « {system} »", "“{system}” conventions")
    SILENT = ("rien de convenu", "nothing agreed")
    NOBODY = ("Personne n'a de convention à cette table.", "Nobody has a convention at this table.")
    NATURAL = (
        "En général : on a le valet ou le 9 et au moins trois atouts, et on annonce les points que son camp pense "
        "faire.",
        "Usually: one has the jack or the 9 and at least three trumps, and bids the points that the side expects to "
        "make.",
    )
    LINE = ("{call} : {shows}", "{call}: {shows}")
    BOTH = ("{first} ; {then}", "{first}; {then}")
    OR_MORE = ("{number} ou plus", "{number} or more")
    WITH = ("{cards} d'atout", "{cards} of trumps")
    AND = ("{first} et {last}", "{first} and {last}")
    OR = ("{first} ou {last}", "{first} or {last}")
    TRUMP = ("atout", "trump")
    TRUMPS = ("atouts", "trumps")
    POINTS = ("points", "points")
    EXACTLY = ("{least} {what}", "{least} {what}")
    AT_LEAST = ("au moins {least} {what}", "at least {least} {what}")
    AT_MOST = ("au plus {most} {what}", "at most {most} {what}")
    BETWEEN = ("{least} à {most} {what}", "{least} to {most} {what}")
    WORTH = ("de quoi faire à deux {points}", "enough for {points} with partner's help")
    AT_BEST_WORTH = (
        "pas de quoi faire à deux plus de {most} points",
        "even with partner's help, no more than {most} points",
    )
    MORE = ("de quoi faire {points} de plus qu'annoncé", "enough for {points} more than the bid")
    LESS = ("de quoi faire {points} de moins qu'annoncé", "enough for {points} less than the bid")
    AT_WORST = (
        "de quoi faire les points annoncés, à {least} près",
        "enough for the bid, or at worst for {least} points less",
    )
    A_LITTLE = ("de quoi faire les points annoncés, ou presque", "enough for the bid, or nearly")
    AS_BID = ("de quoi faire les points annoncés", "enough for the bid")
    AT_BEST = ("{least}, et jusqu'à {most} de plus", "{least}, and up to {most} points more")
    MEANING = (
        "Points : ceux que le joueur compte faire avec son partenaire.",
        "Points: those that the bidder expects to make together with the partner.",
    )
    ANY = ("enchérir", "bid")
    PASS = ("passe", "pass")
    OPENING = ("Pour ouvrir les enchères", "To open the bidding")
    SUPPORT = ("Pour soutenir la couleur du partenaire", "To raise the partner's suit")
    ANSWER = ("Autre réponse au partenaire", "Other answers to the partner")
    OVERCALL = ("Quand seuls les adversaires ont parlé", "When only the opponents have bid")
    REBID = ("Ensuite, quand on a déjà parlé", "Later, after a first bid")


OCCASIONS: Mapping[Occasion, Words] = {
    Occasion.OPENING: ConventionText.OPENING,
    Occasion.SUPPORT: ConventionText.SUPPORT,
    Occasion.ANSWER: ConventionText.ANSWER,
    Occasion.OVERCALL: ConventionText.OVERCALL,
    Occasion.REBID: ConventionText.REBID,
}
"""The headings by occasion: what one asks oneself most often comes first."""
_CALLS: Mapping[str, Words] = {
    "pass": ConventionText.PASS,
    "capot": Noun.CAPOT,
    "generale": Noun.GENERALE,
}
"""Calls that have their own word in each language."""


@dataclass(frozen=True, slots=True)
class ToldCall:
    """A call, such as `90 or more`, and what it means."""

    call: str
    shows: str


@dataclass(frozen=True, slots=True)
class ToldOccasion:
    """The calls of one occasion, below a heading."""

    heading: str
    calls: tuple[ToldCall, ...]


@dataclass(frozen=True, slots=True)
class ToldConventions:
    """The title with the players who bid alike, and their conventions; or a remark on those who have none."""

    title: str
    occasions: tuple[ToldOccasion, ...] = ()
    remark: str = ""


_FEW = 10
"""The number of points below which they are a few."""
Systems = Mapping[Seat, System]
"""The systems that the players of a table have declared."""
Seats = Mapping[Seat, SeatInfo]
"""The players who sit there."""


def told_conventions(
    declared: Systems, seats: Seats, face: Face, rules: RuleSet | None = None
) -> tuple[ToldConventions, ...]:
    """All declared conventions under these rules, each once; players who have declared none come last."""
    lowest = 0 if rules is None else rules.auction.bid_minimum
    alike: dict[tuple[Convention, ...] | None, dict[str, list[Seat]]] = {}
    for seat in Seat:
        system = declared.get(seat)
        conventions = None if system is None else system.conventions
        alike.setdefault(conventions, {}).setdefault(_system_name(system, seats.get(seat)), []).append(seat)
    if alike.keys() == {None}:
        return (ToldConventions(face.say(ConventionText.NOBODY), remark=face.say(ConventionText.NATURAL)),)
    silent_last = sorted(alike.items(), key=lambda one: one[0] is None)
    return tuple(_told(conventions, systems, seats, face, lowest) for conventions, systems in silent_last)


def meaning(declared: Systems, face: Face) -> str:
    """An explanation of the points in conventions; "" if none mentions points."""
    conventions = (one for system in declared.values() for one in system.conventions)
    counts = any(one.points is not UNSET or one.spare is not UNSET for one in conventions)
    return face.say(ConventionText.MEANING) if counts else ""


def _told(
    conventions: tuple[Convention, ...] | None,
    systems: Mapping[str, list[Seat]],
    seats: Seats,
    face: Face,
    lowest: int,
) -> ToldConventions:
    title, *more = (_title(system, those, seats, face) for system, those in systems.items())
    for one in more:
        title = face.say(ConventionText.BOTH, first=title, then=one)
    if conventions is None:
        return ToldConventions(title, remark=face.say(ConventionText.NATURAL))
    return ToldConventions(title, tuple(_occasions(conventions, face, lowest)))


def _system_name(system: System | None, player: SeatInfo | None) -> str:
    """The name of a system; that of one of our bots is the bot's level, as stronger ones bid like weaker ones."""
    if system is None:
        return ""
    if system.name not in LEVELS or player is None or player.occupant is not Occupant.BOT:
        return system.name
    return player.name if player.name in LEVELS else system.name


def _title(system: str, those: Sequence[Seat], seats: Seats, face: Face) -> str:
    who = ", ".join(_who(seat, seats, face) for seat in those)
    if not system:
        name = face.say(ConventionText.SILENT)
    elif system in LEVELS:
        name = kind(system, face, short=len(those) == 1)
    else:
        name = face.say(ConventionText.NAMED, system=face.name(system))
    return face.say(ConventionText.WHOSE, who=who, system=name)


def _who(seat: Seat, seats: Seats, face: Face) -> str:
    info = seats.get(seat)
    if info is None or not info.name:
        return face.seat(seat)
    return face.say(ConventionText.SEAT, seat=face.seat(seat), name=face.name(name_of(info)))


def _occasions(conventions: tuple[Convention, ...], face: Face, lowest: int) -> Iterator[ToldOccasion]:
    for occasion, heading in OCCASIONS.items():
        calls = tuple(told_call(one, face, lowest) for one in conventions if one.when is occasion)
        if calls:
            yield ToldOccasion(face.say(heading), calls)


def told_call(convention: Convention, face: Face, lowest: int = 0) -> ToldCall:
    """The call, and its meaning in words, then the facts on which bots rely.

    After the opening, when the `lowest` bid may be too low already, `80 or more` is any bid.
    """
    said = convention.said
    call = face.say(_CALLS[said]) if said in _CALLS else said
    if said.endswith("+"):
        is_any = convention.when is not Occasion.OPENING and said[:-1].isdecimal() and int(said[:-1]) <= lowest
        call = face.say(ConventionText.ANY if is_any else ConventionText.OR_MORE, number=said[:-1])
    shows, facts = face.name(read_in(face.language, convention.shows)), ", ".join(_facts(convention, face))
    return ToldCall(call, face.say(ConventionText.BOTH, first=shows, then=facts) if facts else shows)


def _facts(convention: Convention, face: Face) -> Iterator[str]:
    for words, ranks in ((ConventionText.AND, convention.all), (ConventionText.OR, convention.any)):
        if ranks is not UNSET and ranks:
            yield face.say(ConventionText.WITH, cards=_listed(ranks, words, face))
    if convention.trumps is not UNSET:
        yield from _within(*convention.trumps, len(Rank), _trumps, face)
    if convention.points is not UNSET:
        yield from _worth(*convention.points, face)
    elif convention.spare is not UNSET:
        yield from _spare(convention.said, *convention.spare, face)


def _listed(ranks: Sequence[Rank], words: Words, face: Face) -> str:
    """`the jack and the 9`, `the jack, the 9 or the ace`."""
    *before, last = map(face.the_rank, ranks)
    return face.say(words, first=", ".join(before), last=last) if before else last


def _within(least: int, most: int, unbounded: int, what: Callable[[int, Face], str], face: Face) -> Iterator[str]:
    """The bounds in words; nothing is said of bounds that exclude nothing."""
    if least == most:
        yield face.say(ConventionText.EXACTLY, least=least, what=what(least, face))
    elif least > 0 and most < unbounded:
        yield face.say(ConventionText.BETWEEN, least=least, most=most, what=what(most, face))
    elif least > 0:
        yield face.say(ConventionText.AT_LEAST, least=least, what=what(least, face))
    elif most < unbounded:
        yield face.say(ConventionText.AT_MOST, most=most, what=what(most, face))


def _trumps(count: int, face: Face) -> str:
    return face.say(ConventionText.TRUMP if count == 1 else ConventionText.TRUMPS)


def _points(count: int, face: Face) -> str:
    return face.say(ConventionText.POINTS)


def _spare(said: str, least: int, most: int, face: Face) -> Iterator[str]:
    """The points expected: as a sum for one number, else as the distance from the number that is bid."""
    if not said.endswith("+"):
        at_most = MAX_EXPECTED if most >= MAX_EXPECTED else int(said) + most
        yield from _worth(max(0, int(said) + least), max(0, at_most), face)
    elif least > 0:
        for told in _in_points(least, most, face):
            yield face.say(ConventionText.MORE, points=told)
    elif most <= 0:
        for told in _in_points(-most, -least, face):
            yield face.say(ConventionText.LESS, points=told)
    else:
        words = ConventionText.A_LITTLE if -_FEW < least < 0 else ConventionText.AT_WORST
        worst = face.say(words if least else ConventionText.AS_BID, least=_about(-least))
        yield face.say(ConventionText.AT_BEST, least=worst, most=_about(most)) if most < MAX_EXPECTED else worst


def _worth(least: int, most: int, face: Face) -> Iterator[str]:
    """The points that the pair expects."""
    if not least < most < MAX_EXPECTED or _about(least):
        yield from (face.say(ConventionText.WORTH, points=told) for told in _in_points(least, most, face))
    else:
        yield face.say(ConventionText.AT_BEST_WORTH, most=_about(most))


def _in_points(least: int, most: int, face: Face) -> Iterator[str]:
    """The bounds of an estimate, in steps of five."""
    return _within(_about(least), most if most >= MAX_EXPECTED else _about(most), MAX_EXPECTED, _points, face)


def _about(points: int) -> int:
    """The nearest multiple of five, but no zero for a few points."""
    return max(5, 5 * round(points / 5)) if points else 0
