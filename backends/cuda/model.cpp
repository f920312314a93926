// SPDX-License-Identifier: Apache-2.0
// Native code for GPUs as a shared object: what kernels/model.h says.
#include "backends/cuda/contents.hpp"
#include "backends/cuda/native.hpp"

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  using namespace tilebridge;
  static cuda::GpuContents<cuda::NativeKernels> contents(cuda::add_all);
  return kernels::exported(contents);
}
