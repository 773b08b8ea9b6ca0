"""The reports of a contest are made of its file: the text is that of the contest itself, the page is one HTML file."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from coinche.arena.contest import Pairing
from coinche.arena.deal_words import act_words
from coinche.arena.html_report import page
from coinche.arena.html_report.plots import duration, ticks
from coinche.arena.html_report.sections import plots, verdict
from coinche.arena.statistics import SprtVerdict
from coinche.arena.summary import ContestSummary, read_summary, summarized
from coinche.arena.text_report import report, sentence
from coinche.arena.worst import worst_boards
from coinche.engine.presets import PRESETS
from coinche.engine.rules.auction import CoincheWhen
from coinche.engine.seats import Points
from coinche.records.contest_file import ContestHeader, PlayedTable, Scheme
from coinche.records.texts import notation
from coinche.text.language import Language
from tests.arena.played_contests import EVIL, LONG, arena, practice, with_strange_names

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("contests")


@pytest.fixture(scope="module")
def duel(folder: Path) -> tuple[Path, str]:
    """The file of a duel, and what the contest has printed."""
    path = folder / "duel.jsonl"
    said = practice(path, "duel", "steady", "random", "--boards", 6, "--html", folder / "at_the_end.html")
    return path, said


@pytest.fixture(scope="module")
def robin(folder: Path) -> tuple[Path, str]:
    path = folder / "robin.jsonl"
    return path, practice(path, "round-robin", "steady", "random", "steady", "--boards", 4)


@pytest.fixture(scope="module")
def strange(robin: tuple[Path, str]) -> ContestSummary:
    return with_strange_names(read_summary(robin[0]))


def test_the_report_of_a_file_is_what_the_contest_has_said(duel: tuple[Path, str], robin: tuple[Path, str]) -> None:
    for path, said in (duel, robin):
        assert arena("report", path) == (0, said)


@pytest.mark.parametrize(
    "arguments",
    [
        ("duel", "steady", "random", "--boards", 5, "--scheme", "common", "--reference", "steady:"),
        ("duel", "steady", "random", "--boards", 5, "--scheme", "single"),
        ("duel", "random", "random", "--boards", 1, "--scheme", "match"),
        ("gauntlet", "steady", "random", "random", "--boards", 2),
        ("swiss", "steady", "random", "random", "steady", "random", "--boards", 2, "--rounds", 2),
    ],
    ids=lambda arguments: f"{arguments[0]}-{arguments[-1]}",
)
def test_every_format_and_scheme_is_read_again(arguments: tuple[object, ...], tmp_path: Path) -> None:
    path, html = tmp_path / "contest.jsonl", tmp_path / "contest.html"
    said = practice(path, *arguments)
    assert arena("report", path, "--html", html) == (0, said)
    assert "<h2>Verdict</h2>" in html.read_text("utf-8")


def test_a_contest_that_was_cut_short_says_how_far_it_came(duel: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(b"".join(duel[0].read_bytes().splitlines(keepends=True)[:-2]))
    assert "4 of 6 boards" in arena("report", path)[1]
    assert "4 of 6 boards, not complete" in page(read_summary(path))


@pytest.mark.parametrize(
    ("field", "value"), [("format", "foo"), ("entrants", ["steady"]), ("boards", 0), ("batch", 0), ("scheme", "foo")]
)
def test_a_header_that_no_contest_has_is_refused(
    field: str, value: object, duel: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.jsonl"
    header, *lines = duel[0].read_text("utf-8").splitlines()
    path.write_text("\n".join([json.dumps(json.loads(header) | {field: value}), *lines, ""]), "utf-8")
    assert arena("report", path)[0] == 2
    assert f"{path}: line 1: " in capsys.readouterr().err


@pytest.mark.parametrize("tables", [0, 1, 2])
def test_a_contest_that_has_hardly_begun_has_its_reports(tables: int, robin: tuple[Path, str], tmp_path: Path) -> None:
    path, html = tmp_path / "begun.jsonl", tmp_path / "begun.html"
    path.write_bytes(b"".join(robin[0].read_bytes().splitlines(keepends=True)[: 1 + tables]))
    status, out = arena("report", path, "--html", html)
    assert (status, "0 of 12 boards" in out) == (0, True)
    assert "Nothing was played." in html.read_text("utf-8")
    first = {key: table for key, table in read_summary(robin[0]).tables.items() if key[0] == 1}
    one = summarized(read_summary(robin[0]).header, first, {})
    assert "± ∞" in page(one)
    assert report(one)


def test_the_sequential_test_decides_from_the_file(duel: tuple[Path, str]) -> None:
    contest = read_summary(duel[0])
    copies = range(0, 60, 6)
    tables = {
        (board + more, ns, ew): msgspec.structs.replace(table, board=board + more)
        for more in copies
        for (board, ns, ew), table in contest.tables.items()
    }
    header = msgspec.structs.replace(contest.header, sprt=(0.0, 5.0), boards=500)
    tested = summarized(header, tables, {})
    pair = Pairing("steady", "random")
    assert tested.verdict(pair) is SprtVerdict.UPPER
    assert tested.boards == (60, 60), "the test has spared the others"
    assert sentence(tested, tested.pairs[pair]) in report(tested)
    assert sentence(tested, tested.pairs[pair]) in page(tested)
    few = summarized(header, dict(list(tables.items())[:12]), {})
    assert few.verdict(pair) is None


MATCHES = ContestHeader(
    format="duel",
    scheme=Scheme.MATCH,
    entrants=("a", "b"),
    commands={},
    rules=PRESETS["ffb"],
    preset="ffb",
    seed=1,
    boards=10,
    batch=10,
    clock="200+5000",
    reference="steady",
)


@pytest.mark.parametrize(
    ("won", "figure"), [((10, 10), "+100.0 ± 0.0"), ((10, 6), "+60.0 ± "), ((10, 0), "+0.0 ± 0.0")]
)
def test_matches_are_compared_by_the_percentage_that_each_has_won(won: tuple[int, int], figure: str) -> None:
    """Of ten boards a wins so many matches at the first table, and so many at the second."""
    tables = {
        (board, *names): PlayedTable(board=board, ns=names[0], ew=names[1], scores=Points(gain, 0), deals=())
        for board in range(1, 11)
        for names, gain in (
            (("a", "b"), 500 if board <= won[0] else -300),
            (("b", "a"), -300 if board <= won[1] else 500),
        )
    }
    contest = summarized(MATCHES, tables, {})
    assert f"percent of matches won, a minus b: {figure}" in report(contest)
    text = verdict(contest) + plots(contest)
    assert "Percent of matches won, a minus b, with the 95 % interval" in text
    assert "in matches won, and where it may lie" in text
    assert (">+20</text>" in text) == (won == (10, 10)), "the sum of all boards, if all twenty are won"


def test_each_action_has_the_time_of_the_one_who_chose_it(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    rules = next(name for name, rules in PRESETS.items() if rules.auction.coinche_when is not CoincheWhen.IN_TURN)
    practice(path, "duel", "steady", "random", "--boards", 2, "--rules", rules)
    contest = read_summary(path)
    for key, table in contest.tables.items():
        assert len(contest.timings[key].ms) == sum(len(deal.actions) for deal in table.deals)


def test_the_page_at_the_end_of_a_contest_is_that_of_its_file(duel: tuple[Path, str], folder: Path) -> None:
    html = folder / "again.html"
    assert arena("report", duel[0], "--html", html)[0] == 0
    assert html.read_text("utf-8") == (folder / "at_the_end.html").read_text("utf-8")


def test_the_page_has_every_section(robin: tuple[Path, str]) -> None:
    text = page(read_summary(robin[0]))
    sections = ("Verdict", "Each against each", "Ratings", "Contracts, times, faults", "Cumulative difference")
    for section in (*sections, "Time per decision", "Boards that cost most"):
        assert f"<h2>{section}</h2>" in text
    assert "no rated result" in text
    assert "isolated duplicate" in text


def test_a_crosstable_says_by_a_sign_who_is_better(robin: tuple[Path, str]) -> None:
    text = page(read_summary(robin[0]))
    assert text.count("▲</span>") == text.count("▼</span>") == 2


def test_a_decision_of_a_seat_with_faults_may_be_the_default(strange: ContestSummary) -> None:
    seats = {fault.seat for table in strange.tables.values() for fault in table.faults}
    acts = [worst.act for worst in worst_boards(strange, EVIL, 8) if worst.act is not None]
    assert acts
    for act in acts:
        said = "may have played the default" in act_words(act, EVIL, notation(Language.ENGLISH))
        assert said == (act.decision.seat in seats)


def test_long_names_stand_above_their_columns(strange: ContestSummary) -> None:
    lines = report(strange).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("contracts taken"))
    names, figures = lines[at - 1], [lines[at], lines[at + 1]]
    assert names.endswith(f"  {LONG}")
    assert f"  {EVIL}  " in names
    assert {len(line) for line in (names, *figures)} == {len(names)}


def test_names_and_last_words_are_text(strange: ContestSummary) -> None:
    text = page(strange)
    seen = Elements()
    seen.feed(text)
    assert seen.open == [], "every element is closed"
    assert {"script", "img", "iframe", "object"}.isdisjoint(seen.tags)
    assert not [name for name in seen.attributes if name.startswith("on") or name in ("src", "srcset")]
    assert EVIL in "".join(seen.texts)
    assert "url(" not in text
    assert "@import" not in text


class Elements(HTMLParser):
    """The elements, attributes and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_file_that_is_no_contest_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other").write_text("hello\n")
    for name in ("other", "missing"):
        assert arena("report", tmp_path / name)[0] == 2
        assert capsys.readouterr().err.startswith("coinche-arena: ")


def test_a_page_that_cannot_be_written_is_a_sentence(
    duel: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    html = tmp_path / "no_folder" / "report.html"
    assert arena("report", duel[0], "--html", html)[0] == 2
    assert f"{html}: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (-3, 3, [-2, 0, 2]), (0, 0, [0]), (-900, 100, [-800, -600, -400, -200, 0])],
)
def test_the_numbers_of_an_axis_are_round(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


@pytest.mark.parametrize(
    ("ms", "said"), [(0.0123, "0.012 ms"), (26.4, "26 ms"), (130, "130 ms"), (999.9, "1 s"), (1540, "1.5 s")]
)
def test_times_have_two_digits(ms: float, said: str) -> None:
    assert duration(ms) == said
