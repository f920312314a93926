// SPDX-License-Identifier: Apache-2.0
// Native code for hosts as a shared object: what kernels/model.h says.

#include "backends/host/native.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::host {
namespace {

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .label = "C++ with OpenMP",
            .compiler = build_info::cxx_compiler,
            .flags = build_info::cxx_flags,
            .platforms = {Platform::host}};
  }
  void add(Platform /*host*/, int threads, kernels::Registry& registry,
           const CurrentQueue& /*queue*/) override {
    NativeKernels native(registry, [threads] { return threads; });
    add_all(native);
  }
};

}  // namespace
}  // namespace tilebridge::host

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::host::Contents contents;
  return tilebridge::kernels::exported(contents);
}
