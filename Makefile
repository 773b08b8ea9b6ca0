PYTHON ?= python3
BIN = .venv/bin
CONSTRAINTS = $(if $(CI),-c constraints.txt)

play: .venv/ready
	@$(BIN)/coinche-client --solo

test: .venv/ready
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports && $(BIN)/pytest

format: .venv/ready
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: .venv/ready
	$(BIN)/python bench/engine.py && $(BIN)/python bench/server.py

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet --disable-pip-version-check $(CONSTRAINTS) -e '.[test]' && touch $@

.PHONY: play test format bench clean
