# Every path here is relative and every script quotes, so the directory may have any name.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

PREFIX ?= /usr/local
DESTDIR ?=

SCRIPTS := deploy/scripts
SWIFT := $(SCRIPTS)/swift.sh
RELEASE := build --configuration release --static-swift-stdlib

.PHONY: help deps deps-test build demo test test-slow test-intake soak lint check install clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

deps: ## install the Debian packages that building and running need and that are missing
	@$(SCRIPTS)/deps.sh build

deps-test: ## install the Debian packages that only the tests need
	@$(SCRIPTS)/deps.sh test

build: ## build the release programs, which need no Swift where they run
	@$(SWIFT) $(RELEASE) --product ocrspool-watch
	@$(SWIFT) $(RELEASE) --product ocrspool

demo: deps build ## build, and watch five pictures go through a spool
	@$(SCRIPTS)/demo.sh

test: deps deps-test ## run all tests
	@$(SWIFT) test

test-slow: deps deps-test ## run the tests of the real programs that take minutes: 50 kills over 60 jobs, a minute of rest
	@OCRSPOOL_SLOW_TESTS=1 $(SWIFT) test --filter EndToEndTests

test-intake: deps deps-test ## run the tests of what users of similar programs reported, the slow ones too
	@OCRSPOOL_SLOW_TESTS=1 $(SWIFT) test --filter 'EndToEndTests\..*Reports/'

soak: deps deps-test ## let producers do at random what producers do, for ten minutes (OCRSPOOL_SOAK_SECONDS, OCRSPOOL_PRODUCER_SEED)
	@OCRSPOOL_SOAK_SECONDS=$${OCRSPOOL_SOAK_SECONDS:-600} $(SWIFT) test --filter RandomProducerTests

lint: ## check the style of the sources and scripts
	@$(SWIFT) format lint --strict --recursive Sources Tests Package.swift
	@$(SCRIPTS)/lint-scripts.sh

check: deps deps-test lint ## all that a change has to pass: style, imports, tests, release build, end-to-end tests on it
	@$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory build
	@OCRSPOOL_TEST_BINARIES=.build/release $(SWIFT) test --filter EndToEndTests

install: ## install the release programs (PREFIX=/usr/local, DESTDIR=)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' $(SCRIPTS)/install.sh

clean: ## remove what was built
	@rm -rf .build .test
