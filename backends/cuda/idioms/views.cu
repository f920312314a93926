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

// [*]
using Word = std::uint32_t;
constexpr int block_size = 256;
constexpr Word factor = ViewSteps::factor;

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(ViewSteps, Parameters...), const ViewSteps& s, Stream stream,
            Arguments... arguments) {
  kernel<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s, arguments...);
}

// [allocation]
__global__ void set(ViewSteps s, Word* buffer, Word step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  buffer[i] = s.in[i] + step;
  s.out[i] = buffer[i] * factor;
}

void allocation(const ViewSteps& s, Stream stream) {
  for (int step = 0; step < s.steps; ++step) {
    const auto buffer = device_memory<Word>(s.n);
    launch(set, s, stream, buffer.get(), static_cast<Word>(step));
  }
}

// [deep_copy]
__global__ void add(ViewSteps s, Word* buffer, Word step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  buffer[i] += s.in[i] + step;
  s.out[i] = buffer[i] * factor;
}

void cleared(const ViewSteps& s, Word* buffer, Stream stream) {
  for (int step = 0; step < s.steps; ++step) {
    check(cudaMemsetAsync(buffer, 0, s.n * sizeof(Word), stream), "clearing the buffer");
    launch(add, s, stream, buffer, static_cast<Word>(step));
  }
}

// [mirror]
__global__ void carry(ViewSteps s, Word carried) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = (s.in[i] + carried) * factor;
}

void mirrored(const ViewSteps& s, std::vector<Word>& mirror, Stream stream) {
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    launch(carry, s, stream, carried);
    check(cudaMemcpyAsync(mirror.data(), s.out, s.n * sizeof(Word), cudaMemcpyDeviceToHost, stream),
          "copying to the host");
    check(cudaStreamSynchronize(stream), "waiting for the copy");
    carried = mirror.back();
  }
}

// [scalar_result]
/// Clears where the sum of what it writes will be.
__global__ void carry_sum(ViewSteps s, const Word* sum, Word* next) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = (s.in[i] + *sum) * factor;
  if (i == 0) *next = 0;
}

/// A sum per block, and an atomic for each.
__global__ void sum_up(ViewSteps s, Word* sum) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  const Word of_block = block_sum<block_size>(i < s.n ? s.out[i] : Word{0});
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

void summed(const ViewSteps& s, Word* sum, Word* next, Stream stream) {
  check(cudaMemsetAsync(sum, 0, sizeof(Word), stream), "clearing the sum");
  for (int step = 0; step < s.steps; ++step) {
    launch(carry_sum, s, stream, sum, next);
    launch(sum_up, s, stream, next);
    std::swap(sum, next);
  }
}

// [view_copy]
__global__ void pass(ViewSteps s, Word* a, Word* b, Word* c, Word* d, Word step) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= s.n) return;
  a[i] = s.in[i];
  b[i] = step;
  c[i] = a[i] + b[i];
  d[i] = c[i] * factor;
  s.out[i] = d[i];
}

/// The host's launches are timed: they begin when the device is idle.
void passed(const ViewSteps& s, Word* rows, Stream stream) {
  check(cudaStreamSynchronize(stream), "waiting before the steps");
  for (int step = 0; step < s.steps; ++step)
    launch(pass, s, stream, rows, rows + s.n, rows + 2 * s.n, rows + 3 * s.n,
           static_cast<Word>(step));
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("views/allocation", allocation);
  native.add_prepared("views/deep_copy", [](const ViewSteps& s, Stream stream) {
    return [s, stream, buffer = device_memory<Word>(s.n)] { cleared(s, buffer.get(), stream); };
  });
  native.add_prepared("views/mirror", [](const ViewSteps& s, Stream stream) {
    return [s, stream, mirror = std::vector<Word>(s.n)]() mutable { mirrored(s, mirror, stream); };
  });
  native.add_prepared("views/scalar_result", [](const ViewSteps& s, Stream stream) {
    return [s, stream, sums = device_memory<Word>(2)] {
      summed(s, sums.get(), sums.get() + 1, stream);
    };
  });
  native.add_prepared("views/view_copy", [](const ViewSteps& s, Stream stream) {
    return [s, stream, rows = device_memory<Word>(ViewSteps::rows * s.n)] {
      passed(s, rows.get(), stream);
    };
  });
}

}  // namespace tilebridge::cuda::views_experiment
