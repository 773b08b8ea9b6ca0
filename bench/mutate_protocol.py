"""A mutation test of the protocol's checks: remove one check at a time and see whether a test fails.

    python bench/mutate_protocol.py [--every N] [MODULE ...]

The checks are all places that refuse something: a condition under which something is raised, each part of it by itself;
a call of something that raises; a hook of a decoder; a bound of a field; a number used as a bound; a comparison, made
stricter or milder by one; a member of a set; an answer of a predicate. For each one the module is loaded without it in
a process of its own, and the tests of the protocol run until one fails; all of them pass before anything is changed.
Files that are generated from the code (`make docs`) do not count.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parent.parent))

import hypothesis
import msgpack  # noqa: F401  loaded here, so that no process has to load it again
import pytest
import trio  # noqa: F401
from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: F401

import coinche.engine.match  # noqa: F401

ROOT = Path(__file__).parent.parent
HERE = ROOT / "tests" / "protocol"
PACKAGE = "coinche.protocol"
SOURCES = ROOT / "protocol" / "coinche" / "protocol"
UNCHECKED = {"schema.py", "__init__.py"}
"""Files without any check."""
FIRST = {
    "client.py": ("bounds", "limits"),
    "types.py": ("bounds", "limits"),
    "archive.py": ("bounds", "limits"),
    "lending.py": ("bounds", "limits"),
    "server.py": ("limits", "byte_vectors"),
    "table_events.py": ("byte_vectors",),
    "frames.py": ("frames", "limits"),
    "json_lines.py": ("json_lines", "limits"),
    "encodings.py": ("encodings", "limits"),
    "codec.py": ("hostile_bodies", "limits", "codec"),
    "errors.py": ("limits",),
}
"""The tests that are the first to notice; else those with the module's name."""
TESTS = (
    "requests",
    "bounds",
    "hostile_bodies",
    "connection",
    "encodings",
    "frames",
    "json_lines",
    "auth",
    "names",
    "limits",
    "codec",
)
NOT_RUN = {pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.INTERNAL_ERROR}
"""Results that say nothing about a mutation; a module that cannot even be imported fails its tests."""
BOUNDS = {"ge", "le", "min_length", "max_length", "pattern", "forbid_unknown_fields"}
HOOKS = {"object_pairs_hook", "ext_hook", "max_ext_len", "parse_int", "parse_float", "parse_constant", "dec_hook"}
STRICTER: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}

EQUAL = {
    "json_lines.py: _LARGEST +1": "an integer of 21 digits has more than 64 bits, however it is found out",
    "json_lines.py: by one: end < 0": "no line ends at its first byte: the ends of empty lines are gone",
}
"""Mutations without an effect, and the reasons."""

Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutation:
    """A module without one of its checks."""

    path: Path
    line: int
    says: str
    tree: ast.Module

    @property
    def module(self) -> str:
        """The module's import name."""
        return ".".join((PACKAGE, *self.path.relative_to(SOURCES).with_suffix("").parts))

    def __str__(self) -> str:
        return f"{self.path.relative_to(SOURCES)}:{self.line}: {self.says}"


def mutations(path: Path) -> Iterator[Mutation]:
    """Every check of a module, removed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        for says, change in changes(node):
            changed = copy.deepcopy(tree)
            change(list(ast.walk(changed))[number])
            if f"{path.relative_to(SOURCES)}: {says}" in EQUAL:
                continue
            yield Mutation(path, getattr(node, "lineno", 0), says, ast.fix_missing_locations(changed))


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The changes to a node that remove something, each with its name."""
    for kind, ways in CHANGES.items():
        if isinstance(node, kind):
            for way in ways:
                yield from way(node)


def conditions(node: ast.If) -> Iterator[tuple[str, Change]]:
    """A condition that is never true."""
    if any(isinstance(part, ast.Raise) for part in node.body):
        yield f"not if {ast.unparse(node.test)}", lambda it: setattr(it, "test", ast.Constant(False))


def parts(node: ast.BoolOp) -> Iterator[tuple[str, Change]]:
    """A condition without one of its parts."""
    for at, part in enumerate(node.values):
        yield f"without {ast.unparse(part)}", lambda it, at=at: it.values.pop(at)  # type: ignore[misc]


def comparisons(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    """A comparison that is off by one."""
    for at, operator in enumerate(node.ops):
        if type(operator) in STRICTER:
            other = STRICTER[type(operator)]()
            yield f"by one: {ast.unparse(node)}", lambda it, at=at, other=other: it.ops.__setitem__(at, other)  # type: ignore[misc]


def keywords(node: ast.Call | ast.ClassDef) -> Iterator[tuple[str, Change]]:
    """Bounds and hooks left out."""
    for at, keyword in enumerate(node.keywords):
        if keyword.arg in BOUNDS | HOOKS:
            yield f"without {ast.unparse(keyword)}", lambda it, at=at: it.keywords.pop(at)  # type: ignore[misc]


def calls(node: ast.Expr) -> Iterator[tuple[str, Change]]:
    """A call left out that is made only for its refusal."""
    if isinstance(node.value, ast.Call):
        name = ast.unparse(node.value.func)
        if name in CHECKING or "." not in name:
            yield f"without {ast.unparse(node)}", lambda it: setattr(it, "value", ast.Constant(None))


CHECKING = {"self._bounded", "json.dumps(plain, ensure_ascii=False).encode"}
"""Methods that are called for what they refuse."""


def handlers(node: ast.Try) -> Iterator[tuple[str, Change]]:
    """A handler left out, so that a library's exception passes through unchanged."""
    for at, handler in enumerate(node.handlers):
        if any(isinstance(part, ast.Raise) for part in handler.body):
            caught = ast.unparse(handler.type) if handler.type else "all"
            yield f"not except {caught}", lambda it, at=at: _let_through(it, at)  # type: ignore[misc]


def _let_through(node: ast.Try, at: int) -> None:
    node.handlers[at].body = [ast.Raise()]


def numbers(node: ast.Module) -> Iterator[tuple[str, Change]]:
    """A bound increased or decreased by one."""
    for at, part in enumerate(node.body):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant | ast.BinOp):
            name = ast.unparse(part.targets[0])
            if isinstance(part.value, ast.BinOp) or type(part.value.value) is int:
                for more in (1, -1):
                    yield f"{name} {more:+}", lambda it, at=at, more=more: _more(it.body[at], more)  # type: ignore[misc]


def _more(assignment: ast.Assign, more: int) -> None:
    assignment.value = ast.BinOp(assignment.value, ast.Add(), ast.Constant(more))


def members(node: ast.Set) -> Iterator[tuple[str, Change]]:
    """A set without one of its members."""
    for at, member in enumerate(node.elts):
        yield f"without {ast.unparse(member)}", lambda it, at=at: it.elts.pop(at)  # type: ignore[misc]


def answers(node: ast.FunctionDef) -> Iterator[tuple[str, Change]]:
    """A predicate that always returns True."""
    if node.returns is not None and ast.unparse(node.returns) == "bool" and not node.decorator_list:
        yield f"{node.name} is always true", lambda it: setattr(it, "body", [ast.Return(ast.Constant(True))])


CHANGES: dict[type[ast.AST], Sequence[Callable[..., Iterator[tuple[str, Change]]]]] = {
    ast.If: (conditions,),
    ast.BoolOp: (parts,),
    ast.Compare: (comparisons,),
    ast.Call: (keywords,),
    ast.ClassDef: (keywords,),
    ast.Expr: (calls,),
    ast.Try: (handlers,),
    ast.Module: (numbers,),
    ast.Set: (members,),
    ast.FunctionDef: (answers,),
}


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """A loader of one module from a changed syntax tree."""

    def __init__(self, mutation: Mutation) -> None:
        self._mutation = mutation

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """The spec of the changed module; None for all others."""
        if name != self._mutation.module:
            return None
        return importlib.util.spec_from_file_location(name, self._mutation.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the tree."""
        exec(compile(self._mutation.tree, str(self._mutation.path), "exec"), vars(module))


def passes(mutation: Mutation | None) -> bool:
    """Return whether the tests pass with the mutation, in a process of its own."""
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code in NOT_RUN:
            raise SystemExit(f"the tests did not run: pytest ended with {code}")
        return code == pytest.ExitCode.OK
    code = int(pytest.ExitCode.TESTS_FAILED)
    try:
        os.chdir(ROOT)
        if mutation is not None:
            sys.meta_path.insert(0, Loader(mutation))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = next(filter(None, map(int, map(pytest.main, stages(mutation)))), 0)
        if code in NOT_RUN or (mutation is None and code):
            sys.stderr.write(out.getvalue())
    finally:
        os._exit(code)


def stages(mutation: Mutation | None) -> Iterator[list[str]]:
    """The arguments for pytest: first the tests that should notice, then the others."""
    first = () if mutation is None else FIRST.get(mutation.path.name, _own_tests(mutation.path.stem))
    settings = [f"--config-file={ROOT / 'pyproject.toml'}", "-o", "filterwarnings=ignore", "-p", "no:cacheprovider"]
    for names in (first, tuple(name for name in TESTS if name not in first)):
        files = [HERE / f"test_{name}.py" for name in names]
        if files:
            yield [*map(str, files), "-x", "-q", *settings]


def _own_tests(module: str) -> tuple[str, ...]:
    return (module,) if (HERE / f"test_{module}.py").exists() else ()


def main() -> int:
    """Print the table; 1 if a removal was missed, 2 if a test fails without any."""
    modules = sorted(path for path in SOURCES.rglob("*.py") if path.name not in UNCHECKED)
    names = {str(path.relative_to(SOURCES)): path for path in modules}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("modules", nargs="*", choices=[*names, []], metavar="MODULE")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth of them")
    options = parser.parse_args()
    wanted = options.modules or list(names)
    hypothesis.settings.register_profile("brief", max_examples=20, database=None, derandomize=True, deadline=None)
    hypothesis.settings.load_profile("brief")
    if not passes(None):
        return 2
    missed: list[Mutation] = []
    total = 0
    for name in wanted:
        found = list(mutations(names[name]))[:: options.every]
        survived = [mutation for mutation in found if passes(mutation)]
        print(f"{name:<24}{len(found) - len(survived):>4} /{len(found):>4}", flush=True)
        missed += survived
        total += len(found)
    for mutation in missed:
        print(f"missed: {mutation}")
    print(f"caught {total - len(missed)} of {total}")
    return 0 if not missed else 1


if __name__ == "__main__":
    raise SystemExit(main())
