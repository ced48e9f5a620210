# OpenCapture: `make demo` shows what it does, `make test` proves it. Both install what is missing first.

SHELL := /bin/bash
SWIFT ?= swift
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# What the libraries and commands are built from.
BUILD_PACKAGES := libyuv-dev libzbar-dev libjpeg-dev libpng-dev
BUILD_PACKAGES += libcairo2-dev libpangocairo-1.0-0 fonts-dejavu-core
# What reads documents, pictures of telephones and animated WebP, hears sound, opens windows and speaks MQTT, loaded where
# it is installed.
BUILD_PACKAGES += libpoppler-glib8 libheif1 libtiff6 libwebpdemux2 libasound2 libsdl2-2.0-0 libmosquitto1
BUILD_PACKAGES += libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev
BUILD_PACKAGES += libopencv-core-dev libopencv-imgproc-dev libopencv-objdetect-dev libopencv-video-dev opencv-data
# What the commands lock themselves in with.
BUILD_PACKAGES += libseccomp-dev
# What zxing-cpp, which Debian has in too old a version, is fetched and built with.
BUILD_PACKAGES += pkg-config python3-pip g++ cmake ninja-build
# What the synthetic camera, the demo and the tests make codes with.
BUILD_PACKAGES += libqrencode-dev
# What the tests compare with, or make files with, and the benchmarks of commands; libv4lconvert comes with v4l-utils.
TEST_PACKAGES := zbar-tools ffmpeg v4l-utils strace libheif-examples
TEST_PACKAGES += libimage-exiftool-perl exiv2 dcraw
# The screens that windows are tried on, and the person in front of them.
TEST_PACKAGES += xvfb xdotool weston
# What the graphics processor of the tests is built with.
TEST_PACKAGES += libva-dev
# What C is formatted and looked through with: these versions, since others see other things.
CLANG_FORMAT ?= clang-format-19
CLANG_TIDY ?= clang-tidy-19
LINT_PACKAGES := clang-format-19 clang-tidy-19
# What the virtual machine is made of that the cameras are tested in.
RIG_PACKAGES := qemu-system-x86 busybox-static cpio kmod alsa-utils ffmpeg
RIG_PACKAGES += gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-alsa
# What the live page is opened in.
BROWSER_PACKAGES := chromium fonts-dejavu-core
# Who else shows pictures in a window; ffplay comes with ffmpeg.
PLAYER_PACKAGES := gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-x
# The broker that a fleet of cameras is tried at.
FLEET_PACKAGES := mosquitto mosquitto-clients ffmpeg openssl iproute2
# The camera that looks are taken at over the network.
NETWORK_PACKAGES := python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-base gstreamer1.0-plugins-good
NETWORK_PACKAGES += gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly glib-networking libqrencode4 ffmpeg openssl
# Sound servers, and what PulseAudio, which isn't installed for it, is made of.
SOUND_PACKAGES := libasound2-plugins libpulse0 pulseaudio-utils libltdl7 libsndfile1 libspeexdsp1 libtdb1 liborc-0.4-0 libsoxr0 libwrap0
SOUND_PACKAGES += pipewire pipewire-bin wireplumber dbus
# What the commands are packaged with, and what the package is tried in.
PACKAGE_TOOLS := debhelper dpkg-dev fakeroot help2man lintian
TRIAL_PACKAGES := debootstrap
# What the Python package is made with, and the store, the pictures and the engines of its trials.
PYTHON_PACKAGES := python3-venv
CLUSTER_PACKAGES := openjdk-17-jre-headless qrencode procps
# What the benchmarks alone are built with, and compare with.
BENCH_LIBRARIES := libopencv-imgcodecs-dev
BENCH_PACKAGES := $(BENCH_LIBRARIES)
BENCH_PACKAGES += gstreamer1.0-tools gstreamer1.0-opencv gstreamer1.0-libav gstreamer1.0-plugins-good
BENCH_PACKAGES += gstreamer1.0-plugins-ugly

# With the second engine for codes, and the live page; a package that depends on this one chooses for itself.
TRAITS := --traits ZXing,Live
# A target that imports what it doesn't declare to depend on is an error; others' packages would find out else.
IMPORTS := --explicit-target-dependency-import-check error
# One build for what is shown, tested and tried on cameras; what tests reach into is no slower for it.
RELEASE := $(TRAITS) $(IMPORTS) -c release -Xswiftc -enable-testing
# Traits are defined to the compiler in the order of a set, which is another each time: half of the time all was built anew.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Where Scripts/install-zxing puts it for who may not write to /usr/local.
export PKG_CONFIG_PATH := $(if $(PKG_CONFIG_PATH),$(PKG_CONFIG_PATH):)$(HOME)/.local/lib/pkgconfig

.PHONY: demo test test-plain test-dependent test-benchmarks test-cameras test-sound test-page test-fleet test-network test-tls measure-window measure-page hostile soak faces fuzz sanitize
.PHONY: sanitize-address sanitize-thread thorough stage install deb test-package wheel test-cluster lint format docs bench deps clean help
.DEFAULT_GOAL := help

help: ## Say what there is to make.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: deps ## Make pictures, find codes, faces and what is in focus, and say where the results are.
	@$(BUILD) $(RELEASE) --product demo-picture
	@$(BUILD) $(RELEASE) --product scan-qr
	@$(BUILD) $(RELEASE) --product viewfinder
	@mkdir -p demo
	@.build/release/demo-picture demo/picture.png
	@echo "A picture with codes on it: demo/picture.png"
	@echo "scan-qr reads:"
	@.build/release/scan-qr --annotate demo/annotated.png demo/picture.png | sed 's/^/  /'
	@echo "Where it found them: demo/annotated.png"
	@.build/release/demo-picture --shallow demo/shallow.png
	@.build/release/viewfinder --with focus-peaking demo/shallow.png -o demo/focus-peaking.png
	@echo "What of it is in focus, with a wide aperture: demo/focus-peaking.png"
	@.build/release/demo-picture --faces demo/company.png
	@.build/release/viewfinder demo/company.png -o demo/faces.png
	@echo "Faces that were drawn, found: demo/faces.png"

test: deps ## Run all the tests.
	$(BUILD) $(RELEASE) --build-tests
	$(SWIFT) test $(RELEASE) --skip-build

# What the trait changes something about; the rest is the same with it. Not optimized, as its users first have it, too.
test-plain: deps ## Test without traits, as packages get it that don't ask for any.
	$(BUILD) $(IMPORTS) --scratch-path .build-plain --build-tests
	$(SWIFT) test --scratch-path .build-plain --skip-build --filter '^(Codes|ScanQR|Viewfinder|LivePage|Examples)Tests\.'

test-dependent: deps ## Build a package that depends on each product alone, and run it.
	SWIFT=$(SWIFT) Tests/Dependent/run

test-benchmarks: TEST_PACKAGES += $(BENCH_LIBRARIES)
test-benchmarks: deps ## Build the benchmarks, and test how they judge; what they measure, `make bench` tells.
	$(SWIFT) test --package-path Benchmarks

test-cameras: TEST_PACKAGES += $(RIG_PACKAGES)
test-cameras: deps ## Test cameras with real kernel drivers, in a virtual machine.
	$(BUILD) $(STATIC) --product viewfinder
	BUILD="$(BUILD) $(RELEASE)" INSTALLED=.build-package/release/viewfinder Tests/CameraRig/run

test-sound: TEST_PACKAGES += $(SOUND_PACKAGES)
test-sound: deps ## Test microphones and speakers behind PulseAudio and PipeWire, with servers of its own.
	BUILD="$(BUILD) $(RELEASE)" Tests/SoundServers/run

test-page: TEST_PACKAGES += $(BROWSER_PACKAGES)
test-page: deps ## Open the live page in Chromium, and leave pictures of it in demo.
	$(BUILD) $(RELEASE) --product viewfinder
	Tests/LivePageBrowser/run .build/release/viewfinder --pictures demo

# What is sent encrypted takes a library more, which builds for minutes: it has a build of its own.
test-tls: TEST_PACKAGES += $(BROWSER_PACKAGES) openssl curl
test-tls: deps ## Open the live page by TLS, by programs and in Chromium.
	$(BUILD) --traits ZXing,LiveTLS $(IMPORTS) --scratch-path .build-tls --product viewfinder
	Tests/LivePageBrowser/encrypted .build-tls/debug/viewfinder

test-fleet: TEST_PACKAGES += $(FLEET_PACKAGES)
test-fleet: deps ## Publish at real brokers, which are killed, hang and are cut off; cutting a link takes root. Takes minutes.
	$(BUILD) $(RELEASE) --product viewfinder
	$(BUILD) $(RELEASE) --product fleet-feed
	Tests/Fleet/run .build/release

test-network: TEST_PACKAGES += $(NETWORK_PACKAGES)
test-network: deps ## Look at cameras by RTSP, whose server is killed, hangs and sends garbage. Takes minutes.
	$(BUILD) $(RELEASE) --product viewfinder
	$(BUILD) $(RELEASE) --product scan-qr
	Tests/Network/run .build/release

hostile: deps ## Send malformed traffic to a live page for so many SECONDS, while others look.
	$(BUILD) $(RELEASE) --product viewfinder
	Tests/LivePageBrowser/hostile .build/release/viewfinder $(SECONDS)

measure-window: TEST_PACKAGES += $(PLAYER_PACKAGES)
measure-window: deps ## Say how late the window is, and what it costs beside others', on a machine that does nothing else.
	$(BUILD) $(RELEASE) --product viewfinder
	$(BUILD) $(RELEASE) --product window-feed
	$(BUILD) $(RELEASE) --product window-film
	Tests/WindowScreen/measure .build/release/window-feed .build/release/viewfinder
	Tests/WindowScreen/compare .build/release/window-film .build/release/viewfinder

measure-page: TEST_PACKAGES += $(BROWSER_PACKAGES) ustreamer
measure-page: deps ## Say how late the page is, and what viewers cost beside uStreamer's, on a machine that does nothing else.
	$(BUILD) $(RELEASE) --product page-feed
	Tests/LivePageBrowser/latency .build/release/page-feed
	Tests/LivePageBrowser/compare .build/release/page-feed

soak: deps ## Let a session run for an hour's frames, and record an hour, and say what they hold of memory.
	$(BUILD) $(RELEASE) --product soak
	.build/release/soak frames $(FRAMES)
	.build/release/soak recording

# The commands as they are installed: with Swift's runtime in them.
PREFIX ?= /usr/local
STAGE := .build-package/stage
STATIC := $(TRAITS) $(IMPORTS) -c release --static-swift-stdlib --scratch-path .build-package
PAGES := run photo record serve processors cameras microphones doctor

stage: TEST_PACKAGES := help2man
stage: deps ## Build the commands as they are installed, with completions and manual pages.
	$(BUILD) $(STATIC) --product scan-qr
	$(BUILD) $(STATIC) --product viewfinder
	rm -rf $(STAGE) && mkdir -p $(STAGE)/man $(STAGE)/bash $(STAGE)/zsh $(STAGE)/fish
	cp .build-package/release/scan-qr .build-package/release/viewfinder $(STAGE)
	for command in scan-qr viewfinder; do \
	  Scripts/man-page $(STAGE)/$$command > $(STAGE)/man/$$command.1 && \
	  $(STAGE)/$$command --generate-completion-script bash > $(STAGE)/bash/$$command && \
	  $(STAGE)/$$command --generate-completion-script zsh > $(STAGE)/zsh/_$$command && \
	  $(STAGE)/$$command --generate-completion-script fish > $(STAGE)/fish/$$command.fish || exit 1; \
	done
	for page in $(PAGES); do \
	  Scripts/man-page $(STAGE)/viewfinder $$page > $(STAGE)/man/viewfinder-$$page.1 || exit 1; \
	done

# Who builds needn't be who installs: `make stage && sudo make install` builds nothing as root.
install: ## Install the commands below PREFIX, with completions and manual pages; DESTDIR goes before it.
	@test -d $(STAGE) || $(MAKE) stage
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/man/man1 share/bash-completion/completions)
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,zsh/site-functions fish/vendor_completions.d)
	install -m 755 $(STAGE)/scan-qr $(STAGE)/viewfinder $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(STAGE)/man/* $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(STAGE)/bash/* $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 $(STAGE)/zsh/* $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 $(STAGE)/fish/* $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

deb: TEST_PACKAGES := $(PACKAGE_TOOLS)
deb: deps ## Make a Debian package of the commands, for the release of Debian that this is.
	rm -f .build-package/*.deb
	fakeroot debian/rules clean binary
	lintian --fail-on error --suppress-tags bogus-mail-host .build-package/*.deb
	@ls -sh .build-package/*.deb

wheel: TEST_PACKAGES := help2man $(PYTHON_PACKAGES)
wheel: stage ## Make a wheel of the Python package, for the release of Debian that this is.
	Distribution/python/make-wheel $(STAGE)/scan-qr .build-package/wheel

test-cluster: TEST_PACKAGES += $(CLUSTER_PACKAGES) $(PYTHON_PACKAGES)
test-cluster: deps ## Scan by Spark and Ray, and have killed whoever does; takes minutes, and a gigabyte of disk.
	$(BUILD) $(RELEASE) --product scan-qr
	Distribution/python/make-wheel .build/release/scan-qr .build-cluster/wheel
	Tests/Cluster/run .build/release/scan-qr .build-cluster/wheel/opencapture-*.whl

test-package: TEST_PACKAGES := $(PACKAGE_TOOLS) $(TRIAL_PACKAGES)
test-package: deb ## Install the Debian package in a clean system, and try it there; as root.
	Tests/Package/run .build-package/*.deb

# What the language doesn't define ends the bridges' C and C++, too; the address sanitizer's runtime says what and where.
# But for virtual tables, whose check needs another runtime, and for types of functions, which others' libraries don't tell.
UNDEFINED := -Xcc -fsanitize=undefined -Xcc -fno-sanitize=vptr,function -Xcc -fno-sanitize-recover=undefined

# By which libFuzzer sees where an input leads: Swift's own way of telling that is one that it no longer listens to. What C
# compares are pixels for the most part, which nobody has to guess; to tell each takes half of the time.
COVERAGE := -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table \
  -Xcc -fno-sanitize-coverage=trace-cmp

# What the commands are linked with of others' is watched as they are.
FUZZ_ZXING := $(CURDIR)/.build-fuzz/zxing

# What goes wrong is kept in Fuzz/Regressions, and replayed by the tests.
SECONDS := 60
fuzz: deps ## Give TARGET any bytes for so many SECONDS, or RUNS; without one, each target in turn.
	PREFIX=$(FUZZ_ZXING) CXX=clang++ CXXFLAGS="-fsanitize=address,fuzzer-no-link -fno-sanitize-coverage=trace-cmp" \
	  Scripts/install-zxing
	PKG_CONFIG_PATH=$(FUZZ_ZXING)/lib/pkgconfig:$$PKG_CONFIG_PATH OPENCAPTURE_FUZZ=1 $(BUILD) $(RELEASE) \
	  --sanitize fuzzer --sanitize address $(UNDEFINED) $(COVERAGE) --scratch-path .build-fuzz --product fuzz
	RUNS=$(RUNS) Fuzz/run $(SECONDS) $(TARGET)

faces: deps ## Say what finding faces does on sources that its numbers weren't chosen on; takes minutes.
	$(BUILD) $(RELEASE) --build-tests
	OPENCAPTURE_CROSS_VALIDATION=1 $(SWIFT) test $(RELEASE) --skip-build --filter 'CorpusTests\.Face'

sanitize: sanitize-address sanitize-thread ## Run all the tests under sanitizers, but for the longest.

thorough: docs test-benchmarks sanitize test-cameras test-sound ## Run what continuous integration leaves out because it takes long, before a release.

# With the sanitizer of undefined behaviour for C. The corpora's floors are about quality; what reads their pictures is
# tested on others. Optimized, which is sooner done.
sanitize-address: deps
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 \
	  $(SWIFT) test $(TRAITS) $(IMPORTS) -Xswiftc -O -Xcc -O2 $(UNDEFINED) --sanitize address \
	  --scratch-path .build-address --skip CorpusTests

# Not optimized: in inlined collections the sanitizer takes storage that another thread has let go of for shared. Without
# the longest tests of what one thread does, of signals, which it keeps until a thread asks for something, and of files that
# may not be large, as its own is.
sanitize-thread: deps
	$(SWIFT) test $(TRAITS) $(IMPORTS) --sanitize thread --scratch-path .build-thread --skip CorpusTests \
	  --skip 'CodesTests\.(HardPhotograph|Corner|LinearOutline|GeneratedCode|QRBend|Frame)Tests' \
	  --skip '\.(Conversion|PeakingLoop|FaceTracker)Tests/' --skip 'ExamplesTests/(demo|shallow|tour|photosAndMovies)' \
	  --skip '/(deafWork|unreadPipe|unreadOutput|fileSizeLimit)'

SWIFT_SOURCES := Package.swift Sources Tests Examples Benchmarks Fuzz
C_SOURCES := '*.c' '*.cpp' '*.h' '*.inc'

lint: TEST_PACKAGES += $(LINT_PACKAGES)
lint: deps ## Check the format of Swift and C, what is likely wrong in C, and that targets declare what they import.
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	git ls-files -z $(C_SOURCES) | xargs -0 $(CLANG_FORMAT) --dry-run -Werror
	CLANG_TIDY=$(CLANG_TIDY) Scripts/lint-c
	SWIFT=$(SWIFT) Scripts/lint-imports

format: TEST_PACKAGES += $(LINT_PACKAGES)
format: deps ## Format Swift and C.
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)
	git ls-files -z $(C_SOURCES) | xargs -0 $(CLANG_FORMAT) -i

# The modules that the documentation's site has, from the lowest to the highest.
DOCUMENTED := System MediaSamples Metadata Processing Pictures Movies Pages Codes Faces Flow Session Cameras SyntheticDevices
DOCUMENTED += NetworkCameras
DOCUMENTED += Overlay Files Sound Photos Recording Preview LivePage Publishing
APPLE := CoreAudioTypes CoreVideo CoreMedia CoreImage Vision AVFoundation

# From what `make test` builds; a link that leads nowhere is an error.
docs: deps ## Build the documentation's site, docs-build; `python3 -m http.server -d docs-build` shows it at /documentation.
	OPENCAPTURE_DOCS=1 $(SWIFT) package $(RELEASE) --allow-writing-to-directory docs-build generate-documentation \
	  $(DOCUMENTED:%=--target OpenCapture%) $(APPLE:%=--target %) --target OpenCapture --enable-experimental-combined-documentation \
	  --warnings-as-errors --output-path docs-build

# The labelled pictures to measure on, where there are any; see Benchmarks for what is used else.
CORPUS ?= $(wildcard ../shared/corpus)

bench: TEST_PACKAGES += $(BENCH_PACKAGES)
bench: demo ## Measure against the peers, as a table and as JSON; fails where a ratio isn't as promised.
	$(SWIFT) run -c release --package-path Benchmarks benchmarks \
	  $(if $(CORPUS),--corpus $(CORPUS)/codes) --json demo/benchmarks.json $(BENCH)

deps: ## Install the Debian packages that are missing, and zxing-cpp; costs nothing when nothing is.
	@missing=$$(comm -23 <(printf '%s\n' $(BUILD_PACKAGES) $(TEST_PACKAGES) | sort -u) \
	  <(dpkg-query -W -f='$${db:Status-Abbrev} $${Package}\n' $(BUILD_PACKAGES) $(TEST_PACKAGES) 2>/dev/null \
	    | sed -n 's/^ii *//p' | sort)); \
	if [ -n "$$missing" ]; then \
	  echo "Installing:" $$missing; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends $$missing; \
	fi
	@Scripts/install-zxing

clean: ## Remove what was built.
	rm -rf .build .build-* Benchmarks/.build demo docs-build
