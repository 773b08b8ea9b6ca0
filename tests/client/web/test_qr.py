"""Tests that the page's QR codes are those of segno, module for module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno
from segno import encoder

from tests.client.web.javascript import NOTHING_RUNS_IT, Run, javascript, laid_out


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    with javascript() as found:
        if found is None:
            pytest.skip(NOTHING_RUNS_IT)
        yield found


@pytest.fixture(autouse=True)
def no_needless_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have segno add no byte of zeros where the text and its end fill whole bytes: the standard wants none."""
    pad: Any = encoder.write_padding_bits

    def write(buff: Any, version: int, length: int) -> None:
        if length % 8:
            pad(buff, version, length)

    monkeypatch.setattr(encoder, "write_padding_bits", write)


def expected(text: str) -> list[list[bool]]:
    code = segno.make_qr(text, error="L", mode="byte", mask=0, boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix]


@pytest.mark.parametrize("length", [1, 17, 18, 32, 33, 53, 54, 62, 78, 79, 106, 107, 134, 135, 154, 155, 192, 193, 230])
def test_a_code_of_every_version_is_that_of_segno(run: Run, tmp_path: Path, length: int) -> None:
    text = ("http://192.168.1.20:24567/#t1.000102030405060708090a0b0c0d0e0f" + "abcdefgh/" * 20)[:length]
    assert run(laid_out(tmp_path), "qr.js", "qrCode", text) == expected(text)


def test_a_text_that_is_too_long_has_no_code(run: Run, tmp_path: Path) -> None:
    assert run(laid_out(tmp_path), "qr.js", "qrCode", "a" * 231) == []
