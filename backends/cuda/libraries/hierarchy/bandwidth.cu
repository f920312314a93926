// SPDX-License-Identifier: Apache-2.0
// Reading, writing and copying an array by CUB and Thrust.
#include "backends/cuda/libraries/libraries.hpp"
#include "backends/cuda/libraries/sum.hpp"
#include "backends/cuda/libraries/thrust.hpp"
#include "backends/cuda/libraries/transform.hpp"
#include "catalogue/hierarchy/bandwidth.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <thrust/tabulate.h>
#endif

namespace tilebridge::cuda::libraries::bandwidth_experiment {
namespace {

struct LowBits {
  __device__ float operator()(std::size_t i) const { return static_cast<float>(i & 0xffffU); }
};

void tabulate([[maybe_unused]] const WriteBandwidth& w, [[maybe_unused]] Stream stream) {
#ifndef TILEBRIDGE_WITH_HIP
  thrust::tabulate(without_waiting(stream), w.out, w.out + w.n, LowBits());
#endif
}

void copy(const CopyBandwidth& c, Stream stream) { transform(c.out, c.n, Same(), stream, c.in); }

}  // namespace

void register_kernels(LibraryCalls& library) {
  library.add_prepared("bandwidth/cub", [](const ReadBandwidth& r, Stream stream) {
    return prepare_sum(r.in, r.result, r.n, stream);
  });
  library.add("bandwidth/tabulate", tabulate, with_thrust);
  library.add("bandwidth/transform", copy, device_transform);
}

}  // namespace tilebridge::cuda::libraries::bandwidth_experiment
