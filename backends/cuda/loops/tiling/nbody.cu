// SPDX-License-Identifier: Apache-2.0
// A range has one body per index, or nested ranges have a tile of them. Then the sums are kept in
// scratch memory too, because a range ends at each barrier.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/nbody.hpp"

namespace tilebridge::cuda::loops::nbody_experiment {
namespace {

__device__ float inverse_root(float square) { return rsqrtf(square); }
__device__ double inverse_root(double square) { return rsqrt(square); }

/// Adds how bodies pull one of them, in a loop that nvcc unrolls: by eight if it knows the count.
struct UnrolledByNvcc {
  template <class T>
  static __device__ void add_pulls(Acceleration<T>& sum, const PointMass<T>& own,
                                   const PointMass<T>* bodies, auto count) {
    for (int j = 0; j < count; ++j) {
      const PointMass<T> other = bodies[j];
      add_pull(sum, own, other, inverse_root(softened_square(own, other)));
    }
  }
};

struct UnrolledBy32 {
  template <class T>
  static __device__ void add_pulls(Acceleration<T>& sum, const PointMass<T>& own,
                                   const PointMass<T>* bodies, auto count) {
#pragma unroll 32
    for (int j = 0; j < count; ++j) {
      const PointMass<T> other = bodies[j];
      add_pull(sum, own, other, inverse_root(softened_square(own, other)));
    }
  }
};

template <class T, class Loop>
__global__ void direct(Nbody<T> p) {
  const std::int64_t i = index_in_range(), n = p.n;
  if (i >= n) return;
  const PointMass<T> own = p.bodies[i];
  Acceleration<T> sum;
  Loop::add_pulls(sum, own, p.bodies, n);
  p.acceleration[i] = sum.x;
  p.acceleration[n + i] = sum.y;
  p.acceleration[2 * n + i] = sum.z;
}

template <int tile, class Loop, class T>
__device__ void pull_by_tiles(const Nbody<T>& p) {
  auto* staged = scratch<PointMass<T>>();            // [tile]
  auto* sums = reinterpret_cast<T*>(staged + tile);  // [3][tile]
  const int first_own = blockIdx.x * tile;
  for (int t = threadIdx.x; t < tile; t += blockDim.x)
    for (int axis = 0; axis < 3; ++axis) sums[axis * tile + t] = 0;
  for (int first = 0; first < p.n; first += tile) {
    for (int t = threadIdx.x; t < tile; t += blockDim.x) staged[t] = p.body_at(first + t);
    __syncthreads();
    for (int t = threadIdx.x; t < tile; t += blockDim.x) {
      if (first_own + t >= p.n) continue;
      const PointMass<T> own = p.bodies[first_own + t];
      Acceleration<T> sum = {sums[t], sums[tile + t], sums[2 * tile + t]};
      Loop::add_pulls(sum, own, staged, tile);
      sums[t] = sum.x;
      sums[tile + t] = sum.y;
      sums[2 * tile + t] = sum.z;
    }
    __syncthreads();
  }
  for (int t = threadIdx.x; t < tile; t += blockDim.x)
    for (int axis = 0; axis < 3; ++axis)
      if (first_own + t < p.n) p.acceleration[axis * p.n + first_own + t] = sums[axis * tile + t];
}

template <int tile, class T, class Loop>
__global__ void tiled(Nbody<T> p) {
  pull_by_tiles<tile, Loop>(p);
}

template <int tile, class T>
__global__ void __launch_bounds__(tile, 1) bounded(Nbody<T> p) {
  pull_by_tiles<tile, UnrolledByNvcc>(p);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("nbody/direct", flat(direct<T, UnrolledByNvcc>));
    controls.add("nbody/unrolled", flat(direct<T, UnrolledBy32>));
    controls.add("nbody/tile64", flat(tiled<64, T, UnrolledByNvcc>));
    controls.add("nbody/tile128", flat(tiled<128, T, UnrolledByNvcc>));
    controls.add("nbody/tile128_bounded", flat(bounded<128, T>));
    controls.add("nbody/tile256", flat(tiled<256, T, UnrolledByNvcc>));
    controls.add_respelled("nbody/tile128", flat(tiled<128, T, UnrolledBy32>));
  });
}

}  // namespace tilebridge::cuda::loops::nbody_experiment
