# make            the library and the command, in build/
# make demo       set up, build, and the main job on our own samples
# make test       set up, build with sanitizers, run every test
# make sweep      the tests that take some of many cases, with all of them
# make consumers  what Blender, three.js and loaders of IQM make of all files of CORPUS
# make disk       what is left of files when the command is killed or the disk is full, at many moments, others each time
# make test-catalog-slurm  the job array of docs/CATALOG.md, with Slurm on this machine alone
# make catalog-figures  what a catalog of COUNT (100000) files costs, and that 20 kills lose nothing
# make tsan       threads with contexts of their own and shared caches, under ThreadSanitizer
# make test-portability  whether other compilers, optimizations and machines make the same bytes
# make extension  the extension of Blender with every model of FOLDERS (samples), imported and exported
# make abi        whether programs built against the last tag (or SINCE) still run with the shared library
# make mutate     whether the tests notice mistakes made in the sources: ROUNDS (3) of COUNT (40), drawn anew every time;
#                 SEED=N draws the same again, FIRST=1 LAST=10 makes a slice of each round
# make bench      speeds, as ratios measured in one run; writes the tables of docs/PERFORMANCE.md
# make lint       clang-tidy and cppcheck
# make fuzz       the fuzz targets, SECONDS each, with other inputs every time, begun with those of the folder INPUTS, too
# make fuzz-fixed the fuzz targets, RUNS inputs each, the same every time
# make fuzz-seeds which seeds reach nothing that smaller ones do not
# make oss-fuzz   whether fuzz/oss-fuzz builds programs that run alone
# make gate       all that a submission must pass (.ci/run), of the last commit in a fresh clone
# make page       the page to drop files on, in build-page/
# make site       the documentation as static files, in build/site/
# make npm        the npm package, in build-npm/
# make npm-commands, make npm-wine  tests of the command line and the terminal, with the npm package's command; the command
#                 in node for Windows, under Wine
# make wheel      the Python package, in build/; make test-wheel installs and tries it in a new Debian
# make deb        Debian packages of the last commit, in build-deb/; make test-deb installs and tries them in a new Debian
# make tarball    the command as one static program, with what belongs to it
# make blender    the extension of Blender, in build-blender/, with a command that is linked statically, or COMMAND
# make windows    trilobite.exe, trilobite.dll and a zip of them, in build-windows/
# make test-windows  the tests of that, with Wine
# make patterns   patterns for hex editors, in patterns/, from the layouts; make test-patterns holds them against CORPUS
# make amalgamation  the library as trilobite.c and trilobite.h, in build/amalgamation
# make install    to PREFIX

PREFIX ?= /usr/local
# Debian's has what is installed for it.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
SECONDS ?= 60
RUNS ?= 2000
CORPUS ?= $(abspath ../shared/corpus)
export TLB_CORPUS := $(CORPUS)
# What tests fail without, besides what `make setup-test` installs: corpus, blender.
REQUIRED ?=
FOLDERS ?= samples
# Where it is installed by the time that something is compiled.
export CMAKE_C_COMPILER_LAUNCHER = $(shell command -v ccache)
export CMAKE_CXX_COMPILER_LAUNCHER = $(CMAKE_C_COMPILER_LAUNCHER)

.PHONY: all setup setup-test setup-bench setup-fuzz setup-lint setup-page setup-consumers setup-portability setup-abi \
        setup-site demo test sweep consumers disk tsan test-portability abi mutate bench lint fuzz fuzz-fixed fuzz-seeds oss-fuzz gate page site npm \
        npm-commands npm-wine setup-python wheel test-wheel setup-deb setup-tarball deb test-deb tarball blender extension \
        setup-amalgamation setup-windows windows test-windows setup-slurm test-catalog-slurm catalog-figures patterns test-patterns amalgamation install clean

all: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build

setup:
	@sh tools/setup.sh

setup-test setup-bench setup-fuzz setup-lint setup-page setup-consumers setup-portability setup-abi setup-python setup-site \
setup-deb setup-tarball setup-windows setup-slurm setup-amalgamation:
	@sh tools/setup.sh $(@:setup-%=%)

demo: all
	@sh tools/demo.sh

test: setup-test
	@cmake --preset test >/dev/null
	@cmake --build build-test
	@TLB_REQUIRED="gl node chromium wasm scdoc mandoc valgrind python git sqlite parallel types dpkg shells jq site $(REQUIRED)" sh tools/run_tests.sh build-test

sweep: setup-test
	@cmake --preset test >/dev/null
	@cmake --build build-test
	@TLB_FULL=1 ctest --test-dir build-test --output-on-failure -j 2 -R '^(gltf|allocations_.*|files_.*)$$' --timeout 7200

consumers: all setup-consumers
	@for word in rules three blender editable light gltf; do \
		TLB_REQUIRED="node chromium blender" sh tests/consumers/run.sh build/trilobite $$word $(CORPUS) || failed=1; done; [ -z "$$failed" ]

disk: all setup-test
	@cmake --preset test >/dev/null
	@cmake --build build-test --target failing
	@python3 tests/disk/disk.py build/trilobite build-test/tests/libfailing.so --full

test-catalog-slurm: all setup-slurm
	@TLB_REQUIRED="slurm sqlite" sh tests/catalog/slurm.sh build/trilobite

catalog-figures: all
	@python3 tests/catalog/many.py build/trilobite build/catalog-figures $(COUNT)

tsan: setup-test
	@sh tools/tsan.sh

test-portability: setup-portability
	@sh tools/portability.sh

abi: setup-abi
	@sh tools/abi.sh $(SINCE)

mutate: setup-test
	@SEED=$(SEED) ROUNDS=$(ROUNDS) COUNT=$(COUNT) FIRST=$(FIRST) LAST=$(LAST) sh tools/mutate.sh

bench: setup-test setup-bench
	@cmake --preset bench >/dev/null
	@cmake --build build-bench
	@build-bench/bench/bench
	@sh bench/instructions.sh build-bench
	@sh bench/peers.sh build-bench samples/*.iqm samples/*.nff \
		$$(find $(CORPUS)/interquake/iqm $(CORPUS)/sense8 -iname '*.iqm' -o -iname '*.exm' -o -iname '*.nff' 2>/dev/null | sort)
	@sh bench/page.sh build-bench
	@sh bench/compare.sh build-bench --write
	@sh bench/jobs.sh build-bench --write
	@sh bench/render.sh

patterns: setup-python
	@$(PYTHON) tools/patterns/generate.py . patterns

test-patterns: all setup-test
	@find $(CORPUS) -type f -size -300k -print0 | sort -z | xargs -0 -n 200 node tests/patterns/compare.mjs build/trilobite patterns

amalgamation: setup-amalgamation
	@python3 tools/amalgamate.py . "$$(dirname "$$(find /usr/include /usr/local/include -name stb_image.h -print -quit)")" build/amalgamation

lint: setup-lint
	@sh tools/lint.sh

oss-fuzz: setup-fuzz
	@sh tools/oss_fuzz.sh

fuzz fuzz-fixed: setup-fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --target fuzz_targets
	@sh tools/fuzz.sh build-fuzz $(if $(filter fuzz,$@),$(SECONDS) $(INPUTS),--runs $(RUNS))

fuzz-seeds: setup-fuzz
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz --target fuzz_targets
	@sh tools/fuzz_seeds.sh build-fuzz

gate:
	@sh tools/gate.sh

page: setup-page
	@sh tools/page.sh build-wasm build-page

site: all page setup-site
	@sh tools/site.sh build build/site build-page

npm: setup-page
	@sh tools/npm.sh build-npm build-npm/package

npm-commands: npm
	@sh tests/npm/commands.sh build-npm/package

npm-wine: all npm
	@sh tests/npm/wine.sh build-npm/package build/trilobite

wheel: all setup-python
	@$(PYTHON) python/build_wheel.py build build

test-wheel: wheel setup-deb
	@rm -rf build/machine
	@sh tests/packages/wheel.sh build/trilobite-*.whl build/machine

deb: setup-deb
	@sh tools/deb.sh

test-deb: deb
	@sh tests/packages/deb.sh build-deb build-deb/machine

tarball: setup-tarball
	@sh tools/tarball.sh

blender: setup
ifndef COMMAND
	@cmake -G Ninja -B build-blender -DCMAKE_PROJECT_trilobite_INCLUDE=$(CURDIR)/blender/static.cmake >/dev/null
	@cmake --build build-blender --target trilobite_command
endif
	@sh blender/build.sh $(or $(COMMAND),build-blender/trilobite) build-blender

extension: all setup-consumers
	@TLB_REQUIRED=blender sh tests/blender/run.sh build/trilobite $(FOLDERS)
windows: setup-windows
	@cmake --preset windows >/dev/null
	@cmake --build build-windows --target trilobite_command trilobite_shared trilobite_static
	@sh packaging/windows/zip.sh build-windows

test-windows: windows
	@cmake --build build-windows
	@sh packaging/windows/test.sh build-windows $(wildcard $(CORPUS))

install: all
	@cmake --install build
	@[ "$$(id -u)" != 0 ] || ldconfig

clean:
	rm -rf build build-test build-lint build-bench build-fuzz build-wasm build-page build-abi build-mutants build-tsan \
	       build-portability build-oss-fuzz build-npm build-deb build-static build-blender build-windows
	@git worktree prune 2>/dev/null || true
