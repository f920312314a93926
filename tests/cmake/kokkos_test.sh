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
  mkdir -p "$1/lib/cmake/Kokkos" "$1/include"
  cat >"$1/lib/cmake/Kokkos/KokkosConfig.cmake" <<KOKKOS
${4:-}
set(Kokkos_VERSION ${VERSION:-9.8.7})
set(Kokkos_DEVICES $2)
set(Kokkos_ARCH $3)
add_library(Kokkos::kokkos INTERFACE IMPORTED)
KOKKOS
}
install broken OPENMP "" 'message(FATAL_ERROR "names an archive that is not there")'
install host OPENMP ""
install gpu "OPENMP;CUDA" HOPPER90
install amd "SERIAL;HIP" AMD_GFX942
VERSION=3.2.00 install old SERIAL ""
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
include($source/cmake/Named.cmake)
tilebridge_check_prefix_path()
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
expect_not() { ! grep -qF -- "$1" words || fail "said: $1"; }
expect() { grep -qF -- "$1" words || fail "not said: $1"; }
succeeds() { [ "$status" -eq 0 ] || fail "configuring failed"; }
fails() { [ "$status" -ne 0 ] || fail "configuring did not fail"; }

echo "== the first that fits"
configure -DCMAKE_PREFIX_PATH="$folder/host;$folder/gpu"
succeeds
expect "Using Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos"
rm -r build
configure -DCMAKE_PREFIX_PATH="$folder/host;$folder/gpu" -DTILEBRIDGE_KOKKOS_GPU=ON \
  -DTILEBRIDGE_KOKKOS_ARCH=HOPPER90
succeeds
expect "Passed over Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos: wanted is Kokkos with CUDA for HOPPER90"
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
expect "Using Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos"
grep -q "names an archive that is not there" build/kokkos_probe/probe_0.log || fail "no reason in the log"
configure
succeeds
expect "Using Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos"
rm -r build
configure -DCMAKE_PREFIX_PATH="$folder/broken"
fails
expect "found Kokkos in $folder/broken/lib/cmake/Kokkos: its own CMake files do not load"
expect "download 4.7.01 from $folder/nowhere"
expect_not "native GPU code"
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

mkdir another
printf 'project(another)\n' >another/CMakeLists.txt
configure -DFETCHCONTENT_SOURCE_DIR_KOKKOS="$folder/another"
fails
expect "FETCHCONTENT_SOURCE_DIR_KOKKOS: no source tree of Kokkos in $folder/another"
configure -DFETCHCONTENT_SOURCE_DIR_KOKKOS="$folder/tree" -DKokkos_ENABLE_CUDA=ON
fails
expect "Kokkos_ENABLE_CUDA is on, and wanted is Kokkos on the host"
rm -r build

echo "== a Kokkos that is named is taken, or none is"
mkdir -p empty tree/core/src
touch tree/core/src/Kokkos_Core.hpp
there="-DCMAKE_PREFIX_PATH=$folder/host"  # what is found without a name
# A folder that is refused for a reason: refuse FOLDER REASON
refuse() {
  rm -rf build
  configure "$there" -DKokkos_ROOT="$1"
  fails
  expect "Kokkos_ROOT=$1$2"
}
# Names the folder in each way there is, and expects the same refusal.
refuse_in_each_way() {
  local by
  for by in Kokkos_ROOT Kokkos_DIR KOKKOS_ROOT; do
    rm -rf build
    configure "$there" "-D$by=$1"
    fails
    expect "$by=$1$2"
  done
  for by in Kokkos_ROOT Kokkos_DIR KOKKOS_ROOT; do
    rm -rf build
    export "$by=$1"
    configure "$there"
    unset "$by"
    fails
    expect "the environment's $by=$1$2"
  done
}
refuse_in_each_way "$folder/misspelt" ": there is no such folder"
refuse "kokkos" " is not an absolute path"
refuse "$folder/empty" ": there is no installed Kokkos (no KokkosConfig.cmake)"
refuse "$folder/tree" ": that is a source tree, which FETCHCONTENT_SOURCE_DIR_KOKKOS names"
refuse_in_each_way "$folder/broken/lib/cmake/Kokkos" \
  ": Kokkos in $folder/broken/lib/cmake/Kokkos: its own CMake files do not load"

install second SERIAL ""
ln -s "$folder/second" linked
install "with space" SERIAL ""
# Also after another has been found.
for name in second linked "with space"; do
  for by in Kokkos_ROOT KOKKOS_ROOT Kokkos_DIR; do
    rm -rf build
    configure "$there"
    configure "-D$by=$folder/$name$([ $by != Kokkos_DIR ] || echo /lib/cmake/Kokkos)"
    succeeds
    expect "Using Kokkos 9.8.7 (SERIAL) in $folder/$name/lib/cmake/Kokkos"
  done
done

echo "== a folder of CMAKE_PREFIX_PATH that is missing"
rm -rf build
configure -DCMAKE_PREFIX_PATH="$folder/misspelt;$folder/host"
fails
expect "CMAKE_PREFIX_PATH has $folder/misspelt: there is no such folder"
rm -rf build
CMAKE_PREFIX_PATH=$folder/misspelt:$folder/host configure
succeeds
expect "the environment's CMAKE_PREFIX_PATH has $folder/misspelt: there is no such folder"

echo "== one of the wrong kind"
for name in gpu amd; do
  rm -rf build
  configure -DCMAKE_PREFIX_PATH="$folder/$name;$folder/host"
  succeeds
  expect "in $folder/$name/lib/cmake/Kokkos: it is for a GPU, and wanted is Kokkos on the host"
  expect "Using Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos"
  configure -DKokkos_ROOT="$folder/$name"
  fails
  expect "Kokkos_ROOT=$folder/$name: Kokkos 9.8.7 ("
  expect "it is for a GPU, and wanted is Kokkos on the host; configure a preset for that GPU, or let Kokkos_ROOT name a Kokkos for the host"
done
for name in host amd; do
  rm -rf build
  configure -DKokkos_ROOT="$folder/$name" -DTILEBRIDGE_KOKKOS_GPU=ON -DTILEBRIDGE_KOKKOS_ARCH=HOPPER90
  fails
  expect "in $folder/$name/lib/cmake/Kokkos: wanted is Kokkos with CUDA for HOPPER90"
done
rm -rf build
configure -DKokkos_ROOT="$folder/old"
fails
expect "3.4 is the oldest release that will do"

echo "== flags with quotes reach the search"
rm -rf build
configure "$there" '-DCMAKE_CXX_FLAGS=-DNAME="\"a b\"" -DOTHER=a\;b'
succeeds
expect "Using Kokkos 9.8.7 (OPENMP) in $folder/host/lib/cmake/Kokkos"
