"""The words about the position of a replay: where it is, what has just happened, what can be done, and the status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.keys import pressing
from coinche.client.model import replay as match_replays
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay
from coinche.client.texts.practice import PracticeNotice
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence_after
from coinche.client.update.practice import RETRY_KEY
from coinche.client.views import banner, seats
from coinche.engine.events import HandDealt
from coinche.engine.rules import TRICKS
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .notice import notice, style_of
from .replay_analysis import costly_line, costly_reason
from .status import sure_to_leave
from .text_lines import (
    Line,
    apart,
    clickable,
    joined,
    plain,
    width,
    wrapped,
)

OVER = (Phase.DEAL_OVER, Phase.MATCH_OVER)
"""Phases in which the score is shown."""


def title_line(match_replay: ReplayState, face: Face, cols: int) -> Line:
    """`REPLAY Café · deal 3/12, trick 5, Ana to play`, and the totals.

    Without room the name of the match gives way, then the target, the ends of long names, and the first word. The
    longest position decides, so that nothing comes and goes from card to card.
    """
    totals = banner.totals(match_replay.table, face)
    whole, short = (joined(score, plain(" ")) for score in (totals, totals[:3]))
    name = face.name(match_replay.title)

    def line(where: str, *, named: bool = False) -> Line:
        words = Playback.PLACE_IN if named else Playback.PLACE
        told = face.say(Playback.DEAL_PLACE, **_numbers(match_replay), place=where)
        return plain(" " + face.say(words, title=name, dot=face.glyphs.dot, place=told), "class:title")

    longest = _longest_place(match_replay, face)
    for named in (True, False):
        if width(line(longest, named=named)) < cols - width(whole):
            return apart(line(place(match_replay, face), named=named), whole, cols, face.dots)
    room = cols - width(short) - 1
    most = seats.name_cols(lambda most: width(line(_longest_place(match_replay, face, most))), room)
    if most is not None:
        return apart(line(place(match_replay, face, most)), short, cols, face.dots)
    least = seats.fitting(lambda most: joined(plain(" "), short_place(match_replay, face, most)), room)
    return apart(least, short, cols, face.dots)


def _longest_place(match_replay: ReplayState, face: Face, cols: int = seats.ROOMY) -> str:
    """The longest position that a deal of this match can have, with names at most so wide."""
    names = (seats.name(match_replay.table, seat, face, cols) for seat in Seat)
    who = max(names, key=lambda name: width(plain(name)))
    words = (Playback.IN_AUCTION, Playback.IN_PLAY, Playback.FIRST_LEAD, Playback.TRICK_OVER)
    return max((face.say(one, trick=TRICKS, who=who) for one in words), key=lambda said: width(plain(said)))


def short_place(match_replay: ReplayState, face: Face, most: int = seats.ROOMY) -> Line:
    """`Deal 3/12, trick 5, Ana to play`, the name at most so wide."""
    where = place(match_replay, face, most)
    return plain(face.say(Playback.SHORT_PLACE, **_numbers(match_replay), place=where), "class:title")


def _numbers(match_replay: ReplayState) -> dict[str, int]:
    return {"deal": match_replay.replay_deal.deal, "deals": match_replay.replay_deals[-1].deal}


def place(match_replay: ReplayState, face: Face, cols: int = seats.ROOMY) -> str:
    """The position within the deal, and the player whose decision comes next, the name at most so wide."""
    view = match_replay.view
    who = "" if view.turn is None else seats.name(match_replay.table, view.turn, face, cols)
    match view.phase:
        case Phase.CUTTING:
            return face.say(Playback.IN_CUT)
        case Phase.BIDDING:
            return face.say(Playback.IN_AUCTION, who=who) if who else face.say(Playback.AUCTION_OVER)
        case Phase.PLAYING if not who:
            return face.say(Playback.PLAY_OVER)
        case Phase.PLAYING if view.trick is not None and view.trick.cards:
            return face.say(Playback.IN_PLAY, trick=len(view.tricks) + 1, who=who)
        case Phase.PLAYING if view.tricks:
            return face.say(Playback.TRICK_OVER, trick=len(view.tricks), who=who)
        case Phase.PLAYING:
            return face.say(Playback.FIRST_LEAD, who=who)
        case _:
            return face.say(Playback.IN_SCORE)


def guide(match_replay: ReplayState, face: Face, cols: int, *, briefly: bool = False) -> tuple[Line, ...]:
    """The ways to learn from this position, the most wanted first, each after its key; on the first view, what it is
    and the three keys that one needs. `briefly` goes with a status that has no room for reasons."""
    if match_replay.is_fresh:
        welcome = plain(face.say(Playback.WELCOME) + " ", "class:ask")
        return wrapped((welcome, *_keyed(_first_ways(match_replay), face)), cols)
    return wrapped(
        _keyed(_ways(match_replay, told_why=not briefly and bool(costly_reason(match_replay, face))), face), cols
    )


Way = tuple[Words | str, str, Playback]
"""The keys as they are shown, the key that a click presses, and what it does."""


def _keyed(ways: Iterable[Way], face: Face) -> Iterator[Line]:
    """The keys, each with what it does; two spaces stand between them."""
    items = tuple(ways)
    gaps = ("  ",) * (len(items) - 1) + ("",)
    for (keys, key, what), gap in zip(items, gaps, strict=True):
        shown = keys if isinstance(keys, str) else face.say(keys)
        told = face.say(Playback.GUIDE_ITEM, what=face.say(what)) + gap
        yield clickable(joined(plain(face.name(shown), "class:key"), plain(told, "class:dim")), pressing(key))


def _first_ways(match_replay: ReplayState) -> Iterator[Way]:
    """The keys of the first view."""
    if match_replay.is_at_end:
        yield "←", "left", Playback.GUIDE_BACKWARD
    else:
        yield "→", "right", Playback.GUIDE_FORWARD
    if match_replay.is_over:
        yield "f", "f", Playback.KEY_COSTLY
    else:
        yield "p n", "n", Playback.GUIDE_DECISIONS
    yield Phrase.NAME_ESCAPE, "escape", Playback.GUIDE_BACK


def _ways(match_replay: ReplayState, *, told_why: bool) -> Iterator[Way]:
    """The keys of any other view. A running match has no analysis."""
    if match_replay.is_over:
        all_of_them = Playback.GUIDE_COSTLY_OF_ALL if match_replay.own is None else Playback.GUIDE_COSTLY
        at_decision = match_replay.decision is not None
        if not at_decision or len(match_replay.costly or ()) > 1:
            yield "f", "f", Playback.GUIDE_NEXT_COSTLY if at_decision else all_of_them
    if match_replay.is_over and match_replay.view.phase not in OVER:
        if not match_replay.consults:
            yield "h", "h", Playback.GUIDE_WHY if at_decision and not told_why else Playback.GUIDE_EXPERT
        yield RETRY_KEY, RETRY_KEY, Playback.GUIDE_RETRY
    yield "p n", "n", Playback.GUIDE_DECISIONS
    if match_replay.is_over and match_replay.view.phase not in OVER and not match_replay.weighs:
        yield "v", "v", Playback.GUIDE_WORTH


def happened(match_replay: ReplayState, face: Face) -> str:
    """The last step in words, without the cards of a hand, which are in sight."""
    table, log = match_replay.table, match_replay.table.log
    listener = Listener(face, table.names, table.seat)
    told = range(max(0, len(log) - len(match_replay.just_happened)), len(log))
    said = (
        sentence_after(log[:at], log[at], seats.listener_at(table, at, listener))
        for at in told
        if not isinstance(log[at], HandDealt)
    )
    return " ".join(filter(None, said))


def status(state: ClientState, match_replay: ReplayState, face: Face, *, briefly: bool = False) -> Line:
    """The status: a notice, events at the table meanwhile, or the pace and viewpoint of the replay."""
    if state.ui.overlay is Overlay.LEAVE:
        return plain(sure_to_leave(state, face), "class:alarm")
    if state.notice is not None:
        return plain(notice(state.notice, face), style_of(state.notice))
    if state.table is not None and state.link is Link.LOST:
        return plain(banner.link_lost(state, face, plays=state.table.plays), "class:alarm")
    if state.retry is not None and state.table is None:
        return plain(face.say(PracticeNotice.SETTING_UP), "class:ask")
    if state.archive.fetch is not None:
        return plain(face.say(Playback.FETCHING, lines=len(state.archive.fetch.lines)), "class:ask")
    if match_replay.is_searching:
        reviewed, deals = match_replay.reviewed_deals or 0, len(match_replay.replay_deals)
        if reviewed >= deals:
            return plain(face.say(Playback.JUDGING), "class:ask")
        return plain(face.say(Playback.REVIEWING, deals=reviewed + 1, all=deals), "class:ask")
    if costly := costly_line(match_replay, face, briefly=briefly):
        return plain(costly, "class:ask")
    if match_replay.playing:
        return plain(face.say(Playback.PLAYING), "class:ask")
    if match_replay.typed:
        return plain(face.say(Playback.TO_DEAL, typed=match_replay.typed), "class:ask")
    told = looks(match_replay, face) if briefly else " ".join(_looking(match_replay, face))
    return plain(told, "class:dim")


def _looking(match_replay: ReplayState, face: Face) -> Iterator[str]:
    """The hands that are visible, and how to see others; at its end, that the replay is over."""
    if match_replay.view.phase not in OVER:
        yield f"{looks(match_replay, face)} "
    elif not match_replay.is_at_end:
        yield face.say(Playback.NEXT_DEAL)
        return
    following = match_replays.following_eyes(match_replay)
    if match_replay.is_at_end:
        yield face.say(Playback.END)
    elif following is None:
        yield face.say(Playback.NEXT_OPEN)
    elif following is match_replay.own_here:
        yield face.say(Playback.NEXT_OWN)
    else:
        words = Playback.NEXT_EYES if match_replay.eyes is None else Playback.NEXT_HAND
        yield face.say(words, whose=seats.owner(match_replay.table, following, face))


def looks(match_replay: ReplayState, face: Face) -> str:
    """The hands that are visible from the viewpoint."""
    if match_replay.eyes is None:
        return face.say(Playback.OPEN_HANDS if match_replay.is_open else Playback.SEEN_CARDS)
    weighed = match_replay.weighs
    if match_replay.eyes is match_replay.own_here:
        return face.say(Playback.OWN_EYES_WEIGHED if weighed else Playback.OWN_EYES)
    return face.say(
        Playback.EYES_WEIGHED if weighed else Playback.EYES,
        whose=seats.owner(match_replay.table, match_replay.eyes, face),
    )
