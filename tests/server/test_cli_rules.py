"""Tests of rules on the command line and in house files: they are played, and impossible ones refused in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coinche.engine.presets import ABOUT, PRESETS
from coinche.engine.rules import DESCRIBED, CoincheWhen, InvalidRules, Undertrump, differing, value_of
from coinche.protocol.house_rules import MAX_FILE, HouseRules, as_toml, parsed
from coinche.server.rules_option import MAX_WIDTH, explained, house_rules, listed
from tests.fork_server import forked_python

ROOT = Path(__file__).parents[2]
TEN_LINES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def refusal(wanted: str) -> str:
    with pytest.raises(InvalidRules) as wrong:
        house_rules(wanted)
    sentence = str(wrong.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_own_name(name: str) -> None:
    assert house_rules(name) == HouseRules(name=name, base=name, rules=PRESETS[name])


def test_a_file_names_a_preset_and_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('preset = "pagat"\nundertrump = "free"\ntarget = 1500\n')
    house = house_rules(str(file))
    assert (house.name, house.base) == ("pagat (house)", "pagat")
    assert house.rules == PRESETS["pagat"].changed(undertrump=Undertrump.FREE, target=1500)


def test_a_file_may_have_a_name_of_its_own() -> None:
    assert parsed('name = "chez Mamie"\npreset = "ffb"').name == "chez Mamie"


@pytest.mark.parametrize("base", PRESETS)
def test_without_a_name_it_is_called_after_its_preset(base: str) -> None:
    house = parsed(f'preset = "{base}"')
    assert house.name == f"{base} (house)"
    assert house.rules == PRESETS[base]
    assert parsed(f'preset = "{base}"\nname = "{house.name}"') == house


def test_the_ten_lines_of_the_rules_page_are_a_house_file() -> None:
    house = parsed(TEN_LINES)
    assert house.name == "chez Mamie"
    assert house.rules.auction.coinche_when is CoincheWhen.IN_TURN
    given = {"denominations", "coinche_when", "undertrump", "belote", "surcoinche", "target"}
    assert set(differing(house.rules, PRESETS[house.base])) == given
    assert len([line for line in TEN_LINES.splitlines() if line]) <= 10


@pytest.mark.parametrize("base", PRESETS)
def test_what_is_explained_can_be_pasted_into_a_file(base: str) -> None:
    rules = PRESETS[base]
    lines = [f"{option} = {as_toml(value_of(rules, option))}" for option in DESCRIBED]
    told = [line.strip() for line in explained(house_rules(base), 80)]
    assert all(line in told for line in lines)
    assert parsed("\n".join(['preset = "ffb"', *lines])).rules == rules


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'preset is missing: the rules that the file changes, such as preset = "pagat", of ffb, '),
        ('undertrump = "free"', "preset is missing"),
        ('preset = "pagatt"', "preset must be one of ffb, "),
        ('preset = ["pagat"]', "preset must be one of ffb, "),
        ("preset = pagat", 'this is no TOML such as preset = "pagat"; names and none stand in quotes: '),
        ('preset = "pagat"\nbid_maximum = none', 'this is no TOML such as preset = "pagat"; names and none stand in'),
        ('preset = "pagat"\npreset = "ffb"', "this is no TOML"),
        (f"a = {'[' * 50_000}", "this is no TOML"),
        (f"a = {'1' * 5_000}", "this is no TOML"),
        ('preset = "pagat"\nundertrunp = "free"', "there is no option 'undertrunp'; did you mean undertrump?"),
        ('preset = "pagat"\nundertrump = "frei"', "undertrump must be one of obliged, free, not 'frei'"),
        ('preset = "pagat"\ntarget = 1979-05-27', "target must be a whole number, not datetime.date(1979, 5, 27)"),
        ('preset = "pagat"\ngenerale_leads = true', "generale_leads needs a generale"),
        ('preset = "pagat"\n[play]\nundertrump = "free"', "options stand by themselves, not under [play]"),
        ('preset = "pagat"\nname = "ffb"', "name must not be that of a preset, as 'ffb' is"),
        ('preset = "pagat"\nname = ""', "name must be text of 1 to 24 printable characters, not ''"),
        ('preset = "pagat"\nname = "a\\u0000"', "name must be text of 1 to 24 printable characters"),
        ('preset = "pagat"\nname = 3', "name must be text of 1 to 24 printable characters, not 3"),
    ],
)
def test_a_file_that_says_no_rules_is_refused_with_what_would_be_right(
    text: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    said = refusal(str(file))
    assert said.startswith(f"{file}: {sentence}"), said


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'preset = "\xff"', "{file} is no text in UTF-8"),
        (b"#" * (MAX_FILE + 1), "{file} is longer than 65536 bytes, so it is no house file"),
    ],
)
def test_bytes_that_are_no_house_file(content: bytes, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    assert refusal(str(file)) == sentence.format(file=file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refusal("pagatt") == "there is no preset and no file 'pagatt'; did you mean pagat?"
    missing = str(tmp_path / "none.toml")
    assert refusal(missing).startswith(f"there is no preset and no file {missing!r}; there are: ffb, ")


def test_what_is_no_file_cannot_be_read(tmp_path: Path) -> None:
    assert refusal(str(tmp_path)) == f"cannot read {str(tmp_path)!r}: Is a directory"
    assert refusal("a\0b").startswith("cannot read 'a\\x00b': ")


def test_the_list_has_every_preset_with_its_book() -> None:
    lines = list(listed())
    assert [line.split()[0] for line in lines] == list(PRESETS)
    assert all(len(line) > 40 for line in lines)


def test_a_preset_is_explained_under_its_line() -> None:
    lines = list(explained(house_rules("pagat"), 200))
    assert lines[0].startswith("pagat: pagat.com")
    assert not [line for line in lines if line.startswith("*")]
    at = lines.index('  undertrump = "obliged"')
    assert lines[at + 1].startswith("      Whether a player who is void")
    assert "(A 4.2.2, P 'The Play', S 'The Game')" in " ".join(line.strip() for line in lines[at + 1 : at + 5])


def test_what_differs_is_marked_in_a_house_file() -> None:
    house = parsed('preset = "pagat"\nundertrump = "free"\nbid_maximum = 180')
    lines = list(explained(house, 80))
    assert lines[0] == "pagat (house): differs from pagat in 2 options, marked *"
    assert [line for line in lines if line.startswith("*")] == [
        '* bid_maximum = 180   (differs from pagat: "none")',
        '* undertrump = "free"   (differs from pagat: "obliged")',
    ]


@pytest.mark.parametrize("width", [1, 40, 80, 300])
def test_meanings_are_wrapped_to_the_terminal(width: int) -> None:
    meanings = [line for line in explained(house_rules("ffb"), width) if " = " not in line]
    assert max(map(len, meanings)) <= max(20, min(width, MAX_WIDTH))


PATIENCE = 60


def run(*arguments: str, program: str = "coinche.server") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*forked_python(), "-m", program, *arguments],
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
    command = [*forked_python(), "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--bots", "none"]
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
