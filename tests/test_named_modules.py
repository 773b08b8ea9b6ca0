"""A package's docstring names only what exists, so that a renamed module does not keep its old name there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIDES = ("engine", "protocol", "server", "client")
PACKAGES = [path.parent for side in SIDES for path in sorted((ROOT / side).rglob("__init__.py"))]
NAME = re.compile(r"`([a-z][a-z_0-9]*)`")


def _names(package: Path) -> set[str]:
    """Modules in the package and around it; its functions, attributes and constants, such as the names of bots."""
    around = [folder for folder in (package, *package.parents) if folder.is_relative_to(ROOT) and folder != ROOT]
    modules = {path.stem for folder in around for path in folder.iterdir()} | {p.stem for p in package.rglob("*.py")}
    sources = {*package.rglob("*.py"), *package.parent.glob("*.py")}
    return modules.union(*map(_defined, sources))


@cache
def _defined(path: Path) -> frozenset[str]:
    """The functions, attributes and constants of a file."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    attributes = {n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(functions | attributes | words)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(ROOT)))
def test_a_package_names_only_what_exists(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert set(NAME.findall(docstring)) - _names(package) == set()
