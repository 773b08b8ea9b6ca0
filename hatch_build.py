"""The build hook: compiles the solver. Where that cannot be done the wheel is pure, and the solver in Python serves.

Knows what is compiled and what a wheel with it is called. Refuses to know compilers: setuptools finds and runs one.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension

MODULE = "coinche.engine.solver._dd"
PACKAGE = Path("coinche/engine/solver")
SOURCE = "engine" / PACKAGE / "_dd.c"
UNIX = os.name != "nt"


class SolverHook(BuildHookInterface[Any]):
    """Puts the compiled solver into a wheel, or beside its source where that is what will be imported."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is filled."""
        self._folder = TemporaryDirectory()  # an empty one: what an earlier build left would hide that this one fails
        compiled = _compiled(Path(self._folder.name))
        if version == "editable":
            beside = SOURCE.with_name(compiled.name)
            beside.unlink(missing_ok=True)  # not written over: programs that run may have it loaded
            if compiled.exists():
                shutil.copy(compiled, beside)
        elif compiled.exists():
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"cp311-abi3-{platform}"
            build_data["pure_python"] = False
            build_data["force_include"][str(compiled)] = (
                SOURCE.relative_to("engine").with_name(compiled.name).as_posix()
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Once the wheel is there."""
        self._folder.cleanup()


def _compiled(folder: Path) -> Path:
    """Where the extension is if it could be compiled. Other Pythons than CPython have no stable ABI."""
    extension = Extension(
        MODULE,
        [str(SOURCE)],
        extra_compile_args=["-std=c99", "-O3", "-g0"] if UNIX else [],
        libraries=["m"] if UNIX else [],
        py_limited_api=True,
        optional=True,
    )
    build = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder / "lib"), str(folder / "temp")
    build.ensure_finalized()
    if sys.implementation.name == "cpython":
        build.run()
    return Path(build.get_ext_fullpath(MODULE))
