// SPDX-License-Identifier: Apache-2.0
// CUB's sum.
#include "backends/cuda/libraries/libraries.hpp"
#include "backends/cuda/libraries/sum.hpp"
#include "catalogue/tiling/reduce.hpp"

namespace tilebridge::cuda::libraries::reduce_experiment {

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("reduce/cub", [](const Reduce<T>& r, Stream stream) {
      return prepare_sum(r.in, r.result, r.n, stream);
    });
  });
}

}  // namespace tilebridge::cuda::libraries::reduce_experiment
