#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds for the local GPU (else for the host; with the given CMake options, for example
# -DFETCHCONTENT_SOURCE_DIR_KOKKOS=/path/to/kokkos), and runs the quick suite.
set -euo pipefail
. "$(dirname "$0")/common.sh"

install_build_tools "$@"
choose_preset
build -DTILEBRIDGE_TESTS=OFF "$@"
tilebridge=build/$preset/bin/tilebridge
results=results-$(date -u +%Y%m%d-%H%M%S).json

# A host's times say nothing about a GPU: it is shown what the stored run on one says.
check_installation() {
  local screen
  screen=$("$tilebridge" run --preset quick --budget 0.01 -o "$results") ||
    fail "tilebridge run, exit status $?: $screen"
  say "installation checked: $(grep -oE '[0-9]+ results? valid' <<<"$screen"); results: $results"
  COLUMNS=${COLUMNS:-100} "$tilebridge" report --summary ||
    fail "tilebridge report, exit status $?"
}

measure_gpu() {
  "$tilebridge" run --preset quick -o "$results" || fail "tilebridge run, exit status $?"
  "$tilebridge" report "$results" -o "${results%.json}.html" ||
    fail "tilebridge report, exit status $?"
}

say "running every experiment in every model, quick preset"
if [ "$preset" = host ]; then check_installation; else measure_gpu; fi
say_remarks
