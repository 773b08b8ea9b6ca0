"""Tests that cheats gain nothing in a rated contest, and that they are real: where they can, they gain a lot."""

from __future__ import annotations

from pathlib import Path

import pytest

from coinche.arena import cli
from coinche.arena.cli import main
from coinche.arena.comparison import board_values
from coinche.arena.contest import Pairing
from coinche.arena.sandbox import has_sandbox
from coinche.records.contest_file import Scheme, read_contest
from tests.arena import cheats
from tests.arena.in_process import in_process

pytestmark = pytest.mark.slow

BOARDS = 12
CHEATS = ("Rememberer", "Whisperer")


HONEST = "py:coinche.bots.built_in:Steady"


def gains(out: Path, cheat: str, *arguments: str) -> list[float]:
    """The points of a cheat above `steady`, which it is where its cheat fails, for each board."""
    name = cheat if cheat == HONEST else f"py:tests.arena.cheats:{cheat}"
    with pytest.raises(SystemExit):
        main(["duel", name, "steady", "--boards", str(BOARDS), "--seed", "3", "--whole", "--out", str(out), *arguments])
    with out.open("rb") as lines:
        found = read_contest(lines)
    tables = {table.key: table for table in found.tables}
    return list(board_values(found.header, tables, Pairing(name, "steady")).values())


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes and memories of one test are those of no other."""
    monkeypatch.setattr(cheats.Whisperer, "folder", tmp_path)
    monkeypatch.setattr(cheats.Rememberer, "memory", {})


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_gains_where_bots_are_called_in_one_process(cheat: str, tmp_path: Path) -> None:
    """The second table of each board knows all hands: that is why practice is never rated."""
    assert sum(gains(tmp_path / "out", cheat, "--practice")) > 0


@pytest.mark.parametrize("scheme", [Scheme.DUPLICATE, Scheme.COMMON])
def test_who_remembers_deals_gains_nothing_in_a_rated_contest(scheme: Scheme, tmp_path: Path) -> None:
    found = gains(tmp_path / "out", "Rememberer", "--scheme", scheme)
    assert found == [0.0] * BOARDS


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_cheat_gains_nothing_at_single_tables(cheat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal comes twice there; whispering is prevented by the sandbox, where there is one."""
    if cheat == "Whisperer" and not has_sandbox():
        pytest.skip("no bubblewrap here: the report says that nothing prevents it")
    monkeypatch.setattr(cli, "local_workers", lambda count: in_process())
    single = ("--scheme", Scheme.SINGLE)
    assert gains(tmp_path / "cheat", cheat, *single) == gains(tmp_path / "honest", HONEST, *single)


@pytest.mark.skipif(not has_sandbox(), reason="no bubblewrap here: the report says that nothing prevents it")
def test_who_whispers_by_files_gains_nothing_in_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(cli, "local_workers", lambda count: in_process())
    found = gains(tmp_path / "out", "Whisperer")
    assert found == [0.0] * BOARDS
    assert "in a sandbox" in capsys.readouterr().out


def test_where_nothing_prevents_whispering_the_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gains(tmp_path / "out", "Whisperer", "--no-sandbox")
    assert "without a sandbox: programs written to cheat can pass each other what they see" in capsys.readouterr().out
