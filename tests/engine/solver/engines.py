"""The solver's engines as test parameters; the compiled one is skipped if it was not built."""

from __future__ import annotations

import pytest

from coinche.engine.solver import ENGINES, Engine

compiled = pytest.mark.skipif(
    Engine.C not in ENGINES, reason="the solver is not compiled here: `make` does it with a C compiler"
)
each_engine = pytest.mark.parametrize("engine", [pytest.param(Engine.C, marks=compiled), Engine.PYTHON])
