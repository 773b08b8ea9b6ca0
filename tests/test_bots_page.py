"""Tests of docs/bots.md: it names every bot, both READMEs link to it, and its commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from coinche.bots.built_in import BOTS
from coinche.server.app import BOTS as ASKED_FOR

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
INTERNALS = (ROOT / "docs" / "bots-internals.md").read_text(encoding="utf-8")


def test_every_bot_is_on_it_and_can_be_asked_for_at_a_table() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) >= BOTS.keys()
    assert set(ASKED_FOR) == BOTS.keys()


@pytest.mark.parametrize("readme", ["README.md", "README.fr.md"])
def test_both_readmes_lead_to_it(readme: str) -> None:
    assert "(docs/bots.md)" in (ROOT / readme).read_text(encoding="utf-8")


def test_its_links_lead_somewhere() -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", PAGE):
        if not target.startswith("https://"):
            text = (ROOT / "docs" / target).read_text(encoding="utf-8") if target else PAGE
            assert not anchor or anchor in anchors(text), (target, anchor)


def anchors(text: str) -> set[str]:
    """The sections of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_options_of_its_measurements_are_those_of_the_bench() -> None:
    command = [sys.executable, str(ROOT / "bench" / "strength.py"), "--help"]
    helped = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    measured = " ".join(re.sub(r"'.*?'", "", line) for line in re.findall(r"bench/strength\.py(.*)", PAGE))
    assert set(re.findall(r"--[a-z]+", measured)) <= set(re.findall(r"--[a-z]+", helped))


def test_the_decisions_that_are_worked_through_are_those_of_expert() -> None:
    command = [sys.executable, str(ROOT / "examples" / "explain_expert.py")]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    shown = re.findall(r"^```text\n(.*?)^```$", INTERNALS, re.MULTILINE | re.DOTALL)
    assert "\n".join(shown) == printed
