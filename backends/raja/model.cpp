// SPDX-License-Identifier: Apache-2.0
// The RAJA kernels as a shared object: what kernels/model.h says.
#include <omp.h>

#include <string>
#include <vector>

#include "backends/raja/raja.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::raja {
namespace {

#ifdef RAJA_ENABLE_CUDA
constexpr bool has_gpu = true;
#else
constexpr bool has_gpu = false;
#endif

/// "2025.09.1"; as a number, the month of September would be an octal one.
#define TILEBRIDGE_QUOTED(number) #number
#define TILEBRIDGE_TEXT(macro) TILEBRIDGE_QUOTED(macro)
constexpr const char* version = TILEBRIDGE_TEXT(RAJA_VERSION_MAJOR) "." TILEBRIDGE_TEXT(
    RAJA_VERSION_MINOR) "." TILEBRIDGE_TEXT(RAJA_VERSION_PATCHLEVEL);

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "raja",
            .label = "RAJA",
            .release = version,
            .spaces = has_gpu ? "CUDA, OpenMP" : "OpenMP",
            .compiler = has_gpu ? build_info::gpu_compiler : build_info::cxx_compiler,
            .flags = has_gpu ? build_info::gpu_flags : build_info::cxx_flags,
            .architectures = has_gpu ? build_info::gpu_architectures : "",
            .platforms = platforms()};
  }
  std::string configuration() const override { return std::string("RAJA ") + version; }
  void add(Platform platform, int threads, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    if (platform == Platform::host) {
      omp_set_num_threads(threads);  // RAJA's policies take OpenMP's own number
      RajaKernels<HostResource> raja(registry, [] { return HostResource(); });
      add_all(raja);
    } else {
      add_gpu(registry, queue);
    }
  }

 private:
  static std::vector<Platform> platforms() {
    if (!has_gpu) return {Platform::host};
    return {Platform::host, Platform::cuda};
  }

  static void add_gpu([[maybe_unused]] kernels::Registry& registry,
                      [[maybe_unused]] const CurrentQueue& queue) {
#ifdef RAJA_ENABLE_CUDA
    RajaKernels<GpuResource> raja(registry, [queue] {
      return GpuResource::CudaFromStream(static_cast<cudaStream_t>(queue()));
    });
    add_all(raja);
#endif
  }
};

}  // namespace
}  // namespace tilebridge::raja

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::raja::Contents contents;
  return tilebridge::kernels::exported(contents);
}
