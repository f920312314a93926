// SPDX-License-Identifier: Apache-2.0
// Small kernels that do not depend on one another: on streams, in a graph, or launched by several
// threads of the host.
#include <memory>
#include <type_traits>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/workers.hpp"
#include "catalogue/execution/concurrency.hpp"

namespace tilebridge::cuda::concurrency_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = 256;

__global__ void scramble(SmallTasks s, int k) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= s.words) return;
  const std::size_t at = std::size_t(k) * s.words + i;
  Word x = s.in[at];
  for (int step = 0; step < s.steps; ++step) x = SmallTasks::scrambled(x);
  s.out[at] = x;
}

using OwnStream = std::shared_ptr<std::remove_pointer_t<cudaStream_t>>;

OwnStream make_stream() {
  cudaStream_t raw = nullptr;
  check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "creating a stream");
  return {raw, [](cudaStream_t s) { cudaStreamDestroy(s); }};
}

void launch(const SmallTasks& s, int k, cudaStream_t stream) {
  scramble<<<ceil_div(s.words, block_size), block_size, 0, stream>>>(s, k);
}

using Event = std::shared_ptr<std::remove_pointer_t<cudaEvent_t>>;

Event make_event() {
  cudaEvent_t raw = nullptr;
  check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming), "creating an event");
  return {raw, [](cudaEvent_t e) { cudaEventDestroy(e); }};
}

/// Launches keep and reuse these.
struct Branches {
  Event forked = make_event();
  struct Branch {
    OwnStream stream = make_stream();
    Event done = make_event();
  };
  std::vector<Branch> all;

  explicit Branches(int count) : all(static_cast<std::size_t>(count)) {}
};

void fork_and_join(const SmallTasks& s, const Branches& branches, Stream stream) {
  check(cudaEventRecord(branches.forked.get(), stream), "forking");
  for (const auto& branch : branches.all)
    check(cudaStreamWaitEvent(branch.stream.get(), branches.forked.get(), 0), "forking");
  for (int k = 0; k < s.kernels; ++k) launch(s, k, branches.all[k % s.streams].stream.get());
  for (const auto& branch : branches.all) {
    check(cudaEventRecord(branch.done.get(), branch.stream.get()), "joining");
    check(cudaStreamWaitEvent(stream, branch.done.get(), 0), "joining");
  }
}

auto on_streams(const SmallTasks& s, Stream stream) {
  return [s, stream, branches = std::make_shared<const Branches>(s.streams)] {
    fork_and_join(s, *branches, stream);
  };
}

using Graph = std::shared_ptr<std::remove_pointer_t<cudaGraph_t>>;
using ExecutableGraph = std::shared_ptr<std::remove_pointer_t<cudaGraphExec_t>>;

Graph make_graph() {
  cudaGraph_t raw = nullptr;
  check(cudaGraphCreate(&raw, 0), "creating a graph");
  return Graph(raw, [](cudaGraph_t graph) { cudaGraphDestroy(graph); });
}

/// Adds kernel k as a node without dependencies.
void add_kernel(cudaGraph_t graph, SmallTasks s, int k) {
  void* arguments[] = {&s, &k};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(scramble);
  kernel.gridDim = dim3(static_cast<unsigned>(ceil_div(s.words, block_size)));
  kernel.blockDim = dim3(block_size);
  kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel), "adding a kernel to a graph");
}

ExecutableGraph instantiate(cudaGraph_t graph) {
  cudaGraphExec_t raw = nullptr;
  check(cudaGraphInstantiateWithFlags(&raw, graph, 0), "instantiating a graph");
  return ExecutableGraph(raw, [](cudaGraphExec_t executable) { cudaGraphExecDestroy(executable); });
}

auto in_a_graph(const SmallTasks& s, Stream stream) {
  const Graph graph = make_graph();
  for (int k = 0; k < s.kernels; ++k) add_kernel(graph.get(), s, k);
  return [executable = instantiate(graph.get()), stream] {
    check(cudaGraphLaunch(executable.get(), stream), "launching a graph");
  };
}

/// Launches keep and reuse these.
struct Launchers {
  std::vector<OwnStream> streams;
  Workers workers;
  int device = 0;

  explicit Launchers(const SmallTasks& s) : workers(s.threads) {
    check(cudaGetDevice(&device), "asking for the device");
    for (int i = 0; i < s.streams; ++i) streams.push_back(make_stream());
  }
};

/// Launches a host thread's kernels in order, and waits for their end.
void launch_own(const SmallTasks& s, int thread, const Launchers& launchers) {
  check(cudaSetDevice(launchers.device), "choosing the device");
  for (int k = 0; k < s.kernels; ++k)
    if (s.is_launched_by(k, thread)) launch(s, k, launchers.streams[k % s.streams].get());
  for (int i = thread; i < s.streams; i += s.threads)
    check(cudaStreamSynchronize(launchers.streams[i].get()), "waiting for small kernels");
}

/// The host waits before and after: work that threads enqueue has no place in the queue.
auto by_threads(const SmallTasks& s, Stream stream) {
  return [s, stream, launchers = std::make_shared<Launchers>(s)] {
    check(cudaStreamSynchronize(stream), "waiting for the queue");
    launchers->workers.run([&](int thread) { launch_own(s, thread, *launchers); });
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("concurrency/streams", on_streams);
  native.add_prepared("concurrency/graph", in_a_graph);
  native.add_prepared("concurrency/threads", by_threads);
}

}  // namespace tilebridge::cuda::concurrency_experiment
