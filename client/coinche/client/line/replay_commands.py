"""Words of the line mode for matches that are looked at again, for their list, statistics and deals so far.

Pure. What is said of them is `playback_lines`' to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from coinche.client.line import narrate, replay_lines
from coinche.client.model import replay
from coinche.client.model.replay import Tape
from coinche.client.model.state import ClientState, Screen
from coinche.client.texts.replay import Playback, Step
from coinche.client.texts.typed_words import Typed
from coinche.client.update import archive, playback
from coinche.client.update.navigation import Done, Intent
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .command_result import Obeyed, ObeyWords, seat_named
from .command_words import Vocabulary

MOST_STEPS = 100


def obeyed(state: ClientState, line: str, face: Face) -> Obeyed | None:
    """What comes of the line; None where it is about something else."""
    words = line.lower().split()
    answers = _SCREENS.get(state.screen, _ANYWHERE)
    answer = answers.get(words[0] if words else "")
    if answer is not None:
        return answer(state, line.split()[1:], face)
    if state.screen is Screen.MATCHES and state.table is None and words and words[0].isdecimal():
        return _match(state, words, face)
    if state.screen is Screen.REPLAY and (not words or words[0] not in _STILL_THERE):
        return Obeyed(Done(state), (face.say(Playback.TAPE_HOW),))
    return None


def put_away(state: ClientState) -> ClientState:
    """Without a list that has been told: what is typed next is about the tables again."""
    return archive.close(state).state if state.screen in (Screen.MATCHES, Screen.STATISTICS) else state


def _doing(intent: Intent) -> ObeyWords:
    return lambda state, words, face: Obeyed(intent(state))


def _winding(move: Callable[[int], replay.Move]) -> ObeyWords:
    """`next`, `next 4`, `trick back`."""

    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        by = -1 if words and words[0].lower() in _both(Step.BACK) else 1
        return Obeyed(_repeated(playback.wind(move(by)), state, words))

    return answer


def _back(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return Obeyed(_repeated(playback.wind(replay.by_card(-1)), state, words))


def _repeated(intent: Intent, state: ClientState, words: list[str]) -> Done:
    done = intent(state)
    for _ in range(_number(words, 1) - 1):
        done = intent(done.state)
    return done


def _number(words: list[str], otherwise: int) -> int:
    known = words and words[-1].isdecimal() and len(words[-1]) <= 3
    return min(MOST_STEPS, int(words[-1])) if known else otherwise


def _deal(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`deal 3`; without a number the next one, or that before with `back`."""
    if number := _number(words, 0):
        return Obeyed(playback.wind(lambda now: replay.to_deal(now, number))(state))
    return _winding(replay.by_deal)(state, words, face)


def _eyes(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`eyes w`, or the next ones."""
    if (seat := seat_named(words, 0)) is not None:
        if state.tape is not None and state.tape.eyes is seat:
            return Obeyed(Done(state), tuple(replay_lines.hands(state.tape, face)))
        return Obeyed(playback.wind(lambda now: replay.seen_with(now, seat))(state))
    return Obeyed(playback.wind(replay.next_eyes)(state))


def _telling(tell: Callable[[Tape, Face], Iterable[str]]) -> ObeyWords:
    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        return Obeyed(Done(state), tuple(tell(state.tape, face)) if state.tape is not None else ())

    return answer


def _history(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """The deals so far; in the lobby there are none."""
    shown = state.tape.table if state.screen is Screen.REPLAY and state.tape is not None else state.table
    if shown is None:
        return Obeyed(Done(state), (face.say(Playback.NO_HISTORY),))
    return Obeyed(Done(state), tuple(replay_lines.history(shown, playback.history_of(state), face)))


def _running(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return Obeyed(playback.open_running(state))


def _file(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`file saturday.jsonl`; blanks in it count."""
    if not words:
        return Obeyed(Done(state), (face.say(Playback.FILE_HOW),))
    return Obeyed(playback.open_file(" ".join(words))(state))


def _keep(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """`save`, or `save saturday.jsonl`; blanks in it count."""
    return Obeyed(archive.keep_in(" ".join(words))(state))


def _matches(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """The list; `matches 3` replays the third."""
    if not _has_archive(state):
        return _at_no_server(Typed.MATCHES, state, face)
    if words and words[0].lower() in _both(Step.MORE):
        return Obeyed(archive.more(state))
    if words and words[0].isdecimal():
        return _match(state, words, face)
    return Obeyed(archive.open_matches(state))


def _match(state: ClientState, words: list[str], face: Face) -> Obeyed:
    number = _number(words, 0)
    if not 1 <= number <= len(state.archive.matches):
        return Obeyed(Done(state), tuple(replay_lines.matches(state.archive, 0, face)))
    return Obeyed(archive.at_row(number - 1)(state))


def _statistics(state: ClientState, words: list[str], face: Face) -> Obeyed:
    if not _has_archive(state):
        return _at_no_server(Typed.STATISTICS, state, face)
    return Obeyed(archive.open_statistics(state))


def _has_archive(state: ClientState) -> bool:
    """Whether there is a server that could be asked: not at home, and not in a lesson."""
    return state.screen is not Screen.HOME and state.lesson is None


def _at_no_server(word: Typed, state: ClientState, face: Face) -> Obeyed:
    return Obeyed(Done(state), (face.say(Vocabulary.NOT_NOW, word=face.say(word)),))


def _both(words: Words) -> tuple[str, str]:
    return words.french, words.english


def _known(*pairs: tuple[Words, ObeyWords]) -> dict[str, ObeyWords]:
    return {word: answer for words, answer in pairs for word in _both(words)}


_ANYWHERE: Mapping[str, ObeyWords] = {
    **_known(
        (Typed.REPLAY, _running),
        (Typed.HISTORY, _history),
        (Typed.RECORD, _file),
        (Typed.MATCHES, _matches),
        (Typed.STATISTICS, _statistics),
    ),
    "y": _running,
    "v": _matches,
    "x": _statistics,
}
_LISTED: Mapping[str, ObeyWords] = {
    **_ANYWHERE,
    **_known((Step.MORE, _doing(archive.more)), (Step.QUIT, _doing(archive.close))),
    "q": _doing(archive.close),
}
_REWOUND: Mapping[str, ObeyWords] = {
    **_known(
        (Step.NEXT, _winding(replay.by_card)),
        (Step.BACK, _back),
        (Step.TRICK, _winding(replay.by_trick)),
        (Step.DEAL, _deal),
        (Step.FIRST, _doing(playback.wind(replay.to_beginning))),
        (Step.LAST, _doing(playback.wind(replay.to_end))),
        (Step.HANDS, _telling(replay_lines.hands)),
        (Step.QUIT, _doing(playback.close)),
        (Typed.EYES, _eyes),
        (Typed.WEIGH, _doing(archive.weigh)),
        (Typed.KEEP_MATCH, _keep),
        (Typed.PLAY, _doing(playback.play_or_stop)),
        (Typed.HISTORY, _history),
    ),
    "": _winding(replay.by_card),
    "q": _doing(playback.close),
    "s": _keep,
    "v": _doing(archive.weigh),
    "m": _telling(replay_lines.hands),
    "d": _telling(lambda now, face: (narrate.current_trick(now.table, face),)),
    "l": _telling(lambda now, face: (narrate.last_trick(now.table, face),)),
    "r": _telling(lambda now, face: (narrate.total(now.table, face),)),
}
_SCREENS: Mapping[Screen, Mapping[str, ObeyWords]] = {
    Screen.REPLAY: _REWOUND,
    Screen.MATCHES: _LISTED,
    Screen.STATISTICS: _LISTED,
}
_STILL_THERE = frozenset({"?", "help", "aide", "fr", "en", *_both(Typed.SETTINGS)})
"""Words that mean the same while a tape is wound."""
