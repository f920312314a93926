// SPDX-License-Identifier: Apache-2.0
// CUB's sum, which writes the result itself.
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/tiling/reduce.hpp"

namespace tilebridge::cuda::libraries::reduce_experiment {
namespace {

/// Calls CUB with `workspace`; if it is null, queries the size needed.
template <class T>
void cub_sum(const Reduce<T>& r, void* workspace, std::size_t& bytes, Stream stream) {
  check(cub::DeviceReduce::Sum(workspace, bytes, r.in, r.result, r.n, stream), "summing with CUB");
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("reduce/cub", [](const Reduce<T>& r, Stream stream) {
      check_count(r.n, reduces_by_int);
      std::size_t bytes = 0;
      cub_sum(r, nullptr, bytes, stream);
      return [r, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
        cub_sum(r, workspace.get(), bytes, stream);
      };
    });
  });
}

}  // namespace tilebridge::cuda::libraries::reduce_experiment
