"""The one table of keys, and what a key does now."""

from .clicking import clicked, in_sight, pressing, wheel
from .key import Key
from .rows import BOUND, KEYS, active, press

__all__ = ["BOUND", "KEYS", "Key", "active", "clicked", "in_sight", "press", "pressing", "wheel"]
