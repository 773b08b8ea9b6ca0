"""The sentence about each event, told of a player or of the listener; for the log, line mode and the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from coinche.engine.auction import COINCHE
from coinche.engine.bids import Bid
from coinche.engine.dealing import in_order
from coinche.engine.declarations import DeclarationKind
from coinche.engine.events import (
    DECISIONS,
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealScored,
    DealStarted,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HandDealt,
    HeightSaid,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import (
    AdmitAgreed,
    Chatted,
    Claimed,
    DealCommitted,
    DealRevealed,
    Forfeited,
    HostChanged,
    Occupant,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    SeatReserved,
    ShareGiven,
    SharePledged,
    Struck,
    SystemDeclared,
    TableClosed,
    TableEvent,
    TimedOut,
    VoteCast,
    WentOn,
)
from coinche.text.formatting import Face, called

from .bots import LEVELS, name_of, with_level, with_mark
from .event_sentences import EventText
from .ready_messages import understood
from .table_log import (
    agrees,
    begins_to_stand_in,
    first_change,
    in_a_match,
    is_between_matches,
    is_return,
    last_change,
    who_left,
    wins_last_trick,
)

AFTER_THE_AUCTION = 2
"""Cards that a player gets after the auction where the deal has two stages."""


@dataclass(frozen=True, slots=True)
class Listener:
    """The reader of a sentence: language and signs, the names at the table, and the seat (None for a spectator)."""

    face: Face
    names: Mapping[Seat, str]
    seat: Seat | None
    played: bool = True
    """False for events of a time when another player had the seat."""
    arrived: bool = True
    """False for events before the listener sat down: who came then was there already."""

    def about(self, seat: Seat, other: EventText, you: EventText, **fields: object) -> str:
        """Return the sentence about that seat: one form for the listener, another for the rest."""
        return self.face.say(you if seat is self.seat and self.played else other, who=self.who(seat), **fields)

    def who(self, seat: Seat) -> str:
        """A name for the seat."""
        return called(self.names, seat, self.face)

    def team(self, team: Team) -> str:
        """Us, them, or the points of the compass."""
        return self.face.team(team, self.seat.team if self.seat else None)

    def team_within(self, team: Team) -> str:
        """The same in the middle of a sentence: `us`, `Nord-Sud`."""
        return self.team(team).lower() if self.seat else self.team(team)


def sits_down(event: Event | TableEvent, seat: Seat | None, name: str) -> bool:
    """True when the player of that name takes that seat."""
    return isinstance(event, SeatChanged) and event.seat is seat and event.name == name != ""


def at_the_time(log: Sequence[Event | TableEvent], at: int, to: Listener) -> Listener:
    """The listener, with the players who had the seats at that event of the log, and whether they had come by then."""
    own_name = to.names.get(to.seat, "") if to.seat is not None else ""
    own_first = first_change(log, to.seat) if to.seat is not None else None
    was_there = own_first is not None and not own_first.connected
    came = next((place for place, event in enumerate(log) if sits_down(event, to.seat, own_name)), 0)
    to = replace(to, arrived=was_there or at >= came)
    changed = {event.seat for event in log[at + 1 :] if isinstance(event, SeatChanged)}
    if not changed:
        return to
    sat = {seat: last_change(log[: at + 1], seat) or _still_there(log[at + 1 :], seat) for seat in changed}
    names = {seat: "" if info is None else name_of(info) for seat, info in sat.items()}
    own = to.seat
    played = own not in changed or (own is not None and names[own] == to.names.get(own))
    return replace(to, names={**to.names, **names}, played=played)


def _still_there(after: Sequence[Event | TableEvent], seat: Seat) -> SeatChanged | None:
    """The next change of that seat if its player loses the connection then, and so has had the seat until then: in a
    long match the log no longer has the event with which they took it."""
    following = first_change(after, seat)
    return None if following is None or following.connected else following


def sentence_after(before: Sequence[Event | TableEvent], event: Event | TableEvent, to: Listener) -> str:
    """Return the sentence about the event, given the events before it; empty if it changes nothing.
    The first action of a bot in place of an absent player begins with a sentence that says so.
    """
    told = _sentence_after(before, event, to)
    if not isinstance(event, (*DECISIONS, PackCut)) or not begins_to_stand_in(before, event):
        return told
    return f"{to.about(event.seat, EventText.STOOD_IN_FOR, EventText.YOU_STOOD_IN_FOR)} {told}".rstrip()


def _sentence_after(before: Sequence[Event | TableEvent], event: Event | TableEvent, to: Listener) -> str:
    if isinstance(event, SeatChanged) and last_change(before, event.seat) == event:
        return ""
    if isinstance(event, SeatChanged) and is_return(before, event):
        return to.about(event.seat, EventText.BACK, EventText.YOU_BACK)
    if isinstance(event, SeatChanged) and not event.connected and not in_a_match(before):
        return to.about(event.seat, EventText.AWAY_BEFORE, EventText.YOU_AWAY)
    if isinstance(event, SeatChanged) and (gone := who_left(before, event)):
        if is_between_matches(before):
            return to.face.say(EventText.NO_REMATCH, who=to.face.name(gone), bot=with_level(event, to.face))
        return to.face.say(
            EventText.VOTED_OUT if event.closed else EventText.LEFT,
            who=to.face.name(gone),
            bot=with_mark(event, to.face),
            seat=to.face.seat(event.seat),
        )
    if wins_last_trick(before, event):
        return to.face.say(EventText.LAST_TRICK, told=sentence(event, to))
    if isinstance(event, PauseAsked) and agrees(before, event):
        return to.about(event.seat, EventText.PAUSE_AGREED, EventText.YOU_PAUSE_AGREED)
    if isinstance(event, RematchAsked) and agrees(before, event):
        return to.about(event.seat, EventText.REMATCH_AGREED, EventText.YOU_REMATCH_AGREED)
    return sentence(event, to)


def sentence(event: Event | TableEvent, to: Listener) -> str:
    """Return the sentence about the event; empty if there is none."""
    match event:
        case CardPlayed(seat, card):
            return to.about(seat, EventText.PLAYS, EventText.YOU_PLAY, card=to.face.spoken_card(card))
        case TrickWon(seat, 0):
            return to.about(seat, EventText.EMPTY_TRICK, EventText.YOU_EMPTY_TRICK)
        case TrickWon(seat, points):
            return to.about(seat, EventText.TRICK, EventText.YOU_TRICK, points=points)
        case Passed(seat):
            return to.about(seat, EventText.PASSES, EventText.YOU_PASS)
        case BidMade(seat, bid):
            return to.about(seat, EventText.BIDS, EventText.YOU_BID, bid=to.face.spoken_bid(bid))
        case Coinched(seat):
            return to.about(seat, EventText.COINCHES, EventText.YOU_COINCHE)
        case Surcoinched(seat):
            return to.about(seat, EventText.SURCOINCHES, EventText.YOU_SURCOINCHE)
        case ContractSettled(bidder, bid, multiplier):
            return _contract(to, bidder, bid, multiplier)
        case SeatChanged() | HostChanged() | TimedOut() | Struck() | Forfeited() | Claimed() | TableClosed():
            return _about_table(event, to)
        case RecapStarted() | WentOn() | PauseAsked() | Paused() | PauseEnded() | RematchAsked() | Chatted():
            return _about_company(event, to)
        case VoteCast(seat, against):
            words = EventText.VOTES_AGAINST_YOU if against is to.seat else EventText.VOTES
            return to.about(seat, words, EventText.YOU_VOTE, against=to.who(against))
        case SeatReserved() | AdmitAgreed():
            return _about_newcomers(event, to)
        case SystemDeclared(seat, system):
            if system.name in LEVELS:
                return ""  # a bot of ours plays as such bots do; `e` shows how
            return to.about(seat, EventText.DECLARES, EventText.YOU_DECLARE, system=to.face.name(system.name))
        case DealCommitted() | SharePledged() | ShareGiven() | DealRevealed():
            return ""  # what they come to is said once it is known
        case BeloteSaid() | DeclarationsAnnounced() | HeightSaid() | DeclarationsShown() | DeclarationsResolved():
            return _about_declarations(event, to)
        case MatchStarted() | DealStarted() | PackCut() | HandDealt() | ThrownIn() | DealScored() | MatchEnded():
            return _about_match(event, to)
        case _:
            assert_never(event)


def _about_newcomers(event: SeatReserved | AdmitAgreed, to: Listener) -> str:
    face = to.face
    match event:
        case AdmitAgreed(seat, wanted):
            return to.about(seat, EventText.AGREES, EventText.YOU_AGREE, wanted=face.seat(wanted))
        case SeatReserved(seat, Occupant.FREE):
            return face.say(EventText.NOT_RESERVED, seat=face.seat(seat))
        case SeatReserved(seat, occupant):
            words = EventText.RESERVED_BOT if occupant is Occupant.BOT else EventText.RESERVED
            return face.say(words, who=with_level(event, face), seat=face.seat(seat))
        case _:
            assert_never(event)


def _contract(to: Listener, bidder: Seat, bid: Bid, multiplier: int) -> str:
    times = EventText.COINCHED_TIMES if multiplier == COINCHE else EventText.SURCOINCHED_TIMES
    return to.about(
        bidder,
        EventText.CONTRACT,
        EventText.YOUR_CONTRACT,
        bid=to.face.spoken_bid(bid),
        times=to.face.say(times, times=multiplier) if multiplier > 1 else "",
    )


def _about_declarations(
    event: BeloteSaid | DeclarationsAnnounced | HeightSaid | DeclarationsShown | DeclarationsResolved,
    to: Listener,
) -> str:
    face = to.face
    match event:
        case BeloteSaid(seat, word, _):
            return to.about(seat, EventText.SAYS, EventText.YOU_SAY, word=word.value)
        case DeclarationsAnnounced(seat, kinds):
            return to.about(seat, EventText.HAS, EventText.YOU_HAVE, what=", ".join(map(face.kind, kinds)))
        case HeightSaid(seat, kind, height):
            if height is None:
                return to.about(seat, EventText.NOT_BETTER, EventText.YOU_NOT_BETTER)
            return to.about(
                seat, EventText.HEIGHT, EventText.YOUR_HEIGHT, kind=face.kind(kind), height=face.spoken_rank(height)
            )
        case DeclarationsShown(seat, declarations):
            shown = (
                face.say(
                    EventText.SHOWN_CARRE if d.kind is DeclarationKind.CARRE else EventText.SHOWN,
                    kind=face.kind(d.kind),
                    cards=" ".join(face.card(card) for card in in_order(d.cards)),
                )
                for d in declarations
            )
            return to.about(seat, EventText.SHOWS, EventText.YOU_SHOW, what=", ".join(shown))
        case DeclarationsResolved(team, points):
            if team is None:
                return face.say(EventText.RESOLVED_NONE)
            return face.say(EventText.RESOLVED, team=to.team_within(team), points=points)
        case _:
            assert_never(event)


def _about_match(
    event: MatchStarted | DealStarted | PackCut | HandDealt | ThrownIn | DealScored | MatchEnded, to: Listener
) -> str:
    face = to.face
    match event:
        case MatchStarted(board=True):
            return face.say(EventText.MATCH_OF_ONE)
        case MatchStarted(rules):
            if rules.match.length is not None:
                words = EventText.MATCH_OF_ONE if rules.match.length == 1 else EventText.MATCH_OF
                return face.say(words, length=rules.match.length)
            return face.say(EventText.MATCH, target=rules.match.target)
        case DealStarted(deal, dealer, shuffled):
            other, you = (
                (EventText.DEAL, EventText.YOU_DEAL)
                if shuffled
                else (EventText.DEAL_GATHERED, EventText.YOU_DEAL_GATHERED)
            )
            return to.about(dealer, other, you, deal=deal)
        case PackCut(seat, at):
            return to.about(seat, EventText.CUTS, EventText.YOU_CUT, at=at)
        case HandDealt(seat, cards):
            if cards is None or seat is not to.seat:
                return ""
            words = EventText.HAND if len(cards) > AFTER_THE_AUCTION else EventText.MORE_CARDS
            return face.say(words, cards=", ".join(map(face.short_card, cards)))
        case ThrownIn():
            return face.say(EventText.THROWN_IN)
        case DealScored():
            return face.say(EventText[event.result.name])
        case MatchEnded(winner, totals):
            return outcome(winner, totals, to)
        case _:
            assert_never(event)


def outcome(winner: Team | None, totals: Points, to: Listener) -> str:
    """The sentence about the winner of the match."""
    if winner is None:
        return to.face.say(EventText.LEVEL, most=totals.NS)
    words = EventText.WON
    if to.seat is not None:
        words = EventText.WE_WON if winner is to.seat.team else EventText.THEY_WON
    return to.face.say(words, team=to.team(winner), most=totals[winner], least=totals[winner.other])


def _about_company(
    event: RecapStarted | WentOn | PauseAsked | Paused | PauseEnded | RematchAsked | Chatted, to: Listener
) -> str:
    match event:
        case PauseAsked(seat):
            return to.about(seat, EventText.PAUSE_ASKED, EventText.YOU_PAUSE_ASKED)
        case Paused():
            return to.face.say(EventText.PAUSED)
        case PauseEnded():
            return to.face.say(EventText.PAUSE_ENDED)
        case RematchAsked(seat):
            return to.about(seat, EventText.REMATCH_ASKED, EventText.YOU_REMATCH_ASKED)
        case Chatted(seat, name, text):
            words = EventText.CHATTED if seat is not None else EventText.CHATTED_WATCHING
            return to.face.say(words, name=to.face.name(name), text=understood(text, to.face))
        case RecapStarted() | WentOn():
            return ""
        case _:
            assert_never(event)


def _about_table(
    event: SeatChanged | HostChanged | TimedOut | Struck | Forfeited | Claimed | TableClosed, to: Listener
) -> str:
    face = to.face
    match event:
        case SeatChanged(seat, Occupant.FREE):
            return face.say(EventText.FREED, seat=face.seat(seat))
        case SeatChanged(seat, _, _, False):
            return to.about(seat, EventText.AWAY, EventText.YOU_AWAY)
        case SeatChanged(seat, Occupant.BOT):
            return face.say(EventText.BOT_SITS, who=with_level(event, face), seat=face.seat(seat))
        case SeatChanged(seat, _, name):
            others = EventText.SITS if to.arrived else EventText.SITS_ALREADY
            said = EventText.YOU_SIT if seat is to.seat else others
            return face.say(said, who=face.name(name), seat=face.seat(seat))
        case HostChanged(seat):
            return to.about(seat, EventText.HOST, EventText.YOU_HOST) if seat is not None else ""
        case TimedOut(seat):
            return to.about(seat, EventText.LATE, EventText.YOU_LATE)
        case Struck(seat, strikes):
            return to.about(seat, EventText.STRUCK, EventText.YOU_STRUCK, strikes=strikes)
        case Forfeited(seat):
            return to.about(seat, EventText.FORFEITED, EventText.YOU_FORFEITED)
        case Claimed(seat):
            return to.about(seat, EventText.CLAIMED, EventText.YOU_CLAIMED)
        case TableClosed():
            return face.say(EventText.CLOSED)
        case _:
            assert_never(event)
