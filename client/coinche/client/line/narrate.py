"""Sentences about a table for line mode: a request, the hand, the tricks, the score, the lobby and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.model import bid_pad
from coinche.client.model.hand_order import laid_out
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Ui
from coinche.client.texts.conventions import ConventionText, meaning, told_conventions
from coinche.client.texts.line_mode import LineText
from coinche.client.texts.preset_titles import headed, titled
from coinche.client.texts.rules_questions import about
from coinche.client.texts.score import ScoreText, verdict
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_events import Listener, sentence
from coinche.client.update.room import to_admit
from coinche.client.update.rules_form import Rulebook
from coinche.client.update.rules_page import groups, page_lines
from coinche.client.update.table_requests import may_pause, may_rematch
from coinche.client.update.timing_and_premove import NO_CLOCK_SECONDS
from coinche.client.views.banner import aim
from coinche.client.views.card_question import sayings
from coinche.client.views.lobby import fate, sitting
from coinche.client.views.recap import reasons, summed
from coinche.client.views.score_remarks import remarks
from coinche.client.views.score_table import rows_of
from coinche.client.views.seats import trick_seats
from coinche.client.views.status import doubling
from coinche.client.views.table_details import aim_of, hinted, score
from coinche.engine.actions import CUTS
from coinche.engine.bids import HIGHEST_NUMBER
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import CALLS, DealScored, Event
from coinche.engine.rules import RuleSet, Shuffle
from coinche.engine.seats import Points, Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import (
    Occupant,
    PauseAsked,
    Paused,
    RecapStarted,
    RematchAsked,
    Request,
    RequestKind,
    SeatReserved,
    TableEvent,
    TableInfo,
    WentOn,
)
from coinche.text.formatting import Face, Noun

SECONDS_A_MINUTE = 60
USUAL_STEP = 10
USUAL_LOWEST = 80
_CALLS = {"pass": LineText.PASS, "coinche": LineText.COINCHE, "surcoinche": LineText.SURCOINCHE}


def listener(table: AtTable, face: Face) -> Listener:
    """The listener for the person at this table."""
    return Listener(face, table.names, table.seat)


def question(table: AtTable, asked: Request, ui: Ui, face: Face) -> Iterator[str]:
    """The request, and every answer to it."""
    if asked.kind is RequestKind.CUT:
        yield face.say(LineText.YOUR_CUT, lowest=CUTS[0].at, highest=CUTS[-1].at)
        return
    if asked.kind is RequestKind.BID:
        yield face.say(LineText.YOUR_BID, choices=", ".join(_calls(asked, face)))
        return
    cards = laid_out(table, ui)
    yield face.say(LineText.YOUR_TURN, cards=_numbered(cards, asked.legal, face))
    said = sayings(asked, ui, face)
    if said:
        yield face.say(LineText.SILENCE, what=said)


def _calls(asked: Request, face: Face) -> Iterator[str]:
    if asked.bids:
        yield from _numbers(asked, face)
    for word in bid_pad.WORDS:
        there = [d for d in bid_pad.denominations(asked) if word in bid_pad.words(asked, d)]
        if there and (not asked.bids or word != bid_pad.WORDS[0]):
            yield face.say(LineText.WORD, word=face.say(Noun[word.upper()]), letter=face.letter(there[0]))
    for call, words in _CALLS.items():
        if call in asked.legal:
            yield face.say(words)


def _numbers(asked: Request, face: Face) -> Iterator[str]:
    """The lowest numbers, one for all or one by denomination; the step and the maximum if they are unusual."""
    lowest = sorted(set(asked.bids.values()))
    usual = Denomination.HEARTS if Denomination.HEARTS in asked.bids else next(iter(asked.bids))
    example = f"{asked.bids[usual]}{face.letter(usual)}"
    if len(lowest) > 1:
        for number in lowest:
            suits = " ".join(face.spoken_suit(d) for d in asked.bids if asked.bids[d] == number)
            yield face.say(LineText.BIDS_IN, lowest=number, denominations=suits)
    if asked.max < HIGHEST_NUMBER - asked.step:
        yield face.say(LineText.BIDS_UP_TO, lowest=lowest[0], highest=asked.max, example=example)
    else:
        yield face.say(LineText.BIDS_FROM, lowest=lowest[0], example=example)
    if asked.step != USUAL_STEP:
        yield face.say(LineText.BIDS_BY, step=asked.step)


def how_to_play(rules: RuleSet | None, face: Face) -> str:
    """A sentence on playing, bidding and cutting under these rules; without rules, on everything."""
    named = tuple(Denomination) if rules is None else rules.auction.denominations
    lowest = USUAL_LOWEST if rules is None else rules.auction.bid_minimum
    suits = [d for d in named if len(d.trumps) == 1]
    shown = Denomination.HEARTS if Denomination.HEARTS in suits else named[0]
    bids = [f"{lowest} {face.letter(d)}" for d in dict.fromkeys((shown, *(d for d in named if d not in suits)))]
    words = bid_pad.WORDS if rules is None or rules.auction.generale is not None else bid_pad.WORDS[:1]
    bids += [f"{face.say(Noun[word.upper()])} {face.letter(named[0])}" for word in words]
    calls = (
        (LineText.HELP_PASS, True),
        (LineText.HELP_COINCHE, True),
        (LineText.HELP_SURCOINCHE, rules is None or rules.auction.surcoinche is not None),
        (LineText.HELP_CUT, rules is None or rules.table.shuffle is Shuffle.NEVER),
    )
    said = ", ".join(face.say(words) for words, there in calls if there)
    return face.say(LineText.HELP_PLAY, bids=", ".join(bids), calls=said)


def agreements(table: AtTable, event: Event | TableEvent, face: Face) -> str:
    """The answer expected to other players' wishes; empty if none waits for this person."""
    match event:
        case RecapStarted(ms) if table.to_go_on and ms >= NO_CLOCK_SECONDS * 1000:
            return face.say(LineText.GO_ON)
        case RecapStarted(ms, rematch_ms) if table.to_go_on:
            words = LineText.GO_ON_OR_AGAIN if may_rematch(table) else LineText.GO_ON_IN
            return face.say(words, time=spoken_time((rematch_ms or ms) // 1000, face))
        case Paused() if table.to_go_on:
            return face.say(LineText.GO_ON)
        case PauseAsked(seat) if seat is not table.seat and may_pause(table):
            return face.say(LineText.AGREE_PAUSE)
        case WentOn(seat) if seat in table.agreements.declined:
            return face.say(Phrase.NO_REMATCH, who=face.name(table.agreements.declined[seat]))
        case RematchAsked(seat) if seat is not table.seat and may_rematch(table):
            return face.say(LineText.AGREE_REMATCH)
        case SeatReserved(seat) if seat in table.newcomers and to_admit(table) is not None:
            return face.say(LineText.AGREE_ADMIT)
        case _:
            return ""


def spoken_time(seconds: int, face: Face) -> str:
    """`30 seconds`, or minutes for a longer time."""
    if seconds < 2 * SECONDS_A_MINUTE:
        return face.say(LineText.SECOND if seconds == 1 else LineText.SECONDS, count=seconds)
    return face.say(LineText.MINUTES, count=seconds // SECONDS_A_MINUTE)


def offer(table: AtTable, face: Face) -> str:
    """The calls allowed out of turn; empty if there are none."""
    said = [face.say(_CALLS[str(word)]) for word in doubling(table)]
    return face.say(LineText.MAY, what=", ".join((*said, face.say(LineText.DECLINE)))) if said else ""


def hand(table: AtTable, ui: Ui, face: Face) -> str:
    """All cards of the hand, with their numbers."""
    cards = laid_out(table, ui)
    if not cards:
        return face.say(LineText.NO_HAND)
    return face.say(LineText.HAND, cards=_numbered(cards, cards, face))


def _numbered(cards: tuple[Card, ...], some: Iterable[str], face: Face) -> str:
    """Some cards of the hand, each with the digit that plays it."""
    shown = set(some)
    said = (
        face.say(LineText.CHOICE, number=i, card=face.short_card(card))
        for i, card in enumerate(cards, 1)
        if card in shown
    )
    return ", ".join(said)


def joined(table: AtTable, face: Face) -> str:
    """The person's seat or the watched table, and the rules of that table."""
    words = LineText.JOINED if table.seat else LineText.WATCHING
    seat = face.seat(table.seat) if table.seat else ""
    to = hinted(aim(table.rules.match, face), table.allows_hints, face) if table.rules else ""
    return face.say(words, table=face.name(table.name), seat=seat, rules=headed(table.preset, face), aim=to)


def _played(table: AtTable, leader: Seat, cards: tuple[Card, ...], face: Face) -> str:
    seats = trick_seats(table, leader, len(cards))
    return ", ".join(
        f"{_who(table, seat, face)} {face.short_card(card)}" for seat, card in zip(seats, cards, strict=True)
    )


def _who(table: AtTable, seat: Seat, face: Face) -> str:
    return face.say(Phrase.YOU) if seat is table.seat else listener(table, face).who(seat)


def last_trick(table: AtTable, face: Face) -> str:
    """The cards and players of the last trick."""
    if not table.view.tricks:
        return face.say(LineText.NO_TRICK)
    return _past(table, len(table.view.tricks), LineText.LAST_TRICK, face)


def past_trick(table: AtTable, number: int | None, face: Face) -> str:
    """A trick of this deal by its number, if the rules allow looking back."""
    if number is None or number == len(table.view.tricks):
        return last_trick(table, face)
    if not table.may_look_back:
        return face.say(LineText.ONLY_LAST)
    known = 1 <= number <= len(table.view.tricks)
    return _past(table, number, LineText.TRICK_NUMBER, face) if known else face.say(LineText.NO_TRICK)


def _past(table: AtTable, number: int, words: LineText, face: Face) -> str:
    trick = table.view.tricks[number - 1]
    winner = trick.winner or trick.leader
    taken = face.say(LineText.YOU_TOOK if winner is table.seat else LineText.TOOK, who=_who(table, winner, face))
    return face.say(words, number=number, cards=_played(table, trick.leader, trick.cards, face), taken=taken)


def current_trick(table: AtTable, face: Face) -> str:
    """The cards on the table."""
    trick = table.view.trick
    if trick is None or not trick.cards:
        return face.say(LineText.NO_TRICK)
    return face.say(LineText.TRICK, cards=_played(table, trick.leader, trick.cards, face))


def _both(words: LineText, points: Points, table: AtTable, face: Face, **fields: object) -> str:
    own = (table.seat or Seat.SOUTH).team
    to = listener(table, face)
    return face.say(
        words,
        us=to.team(own),
        them=to.team(own.other),
        ours=points[own],
        theirs=points[own.other],
        **fields,
    )


def position(table: AtTable, ui: Ui, face: Face) -> Iterator[str]:
    """A table as it is found: the calls or the contract, the cards on the table, and the hand."""
    view, to = table.view, listener(table, face)
    if view.phase is Phase.BIDDING:
        said = filter(None, (sentence(event, to) for event in table.log if isinstance(event, CALLS)))
        yield from said
    if view.phase is Phase.PLAYING and view.contract is not None:
        yield face.say(LineText.CONTRACT, bid=face.spoken_bid(view.contract.bid), who=to.who(view.contract.bidder))
        on_table = view.trick is not None and view.trick.cards
        if on_table or view.tricks:
            yield current_trick(table, face) if on_table else last_trick(table, face)
    if view.hand:
        yield hand(table, ui, face)


def total(table: AtTable, face: Face) -> str:
    """The score of the match, and the points held over for the winner of the next deal."""
    stands, held = _both(LineText.SCORE, table.view.totals, table, face), table.view.held
    return f"{stands} {face.say(ScoreText.HELD, points=held)}" if held else stands


def scored(table: AtTable, event: DealScored, face: Face) -> Iterator[str]:
    """The result of a deal in a sentence, the reason, and the score: its sums, or every line without the rules."""
    contract = table.view.contract
    if contract is None or table.rules is None:
        for name, points in rows_of(event, face):
            yield _both(LineText.ROW, points, table, face, name=name)
        return
    yield verdict(contract, event, listener(table, face), aloud=True)
    yield from reasons(table, contract, event, face)
    yield _both(LineText.ROW, event.tricks, table, face, name=face.say(ScoreText.ROW_TRICKS))
    yield _both(LineText.ROW, event.points, table, face, name=face.say(ScoreText.ROW_POINTS))
    for name, said in remarks(table, event, face, aloud=True):
        yield face.say(Phrase.RULE, name=name, value=", ".join(words for _, words in said)) + "."
    for line in summed(table, contract, event, face):
        yield f"{line}."
    yield _both(LineText.ROW, event.totals, table, face, name=face.say(ScoreText.ROW_TOTAL))


def tables(state: ClientState, face: Face) -> Iterator[str]:
    """The tables of the lobby, numbered."""
    return _listed(tuple(enumerate(state.tables, start=1)), face)


def news_of_tables(before: ClientState, after: ClientState, face: Face) -> Iterator[str]:
    """The tables where something has changed; all of them where the numbers are new. The ladder's are never told."""
    was, now = (
        tuple((number, info) for number, info in enumerate(state.tables, start=1) if not info.ladder)
        for state in (before, after)
    )
    if not before.in_lobby or [(n, info.table) for n, info in was] != [(n, info.table) for n, info in now]:
        yield from _listed(now, face)
    else:
        yield from (_table(number, info, face) for number, info in now if (number, info) not in was)


def _listed(shown: tuple[tuple[int, TableInfo], ...], face: Face) -> Iterator[str]:
    if not shown:
        yield face.say(LineText.NO_TABLES)
        return
    yield face.say(LineText.TABLES)
    yield from (_table(number, info, face) for number, info in shown)
    yield face.say(LineText.TABLES_HOW)
    if any(info.phase not in (Phase.WAITING, Phase.MATCH_OVER) for _, info in shown):
        yield face.say(LineText.TABLES_IN_PLAY)


def _table(number: int, info: TableInfo, face: Face) -> str:
    seats = ", ".join(
        f"{face.seat(s.seat)} {sitting(s, face) if s.occupant is not Occupant.FREE else '-' + fate(s, face)}"
        for s in info.seats
    )
    name = face.name(info.name)
    return face.say(
        LineText.TABLE,
        number=number,
        table=face.say(Phrase.PRIVATE_TABLE, table=name) if info.private else name,
        rules=titled(info.preset, face),
        aim=", ".join(filter(None, (aim_of(info, face), score(info, face)))),
        seats=seats,
    )


def conventions(table: AtTable, face: Face) -> Iterator[str]:
    """The meaning of the calls in the conventions of the players."""
    for some in told_conventions(table.systems, table.seats, face, table.rules):
        yield some.title
        for occasion in some.occasions:
            yield f"{occasion.heading}."
            for one in occasion.calls:
                yield face.say(ConventionText.LINE, call=one.call, shows=one.shows)
        if some.remark:
            yield some.remark
    if means := meaning(table.systems, face):
        yield means


def rules(book: Rulebook | None, face: Face) -> Iterator[str]:
    """The rules in words, a line for each option that matters."""
    if book is None:
        yield face.say(Phrase.RULES_UNKNOWN)
        return
    said = face.name(about(book.base, face.language))
    yield face.say(LineText.RULES, title=headed(book.name, face), base=book.base, about=said)
    for group, options in groups(page_lines(book, face.language)):
        yield f"{face.name(group)}."
        for option in options:
            if not option.name:
                yield face.name(option.value)
                continue
            words = LineText.RULE_CHANGED if option.differs else Phrase.RULE
            yield face.name(face.say(words, name=option.name, value=option.value))
