PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
# The tests start hundreds of Pythons: bytecode is kept, so that they do not all compile the same modules.
export PYTHONDONTWRITEBYTECODE =
PIP = $(BIN)/pip install --quiet --disable-pip-version-check $(if $(CI),--constraint constraints.txt)

play: $(VENV)/play
	@$(BIN)/coinche-client --solo $(if $(RULES),--rules '$(RULES)')

# The two halves run side by side. There are more workers than processors, because many tests wait for other processes.
PYTEST = $(BIN)/pytest -n 4 --dist worksteal

test: $(VENV)/test
	@$(MAKE) --no-print-directory -j2 check pytest

check: $(VENV)/test
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports

pytest: $(VENV)/test
	$(PYTEST) -m 'not slow'

# The longest tests, which CI runs as well: pages in a browser, kills, foreign languages, planted faults.
test-slow: $(VENV)/test
	$(PYTEST) -m slow

# The tests of server, protocol and engine with every Python that is here, or with those that are named.
test-pythons: $(VENV)/test
	$(BIN)/python -m tests.pythons $(if $(TESTED),--tested '$(TESTED)') $(PYTHONS)

# The same with one, in the environment VENV.
test-python: $(VENV)/test
	$(PYTEST) tests/server tests/arena tests/protocol tests/engine

format: $(VENV)/test
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

docs: $(VENV)/test
	$(BIN)/python docs/rules.py && $(BIN)/python -m tests.protocol.generated

bench: $(VENV)/test
	$(BIN)/python bench/engine.py && $(BIN)/python bench/solver.py && $(BIN)/python bench/server.py \
		&& $(BIN)/python bench/mutate_rules.py && $(BIN)/python bench/mutate_protocol.py

load: $(VENV)/test
	$(BIN)/python bench/load.py && $(BIN)/python bench/journal.py && $(BIN)/python bench/spectators.py

kill: $(VENV)/test
	$(BIN)/python -m bench.kill --kills 200

prove: $(VENV)/test
	$(BIN)/python bench/fair.py && $(BIN)/python -m bench.verify && $(BIN)/python bench/attack.py \
		&& $(BIN)/python -m bench.prove_solver \
		&& COINCHE_WHOLE=1 $(PYTEST) -o faulthandler_timeout=5400

fuzz: $(VENV)/test
	$(BIN)/python bench/fuzz_protocol.py && $(BIN)/python bench/fuzz_protocol.py --server

damage: $(VENV)/test
	$(BIN)/python -m bench.damage

SEEDS ?= 5000

soak: $(VENV)/test
	$(BIN)/python -m tests.simulation --seeds $(SEEDS)

clean:
	rm -rf .venv .pythons .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist \
		engine/coinche/engine/solver/_dd.*.so

# An environment that another Python made than the one that is named is made anew.
WHICH = -c 'import sys; print(sys.version, sys.base_prefix)'
ifneq ($(origin PYTHON),file)
ifneq ($(wildcard $(VENV)/play),)
ifneq ($(shell $(BIN)/python $(WHICH) 2>&1),$(shell $(PYTHON) $(WHICH) 2>&1))
CLEAR = --clear
.PHONY: $(VENV)/play $(VENV)/test
endif
endif
endif

# With a C compiler the solver is compiled, and again where its source has changed.
BUILT_FROM = pyproject.toml hatch_build.py engine/coinche/engine/solver/_dd.c
SET_UP = echo "setting up $(VENV)" && $(PYTHON) -m venv $(CLEAR) $(VENV)

$(VENV)/play: $(BUILT_FROM)
	@$(SET_UP) && $(PIP) --editable . && touch $@

# colver without its dependencies: the tests hold our rules to its own, and need none of what its bots need. Not every
# platform has a wheel of it; only on Linux x86-64 is it an error that there is none.
$(VENV)/test: $(BUILT_FROM)
	@$(SET_UP) && $(PIP) --editable '.[test]' && touch $(VENV)/play
	@$(PIP) --no-deps --only-binary colver colver==0.11.1 || test "$$(uname -sm)" != 'Linux x86_64'
	@touch $@

.PHONY: play test check pytest test-slow test-pythons test-python format docs bench load kill prove fuzz damage soak clean
