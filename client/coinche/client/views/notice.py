"""Sentences for a person: notices, and the teacher's explanations in the lesson."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from coinche.client.lesson.script import NAMES
from coinche.client.model.bulletins import Bulletin, sentence
from coinche.client.model.messages import About, Saying
from coinche.client.model.notices import (
    ApplicantAnswered,
    BadName,
    Broken,
    FalseDeal,
    FarBid,
    FirstSeen,
    InPlaceOf,
    MatchGoesOn,
    Misread,
    MustFollow,
    Muted,
    News,
    NoInvitation,
    NoReplay,
    NoSuchRules,
    NoSuchTalk,
    Notice,
    NotKept,
    NotReadable,
    OneAddress,
    OtherMatchWaits,
    PressKeys,
    RecordKept,
    Refused,
    Rejected,
    RulesGone,
    RulesKept,
    SeatIsYours,
    SureToVote,
    TakenBack,
    trouble,
)
from coinche.client.model.state import ClientState
from coinche.client.texts.lesson import LessonPhrase, Nudge
from coinche.client.texts.notices import NoticeText, Waiting
from coinche.client.texts.play import InPlay
from coinche.client.texts.practice import PracticeNotice, PracticeText
from coinche.client.texts.preset_titles import titled
from coinche.client.texts.replay import Playback
from coinche.client.texts.rules_questions import QuestionText
from coinche.client.texts.screens import Phrase
from coinche.client.update.admission import LET_IN_KEY
from coinche.client.update.chat import SLASH, offered
from coinche.client.update.room import Arriving
from coinche.client.update.table_requests import VOTE_KEY, Vote
from coinche.connection.error_texts import Trouble, answer, malformed
from coinche.connection.reason_texts import refusal
from coinche.connection.verdict_texts import Fair
from coinche.engine.bids import Bid
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.errors import ErrorCode
from coinche.protocol.limits import MAX_NAME
from coinche.text.formatting import Face

from .text_lines import Line, joined, padded, plain, shortened, split_words, width


def style_of(what: Notice) -> str:
    """The style of a notice; calm unless something went wrong."""
    return "class:told" if isinstance(what, (*_CALM_KINDS, TakenBack)) or what in _CALM else "class:notice"


_CALM_KINDS = (
    ApplicantAnswered,
    FirstSeen,
    InPlaceOf,
    MatchGoesOn,
    OneAddress,
    OtherMatchWaits,
    RecordKept,
    RulesGone,
    RulesKept,
    PressKeys,
    Muted,
    Nudge,
    TakenBack,
)
_CALM = (
    News.AWAITS_APPROVAL,
    News.LINK_BACK,
    News.RULES_TAKEN,
    News.CALLED_OUT,
    News.PAUSE_STANDS,
    News.HINTS_DECIDED,
    PracticeNotice.SETTING_UP,
    PracticeNotice.TAKEN_BACK,
    NoReplay(Playback.WEIGHED_IN_PLAY),
    NoReplay(Playback.NO_LONGER_WEIGHED),
    NoReplay(Playback.NOTHING_COSTLY),
)


def notice(what: Notice, face: Face) -> str:
    """The sentence for a notice."""
    match what:
        case Bulletin():
            return sentence(what, face)
        case Refused() | Rejected() | NoSuchRules():
            return _of_a_refusal(what, face)
        case FirstSeen():
            return _first_seen(what, face)
        case FalseDeal(deal, verdict):
            return face.say(Fair[verdict.name], deal=deal)
        case Broken(why):
            return trouble(why, face)
        case Misread(why):
            return face.name(malformed(why, face.language))
        case Nudge() | PracticeNotice():
            return face.say(what)
        case FarBid(bid):
            return face.say(NoticeText.FAR_BID, bid=face.bid(bid))
        case NoReplay() | RecordKept() | RulesGone() | RulesKept() | NotKept() | NotReadable():
            return _of_a_file(what, face)
        case MatchGoesOn() | OtherMatchWaits():
            return _of_a_solo_match(what, face)
        case News.RULES_TAKEN:
            return face.say(QuestionText.TAKEN)
        case PressKeys(keys, label):
            shown = keys if isinstance(keys, str) else face.say(keys)
            return face.say(Phrase.PRESS_KEYS, label=face.say(label), keys=shown)
        case BadName() | Muted() | SureToVote() | ApplicantAnswered() | NoInvitation() | OneAddress():
            return _of_people(what, face)
        case MustFollow(suit):
            return face.say(Phrase.FOLLOW_LED, suit=face.spoken_suit(suit))
        case InPlaceOf(name):
            return face.say(PracticeText.IN_PLACE_OF, who=face.name(name))
        case SeatIsYours(seat):
            return face.say(Arriving.YOURS, seat=face.seat(seat))
        case TakenBack(move):
            return face.say(PracticeText.TAKEN_BACK, what=face.bid(move) if isinstance(move, Bid) else face.card(move))
        case NoSuchTalk():
            return face.say(InPlay.NO_SUCH_TALK, known=" ".join(word for word, _ in offered(SLASH, face.language)))
        case News():
            return face.say(NoticeText[what.name])
        case _:
            assert_never(what)


def _of_a_refusal(what: Refused | Rejected | NoSuchRules, face: Face) -> str:
    match what:
        case Refused(led=Suit() as led):
            return face.say(Phrase.FOLLOW_LED, suit=face.spoken_suit(led))
        case Refused(reason, lowest):
            return _too_low(lowest, face) or face.say(refusal(reason))
        case Rejected():
            return _rejected(what, face)
        case NoSuchRules(why):
            return face.say(NoticeText.NO_SUCH_RULES, why=why)
        case _:
            assert_never(what)


def _of_a_solo_match(what: MatchGoesOn | OtherMatchWaits, face: Face) -> str:
    if isinstance(what, MatchGoesOn):
        return face.say(Waiting.GOES_ON, deal=what.deal, us=what.us, them=what.them)
    return face.say(Waiting.OTHER_WAITS, rules=titled(what.rules, face), deal=what.deal)


def _first_seen(what: FirstSeen, face: Face) -> str:
    own = face.say(NoticeText.OWN_NAME, name=face.name(what.own)) if what.own else ""
    seen = face.say(NoticeText.FIRST_SEEN, fingerprint=what.fingerprint) if what.fingerprint else ""
    return " ".join(filter(None, (own, seen)))


def _of_people(what: BadName | Muted | SureToVote | ApplicantAnswered | NoInvitation | OneAddress, face: Face) -> str:
    match what:
        case BadName(name):
            return face.say(Trouble.BAD_NAME, name=face.name(name), longest=MAX_NAME)
        case Muted(name, muted):
            return face.say(InPlay.MUTED if muted else InPlay.UNMUTED, name=face.name(name))
        case SureToVote(who):
            return face.say(Vote.SURE, key=VOTE_KEY, who=face.name(who))
        case ApplicantAnswered(said, name):
            return face.say(said, who=face.name(name), key=LET_IN_KEY.upper())
        case NoInvitation(why, name):
            return face.say(why, name=face.name(name), longest=MAX_NAME)
        case OneAddress(groups):
            return one_address(groups, face)
        case _:
            assert_never(what)


def _too_low(lowest: tuple[Bid, ...], face: Face) -> str:
    """The lowest number that may be bid, by denomination if it differs; empty without a bid."""
    by_level: dict[str, list[str]] = {}
    for bid in lowest:
        by_level.setdefault(face.level(bid), []).append(face.suit(bid.denomination))
    told = by_level if len(by_level) == 1 else (f"{level} {' '.join(suits)}" for level, suits in by_level.items())
    return face.say(Phrase.TOO_LOW, lowest=", ".join(told)) if lowest else ""


def one_address(groups: Iterable[Iterable[str]], face: Face) -> str:
    """The sentence for groups of players who share an address."""
    who = "; ".join(", ".join(map(face.name, names)) for names in groups)
    return face.say(NoticeText.ONE_ADDRESS, who=who)


def _of_a_file(what: NoReplay | RecordKept | RulesGone | RulesKept | NotKept | NotReadable, face: Face) -> str:
    match what:
        case NoReplay(said, file, why):
            reason = why if isinstance(why, str) else why.within(face.language)
            return face.say(said, file=face.name(file), why=face.name(reason))
        case RecordKept(path):
            return face.say(Playback.KEPT, path=face.name(path))
        case RulesGone(name):
            return face.say(QuestionText.GONE, name=face.name(name))
        case RulesKept(path):
            return face.say(QuestionText.KEPT, path=face.name(path))
        case NotKept(why):
            return face.say(NoticeText.NOT_KEPT, why=face.name(why))
        case NotReadable(path, why):
            return face.say(NoticeText.NOT_READABLE, path=face.name(path), why=face.name(why))
        case _:
            assert_never(what)


def _rejected(what: Rejected, face: Face) -> str:
    match what:
        case Rejected(ErrorCode.INVALID_RULES, told) if told:
            return face.say(NoticeText.NO_SUCH_RULES, why=face.name(told))
        case Rejected(ErrorCode.FORBIDDEN, seat=Seat() as seat):
            return face.say(NoticeText.OWN_SEAT_ONLY, seat=face.seat(seat))
        case _:
            return face.say(answer(what.code))


def spoken(saying: Saying, face: Face) -> str:
    """The teacher's sentence as text, in the person's language and signs."""
    said = {name: _named(about, face) for name, about in saying.about.items()}
    players = {"partner": NAMES[Seat.NORTH], "right": NAMES[Seat.EAST], "left": NAMES[Seat.WEST]}
    return face.say(saying.words, **players, **said)


def _named(about: About, face: Face) -> str:
    match about:
        case Card():
            return face.spoken_card(about)
        case Bid():
            return face.spoken_bid(about)
        case Denomination():
            return face.spoken_suit(about)
        case Seat():
            return face.name(NAMES[about]) if about in NAMES else face.say(LessonPhrase.YOU)
        case int():
            return str(about)


def lesson_lines(state: ClientState, face: Face, cols: int, *, at_least: int = 0) -> tuple[Line, ...]:
    """The lines of the current sentence, none outside a lesson; while the others play, as many lines without it.

    There are `at_least` so many, so that the table stays in place.
    """
    if state.lesson is None or state.lesson.saying is None:
        return ()
    bar = plain(face.glyphs.bar + " ", "class:lesson-bar")
    room = cols - width(bar)
    is_due = state.lesson.waits or (state.table is not None and state.table.asked is not None)
    lines = split_words(spoken(state.lesson.saying, face), max(8, room - 1))
    if not is_due:
        watch = shortened(plain(_watching(state, face)), room, face.dots)
        lines = (watch, *((plain(""),) * (len(lines) - 1)))
    lines = (*lines, *((plain(""),) * (at_least - len(lines))))
    return tuple(joined(bar, _filled(line, room, "class:lesson" if is_due else "class:lesson-past")) for line in lines)


def _watching(state: ClientState, face: Face) -> str:
    """The words while others bid or play; empty while nobody does."""
    table = state.table
    if table is None or table.view.turn is None or (table.view.turn is table.seat and not table.answered):
        return ""
    words = {Phase.BIDDING: LessonPhrase.WATCH_BIDDING, Phase.PLAYING: LessonPhrase.WATCH}.get(table.view.phase)
    return face.say(words) if words is not None else ""


def _filled(line: Line, cols: int, style: str) -> Line:
    """The line padded to the right edge, in that style."""
    return tuple(fragment._replace(style=style) for fragment in padded(line, cols))
