// SPDX-License-Identifier: Apache-2.0
// One average per thread; the variants differ in where its three elements are read. In the tuned
// variant each thread computes a vector of them.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/tiling/smooth.hpp"

namespace tilebridge::cuda::smooth_experiment {
namespace {

constexpr int block_size = Smooth<float>::block_size;

template <class T>
__global__ void direct(Smooth<T> s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x + 1;
  if (i < s.n - 1) s.out[i] = (s.in[i - 1] + s.in[i] + s.in[i + 1]) / 3;
}

template <class T>
__global__ void tile_halo(Smooth<T> s) {
  __shared__ T tile[block_size + 2];  // one extra element on either side

  const unsigned thread = threadIdx.x;
  const std::size_t i = blockIdx.x * std::size_t{block_size} + thread + 1;
  if (i < s.n) tile[thread + 1] = s.in[i];
  if (thread == 0) tile[0] = s.in[i - 1];
  if (thread == block_size - 1 && i + 1 < s.n) tile[block_size + 1] = s.in[i + 1];
  __syncthreads();
  if (i < s.n - 1) s.out[i] = (tile[thread] + tile[thread + 1] + tile[thread + 2]) / 3;
}

constexpr int vector_block_size = Smooth<float>::vector_block_size;

/// Gives the quotient of `/`, rounded to nearest, in three instructions: the remainder corrects
/// the product with the reciprocal (P. Markstein, IBM J. Res. Dev. 34(1), 1990).
template <class T>
__device__ T average(T a, T b, T c) {
  constexpr T reciprocal = T{1} / T{3};
  const T sum = a + b + c;
  const T quotient = sum * reciprocal;
  return fma(fma(T{-3}, quotient, sum), reciprocal, quotient);
}

/// Pack v < last has both neighbours: one element of each is enough, and it is in L1.
template <class T>
__global__ void __launch_bounds__(vector_block_size, most_resident_threads / vector_block_size)
    vector_direct(Smooth<T> s) {
  constexpr int width = pack_width<T>;
  const std::size_t v = blockIdx.x * std::size_t{vector_block_size} + threadIdx.x;
  const std::size_t last = (s.n - 1) / width;
  if (v > 0 && v < last) {
    const Pack<T> middle = reinterpret_cast<const Pack<T>*>(s.in)[v];
    T m[width + 2];
    m[0] = s.in[width * v - 1];
#pragma unroll
    for (int j = 0; j < width; ++j) m[j + 1] = middle.values[j];
    m[width + 1] = s.in[width * v + width];
    Pack<T> averages;
#pragma unroll
    for (int j = 0; j < width; ++j) averages.values[j] = average(m[j], m[j + 1], m[j + 2]);
    reinterpret_cast<Pack<T>*>(s.out)[v] = averages;
  }
  if (v >= width - 1) return;
  const std::size_t head = v + 1;             // the rest of the first Pack
  const std::size_t tail = width * last + v;  // and what remains of the last
  if (head < s.n - 1) s.out[head] = average(s.in[head - 1], s.in[head], s.in[head + 1]);
  if (last > 0 && tail < s.n - 1) s.out[tail] = average(s.in[tail - 1], s.in[tail], s.in[tail + 1]);
}

template <auto kernel, class T>
void launch(const Smooth<T>& s, Stream stream) {
  if (s.n > 2) kernel<<<ceil_div(s.n - 2, block_size), block_size, 0, stream>>>(s);
}

template <class T>
void launch_vector_direct(const Smooth<T>& s, Stream stream) {
  const std::size_t blocks = ceil_div(s.n, std::size_t{pack_width<T>} * vector_block_size);
  if (s.n > 2) vector_direct<<<blocks, vector_block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("smooth/direct", launch<direct<T>, T>);
    native.add("smooth/tile_halo", launch<tile_halo<T>, T>);
    native.add("smooth/vector_direct", launch_vector_direct<T>);
  });
}

}  // namespace tilebridge::cuda::smooth_experiment
