// SPDX-License-Identifier: Apache-2.0
// The OpenMP kernels as a shared object: what kernels/model.h says.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "backends/openmp/kernels.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"
#include "openmp_compiler.hpp"

/// LLVM's OpenMP has this. On a host it has no memory of a team alone, and warns of each array in
/// it.
extern "C" void kmp_set_warnings_off();

namespace tilebridge::openmp {
namespace {

#ifdef TILEBRIDGE_WITH_CUDA
constexpr std::optional<Platform> gpu = Platform::cuda;
#elif defined(TILEBRIDGE_WITH_HIP)
constexpr std::optional<Platform> gpu = Platform::hip;
#else
constexpr std::optional<Platform> gpu;
#endif

/// LLVM's OpenMP writes a file for its process, or reads the one that an earlier process of the
/// same number left. A process that may write no files (ulimit -f) leaves an empty one, and reading
/// that ends in a bus error.
void remove_empty_registration() {
  const std::string name = fmt::format("__KMP_REGISTERED_LIB_{}_{}", ::getpid(), ::getuid());
  for (const std::filesystem::path folder : {"/dev/shm", "/tmp"}) {
    std::error_code failed;  // there mostly is none
    if (std::filesystem::file_size(folder / name, failed) == 0)
      std::filesystem::remove(folder / name, failed);
  }
}

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "openmp",
            .label = "OpenMP",
            .release = openmp_compiler::release,
            .spaces = gpu ? "target, host" : "host",
            .compiler = openmp_compiler::compiler,
            .flags = openmp_compiler::flags,
            .architectures = gpu ? openmp_compiler::architectures : "",
            .platforms = platforms()};
  }
  std::string configuration() const override { return openmp_compiler::compiler; }
  void add(Platform platform, int threads, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    const bool on_host = platform == Platform::host;
    if (on_host) {
      remove_empty_registration();
      omp_set_num_threads(threads);
      kmp_set_warnings_off();
    }
    const auto current = [queue, on_host] {
      return on_host ? Queue{nullptr, true} : Queue{queue(), false};
    };
    add_all(OpenmpKernels(kernels::Registrar<Queue>(registry, current), on_host));
  }

 private:
  static std::vector<Platform> platforms() {
    if (!gpu) return {Platform::host};
    return {Platform::host, *gpu};
  }
};

}  // namespace
}  // namespace tilebridge::openmp

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::openmp::Contents contents;
  return tilebridge::kernels::exported(contents);
}
