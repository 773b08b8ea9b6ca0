"""Print sentences on a terminal, broken between words; in a pipe or a file each stays one line.

A word is never broken, even if it is longer than the line: an address, a fingerprint.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO


def tell(sentence: str, out: TextIO | None = None) -> None:
    """Print it at once, where nothing else is named on the standard output.

    What a terminal would obey is left out: names, reasons and messages in a sentence are those of others.
    """
    out = sys.stdout if out is None else out
    sentence = "".join(sign if sign.isprintable() else " " * sign.isspace() for sign in sentence)
    lines = [sentence]
    if out.isatty():
        cols = shutil.get_terminal_size().columns
        lines = textwrap.wrap(sentence, cols, break_long_words=False, break_on_hyphens=False) or [""]
    print("\n".join(lines), file=out, flush=True)


def complain(program: str, sentence: str) -> None:
    """Print an error under the program's name on standard error."""
    tell(f"{program}: {sentence}", sys.stderr)
