#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build into a prefix of its own and uses it from there: install_test.sh BUILD GENERATOR
set -euo pipefail
build=$1
generator=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$*"; exit 1; }

cmake --install "$build" --prefix "$folder/prefix" >"$folder/log"
cd "$folder"
program=$folder/prefix/bin/tilebridge
for file in include/tilebridge/pair.h share/tilebridge/schema/results-3.schema.json \
  share/tilebridge/results/h200-models.json \
  share/doc/tilebridge/docs/method.md share/doc/tilebridge/examples/idioms/idioms.hpp \
  share/doc/tilebridge/backends/kokkos/techniques.hpp share/doc/tilebridge/backends/kokkos/execution.hpp \
  share/doc/tilebridge/backends/kokkos/steps/steps.hpp include/tilebridge/exercise.hpp \
  share/doc/tilebridge/exercises/README.md; do
  [ -s "prefix/$file" ] || fail "$file is not installed"
done
installed=$(find prefix -path '*/Kokkos*')
[ -z "$installed" ] || fail "Kokkos's own files are installed too: $installed"
for binary in "$program" prefix/libexec/tilebridge/tilebridge-run; do
  ! grep -aqF "$build" "$binary" || fail "$binary names the build's folder"
done
! grep -rqF "$build" prefix/lib*/ || fail "the package names the build's folder"
"$program" list transpose >listed || fail "tilebridge list, exit status $?"
grep -q padded_tile listed
"$program" report transpose >reported || fail "tilebridge report transpose, exit status $?"
grep -q '^stored results of .*/prefix/.*h200-models.json$' reported || fail "report names no stored file"

# A pair of kernels of a user's own, outside of both trees, where a Kokkos is installed.
"$program" new heat_flux >log || fail "tilebridge new, exit status $?"
if cmake -G "$generator" -S heat_flux -B pair -DCMAKE_PREFIX_PATH="$folder/prefix" >log 2>&1; then
  cmake --build pair >log 2>&1 || { cat log; fail "the pair does not build"; }
  "$program" run pair/heat_flux.so --platform host --set n=1000 --budget 0.01 -o pair.json >log ||
    fail "tilebridge run heat_flux.so, exit status $?"
  grep -q 'heat_flux  n=1000' log || fail "the pair's table is missing"
  "$program" explain --all pair/heat_flux.so >log || fail "tilebridge explain heat_flux.so, exit status $?"
  for code in 'struct Arguments' 'void native_on_host' 'Kokkos::parallel_for'; do
    grep -q "$code" log || fail "explain does not show the pair's $code"
  done
else
  grep -qi kokkos log || { cat log; fail "the pair's build cannot be configured"; }
  echo "no installed Kokkos: the pair is not built"
fi

# An exercise, which needs nothing but what is installed.
"$program" new --exercise tile >log || fail "tilebridge new --exercise, exit status $?"
if ! cmake -G "$generator" -S tile -B exercise -DCMAKE_PREFIX_PATH="$folder/prefix" >log 2>&1 ||
  ! cmake --build exercise >log 2>&1; then
  cat log
  fail "the exercise does not build"
fi
status=0
"$program" run exercise/tile.so --platform host --budget 0.01 -o tile.json >log || status=$?
[ "$status" -eq 1 ] || fail "tilebridge run tile.so, exit status $status"  # it is given slow
grep -q '^not yet: ' log || fail "the exercise is not graded"

status=0
"$program" run stride --preset quick --budget 0.01 -o results.json >log || status=$?
[ "$status" -ne 5 ] || { echo "skipped: this build's platform is not here"; exit 77; }
[ "$status" -eq 0 ] || fail "tilebridge run, exit status $status"
"$program" report results.json >printed || fail "tilebridge report, exit status $?"
grep -q stride printed
