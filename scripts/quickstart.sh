#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds for the local GPU (else for the host; with the given CMake options, for example
# -DFETCHCONTENT_SOURCE_DIR_KOKKOS=/path/to/kokkos), and runs the quick suite.
set -euo pipefail
. "$(dirname "$0")/common.sh"

install_build_tools "$@"
choose_preset
build -DTILEBRIDGE_TESTS=OFF "$@"
say "running every experiment in every model, quick preset"
results=results-$(date -u +%Y%m%d-%H%M%S).json
"build/$preset/bin/tilebridge" run --preset quick -o "$results" ||
  fail "tilebridge run, exit status $?"
"build/$preset/bin/tilebridge" report "$results" -o "${results%.json}.html" ||
  fail "tilebridge report, exit status $?"
say_remarks
