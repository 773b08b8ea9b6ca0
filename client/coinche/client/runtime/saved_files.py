"""Files of the person: settings (TOML, with changed settings only), house rules and records of matches.

    KeptError (storage)
    ├── BadSettings   the file or one of its values is malformed
    └── NoHouseFile   the file has no rules; `why` says what to correct

House rules and records are never overwritten.
"""

from __future__ import annotations

import errno
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, get_type_hints

import platformdirs

from coinche.connection.storage import CannotKeep, FileFault, KeptError, UnreadableFile, data_path, opened, write_whole
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules, RuleSet
from coinche.protocol.house_rules import MAX_FILE, HouseRules, parsed, written
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.settings import Settings

if TYPE_CHECKING:
    import gzip

SETTINGS_FILE = "settings.toml"
_HEAD = "# What coinche-client keeps for you; F2 in the client changes it.\n"


class BadSettings(KeptError):
    """The file is no TOML, or a setting has an impossible value."""


def settings_path() -> Path:
    """The path of the settings file."""
    return platformdirs.user_config_path("coinche", appauthor=False) / SETTINGS_FILE


def read_settings(usual: Settings, path: Path | None = None) -> Settings:
    """Read the settings; those not in the file stay as in `usual`. KeptError if the file is malformed or unreadable."""
    path = path or settings_path()
    chosen: dict[str, Any] = {name: _read(name, value, path) for name, value in _table(path).items()}
    return replace(usual, **chosen)


def keep_settings(changes: Mapping[str, object], path: Path | None = None) -> None:
    """Change settings in the file; CannotKeep."""
    path = path or settings_path()
    try:
        before = _table(path)
    except BadSettings:
        before = {}
    kept = {**before, **changes}
    write_whole(path, _HEAD + "".join(f"{name} = {_written(value)}\n" for name, value in kept.items()), replace=True)


def _table(path: Path) -> dict[str, object]:
    """The content of the file, without unknown settings."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CannotKeep(path, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BadSettings(path, str(error)) from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(path, str(error)) from error
    ours = {field.name for field in fields(Settings)}
    return {name: value for name, value in table.items() if name in ours}


def _read(name: str, value: object, path: Path) -> object:
    kind = get_type_hints(Settings)[name]
    if isinstance(value, kind):
        return value
    if isinstance(value, str) and issubclass(kind, StrEnum) and value in set(kind):
        return kind(value)
    offered = ", ".join(kind) if issubclass(kind, StrEnum) else {bool: "true, false"}.get(kind, kind.__name__)
    raise BadSettings(path, f"{name} = {value!r}; it can be: {offered}")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


_UNSAFE = re.compile(r"[^a-z0-9]+")
_NO_NAMES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that are reserved on some systems."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_FALLBACK = "rules"


class NoHouseFile(KeptError):
    """The file contains no rules."""


def house_rules_folder() -> Path:
    """The folder of house rules."""
    return platformdirs.user_config_path("coinche", appauthor=False) / "rules"


def house_rules_files() -> tuple[Path, ...]:
    """The files of house rules, sorted by name."""
    try:
        return tuple(sorted(path for path in house_rules_folder().glob("*.toml") if path.is_file()))
    except OSError as error:
        raise CannotKeep(house_rules_folder(), error.strerror or str(error)) from error


def kept_house_rules() -> tuple[HouseRules, ...]:
    """All readable house rules; unreadable files are skipped."""
    return tuple(house for path in _there() if (house := _readable(path)) is not None)


def _there() -> tuple[Path, ...]:
    try:
        return house_rules_files()
    except CannotKeep:
        return ()


def _readable(path: Path) -> HouseRules | None:
    try:
        return read_house_rules(path)
    except KeptError:
        return None


def read_house_rules(path: Path) -> HouseRules:
    """Read house rules; CannotKeep if the file cannot be read, NoHouseFile if it is malformed."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except OSError as error:
        raise CannotKeep(path, error.strerror or str(error)) from error
    if len(content) > MAX_FILE:
        raise NoHouseFile(path, f"longer than {MAX_FILE} bytes")
    try:
        return parsed(content.decode())
    except UnicodeDecodeError:
        raise NoHouseFile(path, "no text in UTF-8") from None
    except InvalidRules as wrong:
        raise NoHouseFile(path, str(wrong)) from None


def write_house_rules(name: str, base: str, rules: RuleSet) -> Path:
    """Save rules under this name, or with the first number that makes it new, and return the path; CannotKeep."""
    for number in count(1):
        house = HouseRules(name=house_name(name, base, number), base=base, rules=rules)
        path = house_rules_folder() / f"{file_name(house.name)}.toml"
        if write_whole(path, written(house), replace=False):
            return path
    raise AssertionError("there is always another number")


def path_from_home(path: Path) -> str:
    """The path, relative to the home folder (`~/`) if it is inside."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def house_name(wanted: str, base: str, number: int = 1) -> str:
    """The closest legal name for house rules."""
    ending = f" {number}" if number > 1 else ""
    seen = "".join(sign for sign in unicodedata.normalize("NFC", wanted) if sign.isprintable()).strip()
    name = seen[: MAX_NAME - len(ending)].strip() + ending
    if is_name(name) and name not in PRESETS:
        return name
    return f"{base[: MAX_NAME - len(ending) - len(_FALLBACK) - 1]} {_FALLBACK}{ending}"


def file_name(name: str) -> str:
    """The name in ASCII letters and digits, safe on every system."""
    letters = name.casefold().translate(_LIGATURES)
    plain = unicodedata.normalize("NFKD", letters).encode("ascii", "ignore").decode()
    safe = _UNSAFE.sub("-", plain).strip("-")
    return f"{safe}-{_FALLBACK}" if safe in _NO_NAMES else safe or _FALLBACK


MOST_LINES = 200_000
MOST_BYTES = 64 * 1024 * 1024
RECORD_ENDING = ".jsonl"


def records_folder() -> Path:
    """The folder of saved matches."""
    return data_path("matches")


def write_record(title: str, lines: tuple[str, ...]) -> Path:
    """Save a record under this title, or with the first number that makes it new, and return the path; CannotKeep."""
    text = _text(lines)
    for number in count(1):
        path = records_folder() / f"{file_name(title)}{f'-{number}' if number > 1 else ''}{RECORD_ENDING}"
        if write_whole(path, text, replace=False):
            return path
    raise AssertionError("there is always another number")


def write_record_to(path: str, lines: tuple[str, ...]) -> Path:
    """Save a record in this file, which must be new; CannotKeep."""
    file = Path(path).expanduser()
    if not write_whole(file, _text(lines), replace=False):
        raise CannotKeep(file, os.strerror(errno.EEXIST))
    return file


def _text(lines: tuple[str, ...]) -> str:
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def record_lines(path: str) -> tuple[str, ...]:
    """Read the lines of a record, plain or compressed; UnreadableFile."""
    try:
        file_path = Path(path).expanduser()
    except RuntimeError as error:  # there is no such person's home
        raise UnreadableFile(str(error)) from error
    with opened(file_path, regular=True) as file:
        return tuple(line.decode() for line in _bounded(file))


def _bounded(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    """The lines of the file; UnreadableFile if they are more, or longer, than those of a record."""
    left = MOST_BYTES
    for _ in range(MOST_LINES + 1):
        line = file.readline(left + 1)
        if not line:
            return
        left -= len(line)
        if left < 0:
            break
        yield line
    raise UnreadableFile(FileFault.TOO_BIG)
