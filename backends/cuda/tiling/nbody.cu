// SPDX-License-Identifier: Apache-2.0
// A thread adds up how all bodies pull one of them; it loads the others from global memory or
// through a tile in shared memory. A thread of four_bodies has four bodies, or two, and the warps
// of a block share the others.
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

/// Differs from the shared add_pull: coordinates are subtracted once. With the shared one nvcc
/// makes other code of four_bodies in double precision.
template <class Root = InverseRoot, class T>
__device__ void add_pull(Acceleration<T>& sum, const PointMass<T>& own, const PointMass<T>& other) {
  const T x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  const T inverse = Root::of(Nbody<T>::softening + x * x + y * y + z * z);
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

/// A warp stages its share of the others itself, the next ones while the current ones pull, so that
/// warps need not wait for one another.
template <class T, int held>
__global__ void __launch_bounds__(NbodyBlock<held>::threads, 1) held_bodies(Nbody<T> p) {
  using Block = NbodyBlock<held>;
  __shared__ union {
    PointMass<T> bodies[Block::groups][Block::lanes];
    T sums[Block::groups][Block::bodies];  // along one axis
  } staged;

  const int lane = threadIdx.x % Block::lanes;
  const int group = threadIdx.x / Block::lanes;
  const int first_own = blockIdx.x * Block::bodies;
  PointMass<T> own[held];
  Acceleration<T> sum[held];
#pragma unroll
  for (int h = 0; h < held; ++h) own[h] = p.body_at(first_own + h * Block::lanes + lane);

  constexpr int at_once = Block::template steps_at_once<T>;
  PointMass<T> next = p.body_at(threadIdx.x);
  for (int first = 0; first < p.n; first += Block::threads) {
    staged.bodies[group][lane] = next;
    __syncwarp();
    next = p.body_at(first + Block::threads + threadIdx.x);
#pragma unroll at_once
    for (int j = 0; j < Block::lanes; ++j) {
      const PointMass<T> other = staged.bodies[group][j];
#pragma unroll
      for (int h = 0; h < held; ++h) add_pull<NormalInverseRoot>(sum[h], own[h], other);
    }
    __syncwarp();  // all reads must finish before the next bodies are stored
  }

#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    __syncthreads();  // all have read what is in shared memory
#pragma unroll
    for (int h = 0; h < held; ++h)
      staged.sums[group][h * Block::lanes + lane] = axis == 0   ? sum[h].x
                                                    : axis == 1 ? sum[h].y
                                                                : sum[h].z;
    __syncthreads();
    const int body = threadIdx.x;
    if (body >= Block::bodies || first_own + body >= p.n) continue;
    T total = 0;
    for (int g = 0; g < Block::groups; ++g) total += staged.sums[g][body];
    p.acceleration[axis * p.n + first_own + body] = total;
  }
}

template <int held, class T>
void launch_held(const Nbody<T>& p, Stream stream) {
  using Block = NbodyBlock<held>;
  if (p.n > 0) held_bodies<T, held><<<Block::blocks(p.n), Block::threads, 0, stream>>>(p);
}

template <class T>
auto prepare_four_bodies(const Nbody<T>& p, Stream stream) {
  return [p, stream, two = holds_two_bodies(p.n, multiprocessors())] {
    two ? launch_held<2>(p, stream) : launch_held<4>(p, stream);
  };
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
    native.add_prepared("nbody/four_bodies", prepare_four_bodies<T>);
  });
}

}  // namespace tilebridge::cuda::nbody_experiment
