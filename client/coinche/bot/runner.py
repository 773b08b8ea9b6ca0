"""A bot program from its command line to its exit status."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import cast

import trio

from coinche.connection.credentials import GUEST, Credentials, TokenCredentials, key_credentials
from coinche.connection.error_texts import unkept
from coinche.connection.errors import leaves
from coinche.connection.storage import KeptError
from coinche.protocol.limits import MAX_NAME
from coinche.text.catalog import complain
from coinche.text.command_line import INTERRUPTED, CommandParser, language_from
from coinche.text.settings import other_names

from .bot import Bot
from .graceful_stop import GracefulStop
from .log import BotLog
from .options import BotOptions, add_options, order_of
from .placement import CannotPlay, Place
from .player import MainThreadExecutor, Player
from .replay_decision import ask_again
from .seat import Decider, play_seats
from .texts import BotSays

PROGRAM = "coinche-bot"
Run = Callable[[Callable[[], Awaitable[None]]], None]
"""A function that runs the network until it ends."""


def run(bot: Callable[[int], Bot], arguments: Sequence[str] | None = None) -> None:
    """Play with the bot as the command line says, until its table closes; then end the program.

    `bot` is called with a seed, once for each seat. The exit status is 0, or 1 if the bot answered badly or the server
    could not be played on.
    """
    sys.exit(main(bot, sys.argv[1:] if arguments is None else arguments))


def main(bot: Callable[[int], Bot], arguments: Sequence[str]) -> int:
    """Run an author's bot as the command line says; return the exit status."""
    language = language_from(arguments)
    parser = CommandParser(language=language, description=BotSays.OWN_SUMMARY.within(language))
    add_options(parser)
    order = order_of(parser.parse_args(arguments), parser)
    return run_bot(bot, order, own_name=True)


def run_bot(bot: Callable[[int], Bot], order: BotOptions, *, own_name: bool) -> int:
    """Play, or ask a decision again; return the exit status. With `own_name` the bot claims its name on a server."""
    if order.at is not None:
        return ask_again(bot(order.seed), *order.at, order.language)
    executor = MainThreadExecutor()
    bots = [bot(order.seed + number) for number in range(order.seats)]
    deciders: list[Decider] = [Player(one, order.language, executor) for one in bots]
    return play(deciders, order, bots[0].name, own_name=own_name, run=executor.run)


def play(
    deciders: list[Decider],
    order: BotOptions,
    usual_name: str,
    *,
    own_name: bool,
    run: Run = trio.run,
) -> int:
    """Play the seats until their table closes; return the exit status."""
    language = deciders[0].language
    status = 0
    try:
        place = _place(order, usual_name, own_name=own_name)
        with BotLog.open(order.log) as log:
            _run(run, partial(play_seats, deciders, place, log), place)
    except* CannotPlay as group:
        _complain(str(next(leaves(group))))
        status = 1
    except* KeptError as group:
        _complain(unkept(cast(KeptError, next(leaves(group))), language))
        status = 1
    except* OSError as group:
        _complain(BotSays.NO_LOG.within(language).format(why=next(leaves(group))))
        status = 1
    except* KeyboardInterrupt:
        status = INTERRUPTED
    errors = sum(decider.errors for decider in deciders)
    if errors:
        _complain(BotSays.ERRORS.within(language).format(count=errors))
    return status or int(errors > 0)


def _run(run: Run, seats: Callable[[GracefulStop], Awaitable[None]], place: Place) -> None:
    """Run the seats; on a ladder, the first signal has them leave it when their table is over."""
    stop = GracefulStop()
    if place.ladder:
        with stop.on_signals():
            run(partial(stop.around, partial(seats, stop)))
    else:
        run(partial(seats, stop))


def _place(order: BotOptions, usual_name: str, *, own_name: bool) -> Place:
    name = order.name or usual_name[:MAX_NAME]
    return Place(
        address=order.address,
        table=order.table,
        seat=order.seat,
        name=name,
        other_names=() if order.name else other_names(name),
        credentials=_credentials(order, own_name=own_name),
        own_table=order.own_table,
        ladder=order.ladder,
        passphrase=order.passphrase,
    )


def _credentials(order: BotOptions, *, own_name: bool) -> Credentials:
    """Return the credentials; a name that nobody has chosen is not claimed for a key."""
    if order.token is not None:
        return TokenCredentials(order.token)
    if order.guest or (order.key is None and order.name is None and not own_name):
        return GUEST
    return key_credentials(order.address.invitation, order.key)


def _complain(sentence: str) -> None:
    complain(PROGRAM, sentence)
