# make demo · make test · make lint · make bench · make report · make wheel. Each does its own set-up; nothing but Python,
# pip and a C++ compiler is needed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
unexport PYTHONDONTWRITEBYTECODE  # hundreds of tests start a process: what it imports is compiled once
CPP    := $(shell find core bindings -name '*.?pp')
NATIVE := $(CPP) CMakeLists.txt pyproject.toml

.PHONY: demo build dev browser test python-tests native-and-sanitize native-tests test-gpu sanitize wheel bench report \
        bench-core lint format clean

demo: build
	@$(BIN)/budge solve --show eight/hardest-1

build: $(VENV)/built

# Tools first, then the package in place: a change of Python code needs no build, a change of C++ only what it touches.
$(VENV)/tools: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --no-compile 'scikit-build-core>=0.10' 'nanobind>=2.4' 'cmake>=3.20' ninja
	@touch $@

$(VENV)/built: $(VENV)/tools $(NATIVE)
	$(BIN)/pip install -q --no-compile --no-build-isolation -e .
	@touch $@

dev: $(VENV)/dev

# Every extra, and what tests and linters need. The package is there already, this only adds to it. uv takes a tenth of
# the time that pip does; where it finds nothing, because only pip is told where to look, it is done by pip.
$(VENV)/dev: $(VENV)/built
	$(BIN)/pip install -q 'uv>=0.5,<1'
	$(BIN)/uv pip install -q --python $(BIN)/python 'budge[dev]' || $(BIN)/pip install -q --no-compile 'budge[dev]'
	@touch $@

# The page is tested in Debian's chromium, best in the one without windows.
CHROMIUM := chromium-headless-shell
browser:
	@mkdir -p build
	@command -v $(CHROMIUM) > /dev/null || command -v chromium > /dev/null \
	|| { apt-get update && apt-get install -y --no-install-recommends $(CHROMIUM); } > build/browser.log 2>&1 < /dev/null \
	|| echo "No chromium, and none can be installed (see build/browser.log): the page is not tested in a browser."

# What can be done side by side is: installing, compiling, linting, testing. The native tests take what the rest leaves
# of the processor. ninja is not told of make's job server: make hands it only to itself, and ninja would not start
# without.
test:
	@$(MAKE) --no-print-directory -j 3 browser python-tests native-and-sanitize

python-tests: lint browser
	$(BIN)/pytest -n 2 --dist worksteal

native-and-sanitize: build
	@nice $(MAKE) --no-print-directory sanitize
	@nice $(MAKE) --no-print-directory native-tests

native-tests: build
	@MAKEFLAGS= $(BIN)/cmake --build build/cp* --target native_tests
	build/cp*/native_tests

# What needs a GPU, and CuPy for it: pip install 'budge[gpu]'.
test-gpu: dev
	$(BIN)/pytest tests/gpu

# Once more under the address and undefined-behaviour sanitizers.
sanitize: $(VENV)/tools
	@mkdir -p build
	@$(BIN)/cmake -G Ninja -S . -B build/sanitize -DBUDGE_SANITIZE=ON \
	  -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja > build/sanitize.log
	@MAKEFLAGS= $(BIN)/cmake --build build/sanitize --target native_tests
	build/sanitize/native_tests

# A wheel for every processor, in dist/, tried in an environment with nothing else in it.
wheel: $(VENV)/tools
	@rm -rf dist build/smoke
	BUDGE_WHEEL=ON $(BIN)/pip wheel -q --no-deps --no-build-isolation -C build-dir=build/wheel -w dist .
	@$(PYTHON) -m venv build/smoke
	@build/smoke/bin/pip install -q dist/*.whl
	cd build/smoke && bin/python -I $(CURDIR)/tests/wheel/smoke.py

# All suites, a short run of ten minutes on two cores. Instances of others are used where they lie beside.
SUITES := eight-puzzle fifteen-puzzle constraint-problems sat-solvers pattern-databases asp-sokoban bmc-sokoban \
          decomposition sliding-blocks lessons everything
bench report: export BUDGE_DATA ?= $(abspath ../shared/data)
bench: dev
	@mkdir -p bench/results && rm -f bench/results/short.jsonl
	$(BIN)/budge bench $(SUITES) --short --jobs 2 --yes --output bench/results/short.jsonl
	$(BIN)/budge report bench/results/short.jsonl --markdown bench/results/SHORT.md --title "All suites, a short run"

# All suites in full, in 50 minutes on two cores, told in bench/REPORT.md. Stopped half-way, it goes on where it
# was; without bench/results/full.jsonl it begins anew.
report: dev
	@mkdir -p bench/results
	$(BIN)/budge bench $(SUITES) --jobs 2 --yes --output bench/results/full.jsonl
	@rm -f bench/plots/*.svg
	$(BIN)/budge report bench/results/full.jsonl --markdown bench/REPORT.md --other-plots bench/results/plots \
	  --title "All suites, in full"

# What the documentation promises of single engines, one table each.
bench-core: dev
	$(BIN)/python bench/foundation.py
	$(BIN)/python bench/patterns.py
	$(BIN)/python bench/study.py
	$(BIN)/python bench/sokoban.py
	$(BIN)/python bench/logic.py
	$(BIN)/python bench/blocks.py
	$(BIN)/python bench/robots.py
	$(BIN)/python bench/web_load.py
	$(BIN)/python bench/scale.py storm

lint: dev
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	@cp build/cp*/_core.pyi src/budge/  # for mypy, which does not see what is installed in place
	$(BIN)/mypy --no-incremental -p budge
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/oxlint src/budge/web/static

format: dev
	$(BIN)/ruff check --fix src tests bench
	$(BIN)/ruff format src tests bench
	$(BIN)/clang-format -i $(CPP)

clean:
	rm -rf $(VENV) build
