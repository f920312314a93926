# SPDX-License-Identifier: Apache-2.0
# Sourced by quickstart.sh and test.sh: checks the requirements and finds the preset for this
# machine.

say() { printf '==> %s\n' "$*"; }
fail() {
  printf 'failed: %s\n' "$*" >&2
  exit 1
}

# Prints an important remark now, and again in say_remarks at the end.
remarks=()
remark() {
  say "$@"
  remarks+=("$*")
}
say_remarks() {
  local text
  for text in ${remarks[@]+"${remarks[@]}"}; do say "note: $text"; done
}

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || fail "cannot enter $top"

has() { command -v "$1" >/dev/null; }

# Whether the package $1, or the command that it is needed for, is installed in any way.
is_installed() {
  case $1 in
    cmake | g++ | git) has "$1" && return ;;
    ninja-build) has ninja && return ;;
  esac
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

is_root() { [ "$(id -u)" -eq 0 ]; }

run_apt_get() {
  local as_root=()
  is_root || as_root=(sudo)
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# Installs the missing Debian or Ubuntu packages among "$@". If that is not possible, a remark says
# so: the requirement may be met in another way, and CMake reports what it does not find.
install_packages() {
  local missing=() package
  has apt-get || return 0
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return
  is_root || has sudo || {
    remark "packages are missing; as root, run: apt-get install --no-install-recommends ${missing[*]}"
    return
  }
  say "installing ${missing[*]}"
  { run_apt_get update -q=2 &&
    run_apt_get install -y -q=2 --no-install-recommends "${missing[@]}" >/dev/null; } ||
    remark "apt-get could not install ${missing[*]} (above); going on without"
}

remove_package() { run_apt_get remove -y -q=2 "$1" >/dev/null || fail "apt-get remove $1 (above)"; }

# Stops with one line naming the missing commands among "$@".
require_commands() {
  local missing=() name
  for name in "$@"; do has "$name" || missing+=("$name"); done
  [ ${#missing[@]} -eq 0 ] ||
    fail "not there: ${missing[*]}; install them, or load their modules, and start this script again"
}

# Stops if nothing can be written here, as in a source tree that is mounted read-only.
require_writable_tree() {
  { [ -w "$top" ] && mkdir -p "$top/build" && [ -w "$top/build" ]; } 2>/dev/null ||
    fail "cannot write to $top; build in another folder: cmake -S $top -B FOLDER -G Ninja && cmake --build FOLDER"
}

# Whether CMake, with its options "$@", finds an installed Kokkos and can load it.
loads_kokkos() {
  local result=$top/build/kokkos_probe/result.cmake
  mkdir -p "${result%/*}"
  rm -f "$result"
  cmake -S cmake/kokkos_probe -B "${result%/*}" -G Ninja -UKokkos_DIR -DRESULT="$result" \
    "$@" >"${result%/*}/log" 2>&1 && [ -s "$result" ]
}

# Installs Debian's Kokkos if there is none, for the CMake options "$@". One version of
# libkokkos-dev refers to missing files, so CMake cannot load it; the other package is used instead.
install_kokkos() {
  loads_kokkos "$@" && return
  local package
  for package in libkokkos-dev libtrilinos-kokkos-dev; do
    apt-cache show "$package" >/dev/null 2>&1 || continue
    if is_installed "$package"; then
      remark "the package $package is installed, but CMake cannot load its Kokkos"
      return
    fi
    install_packages "$package"
    is_installed "$package" || return 0
    loads_kokkos "$@" && return
    say "CMake cannot load the Kokkos of the package $package: removing it again"
    remove_package "$package"
  done
}

# Installs what the build needs, for the CMake options "$@".
install_build_tools() {
  require_writable_tree
  install_packages cmake g++ git ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev
  require_commands cmake ninja "${CXX:-c++}"
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*//p')
  printf '3.25\n%s\n' "$version" | sort -VC ||
    fail "CMake 3.25 or newer is needed for the presets, this is $version; install a newer one"
  case " $* " in
    *FETCHCONTENT_SOURCE_DIR_KOKKOS* | *Kokkos_ROOT=* | *Kokkos_DIR=*) ;;
    *) install_kokkos "$@" ;;
  esac
}

has_preset() {
  local presets
  presets=$(cmake --list-presets)
  [[ $presets == *"\"$1\""* ]]
}

# Whether the command $1 is on PATH; first adds the folder $2 to PATH if the command is there.
find_command() {
  has "$1" && return
  [ -x "$2/$1" ] || return 1
  PATH=$PATH:$2
}

# Prints the compute capability of the first NVIDIA GPU, "9.0", or nothing.
nvidia_capability() {
  local all
  all=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null) || return 0
  printf '%s' "${all%%$'\n'*}"
}

# Prints the architecture of the first AMD GPU, "gfx942", or nothing.
amd_architecture() {
  local folder=${ROCM_PATH:-/opt/rocm}/bin all=
  if find_command rocm_agent_enumerator "$folder"; then
    all=$(rocm_agent_enumerator 2>/dev/null) || true
  elif find_command rocminfo "$folder"; then
    all=$(rocminfo 2>/dev/null) || true
  fi
  all=$(grep -o 'gfx[0-9a-f]*' <<<"$all" | grep -v '^gfx000$') || true  # gfx000 is the processor
  printf '%s' "${all%%$'\n'*}"
}

choose_nvidia_preset() {
  local capability=$1
  local gpu="an NVIDIA GPU of compute capability $capability"
  find_command nvcc "${CUDA_HOME:-/usr/local/cuda}/bin" || {
    remark "$gpu is here, but no CUDA Toolkit (nvcc): preset host, which does not use the GPU"
    return
  }
  preset=cuda-sm_${capability/./}
  has_preset "$preset" || preset=cuda-native
  say "$gpu: preset $preset"
}

# Prints a clang that compiles HIP: ROCm's, or the one that hipcc calls, from Debian 13 on.
clang_for_hip() {
  local rocm=${ROCM_PATH:-/opt/rocm} about folder
  if find_command amdclang++ "$rocm/bin" || find_command amdclang++ "$rocm/llvm/bin"; then
    command -v amdclang++
    return
  fi
  about=$(HIP_PLATFORM=amd hipcc --version 2>/dev/null) || return
  folder=$(sed -n 's/^InstalledDir: //p' <<<"$about")
  [[ $about =~ "clang version "([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 17 ] || return
  [ -x "$folder/clang++" ] && printf '%s' "$folder/clang++"
}

# Has Kokkos run on the AMD GPU too, if there is a clang that compiles HIP and OpenMP; else a remark
# names the package that is missing.
choose_kokkos_for_amd() {
  local rocm=${ROCM_PATH:-/opt/rocm} clang on_host="Kokkos runs on the host, native code on the GPU"
  clang=$(clang_for_hip) || {
    remark "no amdclang++ (of ROCm's package rocm-llvm): $on_host"
    return
  }
  "$clang" -fopenmp -x c++ -o /dev/null - <<<'int main() {}' 2>/dev/null || {
    remark "no OpenMP for $clang (Debian's package libomp-…-dev of its release): $on_host"
    return
  }
  gpu_options=(-DTILEBRIDGE_KOKKOS_GPU=ON "-DCMAKE_CXX_COMPILER=$clang")
  [ -d "$rocm/lib/cmake/rocthrust" ] || [ -d "${clang%/lib/*}/share/cmake/rocthrust" ] || {
    remark "no rocThrust (of ROCm's package rocthrust-dev): Kokkos is built without it"
    gpu_options+=(-DKokkos_ENABLE_ROCTHRUST=OFF)
  }
}

choose_amd_preset() {
  local gpu="an AMD GPU, $1,"
  find_command hipcc "${ROCM_PATH:-/opt/rocm}/bin" || {
    remark "$gpu is here, but no HIP compiler (ROCm's package hipcc): preset host, which does not use the GPU"
    return
  }
  case $1 in
    gfx9*) preset=hip-native ;;
    *)
      remark "$gpu is here, for which there is no preset: preset host, which does not use the GPU"
      return
      ;;
  esac
  ! has_preset "hip-$1" || preset=hip-$1
  say "$gpu is here: preset $preset"
  choose_kokkos_for_amd
}

# Sets `preset` for the local GPU, or `host` if there is none or no compiler for it, and
# `gpu_options`, further CMake options that it needs.
choose_preset() {
  preset=host
  gpu_options=()
  local capability architecture
  capability=$(nvidia_capability)
  if [ -n "$capability" ]; then
    choose_nvidia_preset "$capability"
    return
  fi
  architecture=$(amd_architecture)
  if [ -n "$architecture" ]; then
    choose_amd_preset "$architecture"
    return
  fi
  say "no GPU here: preset host"
}

# The first lines of the log that say what is wrong.
print_errors() {
  { grep -E -A 8 'CMake Error|error:|FAILED' "$1" || tail -n 20 "$1"; } | sed -n '1,40p'
}

# Says which libraries a build takes and how far it is, from its output: on a terminal in a line of
# its own that is overwritten, elsewhere at every tenth.
show_progress() {
  local is_terminal=0
  [ ! -t 1 ] || [ "${TERM:-dumb}" = dumb ] || is_terminal=1
  awk -v is_terminal="$is_terminal" -F '[][/]' '
    /^-- (Using|Passed over|Building|Results will not) / { print "    " substr($0, 4) }
    /^\[[0-9]+\/[0-9]+\]/ {
      tenth = int(10 * $2 / $3)
      if (is_terminal) printf "\r    %d of %d", $2, $3
      else if (tenth > shown) printf "    %d of %d\n", $2, $3
      shown = tenth
      fflush()
    }
    END { if (is_terminal && NR > 0) printf "\n" }'
}

# Builds the preset $preset with the given CMake options, or of it only $targets.
build() {
  local log=build/$preset.log
  local -a chosen=(${targets:+--target $targets})
  mkdir -p build
  say "configuring and building build/$preset (log: $log)"
  { cmake --preset "$preset" ${gpu_options[@]+"${gpu_options[@]}"} "$@" &&
    cmake --build --preset "$preset" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" \
      "${chosen[@]}"; } 2>&1 | tee "$log" | show_progress || {
    print_errors "$log" >&2
    fail "building; the whole log is in $log"
  }
}

# Says in one line what tests were skipped for, of those that ctest's JUnit file $1 reports.
say_skipped() {
  local reasons
  reasons=$(awk '
    /<testcase / { is_skipped = /status="notrun"/; is_reason = 0 }
    is_skipped && (is_reason || sub(/.*skipped: /, "")) { count[$0]++; is_skipped = 0 }
    { is_reason = /: Skipped$/ }  # of GoogleTest, whose next line has it
    END { for (reason in count) print count[reason] " (" reason ")" }' "$1" | sort -k1,1nr -k2 |
    awk '{ printf "%s%s", (NR > 1 ? ", " : ""), $0 }')
  [ -z "$reasons" ] || say "skipped tests: $reasons"
}
