"""The list of the checks: ids that stay, sections that exist, sentences; and the command that runs them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from coinche.conformance.checks import Check
from coinche.conformance.cli import main
from coinche.conformance.plan import SERVER_CHECKS
from tests.for_each import for_each
from tests.protocol.document import PAGES

HEADINGS = {
    heading.strip().strip("`")
    for page in PAGES
    for heading in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
}
NOBODY = "127.0.0.1:1"
"""Where no server is."""
FULL = Path("/dev/full")


def conform(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command; its exit status."""
    monkeypatch.setattr(sys, "argv", ["coinche-conform", *arguments])
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def test_there_are_enough_and_no_id_is_twice() -> None:
    ids = [check.id for check in SERVER_CHECKS]
    assert len(ids) == len(set(ids)) >= 55


@for_each("check", SERVER_CHECKS)
def test_a_check_has_an_id_a_section_and_a_sentence(check: Check) -> None:
    assert re.fullmatch(r"[a-z_]+\.[a-z_0-9]+", check.id)
    assert check.section in HEADINGS
    assert re.fullmatch(r"[A-Z`].{20,}[.…]", check.says)


def test_they_are_listed_without_an_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform(monkeypatch, "server", "--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == [check.id for check in SERVER_CHECKS]
    assert conform(monkeypatch, "--list") == 0


def test_a_failure_is_told_with_what_it_asserts_and_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    assert conform(monkeypatch, "server", NOBODY, "--only", "life.ping,life.bye", "--json", str(file)) == 1
    said = capsys.readouterr()
    assert "FAIL life.ping (coinche/1, Messages of the client)" in said.out
    assert said.out.endswith("\n0 passed, 1 failed\n")
    assert said.err.startswith(
        f"2 checks, 12 at a time; about 1 minute at worst: coinche+tcp://{NOBODY}\nFAIL life.ping"
    )
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["target"] == f"coinche+tcp://{NOBODY}"
    assert [check["id"] for check in report["checks"]] == ["life.ping"]
    assert report["not_run"] == 1


def test_a_report_that_cannot_be_opened_is_one_sentence_before_any_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "missing" / "report.json"
    assert conform(monkeypatch, "server", NOBODY, "--only", "life.ping", "--json", str(file)) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        f"coinche-conform: --json: {file} cannot be written (No such file or directory)\n",
    )


@pytest.mark.skipif(not FULL.exists(), reason="no such device here")
def test_a_report_that_cannot_be_written_takes_no_finding_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conform(monkeypatch, "server", NOBODY, "--only", "life.ping", "--json", str(FULL)) == 2
    said = capsys.readouterr()
    assert "FAIL life.ping" in said.out
    assert said.out.endswith("\n0 passed, 1 failed\n")
    assert said.err.endswith("\ncoinche-conform: --json: /dev/full cannot be written (No space left on device)\n")


@pytest.mark.parametrize(
    "arguments", [(), ("server",), ("server", ":x"), ("server", NOBODY, "--only", "life.levitate"), ("bot",)]
)
def test_a_wrong_command_line_has_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert conform(monkeypatch, *arguments) == 2
    assert "coinche-conform" in capsys.readouterr().err
