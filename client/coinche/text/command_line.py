"""Parse a command line in the person's language: help, headings and errors in French or English; read its secrets.

argparse itself speaks English alone. Its errors are recognised by their wording and said again in French; an error that
is not in the table is shown in English, and marked as such.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from coinche.text.catalog import Words
from coinche.text.language import Language, language_of

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
USAGE_ERROR = 2
"""The exit status after a command line that cannot be obeyed."""


class CommandText(Words):
    """Sentences that the help of every command has."""

    USAGE = ("utilisation : ", "usage: ")
    ARGUMENTS = ("arguments ", "positional arguments")
    OPTIONS = ("options ", "options")
    HELP_HELP = ("afficher cette aide et quitter", "show this help and exit")
    VERSION_HELP = ("afficher la version installée et quitter", "show the installed version and exit")
    LANG_HELP = ("langue : français ou anglais", "language: French or English")
    UNWRITTEN = ("impossible d'écrire : {why}", "cannot write: {why}")
    BAD_LANGUAGE = ("langue inconnue : {text!r} (fr ou en)", "unknown language: {text!r} (fr or en)")


class ValueName(Words):
    """The word that stands in the help for the value of an option."""

    FILE = ("FICHIER", "FILE")
    ADDRESS = ("ADRESSE", "ADDRESS")
    NAME = ("NOM", "NAME")
    KEY = ("CLÉ", "KEY")
    TOKEN = ("JETON", "TOKEN")
    WORDS = ("MOTS", "WORDS")
    RULES = ("RÈGLES", "PRESET")
    SEED = ("GRAINE", "SEED")
    COMMAND = ("COMMANDE", "COMMAND")


class UsageError(Words):
    """Errors of argparse; the English is its own wording, by which each is recognised (but for the first)."""

    OF_ARGUMENT = ("{name} : {problem}", "{name}: {problem}")
    REQUIRED = ("il manque : {names}", "the following arguments are required: {names}")
    ONE_REQUIRED = ("il faut une de ces options : {names}", "one of the arguments {names} is required")
    UNKNOWN = ("argument inconnu : {names}", "unrecognized arguments: {names}")
    AMBIGUOUS = ("{name} est ambigu : {names}", "ambiguous option: {name} could match {names}")
    NO_VALUE = ("il manque la valeur", "expected one argument")
    NO_VALUES = ("il manque au moins une valeur", "expected at least one argument")
    MORE_VALUES = ("il faut {count} valeurs", "expected {count} arguments")
    UNWANTED_VALUE = ("cette option ne prend pas de valeur : {value}", "ignored explicit argument {value}")
    WRONG_VALUE = ("valeur impossible ({kind}) : {value}", "invalid {kind} value: {value}")
    WRONG_CHOICE = (
        "{value} n'est pas possible (au choix : {choices})",
        "invalid choice: {value} (choose from {choices})",
    )
    NOT_WITH = ("incompatible avec {name}", "not allowed with argument {name}")
    OTHER = ("en anglais : {problem}", "{problem}")


class CommandParser(argparse.ArgumentParser):
    """Options by their whole names, with `--help` and `--lang`; help and errors are in the language given."""

    def __init__(self, *, language: Language, **more: Any) -> None:
        formatter = partial(_Help, usage_word=CommandText.USAGE.within(language))
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=formatter, **more)
        self.language = language
        self._positionals.title = CommandText.ARGUMENTS.within(language)
        self._optionals.title = CommandText.OPTIONS.within(language)
        self.add_argument("-h", "--help", action="help", help=CommandText.HELP_HELP.within(language))
        self.add_argument(
            "--lang", type=self._known, metavar="fr|en", default=language, help=CommandText.LANG_HELP.within(language)
        )

    def _known(self, text: str) -> Language:
        if text not in set(Language):
            raise argparse.ArgumentTypeError(CommandText.BAD_LANGUAGE.within(self.language).format(text=text))
        return Language(text)

    def refuse(self, sentence: str) -> NoReturn:
        """End the program with the usage and that sentence."""
        self.print_usage(sys.stderr)
        self.exit(USAGE_ERROR, f"{self.prog}: {sentence}\n")

    def error(self, message: str) -> NoReturn:
        """End the program with an error of argparse."""
        self.refuse(usage_error(message, self.language))


class _Help(argparse.HelpFormatter):
    """The help with its heading in the person's language."""

    def __init__(self, usage_word: str, **more: Any) -> None:
        super().__init__(**more)
        self._usage_word = usage_word

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, self._usage_word if prefix is None else prefix)


def usage_error(message: str, language: Language) -> str:
    """Return an error of argparse in that language."""
    if (of := _OF_ARGUMENT.fullmatch(message)) is not None:
        # The problem is argparse's, or a sentence of ours, which is in the right language already.
        problem = _translated(of["problem"], language) or of["problem"]
        return UsageError.OF_ARGUMENT.within(language).format(name=of["name"], problem=problem)
    return _translated(message, language) or UsageError.OTHER.within(language).format(problem=message)


_OF_ARGUMENT = re.compile(r"argument (?P<name>.+?): (?P<problem>.+)", re.DOTALL)


def _translated(problem: str, language: Language) -> str | None:
    for words, pattern in _PATTERNS.items():
        if (found := pattern.fullmatch(problem)) is not None:
            return words.within(language).format(**found.groupdict())
    return None


def _pattern(words: UsageError) -> re.Pattern[str]:
    """Return the expression that matches the English wording, with a group for each field."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(words.english)), re.DOTALL)


_PATTERNS = {words: _pattern(words) for words in UsageError if words not in (UsageError.OF_ARGUMENT, UsageError.OTHER)}


def language_from(arguments: Sequence[str]) -> Language:
    """Return the language of the help: that of `--lang` if given, else the environment's."""
    for before, word in zip(("", *arguments), arguments, strict=False):
        wanted = word if before == "--lang" else word.removeprefix("--lang=")
        if wanted != word or before == "--lang":
            return Language(wanted) if wanted in set(Language) else language_of(os.environ)
    return language_of(os.environ)


LONGEST_SECRET = 1024
"""Maximum length of a secret in characters."""


class Secret(Enum):
    """A secret with its option (with `-file` appended, the option that names a file) and its environment variable.

    A file or the environment is safer: `ps` shows a command line to everybody on the machine, and the shell keeps it in
    its history.
    """

    PASSPHRASE = ("--passphrase", "COINCHE_PASSPHRASE")
    SSH_PASSWORD = ("--ssh-password", "COINCHE_SSH_PASSWORD")
    PROVIDER = ("--provider", "COINCHE_PROVIDER")

    def __init__(self, option: str, variable: str) -> None:
        self.option = option
        self.variable = variable

    @property
    def file_option(self) -> str:
        """The option that names a file."""
        return f"{self.option}-file"


class SecretFault(Words):
    """Reasons why a secret cannot be read."""

    TWICE = ("{option} ou {file_option}, mais pas les deux.", "{option} or {file_option}, but not both.")
    UNREADABLE = (
        "{file_option} : impossible de lire {path} ({why}).",
        "{file_option}: {path} cannot be read ({why}).",
    )
    NO_LINE = (
        "{file_option} : {path} doit contenir une seule ligne de 1 à {longest} caractères.",
        "{file_option}: {path} must contain a single line of 1 to {longest} characters.",
    )


class BadSecret(Exception):
    """The secret cannot be read; `fault` is the sentence, `fields` its values."""

    def __init__(self, fault: SecretFault, secret: Secret, **fields: object) -> None:
        super().__init__(fault.english)
        self.fault = fault
        self.fields = {"option": secret.option, "file_option": secret.file_option, **fields}


def secret_words(secret: Secret, given: str | None, file: Path | None, environment: Mapping[str, str]) -> str | None:
    """Return the secret given, else the one in the file, else the variable's; BadSecret if it is unusable."""
    if file is None:
        return environment.get(secret.variable) or None if given is None else given
    if given is not None:
        raise BadSecret(SecretFault.TWICE, secret)
    try:
        with file.open(encoding="utf-8") as lines:
            text = lines.read(LONGEST_SECRET + 2).removesuffix("\n")
    except (OSError, UnicodeDecodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else "UTF-8"
        raise BadSecret(SecretFault.UNREADABLE, secret, path=file, why=why) from None
    if not 1 <= len(text) <= LONGEST_SECRET or len(text.splitlines()) != 1 or not text.strip():
        raise BadSecret(SecretFault.NO_LINE, secret, path=file, longest=LONGEST_SECRET)
    return text
