"""The keymap, and the effect of keys, clicks and the wheel.

`mode` derives the mode of a state, `keymap` looks the key up there. The rows are in `lobby`, `table`, `replay`,
`overlays` and `palette`; `conditions` has their conditions within a mode.
"""

from .key import BACKSPACE, CTRL_BACKSPACE, PASTE, Key
from .keymap import (
    BOUND,
    GENERAL,
    KEYMAP,
    KEYS,
    ROWS,
    active,
    acts,
    clicked,
    grouped,
    helped,
    in_sight,
    press,
    pressing,
    wheel,
)
from .mode import KeyMode, mode_of, page_of, screen_mode

__all__ = [
    "BACKSPACE",
    "BOUND",
    "CTRL_BACKSPACE",
    "GENERAL",
    "KEYMAP",
    "KEYS",
    "PASTE",
    "ROWS",
    "Key",
    "KeyMode",
    "active",
    "acts",
    "clicked",
    "grouped",
    "helped",
    "in_sight",
    "mode_of",
    "page_of",
    "press",
    "pressing",
    "screen_mode",
    "wheel",
]
