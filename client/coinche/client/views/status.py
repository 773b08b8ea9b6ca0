"""The status line: a refusal, a question to the player, or the player awaited."""

from __future__ import annotations

from coinche.client.keys.conditions import can_vote
from coinche.client.model import bid_pad
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable, Newcomer
from coinche.client.model.ui import Overlay, Ui
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.notices import NoticeText, Waiting
from coinche.client.texts.play import InPlay
from coinche.client.texts.screens import Phrase
from coinche.client.texts.table_log import is_stood_in_for
from coinche.client.update import admission
from coinche.client.update.bidding import out_of_turn
from coinche.client.update.room import Arriving, has_bot, unit
from coinche.client.update.table_requests import VOTE_KEY, Vote
from coinche.client.update.timing_and_premove import is_unheard, may_premove, thinking
from coinche.client.views import banner, seats
from coinche.engine.actions import CUTS, Coinche, Pass, Surcoinche
from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import PACK
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Occupant, Request, RequestKind
from coinche.text.catalog import Words
from coinche.text.formatting import Face, Noun

from .asides import chat_line, strokes
from .card_question import card_question
from .hand import advice
from .notice import notice, style_of
from .table_details import about_seat, waited
from .text_lines import Line, joined, plain, width


def sure_to_leave(state: ClientState, face: Face) -> str:
    """The question before the person leaves in the middle of a match or of the lesson, or a room with others in it."""
    if state.lesson is not None:
        return face.say(LessonPhrase.SURE)
    return said_if_left(state, NoticeText, face)


def said_if_left(state: ClientState, texts: type[Words], face: Face) -> str:
    """The question of that catalogue, with those who wait at the table."""
    table = state.table
    who: tuple[str, ...] = ()
    if table is not None and table.gathering:
        others = tuple(seats.name(table, seat, face) for seat in Seat if seat in table.people - {table.seat})
        others = others or tuple(seats.name(table, seat, face) for seat in table.people_away)
        who = others or tuple(face.name(one.name) for one in admission.waiting(table))
    elif table is not None:
        who = tuple(face.name(one.name) for one in people_to_come(table))
    after = face.say(unit(table)) if table is not None else ""
    return face.say(texts[if_left(state)], who=", ".join(who), unit=after)


def people_to_come(table: AtTable) -> tuple[Newcomer, ...]:
    """The people who wait for a seat of a running match."""
    return tuple(one for one in table.newcomers.values() if one.occupant is Occupant.PERSON)


def if_left(state: ClientState) -> str:
    """The name of the question before the person leaves, by what becomes of the match and of the others."""
    table = state.table
    if state.keeps_match:
        return "SURE_AND_KEPT"
    if state.solo:
        return "SURE_AND_LOST"
    if table is not None and table.gathering:
        return _if_host_left(table)
    if table is None or any(
        info.occupant is Occupant.PERSON and info.seat is not table.seat for info in table.seats.values()
    ):  # the table stays, also for a player who is away
        return "SURE"
    return "SURE_AND_AWAITED" if people_to_come(table) else "SURE_ALONE"


def _if_host_left(table: AtTable) -> str:
    others = len(table.people - {table.seat})
    if not others and table.people_away:
        return "HOST_OF_AWAY"
    if not others:
        return "HOST_WITH_APPLICANTS" if admission.waiting(table) else "HOST_ALONE"
    return "HOST_OF_ONE" if others == 1 else "HOST_OF_SOME"


def match_that_waits(state: ClientState, table: AtTable, face: Face) -> str:
    """The score of the solo match that the person has left, and its target if another was wished for."""
    us, totals, wished = table.bottom.team, table.view.totals, state.wish.target
    target = table.rules.match.target if table.rules is not None else wished
    words = Waiting.WAITS if wished in (None, target) else Waiting.WAITS_TO
    stand = {"deal": table.view.deal, "us": totals[us], "them": totals[us.other]}
    return face.say(words, target=target, wished=wished, **stand)


def status(state: ClientState, table: AtTable, face: Face, cols: int, *, hints: bool = True) -> Line:
    """The status of a table; without `hints` if the hint stands on lines of its own."""
    if state.ui.overlay is Overlay.LEAVE:
        return plain(" " + sure_to_leave(state, face), "class:alarm")
    if state.ui.overlay is Overlay.RESUME and state.notice is None:
        return plain(f" {match_that_waits(state, table, face)}", "class:ask")
    turn = plain(f" {face.glyphs.turn} " if table.asked is not None else " ", "class:turn")
    if state.ui.overlay is Overlay.CHAT:
        written = chat_line(state.ui, face, cols - width(turn))
        return joined(turn, written, plain(strokes(state.ui, face), "class:dim"))
    if state.notice is not None:
        return joined(turn, plain(notice(state.notice, face), style_of(state.notice)))
    if state.ui.moving is not None and table.gathering:
        return plain(f" {_exchange(table, state.ui.moving, face)}", "class:ask")
    if (again := asked_again(table, state.ui, face)) is not None:
        return joined(turn, plain(again, "class:alarm"))
    if state.lesson is not None and state.lesson.waits:
        goes_on = LessonPhrase.FINISH if state.lesson.is_done else LessonPhrase.GO_ON
        return joined(plain(f" {face.glyphs.turn} ", "class:turn"), plain(face.say(goes_on), "class:ask"))
    if (winner := held_for(table)) is not None:
        return joined(plain(" "), plain(face.say(InPlay.HELD, who=seats.name(table, winner, face)), "class:ask"))
    if table.asked is not None:
        told = question(table, table.asked, state.ui, face, cols - width(turn), hints=hints)
        return joined(turn, plain(told, "class:ask"))
    if is_unheard(state, table):
        return plain(" " + face.say(Phrase.UNHEARD), "class:alarm")
    if state.lesson is not None and table.view.turn is table.seat:
        return plain(" " + face.say(LessonPhrase.BY_ITSELF), "class:dim")
    since = waited(state, table, face)
    told = f" {waiting(table, face, thinking(state, table))} {since}".rstrip()
    seat = about_seat(state, table, face)
    told = f"{told} {seat}" if seat and width(plain(f"{told} {seat}")) <= cols else told
    return joined(plain(told, "class:dim"), *_ahead(state, table, face))


def _exchange(table: AtTable, seat: Seat, face: Face) -> str:
    """The sentence of an exchange that has begun; the first name of a bot belongs to the seat."""
    words = Phrase.ROOM_MOVING_BOT if has_bot(table, seat) else Phrase.ROOM_MOVING
    return face.say(words, seat=face.seat(seat))


def held_for(table: AtTable) -> Seat | None:
    """The winner of the last trick while it covers the card to which the person is to play: the question would be about
    a card that is not in sight yet. None if it covers none, or once there is a hint."""
    asks = table.asked is not None and table.asked.kind is RequestKind.PLAY and table.advice is None
    return table.view.tricks[-1].winner if asks and table.covers_cards else None


def _ahead(state: ClientState, table: AtTable, face: Face) -> tuple[Line, ...]:
    """The offer to vote a player out, or the premove, prepared or only selected."""
    ui = state.ui
    if can_vote(state):
        return (plain("   " + face.say(Vote.HINT, key=VOTE_KEY), "class:ask"),)
    if ui.premove is not None:
        return (plain("   " + face.say(InPlay.PREPARED, card=face.card(ui.premove)), "class:ask"),)
    if ui.card is not None and may_premove(table):
        return (plain("   " + face.say(InPlay.SELECTED, card=face.card(ui.card)), "class:ask"),)
    return ()


def asked_again(table: AtTable, ui: Ui, face: Face) -> str | None:
    """The request to confirm a coinche, once its key was pressed; None if there is nothing to confirm."""
    contract = table.view.contract
    words = {"c": (Coinche(), Phrase.AGAIN_COINCHE), "s": (Surcoinche(), Phrase.AGAIN_SURCOINCHE)}.get(ui.once)
    if words is None or contract is None or words[0] not in doubling(table):
        return None
    return face.say(words[1], bid=face.bid(contract.bid))


def doubling(table: AtTable) -> tuple[Coinche | Surcoinche, ...]:
    """The coinche or surcoinche that the player may say now, in turn or out of turn."""
    asked = table.asked
    if asked is not None:
        return tuple(word for word in (Coinche(), Surcoinche()) if str(word) in asked.legal)
    word = out_of_turn(table)
    return () if word is None else (word,)


def offer(table: AtTable, face: Face) -> str:
    """The calls allowed out of turn, and the key that declines them; empty if there are none."""
    words = {Coinche(): Phrase.MAY_COINCHE, Surcoinche(): Phrase.MAY_SURCOINCHE}
    if table.asked is not None:
        return ""
    said = [face.say(words[word]) for word in doubling(table)]
    if said and table.reaction is not None:
        said.append(face.say(Phrase.MAY_DECLINE))
    return "   ".join(said)


def question(table: AtTable, asked: Request, ui: Ui, face: Face, cols: int, *, hints: bool = True) -> str:
    """The request to decide, with the effect of Enter; or the hint. What a card says is whole, whatever it replaces."""
    told = advice(table, face) if hints else ""
    if told:
        return told
    if asked.kind is RequestKind.CUT:
        return cut_question(ui, face)
    if asked.kind is RequestKind.BID:
        return face.say(Phrase.YOUR_BID) + choice(asked, ui, face, briefly=cols < _WORDY, advised=advised_call(table))
    return card_question(table, asked, ui, face, cols)


def cut_question(ui: Ui, face: Face) -> str:
    """The request to cut, with the place of the cut."""
    at, lowest, highest = ui.cut_cursor.at, CUTS[0].at, CUTS[-1].at
    if not lowest <= at <= highest:
        return face.say(Phrase.CUT_TOO_NEAR, lowest=lowest, highest=highest)
    return face.say(Phrase.YOUR_CUT, at=at, below=len(PACK) - at)


_WORDY = 60
"""Columns from which the way to bid is told in full."""


def advised_call(table: AtTable) -> str:
    """The call besides a bid that a hint advises, and that Enter makes then; empty if there is none."""
    call = table.hinted
    is_legal = isinstance(call, Pass | Coinche | Surcoinche) and table.asked is not None
    return str(call) if is_legal and table.asked is not None and str(call) in table.asked.legal else ""


def choice(asked: Request, ui: Ui, face: Face, *, briefly: bool = False, advised: str = "") -> str:
    """The way to bid, or the bid or the call that Enter makes; without a legal bid, the other calls.

    The example is the lowest bid in the first denomination, which can be made now; it explains no sign that is its
    letter.
    """
    if ui.pad.touched:
        return on_pad(asked, ui, face)
    if not bid_pad.denominations(asked):
        return calls(asked, face)
    if advised:
        words = Phrase.ENTER_CALLS_BRIEFLY if briefly else Phrase.ENTER_CALLS
        return face.say(words, call=dict(call_words(asked, face))[advised[0]])
    bid = bid_pad.lowest(asked)[0]
    level = str(bid.value) if bid.kind is BidKind.NUMBER else face.say(Noun[bid.kind.name]).lower()
    typed = f"{level}{bid_pad.letter(bid.denomination, face.language)}"
    words = Phrase.HOW_TO_BID_IN_LETTERS if face.bid(bid) == typed else Phrase.HOW_TO_BID
    return face.say(Phrase.HOW_TO_BID_BRIEFLY if briefly else words, bid=face.bid(bid), typed=typed)


def calls(asked: Request, face: Face) -> str:
    """Pass, coinche and surcoinche with their keys, as far as they are legal."""
    return "   ".join(f"{key} {words}" for key, words in call_words(asked, face))


def call_words(asked: Request, face: Face) -> tuple[tuple[str, str], ...]:
    """The keys of these calls, and their names."""
    keys = {"pass": ("p", Noun.PASS), "coinche": ("c", Noun.COINCHE), "surcoinche": ("s", Noun.SURCOINCHE)}
    return tuple((key, face.say(words)) for call, (key, words) in keys.items() if call in asked.legal)


def on_pad(asked: Request, ui: Ui, face: Face) -> str:
    """The bid that Enter makes."""
    bid = bid_pad.bid_of(ui.pad)
    if bid is None:
        return face.say(Phrase.TYPING, typed=ui.pad.typed)
    if bid_pad.is_on_offer(asked, ui.pad):
        return face.say(Phrase.WILL_SAY_BID, bid=face.bid(bid))
    least = asked.bids.get(bid.denomination, 0)
    if bid.kind is BidKind.NUMBER and bid.value < least:
        return face.say(Phrase.PAD_TOO_LOW, bid=face.bid(bid), lowest=face.bid(Bid(f"{least}{bid.denomination}")))
    if ui.pad.typed and not ui.pad.letter:  # the suit is that of the proposal
        return face.say(Phrase.LEVEL_NOT_ON_OFFER, level=face.level(bid))
    return face.say(Phrase.NOT_ON_OFFER, bid=face.bid(bid))


def reserved(table: AtTable, seat: Seat, face: Face) -> str:
    """The seat that is reserved for the person from the next deal on, and the time until then."""
    left = HAND_SIZE - len(table.view.tricks)
    words = Arriving.LAST_TRICK if left == 1 else Arriving.TRICKS_TO_GO
    if table.view.phase is not Phase.PLAYING:
        words = Arriving.AFTER_DEAL
    return face.say(words, seat=face.seat(seat), count=left, unit=face.say(unit(table)))


def watched(table: AtTable, face: Face) -> str:
    """The status of a spectator: watching, seeing one player's hand, or waiting for a seat."""
    if table.reserved is not None:
        return reserved(table, table.reserved, face)
    if table.eyes is None:
        return face.say(Phrase.WATCHING)
    return face.say(InPlay.THROUGH, who=seats.name(table, table.eyes, face))


def _all_there(table: AtTable, face: Face) -> str:
    """The status of a full table: the match begins, or everybody waits for the host, whom the body names."""
    if not table.hold or table.host is None:
        return face.say(Phrase.WAIT_DEAL)
    return face.say(Phrase.ROOM_FULL)


def tells_of_host(state: ClientState, table: AtTable) -> bool:
    """True if the status of a full room is the sentence on its host, who begins the match."""
    is_full = table.gathering and table.hold and table.host is not None and not table.has_free_seats
    is_other = state.notice is not None or state.ui.overlay in (Overlay.LEAVE, Overlay.RESUME, Overlay.CHAT)
    return is_full and not is_other and not is_unheard(state, table)


def waiting(table: AtTable, face: Face, seconds: int = 0) -> str:
    """The player or event awaited; `seconds` is the time it has taken so far."""
    view = table.view
    if table.agreements.paused:
        return face.say(Phrase.PAUSED if table.to_go_on else Phrase.STANDS)
    if table.answered:
        return face.say(Phrase.SENT)
    if table.gathering:
        taken = [i for i in table.seats.values() if i.occupant is not Occupant.FREE]
        free = len(Seat) - len(taken)
        awaited = Phrase.WAIT_PLAYERS if free > 1 else Phrase.WAIT_PLAYER
        return face.say(awaited, count=free) if free else _all_there(table, face)
    if view.turn is not None and view.phase in (Phase.CUTTING, Phase.BIDDING, Phase.PLAYING):
        if view.turn is table.seat:
            return face.say(Phrase.SENT)
        info = table.seats.get(view.turn)
        gone = info is not None and not info.connected
        words: Words = Phrase.WAIT_CUT if view.phase is Phase.CUTTING else Phrase.WAIT_FOR
        if view.trick is not None and not view.trick.cards:
            words = Phrase.WAIT_LEAD
        if gone:
            words = InPlay.WAIT_STAND_IN if is_stood_in_for(table.log, view.turn) else InPlay.WAIT_AWAY
        who = face.say(words, who=seats.name(table, view.turn, face))
        time = banner.minutes(seconds) if seconds else ""
        since = f" {face.say(InPlay.WAITED, time=time) if words is InPlay.WAIT_AWAY else time}" if time else ""
        told = "   ".join(filter(None, (who + since, offer(table, face))))
        return told if table.seat else f"{watched(table, face)} {told}"
    if view.phase is Phase.MATCH_OVER and not table.plays_position:
        return face.say(Phrase.OVER_TITLE)
    is_over = table.agreements.recap or table.closed or table.plays_position
    return face.say(Phrase.RECAP_TITLE if is_over else Phrase.WAIT_DEAL)
