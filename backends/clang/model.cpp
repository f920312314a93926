// SPDX-License-Identifier: Apache-2.0
// Native kernels that clang compiled, as a shared object: what kernels/model.h says. Where OpenMP
// differs from CUDA, they say how much of it is the compiler.
#include "backends/cuda/native.hpp"
#include "build_info.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"
#include "openmp_compiler.hpp"

namespace tilebridge::clang {
namespace {

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "clang",
            .label = "CUDA by clang",
            .code = "native",
            .release = openmp_compiler::number,
            .compiler = openmp_compiler::compiler,
            .flags = "-O3 -x cuda",
            .architectures = openmp_compiler::architectures,
            .platforms = {Platform::cuda}};
  }
  void add(Platform /*gpu*/, int /*threads*/, kernels::Registry& registry,
           const CurrentQueue& queue) override {
    cuda::NativeKernels native(registry, [queue] { return static_cast<cuda::Stream>(queue()); });
#define TILEBRIDGE_EXPERIMENT(name) cuda::name##_experiment::register_kernels(native);
#include "experiments/openmp.inc"
  }
};

}  // namespace
}  // namespace tilebridge::clang

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::clang::Contents contents;
  return tilebridge::kernels::exported(contents);
}
