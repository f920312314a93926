// SPDX-License-Identifier: Apache-2.0
// A thread adds up how all bodies pull one of them; it loads the others from global memory or
// through a tile in shared memory. A thread of four_bodies has four bodies, and the warps of a
// block share the others.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/nbody.hpp"

namespace tilebridge::cuda::nbody_experiment {
namespace {

__device__ float inverse_root(float square) { return rsqrtf(square); }
__device__ double inverse_root(double square) { return rsqrt(square); }

/// Differs from the shared add_pull: coordinates are subtracted once. With the shared one nvcc
/// makes other code of four_bodies in double precision.
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
constexpr int block_size = Nbody<T>::block_size;

template <class T>
__global__ void direct(Nbody<T> p) {
  const int i = blockIdx.x * block_size<T> + threadIdx.x;
  if (i >= p.n) return;
  const PointMass<T> own = p.bodies[i];
  Acceleration<T> sum;
  for (int j = 0; j < p.n; ++j) {
    const PointMass<T> other = p.bodies[j];
    add_pull(sum, own, other);
  }
  p.store(i, sum);
}

/// Differs from `direct`: 32 loads can be on their way. nvcc unrolls a loop by 4 if it does not
/// know how long it is.
template <class T>
__global__ void unrolled(Nbody<T> p) {
  const int i = blockIdx.x * block_size<T> + threadIdx.x;
  if (i >= p.n) return;
  const PointMass<T> own = p.bodies[i];
  Acceleration<T> sum;
#pragma unroll 32
  for (int j = 0; j < p.n; ++j) {
    const PointMass<T> other = p.bodies[j];
    add_pull(sum, own, other);
  }
  p.store(i, sum);
}

template <class T, int tile>
__device__ void pull_by_tiles(const Nbody<T>& p) {
  __shared__ PointMass<T> staged[tile];

  const int i = blockIdx.x * tile + threadIdx.x;
  const PointMass<T> own = p.body_at(i);
  Acceleration<T> sum;
  for (int first = 0; first < p.n; first += tile) {
    staged[threadIdx.x] = p.body_at(first + threadIdx.x);
    __syncthreads();
    for (int j = 0; j < tile; ++j) {
      const PointMass<T> other = staged[j];
      add_pull(sum, own, other);
    }
    __syncthreads();  // all reads must finish before the next tile is stored
  }
  if (i < p.n) p.store(i, sum);
}

template <class T, int tile>
__global__ void tiled(Nbody<T> p) {
  pull_by_tiles<T, tile>(p);
}

/// Differs from `tile128`: nvcc may take as many registers as one block per SM leaves to a thread,
/// and so has more pairs under way. Without a bound it leaves room for as many warps as an SM has.
template <class T, int tile>
__global__ void __launch_bounds__(tile, 1) bounded(Nbody<T> p) {
  pull_by_tiles<T, tile>(p);
}

template <class T, void (*kernel)(Nbody<T>), int threads>
void launch(const Nbody<T>& p, Stream stream) {
  if (p.n > 0) kernel<<<ceil_div(p.n, threads), threads, 0, stream>>>(p);
}

using Block = NbodyBlock;

template <class T>
constexpr int blocks_wanted = std::min(Block::blocks<T>, most_resident_threads / Block::threads);

/// The next tile is loaded while the current one pulls.
template <class T>
__global__ void __launch_bounds__(Block::threads, blocks_wanted<T>) four_bodies(Nbody<T> p) {
  __shared__ PointMass<T> staged[Block::threads];
  __shared__ T sums[3][Block::groups][Block::bodies];

  const int lane = threadIdx.x % Block::lanes;
  const int group = threadIdx.x / Block::lanes;
  const int first_own = blockIdx.x * Block::bodies;
  PointMass<T> own[Block::held];
  Acceleration<T> sum[Block::held];
#pragma unroll
  for (int h = 0; h < Block::held; ++h) own[h] = p.body_at(first_own + h * Block::lanes + lane);

  PointMass<T> next = p.body_at(threadIdx.x);
  for (int first = 0; first < p.n; first += Block::threads) {
    staged[threadIdx.x] = next;
    __syncthreads();
    next = p.body_at(first + Block::threads + threadIdx.x);
    for (int j = 0; j < Block::lanes; ++j) {
      const PointMass<T> other = staged[group * Block::lanes + j];
#pragma unroll
      for (int h = 0; h < Block::held; ++h) add_pull(sum[h], own[h], other);
    }
    __syncthreads();  // all reads must finish before the next tile is stored
  }

#pragma unroll
  for (int h = 0; h < Block::held; ++h) {
    sums[0][group][h * Block::lanes + lane] = sum[h].x;
    sums[1][group][h * Block::lanes + lane] = sum[h].y;
    sums[2][group][h * Block::lanes + lane] = sum[h].z;
  }
  __syncthreads();
  for (int s = threadIdx.x; s < 3 * Block::bodies; s += Block::threads) {
    const int axis = s / Block::bodies, body = s % Block::bodies;
    T total = 0;
    for (int g = 0; g < Block::groups; ++g) total += sums[axis][g][body];
    if (first_own + body < p.n) p.acceleration[axis * p.n + first_own + body] = total;
  }
}

template <class T>
void launch_four_bodies(const Nbody<T>& p, Stream stream) {
  const std::size_t blocks = ceil_div(p.n, Block::bodies);
  if (p.n > 0) four_bodies<<<blocks, Block::threads, 0, stream>>>(p);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("nbody/direct", launch<T, direct<T>, block_size<T>>);
    native.add("nbody/unrolled", launch<T, unrolled<T>, block_size<T>>);
    native.add("nbody/tile64", launch<T, tiled<T, 64>, 64>);
    native.add("nbody/tile128", launch<T, tiled<T, 128>, 128>);
    native.add("nbody/tile128_bounded", launch<T, bounded<T, 128>, 128>);
    native.add("nbody/tile256", launch<T, tiled<T, 256>, 256>);
    native.add("nbody/four_bodies", launch_four_bodies<T>);
  });
}

}  // namespace tilebridge::cuda::nbody_experiment
