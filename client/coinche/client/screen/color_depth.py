"""How many colours a terminal can show, by what its environment says of it. Refuses to know which are used for what."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatch

from prompt_toolkit.output import ColorDepth

_BY_TERM: Mapping[str, ColorDepth] = {
    "vt*": ColorDepth.DEPTH_1_BIT,
    "*-m": ColorDepth.DEPTH_1_BIT,
    "*-mono": ColorDepth.DEPTH_1_BIT,
    "linux*": ColorDepth.DEPTH_4_BIT,
    "ansi*": ColorDepth.DEPTH_4_BIT,
    "cygwin": ColorDepth.DEPTH_4_BIT,
    "*-color": ColorDepth.DEPTH_4_BIT,
    "*-16color": ColorDepth.DEPTH_4_BIT,
    "rxvt": ColorDepth.DEPTH_4_BIT,
}
"""Those that take more colours for something else, such as blinking."""


def depth_of(environment: Mapping[str, str]) -> ColorDepth | None:
    """None is what prompt-toolkit makes of it. NO_COLOR leaves bold and reverse."""
    if environment.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    named = environment.get("PROMPT_TOOLKIT_COLOR_DEPTH")
    if named in {depth.value for depth in ColorDepth}:
        return ColorDepth(named)
    term = environment.get("TERM", "")
    return next((depth for kind, depth in _BY_TERM.items() if fnmatch(term, kind)), None)
