# Two commands for a fresh machine: `make demo` and `make test`. Paths are relative: the folder may have any name.
PYTHON ?= python3
OUT ?= demo-out
SHARED ?= ../shared
VENV_PYTHON := .venv/bin/python

.PHONY: setup demo test lint bench bars messages

setup:
	@$(PYTHON) scripts/setup_env.py --for demo

demo: setup
	@$(VENV_PYTHON) -m companion demo --out "$(OUT)"

test:
	@$(PYTHON) scripts/setup_env.py --for test
	$(VENV_PYTHON) scripts/run_tests.py

lint: setup
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m mypy

# as the program itself does: no spinning thread of the matrix library
bench bars: export OPENBLAS_NUM_THREADS := 1

bench: setup
	$(VENV_PYTHON) scripts/bench.py

bars: setup
	$(VENV_PYTHON) scripts/bars.py "$(SHARED)"
