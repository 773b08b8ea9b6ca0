"""The keymap, and the effect of keys, clicks and the wheel.

`keymap` derives the mode of a state and looks the key up there. The rows are in `lobby`, `table`, `replay` and
`overlays`; `conditions` has their conditions within a mode.
"""

from .key import BACKSPACE, CTRL_BACKSPACE, PASTE, Key
from .keymap import BOUND, KEYMAP, KEYS, ROWS, KeyMode, active, clicked, in_sight, mode_of, press, pressing, wheel

__all__ = [
    "BACKSPACE",
    "BOUND",
    "CTRL_BACKSPACE",
    "KEYMAP",
    "KEYS",
    "PASTE",
    "ROWS",
    "Key",
    "KeyMode",
    "active",
    "clicked",
    "in_sight",
    "mode_of",
    "press",
    "pressing",
    "wheel",
]
