// SPDX-License-Identifier: Apache-2.0
// All variants take the same steps; they differ in where a step gets its buffer.
#include <cstdlib>
#include <memory>
#include <new>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/transfers/allocation.hpp"

namespace tilebridge::cuda::allocation_experiment {
namespace {

constexpr int block_size = 256;

__global__ void step(Allocation a, float* buffer, int number) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= a.n) return;
  buffer[i] = a.in[i] + static_cast<float>(number);
  a.out[i] = 2 * buffer[i];
}

void launch_step(const Allocation& a, float* buffer, int number, Stream stream) {
  step<<<ceil_div(a.n, block_size), block_size, 0, stream>>>(a, buffer, number);
}

void per_step(const Allocation& a, Stream stream) {
  for (int number = 0; number < a.steps; ++number)
    launch_step(a, device_memory<float>(a.n).get(), number, stream);
}

auto reused(const Allocation& a, Stream stream) {
  return [=, buffer = device_memory<float>(a.n)] {
    for (int number = 0; number < a.steps; ++number) launch_step(a, buffer.get(), number, stream);
  };
}

/// Takes memory from the device's pool. Freed, it returns there once all work that is queued on the
/// stream by then is done.
std::shared_ptr<float> pool_memory(std::size_t elements, Stream stream) {
  float* pointer = nullptr;
  check(cudaMallocAsync(&pointer, elements * sizeof(float), stream), "allocating from the pool");
  return {pointer, [stream](float* p) { cudaFreeAsync(p, stream); }};
}

void check_pools() {
  int device = 0;
  int supported = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device),
        "reading a device attribute");
  if (supported == 0) throw Unavailable("this device has no memory pools");
}

auto pool(const Allocation& a, Stream stream) {
  check_pools();
  return [=] {
    for (int number = 0; number < a.steps; ++number)
      launch_step(a, pool_memory(a.n, stream).get(), number, stream);
  };
}

__global__ void add_step(Allocation a, float* buffer, int number) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= a.n) return;
  buffer[i] += a.in[i] + static_cast<float>(number);
  a.out[i] = 2 * buffer[i];
}

auto cleared(const Allocation& a, Stream stream) {
  return [=, buffer = device_memory<float>(a.n)] {
    for (int number = 0; number < a.steps; ++number) {
      check(cudaMemsetAsync(buffer.get(), 0, a.n * sizeof(float), stream), "clearing a buffer");
      add_step<<<ceil_div(a.n, block_size), block_size, 0, stream>>>(a, buffer.get(), number);
    }
  };
}

using Word = std::uint32_t;

__global__ void mark_words(Word* buffer, std::size_t n, Word mark) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < n) buffer[i] = mark;
}

/// Reads words that were not written since they were allocated.
__global__ void count_words(const Word* buffer, std::size_t n, Word mark, Word* count) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const int in_block = __syncthreads_count(i < n && buffer[i] == mark);
  if (threadIdx.x == 0 && in_block > 0) atomicAdd(count, static_cast<Word>(in_block));
}

void mark_and_free(const OldContents& o, Word mark, Stream stream) {
  const auto buffer = device_memory<Word>(o.n);
  mark_words<<<ceil_div(o.n, block_size), block_size, 0, stream>>>(buffer.get(), o.n, mark);
}

void uncleared(const OldContents& o, Stream stream) {
  check(cudaMemsetAsync(o.kept, 0, o.steps * sizeof(Word), stream), "clearing counts");
  for (int step = 0; step < o.steps; ++step) {
    const Word mark = OldContents::mark(step);
    mark_and_free(o, mark, stream);
    const auto buffer = device_memory<Word>(o.n);
    count_words<<<ceil_div(o.n, block_size), block_size, 0, stream>>>(buffer.get(), o.n, mark,
                                                                      o.kept + step);
  }
}

using Memory = std::shared_ptr<void>;

Memory pageable_memory(std::size_t bytes) {
  void* const pointer = std::malloc(bytes);
  if (pointer == nullptr) throw std::bad_alloc();
  return {pointer, [](void* p) { std::free(p); }};
}

Memory pinned_memory(std::size_t bytes) {
  void* pointer = nullptr;
  check(cudaMallocHost(&pointer, bytes), "allocating page-locked memory");
  return {pointer, [](void* p) { cudaFreeHost(p); }};
}

Memory managed_memory(std::size_t bytes) {
  void* pointer = nullptr;
  check(cudaMallocManaged(&pointer, bytes), "allocating managed memory");
  return {pointer, [](void* p) { cudaFree(p); }};
}

/// The host's steps are timed, so they begin when the device is idle.
template <Memory (*allocate)(std::size_t bytes)>
void host_per_step(const HostAllocation& a, Stream stream) {
  check(cudaStreamSynchronize(stream), "waiting before the host's steps");
  for (int number = 0; number < a.steps; ++number) {
    const Memory buffer = allocate(a.bytes);
    a.use(buffer.get(), number);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("allocation/per_step", per_step);
  native.add_prepared("allocation/pool", pool);
  native.add_prepared("allocation/reused", reused);
  native.add_prepared("allocation/cleared", cleared);
  native.add("allocation/uncleared", uncleared);
  native.add("allocation/per_step_pageable", host_per_step<pageable_memory>);
  native.add("allocation/per_step_pinned", host_per_step<pinned_memory>);
  native.add("allocation/per_step_managed", host_per_step<managed_memory>);
}

}  // namespace tilebridge::cuda::allocation_experiment
