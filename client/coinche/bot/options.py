"""The command line that every bot shares."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coinche.connection.address import Address, MalformedAddress, read_address
from coinche.connection.error_texts import Trouble, malformed
from coinche.engine.rules import MAX_TARGET
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import ClockName
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.command_line import BadSecret, CommandParser, Secret, ValueName, secret_words
from coinche.text.language import Language

from .texts import BotSays

Read = Callable[[str, Language], object]

HOST = "127.0.0.1"
TOKEN_VARIABLE = "COINCHE_TOKEN"
"""The environment variable for a token, because a command line is visible in the list of processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A table of one's own: what it is called and what is played there.

    `against` is the server's bot that sits at the other seats; without one they wait for others.
    """

    name: str | None
    against: str | None
    rules: str | None
    target: int | None
    clock: ClockName | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """The parsed command line. `key` is a file; `at` is a file and the number of a decision in it to ask again."""

    address: Address
    language: Language
    table: str | None
    seat: Seat | None
    seats: int
    name: str | None
    key: Path | None
    guest: bool
    token: str | None = field(repr=False)
    seed: int
    own_table: OwnTable | None
    ladder: bool
    passphrase: str | None = field(repr=False)
    log: Path | None
    at: tuple[Path, int] | None


def add_options(parser: CommandParser) -> None:
    """Every option that `order_of` reads."""
    language = parser.language

    def words(help_text: BotSays) -> str:
        return help_text.within(language).replace("%", "%%")

    def whole(flag: str, *, read: Read | None = None, value: ValueName | str | None = None, **more: Any) -> None:
        if read is not None:
            more["type"] = _reading(read, language)
        if value is not None:
            more["metavar"] = value.within(language) if isinstance(value, ValueName) else value
        parser.add_argument(flag, **more)

    whole("--host", read=_address, default=HOST, value=ValueName.ADDRESS, help=words(BotSays.HOST_HELP))
    whole("--table", help=words(BotSays.TABLE_HELP))
    whole("--seat", read=_seat, value="N|E|S|W", help=words(BotSays.SEAT_HELP))
    whole("--seats", read=_seats, default=1, value="1..4", help=words(BotSays.SEATS_HELP))
    whole("--name", read=_name, value=ValueName.NAME, help=words(BotSays.SEAT_NAME_HELP))
    whole("--key", type=Path, value=ValueName.FILE, help=words(BotSays.KEY_HELP))
    whole("--guest", action="store_true", help=words(BotSays.GUEST_HELP))
    whole("--token", read=_token, value=ValueName.TOKEN, help=words(BotSays.TOKEN_HELP))
    whole("--seed", read=_seed, value=ValueName.SEED, help=words(BotSays.SEED_HELP))
    whole("--against", value="BOT", help=words(BotSays.AGAINST_HELP))
    whole("--new", read=_name, value=ValueName.NAME, help=words(BotSays.NEW_HELP))
    whole("--ladder", action="store_true", help=words(BotSays.LADDER_HELP))
    whole("--rules", value=ValueName.RULES, help=words(BotSays.RULES_HELP))
    whole("--target", read=_target, value="POINTS", help=words(BotSays.TARGET_HELP))
    whole("--clock", read=_clock, value="|".join(ClockName), help=words(BotSays.CLOCK_HELP))
    whole("--passphrase", read=_passphrase, value=ValueName.WORDS, help=words(BotSays.PASSPHRASE_HELP))
    whole("--passphrase-file", type=Path, value=ValueName.FILE, help=words(BotSays.PASSPHRASE_FILE_HELP))
    whole("--log", type=Path, value=ValueName.FILE, help=words(BotSays.LOG_HELP))
    whole("--at", read=_decision, value=BotSays.DECISION.within(language), help=words(BotSays.AT_HELP))


def order_of(options: argparse.Namespace, parser: CommandParser) -> BotOptions:
    """Build the options from the command line; the parser ends the program where they contradict each other."""
    language = options.lang
    own_table = _own_table(options)
    if own_table is None and any((options.rules, options.target, options.clock)):
        parser.refuse(BotSays.ONLY_OWN_TABLE.within(language))
    if own_table is not None and options.table is not None:
        parser.refuse(BotSays.OWN_OR_ANOTHER.within(language))
    if options.ladder and (own_table is not None or options.table is not None or options.seat is not None):
        parser.refuse(BotSays.LADDER_SEATS.within(language))
    if options.token is not None and options.name is None:
        parser.refuse(BotSays.TOKEN_OF_WHOM.within(language))
    if sum(map(bool, (options.key, options.guest, options.token))) > 1:
        parser.refuse(BotSays.ONE_CREDENTIAL.within(language))
    return BotOptions(
        address=options.host,
        language=language,
        table=options.table,
        seat=options.seat,
        seats=options.seats,
        name=options.name,
        key=options.key,
        guest=options.guest,
        token=_token_of(options, parser),
        seed=secrets.randbits(32) if options.seed is None else options.seed,
        own_table=own_table,
        ladder=options.ladder,
        passphrase=_passphrase_of(options, parser),
        log=options.log,
        at=options.at,
    )


def _own_table(options: argparse.Namespace) -> OwnTable | None:
    if options.new is None and options.against is None:
        return None
    return OwnTable(
        name=options.new, against=options.against, rules=options.rules, target=options.target, clock=options.clock
    )


def _token_of(options: argparse.Namespace, parser: CommandParser) -> str | None:
    """Return the token given; without token, key or `--guest`, that of the environment."""
    if options.token is not None or options.key is not None or options.guest:
        return None if options.token is None else str(options.token)
    text = os.environ.get(TOKEN_VARIABLE)
    try:
        return _token(text, options.lang) if text else None
    except argparse.ArgumentTypeError as wrong:
        parser.refuse(f"{TOKEN_VARIABLE}: {wrong}")


def _passphrase_of(options: argparse.Namespace, parser: CommandParser) -> str | None:
    try:
        return secret_words(Secret.PASSPHRASE, options.passphrase, options.passphrase_file, os.environ)
    except BadSecret as wrong:
        parser.refuse(wrong.fault.within(options.lang).format(**wrong.fields))


def _reading(read: Read, language: Language) -> Callable[[str], object]:
    return lambda text: read(text, language)


def _wrong(words: Words, language: Language, **fields: object) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(words.within(language).format(**fields))


def _address(text: str, language: Language) -> Address:
    try:
        return read_address(text)
    except MalformedAddress as wrong:
        raise argparse.ArgumentTypeError(malformed(wrong, language)) from None


def _seat(text: str, language: Language) -> Seat:
    if text not in set(Seat):
        raise _wrong(BotSays.BAD_SEAT, language, text=text)
    return Seat(text)


def _seats(text: str, language: Language) -> int:
    if text not in ("1", "2", "3", "4"):
        raise _wrong(BotSays.BAD_SEATS, language, text=text)
    return int(text)


def _seed(text: str, language: Language) -> int:
    try:
        return int(text)
    except ValueError:
        raise _wrong(BotSays.BAD_SEED, language, text=text) from None


def _clock(text: str, language: Language) -> ClockName:
    if text not in set(ClockName):
        raise _wrong(BotSays.BAD_CLOCK, language, text=text, clocks=", ".join(ClockName))
    return ClockName(text)


def _name(text: str, language: Language) -> str:
    if not is_name(text):
        raise _wrong(Trouble.BAD_NAME, language, name=text, longest=MAX_NAME)
    return text


def _token(text: str, language: Language) -> str:
    if len(text) != 64 or not set("0123456789abcdef").issuperset(text):
        raise _wrong(BotSays.BAD_TOKEN, language)
    return text


def _passphrase(text: str, language: Language) -> str:
    if not text:
        raise _wrong(BotSays.NO_PASSPHRASE, language)
    return text


def _target(text: str, language: Language) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= MAX_TARGET):
        raise _wrong(Trouble.BAD_TARGET, language, target=text, highest=MAX_TARGET)
    return int(text)


def _decision(text: str, language: Language) -> tuple[Path, int]:
    file, _, number = text.rpartition(":")
    if not (file and number.isascii() and number.isdecimal()):
        raise _wrong(BotSays.BAD_DECISION, language, text=text)
    return Path(file), int(number)
