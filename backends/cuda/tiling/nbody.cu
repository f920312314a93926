// SPDX-License-Identifier: Apache-2.0
// A thread adds up how all bodies pull one of them; it loads the others from global memory or
// through a tile in shared memory. pairs_once computes the pull between two bodies once, for both.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/nbody.hpp"

namespace tilebridge::cuda::nbody_experiment {
namespace {

/// Returns 1 / √square.
struct InverseRoot {
  __device__ static float of(float square) { return rsqrtf(square); }
  __device__ static double of(double square) { return rsqrt(square); }
};

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
    add_pull(sum, own, other, InverseRoot::of(softened_square(own, other)));
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
    add_pull(sum, own, other, InverseRoot::of(softened_square(own, other)));
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
      add_pull(sum, own, other, InverseRoot::of(softened_square(own, other)));
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

/// Differs from InverseRoot: the square is neither denormal nor infinite, so NVIDIA's functions
/// need not look for such numbers. What they do otherwise is this.
struct NormalInverseRoot {
#ifdef __CUDA_ARCH__
  __device__ static float of(float square) {
    float inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(square));
    return inverse;
  }
  /// The approximation is of the square's upper half; one step of third order triples its digits.
  __device__ static double of(double square) {
    double inverse;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(square));
    const double error = fma(-square * inverse, inverse, 1.0);
    return fma(inverse * error, fma(error, 0.375, 0.5), inverse);
  }
#else
  template <class T>
  __device__ static T of(T square) {
    return InverseRoot::of(square);
  }
#endif
};

template <class T>
__device__ void add_atomically(const Nbody<T>& p, int i, const Acceleration<T>& sum) {
  if (i >= p.n) return;
  atomicAdd(p.acceleration + i, sum.x);
  atomicAdd(p.acceleration + p.n + i, sum.y);
  atomicAdd(p.acceleration + 2 * p.n + i, sum.z);
}

/// A lane meets the bodies that pass by one after another, each beginning with its own. What pulls
/// them goes with them, from lane to lane, and is with its own lane again after a round.
template <class T>
__global__ void __launch_bounds__(NbodyPairs::lanes, NbodyPairs::resident)
    pairs_once(Nbody<T> p, NbodyPairs pairs) {
  constexpr int held = NbodyPairs::held, lanes = NbodyPairs::lanes;
  constexpr int at_once = NbodyPairs::steps_at_once;
  __shared__ PointMass<T> passing[2 * lanes];  // twice the same: a round goes on at its begin

  const auto [own_group, other_group, is_mutual] = pairs.pair_of(blockIdx.x);
  const int lane = threadIdx.x, next_lane = (lane + 1) % lanes;
  const int first_own = own_group * NbodyPairs::bodies + lane;
  const int first_other = other_group * NbodyPairs::bodies + lane;
  PointMass<T> own[held];
  Acceleration<T> sum[held];
#pragma unroll
  for (int h = 0; h < held; ++h) own[h] = p.body_at(first_own + h * lanes);

  PointMass<T> next = p.body_at(first_other);
  for (int round = 0; round < held; ++round) {
    __syncwarp();  // all reads must finish before the next bodies are stored
    passing[lane] = passing[lanes + lane] = next;
    __syncwarp();
    next = p.body_at(first_other + (round + 1) * lanes);
    Acceleration<T> back;
#pragma unroll at_once
    for (int j = 0; j < lanes; ++j) {
      const PointMass<T> other = passing[lane + j];
#pragma unroll
      for (int h = 0; h < held; ++h) {
        const Offset<T> r = offset(own[h], other);
        add_pulls(sum[h], back, own[h], other, r, NormalInverseRoot::of(softened_square(r)));
      }
      back = {__shfl_sync(0xffffffff, back.x, next_lane),
              __shfl_sync(0xffffffff, back.y, next_lane),
              __shfl_sync(0xffffffff, back.z, next_lane)};
    }
    if (is_mutual) add_atomically(p, first_other + round * lanes, back);
  }
#pragma unroll
  for (int h = 0; h < held; ++h) add_atomically(p, first_own + h * lanes, sum[h]);
}

template <class T>
void launch_pairs(const Nbody<T>& p, Stream stream) {
  if (p.n == 0) return;
  const NbodyPairs pairs(p.n);
  check(cudaMemsetAsync(p.acceleration, 0, 3 * sizeof(T) * p.n, stream), "clearing the sums");
  pairs_once<<<pairs.blocks(), NbodyPairs::lanes, 0, stream>>>(p, pairs);
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
    native.add("nbody/pairs_once", launch_pairs<T>);
  });
}

}  // namespace tilebridge::cuda::nbody_experiment
