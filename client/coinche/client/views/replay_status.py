"""The words about the position of a replay: where it is, what has just happened, what can be done, and the status."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.keys import pressing
from coinche.client.model import replay as match_replays
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay
from coinche.client.texts.practice import PracticeNotice
from coinche.client.texts.replay import Playback
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.update.practice import RETRY_KEY
from coinche.client.views import banner, seats
from coinche.engine.events import HandDealt
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .notice import notice, style_of
from .replay_analysis import costly_line
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
    """`REPLAY deal 3/12, trick 5, Ana to play · Café`, and the totals.

    Without room the name of the match gives way, then the target, the ends of long names, and the first word.
    """
    score = joined(banner.totals(match_replay.table, face), plain(" "))
    name, room = face.name(match_replay.title), cols - width(score) - 1

    def where(most: int = seats.ROOMY) -> str:
        return face.say(Playback.PLACE, **_numbers(match_replay), place=place(match_replay, face, most))

    titled = face.say(Playback.PLACE_IN, place=where(), dot=face.glyphs.dot, title=name)
    if width(plain(f" {where()}")) > room:
        score = joined(banner.totals(match_replay.table, face)[:3], plain(" "))
        room = cols - width(score) - 1
    cut_names = seats.fitting(lambda most: plain(f" {where(most)}", "class:title"), room)
    whole = (*(plain(f" {words}", "class:title") for words in (titled, where())), cut_names)
    short = seats.fitting(lambda most: joined(plain(" "), short_place(match_replay, face, most)), room)
    return apart(next((line for line in whole if width(line) <= room), short), score, cols, face.dots)


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


def guide(match_replay: ReplayState, face: Face, cols: int) -> tuple[Line, ...]:
    """The ways to learn from this position, the most wanted first, each after its key."""
    items = tuple(_ways(match_replay))
    gaps = ("  ",) * (len(items) - 1) + ("",)
    told = (
        clickable(
            joined(
                plain(shown, "class:key"), plain(face.say(Playback.GUIDE_ITEM, what=face.say(what)) + gap, "class:dim")
            ),
            pressing(key),
        )
        for (shown, key, what), gap in zip(items, gaps, strict=True)
    )
    return wrapped(told, cols)


def _ways(match_replay: ReplayState) -> Iterator[tuple[str, str, Playback]]:
    """The keys as they are shown, the key that a click presses, and what it does. A running match has no analysis."""
    if match_replay.is_over:
        all_of_them = Playback.GUIDE_COSTLY_OF_ALL if match_replay.own is None else Playback.GUIDE_COSTLY
        at_decision = match_replay.decision is not None
        if not at_decision or len(match_replay.costly or ()) > 1:
            yield "f", "f", Playback.GUIDE_NEXT_COSTLY if at_decision else all_of_them
    if match_replay.is_over and match_replay.view.phase not in OVER:
        if not match_replay.consults:
            yield "h", "h", Playback.GUIDE_WHY if at_decision else Playback.GUIDE_EXPERT
        yield RETRY_KEY, RETRY_KEY, Playback.GUIDE_RETRY
    yield "p n", "n", Playback.GUIDE_DECISIONS
    if match_replay.is_over and match_replay.view.phase not in OVER and not match_replay.weighs:
        yield "v", "v", Playback.GUIDE_WORTH


def happened(match_replay: ReplayState, face: Face) -> str:
    """The last step in words, without the cards of a hand, which are in sight."""
    listener = Listener(face, match_replay.table.names, match_replay.table.seat)
    told = (event for event in match_replay.just_happened if not isinstance(event, HandDealt))
    return " ".join(filter(None, (sentence(event, listener) for event in told)))


def status(state: ClientState, match_replay: ReplayState, face: Face, *, briefly: bool = False) -> Line:
    """The status: a notice, events at the table meanwhile, or the pace and viewpoint of the replay."""
    if state.ui.overlay is Overlay.LEAVE:
        return plain(sure_to_leave(state, face), "class:alarm")
    if state.notice is not None:
        return plain(notice(state.notice, face), style_of(state.notice))
    if asked := banner.turn_at_table(state, face):
        return asked
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
    if costly := costly_line(match_replay, face):
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
    else:
        words = Playback.NEXT_EYES if match_replay.eyes is None else Playback.NEXT_HAND
        yield face.say(words, whose=seats.owner(match_replay.table, following, face))


def looks(match_replay: ReplayState, face: Face) -> str:
    """The hands that are visible from the viewpoint."""
    if match_replay.eyes is None:
        return face.say(Playback.OPEN_HANDS if match_replay.is_open else Playback.SEEN_CARDS)
    weighed = match_replay.weighs
    if match_replay.eyes is match_replay.own:
        return face.say(Playback.OWN_EYES_WEIGHED if weighed else Playback.OWN_EYES)
    return face.say(
        Playback.EYES_WEIGHED if weighed else Playback.EYES, who=seats.name(match_replay.table, match_replay.eyes, face)
    )
