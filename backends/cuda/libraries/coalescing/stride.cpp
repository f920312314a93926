// SPDX-License-Identifier: Apache-2.0
// The driver's copy: stride 1 only.
#include "catalogue/coalescing/stride.hpp"

#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries {
namespace {

template <class T>
void add_of(Vendor& vendor) {
  vendor.add("stride/driver_copy", [](const StridedCopy<T>& s, Stream stream) {
    check(cudaMemcpyAsync(s.out, s.in, s.count * sizeof(T), cudaMemcpyDeviceToDevice, stream),
          "copying");
  });
}

}  // namespace

void add_stride(Vendor& vendor) {
  add_of<float>(vendor);
  add_of<double>(vendor);
}

}  // namespace tilebridge::cuda::libraries
