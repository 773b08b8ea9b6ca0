PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/pip install --quiet --disable-pip-version-check $(if $(CI),--constraint constraints.txt)

play: .venv/play
	@$(BIN)/coinche-client --solo $(if $(RULES),--rules '$(RULES)')

test: .venv/test
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports \
		&& $(BIN)/pytest -n 2 --dist worksteal

format: .venv/test
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

docs: .venv/test
	$(BIN)/python docs/rules.py && $(BIN)/python -m tests.protocol.generated

bench: .venv/test
	$(BIN)/python bench/engine.py && $(BIN)/python bench/solver.py && $(BIN)/python bench/server.py \
		&& $(BIN)/python bench/mutate_rules.py && $(BIN)/python bench/mutate_protocol.py

load: .venv/test
	$(BIN)/python bench/load.py && $(BIN)/python bench/journal.py && $(BIN)/python bench/spectators.py

kill: .venv/test
	$(BIN)/python -m bench.kill --kills 200

prove: .venv/test
	$(BIN)/python bench/fair.py && $(BIN)/python -m bench.verify && $(BIN)/python bench/attack.py \
		&& $(BIN)/python -m bench.prove_solver

fuzz: .venv/test
	$(BIN)/python bench/fuzz_protocol.py && $(BIN)/python bench/fuzz_protocol.py --server

SEEDS ?= 5000

soak: .venv/test
	$(BIN)/python -m tests.simulation --seeds $(SEEDS)

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist \
		engine/coinche/engine/solver/_dd.*.so

# With a C compiler the solver is compiled, and again where its source has changed.
.venv/play: pyproject.toml hatch_build.py engine/coinche/engine/solver/_dd.c
	@echo "setting up .venv" && $(PYTHON) -m venv .venv && $(PIP) --editable . && touch $@

# colver without its dependencies: the tests hold our rules to its own, and need none of what its bots need. Not every
# platform has a wheel of it; only on Linux x86-64 is it an error that there is none.
.venv/test: .venv/play
	$(PIP) --editable '.[test]'
	$(PIP) --no-deps --only-binary colver colver==0.11.1 || test "$$(uname -sm)" != 'Linux x86_64'
	touch $@

.PHONY: play test format docs bench load kill prove fuzz soak clean
