"""The command line that every bot shares, with a parser that complains in the person's language.

Messages of argparse itself are in English, and are marked as such.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from coinche.connection.address import Address, MalformedAddress, read_address
from coinche.connection.error_texts import Trouble, malformed
from coinche.connection.secret_arguments import BadSecret, Secret, secret_words
from coinche.engine.rules import MAX_TARGET
from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.messages import ClockName
from coinche.protocol.names import is_name
from coinche.text.catalog import Language, Words, language_of

from .texts import BotSays

USAGE_ERROR = 2


class WrongOption(Exception):
    """An option cannot be as it is given; the message says why, in the person's language."""


class BotParser(argparse.ArgumentParser):
    """Options by their whole names."""

    def __init__(self, language: Language, summary: BotSays, prog: str | None = None) -> None:
        super().__init__(prog=prog, description=summary.within(language), allow_abbrev=False, add_help=False)
        self.language = language
        self._positionals.title = BotSays.POSITIONALS.within(language)
        self._optionals.title = BotSays.OPTIONS.within(language)
        self.add_argument("-h", "--help", action="help", help=BotSays.HELP_HELP.within(language))

    def format_usage(self) -> str:
        """Return the program's name, in the person's language."""
        return self._in_words(super().format_usage())

    def format_help(self) -> str:
        """Return the full help text."""
        return self._in_words(super().format_help())

    def _in_words(self, text: str) -> str:
        return BotSays.USAGE.within(self.language) + text.removeprefix("usage: ")

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse the arguments; end the program where they are wrong."""
        try:
            return self.parse_args(arguments)
        except WrongOption as wrong:
            self.refuse(str(wrong))

    def refuse(self, sentence: str) -> NoReturn:
        """End the program with that sentence."""
        self.print_usage(sys.stderr)
        self.exit(USAGE_ERROR, f"{self.prog}: {sentence}\n")

    def error(self, message: str) -> NoReturn:
        """End the program with what argparse says."""
        self.refuse(BotSays.IN_ENGLISH.within(self.language).format(why=message))


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
    token: str | None
    seed: int
    own_table: OwnTable | None
    passphrase: str | None
    log: Path | None
    at: tuple[Path, int] | None


def language_from(arguments: Sequence[str]) -> Language:
    """Return the language of the help: that of `--lang` if given, else the environment's."""
    for before, word in zip(("", *arguments), arguments, strict=False):
        wanted = word if before == "--lang" else word.removeprefix("--lang=")
        if wanted != word or before == "--lang":
            return Language(wanted) if wanted in set(Language) else language_of(os.environ)
    return language_of(os.environ)


def add_options(parser: BotParser) -> None:
    """Every option that `order_of` reads."""
    language = parser.language

    def words(help_text: BotSays) -> str:
        return help_text.within(language).replace("%", "%%")

    def whole(flag: str, **more: Any) -> None:
        if (read := more.pop("read", None)) is not None:
            more["type"] = _reading(flag, read, language)
        parser.add_argument(flag, **more)

    whole("--host", read=_address, default=HOST, metavar="ADDRESS", help=words(BotSays.HOST_HELP))
    whole("--table", help=words(BotSays.TABLE_HELP))
    whole("--seat", read=_seat, metavar="N|E|S|W", help=words(BotSays.SEAT_HELP))
    whole("--seats", read=_seats, default=1, metavar="1..4", help=words(BotSays.SEATS_HELP))
    whole("--name", read=_name, help=words(BotSays.SEAT_NAME_HELP))
    whole("--key", type=Path, metavar="FILE", help=words(BotSays.KEY_HELP))
    whole("--guest", action="store_true", help=words(BotSays.GUEST_HELP))
    whole("--token", read=_token, help=words(BotSays.TOKEN_HELP))
    whole("--seed", read=_seed, help=words(BotSays.SEED_HELP))
    whole("--against", metavar="BOT", help=words(BotSays.AGAINST_HELP))
    whole("--new", read=_name, metavar="NAME", help=words(BotSays.NEW_HELP))
    whole("--rules", metavar="PRESET", help=words(BotSays.RULES_HELP))
    whole("--target", read=_target, metavar="POINTS", help=words(BotSays.TARGET_HELP))
    clocks = "|".join(ClockName)
    whole("--clock", read=_clock, metavar=clocks, help=words(BotSays.CLOCK_HELP))
    whole("--passphrase", read=_passphrase, metavar="WORDS", help=words(BotSays.PASSPHRASE_HELP))
    whole("--passphrase-file", type=Path, metavar="FILE", help=words(BotSays.PASSPHRASE_FILE_HELP))
    whole("--log", type=Path, metavar="FILE", help=words(BotSays.LOG_HELP))
    whole("--at", read=_decision, metavar="FILE:REQUEST", help=words(BotSays.AT_HELP))
    whole(
        "--lang",
        read=_language,
        metavar="fr|en",
        default=language,
        help=words(BotSays.LANG_HELP),
    )


def order_of(options: argparse.Namespace, parser: BotParser) -> BotOptions:
    """Build the options from the command line; the parser ends the program where they contradict each other."""
    language = options.lang
    own_table = _own_table(options)
    if own_table is None and any((options.rules, options.target, options.clock)):
        parser.refuse(BotSays.ONLY_OWN_TABLE.within(language))
    if own_table is not None and options.table is not None:
        parser.refuse(BotSays.OWN_OR_ANOTHER.within(language))
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


def _token_of(options: argparse.Namespace, parser: BotParser) -> str | None:
    """Return the token given; without token, key or `--guest`, that of the environment."""
    if options.token is not None or options.key is not None or options.guest:
        return None if options.token is None else str(options.token)
    text = os.environ.get(TOKEN_VARIABLE)
    try:
        return _token(text, options.lang) if text else None
    except WrongOption as wrong:
        parser.refuse(f"{TOKEN_VARIABLE}: {wrong}")


def _passphrase_of(options: argparse.Namespace, parser: BotParser) -> str | None:
    try:
        return secret_words(Secret.PASSPHRASE, options.passphrase, options.passphrase_file, os.environ)
    except BadSecret as wrong:
        parser.refuse(wrong.fault.within(options.lang).format(**wrong.fields))


def _reading(flag: str, read: Read, language: Language) -> Callable[[str], object]:
    """Return a reader of that option whose errors name the option."""

    def reading(text: str) -> object:
        try:
            return read(text, language)
        except WrongOption as wrong:
            raise WrongOption(f"{flag}: {wrong}") from None

    return reading


def _wrong(words: Words, language: Language, **fields: object) -> WrongOption:
    return WrongOption(words.within(language).format(**fields))


def _address(text: str, language: Language) -> Address:
    try:
        return read_address(text)
    except MalformedAddress as wrong:
        raise WrongOption(malformed(wrong, language)) from None


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


def _language(text: str, language: Language) -> Language:
    if text not in set(Language):
        raise _wrong(Trouble.BAD_LANGUAGE, language, text=text)
    return Language(text)


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
