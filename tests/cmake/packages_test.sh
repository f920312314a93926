#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What configuring says where libraries are missing: packages_test.sh CMAKE GENERATOR
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
"$1" -S . -B "$folder" -G "$2" -DTILEBRIDGE_TESTS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON >"$folder/log" 2>&1 || status=$?
[ "$status" -ne 0 ] || { echo "configured without fmt"; exit 1; }
tr -s '\n ' ' ' <"$folder/log" >"$folder/words"
grep -qF "Not found: fmt, CLI11. Install the libraries" "$folder/words" || { cat "$folder/log"; exit 1; }

# What only reads the compile commands, as scripts/resources.py and clang-tidy do, needs no build
# before it. With a stand-in for Kokkos.
kokkos=$folder/kokkos/lib/cmake/Kokkos
mkdir -p "$kokkos"
cat >"$kokkos/KokkosConfig.cmake" <<'KOKKOS'
set(Kokkos_VERSION 9.8.7)
set(Kokkos_DEVICES SERIAL)
set(Kokkos_ARCH "")
add_library(Kokkos::kokkos INTERFACE IMPORTED)
KOKKOS
"$1" -S . -B "$folder/whole" -G "$2" -DTILEBRIDGE_TESTS=OFF \
  -DKokkos_ROOT="$folder/kokkos" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
grep -q 'shared_headers = "' "$folder/whole/src/generated/git_state.hpp" ||
  { echo "git_state.hpp is not written when configured"; exit 1; }

# A package that only tests need is no error: those tests are skipped.
"$1" "$folder/whole" -DTILEBRIDGE_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
ctest --test-dir "$folder/whole" -R in_cpp >"$folder/log"
grep -qF 'in_cpp (Skipped)' "$folder/log" || { cat "$folder/log"; exit 1; }
"$1" "$folder/whole" -DCMAKE_DISABLE_FIND_PACKAGE_GTest=OFF -DVALIJSON_INCLUDE_DIR= \
  >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
