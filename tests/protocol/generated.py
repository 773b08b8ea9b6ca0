"""The files that follow from the messages: `python -m tests.protocol.generated` writes them, as `make docs` does.

A test tells when they are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import coinche.protocol
from coinche.protocol.schema import schema
from tests.protocol import byte_vectors
from tests.protocol.byte_vectors import VECTORS, vectors_text
from tests.protocol.document import CONFORMANCE, PAGES, generated

SCHEMA = Path(coinche.protocol.__file__).with_name("schema.json")


FILES: Mapping[Path, Callable[[], str]] = {
    SCHEMA: lambda: json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    **{path: partial(generated, path) for path in (*PAGES, CONFORMANCE)},
    **{VECTORS / name: partial(vectors_text, name) for name in byte_vectors.FILES},
}
"""Every file, and what makes its text."""


if __name__ == "__main__":
    for path, text in FILES.items():
        path.write_text(text(), encoding="utf-8")
