"""House rules of a server: a preset, or a file that names one and says what differs.

Knows how such a file is read, and says in a sentence why one cannot be. Refuses to know what stands in it.
"""

from __future__ import annotations

from pathlib import Path

from coinche.engine.options import did_you_mean
from coinche.engine.presets import PRESETS
from coinche.engine.rules import InvalidRules
from coinche.protocol.house_rules import MAX_FILE, HouseRules, parsed


def house_rules(wanted: str) -> HouseRules:
    """The preset of that name, else the rules of the file at that path; InvalidRules says what is wrong."""
    if wanted in PRESETS:
        return HouseRules(name=wanted, base=wanted, rules=PRESETS[wanted])
    text = _read(wanted)
    try:
        return parsed(text)
    except InvalidRules as wrong:
        raise InvalidRules(f"{wanted}: {wrong}") from None


def _read(path: str) -> str:
    """The text of a file; InvalidRules where it cannot be had."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE + 1)
        text = content.decode()
    except FileNotFoundError:
        raise InvalidRules(f"there is no preset and no file {path!r}; {did_you_mean(path, PRESETS)}") from None
    except UnicodeDecodeError:
        raise InvalidRules(f"{path} is no text in UTF-8") from None
    except (OSError, ValueError) as wrong:  # a null character is no path
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise InvalidRules(f"cannot read {path!r}: {reason}") from None
    if len(content) > MAX_FILE:
        raise InvalidRules(f"{path} is longer than {MAX_FILE} bytes, so it is no house file")
    return text
