"""The one table of keys, and what a key does now."""

from .key import Key
from .rows import BOUND, KEYS, active, press

__all__ = ["BOUND", "KEYS", "Key", "active", "press"]
