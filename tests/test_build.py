"""Tests of wheels: with a compiler they have the compiled solver; without one, or if it fails, they are pure Python."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_version import compiler

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "protocol", "server", "client")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
SOLVER = Path("engine/coinche/engine/solver")
WEB = Path("client/coinche/web")
WITH_A_COMPILER = pytest.mark.skipif(compiler() is None, reason="no C compiler, or no headers of Python")
_WHICH = "from coinche.engine.solver import ENGINE; print(ENGINE)"
_EDITABLE = "import sys; from hatchling.build import build_editable as build; build(sys.argv[1])"
_PLAIN = "import sys; from hatchling.build import build_wheel as build; build(sys.argv[1])"
_SOURCE = "import sys; from hatchling.build import build_sdist as build; build(sys.argv[1])"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of what is built, with nothing compiled in it."""
    tree = tmp_path_factory.mktemp("build") / "tree"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__", "_dd.*.so"))
    for file in FILES:
        shutil.copy(ROOT / file, tree)
    yield tree
    shutil.rmtree(tree)


@pytest.fixture(scope="module")
def hasty_compiler(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The compiler with its optimizer off, which would take nine tenths of the time; `make` builds with it."""
    script = tmp_path_factory.mktemp("compiler") / "cc"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(compiler() or "cc")} "$@" -O0\n', encoding="utf-8")
    script.chmod(0o700)
    return str(script)


def built(tree: Path, into: Path, how: str, **environment: str) -> Path:
    """The wheel built from the tree."""
    command = [sys.executable, "-c", how, str(into)]
    subprocess.run(command, cwd=tree, env={**os.environ, **environment}, capture_output=True, check=True)
    (made,) = into.iterdir()
    return made


def engine(*folders: Path) -> str:
    """The solver imported from there, and from nowhere else."""
    environment = {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    command = [sys.executable, "-S", "-c", _WHICH]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def unpacked(wheel: Path, into: Path) -> Path:
    with zipfile.ZipFile(wheel) as file:
        file.extractall(into)
    return into


@WITH_A_COMPILER
def test_with_a_compiler_a_wheel_holds_the_compiled_solver_for_every_later_python(
    tree: Path, tmp_path: Path, hasty_compiler: str
) -> None:
    wheel = built(tree, tmp_path / "wheel", _PLAIN, CC=hasty_compiler)
    assert re.search(r"-cp311-abi3-\w+\.whl$", wheel.name)
    assert engine(unpacked(wheel, tmp_path / "site")) == "C"
    assert not list((tree / SOLVER).glob("_dd.*.so"))
    assert not list((tmp_path / "site").rglob("*.c"))


@pytest.mark.parametrize("broken", ["/nonexistent", "false"])
def test_without_a_compiler_a_wheel_is_pure_and_the_solver_in_python_serves(
    broken: str, tree: Path, tmp_path: Path
) -> None:
    wheel = built(tree, tmp_path / "wheel", _PLAIN, CC=broken)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert engine(unpacked(wheel, tmp_path / "site")) == "Python"


def test_a_wheel_holds_the_files_of_the_browser_client(tree: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built(tree, tmp_path / "wheel", _PLAIN, CC="false")) as file:
        names = set(file.namelist())
    files = {path.relative_to(ROOT / "client").as_posix() for path in (ROOT / WEB).iterdir() if path.is_file()}
    assert {"coinche/web/cards.js", "coinche/web/fold.js"} <= files <= names


@WITH_A_COMPILER
def test_an_editable_install_has_it_beside_its_source_and_never_an_old_one(
    tree: Path, tmp_path: Path, hasty_compiler: str
) -> None:
    built(tree, tmp_path / "first", _EDITABLE, CC=hasty_compiler)
    assert engine(tree / "engine") == "C"
    built(tree, tmp_path / "second", _EDITABLE, CC="/nonexistent")
    assert engine(tree / "engine") == "Python"


def test_what_is_built_from_goes_with_the_source(tree: Path, tmp_path: Path) -> None:
    with tarfile.open(built(tree, tmp_path / "source", _SOURCE)) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"hatch_build.py", f"{SOLVER.as_posix()}/_dd.c"} <= names
