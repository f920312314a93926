// SPDX-License-Identifier: Apache-2.0
#include "cli/runner.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/say.hpp"
#include "base/shared_text.hpp"
#include "build_info.hpp"

namespace tilebridge::cli {
namespace {

/// Kokkos with CUDA is linked with the driver's library: without it tilebridge-run cannot start.
void check_driver() {
  if (!build_info::needs_driver) return;
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver == nullptr)
    throw PlatformError(
        "this build runs on CUDA devices only and finds no NVIDIA driver (libcuda.so.1); run it on "
        "a GPU node, or build the preset 'host'");
  ::dlclose(driver);
}

bool user_places_threads() {
  constexpr std::array names = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::any_of(names.begin(), names.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace

std::filesystem::path runner_path() {
  check_driver();
  const auto folder = std::filesystem::canonical("/proc/self/exe").parent_path();
  auto beside = folder / "tilebridge-run";
  if (std::filesystem::exists(beside)) return beside;
  return (folder / build_info::runner_folder / "tilebridge-run").lexically_normal();
}

void place_threads(std::optional<Platform> platform, bool one_process) {
  if (user_places_threads()) return;
  const bool measures_host = platform ? *platform == Platform::host : !build_info::for_gpu;
  // OMP_PLACES is not set: with it GCC's OpenMP complains on a system without /sys.
  ::setenv("OMP_PROC_BIND", measures_host && one_process ? "spread" : "false", 1);
}

void use_large_pages() { ::setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0); }

int load_apart(std::vector<std::string> command) {
  const SharedText heartbeat;
  command.insert(command.begin() + 2, {"--heartbeat", heartbeat.place().string()});
  const ProcessEnd end = run_watched(runner_path(), command, [] { return true; });
  if (const auto told = heartbeat.ended()) return *told;
  if (end.signal == SIGPIPE || end.signal == SIGINT) return 128 + end.signal;  // not the pair's
  say(fmt::format("tilebridge: the pair cannot be loaded: {}\n", how_ended(end)));
  return static_cast<int>(ExitStatus::invalid);
}

void become_runner(char** argv) {
  const std::filesystem::path runner = runner_path();
  use_large_pages();
  ::execv(runner.c_str(), argv);
  throw PlatformError(fmt::format("cannot start '{}': {}; reinstall tilebridge", runner.string(),
                                  std::strerror(errno)));
}

}  // namespace tilebridge::cli
