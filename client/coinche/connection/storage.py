"""Files that the client keeps for a person between two runs: their paths, and how they are written whole and read.

KeptError
├── CannotKeep   the system does not let it be read or written; `why` is its reason
├── GarbledLine  (known_servers) a line that cannot be read
└── BadKey       a key that is not to be used
UnreadableFile   a record, a log or vectors that cannot be read
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import IO, TYPE_CHECKING

import platformdirs

from coinche.text.catalog import Words
from coinche.text.language import Language

if TYPE_CHECKING:
    import gzip


PRIVATE = 0o600
LAST_NAME_FILE = "name"
"""The file with the name of the last sign-in, after the key that it belongs to."""


class KeptError(Exception):
    """A file of the person's cannot be used."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


class CannotKeep(KeptError):
    """The system does not let the file be read or written."""


def data_path(name: str) -> Path:
    """Return the path of the file of that name."""
    return platformdirs.user_data_path("coinche", appauthor=False) / name


def path_from_home(path: Path) -> str:
    """The path, relative to the home folder (`~/`) if it is inside."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def write_whole(path: Path, text: str, *, replace: bool) -> bool:
    """Write the file so that nobody sees part of it; without `replace` an existing file stays, and False is
    returned."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
        try:
            _write(beside, text)
            if replace:
                os.replace(beside, path)
                return True
            os.link(beside, path)
        except FileExistsError:
            return False
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise CannotKeep(path, error.strerror or str(error)) from error
    return True


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner can read, from the first byte on, and flush it to the disk."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


class FileFault(Words):
    """Reasons why a file cannot be read, each half a sentence."""

    MISSING = ("ce fichier n'existe pas", "there is no such file")
    FORBIDDEN = ("vous n'avez pas le droit de le lire", "you are not allowed to read it")
    NOT_REGULAR = ("ce n'est pas un fichier ordinaire", "it is not a regular file")
    TOO_BIG = ("il est trop gros pour une partie enregistrée", "it is too big for a recorded match")
    NO_TEXT = ("ce n'est pas un fichier texte", "it is not a text file")
    BADLY_COMPRESSED = ("fichier compressé abîmé ou incomplet", "the compressed file is damaged or incomplete")


class UnreadableFile(Exception):
    """A file cannot be read, decompressed or decoded; `why` is our reason, or the system's."""

    def __init__(self, why: FileFault | str) -> None:
        super().__init__(why if isinstance(why, str) else why.english)
        self.why = why

    def within(self, language: Language) -> str:
        """The reason in that language; the system's is as it is."""
        return self.why if isinstance(self.why, str) else self.why.within(language)


@contextmanager
def opened(path: Path, *, regular: bool = False) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """Open a file, plain or compressed (`.gz`, `.xz`), to read and decode its lines; UnreadableFile if that fails.

    With `regular` it is no pipe and no device, which may block or never end.
    """
    open_file, damage = _reader(path)
    try:
        if regular and path.exists() and not path.is_file():
            raise UnreadableFile(FileFault.NOT_REGULAR)
        with open_file() as file:
            yield file
    except UnicodeDecodeError as error:
        raise UnreadableFile(FileFault.NO_TEXT) from error
    except damage as error:
        raise UnreadableFile(FileFault.BADLY_COMPRESSED) from error
    except OSError as error:
        raise UnreadableFile(_REASONS.get(type(error)) or error.strerror or str(error)) from error


_REASONS: Mapping[type[OSError], FileFault] = {
    FileNotFoundError: FileFault.MISSING,
    PermissionError: FileFault.FORBIDDEN,
}


def _reader(path: Path) -> tuple[Callable[[], IO[bytes] | gzip.GzipFile], tuple[type[Exception], ...]]:
    """Return how to open a file with this name, and the errors that mean damage to its compression."""
    match path.suffix:
        case ".gz":
            import gzip  # seldom needed
            import zlib

            return lambda: gzip.open(path), (gzip.BadGzipFile, EOFError, zlib.error)
        case ".xz":
            import lzma

            return lambda: lzma.open(path), (EOFError, lzma.LZMAError)
        case _:
            return lambda: path.open("rb"), ()


class KeyFault(Enum):
    """Reasons why a key is not used."""

    SHARED = auto()
    """Other users than the owner may read it."""
    GARBLED = auto()
    """It is no Ed25519 key in PEM (PKCS 8), nor its 64 hexadecimal digits."""


class BadKey(KeptError):
    """The key file exists but must not be used."""

    def __init__(self, path: Path, fault: KeyFault) -> None:
        super().__init__(path, fault.name.lower())
        self.fault = fault
