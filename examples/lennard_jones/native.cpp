// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "lennard_jones.hpp"

// [native]
namespace {

/// Computes one atom's force.
ON_BOTH void compute(const Atoms& a, std::int64_t i) {
  const Vector at = a.position(i);
  Vector force = {0, 0, 0};
  for (std::int64_t k = 0; k < a.neighbours; ++k)
    add_force(force, at, a.position(a.neighbour(i, k)));
  a.force_x[i] = force.x;
  a.force_y[i] = force.y;
  a.force_z[i] = force.z;
}

}  // namespace

void run_on_host(const Atoms& a) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < a.n; ++i) compute(a, i);
}

#if defined(__CUDACC__) || defined(__HIPCC__)

#ifdef __HIPCC__
#include <hip/hip_runtime.h>
using Stream = hipStream_t;
#else
using Stream = cudaStream_t;
#endif

namespace {

__global__ void kernel(Atoms a) {
  const std::int64_t i = blockIdx.x * std::int64_t(blockDim.x) + threadIdx.x;
  if (i < a.n) compute(a, i);
}

}  // namespace

void run_on_gpu(const Atoms& a, void* queue) {
  constexpr int threads = 256;
  const auto blocks = static_cast<unsigned>((a.n + threads - 1) / threads);
  if (blocks > 0) kernel<<<blocks, threads, 0, static_cast<Stream>(queue)>>>(a);
}

// [/]
#else

void run_on_gpu(const Atoms&, void*) { throw std::runtime_error("built without a GPU"); }

#endif
