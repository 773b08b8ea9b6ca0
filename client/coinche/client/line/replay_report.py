"""Replays, the list of matches and the history of a table as line mode prints them. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.line import narrate, statistics
from coinche.client.model.match_story import PastDeal
from coinche.client.model.messages import Input, Received
from coinche.client.model.replay import ReplayState
from coinche.client.model.state import ClientState, MatchArchive, Screen
from coinche.client.model.table import AtTable
from coinche.client.texts.preset_titles import titled
from coinche.client.texts.replay import Playback
from coinche.client.texts.table_events import Listener, sentence_after
from coinche.client.views import banner, seats
from coinche.client.views.archive import players, when
from coinche.client.views.past_deals import result_word
from coinche.client.views.replay import shown_seats
from coinche.client.views.replay_analysis import advice_line, costly_line, expert_line
from coinche.client.views.replay_status import looks, place
from coinche.connection.verdict_texts import checked_deals
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import Matches, MatchInfo
from coinche.text.formatting import Face
from coinche.text.line_breaks import HARD


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """The lines about replays and the archive for a change of the state."""
    yield from (told.replace(HARD, " ") for told in _of_replay(before.match_replay, after.match_replay, face))
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
        told = before.at == after.at and before.count <= after.count
        yield from _sentences(after, before.count, face) if told else stands(after, face)
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


def _sentences(match_replay: ReplayState, since: int, face: Face) -> Iterator[str]:
    """The events of the deal from that number on, up to the position."""
    events, listener = match_replay.happened, Listener(face, match_replay.table.names, match_replay.table.seat)
    said = (sentence_after(events[:at], events[at], listener) for at in range(since, len(events)))
    yield from filter(None, said)


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
