"""The update function: the next state, from the present state and a message. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from coinche.client.model.messages import (
    Advised,
    Consulted,
    DealChecked,
    FromLesson,
    HomeAgain,
    Input,
    Lesson,
    LessonBegun,
    LessonNumber,
    LessonPoints,
    LessonSays,
    LinkLost,
    LinkUp,
    MatchesWait,
    ParFound,
    Received,
    RecordRead,
    RecordUnread,
    RecordWritten,
    Reviewed,
    RulesWritten,
    SearchEnded,
    ServerFound,
    SoloBegun,
    Tick,
    Weighed,
    WentWrong,
)
from coinche.client.model.notices import Broken, FalseDeal, FirstSeen, News, RecordKept, RulesKept
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.ui import Ui
from coinche.client.texts.lesson import Nudge
from coinche.client.update import home, navigation, replay_analysis, solo, statistics, table_requests
from coinche.connection.fair_shuffle import SOUND, Checked
from coinche.engine.actions import PlayCard
from coinche.hints.render import Advice
from coinche.protocol.messages import Envelope

from .archive import all_given_up
from .people import may_call
from .replay import file_came, ticked
from .server_messages import received
from .table_events import table_event
from .timing_and_premove import awaited, without_old_notice, without_stale_trick

_IN_THE_LESSON = (FromLesson, LessonSays, LessonPoints, Tick, Advised, WentWrong)
"""Messages for the lesson; all others go to the state behind it."""


def reduce(state: ClientState, came: Input) -> ClientState:
    """The state after a message."""
    after = _after(state, came)
    return replace(after, notice=None) if _is_stale(after) else after


def _is_stale(state: ClientState) -> bool:
    """True for a notice that is no longer true: others play, though it is the learner's turn or a sentence waits to be
    read; the lobby sees a call, though no seat is left.
    """
    match state.notice:
        case Nudge.WAIT:
            table, lesson = state.table, state.lesson
            asks = table is not None and (table.asked is not None or table.view.turn is table.seat)
            return lesson is None or lesson.waits or asks
        case News.CALLED_OUT | News.BOTS_INSTEAD:
            return not may_call(state)
        case _:
            return False


def _after(state: ClientState, came: Input) -> ClientState:
    lesson = state.lesson
    if lesson is not None and not isinstance(came, _IN_THE_LESSON):
        return replace(state, lesson=replace(lesson, behind=reduce(lesson.behind, came)))
    match came:
        case LessonBegun(number):
            return _begun(state, number)
        case LessonSays() | LessonPoints():
            return _taught(state, came)
        case LinkUp():
            return _link_up(state, came)
        case LinkLost():
            return _link_lost(state, came)
        case Tick(now):
            return without_old_notice(ticked(awaited(without_stale_trick(replace(state, now=now)))))
        case Received(message, now):
            state = without_stale_trick(replace(state, now=now))
            return table_event(state, message) if isinstance(message, Envelope) else received(state, message)
        case ServerFound(server):
            return home.heard(state, server)
        case DealChecked(checked):
            return _checked(state, checked)
        case SearchEnded(gone):
            return home.search_ended(state, gone)
        case HomeAgain(why):
            back = navigation.at_home(state)
            return back if why is None else replace(home.without_unreachable(back, why), notice=Broken(why))
        case SoloBegun(kept, told, beside):
            return replace(state, keeps_match=kept, beside=beside, notice=told or state.notice)
        case MatchesWait(matches, beside):
            return solo.told_of_others(state, matches) if beside else home.offered(state, matches)
        case WentWrong(why):
            return replace(_without_thought(state), notice=Broken(why))
        case Advised() | Reviewed() | ParFound() | Weighed() | Consulted():
            return _computed(state, came)
        case RecordRead() | RecordUnread() | RecordWritten() | RulesWritten():
            return _of_a_file(state, came)
        case _:
            assert_never(came)


def _taught(state: ClientState, came: LessonSays | LessonPoints) -> ClientState:
    """The lesson with what the teacher says, or the answer that they point at."""
    lesson = state.lesson
    if isinstance(came, LessonSays):
        return state if lesson is None else replace(state, lesson=lesson.hearing(came.saying))
    taught = None if lesson is None else replace(lesson, points=came)
    card = came.answer.card if isinstance(came.answer, PlayCard) else None
    return replace(state, lesson=taught, ui=replace(state.ui, card=card))


def _computed(state: ClientState, came: Advised | Reviewed | ParFound | Weighed | Consulted) -> ClientState:
    """The state with the result of a computation: a hint, or what a replay or a page compares."""
    match came:
        case Advised(advice):
            return _advised(state, advice)
        case Reviewed():
            return replay_analysis.reviewed(state, came)
        case ParFound():
            return statistics.compared(state, came)
        case Weighed():
            return replay_analysis.weighed(state, came)
        case Consulted():
            return replay_analysis.consulted(state, came)
        case _:
            assert_never(came)


def _of_a_file(state: ClientState, came: RecordRead | RecordUnread | RecordWritten | RulesWritten) -> ClientState:
    """The state after a file of a match or of rules was read or written."""
    match came:
        case RecordRead() | RecordUnread():
            return file_came(state, came)
        case RecordWritten(path):
            return replace(state, notice=RecordKept(path))
        case RulesWritten(path, houses, name):
            ui = replace(state.ui, settings=replace(state.ui.settings, rules=name))
            return replace(state, notice=RulesKept(path), houses=houses, ui=ui)
        case _:
            assert_never(came)


def _begun(state: ClientState, number: LessonNumber) -> ClientState:
    """Begin the lesson, at a table without a server, with the present state behind it."""
    ui = Ui(settings=state.ui.settings)
    behind = replace(state, notice=None, ui=replace(state.ui, overlay=None))
    lesson = Lesson(behind=behind, number=number)
    return ClientState(link=Link.UP, name=state.name, renamed=state.renamed, solo=True, lesson=lesson, ui=ui)


def _without_thought(state: ClientState) -> ClientState:
    """Drop unfinished advice, at the table or in a replay, so that the player can ask again."""
    table, match_replay = state.table, state.match_replay
    if table is not None and table.advice is not None and table.advice.action is None:
        table = replace(table, advice=None)
    if match_replay is not None and match_replay.is_consulting and match_replay.choice is None:
        match_replay = replace(match_replay, consults=False)
    if match_replay is not None and match_replay.is_searching:
        match_replay = replace(match_replay, reviewed_deals=None)
    return replace(state, table=table, match_replay=match_replay)


def _advised(state: ClientState, advice: Advice) -> ClientState:
    """Show the advice, if its request is still open."""
    table = state.table
    if table is None or table.asked is None or table.asked.request != advice.request:
        return state
    advice = advice if state.lesson is None else state.lesson.agreed(advice)
    return replace(
        state, table=replace(table, advice=advice), ui=table_requests.pointed_at(advice.action, table.asked, state.ui)
    )


def _checked(state: ClientState, checked: Checked) -> ClientState:
    """Store the verdict with the deals of its match, and tell a bad one at once."""
    table = state.table
    if table is not None and table.view.match == checked.match:
        noted = {**table.checked, checked.deal: checked.verdict}
        state = replace(state, table=replace(table, checked=noted))
    return state if checked.verdict in SOUND else replace(state, notice=FalseDeal(checked.deal, checked.verdict))


def _link_lost(state: ClientState, came: LinkLost) -> ClientState:
    since, now = came.since, max(state.now, came.since, came.now)
    lost = replace(state, link=Link.LOST, attempt=came.attempt, lost_since=since, restarting=came.restarting, now=now)
    lost = replace(lost, bulletin=None, notice=None if state.notice is News.LINK_BACK else state.notice)
    return all_given_up(navigation.returned(lost) if lost.table is None else lost)


def _link_up(state: ClientState, came: LinkUp) -> ClientState:
    kept = None if state.notice in (News.OFFLINE, News.AWAITS_APPROVAL) else state.notice
    ui = replace(state.ui, row=0, row_chosen=False) if state.screen is Screen.HOME else state.ui
    screen = Screen.PLAY if state.screen is Screen.HOME else state.screen
    if state.goes_on and state.waiting is not None:  # what is played now may soon have ended
        waiting = tuple(one for one in state.waiting if one.directory != state.goes_on)
        state = replace(state, waiting=waiting, goes_on="")
    archive = replace(state.archive, offered=came.keeps_matches, zone=came.zone)
    up = replace(state, screen=screen, bound_for="", link=Link.UP, attempt=0, name=came.name, notice=kept, ui=ui)
    presence = replace(state.presence, offered=came.people)
    up = replace(up, offers_practice=came.practice, hints_decided=came.hints)
    up = replace(up, archive=archive, fair=came.fair, presence=presence, server_title=came.title, server_link=came.link)
    last_address = state.bound_for if state.bound_for and not state.solo else state.last_address
    up = replace(up, links_here=came.links_here, web_link=came.web, typed_address="", last_address=last_address)
    up = replace(up, members_invite=came.members_invite, has_key=came.has_key)
    if state.link is not Link.LOST:
        first = FirstSeen(came.met, came.name if came.owned and not state.solo else None)
        return up if first == FirstSeen() else replace(up, notice=first)
    if came.resumed:
        return replace(up, notice=News.LINK_BACK)
    if state.table is None or state.table.closed:
        return up
    notice = News.SEAT_NOT_KEPT if state.table.gathering else News.SESSION_GONE
    return replace(navigation.returned(replace(up, table=None)), notice=notice)
