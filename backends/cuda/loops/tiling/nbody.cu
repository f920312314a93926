// SPDX-License-Identifier: Apache-2.0
// One body per index of a range, or tiles in nested ranges. The sums are kept in scratch memory
// too, as in code whose ranges end at each barrier.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/nbody.hpp"

namespace tilebridge::cuda::loops::nbody_experiment {
namespace {

__device__ float inverse_root(float square) { return rsqrtf(square); }
__device__ double inverse_root(double square) { return rsqrt(square); }

template <class T>
__device__ void add_pull(Acceleration<T>& sum, const PointMass<T>& own, const PointMass<T>& other) {
  const T x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  const T inverse = inverse_root(Nbody<T>::softening + x * x + y * y + z * z);
  const T pull = other.mass * (inverse * inverse * inverse);
  sum.x += pull * x;
  sum.y += pull * y;
  sum.z += pull * z;
}

template <class T>
__global__ void direct(Nbody<T> p) {
  const std::int64_t i = index_in_range(), n = p.n;
  if (i >= n) return;
  const PointMass<T> own = p.bodies[i];
  Acceleration<T> sum;
  for (int j = 0; j < n; ++j) {
    const PointMass<T> other = p.bodies[j];
    add_pull(sum, own, other);
  }
  p.acceleration[i] = sum.x;
  p.acceleration[n + i] = sum.y;
  p.acceleration[2 * n + i] = sum.z;
}

template <class T>
__global__ void unrolled(Nbody<T> p) {
  const std::int64_t i = index_in_range(), n = p.n;
  if (i >= n) return;
  const PointMass<T> own = p.bodies[i];
  Acceleration<T> sum;
#pragma unroll 32
  for (int j = 0; j < n; ++j) {
    const PointMass<T> other = p.bodies[j];
    add_pull(sum, own, other);
  }
  p.acceleration[i] = sum.x;
  p.acceleration[n + i] = sum.y;
  p.acceleration[2 * n + i] = sum.z;
}

/// Adds a tile's bodies to a sum, in a loop that nvcc unrolls by eight.
struct UnrolledByNvcc {
  template <int tile, class T>
  static __device__ void add_pulls(Acceleration<T>& sum, const PointMass<T>& own,
                                   const PointMass<T>* staged) {
    for (int j = 0; j < tile; ++j) {
      const PointMass<T> other = staged[j];
      add_pull(sum, own, other);
    }
  }
};

/// The respelled control's loop.
struct UnrolledBy32 {
  template <int tile, class T>
  static __device__ void add_pulls(Acceleration<T>& sum, const PointMass<T>& own,
                                   const PointMass<T>* staged) {
#pragma unroll 32
    for (int j = 0; j < tile; ++j) {
      const PointMass<T> other = staged[j];
      add_pull(sum, own, other);
    }
  }
};

template <int tile, class Loop, class T>
__device__ void pull_by_tiles(const Nbody<T>& p) {
  auto* staged = scratch<PointMass<T>>();            // [tile]
  auto* sums = reinterpret_cast<T*>(staged + tile);  // [3][tile]
  const int first_own = blockIdx.x * tile;
  for (int t = threadIdx.x; t < tile; t += blockDim.x)
    for (int axis = 0; axis < 3; ++axis) sums[axis * tile + t] = 0;
  for (int first = 0; first < p.n; first += tile) {
    for (int t = threadIdx.x; t < tile; t += blockDim.x)
      staged[t] = first + t < p.n ? p.bodies[first + t] : PointMass<T>{};
    __syncthreads();
    for (int t = threadIdx.x; t < tile; t += blockDim.x) {
      if (first_own + t >= p.n) continue;
      const PointMass<T> own = p.bodies[first_own + t];
      Acceleration<T> sum = {sums[t], sums[tile + t], sums[2 * tile + t]};
      Loop::template add_pulls<tile>(sum, own, staged);
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

template <int tile, class T, class Loop = UnrolledByNvcc>
__global__ void tiled(Nbody<T> p) {
  pull_by_tiles<tile, Loop>(p);
}

template <int tile, class T>
__global__ void __launch_bounds__(tile, 1) bounded(Nbody<T> p) {
  pull_by_tiles<tile, UnrolledByNvcc>(p);
}

template <class T>
void add_of(Controls controls) {
  controls.add("nbody/direct", flat(direct<T>));
  controls.add("nbody/unrolled", flat(unrolled<T>));
  controls.add("nbody/tile64", flat(tiled<64, T>));
  controls.add("nbody/tile128", flat(tiled<128, T>));
  controls.add("nbody/tile128_bounded", flat(bounded<128, T>));
  controls.add("nbody/tile256", flat(tiled<256, T>));
  controls.add_respelled("nbody/tile128", flat(tiled<128, T, UnrolledBy32>));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::loops::nbody_experiment
