// SPDX-License-Identifier: Apache-2.0
// Steps of one short kernel each, whose arrays are pointers.
#include <utility>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/views.hpp"

namespace tilebridge::cuda::views_experiment {
namespace {

constexpr int block_size = 256;

template <class T, class... Parameters, class... Arguments>
void launch(void (*kernel)(ViewSteps<T>, Parameters...), const ViewSteps<T>& s, Stream stream,
            Arguments... arguments) {
  kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s, arguments...);
}

template <class T>
__global__ void set(ViewSteps<T> s, T* buffer, T step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  buffer[i] = s.in[i] + step;
  s.out[i] = buffer[i] * s.factor;
}

template <class T>
void allocation(const ViewSteps<T>& s, Stream stream) {
  for (int step = 0; step < s.steps; ++step) {
    const auto buffer = device_memory<T>(s.n);
    launch(set<T>, s, stream, buffer.get(), static_cast<T>(step));
  }
}

template <class T>
__global__ void add(ViewSteps<T> s, T* buffer, T step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  buffer[i] += s.in[i] + step;
  s.out[i] = buffer[i] * s.factor;
}

template <class T>
auto deep_copy(const ViewSteps<T>& s, Stream stream) {
  return [=, buffer = device_memory<T>(s.n)] {
    for (int step = 0; step < s.steps; ++step) {
      check(cudaMemsetAsync(buffer.get(), 0, s.n * sizeof(T), stream), "clearing the buffer");
      launch(add<T>, s, stream, buffer.get(), static_cast<T>(step));
    }
  };
}

template <class T>
__global__ void carry(ViewSteps<T> s, T carried) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = (s.in[i] + carried) * s.factor;
}

template <class T>
auto mirror(const ViewSteps<T>& s, Stream stream) {
  return [=, mirror = std::vector<T>(s.n)]() mutable {
    T carried = 0;
    for (int step = 0; step < s.steps; ++step) {
      launch(carry<T>, s, stream, carried);
      check(cudaMemcpyAsync(mirror.data(), s.out, s.n * sizeof(T), cudaMemcpyDeviceToHost, stream),
            "copying to the host");
      check(cudaStreamSynchronize(stream), "waiting for the copy");
      carried = mirror.back();
    }
  };
}

using Word = std::uint32_t;

/// Clears `next`, to which sum_up adds what this kernel writes.
__global__ void carry_sum(ViewSteps<Word> s, const Word* sum, Word* next) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = (s.in[i] + *sum) * s.factor;
  if (i == 0) *next = 0;
}

/// Each block adds its sum by one atomic.
__global__ void sum_up(ViewSteps<Word> s, Word* sum) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const Word of_block = block_sum<block_size>(i < s.n ? s.out[i] : Word{0});
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

auto scalar_result(const ViewSteps<Word>& s, Stream stream) {
  return [=, sums = device_memory<Word>(2)] {
    Word *sum = sums.get(), *next = sum + 1;
    check(cudaMemsetAsync(sum, 0, sizeof(Word), stream), "clearing the sum");
    for (int step = 0; step < s.steps; ++step) {
      launch(carry_sum, s, stream, sum, next);
      launch(sum_up, s, stream, next);
      std::swap(sum, next);
    }
  };
}

template <class T>
__global__ void pass(ViewSteps<T> s, T* a, T* b, T* c, T* d, T step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  a[i] = s.in[i];
  b[i] = step;
  c[i] = a[i] + b[i];
  d[i] = c[i] * s.factor;
  s.out[i] = d[i];
}

/// The host's launches are timed, so they begin when the device is idle.
template <class T>
auto view_copy(const ViewSteps<T>& s, Stream stream) {
  return [=, rows = device_memory<T>(s.rows * s.n)] {
    T* const a = rows.get();
    check(cudaStreamSynchronize(stream), "waiting before the steps");
    for (int step = 0; step < s.steps; ++step)
      launch(pass<T>, s, stream, a, a + s.n, a + 2 * s.n, a + 3 * s.n, static_cast<T>(step));
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("views/allocation", allocation<T>);
    native.add_prepared("views/deep_copy", deep_copy<T>);
    native.add_prepared("views/mirror", mirror<T>);
    native.add_prepared("views/view_copy", view_copy<T>);
  });
  native.add_prepared("views/scalar_result", scalar_result);
}

}  // namespace tilebridge::cuda::views_experiment
