// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "tests/backends/forgotten_barrier.hpp"

namespace tilebridge {
namespace {

using cuda::check;
using Word = std::uint32_t;
constexpr int threads = reversing_threads;

/// Does nothing for some 10 µs.
__device__ void be_late() {
  constexpr long long cycles = 20'000;
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

template <bool with_barrier>
__device__ void maybe_barrier() {
  if constexpr (with_barrier) __syncthreads();
}

/// `words` is volatile for the compiler to keep the accesses where they stand; that is no barrier.
template <bool with_barrier>
__device__ Word read_after_write(volatile Word* words, int t, Word own, bool is_late) {
  words[t] = 0;
  __syncthreads();
  if (is_late) be_late();
  words[t] = own;
  maybe_barrier<with_barrier>();
  return words[threads - 1 - t];
}

template <bool with_barrier>
__device__ Word write_after_read(volatile Word* words, int t, Word own, bool is_late) {
  words[t] = own;
  __syncthreads();
  if (is_late) be_late();
  const Word reversed = words[threads - 1 - t];
  maybe_barrier<with_barrier>();
  words[t] = 0;
  return reversed;
}

template <bool with_barrier>
__device__ Word write_after_write(volatile Word* words, int t, Word own, bool is_late) {
  if (is_late) be_late();
  words[t] = 0;
  maybe_barrier<with_barrier>();
  words[threads - 1 - t] = own;
  __syncthreads();
  return words[t];
}

template <bool with_barrier>
__global__ void reverse(const Word* in, Word* out, Hazard hazard) {
  __shared__ Word words[threads];

  const int t = threadIdx.x;
  const bool is_late = t >= threads / 2;
  Word reversed = 0;
  if (hazard == Hazard::read_after_write)
    reversed = read_after_write<with_barrier>(words, t, in[t], is_late);
  else if (hazard == Hazard::write_after_read)
    reversed = write_after_read<with_barrier>(words, t, in[t], is_late);
  else
    reversed = write_after_write<with_barrier>(words, t, in[t], is_late);
  out[t] = reversed;
}

}  // namespace

std::vector<Word> reversed_on_cuda(const std::vector<Word>& in, Hazard hazard, bool with_barrier) {
  constexpr std::size_t bytes = threads * sizeof(Word);
  const auto input = cuda::device_memory<Word>(threads);
  const auto output = cuda::device_memory<Word>(threads);
  check(cudaMemcpy(input.get(), in.data(), bytes, cudaMemcpyHostToDevice), "uploading words");
  const auto kernel = with_barrier ? reverse<true> : reverse<false>;
  kernel<<<1, threads>>>(input.get(), output.get(), hazard);
  check(cudaGetLastError(), "launching a block");
  std::vector<Word> result(threads);
  check(cudaMemcpy(result.data(), output.get(), bytes, cudaMemcpyDeviceToHost),
        "downloading words");
  return result;
}

}  // namespace tilebridge
