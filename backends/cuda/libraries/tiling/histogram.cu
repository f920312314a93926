// SPDX-License-Identifier: Apache-2.0
// CUB's histogram with 256 bins of one value each. It clears the bins itself.
#include <cstdint>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/tiling/histogram.hpp"

namespace tilebridge::cuda::libraries::histogram_experiment {
namespace {

/// Calls CUB with `workspace`; if it is null, queries the size needed.
void cub_histogram(const Histogram& h, void* workspace, std::size_t& bytes, Stream stream) {
  constexpr int boundaries = Histogram::bins + 1;
  check(
      cub::DeviceHistogram::HistogramEven(workspace, bytes, h.in, h.counts, boundaries, 0,
                                          Histogram::bins, static_cast<std::int64_t>(h.n), stream),
      "counting with CUB");
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  library.add_prepared("histogram/cub", [](const Histogram& h, Stream stream) {
    check_count(h.n, reduces_by_int);
    std::size_t bytes = 0;
    cub_histogram(h, nullptr, bytes, stream);
    return [h, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
      cub_histogram(h, workspace.get(), bytes, stream);
    };
  });
}

}  // namespace tilebridge::cuda::libraries::histogram_experiment
