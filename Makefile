# The verbs of the project. `make demo` shows it working; `make test` says whether it is sound.
# Needs Python 3.11 or newer, g++ 11 or newer, make and PyPI. Everything else lands in .venv.

PYTHON ?= python3
CXX ?= g++
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

HEADERS := $(shell find core/driftline -name '*.hpp' 2>/dev/null)
BINDINGS := $(wildcard bindings/*.cpp)
PACKAGE := $(shell find src/driftline -name '*.py' 2>/dev/null)
CORE_TESTS := $(wildcard core/tests/*.cpp)
CORE_BINARIES := $(CORE_TESTS:core/tests/%.cpp=build/core-tests/%)
CXX_SOURCES := $(HEADERS) $(wildcard bindings/*.hpp) $(BINDINGS) $(wildcard core/tests/*.hpp) $(CORE_TESTS)
CORE_FLAGS := -std=c++20 -Icore -Wall -Wextra -Wconversion -Werror -ffp-contract=off
SANITIZERS := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
STUBS := python -m nanobind.stubgen -q -m driftline._core

.PHONY: help dev demo fix check test test-deep test-core bench docs wheel clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo       set up, build, and watch several learners meet a drift'
	@echo 'make test       set up if needed, then lint, types and all tests'
	@echo 'make test-deep  the same with many more random examples and the long tests'
	@echo 'make check      lint and types only; changes nothing'
	@echo 'make fix        format, and renew _core.pyi'
	@echo 'make dev        set up and build, no more'
	@echo 'make bench      race the peers and renew docs/benchmarks.md'
	@echo 'make docs, make wheel, make clean   what they say'

# Set-up. Each stamp stands for one finished step and is redone only when what it rests on changes.

$(VENV)/tools.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'driftline needs Python 3.11 or newer: make PYTHON=/path/to/python3.11'; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group build
	@touch $@

$(VENV)/built.stamp: $(VENV)/tools.stamp CMakeLists.txt $(HEADERS) $(BINDINGS) $(wildcard bindings/*.hpp)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[report]'
	@touch $@

$(VENV)/dev.stamp: $(VENV)/tools.stamp
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

dev: $(VENV)/dev.stamp $(VENV)/built.stamp

demo: $(VENV)/built.stamp
	driftline demo

# Checks and tests.

fix: dev
	ruff check --fix --quiet .
	ruff format --quiet .
	clang-format -i $(CXX_SOURCES)
	$(STUBS) -o src/driftline/_core.pyi

check: dev
	ruff check .
	ruff format --check --quiet .
	mypy
	lint-imports --no-logo
	clang-format --dry-run -Werror $(CXX_SOURCES)
	codespell
	$(STUBS) -o build/_core.pyi
	diff -u src/driftline/_core.pyi build/_core.pyi || { echo '_core.pyi is stale: run make fix'; exit 1; }
	printf '%s\n' $(BINDINGS) | xargs -n 1 -P $(JOBS) \
	  clang-tidy --quiet -p build/$$(python -c 'import sys; print(sys.implementation.cache_tag)')-editable
	printf '%s\n' $(CORE_TESTS) | xargs -r -I{} -P $(JOBS) clang-tidy --quiet {} -- -std=c++20 -Icore

test: check
	$(MAKE) --jobs=$(JOBS) test-core
	python -m pytest -n $(JOBS)

test-deep: check
	$(MAKE) --jobs=$(JOBS) test-core
	python -m pytest --hypothesis-profile=deep -m "deep or not deep" -n $(JOBS)

# What Python cannot reach: the core alone, as C++, under the address and undefined-behaviour sanitizers.
test-core: $(CORE_BINARIES)
	@for test in $^; do echo "$$test"; "$$test" || exit 1; done

build/core-tests/%: core/tests/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CORE_FLAGS) $(SANITIZERS) -MMD -MP $< -o $@ -pthread

-include $(CORE_BINARIES:=.d)

# The rest.

# The peers live in an environment of their own, beside a plain install of driftline. Real streams need
# the folder of Parquet files that DRIFTLINE_DATA names; without it the generated one runs alone.
STREAMS ?= $(if $(DRIFTLINE_DATA),elec2 covtype hyperplane spam,hyperplane)

$(BENCH)/built.stamp: benchmarks/requirements.txt pyproject.toml CMakeLists.txt $(HEADERS) $(BINDINGS) \
		$(wildcard bindings/*.hpp) $(PACKAGE)
	test -x $(BENCH)/bin/python || $(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --requirement benchmarks/requirements.txt .
	@touch $@

bench: $(BENCH)/built.stamp
	$(BENCH)/bin/python benchmarks/speed/run.py $(STREAMS)
	$(BENCH)/bin/python benchmarks/speed/tables.py

docs: dev
	$(BIN)/python -m pip install --quiet --group docs
	python docs/pictures/drift.py
	python docs/pictures/generators.py
	python docs/pictures/report.py
	python docs/pictures/answers.py
	python docs/pictures/detectors.py
	python docs/pictures/ranks.py
	python docs/pictures/unlearning.py
	python docs/pictures/forgotten.py
	NO_MKDOCS_2_WARNING=1 mkdocs build --strict

wheel: $(VENV)/tools.stamp
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

clean:
	rm -rf build dist site $(VENV) $(BENCH)
