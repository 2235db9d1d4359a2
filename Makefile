# SPDX-License-Identifier: Apache-2.0
.PHONY: run test test-long build programs install deb sdk compatibility lint bench fuzz fuzz-console sanitize clean
.DEFAULT_GOAL := build

# All programs and examples, and nothing of the tests, in one build: each further one would plan all of it again.
# Where it is built; the package and `make build` share it.
SCRATCH ?= .build
# The libraries of GCC that programs hold in themselves.
LIBRARIES := $(abspath $(SCRATCH))/libraries
SWIFT_RELEASE := BAILEY_PROGRAMS=$(LIBRARIES) swift build -c release --static-swift-stdlib --scratch-path $(SCRATCH)
PROGRAMS := bailey bailey-browser bailey-console bailey-enclave bailey-fingerprint bailey-fs bailey-identity bailey-issuer bailey-location bailey-proxy bailey-run \
  bailey-secrets bailey-session bailey-widgets baileyd
# Into PAM's folder of modules, with Native/pam_bailey/bailey.pam-config: Documentation/Desktop.md.
PAM_MODULE := cc -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -fstack-protector-strong -D_FORTIFY_SOURCE=2 \
  -Wl,-z,relro,-z,now,--no-undefined Native/pam_bailey/pam_bailey.c -lpam
EXAMPLES := secret-keeper Ledger Viewfinder BankWidget keychain-timing guarded-notes shop

# A tour of Bailey on real files and secrets: set-up, build, then every cell of the protection tables, seen.
run: build
	Scripts/tour

# Everything that is promised, tested with the real daemons.
test:
	Scripts/setup build run test
	Scripts/test

# What takes long: searches, kills and interleavings in full, of which `make test` runs a sample, and each decoder fuzzed for a
# minute.
# Debian that boots with the package comes first: it takes minutes.
test-long: deb
	Scripts/boot-test
	Scripts/setup build run test
	Scripts/test-long

# The programs, in bin/, with the names by which git and docker ask for passwords, and examples of apps, in bin/examples.
build:
	Scripts/setup build run
	$(MAKE) programs

programs:
	install -d $(LIBRARIES)
	ln -sfn "$$(cc -print-file-name=libstdc++.a)" $(LIBRARIES)/libstdc++.a
	$(SWIFT_RELEASE)
	install -D -t bin $(addprefix $(SCRATCH)/release/,$(PROGRAMS))
	$(PAM_MODULE) -o bin/pam_bailey.so
	install -D -t bin/examples $(addprefix $(SCRATCH)/release/,$(EXAMPLES))
	for name in git docker; do ln -sfn bailey bin/$$name-credential-bailey; done

# What `make programs` and `make sdk` have built, below PREFIX; DESTDIR and SDK_DESTDIR are for packages.
PREFIX ?= /usr/local
SDK_DESTDIR ?= $(DESTDIR)
install:
	PROGRAMS="$(PROGRAMS)" Scripts/install "$(DESTDIR)" "$(PREFIX)" "$(SDK_DESTDIR)"

# The Debian package, in bin/. The stamp of an earlier one would have debhelper build nothing, and pack what was built then.
deb:
	Scripts/setup build package
	mkdir -p bin
	rm -f debian/debhelper-build-stamp
	OUTPUT=bin SCRATCH=$(SCRATCH) dpkg-buildpackage --build=binary --unsigned-changes --unsigned-source --no-pre-clean \
	  --buildinfo-option=-ubin --buildinfo-file=bin/bailey.buildinfo --changes-option=-ubin --changes-file=bin/bailey.changes
	lintian --fail-on error bin/bailey.changes

# What apps compile against, in bin/sdk: swift build --toolset $(bailey sdk path)/toolset.json
sdk: build
	Scripts/sdk

# How far other people's widget extensions compile: Documentation/Compatibility.md lists them, DIR has their checkouts.
compatibility:
	Scripts/compatibility "$(DIR)"

lint:
	Scripts/setup build test
	Scripts/lint

# Speed against gocryptfs, securefs, the plain folder, gnome-keyring and openssl; fails where a target is missed.
bench: build
	Scripts/setup bench
	bin/bailey bench keychain --check
	bin/bailey bench secrets --check
	bin/bailey bench lock --check
	bin/bailey bench console --check
	bin/bailey bench files --check
	bin/bailey bench apps --check
	bin/bailey bench widgets --check
	bin/bailey bench consent --check

fuzz:
	Scripts/setup build
	Scripts/fuzz

# Requests made of the console's own description, by schemathesis from PyPI, beside the raw bytes that `make test` sends.
fuzz-console:
	Scripts/setup build run test
	python3 -m venv .build/schemathesis
	.build/schemathesis/bin/pip install -q schemathesis==3.39.16 hypothesis==6.112.0
	swift build --build-tests
	PATH="$(CURDIR)/.build/schemathesis/bin:$$PATH" swift test --disable-xctest --skip-build --filter AbsenceWalks

# The tests in builds that watch what threads share, and how memory is used.
sanitize:
	Scripts/setup build run test
	Scripts/sanitize thread
	Scripts/sanitize address

clean:
	rm -rf .build bin
