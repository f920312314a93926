// SPDX-License-Identifier: Apache-2.0
// An object with code for GPUs describes itself with these.
#pragma once

#include <fmt/format.h>

#include <string>

#include "backends/cuda/cuda.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::cuda {

/// "13.0": what the kernels are compiled with.
inline std::string runtime_release() {
#ifdef TILEBRIDGE_WITH_HIP
  return fmt::format("{}.{}", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
#else
  return fmt::format("{}.{}", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
#endif
}

/// `Registrar` takes what `add_all` registers.
template <class Registrar>
class GpuContents final : public kernels::ModelContents {
 public:
  explicit GpuContents(void (*add_all)(Registrar&)) : add_all_(add_all) {}

  Description describe() const override {
    return {.build = shared_headers,
            .label = runtime_name,
            .release = runtime_release(),
            .compiler = build_info::gpu_compiler,
            .flags = build_info::gpu_flags,
            .architectures = build_info::gpu_architectures,
            .platforms = {gpu_platform}};
  }
  void add(Platform /*gpu*/, int /*threads*/, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    Registrar registrar(registry, [queue] { return static_cast<Stream>(queue()); });
    add_all_(registrar);
  }

 private:
  void (*add_all_)(Registrar&);
};

}  // namespace tilebridge::cuda
