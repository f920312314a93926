#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Which preset scripts/common.sh chooses on machines that stand-ins on PATH make up, and how it goes
# on where there is no apt.
set -euo pipefail
source=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tools"
for tool in awk bash cat cmake dirname env grep id mkdir nproc rm sed sort; do
  ln -s "$(command -v "$tool")" "$folder/tools/"
done
failed=0
complain() {
  printf '%s\n' "$*"
  failed=1
}

# A machine with no more than the commands that `stand_in` adds.
new_machine() { rm -rf "${folder:?}/bin" && mkdir "$folder/bin"; }
stand_in() { # NAME [what it prints]
  printf '#!%s/tools/bash\ncat <<"END"\n%s\nEND\n' "$folder" "${2:-}" >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

# Runs "$1" with scripts/common.sh sourced; the output is in the file said, the status in `status`.
run_there() {
  status=0
  env -i PATH="$folder/bin:$folder/tools" CUDA_HOME="$folder/no-cuda" ROCM_PATH="$folder/no-rocm" \
    bash -c "set -euo pipefail; . '$source/scripts/common.sh'; $1" >"$folder/said" 2>&1 || status=$?
}

expect_preset() { # PRESET "what is said" [remark]
  # shellcheck disable=SC2016  # for the shell that runs there
  run_there 'choose_preset; say_remarks; echo "preset=$preset"'
  [ "$status" -eq 0 ] || complain "status $status for $1: $(cat "$folder/said")"
  grep -qxF "preset=$1" "$folder/said" || complain "not $1 but: $(cat "$folder/said")"
  grep -qF -- "$2" "$folder/said" || complain "not said: $2 but: $(cat "$folder/said")"
  local remarks
  remarks=$(grep -c '^==> note: ' "$folder/said" || true)
  [ "$remarks" -eq "$([ $# -eq 3 ] && echo 1 || echo 0)" ] || complain "$remarks remarks for $1, $2"
}

new_machine
expect_preset host "no GPU here: preset host"

for capability in 8.0 8.6 8.9 9.0 10.0 12.0; do
  new_machine
  stand_in nvidia-smi "$capability"
  stand_in nvcc
  expect_preset "cuda-sm_${capability/./}" "compute capability $capability: preset cuda-sm_"
done

new_machine
stand_in nvidia-smi 7.5
stand_in nvcc
expect_preset cuda-native "compute capability 7.5: preset cuda-native"
stand_in nvidia-smi $'9.0\n8.0'
expect_preset cuda-sm_90 "compute capability 9.0"
stand_in rocm_agent_enumerator gfx90a
stand_in hipcc
expect_preset cuda-sm_90 "compute capability 9.0"

new_machine
stand_in nvidia-smi 9.0
expect_preset host "9.0 is here, but no CUDA Toolkit (nvcc): preset host" remark
mkdir -p "$folder/cuda/bin"
cp "$folder/bin/nvidia-smi" "$folder/cuda/bin/nvcc"
run_there "CUDA_HOME='$folder/cuda'; choose_preset; command -v nvcc"
grep -qxF "$folder/cuda/bin/nvcc" "$folder/said" || complain "no nvcc in CUDA_HOME: $(cat "$folder/said")"

for architecture in gfx90a gfx942; do
  new_machine
  stand_in rocm_agent_enumerator $'gfx000\n'"$architecture"
  stand_in hipcc
  expect_preset "hip-$architecture" "an AMD GPU, $architecture, is here: preset hip-$architecture" remark
done
new_machine
stand_in rocminfo "  Name:                    gfx942"
stand_in hipcc
expect_preset hip-gfx942 "no amdclang++ (of ROCm's package rocm-llvm): Kokkos runs on the host" remark

# shellcheck disable=SC2016  # for the shell that runs there
expect_gpu_options() { # "the options" ["what is said"]
  run_there 'choose_preset; echo "options=${gpu_options[*]-}"'
  grep -qxF "options=$1" "$folder/said" || complain "not the options $1 but: $(cat "$folder/said")"
  grep -qF -- "${2:-}" "$folder/said" || complain "not said: $2 but: $(cat "$folder/said")"
}
expect_gpu_options ""
stand_in amdclang++
with_kokkos="-DTILEBRIDGE_KOKKOS_GPU=ON -DCMAKE_CXX_COMPILER=$folder/bin/amdclang++"
expect_gpu_options "$with_kokkos -DKokkos_ENABLE_ROCTHRUST=OFF" "no rocThrust (of ROCm's package rocthrust-dev)"
mkdir -p "$folder/no-rocm/lib/cmake/rocthrust"
expect_gpu_options "$with_kokkos"
rm -r "$folder/no-rocm" "$folder/bin/amdclang++"

# Debian's hipcc calls a clang of the distribution.
mkdir -p "$folder/lib/llvm-17/bin"
cp "$folder/bin/hipcc" "$folder/lib/llvm-17/bin/clang++"
stand_in hipcc "Debian clang version 17.0.6"$'\n'"InstalledDir: $folder/lib/llvm-17/bin"
with_kokkos="-DTILEBRIDGE_KOKKOS_GPU=ON -DCMAKE_CXX_COMPILER=$folder/lib/llvm-17/bin/clang++"
expect_gpu_options "$with_kokkos -DKokkos_ENABLE_ROCTHRUST=OFF" "no rocThrust"
mkdir -p "$folder/share/cmake/rocthrust"
expect_gpu_options "$with_kokkos"
printf '#!/bin/sh\nexit 1\n' >"$folder/lib/llvm-17/bin/clang++"
expect_gpu_options "" "no OpenMP for $folder/lib/llvm-17/bin/clang++ (Debian's package libomp"
stand_in hipcc "Debian clang version 15.0.6"$'\n'"InstalledDir: $folder/lib/llvm-17/bin"
expect_gpu_options "" "no amdclang++"
rm -r "${folder:?}/lib" "${folder:?}/share"
stand_in rocm_agent_enumerator gfx908
expect_preset hip-native "an AMD GPU, gfx908, is here: preset hip-native" remark
stand_in rocm_agent_enumerator gfx1100
expect_preset host "gfx1100, is here, for which there is no preset: preset host" remark
stand_in rocm_agent_enumerator gfx000
expect_preset host "no GPU here"
new_machine
stand_in rocm_agent_enumerator gfx90a
expect_preset host "gfx90a, is here, but no HIP compiler (ROCm's package hipcc): preset host" remark

echo "== without apt"
new_machine
stand_in c++
stand_in ninja
run_there 'install_build_tools -DFETCHCONTENT_SOURCE_DIR_KOKKOS=/kokkos; echo goes on'
[ "$status" -eq 0 ] || complain "stops without apt: $(cat "$folder/said")"
grep -qxF "goes on" "$folder/said" || complain "does not go on: $(cat "$folder/said")"
rm "$folder/bin/ninja"
run_there install_build_tools
[ "$status" -eq 1 ] || complain "status $status without ninja"
grep -q "^failed: not there: ninja; install" "$folder/said" || complain "ninja: $(cat "$folder/said")"

echo "== an old CMake"
new_machine
stand_in c++
stand_in ninja
stand_in cmake "cmake version 3.22.1"
run_there install_build_tools
grep -q "^failed: CMake 3.25 or newer is needed for the presets, this is 3.22.1" "$folder/said" ||
  complain "an old CMake: $(cat "$folder/said")"

echo "== how far a build is"
new_machine
for step in $(seq 20); do echo "[$step/20] Building"; echo "a warning"; done >"$folder/build.log"
run_there "show_progress <'$folder/build.log'"
[ "$(wc -l <"$folder/said")" -eq 10 ] || complain "progress: $(cat "$folder/said")"
[ "$(tail -n 1 "$folder/said")" = "    20 of 20" ] || complain "progress ends: $(cat "$folder/said")"

cat >"$folder/build.log" <<'END'
-- Using Kokkos 3.4.01 (SERIAL) in /usr/lib
-- Configuring done
-- Passed over Kokkos in /opt: it is for a GPU
END
run_there "show_progress <'$folder/build.log'"
[ "$(cat "$folder/said")" = "    Using Kokkos 3.4.01 (SERIAL) in /usr/lib
    Passed over Kokkos in /opt: it is for a GPU" ] || complain "libraries: $(cat "$folder/said")"

echo "== a tree that cannot be written to"
new_machine
stand_in c++
stand_in ninja
stand_in apt-cache
mkdir -p "$folder/tree/scripts"
cp scripts/common.sh "$folder/tree/scripts/"
touch "$folder/tree/build"  # root may write anywhere
(source=$folder/tree && run_there install_build_tools; exit "$status") && complain "goes on without a folder build"
grep -q "^failed: cannot write to $folder/tree; build in another folder: cmake -S $folder/tree -B FOLDER" \
  "$folder/said" || complain "a read-only tree: $(cat "$folder/said")"
grep -q "CMake cannot load" "$folder/said" && complain "a read-only tree: $(cat "$folder/said")"

echo "== a log of errors of any length"
new_machine
for line in $(seq 20000); do echo "$line: error: wrong"; done >"$folder/long.log"
run_there "print_errors '$folder/long.log' && echo ended"
[ "$(grep -c wrong "$folder/said")" -eq 40 ] || complain "not 40 lines"
grep -qxF ended "$folder/said" || complain "print_errors failed"

echo "== what tests were skipped for"
new_machine
cat >"$folder/junit.xml" <<'END'
	<testcase name="a" classname="a" time="0" status="run">
		<system-out>skipped: not this one</system-out>
	<testcase name="b" classname="b" time="0" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out>skipped: zsh is not installed
	<testcase name="c" classname="c" time="0" status="notrun">
		<system-out>Note: Google Test filter = C.C
tests/c_test.cpp:71: Skipped
no CUDA device

	<testcase name="d" classname="d" time="0" status="notrun">
tests/d_test.cpp:7: Skipped
no CUDA device
END
run_there "say_skipped '$folder/junit.xml'"
grep -qxF "==> skipped tests: 2 (no CUDA device), 1 (zsh is not installed)" "$folder/said" ||
  complain "skipped tests: $(cat "$folder/said")"
echo >"$folder/junit.xml"
run_there "say_skipped '$folder/junit.xml'"
[ ! -s "$folder/said" ] || complain "something skipped: $(cat "$folder/said")"
exit "$failed"
