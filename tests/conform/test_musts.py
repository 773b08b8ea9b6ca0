"""Every MUST of the protocol is checked: the page on conformance names the checks of each sentence."""

from __future__ import annotations

from coinche.conformance.plan import BOT_CHECKS, SERVER_CHECKS
from tests.for_each import for_each
from tests.protocol.document import CONFORMANCE, PAGES
from tests.protocol.musts import checks_of, sentences

IDS = {check.id for check in (*BOT_CHECKS, *SERVER_CHECKS)}
NAMED = checks_of(CONFORMANCE.read_text(encoding="utf-8"))
SENTENCES = [sentence for page in PAGES for _, sentence in sentences(page.read_text(encoding="utf-8"))]


def test_there_are_such_sentences() -> None:
    assert len(SENTENCES) >= 60


@for_each("sentence", SENTENCES)
def test_every_sentence_with_must_has_checks_that_see_to_it(sentence: str) -> None:
    named = NAMED.get(sentence)
    assert named, sentence
    assert IDS.issuperset(named), sorted(set(named) - IDS)
