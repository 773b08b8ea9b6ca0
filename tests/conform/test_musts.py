"""What PROTOCOL.md says with MUST is checked by somebody: each such sentence names its checks."""

from __future__ import annotations

import re

import pytest

from coinche.client.conform.bot.catalogue import BOT_CHECKS
from coinche.client.conform.server.catalogue import SERVER_CHECKS
from tests.protocol.document import DOCUMENT

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.|])\s|\n\n")
_CHECKS = re.compile(r"\((`[a-z0-9_.]+`(?:, `[a-z0-9_.]+`)*)\)")
_ID = re.compile(r"`([a-z0-9_.]+)`")

IDS = {check.id for check in (*BOT_CHECKS, *SERVER_CHECKS)}
SENTENCES = [
    sentence
    for sentence in _SENTENCE_END.split(_FENCE.sub("", DOCUMENT.read_text(encoding="utf-8")))
    if re.search(r"\bMUST\b", sentence) and not sentence.strip().startswith("**MUST**")
]


def test_there_are_such_sentences() -> None:
    assert len(SENTENCES) >= 30


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: str(sentence)[:40])
def test_every_sentence_with_must_names_the_checks_that_see_to_it(sentence: str) -> None:
    named = [name for group in _CHECKS.findall(sentence) for name in _ID.findall(group)]
    assert named, sentence
    assert IDS.issuperset(named), sorted(set(named) - IDS)
