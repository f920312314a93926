// SPDX-License-Identifier: Apache-2.0
// CUB's inclusive scan.
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/tiling/scan.hpp"

namespace tilebridge::cuda::libraries::scan_experiment {
namespace {

/// Calls CUB with `workspace`; if it is null, queries the size needed.
template <class T>
void cub_scan(const Scan<T>& s, void* workspace, std::size_t& bytes, Stream stream) {
  check(cub::DeviceScan::InclusiveSum(workspace, bytes, s.in, s.out, s.n, stream),
        "scanning with CUB");
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("scan/cub", [](const Scan<T>& s, Stream stream) {
      check_count(s.n, scans_by_int);
      std::size_t bytes = 0;
      cub_scan(s, nullptr, bytes, stream);
      return [s, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
        cub_scan(s, workspace.get(), bytes, stream);
      };
    });
  });
}

}  // namespace tilebridge::cuda::libraries::scan_experiment
