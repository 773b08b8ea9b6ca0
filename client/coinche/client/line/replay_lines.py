"""What the line mode says of matches that are looked at again, of their list, of statistics and of deals so far.

Knows what somebody needs who hears one line after the other. What is typed is `playback_commands`' to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.line import narrate
from coinche.client.model.archive import Archive
from coinche.client.model.messages import Input, Received
from coinche.client.model.replay import Tape
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.table import AtTable, PastDeal
from coinche.client.texts.replay import Playback
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.views import banner, seats
from coinche.client.views.matches import players, when
from coinche.client.views.recap import RESULTS
from coinche.client.views.replay import advice_line, place, shown_seats
from coinche.client.views.statistics import coinches, per_deal, share
from coinche.connection.fair_shuffle import checked_deals
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import Matches, MatchInfo, PlayerStatistics, Statistics
from coinche.text.formatting import Face


def news(before: ClientState, after: ClientState, came: Input | None, face: Face) -> Iterator[str]:
    """What to say of all this about a change of the state."""
    yield from _of_tape(before.tape, after.tape, face)
    if before.tape is not None and after.tape is None:
        yield from _back(after, face)
    opened = after.screen is not before.screen and after.screen in (Screen.MATCHES, Screen.STATISTICS)
    if opened and not after.archive.offered:
        yield face.say(Playback.NO_ARCHIVE)
    match came:
        case Received(Matches(), _) if after.screen is Screen.MATCHES:
            yield from matches(after.archive, len(before.archive.matches), face)
        case Received(Statistics(), _) if after.screen is Screen.STATISTICS:
            yield from statistics(after.archive.players or (), face)


def _back(after: ClientState, face: Face) -> Iterator[str]:
    yield face.say(Playback.BACK_AGAIN)
    if after.table is not None and after.table.asked is not None:
        yield from narrate.question(after.table, after.table.asked, after.ui, face)


def _of_tape(before: Tape | None, after: Tape | None, face: Face) -> Iterator[str]:
    """A tape that was opened, or has moved."""
    if after is None or after is before:
        return
    if before is None:
        how = face.say(Playback.TAPE_HOW)
        yield face.say(Playback.TAPE, title=face.name(after.title), deals=len(after.reels), how=how)
        yield from stands(after, face)
    elif before.eyes is not after.eyes:
        yield from hands(after, face)
    elif (before.reel.deal, before.stop) != (after.reel.deal, after.stop):
        told = _between(before, after)
        yield from stands(after, face) if told is None else _sentences(after, told, face)
        if after.is_at_end:
            yield face.say(Playback.END)
    if advice := advice_line(after, face):
        yield advice


def _between(before: Tape, after: Tape) -> tuple[Event, ...] | None:
    """What happened from there to here; None where it is another deal, or back."""
    if before.at != after.at or after.count < before.count:
        return None
    return after.happened[before.count :]


def _sentences(tape: Tape, events: Iterable[Event], face: Face) -> Iterator[str]:
    listener = Listener(face, tape.table.names, tape.table.seat)
    yield from filter(None, (sentence(event, listener) for event in events))


def stands(tape: Tape, face: Face) -> Iterator[str]:
    """Where a tape stands: the place, the hands at the beginning of a deal, else what lies on the table."""
    yield face.say(Playback.STANDS, deal=tape.reel.deal, deals=tape.reels[-1].deal, place=place(tape, face))
    table = tape.table
    yield narrate.total(table, face)
    if tape.stop == 0:
        yield from hands(tape, face)
        return
    contract = tape.view.contract
    if contract is not None:
        yield f"{_contract(table, contract.bid, contract.multiplier, contract.bidder, face)}."
    if tape.view.phase is Phase.PLAYING:
        lies = tape.view.trick is not None and tape.view.trick.cards
        yield narrate.current_trick(table, face) if lies else narrate.last_trick(table, face)


def _contract(table: AtTable, bid: Bid, multiplier: int, bidder: Seat, face: Face) -> str:
    """`120 hearts ×2 by Ana`"""
    times = f" {face.glyphs.times}{multiplier}" if multiplier > 1 else ""
    who = seats.name(table, bidder, face)
    return face.say(Playback.CONTRACT_BY, bid=face.spoken_bid(bid), times=times, who=who)


def hands(tape: Tape, face: Face) -> Iterator[str]:
    """Whose eyes look, and the cards that they see."""
    table = tape.table
    if tape.eyes is None:
        yield face.say(Playback.OPEN_HANDS if tape.is_open else Playback.SEEN_CARDS)
    else:
        yield face.say(Playback.EYES, who=seats.name(table, tape.eyes, face))
    for seat in shown_seats(tape):
        held = tape.hands.get(seat)
        yield face.say(Playback.HELD, who=seats.name(table, seat, face), cards=_held(held, face))


def _held(cards: tuple[Card, ...] | None, face: Face) -> str:
    if cards is None:
        return face.say(Playback.UNKNOWN_HAND)
    return ", ".join(map(face.short_card, cards)) or face.say(Playback.EMPTY_HAND)


def matches(archive: Archive, known: int, face: Face) -> Iterator[str]:
    """The list, numbered, without those that were told already."""
    if not archive.matches:
        yield face.say(Playback.NO_MATCHES)
        return
    for number, info in enumerate(archive.matches[known:], known + 1):
        yield _match(number, info, archive, face)
    yield face.say(Playback.MATCHES_HOW)


def _match(number: int, info: MatchInfo, archive: Archive, face: Face) -> str:
    ours, theirs = Team
    return face.say(
        Playback.MATCH_LINE,
        number=number,
        when=when(info, archive, face),
        table=face.name(info.table),
        rules=face.name(info.preset),
        ours=players(info, ours, face),
        our_score=info.score.get(ours, 0),
        theirs=players(info, theirs, face),
        their_score=info.score.get(theirs, 0),
    )


def statistics(all_players: tuple[PlayerStatistics, ...], face: Face) -> Iterator[str]:
    """A line a player."""
    if not all_players:
        yield face.say(Playback.NO_STATISTICS)
    for player in all_players:
        yield face.say(
            Playback.STATISTICS_LINE,
            name=face.name(player.name),
            matches=player.matches,
            won=share(player.won, player.matches, face),
            made=share(player.made, player.taken, face),
            coinches=coinches(player, face),
            points=per_deal(player),
        )


def history(table: AtTable, deals: tuple[PastDeal, ...], face: Face) -> Iterator[str]:
    """A line a deal."""
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
        result=face.say(RESULTS[past.score.result]),
        us=banner.side(table, own, face),
        them=banner.side(table, own.other, face),
        ours=past.score.scores[own],
        theirs=past.score.scores[own.other],
        our_total=past.score.totals[own],
        their_total=past.score.totals[own.other],
    )
