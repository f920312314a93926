// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/timing_kernels.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int blocks = 1024;
constexpr int block_size = 256;

/// Reads n vectors; the store keeps the compiler from eliminating the loads and is never executed,
/// since the buffer holds only ones.
__global__ void read_kernel(const float4* vectors, std::size_t n, float* sink) {
  float sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const float4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum < 0) *sink = sum;
}

__global__ void fill_kernel(float* words, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x)
    words[i] = 1;
}

__global__ void empty_kernel() {}

/// The finaliser of MurmurHash3: every bit of the result depends on every bit of `word`.
__device__ unsigned long long mixed(unsigned long long word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccdULL;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return word ^ (word >> 33);
}

/// Sums over all words what word and place give; the first threads take the remaining bytes.
__global__ void digest_kernel(const void* at, std::size_t bytes, unsigned long long* sum) {
  constexpr unsigned long long odd = 0x9e3779b97f4a7c15ULL;
  const auto* vectors = static_cast<const ulonglong2*>(at);
  const std::size_t n = bytes / sizeof(ulonglong2);
  const std::size_t first = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  unsigned long long mine = 0;
  for (std::size_t i = first; i < n; i += std::size_t{gridDim.x} * blockDim.x) {
    const ulonglong2 v = vectors[i];
    mine += mixed(v.x ^ (2 * i + 1) * odd) + mixed(v.y ^ (2 * i + 2) * odd);
  }
  const std::size_t last = n * sizeof(ulonglong2) + first;
  if (last < bytes) mine += mixed(static_cast<const unsigned char*>(at)[last] ^ ~last * odd);
  atomicAdd(sum, mine);
}

}  // namespace

void do_nothing(cudaStream_t stream) { empty_kernel<<<1, 1, 0, stream>>>(); }

void put_digest(cudaStream_t stream, const void* at, std::size_t bytes, unsigned long long* sum) {
  check(cudaMemsetAsync(sum, 0, sizeof(*sum), stream), "clearing a digest");
  digest_kernel<<<blocks, block_size, 0, stream>>>(at, bytes, sum);
}

void fill_with_ones(cudaStream_t stream, float* words, std::size_t n) {
  fill_kernel<<<blocks, block_size, 0, stream>>>(words, n);
}

void read_all(cudaStream_t stream, float* words, std::size_t n) {
  read_kernel<<<blocks, block_size, 0, stream>>>(reinterpret_cast<const float4*>(words), n / 4,
                                                 words + n);
}

}  // namespace tilebridge::cuda
