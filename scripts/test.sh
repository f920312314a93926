#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds (with the given CMake options, for example -DTILEBRIDGE_UNITY=OFF), and runs every
# test. Without a GPU, tests that need one are reported as skipped. TEST_PATH is their PATH.
set -euo pipefail
. "$(dirname "$0")/common.sh"

install_build_tools "$@"
install_packages libgmock-dev libgtest-dev libvalijson-dev procps
choose_preset
build -DTILEBRIDGE_TESTS=ON "$@"
say "running the tests"
status=0
PATH=${TEST_PATH:-$PATH} ctest --preset "$preset" --output-on-failure --parallel "$(nproc)" || status=$?
say_remarks
say_skipped "build/$preset/junit.xml"
exit "$status"
