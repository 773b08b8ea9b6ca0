"""The files of settings (TOML, with changed settings only), of tips shown, of lessons taken, and of the last server.

BadSettings, a KeptError of `coinche.connection.storage`: the file or one of its values is malformed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import platformdirs

from coinche.client.model.messages import LessonNumber
from coinche.connection.address import Address, MalformedAddress, read_address
from coinche.connection.storage import LAST_NAME_FILE, CannotKeep, KeptError, data_path, write_whole
from coinche.protocol.names import is_name
from coinche.text.settings import Settings

SETTINGS_FILE, TIPS_FILE, LESSONS_FILE = "settings.toml", "tips.txt", "lessons.txt"
SERVER_FILE = "last_server.txt"
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
    if isinstance(value, str) and issubclass(kind, StrEnum):
        with suppress(ValueError):
            return kind(value)
    offered = ", ".join(kind) if issubclass(kind, StrEnum) else {bool: "true, false"}.get(kind, kind.__name__)
    raise BadSettings(path, f"{name} = {value!r}; it can be: {offered}")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def read_tips(path: Path | None = None) -> frozenset[str]:
    """The names of the tips that the person has seen; none if they cannot be read."""
    return _names(path or settings_path().with_name(TIPS_FILE))


def keep_tips(seen: frozenset[str], path: Path | None = None) -> None:
    """Add tips to the file; without it they are remembered until the program ends, and nobody needs to be told."""
    _add(seen, path or settings_path().with_name(TIPS_FILE))


def read_lessons(path: Path | None = None) -> frozenset[LessonNumber]:
    """The lessons that the person has taken to the end; none if they cannot be read."""
    names = _names(path or settings_path().with_name(LESSONS_FILE))
    return frozenset(number for number in LessonNumber if number in names)


def keep_lessons(taken: frozenset[LessonNumber], path: Path | None = None) -> None:
    """Add lessons to the file; without it they are remembered until the program ends."""
    _add(frozenset(map(str, taken)), path or settings_path().with_name(LESSONS_FILE))


def read_last_server(path: Path | None = None) -> str:
    """The address of the server visited last; "" if there is none, or it cannot be read."""
    try:
        return str(read_address((path or settings_path().with_name(SERVER_FILE)).read_text(encoding="utf-8").strip()))
    except (OSError, UnicodeDecodeError, MalformedAddress):
        return ""


def read_last_name() -> str:
    """The name of the last sign-in, which the next one asks for again; "" if there is none. Its key is not looked at,
    since that takes time."""
    try:
        _, _, name = data_path(LAST_NAME_FILE).read_text(encoding="utf-8").strip().partition(" ")
    except (OSError, UnicodeDecodeError):
        return ""
    return name if is_name(name) else ""


def keep_last_server(address: Address, path: Path | None = None) -> None:
    """Store the address, if the file can be written; the next start offers it."""
    with suppress(CannotKeep):
        write_whole(path or settings_path().with_name(SERVER_FILE), f"{address}\n", replace=True)


def _names(path: Path) -> frozenset[str]:
    """The names in the file, one a line."""
    try:
        return frozenset(path.read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def _add(names: frozenset[str], path: Path) -> None:
    """Add names to the file, if it can be written."""
    with suppress(CannotKeep):
        write_whole(path, "".join(f"{name}\n" for name in sorted(names | _names(path))), replace=True)
