// SPDX-License-Identifier: Apache-2.0
// The Kokkos kernels as a shared object: what kernels/model.h says.
#include <optional>
#include <string>
#include <vector>

#include "backends/kokkos/session.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::kokkos {
namespace {

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "kokkos",
            .label = "Kokkos",
            .release = version(),
            .spaces = spaces(),
            .compiler = build_info::kokkos_compiler,
            .flags = build_info::kokkos_flags,
            .architectures = has_gpu() ? build_info::gpu_architectures : "",
            .platforms = platforms()};
  }
  void start(int device) override { session_.emplace(device); }
  int threads() const override { return host_threads(); }
  std::string configuration() const override { return kokkos::configuration(); }
  void add(Platform platform, int /*threads*/, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    if (platform == Platform::host)
      add_host(registry);
    else
      add_gpu(registry, queue);
  }
  void stop() override { session_.reset(); }

 private:
  static std::vector<Platform> platforms() {
    if (!has_gpu()) return {Platform::host};
    return {Platform::host, gpu_platform()};
  }

  std::optional<Session> session_;
};

}  // namespace
}  // namespace tilebridge::kokkos

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::kokkos::Contents contents;
  return tilebridge::kernels::exported(contents);
}
