"""The file that a person's settings are kept in: TOML, a line for each that he has chosen.

What he has not chosen is not in it, and stays what the machine says. Refuses to know what settings mean.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

import platformdirs

from coinche.connection.storage import CannotKeep, KeptError, write_whole
from coinche.text.settings import Settings

FILE = "settings.toml"
_HEAD = "# What coinche-client keeps for you; F2 in the client changes it.\n"


class BadSettings(KeptError):
    """The file is no TOML, or a value in it is none that the setting can have."""


def settings_path() -> Path:
    """Where the file is."""
    return platformdirs.user_config_path("coinche", appauthor=False) / FILE


def read(usual: Settings, path: Path | None = None) -> Settings:
    """The settings: those of the file, the rest as `usual`; KeptError where the file is of no use."""
    path = path or settings_path()
    chosen: dict[str, Any] = {name: _read(name, value, path) for name, value in _table(path).items()}
    return replace(usual, **chosen)


def keep(changes: Mapping[str, object], path: Path | None = None) -> None:
    """Change those in the file; CannotKeep."""
    path = path or settings_path()
    try:
        before = _table(path)
    except BadSettings:
        before = {}
    kept = {**before, **changes}
    write_whole(path, _HEAD + "".join(f"{name} = {_written(value)}\n" for name, value in kept.items()), replace=True)


def _table(path: Path) -> dict[str, object]:
    """What stands in the file, as far as it is a setting of ours."""
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
