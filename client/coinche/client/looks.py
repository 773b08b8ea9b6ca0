"""How a person likes to be told things: the face that goes with his settings."""

from __future__ import annotations

from collections.abc import Mapping

from .face import Face
from .glyphs import ASCII, UNICODE, Glyphs
from .settings import Settings, Signs

GLYPHS: Mapping[Signs, Glyphs] = {Signs.UNICODE: UNICODE, Signs.ASCII: ASCII}


def face_of(settings: Settings) -> Face:
    """In his language, with his signs."""
    return Face(settings.language, GLYPHS[settings.signs])
