PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/pip install --quiet --disable-pip-version-check $(if $(CI),--constraint constraints.txt)

play: .venv/play
	@$(BIN)/coinche-client --solo $(if $(RULES),--rules '$(RULES)')

test: .venv/test
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports && $(BIN)/pytest

format: .venv/test
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

docs: .venv/play
	$(BIN)/python docs/rules.py

bench: .venv/test
	$(BIN)/python bench/engine.py && $(BIN)/python bench/server.py

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist

.venv/play: pyproject.toml
	@echo "setting up .venv" && $(PYTHON) -m venv .venv && $(PIP) --editable . && touch $@

.venv/test: .venv/play
	$(PIP) --editable '.[test]' && touch $@

.PHONY: play test format docs bench clean
