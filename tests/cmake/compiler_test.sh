#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A compiler that lacks what the sources need is refused in one line, and one that has it is not:
# compiler_test.sh CMAKE GENERATOR COMPILER
set -euo pipefail
cmake=$1 generator=$2 compiler=$3
source=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir project
cat >project/CMakeLists.txt <<END_OF_PROJECT
cmake_minimum_required(VERSION 3.22)
project(project LANGUAGES CXX)
include($source/cmake/CheckCompiler.cmake)
END_OF_PROJECT
# Compilers as they were: options after those of CMake take precedence.
# shellcheck disable=SC2016  # for the shell that runs there
printf '#!/bin/sh\nexec "%s" "$@" -std=c++17\n' "$compiler" >of_c++17
chmod +x of_c++17

# configure COMPILER: sets `status`; the output is in the file log, on one line in words.
configure() {
  rm -rf build
  status=0
  "$cmake" -S project -B build -G "$generator" -DCMAKE_CXX_COMPILER="$1" >log 2>&1 || status=$?
  tr -s '\n ' ' ' <log >words
}
fail() {
  echo "$*"
  cat log
  exit 1
}
configure "$compiler"
[ "$status" -eq 0 ] || fail "the compiler of this build is refused"
for old in "$folder/of_c++17" clang++-14 clang++-15 g++-11; do
  command -v "$old" >/dev/null || continue
  configure "$old"
  [ "$status" -ne 0 ] || fail "$old is not refused"
  grep -qE "lacks parts of C\+\+20 that are needed \($folder/build/compiler_check.log\); GCC 12 and clang 16 have them" \
    words || fail "no reason for refusing $old"
  grep -q error build/compiler_check.log || fail "no errors of $old"
done
