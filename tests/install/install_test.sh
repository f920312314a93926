#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build into a prefix of its own and uses it from there: install_test.sh BUILD
set -euo pipefail
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

cmake --install "$build" --prefix "$folder/prefix" >"$folder/log"
cd "$folder"
program=$folder/prefix/bin/tilebridge
for file in share/man/man1/tilebridge-run.1 share/tilebridge/schema/results-1.schema.json \
  share/doc/tilebridge/docs/method.md share/bash-completion/completions/tilebridge \
  share/zsh/site-functions/_tilebridge share/fish/vendor_completions.d/tilebridge.fish; do
  [ -s "prefix/$file" ] || fail "$file is not installed"
done
installed=$(find prefix -path '*/Kokkos*')
[ -z "$installed" ] || fail "Kokkos's own files are installed too: $installed"
for binary in "$program" prefix/libexec/tilebridge/tilebridge-run; do
  ! grep -aqF "$build" "$binary" || fail "$binary names the build's folder"
done
"$program" list transpose >listed || fail "tilebridge list, exit status $?"
grep -q padded_tile listed

status=0
"$program" run stride --preset quick --budget 0.01 -o results.json >log || status=$?
[ "$status" -ne 5 ] || { echo "skipped: this build's platform is not here"; exit 77; }
[ "$status" -eq 0 ] || fail "tilebridge run, exit status $status"
"$program" report results.json >printed || fail "tilebridge report, exit status $?"
grep -q stride printed
