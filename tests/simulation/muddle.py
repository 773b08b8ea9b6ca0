"""A player's occasional misbehaviour: messages that are wrong, doubled, late or unasked.

All of it is possible for a client.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from coinche.bots.beliefs.conventions import expert_system, steady_system
from coinche.engine.presets import FFB
from coinche.engine.seats import Seat
from coinche.protocol.frames import frame
from coinche.protocol.messages import (
    Act,
    AddBot,
    Admit,
    Begin,
    Chat,
    Claim,
    ClearSeat,
    DeclareSystem,
    Decline,
    FromClient,
    GetHint,
    GetStatistics,
    GoOn,
    HintLanguage,
    Join,
    Leave,
    ListMatches,
    OwnSystem,
    Pause,
    Ping,
    Rematch,
    SwapSeats,
    Undo,
    VoteOut,
    Watch,
    own,
)

if TYPE_CHECKING:
    from tests.simulation.player import Player


_CARDS = ("7H", "AS", "JD", "KC+belote", "99", "", "pass", "80H", "capotS", "coinche", "surcoinche", "cut 7")


_SYSTEMS = (own(expert_system(FFB)), own(steady_system(FFB)), OwnSystem(name="none", conventions=()))


def _act_wrongly(player: Player) -> None:
    if player.asked is not None:
        action = player.chance.choice(_CARDS)
        player.say(Act(table=player.asked.table, request=player.asked.request, action=action, id=player.next_id()))


def _act_again(player: Player) -> None:
    """The same request once more, answered or not: with another action, perhaps."""
    for request in (player.answered, player.asked):
        if request is not None:
            action = player.chance.choice(request.legal)
            player.say(Act(table=request.table, request=request.request, action=action, id=player.next_id()))


def _act_ahead(player: Player) -> None:
    if player.asked is not None:
        number = player.asked.request + player.chance.randint(1, 6)
        player.say(Act(table=player.asked.table, request=number, action=player.asked.default))


def _want_advice(player: Player) -> None:
    """A hint, perhaps for what is answered already, and perhaps twice."""
    for request in (player.answered, player.asked):
        if request is not None:
            player.say(GetHint(table=request.table, language=HintLanguage.FRENCH, id=player.next_id()))


def _coinche(player: Player) -> None:
    word = player.chance.choice(("coinche", "surcoinche", "pass"))
    after = max(0, player.seen - player.chance.choice((0, 0, 1, 3, -1)))
    if player.table is not None:
        player.say(Act(table=player.table, after=after, action=word))


def _talk(player: Player) -> None:
    for _ in range(player.chance.choice((1, 1, 1, 12))):
        _at_table(player, lambda table: Chat(table=table, text="bonjour"))


def _lend(player: Player) -> None:
    _at_table(player, lambda table: Decline(table=table, seat=Seat.NORTH))


def _be_malformed(player: Player) -> None:
    body = msgspec.msgpack.encode({"type": "act", "table": player.table, "request": -1, "action": 7})
    player.shout(frame(body))


def _flood(player: Player) -> None:
    for _ in range(25):
        player.say(Ping(data="flood"))


def _wander(player: Player) -> None:
    """Come to any table, though one sits at one perhaps."""
    if player.lobby is not None and player.lobby.tables:
        table = player.chance.choice(player.lobby.tables).table
        player.say(player.chance.choice((Join(table=table), Watch(table=table), Leave(table=table))))


def _ask_the_archive(player: Player) -> None:
    player.say(player.chance.choice((ListMatches(), GetStatistics())))


def _at_table(player: Player, made: Callable[[str], FromClient]) -> None:
    if player.table is not None:
        player.say(made(player.table))


def _at(made: Callable[[Player, str], FromClient]) -> Callable[[Player], None]:
    return lambda player: _at_table(player, lambda table: made(player, table))


def _seat(player: Player) -> Seat:
    return player.chance.choice(tuple(Seat))


DOINGS: tuple[Callable[[Player], None], ...] = (
    _act_wrongly,
    _act_wrongly,
    _act_again,
    _act_again,
    _act_ahead,
    _want_advice,
    _want_advice,
    _coinche,
    _talk,
    _lend,
    _be_malformed,
    _flood,
    _wander,
    _ask_the_archive,
    lambda player: player.lose(),
    lambda player: player.lose(),
    lambda player: player.half_close(),
    lambda player: player.stop_reading(),
    _at(lambda player, table: Pause(table=table, id=player.next_id())),
    _at(lambda player, table: GoOn(table=table)),
    _at(lambda player, table: Rematch(table=table)),
    _at(lambda player, table: Undo(table=table, id=player.next_id())),
    _at(lambda player, table: Claim(table=table, request=0 if player.asked is None else player.asked.request)),
    _at(lambda player, table: AddBot(table=table, bot=player.chance.choice(("steady", "random", "nobody")))),
    _at(lambda player, table: SwapSeats(table=table, seats=(Seat.NORTH, Seat.EAST))),
    _at(lambda player, table: ClearSeat(table=table, seat=_seat(player))),
    _at(lambda player, table: Begin(table=table, bots="steady")),
    _at(lambda player, table: VoteOut(table=table, seat=_seat(player))),
    _at(lambda player, table: Admit(table=table, seat=_seat(player), name=f"player {player.chance.randrange(8)}")),
    _at(lambda player, table: DeclareSystem(table=table, system=player.chance.choice(_SYSTEMS), id=player.next_id())),
    _at(lambda player, table: Watch(table=table, eyes=_seat(player))),
    _at(lambda player, table: Leave(table=table)),
)
"""Everything, what matters most more than once."""
