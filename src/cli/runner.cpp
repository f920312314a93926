#include "cli/runner.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "build_info.hpp"
#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

/// A Kokkos with CUDA is linked with the driver's library: without it tilebridge-run cannot start.
void check_driver() {
  if (!build_info::needs_driver) return;
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver == nullptr)
    throw PlatformError(
        "this build runs on CUDA devices only and finds no NVIDIA driver (libcuda.so.1); run it on "
        "a GPU node, or build the preset 'host'");
  ::dlclose(driver);
}

}  // namespace

std::filesystem::path runner_path() {
  check_driver();
  const auto folder = std::filesystem::canonical("/proc/self/exe").parent_path();
  auto beside = folder / "tilebridge-run";
  if (std::filesystem::exists(beside)) return beside;
  return (folder / build_info::runner_folder / "tilebridge-run").lexically_normal();
}

void become_runner(char** argv) {
  const std::filesystem::path runner = runner_path();
  ::execv(runner.c_str(), argv);
  throw PlatformError(fmt::format("cannot start '{}': {}; install tilebridge anew", runner.string(),
                                  std::strerror(errno)));
}

}  // namespace tilebridge
