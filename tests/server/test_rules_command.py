"""`coinche-server` and `coinche-arena` on the command line, where rules are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coinche.engine.presets import ABOUT, PRESETS

PATIENCE = 60


def run(*arguments: str, program: str = "coinche.server") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env={"PYTHONIOENCODING": "utf-8", "COLUMNS": "60"},
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text('preset = "pagat"\nname = "chez nous"\nundertrump = "free"\ntarget = 1500\n', encoding="utf-8")
    return file


def test_the_presets_are_listed_a_line_each() -> None:
    done = run("--list-rules")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [[name, about] for name, about in ABOUT.items()]


def test_a_loop_over_the_presets_has_their_names_alone() -> None:
    done = run("--list-rules", "-q")
    assert done.returncode == 0
    assert done.stdout.splitlines() == list(PRESETS)


def test_rules_are_explained_in_words(house: Path) -> None:
    done = run("--explain-rules", str(house))
    assert done.returncode == 0
    assert done.stdout.startswith("chez nous: differs from pagat in 2 options, marked *\n")
    assert '* undertrump = "free"   (differs from pagat: "obliged")\n' in done.stdout
    assert run("--explain-rules", "ffb").stdout.startswith("ffb: Fédération Française de Belote")


def test_a_reader_who_has_seen_enough_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "coinche.server", "--explain-rules", "ffb"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 0


def test_a_server_of_house_rules_starts(house: Path) -> None:
    command = [sys.executable, "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--bots", "none"]
    with subprocess.Popen([*command, "--rules", str(house)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("listening on 127.0.0.1:")
        process.terminate()
        assert process.stdout.read().endswith("ended\n")
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "tarot"], "--rules: there is no preset and no file 'tarot'; there are: ffb, "),
        (["--rules", "pagatt"], "--rules: there is no preset and no file 'pagatt'; did you mean pagat?"),
        (["--explain-rules", "nowhere.toml"], "--explain-rules: there is no preset and no file 'nowhere.toml'; "),
        (["-q"], "-q goes with --list-rules"),
        (["--rules", "pagat", "--target", "-1"], "--target: target must be a positive number of points"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(f"coinche-server: {sentence}")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_house_file_with_a_slip_is_one_sentence_and_status_2(house: Path) -> None:
    house.write_text('preset = "pagat"\nundertrunp = "free"\n')
    done = run("--rules", str(house))
    assert done.returncode == 2
    expected = f"coinche-server: --rules: {house}: there is no option 'undertrunp'; did you mean undertrump?\n"
    assert done.stderr == expected
