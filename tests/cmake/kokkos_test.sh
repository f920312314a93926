#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Which Kokkos cmake/Kokkos.cmake takes, of stand-ins in folders: kokkos_test.sh CMAKE GENERATOR
set -euo pipefail
cmake=$1 generator=$2
source=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
  echo "$*"
  cat log
  exit 1
}

# An installed Kokkos: install NAME DEVICES ARCH [what its CMake file does besides]
install() {
  mkdir -p "$1/lib/cmake/Kokkos"
  cat >"$1/lib/cmake/Kokkos/KokkosConfig.cmake" <<KOKKOS
${4:-}
set(Kokkos_VERSION 9.8.7)
set(Kokkos_DEVICES $2)
set(Kokkos_ARCH $3)
add_library(Kokkos::kokkos INTERFACE IMPORTED)
KOKKOS
}
install broken OPENMP "" 'message(FATAL_ERROR "names an archive that is not there")'
install host OPENMP ""
install gpu "OPENMP;CUDA" HOPPER90
mkdir tree project
cat >tree/CMakeLists.txt <<'END_OF_TREE'
set(Kokkos_VERSION_MAJOR 5)
set(Kokkos_VERSION_MINOR 4)
set(Kokkos_VERSION_PATCH 3)
add_library(kokkos INTERFACE)
add_library(Kokkos::kokkos ALIAS kokkos)
END_OF_TREE
cat >project/CMakeLists.txt <<END_OF_PROJECT
cmake_minimum_required(VERSION 3.22)
project(project LANGUAGES CXX)
set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)  # what is installed on this machine
set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH OFF)
include($source/cmake/Kokkos.cmake)
if(NOT TARGET Kokkos::kokkos)
  message(FATAL_ERROR "no target")
endif()
END_OF_PROJECT

# Sets `status`; the output is in the file log.
configure() {
  status=0
  "$cmake" -S project -B build -G "$generator" \
    -DTILEBRIDGE_KOKKOS_REPOSITORY="$folder/nowhere" "$@" >log 2>&1 || status=$?
  tr -s '\n ' ' ' <log >words  # CMake breaks the lines of an error
}
expect() { grep -qF -- "$1" words || fail "not said: $1"; }
succeeds() { [ "$status" -eq 0 ] || fail "configuring failed"; }
fails() { [ "$status" -ne 0 ] || fail "configuring did not fail"; }

echo "== the first that fits"
configure -DCMAKE_PREFIX_PATH="$folder/host;$folder/gpu"
succeeds
expect "Using Kokkos 9.8.7 (OPENMP ) in $folder/host/lib/cmake/Kokkos"
rm -r build
configure -DCMAKE_PREFIX_PATH="$folder/host;$folder/gpu" -DTILEBRIDGE_KOKKOS_GPU=ON \
  -DTILEBRIDGE_KOKKOS_ARCH=HOPPER90
succeeds
expect "Passed over Kokkos 9.8.7 (OPENMP ) in $folder/host/lib/cmake/Kokkos: wanted is Kokkos with CUDA for HOPPER90"
expect "Using Kokkos 9.8.7 (OPENMP;CUDA HOPPER90) in $folder/gpu/lib/cmake/Kokkos"
rm -r build

configure -DCMAKE_PREFIX_PATH="$folder/host" -DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON
fails
expect "found none installed"
rm -r build

echo "== one whose CMake files do not load is passed over"
configure -DCMAKE_PREFIX_PATH="$folder/broken;$folder/host"
succeeds
expect "Passed over Kokkos in $folder/broken/lib/cmake/Kokkos: its own CMake files do not load ($folder/build/kokkos_probe/probe_0.log)"
expect "Using Kokkos 9.8.7 (OPENMP ) in $folder/host/lib/cmake/Kokkos"
grep -q "names an archive that is not there" build/kokkos_probe/probe_0.log || fail "no reason in the log"
configure
succeeds
expect "Using Kokkos 9.8.7 (OPENMP ) in $folder/host/lib/cmake/Kokkos"
rm -r build
configure -DKokkos_ROOT="$folder/broken"
fails
expect "found Kokkos in $folder/broken/lib/cmake/Kokkos: its own CMake files do not load"
expect "download 4.7.01 from $folder/nowhere"
configure -DTILEBRIDGE_KOKKOS_RELEASE=5.0.2
expect "download 5.0.2 from $folder/nowhere"
rm -r build

echo "== a source tree that is named goes before all that is installed"
configure -DCMAKE_PREFIX_PATH="$folder/host" -DFETCHCONTENT_SOURCE_DIR_KOKKOS="$folder/tree"
succeeds
expect "Building Kokkos 5.4.3 of $folder/tree in-tree (Kokkos on the host)"
rm -r build
configure -DFETCHCONTENT_SOURCE_DIR_KOKKOS="$folder/project/.."
fails
expect "FETCHCONTENT_SOURCE_DIR_KOKKOS: no source tree of Kokkos"
