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

# Flags with quotes are part of what is generated as they are.
flags='-DNAME="a b" -DOTHER='"'c d'"' -DTHIRD=\"e\"'
"$1" "$folder/whole" -DCMAKE_CXX_FLAGS="$flags" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
cat >"$folder/flags.cpp" <<'END'
#include <cstdio>
#include "build_info.hpp"
int main() { std::puts(tilebridge::build_info::cxx_flags); }
END
c++ -std=c++20 -I"$folder/whole/src/generated" -o "$folder/flags" "$folder/flags.cpp"
[[ $("$folder/flags") == "$flags "* ]] || { echo "flags: $("$folder/flags")"; exit 1; }
sh -n "$folder/whole/bin/build-kokkos"
mkdir "$folder/bin"
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >"$folder/bin/cmake"
chmod +x "$folder/bin/cmake"
PATH=$folder/bin:$PATH sh -e "$folder/whole/bin/build-kokkos" tree build object >"$folder/log" 2>&1 || true
grep -qxF -- "-DCMAKE_CXX_FLAGS=$flags" "$folder/log" || { cat "$folder/log"; exit 1; }

# Any package that is named is the one that is taken, or configuring stops.
for package in fmt nlohmann_json CLI11; do
  if "$1" "$folder/whole" -D${package}_ROOT="$folder/misspelt" >"$folder/log" 2>&1; then
    echo "configured with $package in no folder"
    exit 1
  fi
  grep -qF "${package}_ROOT=$folder/misspelt: there is no such folder" "$folder/log" ||
    { cat "$folder/log"; exit 1; }
  if "$1" "$folder/whole" -D${package}_ROOT="$folder/kokkos" >"$folder/log" 2>&1; then
    echo "configured with a $package of another folder than the one named"
    exit 1
  fi
  tr -s '\n ' ' ' <"$folder/log" >"$folder/words"
  grep -qF "${package}_ROOT=$folder/kokkos: there is no $package that CMake can load" "$folder/words" ||
    { cat "$folder/log"; exit 1; }
  "$1" "$folder/whole" -D${package}_ROOT=/usr >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done

# A pair's Kokkos is named and refused in the same way.
mkdir "$folder/pair"
cat >"$folder/pair/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(pair LANGUAGES CXX)
find_package(tilebridge REQUIRED)
tilebridge_add_pair(pair pair.cpp)
END
touch "$folder/pair/pair.cpp"
configure_pair() {
  "$1" -S "$folder/pair" -B "$folder/pair/build" -G "$2" -Dtilebridge_DIR="$folder/whole/lib/cmake/tilebridge" \
    "${@:3}" >"$folder/log" 2>&1
}
configure_pair "$1" "$2" || { cat "$folder/log"; exit 1; }
configure_pair "$1" "$2" -DKokkos_ROOT="$folder/kokkos" || { cat "$folder/log"; exit 1; }
for named in misspelt bin; do
  if configure_pair "$1" "$2" -DKokkos_ROOT="$folder/$named"; then
    echo "a pair is configured with another Kokkos than the one named"
    exit 1
  fi
  grep -qF "Kokkos_ROOT=$folder/$named: there is no " "$folder/log" || { cat "$folder/log"; exit 1; }
done

# Optional models are named and refused in the same way, where they are built.
for model in RAJA alpaka; do
  for named in misspelt kokkos; do
    if "$1" "$folder/whole" -DTILEBRIDGE_${model^^}=ON -D${model}_ROOT="$folder/$named" >"$folder/log" 2>&1; then
      echo "configured with $model in no folder"
      exit 1
    fi
    grep -qF "${model}_ROOT=$folder/$named: there " "$folder/log" || { cat "$folder/log"; exit 1; }
  done
  "$1" "$folder/whole" -DTILEBRIDGE_${model^^}=OFF -U${model}_ROOT >"$folder/log" 2>&1 ||
    { cat "$folder/log"; exit 1; }
done

# A package that only tests need is no error: those tests are skipped.
"$1" "$folder/whole" -DTILEBRIDGE_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
ctest --test-dir "$folder/whole" -R in_cpp >"$folder/log"
grep -qF 'in_cpp (Skipped)' "$folder/log" || { cat "$folder/log"; exit 1; }
"$1" "$folder/whole" -DCMAKE_DISABLE_FIND_PACKAGE_GTest=OFF -DVALIJSON_INCLUDE_DIR= \
  >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

# A project that has this one as a part installs and tests only what is its own.
mkdir "$folder/parent"
cat >"$folder/parent/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES CXX)
enable_testing()
add_subdirectory("$PWD" tilebridge)
END
"$1" -S "$folder/parent" -B "$folder/parent/build" -G "$2" -DKokkos_ROOT="$folder/kokkos" \
  >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
ctest --test-dir "$folder/parent/build" -N >"$folder/log"
grep -qF 'Total Tests: 0' "$folder/log" || { cat "$folder/log"; exit 1; }
"$1" --install "$folder/parent/build" --prefix "$folder/parent/installed" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
[ ! -e "$folder/parent/installed" ] || { find "$folder/parent/installed"; exit 1; }
