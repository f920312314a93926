// SPDX-License-Identifier: Apache-2.0
// The runtime's own copies; the variants differ in the memory at both ends.
#include "catalogue/transfers/copy.hpp"

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
template <cudaMemcpyKind kind>
void launch(const Transfer& t, Stream stream) {
  check(cudaMemcpyAsync(t.out, t.in, t.n * sizeof(float), kind, stream), "copying");
}

// [/]

}  // namespace

void add_copy(NativeKernels& native) {
  native.add("copy/h2d_pageable", launch<cudaMemcpyHostToDevice>);
  native.add("copy/h2d_pinned", launch<cudaMemcpyHostToDevice>);
  native.add("copy/d2h_pageable", launch<cudaMemcpyDeviceToHost>);
  native.add("copy/d2h_pinned", launch<cudaMemcpyDeviceToHost>);
  native.add("copy/d2d", launch<cudaMemcpyDeviceToDevice>);
}

}  // namespace tilebridge::cuda
