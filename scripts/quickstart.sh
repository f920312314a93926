#!/usr/bin/env bash
# Sets up, builds for the GPU that is here (else for the host), and runs the quick suite.
set -euo pipefail
. "$(dirname "$0")/common.sh"

install_build_tools
choose_preset
build -DTILEBRIDGE_TESTS=OFF
say "running every experiment in every model, quick preset"
"build/$preset/bin/tilebridge" run --preset quick || fail "tilebridge run, exit status $?"
