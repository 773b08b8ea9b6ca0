"""A table that gathers, in the line mode: `bot W greedy`, `swap W E`, `free W`, `begin`. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from coinche.client import room, tables
from coinche.client.intents import Done, sending
from coinche.client.model import ClientState
from coinche.protocol.messages import AddBot, ClearSeat, SwapSeats
from coinche.text.catalog import Words
from coinche.text.formatting import Face

from .obeyed import Obeyed, ObeyWords, seat_named
from .typed import Typed


class InRoom(Words):
    """How these words are used."""

    BOT_HOW = (
        "bot o : un bot en Ouest ; bot o fort : de cette force (débutant, solide, fort, expert).",
        "bot w: a bot West; bot w strong: one of that kind (novice, steady, strong, expert).",
    )
    SWAP_HOW = ("échanger n e : ces deux places.", "swap n e: those two seats.")
    CLEAR_HOW = ("libérer o : cette place.", "free w: that seat.")
    NOT_GATHERING = ("C'est pour avant la première donne.", "That is for before the first deal.")


_KINDS: Mapping[str, str] = {
    word: kind for kind, level in room.LEVELS.items() for word in (kind, level.french, level.english)
}


def _bot(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """A bot on that seat; one that sits there becomes another, in a match too, where its host says so."""
    table, seat = state.table, seat_named(words, 0)
    if table is None or not (table.gathering or room.is_host(state)):
        return _not_here(state, face)
    if not table.gathering and seat is not None and not room.has_bot(table, seat):
        return _not_here(state, face)
    kind = _kind(state, " ".join(words[1:]))
    if seat is None or kind is None:
        return Obeyed(Done(state), (face.say(InRoom.BOT_HOW),))
    return Obeyed(sending(state, AddBot(table=table.table, bot=kind, seat=seat)))


def _kind(state: ClientState, word: str) -> str | None:
    """What the server calls it; its usual one where nothing is said."""
    word = word.lower()
    return tables.bot(state) if not word else _KINDS.get(word, word if word in state.bots else None)


def _swap(state: ClientState, words: list[str], face: Face) -> Obeyed:
    table = state.table
    if table is None or not table.gathering:
        return _not_here(state, face)
    first, second = seat_named(words, 0), seat_named(words, 1)
    if first is None or second is None or first is second:
        return Obeyed(Done(state), (face.say(InRoom.SWAP_HOW),))
    return Obeyed(sending(state, SwapSeats(table=table.table, seats=(first, second))))


def _clear(state: ClientState, words: list[str], face: Face) -> Obeyed:
    table, seat = state.table, seat_named(words, 0)
    if table is None or not table.gathering:
        return _not_here(state, face)
    if seat is None:
        return Obeyed(Done(state), (face.say(InRoom.CLEAR_HOW),))
    return Obeyed(sending(state, ClearSeat(table=table.table, seat=seat)))


def _not_here(state: ClientState, face: Face) -> Obeyed:
    return Obeyed(Done(state), (face.say(InRoom.NOT_GATHERING),))


def _known(pairs: Iterable[tuple[Words, ObeyWords]]) -> dict[str, ObeyWords]:
    return {word: obey for words, obey in pairs for word in (words.french, words.english)}


KNOWN: Mapping[str, ObeyWords] = _known(((Typed.BOT, _bot), (Typed.SWAP, _swap), (Typed.CLEAR, _clear)))
