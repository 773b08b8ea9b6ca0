"""The house files that a person keeps: where they are, which there are, and how one is read and written.

    KeptError (kept)
    └── NoHouseFile   the file has no rules; `why` says what would be right

Refuses to know what stands in them, and never writes over one.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import count
from pathlib import Path

import platformdirs

from coinche.connection.storage import CannotKeep, KeptError, write_whole
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules, RuleSet
from coinche.protocol.house_rules import MAX_FILE, HouseRules, parsed, written
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name

_UNSAFE = re.compile(r"[^a-z0-9]+")
_NO_NAMES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""What is no name for a file on some systems."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_FALLBACK = "rules"


class NoHouseFile(KeptError):
    """There are no rules in it."""


def folder() -> Path:
    """Where they are kept."""
    return platformdirs.user_config_path("coinche", appauthor=False) / "rules"


def listed() -> tuple[Path, ...]:
    """Those that there are, by name."""
    try:
        return tuple(sorted(path for path in folder().glob("*.toml") if path.is_file()))
    except OSError as error:
        raise CannotKeep(folder(), error.strerror or str(error)) from error


def kept() -> tuple[HouseRules, ...]:
    """The rules of those that can be read; the others are passed over."""
    return tuple(house for path in _there() if (house := _readable(path)) is not None)


def _there() -> tuple[Path, ...]:
    try:
        return listed()
    except CannotKeep:
        return ()


def _readable(path: Path) -> HouseRules | None:
    try:
        return read(path)
    except KeptError:
        return None


def read(path: Path) -> HouseRules:
    """The rules of that file; CannotKeep where it cannot be read, NoHouseFile where it is none."""
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


def write(name: str, base: str, rules: RuleSet) -> Path:
    """Keep the rules under that name, or the next one that no file has; where. CannotKeep says why not."""
    for number in count(1):
        house = HouseRules(name=house_name(name, base, number), base=base, rules=rules)
        path = folder() / f"{file_name(house.name)}.toml"
        if write_whole(path, written(house), replace=False):
            return path
    raise AssertionError("there is always another number")


def spoken(path: Path) -> str:
    """Where it is, from the person's own folder on if it is there."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def house_name(wanted: str, base: str, number: int = 1) -> str:
    """A name that rules may have, as near as can be to the one that is wanted."""
    ending = f" {number}" if number > 1 else ""
    seen = "".join(sign for sign in unicodedata.normalize("NFC", wanted) if sign.isprintable()).strip()
    name = seen[: MAX_NAME - len(ending)].strip() + ending
    if is_name(name) and name not in PRESETS:
        return name
    return f"{base[: MAX_NAME - len(ending) - len(_FALLBACK) - 1]} {_FALLBACK}{ending}"


def file_name(name: str) -> str:
    """The name in small letters and digits without accents, safe on every system."""
    letters = name.casefold().translate(_LIGATURES)
    plain = unicodedata.normalize("NFKD", letters).encode("ascii", "ignore").decode()
    safe = _UNSAFE.sub("-", plain).strip("-")
    return f"{safe}-{_FALLBACK}" if safe in _NO_NAMES else safe or _FALLBACK
