"""The screens: pure functions from state, face and size to lines of styled text, never larger than that size."""

from .lines import Fragment, Line, Size, text_of
from .screen import screen

__all__ = ["Fragment", "Line", "Size", "screen", "text_of"]
