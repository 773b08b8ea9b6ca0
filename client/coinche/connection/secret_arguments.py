"""Secrets from the command line, from a file, or from the environment.

`ps` shows a command line to everybody on the machine, and the shell keeps it in its history.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from coinche.text.catalog import Words

LONGEST = 1024
"""Maximum length of a secret in characters."""


class Secret(Enum):
    """A secret with its option (with `-file` appended, the option that names a file) and its environment variable."""

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
            text = lines.read(LONGEST + 2).removesuffix("\n")
    except (OSError, UnicodeDecodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else "UTF-8"
        raise BadSecret(SecretFault.UNREADABLE, secret, path=file, why=why) from None
    if not 1 <= len(text) <= LONGEST or len(text.splitlines()) != 1 or not text.strip():
        raise BadSecret(SecretFault.NO_LINE, secret, path=file, longest=LONGEST)
    return text
