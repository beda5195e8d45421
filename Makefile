# imu-rt: `make run` shows it at work, `make test` proves it. Both set up what they need.

SWIFT_FLAGS = -Xswiftc -warnings-as-errors
PACKAGES = libgpiod-dev libi2c-dev pkg-config zlib1g-dev
SUDO = $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run test judges lint setup build install uninstall service sanitize soak fuzz fuzz-seeded docs rig pi pi-test pi-arm64 yardstick trials-named clean

# Streams ten seconds from a simulated MPU-6050 on a moving motion.
run: build
	.build/release/imu-rt stream --simulate --duration 10 --format table

# Swift's libraries are built in: the program runs wherever it is put, and where the toolchain is not.
build: setup
	swift build -c release --product imu-rt --static-swift-stdlib

# The program, and the systemd unit with its user, its groups and the udev rule. /etc/imu-rt/config.json5 is the user's own. PROGRAM
# names another build, DESTDIR another root.
PROGRAM = .build/release/imu-rt
install:
	@[ -x $(PROGRAM) ] || { echo "$(PROGRAM) is not built yet: run 'make build' first, without sudo" >&2; exit 1; }
	install -D -m 755 $(PROGRAM) $(DESTDIR)/usr/local/bin/imu-rt
	install -D -m 644 config/imu-rt.sysusers.conf $(DESTDIR)/etc/sysusers.d/imu-rt.conf
	install -D -m 644 config/99-imu-rt.rules $(DESTDIR)/etc/udev/rules.d/99-imu-rt.rules
	install -D -m 644 config/imu-rt.service $(DESTDIR)/etc/systemd/system/imu-rt.service
	[ -n "$(DESTDIR)" ] || { systemd-sysusers && udevadm control --reload && udevadm trigger && systemctl daemon-reload; }

# Leaves the configuration, the user and the groups.
uninstall:
	[ -n "$(DESTDIR)" ] || ! systemctl --quiet cat imu-rt >/dev/null 2>&1 || systemctl disable --now imu-rt
	rm -f $(addprefix $(DESTDIR),/usr/local/bin/imu-rt /etc/sysusers.d/imu-rt.conf /etc/udev/rules.d/99-imu-rt.rules \
	  /etc/systemd/system/imu-rt.service)
	[ -n "$(DESTDIR)" ] || systemctl daemon-reload

# The unit on plain Debian 12 and 13, judged by their systemd in emulated machines (docs/pi.md).
service: PACKAGES += qemu-system-x86 busybox-static kmod cpio make gcc-12 debootstrap e2fsprogs util-linux xz-utils
service: build
	$(SUDO) rig/pi.sh make
	$(SUDO) rig/service.sh

# Lint, build with warnings as errors, all tests; then the README's Swift, as its reader would build it.
test: PACKAGES += python3-minimal libpython3-stdlib
test: setup lint
	swift build --build-tests $(SWIFT_FLAGS)
	swift test $(SWIFT_FLAGS)
	Tests/Readme/run.py

# What takes longer than the tests and is judged by others, one after the other: docs/judges.md has each one's last result.
judges:
	$(MAKE) soak
	$(MAKE) fuzz
	$(MAKE) service
	$(MAKE) pi-test
	$(MAKE) pi-arm64

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Examples

# The ring and the threads under the thread and the address sanitizer. Optimised, since the thread sanitizer misses broken
# orderings in debug builds; without XCTest, which leaks memory of its own, and without the test of locked memory, since the
# sanitizers answer mlockall with success and lock nothing.
SANITIZED = --disable-xctest --skip memoryIsLockedOrTheLimitIsNamed \
  --filter 'RingBufferTests|MotionPipelineThreadTests|SubscriptionTests|MailboxTests|ManagerThreadTests|SharedLineThreads'
sanitize: setup
	swift test -c release --sanitize=thread --scratch-path .build/thread-sanitizer $(SANITIZED)
	swift test --sanitize=address --scratch-path .build/address-sanitizer $(SANITIZED)

# HOURS of virtual time with random faults, from a SEED that is printed: every sample delivered or stated as lost, time never back,
# no state for good, memory flat.
HOURS = 24
soak: setup
	swift build -c release --product soak
	.build/release/soak $(HOURS) $(SEED)

# libFuzzer and the address sanitizer at every door for bytes from outside (Tests/Fuzz/Entries), SECONDS shared out among them, or at
# ENTRY alone. It goes on from what it found before, in .build/fuzz/corpus; an input that trapped is kept beside it and named.
SECONDS = 60
ENTRY =
fuzz: setup
	tools/fuzz.sh $(SECONDS) $(ENTRY)

# The same doors without libFuzzer, for SECONDS from SEED on (1): what is among the tests, longer.
fuzz-seeded: setup
	FUZZ_SECONDS=$(SECONDS) FUZZ_SEED=$(or $(SEED),1) swift test --no-parallel --filter FuzzTests

# The pages of CoreMotion, as a web site in .build/documentation. A toolchain without docc makes none, and says so.
MODULES = .build/debug/Modules
SYMBOLS = .build/symbol-graph
docs: setup
	@command -v docc >/dev/null || { echo "this toolchain has no docc: no pages"; exit 0; }; \
	swift build --target CoreMotion $(SWIFT_FLAGS) && rm -rf $(SYMBOLS) && mkdir -p $(SYMBOLS) && \
	swift-symbolgraph-extract -module-name CoreMotion -I $(MODULES) -minimum-access-level public \
	  -skip-synthesized-members -target $$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p') \
	  -Xcc -fmodule-map-file=Sources/CZlib/module.modulemap \
	  $$(find .build/debug/*.build Sources/*/include -maxdepth 1 -name module.modulemap | sed 's/^/-Xcc -fmodule-map-file=/') \
	  -output-dir $(SYMBOLS) && \
	docc convert Sources/CoreMotion/CoreMotion.docc --additional-symbol-graph-dir $(SYMBOLS) --warnings-as-errors \
	  --fallback-display-name CoreMotion --fallback-bundle-identifier imu-rt.CoreMotion --output-path .build/documentation

# The program on a real kernel: Debian's, in an emulated machine, whose I2C bus and GPIO chip are served by simulated chips.
rig: PACKAGES += qemu-system-x86 busybox-static kmod cpio make gcc-12 python3-minimal libpython3-stdlib python3-pip i2c-tools gpiod util-linux procps
# RIG_KERNEL=trixie boots Debian 13's kernel instead of this machine's own Debian's.
ifdef RIG_KERNEL
rig: PACKAGES += debootstrap xz-utils
endif
rig: build
	$(if $(RIG_KERNEL),$(SUDO)) RIG_KERNEL=$(RIG_KERNEL) rig/prepare.sh
	RIG_KERNEL=$(RIG_KERNEL) rig/test.sh

# The program on the system that a Raspberry Pi runs: Debian 13 with its own Swift 6.0 and libgpiod 2, in a folder (docs/pi.md).
PI_SWIFT = --scratch-path /build
pi: PACKAGES += debootstrap util-linux
pi: setup
	$(SUDO) rig/pi.sh make
	$(SUDO) rig/pi.sh run swift build $(PI_SWIFT) --product imu-rt
	$(SUDO) rig/pi.sh run /build/debug/imu-rt stream --simulate -n 100 --format csv

# All tests there.
pi-test: pi
	$(SUDO) rig/pi.sh run swift build $(PI_SWIFT) --build-tests
	$(SUDO) rig/pi.sh run swift test $(PI_SWIFT) --skip-build

# The program for a 64-bit Raspberry Pi, cross-compiled from amd64 with that system's compiler and run by emulation: it streams, its
# ring carries everything in order, and the orderings that emulation can't show stand in its instructions.
pi-arm64: PACKAGES += debootstrap util-linux qemu-user-static binutils-aarch64-linux-gnu python3-minimal libpython3-stdlib
pi-arm64: setup
	$(SUDO) rig/pi.sh make
	$(SUDO) rig/pi.sh make-arm64
	$(SUDO) rig/pi.sh cross --product imu-rt
	$(SUDO) rig/pi.sh emulate arm64/release/imu-rt stream --simulate -n 100 --format csv
	$(SUDO) rig/pi.sh emulate arm64/release/imu-rt bench ring.throughput ring.roundtrip --seconds 3
	rig/check_arm64_order.py .build/pi/amd64/build/arm64/release/imu-rt
	$(SUDO) ONLY_TESTS=RingBufferTests ARM64_BUILD=arm64-ring rig/pi.sh cross --build-tests -Xswiftc -enable-testing
	$(SUDO) rig/pi.sh emulate arm64-ring/release/imu-rtPackageTests.xctest --testing-library swift-testing

# Scores the trials of a folder against their optical reference, beside the peers in its baselines.json: make yardstick DIR=folder
yardstick: trials-named build
	@python3 tools/yardstick.py "$(DIR)"

trials-named:
	@[ -n "$(DIR)" ] || { echo "make yardstick DIR=folder: which folder holds the trials?" >&2; exit 2; }

# Installs the Debian packages that are missing, by name.
setup:
	@command -v swift >/dev/null || { echo "imu-rt needs Swift 6.0 or newer: see swift.org/install" >&2; exit 1; }
	@missing=""; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing"; \
	  $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	fi

clean:
	swift package clean
