"""The commands of line mode for replays, the list of matches and statistics. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from coinche.client.keys import conditions
from coinche.client.line import narrate, replay_report, statistics
from coinche.client.line.command_result import Obeyed, ObeyWords, not_now, seat_named, spelled, spellings
from coinche.client.line.lobby_commands import AtHome
from coinche.client.model import replay as match_replays
from coinche.client.model import replay_moves
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, Screen
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.replay import Playback, ReplayCommand
from coinche.client.update import archive, home, replay, replay_analysis
from coinche.client.update.navigation import Done, Intent
from coinche.client.update.statistics import compare, sort
from coinche.text.formatting import Face

MOST_STEPS = 100


def obeyed(state: ClientState, line: str, face: Face) -> Obeyed | None:
    """Execute a line about replays or the archive; None if it is about something else."""
    words = line.lower().split()
    answers = _SCREENS.get(state.screen, _ANYWHERE)
    answer = answers.get(words[0] if words else "")
    if answer is not None:
        return answer(state, line.split()[1:], face)
    if state.screen is Screen.MATCHES and state.table is None and words and words[0].isdecimal():
        return _open_match(state, words, face)
    if state.screen is Screen.REPLAY and (not words or words[0] not in _STILL_THERE):
        return Obeyed(Done(state), (face.say(Playback.TAPE_HOW),))
    return None


def put_away(state: ClientState) -> ClientState:
    """Close a list that has been told, so that the next line is about the tables again."""
    return archive.close(state).state if state.screen in (Screen.MATCHES, Screen.STATISTICS, Screen.PLAYER) else state


def _doing(intent: Intent) -> ObeyWords:
    return lambda state, words, face: Obeyed(intent(state))


def _winding(move: Callable[[int], replay_moves.Move]) -> ObeyWords:
    """Move the replay: `next`, `next 4`, `trick back`."""

    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        by = -1 if words and words[0].lower() in spellings(ReplayCommand.BACK) else 1
        return _answered(_repeated(replay.wind(move(by)), state, words), state, face)

    return answer


def _to(move: replay_moves.Move) -> ObeyWords:
    """Move to one position; where the replay stands there already, tell it."""

    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        return _answered(replay.wind(move)(state), state, face)

    return answer


def _answered(done: Done, before: ClientState, face: Face) -> Obeyed:
    """The move; the position if the replay has not moved."""
    then, now = before.match_replay, done.state.match_replay
    if then is None or now is None or (then.at, then.stop) != (now.at, now.stop):
        return Obeyed(done)
    return Obeyed(done, tuple(replay_report.stands(now, face)))


def _wind_back(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return _answered(_repeated(replay.wind(replay_moves.by_card(-1)), state, words), state, face)


def _to_previous_decision(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return _answered(_repeated(replay.wind(replay_moves.by_decision(-1)), state, words), state, face)


def _repeated(intent: Intent, state: ClientState, words: list[str]) -> Done:
    done = intent(state)
    for _ in range(_number(words, 1) - 1):
        done = intent(done.state)
    return done


def _number(words: list[str], otherwise: int) -> int:
    known = words and words[-1].isdecimal() and len(words[-1]) <= 3
    return min(MOST_STEPS, int(words[-1])) if known else otherwise


def _go_to_deal(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Go to a deal: `deal 3`; without a number to the next one, or with `back` to the one before."""
    if number := _number(words, 0):
        return _answered(replay.wind(lambda now: replay_moves.to_deal(now, number))(state), state, face)
    return _winding(replay_moves.by_deal)(state, words, face)


def _eyes(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Set the viewpoint: `eyes w`, or the next one."""
    if (seat := seat_named(words, 0)) is not None:
        if state.match_replay is not None and state.match_replay.eyes is seat:
            return Obeyed(Done(state), tuple(replay_report.hands(state.match_replay, face)))
        return Obeyed(replay.wind(lambda now: match_replays.seen_with(now, seat))(state))
    return Obeyed(replay.wind(replay_moves.next_eyes)(state))


def _telling(tell: Callable[[ReplayState, Face], Iterable[str]]) -> ObeyWords:
    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        return Obeyed(Done(state), tuple(tell(state.match_replay, face)) if state.match_replay is not None else ())

    return answer


def _history(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Tell the deals so far; in the lobby there are none."""
    shown = (
        state.match_replay.table if state.screen is Screen.REPLAY and state.match_replay is not None else state.table
    )
    if shown is None:
        return Obeyed(Done(state), (face.say(Playback.NO_HISTORY),))
    return Obeyed(Done(state), tuple(replay_report.history(shown, replay.history_of(state), face)))


def _running(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return Obeyed(replay.open_running(state))


def _file(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Open a record: `file saturday.jsonl`; the name may contain blanks."""
    if not words:
        return Obeyed(Done(state), (face.say(Playback.FILE_HOW),))
    return Obeyed(replay.open_file(" ".join(words))(state))


def _keep(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Save the match: `save`, or `save saturday.jsonl`; the name may contain blanks."""
    return Obeyed(replay_analysis.keep_in(" ".join(words))(state))


def _matches(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """List the matches; `matches 3` replays the third. At home, list those with bots."""
    if state.screen is Screen.HOME:
        if home.owns_matches(state):
            return Obeyed(home.browse_own(state))
        return Obeyed(Done(state), (face.say(AtHome.GUEST),))
    if not _has_archive(state):
        return _at_no_server(Typed.MATCHES, state, face)
    if words and words[0].lower() in spellings(ReplayCommand.MORE):
        return Obeyed(archive.more(state))
    if words and words[0].isdecimal():
        return _open_match(state, words, face)
    return Obeyed(archive.open_matches(state))


def _open_match(state: ClientState, words: list[str], face: Face) -> Obeyed:
    number = _number(words, 0)
    if not 1 <= number <= len(state.archive.matches):
        return Obeyed(Done(state), tuple(replay_report.matches(state.archive, 0, face)))
    return Obeyed(archive.at_row(number - 1)(state))


def _statistics(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not _has_archive(state):
        return _at_no_server(Typed.STATISTICS, state, face)
    return statistics.obeyed(state, words)


def _perfect(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Compare the person's last matches with perfect play, or stop that."""
    if not _has_archive(state) or not state.archive.offered:
        return _at_no_server(Typed.PAR, state, face)
    return Obeyed(compare(state))


def _costly(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Go to the most costly decision of the match that is over at this table."""
    if not conditions.match_is_over(state):
        return Obeyed(Done(state), (face.say(Playback.NOT_REVIEWED_YET),))
    return Obeyed(replay_analysis.open_costly(state))


def _has_archive(state: ClientState) -> bool:
    """Return whether a server can be asked for matches: not at home, and not in a lesson."""
    return state.screen is not Screen.HOME and state.lesson is None


def _at_no_server(word: Typed, state: ClientState, face: Face) -> Obeyed:
    return Obeyed(Done(state), (not_now(state, face.say(word), face),))


_ANYWHERE: Mapping[str, ObeyWords] = {
    **spelled(_running, Typed.REPLAY, "y"),
    **spelled(_history, Typed.HISTORY),
    **spelled(_costly, Typed.COSTLY, "f"),
    **spelled(_file, Typed.RECORD),
    **spelled(_matches, Typed.MATCHES, "v"),
    **spelled(_statistics, Typed.STATISTICS, "x"),
    **spelled(_perfect, Typed.PAR),
}
_LISTED: Mapping[str, ObeyWords] = {
    **_ANYWHERE,
    **spelled(_doing(archive.more), ReplayCommand.MORE),
    **spelled(_doing(archive.close), ReplayCommand.QUIT, "q"),
}
_REWOUND: Mapping[str, ObeyWords] = {
    **spelled(_winding(replay_moves.by_card), ReplayCommand.NEXT, ""),
    **spelled(_wind_back, ReplayCommand.BACK),
    **spelled(_winding(replay_moves.by_trick), ReplayCommand.TRICK),
    **spelled(_winding(replay_moves.by_decision), ReplayCommand.DECISION, "n"),
    "p": _to_previous_decision,
    **spelled(_go_to_deal, ReplayCommand.DEAL),
    **spelled(_to(replay_moves.to_beginning), ReplayCommand.FIRST),
    **spelled(_to(replay_moves.to_end), ReplayCommand.LAST),
    **spelled(_telling(replay_report.hands), ReplayCommand.HANDS, "m"),
    **spelled(_doing(replay.close), ReplayCommand.QUIT, "q"),
    **spelled(_eyes, Typed.EYES),
    **spelled(_doing(replay_analysis.weigh), Typed.WEIGH, "v"),
    **spelled(_doing(replay_analysis.consult), Typed.ADVICE, "h"),
    **spelled(_doing(replay_analysis.next_costly), Typed.COSTLY, "f"),
    **spelled(_doing(replay_analysis.retry), Typed.RETRY, "g"),
    **spelled(_keep, Typed.KEEP_MATCH, "s"),
    **spelled(_doing(replay.play_or_stop), Typed.PLAY),
    **spelled(_history, Typed.HISTORY),
    "d": _telling(lambda now, face: (narrate.current_trick(now.table, face),)),
    "l": _telling(lambda now, face: (narrate.last_trick(now.table, face),)),
    "r": _telling(lambda now, face: (narrate.total(now.table, face),)),
}
_SCREENS: Mapping[Screen, Mapping[str, ObeyWords]] = {
    Screen.REPLAY: _REWOUND,
    Screen.MATCHES: _LISTED,
    Screen.STATISTICS: {**_LISTED, **spelled(_doing(sort(1)), Typed.SORT)},
    Screen.PLAYER: _LISTED,
}
_STILL_THERE = frozenset({"?", "fr", "en", *spellings(Typed.HELP), *spellings(Typed.TIP), *spellings(Typed.SETTINGS)})
"""Words that keep their meaning during a replay."""
