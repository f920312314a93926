#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What cmake/NativeGpu.cmake and cmake/NativeAmdGpu.cmake compile for, on machines that stand-ins for
# nvidia-smi, nvcc and rocm_agent_enumerator make up:
# native_gpu_test.sh CMAKE
set -euo pipefail
cmake=$1
source=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() {
  printf '%s\n' "$*"
  failed=1
}

cat >"$folder/nvidia-smi" <<'END_OF_FILE'
#!/bin/sh
[ -n "$CAPABILITY" ] || exit 9
echo "$CAPABILITY"
END_OF_FILE
cat >"$folder/nvcc" <<'END_OF_FILE'
#!/bin/sh
for known in 75 80 86 87 88 89 90 100 110 103 120 121; do echo "compute_$known"; done
END_OF_FILE
printf 'cmake_minimum_required(VERSION 3.22)\ninclude(%s/cmake/NativeGpu.cmake)\n' "$source" \
  >"$folder/script.cmake"
chmod +x "$folder/nvidia-smi" "$folder/nvcc"

# expect CAPABILITY "what is said, on one line"
expect() {
  local said
  said=$(CAPABILITY=$1 CUDACXX=$folder/nvcc PATH=$folder:$PATH \
    "$cmake" -P "$folder/script.cmake" 2>&1) || true
  said=$(tr -s '\n ' ' ' <<<"$said")
  [[ $said == *"$2"* ]] || complain "$1: not \"$2\" but $said"
}

expect 7.5 "compiling for sm_75, Kokkos for TURING75"
expect 8.0 "compiling for sm_80, Kokkos for AMPERE80"
expect 8.6 "compiling for sm_86, Kokkos for AMPERE86"
expect 8.7 "compiling for sm_87, Kokkos for AMPERE87"
expect 8.9 "compiling for sm_89, Kokkos for ADA89"
expect 9.0 "compiling for sm_90, Kokkos for HOPPER90"
expect 10.0 "compiling for sm_100, Kokkos for BLACKWELL100"
expect 12.0 "compiling for sm_120, Kokkos for BLACKWELL120"
# What runs there and has a name.
expect 8.8 "compiling for sm_87, Kokkos for AMPERE87"
expect 10.3 "compiling for sm_100, Kokkos for BLACKWELL100"
expect 12.1 "compiling for sm_120, Kokkos for BLACKWELL120"
expect $'8.6\n9.0' "compiling for sm_86, Kokkos for AMPERE86"
# What does not.
expect 7.0 "The GPU here has compute capability 7.0, for which $folder/nvcc does not compile (it knows 75, 80,"
expect 6.1 "Kokkos 4.7 has no architecture for the GPU here, of compute capability 6.1"
expect 11.0 "Kokkos 4.7 has no architecture for the GPU here, of compute capability 11.0"
expect 13.0 "Kokkos 4.7 has no architecture for the GPU here, of compute capability 13.0"
expect "" "nvidia-smi finds no GPU here to compile for"

# shellcheck disable=SC2016  # for the shell that runs there
printf '#!/bin/sh\necho "$GPUS"\n' >"$folder/rocm_agent_enumerator"
chmod +x "$folder/rocm_agent_enumerator"
printf 'cmake_minimum_required(VERSION 3.22)\ninclude(%s/cmake/NativeAmdGpu.cmake)\n' "$source" \
  >"$folder/script.cmake"

# expect_amd "what is enumerated" "what is said, on one line"
expect_amd() {
  local said
  said=$(GPUS=$1 ROCM_PATH=$folder PATH=$folder:$PATH "$cmake" -P "$folder/script.cmake" 2>&1) || true
  said=$(tr -s '\n ' ' ' <<<"$said")
  [[ $said == *"$2"* ]] || complain "$1: not \"$2\" but $said"
}
expect_amd $'gfx000\ngfx942' "The GPU here is gfx942, for Kokkos AMD_GFX942"
expect_amd $'gfx000\ngfx90a\ngfx90a' "The GPU here is gfx90a, for Kokkos AMD_GFX90A"
expect_amd $'gfx000\ngfx1100' "The GPU here is gfx1100; the kernels are compiled for wavefronts of 64 threads: gfx906,"
expect_amd gfx000 "neither rocm_agent_enumerator nor rocminfo finds a GPU here"
exit "$failed"
