"""Tests of `make test-pythons`: its choice of interpreters and its failures. Interpreters and `make` are stubs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pythons
from tests.pythons import ROOT, Interpreter, LeftOut

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stubs are shell scripts")


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def python(path: Path, version: str, implementation: str = "CPython") -> Path:
    """A program that starts as a Python of that version."""
    numbers = version.replace(".", ", ")
    return script(path, f"echo '[\"{implementation}\", {numbers}]'")


def stub(path: Path) -> Path:
    """A version manager's stub for a Python that is not selected."""
    return script(path, f"echo 'pyenv: {path.name}: command not found' >&2; exit 127")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has nothing but what is put there; `make` notes how it is called."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin") + os.pathsep + "/nowhere")
    for variable in ("PYENV_ROOT", "UV_PYTHON_INSTALL_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    monkeypatch.setattr(pythons, "_PREFIXES", (str(tmp_path / "usr/local"), str(tmp_path / "opt")))
    script(tmp_path / "bin/make", f'echo "$@" >> {tmp_path / "made"}\ncase "$*" in *3.12*) exit 2;; esac')
    return tmp_path


def made(machine: Path) -> list[str]:
    """The versions whose tests were run."""
    lines = (machine / "made").read_text().splitlines() if (machine / "made").exists() else []
    return [line.rpartition("VENV=.pythons/")[2] for line in lines]


def test_the_interpreter_of_these_tests_starts_and_has_its_version() -> None:
    assert pythons.probed(Path(sys.executable)) == Interpreter(Path(sys.executable), sys.version_info[:3])


def test_each_version_is_run_once_in_an_environment_of_its_own_wherever_it_is(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python(machine / "bin/python3.11", "3.11.2")
    stub(machine / "bin/python3.13")
    python(machine / "PYENV_ROOT/versions/3.11.7/bin/python3.11", "3.11.7")
    python(machine / "PYENV_ROOT/versions/3.13.0/bin/python3.13", "3.13.0")
    python(machine / "UV_PYTHON_INSTALL_DIR/cpython-3.14.1-linux/bin/python3.14", "3.14.1")
    python(machine / "ASDF_DATA_DIR/installs/python/3.15.0/bin/python3", "3.15.0")
    python(machine / "MISE_DATA_DIR/installs/python/3.16.0/bin/python3", "3.16.0")
    python(machine / "usr/local/bin/python3.17", "3.17.0")
    python(machine / "opt/python/3.18/bin/python3", "3.18.0")
    assert pythons.main([]) == 0
    assert made(machine) == ["3.11.2", "3.13.0", "3.14.1", "3.15.0", "3.16.0", "3.17.0", "3.18.0"]
    said = capsys.readouterr().out
    assert f"left out: {machine}/bin/python3.13: does not start: pyenv: python3.13: command not found" in said
    assert "versions/3.11.7/bin/python3.11: 3.11 is run by 3.11.2" in said
    assert f"passed: 3.13.0 ({machine}/PYENV_ROOT/versions/3.13.0/bin/python3.13)" in said


def test_one_file_with_two_names_is_one_interpreter(machine: Path) -> None:
    (machine / "bin/python3").symlink_to(sys.executable)
    (machine / "bin/python3.11").symlink_to(sys.executable)
    assert len(pythons.candidates([machine / "bin"])) == 1


@pytest.mark.parametrize(
    ("version", "implementation", "why"),
    [("3.10.13", "CPython", "3.10.13 is older than 3.11"), ("3.11.9", "PyPy", "3.11.9 is PyPy, not CPython")],
)
def test_what_the_project_does_not_support_is_left_out(
    machine: Path, version: str, implementation: str, why: str
) -> None:
    path = python(machine / "bin/python3", version, implementation)
    assert pythons.probed(path) == LeftOut(path, why)


def test_a_python_that_cannot_make_an_environment_is_left_out_with_its_own_words(machine: Path) -> None:
    starts = "echo '[\"CPython\", 3, 12, 1]'; echo 'No module named ensurepip' >&2; exit 1"
    found = pythons.probed(script(machine / "bin/python3.12", starts))
    assert isinstance(found, LeftOut)
    assert found.why == "3.12.1 lacks what the tests need: No module named ensurepip"


def test_a_run_that_fails_fails_all_and_the_others_are_run_all_the_same(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for version in ("3.11.7", "3.12.1", "3.13.0"):
        python(machine / "PYENV_ROOT/versions" / version / "bin/python3", version)
    assert pythons.main([]) == 1
    assert made(machine) == ["3.11.7", "3.12.1", "3.13.0"]
    assert "FAILED: 3.12.1" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["python3.13", "3.13", "3.13.0"])
def test_a_named_interpreter_is_found_behind_its_stub(machine: Path, name: str) -> None:
    stub(machine / "bin/python3.13")
    python(machine / "bin/python3.11", "3.11.2")
    python(machine / "PYENV_ROOT/versions/3.13.0/bin/python3", "3.13.0")
    assert pythons.main([name]) == 0
    assert made(machine) == ["3.13.0"]


def test_a_named_interpreter_that_is_missing_fails_and_the_others_are_run(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stub(machine / "bin/python3.13")
    path = python(machine / "elsewhere/python3", "3.11.2")
    assert pythons.main([str(path), "python3.13", "python3.19"]) == 1
    assert made(machine) == ["3.11.2"]
    said = capsys.readouterr().out
    assert "python3.13: does not start: pyenv: python3.13: command not found" in said
    assert "left out: python3.19: there is none on this machine" in said


def test_the_version_that_has_been_tested_already_is_left_out_and_that_is_said(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tested = python(machine / "venv/bin/python", "3.11.7")
    python(machine / "bin/python3.11", "3.11.2")
    assert pythons.main(["--tested", str(tested)]) == 0
    assert made(machine) == []
    assert "the tests of 3.11 have been run already" in capsys.readouterr().out


def test_a_machine_without_any_interpreter_fails(machine: Path) -> None:
    assert pythons.main([]) == 1


# --- PYTHON=… where there is an environment -----------------------------------------------------------


def setting_up(venv: Path, *variables: str) -> bool:
    """Return whether `make` would make the environment anew."""
    command = ["make", "--dry-run", f"{venv}/play", f"VENV={venv}", *variables]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTHON", "MFLAGS"))
    }
    return (
        "--clear"
        in subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    )


def test_an_environment_of_another_python_than_the_named_one_is_made_anew(tmp_path: Path) -> None:
    own, other = Path(sys.executable), python(tmp_path / "python3.19", "3.19.0")
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / "venv/bin/python").symlink_to(own)
    (tmp_path / "venv/play").touch()
    assert not setting_up(tmp_path / "venv"), "whoever names none keeps what there is"
    assert not setting_up(tmp_path / "venv", f"PYTHON={own}")
    assert setting_up(tmp_path / "venv", f"PYTHON={other}")
