// SPDX-License-Identifier: Apache-2.0
// Steps of one short kernel each. The host does with pointers what each variant does with Views.
#include <memory>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/ranges/ranges.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/views.hpp"

namespace tilebridge::cuda::ranges::views_experiment {
namespace {

// [*]
using Word = std::uint32_t;
constexpr Word factor = ViewSteps::factor;

// [allocation]
__global__ void set(ViewSteps s, Word* buffer, Word step) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(s.n)) return;
  buffer[i] = s.in[i] + step;
  s.out[i] = buffer[i] * factor;
}

/// The buffer is filled with zeros, as a View is.
void allocation(const ViewSteps& s, const LaunchShapes& followed, Stream stream) {
  for (int step = 0; step < s.steps; ++step) {
    const auto buffer = device_memory<Word>(s.n);
    check(cudaMemsetAsync(buffer.get(), 0, s.n * sizeof(Word), stream), "clearing the buffer");
    launch(set, flat(followed.back()), stream, s, buffer.get(), static_cast<Word>(step));
  }
}

// [deep_copy]
__global__ void add(ViewSteps s, Word* buffer, Word step) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(s.n)) return;
  buffer[i] += s.in[i] + step;
  s.out[i] = buffer[i] * factor;
}

/// The whole device is waited for, before and after.
void clear(const ViewSteps& s, Word* buffer, Stream stream) {
  check(cudaDeviceSynchronize(), "waiting before clearing");
  check(cudaMemsetAsync(buffer, 0, s.n * sizeof(Word), stream), "clearing the buffer");
  check(cudaDeviceSynchronize(), "waiting for the cleared buffer");
}

auto cleared(const ViewSteps& s, const LaunchShapes& followed, Stream stream) {
  return [=, shape = flat(followed.back()), buffer = device_memory<Word>(s.n)] {
    for (int step = 0; step < s.steps; ++step) {
      clear(s, buffer.get(), stream);
      launch(add, shape, stream, s, buffer.get(), static_cast<Word>(step));
    }
  };
}

// [mirror, scalar_result]
__global__ void carry(ViewSteps s, Word carried) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) s.out[i] = (s.in[i] + carried) * factor;
}

/// Copies to the host and waits.
void fetch(Word* to, const Word* from, std::size_t n, Stream stream) {
  check(cudaMemcpyAsync(to, from, n * sizeof(Word), cudaMemcpyDeviceToHost, stream),
        "copying to the host");
  check(cudaStreamSynchronize(stream), "waiting for the copy");
}

// [mirror]
/// The host's memory is new in each step.
void mirror(const ViewSteps& s, const LaunchShapes& followed, Stream stream) {
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    launch(carry, flat(followed.back()), stream, s, carried);
    const auto mirror = std::make_unique_for_overwrite<Word[]>(s.n);
    fetch(mirror.get(), s.out, s.n, stream);
    carried = mirror[s.n - 1];
  }
}

// [scalar_result]
__global__ void sum_up(ViewSteps s, Word* sum) {
  const auto n = static_cast<std::int64_t>(s.n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  Word part = 0;
  for (std::int64_t i = index_in_range(); i < n; i += threads) part += s.out[i];
  part = warp_sum(part);
  if (threadIdx.x % warp_size == 0) atomicAdd(sum, part);
}

/// The sum goes to the host in each step.
auto summed(const ViewSteps& s, const LaunchShapes& followed, Stream stream) {
  return [=, of_loop = flat(followed.front()), of_sum = flat(followed.back()),
          sum = device_memory<Word>(1)] {
    Word carried = 0;
    for (int step = 0; step < s.steps; ++step) {
      launch(carry, of_loop, stream, s, carried);
      check(cudaMemsetAsync(sum.get(), 0, sizeof(Word), stream), "clearing the sum");
      launch(sum_up, of_sum, stream, s, sum.get());
      fetch(&carried, sum.get(), 1, stream);
    }
  };
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("views/allocation", allocation);
  controls.add_prepared("views/deep_copy", cleared);
  controls.add("views/mirror", mirror);
  controls.add_prepared("views/scalar_result", summed);
}

}  // namespace tilebridge::cuda::ranges::views_experiment
