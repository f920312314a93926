// SPDX-License-Identifier: Apache-2.0
// The driver's copy: stride 1 only.
#include "catalogue/coalescing/stride.hpp"

#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries::stride_experiment {
namespace {

template <class T>
void add_of(LibraryCalls& library) {
  library.add("stride/driver_copy", [](const StridedCopy<T>& s, Stream stream) {
    check(cudaMemcpyAsync(s.out, s.in, s.count * sizeof(T), cudaMemcpyDeviceToDevice, stream),
          "copying");
  });
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  add_of<float>(library);
  add_of<double>(library);
}

}  // namespace tilebridge::cuda::libraries::stride_experiment
