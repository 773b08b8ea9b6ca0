"""The screen of a replay: the position, the table at that position, the open hands and the last event."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.keys import pressing
from coinche.client.model import replay as match_replays
from coinche.client.model.hand_order import ordered
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Link
from coinche.client.model.ui import Overlay, Ui
from coinche.client.texts.practice import PracticeNotice
from coinche.client.texts.replay import Playback
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.update.practice import RETRY_KEY
from coinche.client.views import banner, seats
from coinche.client.views import table_and_side_panel as table_view
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import HandDealt
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.text.formatting import Face

from .bidding import auction, call_style, called_word, cutting
from .cards import SMALL, box, inline, row_of
from .notice import notice, style_of
from .past_deals import history
from .recap import recap
from .replay_analysis import analysis, compares, costly_line
from .replay_panel import replay_panel
from .small_screen import contract_and_score, is_small
from .status import sure_to_leave
from .table_and_side_panel import PANEL_WIDTH, WIDE
from .text_lines import (
    Line,
    Size,
    apart,
    centred,
    clickable,
    cut,
    joined,
    padded,
    plain,
    shortened,
    split_words,
    text_of,
    width,
    wrapped,
)

OVER = (Phase.DEAL_OVER, Phase.MATCH_OVER)


def hands(state: ClientState, match_replay: ReplayState, face: Face, cols: int) -> tuple[Line, ...]:
    """The hand of the viewpoint as cards, or all four with a line each; none during the cut and the score."""
    if match_replay.view.phase in (*OVER, Phase.CUTTING) or state.ui.overlay is Overlay.HISTORY:
        return ()
    if match_replay.eyes is not None and match_replay.hands.get(match_replay.eyes) is not None:
        boxes = [box(card, face, SMALL) for card in laid(match_replay, match_replay.view.hand, state)]
        lines = tuple(centred(line, cols) for line in row_of(boxes))
        return (*((plain(""),) * (_HAND_ROWS - len(lines))), *lines)
    return tuple(_open_hand(match_replay, seat, state, face) for seat in shown_seats(match_replay))


def shown_seats(match_replay: ReplayState) -> tuple[Seat, ...]:
    """The seats whose hands are shown, in order of play from the top of the table."""
    south, east, north, west = seats.around(match_replay.table.bottom)
    return (match_replay.eyes,) if match_replay.eyes is not None else (north, west, south, east)


def laid(match_replay: ReplayState, hand: tuple[Card, ...], state: ClientState) -> tuple[Card, ...]:
    """The cards in the person's own order."""
    contract = match_replay.view.contract if match_replay.view.phase is Phase.PLAYING else None
    denomination = contract.denomination if contract else Denomination.NO_TRUMP
    return ordered(hand, denomination, state.ui.settings.sort)


def _open_hand(match_replay: ReplayState, seat: Seat, state: ClientState, face: Face) -> Line:
    """`▶ Nord Zoé   V♥ 9♥`; backs if the cards are unknown."""
    table = match_replay.table
    turn = plain(f" {face.glyphs.turn} " if match_replay.view.turn is seat else "   ", "class:turn")
    return joined(
        turn,
        padded(seats.titled(table, seat, face, _NAME_COLS), _NAME_COLS, face.dots),
        plain("  "),
        *cards_of(match_replay, seat, state, face),
    )


def cards_of(match_replay: ReplayState, seat: Seat, state: ClientState, face: Face) -> tuple[Line, ...]:
    """The cards of a hand, or a back for each."""
    held = match_replay.hands.get(seat)
    if held is None:
        return (seats.backs(match_replay.table, seat, face),)
    return tuple(joined(inline(card, face), plain(" ")) for card in laid(match_replay, held, state))


def small_hands(state: ClientState, match_replay: ReplayState, face: Face, size: Size) -> tuple[Line, ...]:
    """The hands, at least a line each; if not all fit, the hand on turn comes first."""
    hands = {seat: tuple(_small_hand(state, match_replay, seat, face, size.cols)) for seat in shown_seats(match_replay)}
    order = sorted(
        hands, key=lambda seat: seat is not match_replay.view.turn and sum(map(len, hands.values())) > size.rows
    )
    return tuple(line for seat in order for line in hands[seat])


def _small_hand(state: ClientState, match_replay: ReplayState, seat: Seat, face: Face, cols: int) -> tuple[Line, ...]:
    name = plain(f"{face.seat(seat)[0]}:", "class:compass")
    return wrapped((name, *(_bare(card) for card in cards_of(match_replay, seat, state, face))), cols)


def _bare(card: Line) -> Line:
    return tuple(fragment for fragment in card if fragment.text.strip())


_NOTICE_ROWS = 4
"""Lines for a notice, such as the path of a saved match."""
_RESERVED = 6
"""Lines kept for the last event, the analysis and the status, so that the table stays in place when they are filled."""
_TALL, _MORE = 34, 2
"""Rows from which more lines are kept, and how many more."""
_HINTED = 6
"""Rows from which the keys have a line."""
_NAME_COLS = 24
"""Cells of a player's name beside the cards."""
_HAND_ROWS = len(Seat)
"""Lines of the hands from any viewpoint."""


def replay(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of the replay."""
    match_replay = state.match_replay
    if match_replay is None:
        return ()
    if is_small(size):
        return _small(state, match_replay, face, size, hints)
    panel_cols = PANEL_WIDTH if size.cols >= WIDE else 0
    cols = size.cols - panel_cols
    bottom = _bottom(state, match_replay, face, cols, _RESERVED + (_MORE if size.rows >= _TALL else 0))
    room = size.rows - 4 - len(bottom)
    middle = _body(state, match_replay, face, Size(cols, room))
    inner = (*middle, *((plain(""),) * (room - len(middle))), *bottom)
    if panel_cols:
        side = replay_panel(match_replay, face, Size(panel_cols, len(inner)))
        inner = tuple(joined(padded(left, cols), right) for left, right in zip(inner, side, strict=True))
    rule = plain(face.glyphs.rule * size.cols, "class:rule")
    head = (_title(match_replay, face, size.cols), banner.second_line(state, match_replay.table, face, size.cols))
    return tuple(cut(line, size.cols) for line in (*head, rule, *inner, hints))


def _title(match_replay: ReplayState, face: Face, cols: int) -> Line:
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


def _body(state: ClientState, match_replay: ReplayState, face: Face, size: Size) -> tuple[Line, ...]:
    table = match_replay.table
    if state.ui.overlay is Overlay.HISTORY:
        return history(table, match_replay.deals, state.ui.scroll, face, size, here=match_replay.replay_deal.deal)
    match table.view.phase:
        case Phase.CUTTING:
            return cutting(table, state.ui, face, size)
        case Phase.BIDDING:
            return auction(table, face, size)
        case Phase.PLAYING:
            return table_view.trick_area(table, state.ui, face, size)
        case _:
            return recap(state, table, face, size)


def _bottom(state: ClientState, match_replay: ReplayState, face: Face, cols: int, reserved: int) -> tuple[Line, ...]:
    """Hands, the last event, the analysis, the guide, and the status; without hands `reserved` lines, if they fit."""
    rule = plain(face.glyphs.rule * cols, "class:rule")
    said = split_words(happened(match_replay, face), cols - 1, "class:said")[:2]
    told = status(state, match_replay, face)
    below = split_words(text_of(told), cols - 1, told[-1].style)[:_NOTICE_ROWS]
    judged = tuple(_analysis(state, match_replay, face, cols))
    over = len(judged) + len(said) + len(below) - reserved
    said = said[: max(0, len(said) - max(0, over))]  # the table in sight says the same, and stays in place
    is_list = match_replay.view.phase in OVER or state.ui.overlay is Overlay.HISTORY
    free = (1 if is_list else max(0, reserved - len(said) - len(below))) - len(judged)
    shown = () if state.ui.overlay is Overlay.HISTORY else guide(match_replay, face, cols - 1)
    if match_replay.weighs and costly_line(match_replay, face):
        shown = (*split_words(face.say(Playback.COST_COUNTS), cols - 1, "class:dim"), *shown)
    if compares(match_replay, face):
        shown = (*split_words(face.say(Playback.OPEN_OR_NOT), cols - 1, "class:dim"), *shown)
    notes = shown[: max(0, free)]
    kept = 0 if is_list else free - len(notes)
    lines = (
        *hands(state, match_replay, face, cols),
        *(joined(plain(" "), line) for line in (*said, *judged)),
        *((plain(""),) * kept),
        *(joined(plain(" "), line) for line in notes),
        rule,
        *(joined(plain(" "), line) for line in below),
    )
    return tuple(shortened(line, cols, face.dots) for line in lines)


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


def _analysis(state: ClientState, match_replay: ReplayState, face: Face, cols: int) -> Iterator[Line]:
    """The analysis of the decision at this position, in lines of that width."""
    if state.ui.overlay is Overlay.HISTORY:
        return
    noticed = "" if state.notice is None else notice(state.notice, face)
    for told in analysis(match_replay, face):
        if told == noticed:
            continue
        yield from split_words(told, cols - 1, "class:ask")


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


def _small(state: ClientState, match_replay: ReplayState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The layout of a small screen: position, contract and score, trick and hands, then whatever else fits."""
    table = match_replay.table
    where = seats.fitting(lambda most: short_place(match_replay, face, most), size.cols)
    head = (contract_and_score(table, face, size.cols), where)
    hints = () if size.rows < _HINTED else hints
    foot = (hints,) if hints else ()
    room = max(0, size.rows - len(head) - len(foot))
    if state.ui.overlay is Overlay.HISTORY:
        deals = history(
            table, match_replay.deals, state.ui.scroll, face, Size(size.cols, room), here=match_replay.replay_deal.deal
        )
        return (*head, *deals, *foot)
    status_line = status(state, match_replay, face, briefly=True)
    told = split_words(text_of(status_line), size.cols, status_line[-1].style)
    if match_replay.view.phase in OVER:
        score = recap(state, table, face, Size(size.cols, max(0, room - len(told))))
        return (*head, *score, *told, *foot)
    lines = (_trick(match_replay, face), *small_hands(state, match_replay, face, Size(size.cols, room - 1)))
    said = split_words(happened(match_replay, face), size.cols, "class:said")
    judged = tuple(
        line
        for words in analysis(match_replay, face, briefly=True)
        for line in split_words(words, size.cols, "class:ask")
    )
    asked = (told, judged) if match_replay.decision is not None or state.notice is not None else (judged, told)
    for extra in asked:
        lines = (*lines, *extra)[:room]
    for extra in (said, guide(match_replay, face, size.cols)):
        left = room - len(lines)
        lines = (*lines, *(extra if extra is not said or len(said) <= left else ()))[:room]
    return (*head, *lines[:room], *foot)


LATEST_CALLS = 3
"""Calls that a small screen shows."""


def _trick(match_replay: ReplayState, face: Face) -> Line:
    """The player on turn, and the cards on the table or the latest calls, the last action in brackets."""
    table, view = match_replay.table, match_replay.view
    trick, over = table_view.on_the_table(table, Ui())
    who = seats.name(table, view.turn, face) if view.turn is not None else ""
    arrow = face.glyphs.arrow if over else face.glyphs.turn
    lead = joined(plain(arrow, "class:turn"), shortened(plain(who, "class:own"), 5, face.dots))
    done: list[tuple[Seat, Line]] = [
        (call.seat, plain(called_word(call.action, face), call_style(call.action)))
        for call in view.auction[-LATEST_CALLS:]
        if view.phase is Phase.BIDDING
    ]
    if trick is not None:
        played = seats.trick_seats(table, trick.leader, len(trick.cards))
        done = [(seat, inline(card, face)) for seat, card in zip(played, trick.cards, strict=True)]
    told = [joined(plain(f"{face.seat(seat)[0]}:", "class:compass"), what) for seat, what in done]
    if told:
        told[-1] = joined(plain("["), told[-1], plain("]"))
    return joined(lead, *(joined(plain(" "), each) for each in told))
