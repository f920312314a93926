// SPDX-License-Identifier: Apache-2.0
// An object with code for GPUs describes itself with these.
#pragma once

#include <string>

#include "backends/cuda/cuda.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::cuda {

/// `Registrar` takes what `add_all` registers.
template <class Registrar>
class GpuContents final : public kernels::ModelContents {
 public:
  GpuContents(std::string name, void (*add_all)(Registrar&))
      : name_(std::move(name)), add_all_(add_all) {}

  Description describe() const override {
    return {.build = shared_headers,
            .name = name_,
            .compiler = build_info::gpu_compiler,
            .flags = build_info::gpu_flags,
            .architectures = build_info::gpu_architectures,
            .platforms = {gpu_platform}};
  }
  void add(Platform /*gpu*/, int /*threads*/, kernels::Implementations& implementations,
           const CurrentQueue& queue) override {
    Registrar registrar(implementations, [queue] { return static_cast<Stream>(queue()); });
    add_all_(registrar);
  }

 private:
  std::string name_;
  void (*add_all_)(Registrar&);
};

}  // namespace tilebridge::cuda
