// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another; the variants differ in what a launch brings along.
#include <memory>
#include <type_traits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/launching.hpp"

namespace tilebridge::cuda::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = SmallKernels::block_size;

__global__ void copy(SmallKernels s, int k) {
  const std::size_t i = std::size_t(k) * s.words + threadIdx.x;
  s.out[i] = s.in[i];
}

void launch_copies(const SmallKernels& s, Stream stream) {
  for (int k = 0; k < s.kernels; ++k) copy<<<1, s.words, 0, stream>>>(s, k);
}

using Graph = std::shared_ptr<std::remove_pointer_t<cudaGraph_t>>;
using ExecutableGraph = std::shared_ptr<std::remove_pointer_t<cudaGraphExec_t>>;

Graph make_graph() {
  cudaGraph_t raw = nullptr;
  check(cudaGraphCreate(&raw, 0), "creating a graph");
  return Graph(raw, [](cudaGraph_t graph) { cudaGraphDestroy(graph); });
}

/// Adds kernel k as the node after `last`, which is null for the first kernel.
cudaGraphNode_t add_copy(cudaGraph_t graph, cudaGraphNode_t last, SmallKernels s, int k) {
  void* arguments[] = {&s, &k};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(copy);
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(static_cast<unsigned>(s.words));
  kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  check(cudaGraphAddKernelNode(&node, graph, &last, last == nullptr ? 0 : 1, &kernel),
        "adding a kernel to a graph");
  return node;
}

ExecutableGraph instantiate(cudaGraph_t graph) {
  cudaGraphExec_t raw = nullptr;
  check(cudaGraphInstantiateWithFlags(&raw, graph, 0), "instantiating a graph");
  return ExecutableGraph(raw, [](cudaGraphExec_t executable) { cudaGraphExecDestroy(executable); });
}

auto graph_of_copies(const SmallKernels& s, Stream stream) {
  const Graph graph = make_graph();
  cudaGraphNode_t last = nullptr;
  for (int k = 0; k < s.kernels; ++k) last = add_copy(graph.get(), last, s, k);
  return [executable = instantiate(graph.get()), stream] {
    check(cudaGraphLaunch(executable.get(), stream), "launching a graph");
  };
}

__global__ void pass_round(SmallKernels s, int k) {
  __shared__ Word words[block_size];
  const std::size_t i = std::size_t(k) * block_size + threadIdx.x;
  words[threadIdx.x] = s.in[i];
  __syncthreads();
  s.out[i] = words[SmallKernels::other(threadIdx.x)];
}

void launch_passing(const SmallKernels& s, Stream stream) {
  for (int k = 0; k < s.kernels; ++k) pass_round<<<1, block_size, 0, stream>>>(s, k);
}

/// The factors are a part of the kernel's argument.
template <int count>
__global__ void scale(KernelsWithFactors<count> s, int k) {
  const std::size_t i = std::size_t(k) * block_size + threadIdx.x;
  s.kernels.out[i] = s.kernels.in[i] * s.factors.values[k % count];
}

template <int count>
void launch_scaling(const KernelsWithFactors<count>& s, Stream stream) {
  for (int k = 0; k < s.kernels.kernels; ++k) scale<<<1, block_size, 0, stream>>>(s, k);
}

void launch_and_wait(const SmallKernels& s, Stream stream) {
  for (int k = 0; k < s.kernels; ++k) {
    copy<<<1, s.words, 0, stream>>>(s, k);
    check(cudaStreamSynchronize(stream), "waiting for a small kernel");
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("launching/range", launch_copies);
  native.add_prepared("launching/graph", graph_of_copies);
  native.add("launching/team", launch_copies);
  native.add("launching/team_scratch", launch_passing);
  native.add("launching/functor_64", launch_scaling<factors_64>);
  native.add("launching/functor_256", launch_scaling<factors_256>);
  native.add("launching/functor_1k", launch_scaling<factors_1k>);
  native.add("launching/functor_4k", launch_scaling<factors_4k>);
  native.add("launching/fence", launch_and_wait);
}

}  // namespace tilebridge::cuda::launching_experiment
