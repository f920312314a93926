#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks cmake/git_state.cmake: its hash covers every header that shared objects with kernels and the
# program have in common, and it says why there is no commit: git_state_test.sh CMAKE COMPILER
set -euo pipefail
cmake=$1 compiler=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tree"
cp -r src include cmake "$folder/tree"
cd "$folder/tree"
fail() {
  echo "$*"
  exit 1
}
write_state() { # further options of CMake
  "$cmake" -DVERSION=1.2.3 -DSOURCE="$PWD" -DOUTPUT="$folder/state.hpp" "$@" -P cmake/git_state.cmake
}
# Sets `hash`.
take_hash() {
  write_state
  hash=$(grep shared_headers "$folder/state.hpp")
}
take_hash
original=$hash
[[ $hash =~ \"1\.2\.3\ [0-9a-f]{16}\" ]] || fail "no hash: $hash"

expect_covered() {
  cp "$1" "$folder/kept"
  echo "// changed" >>"$1"
  take_hash
  cp "$folder/kept" "$1"
  [ "$hash" != "$original" ] || fail "$1 is not in the hash"
}
# Lists the headers as the compiler sees them.
{
  echo '#include "kernels/model.h"'
  echo '#include "catalogue/basic_terms.hpp"'
  find src/catalogue -mindepth 2 -name '*.hpp' -not -name '*_problem.hpp' -printf '#include "catalogue/%P"\n'
} >"$folder/all.cpp"
headers=$("$compiler" -std=c++20 -MM -Isrc -Iinclude "$folder/all.cpp" | grep -oE '(src|include)/[^ ]+')
[[ $headers == *src/kernels/model.h* && $headers == *src/catalogue/row_walk.hpp* ]] || fail "headers: $headers"
for header in $headers; do expect_covered "$header"; done

sed -i '0,/^#include/s//#include "kernels\/added.h"\n&/' src/kernels/model.h
echo >src/kernels/added.h
take_hash
original=$hash
expect_covered src/kernels/added.h

echo "// changed" >>src/kernels/implementations.hpp
take_hash
[ "$hash" = "$original" ] || fail "a header is in the hash that the two sides do not share"

command -v git >/dev/null || exit 0
write_state -DSAY=ON >"$folder/said"
[ ! -s "$folder/said" ] || fail "said of no checkout: $(cat "$folder/said")"
grep -q 'git_state = "unknown"' "$folder/state.hpp" || fail "a state without git"
git init -q .
git -c user.name=t -c user.email=t@t commit -q --allow-empty -m c
GIT_TEST_ASSUME_DIFFERENT_OWNER=1 write_state -DSAY=ON >"$folder/said"
grep -q "Results will not name the commit: fatal: .*dubious ownership.*; -DTILEBRIDGE_COMMIT=… names it" \
  "$folder/said" || fail "said of another owner's checkout: $(cat "$folder/said")"
grep -q 'git_state = "unknown"' "$folder/state.hpp" || fail "a state of another owner's checkout"
write_state -DSAY=ON >"$folder/said"
[ ! -s "$folder/said" ] || fail "said of a checkout: $(cat "$folder/said")"
grep -qE 'git_state = "[0-9a-f]{12}(-dirty)?"' "$folder/state.hpp" || fail "no commit"
