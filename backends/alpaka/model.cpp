// SPDX-License-Identifier: Apache-2.0
// The alpaka kernels as a shared object: what kernels/model.h says.
#include <vector>

#include "backends/alpaka/session.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::alpaka3 {
namespace {

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "alpaka",
            .label = "alpaka",
            .release = version(),
            .spaces = spaces(),
            .compiler = has_gpu() ? build_info::gpu_compiler : build_info::cxx_compiler,
            .flags = has_gpu() ? build_info::gpu_flags : build_info::cxx_flags,
            .architectures = has_gpu() ? build_info::gpu_architectures : "",
            .platforms = platforms()};
  }
  void start(int device) override { device_ = device; }
  void add(Platform platform, int threads, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    if (platform == Platform::host)
      add_host(registry, threads);
    else
      add_gpu(registry, device_, queue);
  }

 private:
  static std::vector<Platform> platforms() {
    if (!has_gpu()) return {Platform::host};
    return {Platform::host, Platform::cuda};
  }

  int device_ = 0;
};

}  // namespace
}  // namespace tilebridge::alpaka3

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::alpaka3::Contents contents;
  return tilebridge::kernels::exported(contents);
}
