"""A class name occurs once in the project, so that a name says which class is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "protocol", "server", "client")


def test_a_public_class_name_occurs_once_in_the_project() -> None:
    homes = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes[node.name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 500
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
