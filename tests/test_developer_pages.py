"""Tests of the documents for developers: they name only files, classes and pages that exist, and stay short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXPLAINED = [DOCS / f"{name}.md" for name in ("overview", "engine", "server", "client")]
PAGES = [*EXPLAINED, DOCS / "bots-internals.md", ROOT / "CONTRIBUTING.md", ROOT / "README.md", ROOT / "README.fr.md"]
FOLDERS = ("engine", "protocol", "server", "client", "tests", "bench", "docs", "examples")
SOURCES = [path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
ROOT_FILES = [path.relative_to(ROOT) for path in ROOT.iterdir() if path.is_file()]
NAMES = {"/" + str(path.as_posix()) for path in (*SOURCES, *ROOT_FILES)}
FOLDER_NAMES = {"/" + str(parent.as_posix()) + "/" for path in SOURCES for parent in path.parents}
CODE = "\n".join((ROOT / path).read_text(encoding="utf-8") for path in SOURCES if path.suffix == ".py")
DEFINED = set(re.findall(r"^ *class (\w+)|^(\w+)(?:: [^=\n]+)? = ", CODE, re.MULTILINE))
CLASSES = {name for pair in DEFINED for name in pair if name}
WORDS = set(re.findall(r"\w+", CODE))
EXTENSIONS = {path.suffix[1:] for path in (*SOURCES, *ROOT_FILES)}
LONGEST = 120
"""Lines of a page that explains how a part works."""


def quoted(page: Path) -> Iterator[str]:
    """The words that stand as code in the running text and in tables."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    named = {word for word in quoted(page) if re.fullmatch(r"[\w./-]+\.(?:py|c|md|toml|json)", word)}
    assert [word for word in sorted(named) if not any(name.endswith("/" + word) for name in NAMES)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_folder_that_is_named_exists(page: Path) -> None:
    named = {word for word in quoted(page) if re.fullmatch(r"[\w./-]+/", word)}
    assert [word for word in sorted(named) if not any(name.endswith("/" + word) for name in FOLDER_NAMES)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_class_that_is_named_exists(page: Path) -> None:
    words = {word for quote in quoted(page) for word in re.findall(r"^([A-Z][a-z]\w*)(?:\(.*|\.\w+)?$", quote)}
    assert sorted(words - CLASSES) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_of_a_part_is_found_in_the_code(page: Path) -> None:
    parts = {part for quote in quoted(page) for part in re.findall(r"(?<=\w\.)\w+$|^\w*_\w+$", quote) if part.islower()}
    assert sorted(parts - WORDS - EXTENSIONS) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    files = [link for link in links if "://" not in link]
    assert [link for link in files if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", EXPLAINED, ids=lambda page: page.name)
def test_a_page_can_be_read_in_one_go(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= LONGEST
