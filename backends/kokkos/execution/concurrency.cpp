// SPDX-License-Identifier: Apache-2.0
// Small kernels that do not depend on one another: on execution space instances, in a graph, or
// launched by several threads of the host. Only a fence can order one instance after another; in
// the rewritten form CUDA's events do.
#include "catalogue/execution/concurrency.hpp"

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/graph.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "base/error.hpp"
#include "base/workers.hpp"

namespace tilebridge::kokkos::concurrency_experiment {
namespace {

using Word = std::uint32_t;

/// The words of kernel k.
template <class Exec>
Vector<const Word, Exec> input_of(const SmallTasks& s, int k) {
  return Vector<const Word, Exec>(s.in + static_cast<std::size_t>(k) * s.words, s.words);
}
template <class Exec>
Vector<Word, Exec> output_of(const SmallTasks& s, int k) {
  return Vector<Word, Exec>(s.out + static_cast<std::size_t>(k) * s.words, s.words);
}

KOKKOS_INLINE_FUNCTION Word after_steps(Word x, int steps) {
  for (int step = 0; step < steps; ++step) x = SmallTasks::scrambled(x);
  return x;
}

template <class Exec>
void launch(const SmallTasks& s, int k, const Exec& exec) {
  const auto in = input_of<Exec>(s, k);
  const auto out = output_of<Exec>(s, k);
  const int steps = s.steps;
  Kokkos::parallel_for(
      "concurrency", RangePolicy<Exec>(exec, 0, s.words),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = after_steps(in(i), steps); });
}

template <class Exec>
std::vector<Exec> instances_of(const Exec& exec, int count) {
  using namespace Kokkos::Experimental;  // the namespace of partition_space in Kokkos 4
  return partition_space(exec, std::vector<int>(static_cast<std::size_t>(count), 1));
}

template <class Exec>
auto on_streams(const SmallTasks& s, const Exec& exec) {
  return [s, exec, instances = instances_of(exec, s.streams)] {
    exec.fence();
    for (int k = 0; k < s.kernels; ++k) launch(s, k, instances[k % s.streams]);
    for (const Exec& instance : instances) instance.fence();
  };
}

template <class Exec>
using Node = Kokkos::Experimental::GraphNodeRef<Exec>;

/// Adds kernel k as a node without dependencies.
template <class Exec>
void add_kernel(const Node<Exec>& root, const SmallTasks& s, int k, const Exec& exec) {
  const auto in = input_of<Exec>(s, k);
  const auto out = output_of<Exec>(s, k);
  const int steps = s.steps;
  root.then_parallel_for(
      "concurrency", RangePolicy<Exec>(exec, 0, s.words),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = after_steps(in(i), steps); });
}

template <class Exec>
auto in_a_graph(const SmallTasks& s, const Exec& exec) {
  const auto graph = create_graph(exec, [&](const Node<Exec>& root) {
    for (int k = 0; k < s.kernels; ++k) add_kernel(root, s, k, exec);
  });
  return [graph, exec] { submit(graph, exec); };
}

/// Launches a host thread's kernels in order, and waits for their end.
template <class Exec>
void launch_own(const SmallTasks& s, int thread, const std::vector<Exec>& instances) {
  for (int k = 0; k < s.kernels; ++k)
    if (s.is_launched_by(k, thread)) launch(s, k, instances[k % s.streams]);
  for (int i = thread; i < s.streams; i += s.threads) instances[i].fence();
}

template <class Exec>
auto by_threads(const SmallTasks& s, const Exec& exec) {
  return [s, exec, instances = instances_of(exec, s.streams),
          workers = std::make_shared<Workers>(s.threads)] {
    exec.fence();
    workers->run([&](int thread) { launch_own(s, thread, instances); });
  };
}

#ifdef KOKKOS_ENABLE_CUDA
using Event = std::shared_ptr<std::remove_pointer_t<cudaEvent_t>>;

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

Event make_event() {
  cudaEvent_t raw = nullptr;
  check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming));
  return {raw, [](cudaEvent_t e) { cudaEventDestroy(e); }};
}

/// Launches keep and reuse these.
template <class Exec>
struct Branches {
  std::vector<Exec> instances;
  Event forked = make_event();
  std::vector<Event> done;

  Branches(const Exec& exec, int count) : instances(instances_of(exec, count)) {
    for (int i = 0; i < count; ++i) done.push_back(make_event());
  }
};

template <class Exec>
void fork_and_join(const SmallTasks& s, const Branches<Exec>& branches, const Exec& exec) {
  check(cudaEventRecord(branches.forked.get(), exec.cuda_stream()));
  for (const Exec& instance : branches.instances)
    check(cudaStreamWaitEvent(instance.cuda_stream(), branches.forked.get(), 0));
  for (int k = 0; k < s.kernels; ++k)
    launch(s, k, branches.instances[static_cast<std::size_t>(k % s.streams)]);
  for (std::size_t i = 0; i < branches.done.size(); ++i) {
    check(cudaEventRecord(branches.done[i].get(), branches.instances[i].cuda_stream()));
    check(cudaStreamWaitEvent(exec.cuda_stream(), branches.done[i].get(), 0));
  }
}

template <class Exec>
auto on_streams_rewritten(const SmallTasks& s, const Exec& exec) {
  return [s, exec, branches = std::make_shared<const Branches<Exec>>(exec, s.streams)] {
    fork_and_join(s, *branches, exec);
  };
}
#else
template <class Exec>
auto on_streams_rewritten(const SmallTasks&, const Exec&) -> kernels::PreparedLaunch {
  throw Unavailable("it is written with CUDA's events");
}
#endif

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host's launch is a call
    kokkos.add_prepared("concurrency/streams", on_streams<Exec>);
    kokkos.add_prepared("concurrency/graph", in_a_graph<Exec>);
    kokkos.add_prepared("concurrency/threads", by_threads<Exec>);
    kokkos.add_prepared("concurrency/streams_rewritten", on_streams_rewritten<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::concurrency_experiment
