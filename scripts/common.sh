# Sourced by quickstart.sh and test.sh: what has to be there, and which preset fits this machine.

say() { printf '==> %s\n' "$*"; }
fail() {
  printf 'failed: %s\n' "$*" >&2
  exit 1
}

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || fail "cannot enter $top"

# Installs the Debian or Ubuntu packages among "$@" that are not there yet.
install_packages() {
  local missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      fail "packages are missing; as root, run: apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q=2 ||
    fail "apt-get update (above)"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q=2 --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get install ${missing[*]} (above)"
}

install_build_tools() {
  command -v apt-get >/dev/null ||
    fail "this script knows Debian and Ubuntu; elsewhere build with: cmake --workflow --preset host"
  install_packages cmake g++ git ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev
  # An installed Kokkos of your own is found first; Debian's serves where there is none.
  if [ -z "${Kokkos_ROOT:-}" ]; then
    if apt-cache show libkokkos-dev >/dev/null 2>&1; then
      install_packages libkokkos-dev
    else
      install_packages libtrilinos-kokkos-dev
    fi
  fi
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*//p')
  [ "$(printf '%s\n3.25\n' "$version" | sort -V | head -n 1)" = 3.25 ] ||
    fail "CMake 3.25 or newer is needed for the presets, this is $version; install a newer one"
}

# Sets `preset` from the GPU, `host` where there is none that this build has a preset for.
choose_preset() {
  preset=host
  local capability
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null || true)
  capability=${capability%%$'\n'*}  # of the first GPU
  if [ -z "$capability" ]; then
    say "no NVIDIA GPU here: preset host"
    return
  fi
  if ! command -v nvcc >/dev/null && [ -x /usr/local/cuda/bin/nvcc ]; then
    PATH=$PATH:/usr/local/cuda/bin
  fi
  if ! command -v nvcc >/dev/null; then
    say "a GPU of compute capability $capability, but no nvcc (CUDA Toolkit): preset host"
    return
  fi
  local gpu_preset=cuda-sm_${capability/./}
  if cmake --list-presets | grep -q "\"$gpu_preset\""; then
    preset=$gpu_preset
    say "a GPU of compute capability $capability: preset $preset"
  else
    say "a GPU of compute capability $capability, for which there is no preset yet: preset host"
  fi
}

build() {
  local log=build/$preset.log
  mkdir -p build
  say "configuring and building build/$preset (log: $log)"
  { cmake --preset "$preset" "$@" && cmake --build --preset "$preset"; } >"$log" 2>&1 || {
    grep -E -A 8 'CMake Error|error:|FAILED' "$log" | head -n 40 >&2
    fail "building; the whole log is in $log"
  }
}
