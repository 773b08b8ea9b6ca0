"""The page as a whole: one file, which fetches nothing and runs nothing."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

from coinche.arena.summary import ContestSummary
from coinche.version import VERSION

from .deals import worst_section
from .markup import Html, element, joined
from .sections import crosstable, figures, head, plots, title, verdict

_PAGE = Template(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<main>
$content
</main>
</body>
</html>
"""
)


def page(contest: ContestSummary) -> str:
    """The report of a contest as an HTML document."""
    parts = (
        head(contest),
        verdict(contest),
        crosstable(contest),
        figures(contest),
        plots(contest),
        worst_section(contest),
        _foot(),
    )
    style = files(__package__).joinpath("style.css").read_text("utf-8")
    return _PAGE.substitute(
        title=joined(title(contest)), style=style, content="\n".join(part for part in parts if part)
    )


def _foot() -> Html:
    return element(
        "footer",
        element("p", f"coinche-arena {VERSION}. Every figure comes from the results file alone:"),
        element(
            "ul",
            element("li", element("code", "coinche-record verify FILE"), " checks it,"),
            element("li", element("code", "coinche-record show FILE --board N"), " shows a board card by card,"),
            element("li", element("code", "coinche-arena worst FILE --of NAME"), " lists more boards that cost much."),
        ),
    )


def write_page(path: Path, contest: ContestSummary) -> None:
    """Write the page into a file; OSError where that cannot be."""
    path.write_text(page(contest), encoding="utf-8")
