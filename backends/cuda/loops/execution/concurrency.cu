// SPDX-License-Identifier: Apache-2.0
// Small kernels that do not depend on one another, on streams between waits of the host. There is
// no respelled control: what `threads` measures is how the host launches and waits, and its kernel
// has one index per thread.
#include <memory>
#include <type_traits>
#include <vector>

#include "backends/cuda/loops/loops.hpp"
#include "base/workers.hpp"
#include "catalogue/execution/concurrency.hpp"

namespace tilebridge::cuda::loops::concurrency_experiment {
namespace {

using OwnStream = std::shared_ptr<std::remove_pointer_t<cudaStream_t>>;

OwnStream make_stream() {
  cudaStream_t raw = nullptr;
  check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "creating a stream");
  return {raw, [](cudaStream_t s) { cudaStreamDestroy(s); }};
}

__global__ void scramble(SmallTasks s, int k) {
  const std::int64_t i = index_in_range();
  if (i >= s.words) return;
  const std::int64_t at = std::int64_t{k} * s.words + i;
  std::uint32_t x = s.in[at];
  for (int step = 0; step < s.steps; ++step) x = SmallTasks::scrambled(x);
  s.out[at] = x;
}

/// Launches keep and reuse these.
struct Launchers {
  std::vector<OwnStream> streams;
  Workers workers;
  int device = 0;

  Launchers(const SmallTasks& s, int threads) : workers(threads) {
    check(cudaGetDevice(&device), "asking for the device");
    for (int i = 0; i < s.streams; ++i) streams.push_back(make_stream());
  }
};

void wait_for(Stream stream) { check(cudaStreamSynchronize(stream), "waiting for a stream"); }

/// All kernels have the shape of the first ones, which were recorded.
auto on_streams(const SmallTasks& s, const LaunchShapes& followed, Stream stream) {
  return [s, followed, stream, launchers = std::make_shared<Launchers>(s, 1)] {
    wait_for(stream);
    for (int k = 0; k < s.kernels; ++k)
      launch(scramble, flat(followed.back()), launchers->streams[k % s.streams].get(), s, k);
    for (const OwnStream& its_own : launchers->streams) wait_for(its_own.get());
  };
}

void launch_own(const SmallTasks& s, int thread, const LaunchShape& shape,
                const Launchers& launchers) {
  check(cudaSetDevice(launchers.device), "choosing the device");
  for (int k = 0; k < s.kernels; ++k)
    if (s.is_launched_by(k, thread))
      launch(scramble, flat(shape), launchers.streams[k % s.streams].get(), s, k);
  for (int i = thread; i < s.streams; i += s.threads) wait_for(launchers.streams[i].get());
}

auto by_threads(const SmallTasks& s, const LaunchShapes& followed, Stream stream) {
  return [s, followed, stream, launchers = std::make_shared<Launchers>(s, s.threads)] {
    wait_for(stream);
    if (s.kernels == 0) return;
    launchers->workers.run([&](int thread) { launch_own(s, thread, followed.back(), *launchers); });
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add_prepared("concurrency/streams", on_streams);
  controls.add_prepared("concurrency/threads", by_threads);
}

}  // namespace tilebridge::cuda::loops::concurrency_experiment
