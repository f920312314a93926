// SPDX-License-Identifier: Apache-2.0
// Steps of one short kernel each. The host does with pointers what each variant does with Views.
#include <memory>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/views.hpp"

namespace tilebridge::cuda::loops::views_experiment {
namespace {

template <class T>
__global__ void set(ViewSteps<T> s, T* buffer, T step) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(s.n)) return;
  buffer[i] = s.in[i] + step;
  s.out[i] = buffer[i] * s.factor;
}

/// Fills the buffer with zeros, as a View is filled.
template <class T>
void allocation(const ViewSteps<T>& s, const LaunchShapes& followed, Stream stream) {
  for (int step = 0; step < s.steps; ++step) {
    const auto buffer = device_memory<T>(s.n);
    check(cudaMemsetAsync(buffer.get(), 0, s.n * sizeof(T), stream), "clearing the buffer");
    launch(set<T>, flat(followed.back()), stream, s, buffer.get(), static_cast<T>(step));
  }
}

template <class T>
__global__ void add(ViewSteps<T> s, T* buffer, T step) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(s.n)) return;
  buffer[i] += s.in[i] + step;
  s.out[i] = buffer[i] * s.factor;
}

/// Clearing waits for the whole device before and after.
template <class T>
auto deep_copy(const ViewSteps<T>& s, const LaunchShapes& followed, Stream stream) {
  return [=, shape = flat(followed.back()), buffer = device_memory<T>(s.n)] {
    for (int step = 0; step < s.steps; ++step) {
      check(cudaDeviceSynchronize(), "waiting before clearing");
      check(cudaMemsetAsync(buffer.get(), 0, s.n * sizeof(T), stream), "clearing the buffer");
      check(cudaDeviceSynchronize(), "waiting for the cleared buffer");
      launch(add<T>, shape, stream, s, buffer.get(), static_cast<T>(step));
    }
  };
}

template <class T>
__global__ void carry(ViewSteps<T> s, T carried) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) s.out[i] = (s.in[i] + carried) * s.factor;
}

/// Copies to the host and waits.
template <class T>
void fetch(T* to, const T* from, std::size_t n, Stream stream) {
  check(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToHost, stream),
        "copying to the host");
  check(cudaStreamSynchronize(stream), "waiting for the copy");
}

/// Allocates the host's memory anew in each step.
template <class T>
void mirror(const ViewSteps<T>& s, const LaunchShapes& followed, Stream stream) {
  T carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    launch(carry<T>, flat(followed.back()), stream, s, carried);
    const auto mirror = std::make_unique_for_overwrite<T[]>(s.n);
    fetch(mirror.get(), s.out, s.n, stream);
    carried = mirror[s.n - 1];
  }
}

using Word = std::uint32_t;

__global__ void sum_up(ViewSteps<Word> s, Word* sum) {
  const auto n = static_cast<std::int64_t>(s.n);
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  Word part = 0;
  for (std::int64_t i = index_in_range(); i < n; i += threads) part += s.out[i];
  part = warp_sum(part);
  if (threadIdx.x % warp_size == 0) atomicAdd(sum, part);
}

/// Copies the sum to the host in each step.
auto scalar_result(const ViewSteps<Word>& s, const LaunchShapes& followed, Stream stream) {
  return [=, of_loop = flat(followed.front()), of_sum = flat(followed.back()),
          sum = device_memory<Word>(1)] {
    Word carried = 0;
    for (int step = 0; step < s.steps; ++step) {
      launch(carry<Word>, of_loop, stream, s, carried);
      check(cudaMemsetAsync(sum.get(), 0, sizeof(Word), stream), "clearing the sum");
      launch(sum_up, of_sum, stream, s, sum.get());
      fetch(&carried, sum.get(), 1, stream);
    }
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("views/allocation", allocation<T>);
    controls.add_prepared("views/deep_copy", deep_copy<T>);
    controls.add("views/mirror", mirror<T>);
  });
  controls.add_prepared("views/scalar_result", scalar_result);
}

}  // namespace tilebridge::cuda::loops::views_experiment
