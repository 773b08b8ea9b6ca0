"""The screens: pure functions from state, face and size to lines of styled text that never exceed that size."""

from .screen import page_turned, screen
from .text_lines import Fragment, Line, Size, text_of

__all__ = ["Fragment", "Line", "Size", "page_turned", "screen", "text_of"]
