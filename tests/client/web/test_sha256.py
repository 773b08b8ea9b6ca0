"""Tests that the page's SHA-256 and HMAC are those of Python, and its proof that of the protocol's example."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.web.javascript import NOTHING_RUNS_IT, Run, javascript, laid_out

CHECK = Path(__file__).parent / "check_sha256.js"
LONGEST = 300


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    with javascript() as found:
        if found is None:
            pytest.skip(NOTHING_RUNS_IT)
        yield found


def test_digests_of_all_lengths_are_those_of_python(run: Run, tmp_path: Path) -> None:
    chance = random.Random(0)
    asked = [(chance.randbytes(32), chance.randbytes(size)) for size in range(LONGEST)]
    text = json.dumps([[key.hex(), message.hex()] for key, message in asked])
    expected = [[hashlib.sha256(said).hexdigest(), hmac.digest(key, said, "sha256").hex()] for key, said in asked]
    assert run(laid_out(tmp_path, CHECK), CHECK.name, "digests", text) == expected


@pytest.mark.parametrize(
    ("secret", "n", "proof"),
    [
        (
            "96a3f5e64a21cae46c7aec9954ebad423fb345cabaab566c1d5e9179e8ca6de7",
            57,
            "2723d2470cf0781c99d115b60ed0af58f3093e75783b1419a88315098383f649",
        ),
        (
            "000102030405060708090a0b0c0d0e0f",
            0,
            "b23b5cba53f2a40570f7bc9f6f54ee3f5d7439a82754cbcf993286be66a2d649",
        ),
    ],
    ids=["a session", "an invitation"],
)
def test_a_proof_is_that_of_the_protocol_pages(run: Run, tmp_path: Path, secret: str, n: int, proof: str) -> None:
    nonce = "40a7915e9b08e8b1e6fcad66e8e79d366cabdb70620ede443d65d3af759c5c1a"
    asked = json.dumps([secret, nonce, n])
    assert run(laid_out(tmp_path, CHECK), CHECK.name, "proof", asked) == proof
