// SPDX-License-Identifier: Apache-2.0
// Calls of vendor libraries as a shared object: what kernels/model.h says.
#include "backends/cuda/contents.hpp"
#include "backends/cuda/libraries/libraries.hpp"

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  using namespace tilebridge;
  static cuda::GpuContents<cuda::libraries::LibraryCalls> contents(cuda::libraries::add_all);
  return kernels::exported(contents);
}
