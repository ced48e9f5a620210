# OpenCapture: `make demo` shows what it does, `make test` proves it. Both first install missing packages.

SHELL := /bin/bash
SWIFT ?= swift
# Groups of Debian packages in Scripts/packages.txt.
PACKAGES = scan build test

TRAITS := --traits ZXing,Live,Combine
# A target must declare each module that it imports; the build of a dependent package would fail otherwise.
IMPORTS := --explicit-target-dependency-import-check error
# Demo, tests and rigs share one optimized build.
RELEASE := $(TRAITS) $(IMPORTS) -c release -Xswiftc -enable-testing
# Debian's Swift 6.2.3 has the module that connects Testing and Foundation, but not its library.
OVERLAY = $(shell d=$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/../lib/swift/linux; \
  [ ! -e $$d/_Testing_Foundation.swiftmodule ] || [ -e $$d/lib_Testing_Foundation.so ] || \
  echo -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlays)
# The compiler receives traits in hash order. A fixed order keeps builds incremental.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Installed commands contain the Swift runtime. They need no publishers.
STATIC := --traits ZXing,Live $(IMPORTS) -c release --static-swift-stdlib --scratch-path .build-package
STAGE := .build-package/stage
PREFIX ?= /usr/local
# Where Scripts/install-zxing installs without write access to /usr/local.
export PKG_CONFIG_PATH := $(if $(PKG_CONFIG_PATH),$(PKG_CONFIG_PATH):)$(HOME)/.local/lib/pkgconfig
export SWIFT

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile)
.DEFAULT_GOAL := help

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18
	@echo; echo "Tests and measurements with real servers, drivers and browsers: Scripts/rig --help"

demo: ## Create pictures and find codes, faces and focus in them.
	@Scripts/demo

test: deps ## Run all tests and compare the API with the last release's, or run the tests that match FILTER.
	@Scripts/install-face-model || echo "The model for YuNet cannot be downloaded; its tests are skipped." >&2
	$(BUILD) $(RELEASE) $(OVERLAY) --build-tests
	$(SWIFT) test $(RELEASE) $(OVERLAY) --skip-build $(if $(FILTER),--filter '$(FILTER)')
	$(if $(FILTER),,Scripts/api-breaks)

# Only what the traits change, which excludes our own image processing. Debug, like the first build of a package that
# depends on this one.
ENGINE_SUITES := Code32|Code39|CodeEngine|CodeProcessor|CodeScanner|ConcurrentScan|FirstPass|GeneratedCode|LinearCode
ENGINE_SUITES := $(ENGINE_SUITES)|PayloadText|ScanLimit|ScanPlan|TypeSpelling
test-plain: deps ## Run the tests that traits affect, without traits.
	$(BUILD) $(IMPORTS) $(OVERLAY) --build-tests
	$(SWIFT) test $(OVERLAY) --skip-build \
	  --filter '^(ScanQR|Viewfinder|LivePage|Examples)Tests\.|^CodesTests\.($(ENGINE_SUITES))Tests'

test-dependent: deps ## Build and run a package that depends on each product alone.
	Tests/Dependent/run

thorough: docs sanitize ## Run the long checks that precede a release.
	Scripts/rig benchmarks && Scripts/rig cameras && Scripts/rig sound

build: ## Build PRODUCTS, optimized.
	@for product in $(PRODUCTS); do $(BUILD) $(RELEASE) --product $$product || exit 1; done

static: ## Build PRODUCTS with the Swift runtime linked in.
	@for product in $(PRODUCTS); do $(BUILD) $(STATIC) --product $$product || exit 1; done

print-build:
	@echo "$(BUILD) $(RELEASE)"

sanitize: deps ## Run the tests under the address, undefined-behavior and thread sanitizers.
	Scripts/sanitize address
	Scripts/sanitize thread

SECONDS := 60
fuzz: deps ## Fuzz each TARGET for SECONDS, or for RUNS inputs; default all.
	RUNS=$(RUNS) Scripts/fuzz $(SECONDS) $(TARGET)

# Labelled pictures to measure detection quality on, if available.
CORPUS ?= $(wildcard ../shared/corpus)

bench: PACKAGES += bench-build bench
bench: deps ## Compare speed with other libraries. BENCH passes options.
	@$(MAKE) --no-print-directory build PRODUCTS="demo-picture scan-qr viewfinder"
	@Scripts/demo
	$(SWIFT) run -c release --package-path Benchmarks benchmarks \
	  $(if $(CORPUS),--corpus $(CORPUS)/codes) --json demo/benchmarks.json $(BENCH)

SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks Fuzz
C_SOURCES := '*.c' '*.cpp' '*.h' '*.inc'
CLANG_FORMAT ?= clang-format-19

lint: PACKAGES += lint
lint: deps ## Check formatting, C code, declared imports and documentation language.
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	git ls-files -z $(C_SOURCES) | xargs -0 $(CLANG_FORMAT) --dry-run -Werror
	Scripts/lint-c
	Scripts/lint-imports
	Scripts/lint-language

format: PACKAGES += lint
format: deps ## Format Swift and C.
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)
	git ls-files -z $(C_SOURCES) | xargs -0 $(CLANG_FORMAT) -i

# Modules of the documentation site, lowest first.
DOCUMENTED := System MediaSamples Metadata Processing Pictures Movies Pages Codes Faces Flow Session Cameras SyntheticDevices
DOCUMENTED += Isolation PipeWire NetworkCameras Overlay Files Sound Photos Recording Preview LivePage Publishing
APPLE := CoreAudioTypes CoreVideo CoreMedia CoreImage Vision QuartzCore AVFAudio AudioToolbox OSLog AVFoundation

docs: deps ## Build the documentation site in docs-build. A dead link is an error.
	OPENCAPTURE_DOCS=1 $(SWIFT) package $(RELEASE) --allow-writing-to-directory docs-build generate-documentation \
	  $(DOCUMENTED:%=--target OpenCapture%) $(APPLE:%=--target %) --target OpenCapture \
	  --enable-experimental-combined-documentation --warnings-as-errors --output-path docs-build

stage: PACKAGES := scan build stage
stage: deps ## Build the commands as they are installed, with manual pages and completions.
	@$(MAKE) --no-print-directory static PRODUCTS="scan-qr viewfinder"
	Scripts/stage .build-package/release $(STAGE)

# `make stage && sudo make install` builds nothing as root.
install: ## Install the staged commands below PREFIX. DESTDIR is put before it.
	@test -d $(STAGE) || $(MAKE) stage
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/man/man1 share/bash-completion/completions)
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,zsh/site-functions fish/vendor_completions.d)
	install -m 755 $(STAGE)/scan-qr $(STAGE)/viewfinder $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(STAGE)/man/* $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(STAGE)/bash/* $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 $(STAGE)/zsh/* $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 $(STAGE)/fish/* $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

deb: PACKAGES := scan build package
deb: deps ## Build a Debian package of the commands for this release of Debian.
	rm -f .build-package/*.deb
	fakeroot debian/rules clean binary
	lintian --fail-on error --suppress-tags bogus-mail-host .build-package/*.deb
	@ls -sh .build-package/*.deb

wheel: stage ## Build a wheel of the Python package for this release of Debian.
	@Scripts/install-packages wheel
	Distribution/python/make-wheel $(STAGE)/scan-qr .build-package/wheel

deps: ## Install missing Debian packages, and zxing-cpp.
	@Scripts/install-packages $(PACKAGES)
	@Scripts/install-zxing

clean: ## Delete build products.
	rm -rf .build .build-* Benchmarks/.build demo docs-build
