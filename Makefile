# Every target sets up its own virtual environment when it is not there; a second run is quick.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
MODELS := $(VENV)/.models-ready
DEMO   := $(VENV)/.demo-ready
NEO4J  := $(VENV)/.neo4j-ready
FUZZ   := $(VENV)/.fuzz-ready
LOWEST := .venv-lowest
NEWEST := .venv-newest
# The extras that `test` tries, whose lowest versions go together; and those that `test-all` tries, which need newer
# versions of what others need too.
LIGHT  := pdf neo4j llama-index llama-index-neo4j langchain mcp bench rdf parquet dask fastembed wordnet
HEAVY  := spacy stanza ray tuning
# The package from this folder with extras, as pip takes them.
with    = ".[$(shell echo $(1) | tr ' ' ',')]"
# More processes than processors, as tests wait for Neo4j, browsers and processes of their own;
# tests/support/workers.py says which tests stay together.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 2)")
PYTEST   = $(BIN)/pytest -n $(WORKERS) --dist loadgroup
# Those processes find the package compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-lowest test-newest fuzz lint format docs licences plots neo4j browser vendor clean

demo: $(DEMO)
	@$(BIN)/lgm demo

# What a change needs, in some minutes; tests/support/tiers.py says which tests are thorough.
test: $(READY)
	@$(PYTEST) -m "not thorough"

# All tests, each once, for which it installs Stanza, spaCy and Ray, and makes environments.
test-all: $(MODELS)
	@$(PYTEST) -m ""

# What pyproject.toml lets a plain pytest run (no Stanza, spaCy, Ray nor installing), with the lowest versions that it
# allows of what it names; old ones may warn.
test-lowest: $(LOWEST)/.ready
	@$(LOWEST)/bin/python -m pytest -n $(WORKERS) --dist loadgroup -W default

# The same with the newest versions there are, whatever constraints.txt says.
test-newest: $(NEWEST)/.ready
	@$(NEWEST)/bin/python -m pytest -n $(WORKERS) --dist loadgroup

# Hostile bytes for each of what reads files, replies, logical forms and filters; SECONDS for each (Linux).
SECONDS ?= 60
fuzz: $(FUZZ)
	@for name in texts files replies forms filters; do \
	  echo "$$name:"; LGM_SECONDS=$(SECONDS) $(BIN)/python -m tests.fuzz $$name || exit 1; done

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# The documentation site, to be read by opening site/index.html.
docs: $(READY)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open site/index.html"

# The licences of all that is needed, as installed, into docs/project/licences.md.
licences: $(MODELS)
	@$(BIN)/python -m tests.support.licences

# The plots of the benchmarks, beside the tables that they are drawn from.
plots: $(READY)
	@$(BIN)/python -m benchmarks.plots

# A real Neo4j to try things on, from its Maven artifacts (needs Java 17 and Maven), with the driver alone installed;
# `make neo4j APOC=1` adds APOC core, which LlamaIndex's own store needs. Ctrl-C stops it.
neo4j: $(NEO4J)
	@$(BIN)/python -m tests.support.neo4j_server $(if $(APOC),--apoc)

# The browser in which the tests of pages look at them, from Debian's packages (as root); without one they are skipped.
browser:
	@command -v chromedriver > /dev/null || { apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends chromium chromium-driver fonts-liberation > /dev/null; }

# The libraries that pages bring (web/package.json), fetched and built into one file (needs Node.js 20); it is checked in.
vendor:
	@cd web && npm install --silent --no-audit --no-fund --no-package-lock && npm run --silent build

clean:
	rm -rf $(VENV) $(LOWEST) $(NEWEST) site build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf web/node_modules
	find . -name __pycache__ -prune -exec rm -rf {} +

# The demo needs the package alone; tests and linters need the development tools too.
$(DEMO): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the package (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(NEO4J): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the package and the driver of Neo4j (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e $(call with,neo4j)
	@touch $@ $(DEMO)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the package and the development tools (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e $(call with,$(LIGHT)) --group dev
	@touch $@ $(DEMO) $(NEO4J)

# The tests of the neural language backends and of Ray need more than all else together: only `make test-all` installs it.
$(MODELS): pyproject.toml constraints.txt | $(READY)
	@echo "Installing Stanza, spaCy and Ray for the tests (once; with PyTorch, some GB on Linux) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e $(call with,$(LIGHT) $(HEAVY)) --group models
	@touch $@

$(FUZZ): pyproject.toml constraints.txt | $(READY)
	@echo "Installing Atheris (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --group fuzz
	@touch $@

# Copies, since NLTK refuses files that are linked from uv's cache.
$(LOWEST)/.ready: pyproject.toml
	@echo "Installing the package with the lowest versions it allows, and the development tools (once) ..."
	@$(PYTHON) -m venv $(LOWEST)
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(LOWEST)/bin/uv pip compile --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
	  $(LIGHT:%=--extra %) --output-file $(LOWEST)/lowest.txt pyproject.toml
	@$(LOWEST)/bin/uv pip install --quiet --link-mode copy --python $(LOWEST)/bin/python --constraint $(LOWEST)/lowest.txt \
	  -e $(call with,$(LIGHT)) --group dev
	@touch $@

$(NEWEST)/.ready: pyproject.toml
	@echo "Installing the package with the newest versions there are, and the development tools (once) ..."
	@$(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade -e $(call with,$(LIGHT)) --group dev
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
