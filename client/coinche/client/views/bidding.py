"""The auction round the table, the bid pad on which the person makes a bid, and the cut of the pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.client.keys import in_sight, pressing
from coinche.client.model import bid_pad
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Pad, Ui
from coinche.client.texts.play import InPlay
from coinche.client.texts.screens import Phrase
from coinche.client.update.bidding import bid_at, bid_in
from coinche.client.update.navigation import Intent
from coinche.client.update.rules_page import CONVENTIONS_KEY
from coinche.client.update.table_requests import ADVICE_KEY, may_advise
from coinche.engine.actions import CUTS
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import Request, RequestKind
from coinche.text.formatting import Face, Noun

from .cards import BIG, SMALL, ink, outline
from .round_table import CALL_COLS, InFront, around, in_lines, whole
from .status import call_words
from .text_lines import Line, Size, centred, clickable, cut, joined, padded, plain, shortened, text_of, width

_WORDS = {"pass": Phrase.PASSED, "coinche": Phrase.COINCHED, "surcoinche": Phrase.SURCOINCHED}
_WINDOW = 9
"""Numbers that the pad shows at once, if there is room."""
_NUMBER_COLS = 6
_PAD_ROWS = 4
_WITH_KEYS = 76
"""Columns from which the line of keys has the calls, too."""


def bidding(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The auction; a player has the pad below it, whose place stays free while others call."""
    asked = table.asked
    is_bid = asked is not None and asked.kind is RequestKind.BID
    pad = pad_lines(asked, ui, face, size.cols) if asked is not None and is_bid else ()
    if asked is not None and pad:
        last = _with_advice(pad[-1], asked, table, ui, face)
        pad = (*pad[:-1], _with_meanings(last if width(last) <= size.cols else pad[-1], table, face, size.cols))
    room = size.rows - (max(_PAD_ROWS, len(pad)) if table.seat is not None else 0)
    words = (*auction(table, face, Size(size.cols, room)), *pad)
    return tuple(cut(line, size.cols) for line in words[: size.rows])


def _with_meanings(line: Line, table: AtTable, face: Face, cols: int) -> Line:
    """The line with the key to the meaning of bids, where a player has declared conventions."""
    if not any(system.conventions for system in table.systems.values()):
        return line
    words = face.say(Phrase.MEANINGS, key=CONVENTIONS_KEY)
    whole = joined(line, plain("   "), clickable(plain(words, "class:pad"), in_sight(pressing(CONVENTIONS_KEY))))
    return whole if width(whole) <= cols else line


def _with_advice(line: Line, asked: Request, table: AtTable, ui: Ui, face: Face) -> Line:
    """The line with the key of the hint, while a bid is typed in a language that has this letter for a suit."""
    suits = {bid_pad.letter(d, face.language) for d in bid_pad.denominations(asked)}
    if not ui.pad.typed or ADVICE_KEY not in suits or not may_advise(table):
        return line
    alone = face.say(Phrase.ALONE, key=ADVICE_KEY, call=face.say(InPlay.KEY_ADVICE))
    return joined(line, plain("   "), plain(alone, "class:pad"))


def auction(table: AtTable, face: Face, size: Size, *, widest: int = 0) -> tuple[Line, ...]:
    """The latest call of each player in front of them, the highest bid with a star; earlier ones beside the name.
    The boxes have room for a call of `widest` cells.
    """
    said: dict[Seat, list[Line]] = {seat: [] for seat in Seat}
    latest: Seat | None = None
    for latest, word in words_said(table, face):
        said[latest].append(word)
    turn = table.view.turn if table.view.phase is Phase.BIDDING else None
    cols = max((CALL_COLS, widest, *(width(words[-1]) for words in said.values() if words)))
    rows = BIG if whole(BIG) <= size.rows else SMALL
    placed: dict[Seat, InFront] = {}
    for seat, words in said.items():
        now = plain(face.glyphs.turn, "class:turn") if seat is turn else words[-1] if words else ()
        before = words if seat is turn else words[:-1]
        note = plain(", ".join(map(text_of, before)), "class:dim")
        starred = joined(now, plain(" *", "class:bid"))
        now = starred if _stands(table, seat, now, face) and width(starred) <= cols else now
        shown = now or plain(" ", "class:dim")  # an empty box, so that nothing moves as calls come
        block = outline(shown, face, rows, shown[0].style, cols=cols, latest=seat is latest)
        placed[seat] = InFront(block, word=now, note=note)
    return around(table, placed, face, size)


def _stands(table: AtTable, seat: Seat, word: Line, face: Face) -> bool:
    """True if the word is the highest bid."""
    contract = table.view.contract
    return contract is not None and contract.bidder is seat and text_of(word) == face.bid(contract.bid)


def words_said(table: AtTable, face: Face) -> Iterator[tuple[Seat, Line]]:
    """Every call of the auction; a coinche cancelled by a later bid is in parentheses."""
    calls = table.view.auction
    last_bid = max((i for i, call in enumerate(calls) if call.action not in _WORDS), default=0)
    for i, call in enumerate(calls):
        word = called_word(call.action, face)
        cancelled = i < last_bid and call.action == "coinche"
        style = "class:dim" if i < last_bid else call_style(call.action)
        yield call.seat, plain(f"({word})" if cancelled else word, style)


def called_word(action: str, face: Face) -> str:
    """The text of a call."""
    words = _WORDS.get(action)
    return face.say(words) if words else face.bid(Bid(action))


def call_style(action: str) -> str:
    """The style of a call."""
    return {"pass": "class:dim", "coinche": "class:coinche", "surcoinche": "class:coinche"}.get(action, "class:bid")


def pad_lines(asked: Request, ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """Values and denominations, the selected ones in brackets, how to type a bid, then the other calls on offer."""
    pad = ui.pad
    offered = bid_pad.denominations(asked)
    if not offered:
        return (_calls(asked, pad, face, cols),)
    lowest = bid_pad.lowest(asked)
    typed = Phrase.TYPE if len({bid.value for bid in lowest}) == 1 else Phrase.AT_LEAST
    words = tuple(map(face.say, (Phrase.VALUE, Phrase.TRUMP, typed)))
    label = max(map(len, words)) + 5
    value, trump, how = (plain(f"   {word}".ljust(label), "class:dim") for word in words)
    suits = (_choice(face.suit(d), pad, pad.denomination is d, bid_in(d), ink(d)) for d in offered)
    return (
        joined(value, *_levels(asked, pad, face, cols - label)),
        joined(trump, *suits),
        joined(how, _typed(bid_pad.at_the_level(asked, pad), face, cols - label)),
        _calls(asked, pad, face, cols),
    )


def _typed(bids: Iterable[Bid], face: Face, cols: int) -> Line:
    """The bid in each denomination as it is typed, and its sign: `100p ♠  100c ♥`.
    Where the sign is the letter, the suit has its name, if all have room; where columns are few, one number is enough.
    """
    named: list[Line] = []
    brief: list[Line] = []
    letters: list[Line] = []
    for bid in bids:
        letter, sign = bid_pad.letter(bid.denomination, face.language), face.suit(bid.denomination)
        number = face.name(face.level(bid))
        style = ink(bid.denomination)
        name = face.spoken_suit(bid.denomination) if sign == letter else sign
        after = plain("" if sign == letter else f" {sign}", style)
        named.append(joined(plain(f" {number}{letter} "), plain(name, style), plain(" ")))
        brief.append(joined(plain(f" {number}{letter}"), after, plain(" ")))
        letters.append(joined(plain(f" {letter}" if letters else f" {number}{letter}"), after, plain(" ")))
    return next((joined(*words) for words in (named, brief) if sum(map(width, words)) <= cols), joined(*letters))


def _calls(asked: Request, pad: Pad, face: Face, cols: int) -> Line:
    """The calls on offer, last the bid that Enter makes, so that the others stay in place; each can be clicked.

    A wide screen has them in its line of keys; here it has those whose key is that of a suit, too. Where they do not
    all fit, that bid comes first; where columns are fewer yet, each key has its call only.
    """
    if cols >= _WITH_KEYS and bid_pad.denominations(asked):
        doubtful = [(key, call) for key, call in call_words(asked, face) if _is_of_suit(asked, key, face)]
        said = [(key, _with_its_key(asked, key, call, face)) for key, call in doubtful]
        return _boxes(said, "   ") or plain("")
    bid = bid_pad.bid_of(pad)
    makes = bid is not None and pad.touched and bid_pad.is_on_offer(asked, pad)
    made = [("enter", f"{face.say(Phrase.NAME_ENTER)} {face.bid(bid)}")] if bid is not None and makes else []
    whole = [(key, _with_its_key(asked, key, call, face)) for key, call in call_words(asked, face)]
    brief = [(key, f"{key} {call}") for key, call in call_words(asked, face)]
    forms = (_boxes((*whole, *made), "   "), _boxes((*made, *whole), "  "), _boxes((*made, *brief), "  "))
    return next((form for form in forms if width(form) <= cols), shortened(forms[-1], cols, face.dots))


def _with_its_key(asked: Request, key: str, call: str, face: Face) -> str:
    """A call after its key; that of a suit, too, is told to be alone, or to be pressed twice for a coinche."""
    if not _is_of_suit(asked, key, face):
        return f"{key} {call}"
    return face.say(Phrase.TWICE_PRESSED if call == face.say(Noun.COINCHE) else Phrase.ALONE, key=key, call=call)


def _is_of_suit(asked: Request, key: str, face: Face) -> bool:
    """True if the key is the letter of a suit that can be bid, too."""
    return key in {bid_pad.letter(d, face.language) for d in bid_pad.denominations(asked)}


def _boxes(said: Iterable[tuple[str, str]], gap: str) -> Line:
    """Keys and their words in a row, each to be clicked."""
    boxes = (clickable(plain(words, "class:pad"), in_sight(pressing(key))) for key, words in said)
    return joined(*(part for box in boxes for part in (plain(gap), box)))


def _levels(asked: Request, pad: Pad, face: Face, cols: int) -> list[Line]:
    """The numbers that have room beside capot and générale; the selected one is among them."""
    words = [
        _choice(face.say(Noun[w.upper()]), pad, pad.level == w, bid_at(w))
        for w in bid_pad.words(asked, pad.denomination)
    ]
    numbers = bid_pad.numbers(asked, pad.denomination)
    at = numbers.index(pad.level) if pad.level in numbers else 0
    more = plain(f" {face.dots} ", "class:dim")
    room = cols - sum(map(width, words))
    window = max(1, min(_WINDOW, room // _NUMBER_COLS))
    if window < len(numbers):
        window = max(1, min(_WINDOW, (room - 2 * width(more)) // _NUMBER_COLS))
    first = max(0, at - window + 1)
    shown = [_choice(number, pad, pad.level == number, bid_at(number)) for number in numbers[first : first + window]]
    below, above = [more] if first else [], [more] if first + window < len(numbers) else []
    return [*below, *shown, *above, *words]


def _choice(text: str, pad: Pad, chosen: bool, choose: Intent, style: str = "") -> Line:
    """A choice on the pad: a click selects it, and a click on the selected one bids it."""
    again = pressing("enter") if chosen and pad.touched else choose
    line = plain(f"[{text}] ", f"{style} class:chosen") if chosen else plain(f" {text}  ", style)
    return clickable(line, in_sight(again))


_CARD_COLS = 2
"""Cells per card of the pack, if there is room."""


def cutting(table: AtTable, ui: Ui, face: Face, size: Size) -> tuple[Line, ...]:
    """The cut: the players around the table, and the pack."""
    asked = table.asked
    mine = asked is not None and asked.kind is RequestKind.CUT
    half = size.cols // 2
    south, east, north, west = in_lines(table, face, half)
    sides = joined(padded(centred(west, half), half), padded(centred(east, size.cols - half), size.cols - half))
    middle = cut_cursor(ui, face, size.cols) if mine else (centred(plain(_closed(face), "class:backs"), size.cols),)
    blank = plain("")
    lines = (blank, centred(north, size.cols), blank, sides, blank, *middle, blank, centred(south, size.cols))
    above = (blank,) * max(0, (size.rows - len(lines)) // 2)
    return tuple(cut(line, size.cols) for line in (*above, *lines)[: size.rows])


def _closed(face: Face) -> str:
    return face.glyphs.held * len(PACK)


def cut_cursor(ui: Ui, face: Face, cols: int) -> tuple[Line, ...]:
    """The pack from top to bottom with a gap at the cut, and the number of cards on either side."""
    lowest, highest = CUTS[0].at, CUTS[-1].at
    at = min(max(ui.cut_cursor.at, lowest), highest)
    below = len(PACK) - at
    card = face.glyphs.held + (" " if cols >= _CARD_COLS * (len(PACK) + 2) else "")
    pack = joined(
        plain((card * at).rstrip(), "class:backs"),
        plain(f"  {face.glyphs.turn}  ", "class:turn"),
        plain((card * below).rstrip(), "class:backs"),
    )
    words = f"{face.say(Phrase.CUT_ABOVE, at=at)}   {face.glyphs.bar}   {face.say(Phrase.CUT_BELOW, below=below)}"
    return (centred(pack, cols), centred(plain(words, "class:dim"), cols))
