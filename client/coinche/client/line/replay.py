"""Replays, the list of matches and statistics in line mode: what they print, and the commands for them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from coinche.client.keys import conditions
from coinche.client.line import narrate, statistics
from coinche.client.line.command_result import Obeyed, ObeyWords, not_now, seat_named, spelled, spellings
from coinche.client.line.lobby_commands import AtHome
from coinche.client.model import replay as match_replays
from coinche.client.model.messages import Input, Received
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, MatchArchive, Screen
from coinche.client.model.table import AtTable, PastDeal
from coinche.client.texts.line_mode import Typed
from coinche.client.texts.preset_titles import titled
from coinche.client.texts.replay import Playback, ReplayCommand
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.update import archive, home, replay, replay_analysis
from coinche.client.update.navigation import Done, Intent
from coinche.client.update.statistics import compare, sort
from coinche.client.views import banner, seats
from coinche.client.views.archive import players, when
from coinche.client.views.past_deals import result_word
from coinche.client.views.replay import looks, place, shown_seats
from coinche.client.views.replay_analysis import advice_line, costly_line, expert_line
from coinche.connection.fair_shuffle import checked_deals
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import Matches, MatchInfo
from coinche.text.formatting import Face


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines about replays and the archive for a change of the state."""
    yield from _of_replay(before.match_replay, after.match_replay, face)
    if before.match_replay is not None and after.match_replay is None and after.retry is None:
        yield from _back(after, face)
    yield from statistics.news(before, after, came, face)
    opened = after.screen is not before.screen and after.screen in (Screen.MATCHES, Screen.STATISTICS)
    if opened and not after.archive.offered:
        yield face.say(Playback.NO_ARCHIVE)
    match came:
        case Received(Matches(), _) if after.screen is Screen.MATCHES:
            yield from matches(after.archive, len(before.archive.matches), face, beside=after.beside)


def _back(after: ClientState, face: Face) -> Iterator[str]:
    yield face.say(Playback.BACK_AGAIN)
    if after.table is not None and after.table.asked is not None:
        yield from narrate.question(after.table, after.table.asked, after.ui, face)


def _of_replay(before: ReplayState | None, after: ReplayState | None, face: Face) -> Iterator[str]:
    """The lines for a replay that was opened or has moved."""
    if after is None or after is before:
        return
    if before is None:
        how = face.say(Playback.TAPE_HOW)
        yield face.say(Playback.TAPE, title=face.name(after.title), deals=len(after.replay_deals), how=how)
        yield from stands(after, face)
    elif before.eyes is not after.eyes:
        yield from hands(after, face)
    elif (before.replay_deal.deal, before.stop) != (after.replay_deal.deal, after.stop):
        told = _between(before, after)
        yield from stands(after, face) if told is None else _sentences(after, told, face)
        if after.is_at_end:
            yield face.say(Playback.END)
    if after.decision is not None and (before is None or after.decision != before.decision):
        yield costly_line(after, face)
    yield from _analysis(before, after, face)


def _analysis(before: ReplayState | None, after: ReplayState, face: Face) -> Iterator[str]:
    """The card values and the choice of `expert` that have been computed since."""
    if after.advice and (before is None or before.advice != after.advice):
        yield advice_line(after, face)
    if after.choice is not None and (before is None or before.choice is not after.choice):
        yield expert_line(after, face, aloud=True)


def _between(before: ReplayState, after: ReplayState) -> tuple[Event, ...] | None:
    """The events between two positions; None if the deal changed or the replay moved back."""
    if before.at != after.at or after.count < before.count:
        return None
    return after.happened[before.count :]


def _sentences(match_replay: ReplayState, events: Iterable[Event], face: Face) -> Iterator[str]:
    listener = Listener(face, match_replay.table.names, match_replay.table.seat)
    yield from filter(None, (sentence(event, listener) for event in events))


def stands(match_replay: ReplayState, face: Face) -> Iterator[str]:
    """The position of a replay: its place, then the hands at the start of a deal, or else the cards on the table."""
    yield face.say(
        Playback.STANDS,
        deal=match_replay.replay_deal.deal,
        deals=match_replay.replay_deals[-1].deal,
        place=place(match_replay, face),
    )
    table = match_replay.table
    yield narrate.total(table, face)
    if match_replay.stop == match_replay.replay_deal.start:
        yield from hands(match_replay, face)
        return
    contract = match_replay.view.contract
    if contract is not None:
        yield f"{_contract(table, contract.bid, contract.multiplier, contract.bidder, face)}."
    if match_replay.view.phase is Phase.PLAYING:
        lies = match_replay.view.trick is not None and match_replay.view.trick.cards
        yield narrate.current_trick(table, face) if lies else narrate.last_trick(table, face)


def _contract(table: AtTable, bid: Bid, multiplier: int, bidder: Seat, face: Face) -> str:
    """`120 hearts ×2 by Ana`"""
    times = f" {face.glyphs.times}{multiplier}" if multiplier > 1 else ""
    who = seats.name(table, bidder, face)
    return face.say(Playback.CONTRACT_BY, bid=face.spoken_bid(bid), times=times, who=who)


def hands(match_replay: ReplayState, face: Face) -> Iterator[str]:
    """The viewpoint, and the cards visible from it."""
    table = match_replay.table
    yield looks(match_replay, face)
    for seat in shown_seats(match_replay):
        held = match_replay.hands.get(seat)
        yield face.say(Playback.HELD, who=seats.name(table, seat, face), cards=_held(held, face))


def _held(cards: tuple[Card, ...] | None, face: Face) -> str:
    if cards is None:
        return face.say(Playback.UNKNOWN_HAND)
    return ", ".join(map(face.short_card, cards)) or face.say(Playback.EMPTY_HAND)


def matches(archive: MatchArchive, known: int, face: Face, *, beside: bool = False) -> Iterator[str]:
    """The numbered list of matches from `known` on, since the others have been told."""
    if not archive.matches:
        yield face.say(Playback.OTHER_WINDOW if beside else Playback.NO_MATCHES)
        return
    for number, info in enumerate(archive.matches[known:], known + 1):
        yield _match(number, info, archive, face)
    yield face.say(Playback.MATCHES_HOW)


def _match(number: int, info: MatchInfo, archive: MatchArchive, face: Face) -> str:
    ours, theirs = Team
    return face.say(
        Playback.MATCH_LINE,
        number=number,
        when=when(info, archive, face),
        table=face.name(info.table),
        rules=titled(info.preset, face),
        ours=players(info, ours, face),
        our_score=info.score.get(ours, 0),
        theirs=players(info, theirs, face),
        their_score=info.score.get(theirs, 0),
    )


def history(table: AtTable, deals: tuple[PastDeal, ...], face: Face) -> Iterator[str]:
    """A line per deal."""
    if not deals:
        yield face.say(Playback.NO_HISTORY)
    for past in deals:
        yield _deal(table, past, face)
    if sure := checked_deals(table.checked, face):
        yield sure


def _deal(table: AtTable, past: PastDeal, face: Face) -> str:
    if past.score is None or past.settled is None:
        return face.say(Playback.HISTORY_PASSED, deal=past.deal)
    own, settled = (table.seat or Seat.SOUTH).team, past.settled
    return face.say(
        Playback.HISTORY_LINE,
        deal=past.deal,
        contract=_contract(table, settled.bid, settled.multiplier, settled.bidder, face),
        result=result_word(settled, past.score, face),
        us=banner.side(table, own, face),
        them=banner.side(table, own.other, face),
        ours=past.score.scores[own],
        theirs=past.score.scores[own.other],
        our_total=past.score.totals[own],
        their_total=past.score.totals[own.other],
    )


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


def _winding(move: Callable[[int], match_replays.Move]) -> ObeyWords:
    """Move the replay: `next`, `next 4`, `trick back`."""

    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        by = -1 if words and words[0].lower() in spellings(ReplayCommand.BACK) else 1
        return _answered(_repeated(replay.wind(move(by)), state, words), state, face)

    return answer


def _to(move: match_replays.Move) -> ObeyWords:
    """Move to one position; where the replay stands there already, tell it."""

    def answer(state: ClientState, words: list[str], face: Face) -> Obeyed:
        return _answered(replay.wind(move)(state), state, face)

    return answer


def _answered(done: Done, before: ClientState, face: Face) -> Obeyed:
    """The move; the position if the replay has not moved."""
    then, now = before.match_replay, done.state.match_replay
    if then is None or now is None or (then.at, then.stop) != (now.at, now.stop):
        return Obeyed(done)
    return Obeyed(done, tuple(stands(now, face)))


def _wind_back(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return _answered(_repeated(replay.wind(match_replays.by_card(-1)), state, words), state, face)


def _to_previous_decision(state: ClientState, words: list[str], face: Face) -> Obeyed:
    return _answered(_repeated(replay.wind(match_replays.by_decision(-1)), state, words), state, face)


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
        return _answered(replay.wind(lambda now: match_replays.to_deal(now, number))(state), state, face)
    return _winding(match_replays.by_deal)(state, words, face)


def _eyes(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Set the viewpoint: `eyes w`, or the next one."""
    if (seat := seat_named(words, 0)) is not None:
        if state.match_replay is not None and state.match_replay.eyes is seat:
            return Obeyed(Done(state), tuple(hands(state.match_replay, face)))
        return Obeyed(replay.wind(lambda now: match_replays.seen_with(now, seat))(state))
    return Obeyed(replay.wind(match_replays.next_eyes)(state))


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
    return Obeyed(Done(state), tuple(history(shown, replay.history_of(state), face)))


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
        return Obeyed(Done(state), tuple(matches(state.archive, 0, face)))
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
    **spelled(_winding(match_replays.by_card), ReplayCommand.NEXT, ""),
    **spelled(_wind_back, ReplayCommand.BACK),
    **spelled(_winding(match_replays.by_trick), ReplayCommand.TRICK),
    **spelled(_winding(match_replays.by_decision), ReplayCommand.DECISION, "n"),
    "p": _to_previous_decision,
    **spelled(_go_to_deal, ReplayCommand.DEAL),
    **spelled(_to(match_replays.to_beginning), ReplayCommand.FIRST),
    **spelled(_to(match_replays.to_end), ReplayCommand.LAST),
    **spelled(_telling(hands), ReplayCommand.HANDS, "m"),
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
