"""The one table of keys, and what a key does now."""

from .key import Key
from .keymap import BOUND, KEYS, active, press
from .mouse import clicked, in_sight, pressing, wheel

__all__ = ["BOUND", "KEYS", "Key", "active", "clicked", "in_sight", "press", "pressing", "wheel"]
