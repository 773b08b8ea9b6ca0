"""Files of house rules, which are never overwritten, and names that are safe for files.

NoHouseFile, a KeptError of `coinche.connection.storage`: the file has no rules; `why` says what to correct.
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
