# Every target sets up what it needs: a virtual environment of its own in .venv, once.
# PYTHON chooses the interpreter that .venv is made with; by default the first of these that will do.
PYTHON ?=
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python
BIN := .venv/bin
READY := .venv/ready
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.PHONY: help install demo test lint types format golden examples bench check clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

install: $(READY)  ## make .venv and install the project into it, editable

demo: $(READY)  ## compile a few commands and run them on this project's own source text
	@$(BIN)/python examples/demo.py

test: $(READY)  ## run every test on two processes
	$(BIN)/python -m pytest -n 2 -q

lint: $(READY)  ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## check types, strictly
	$(BIN)/mypy

format: $(READY)  ## format every file
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: $(READY)  ## write the golden kernels anew, for a change of generated code that is meant
	UPDATE_GOLDEN=1 $(BIN)/python -m pytest -q tests/codegen

examples: $(READY)  ## run the examples, which check themselves
	@set -e; for example in examples/*.py; do echo "== $$example"; $(BIN)/python $$example; done

bench: $(READY)  ## measure kernels against NumPy; keep the machine idle meanwhile
	$(BIN)/python benchmarks/run.py

check: lint types test examples  ## everything that must pass before a change goes in

clean:  ## remove .venv and everything that tools have written
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@set -e; \
	for python in $(or $(PYTHON),$(CANDIDATES)); do \
		if $$python -c '$(IS_NEW_ENOUGH)' 2>/dev/null; then chosen=$$python; break; fi; \
	done; \
	if [ -z "$$chosen" ]; then \
		echo "Python 3.11 or newer is needed, and none of these is: $(or $(PYTHON),$(CANDIDATES))." >&2; \
		echo "Install one, or name one: make PYTHON=/path/to/python3.11 ..." >&2; \
		exit 1; \
	fi; \
	echo "setting up .venv with $$($$chosen --version)"; \
	$$chosen -m venv .venv || { echo "$$chosen cannot make virtual environments (on Debian: apt install python3-venv)" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	@touch $@
