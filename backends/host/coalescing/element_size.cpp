// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per iteration; the compiler's vectors are as long for every size.
#include "catalogue/coalescing/element_size.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::element_size_experiment {
namespace {

template <class T>
void copy(const T* in, T* out, std::size_t count, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < count; ++i) out[i] = in[i];
}

void launch(const SizedCopy& c, Threads threads) {
  with_element(c.bytes, [&]<class T>() {
    copy(static_cast<const T*>(c.in), static_cast<T*>(c.out), c.count, threads);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("element_size/same_count", launch);
  native.add("element_size/same_bytes", launch);
}

}  // namespace tilebridge::host::element_size_experiment
