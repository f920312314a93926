// SPDX-License-Identifier: Apache-2.0
// 64 values per thread, all live at the same time: values that do not fit into the registers the
// bound allows are spilled to local memory.
#include "backends/cuda/averaging.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge::cuda::launch_bounds_experiment {
namespace {

constexpr int block_size = 256;

/// The requested number, or as many as fit on an SM if that is less.
constexpr int fitting_blocks(int blocks) {
  constexpr int most = most_resident_threads / block_size;
  return blocks < most ? blocks : most;
}

__device__ std::size_t thread_of_grid() {
  return blockIdx.x * std::size_t{block_size} + threadIdx.x;
}

template <int blocks_wanted>
__global__ void __launch_bounds__(block_size, fitting_blocks(blocks_wanted)) average(Averaging a) {
  const std::size_t i = thread_of_grid();
  if (i < a.n) a.out[i] = averaged_sum(a, i);
}

template <int blocks_wanted>
void launch(const Averaging& a, Stream stream) {
  if (a.n > 0) average<blocks_wanted><<<ceil_div(a.n, block_size), block_size, 0, stream>>>(a);
}

/// Values that the registers do not hold go to shared memory as far as the blocks' shares of it
/// last, and only the rest to local memory.
template <int blocks_wanted>
__global__ void __launch_bounds__(block_size, fitting_blocks(blocks_wanted))
    average_spilling_to_shared(Averaging a) {
#if CUDART_VERSION >= 13000
  asm volatile(".pragma \"enable_smem_spilling\";");
#endif
  const std::size_t i = thread_of_grid();
  if (i < a.n) a.out[i] = averaged_sum(a, i);
}

template <int blocks_wanted>
void launch_spilling_to_shared(const Averaging& a, Stream stream) {
  if (a.n > 0)
    average_spilling_to_shared<blocks_wanted>
        <<<ceil_div(a.n, block_size), block_size, 0, stream>>>(a);
}

template <int blocks_wanted>
__global__ void __launch_bounds__(block_size, fitting_blocks(blocks_wanted))
    walk(WalkThenAverage w) {
  walk_and_average(w, thread_of_grid());
}

__global__ void __maxnreg__(32) walk_in_32_registers(WalkThenAverage w) {
  walk_and_average(w, thread_of_grid());
}

template <void (*kernel)(WalkThenAverage)>
void launch_walk(const WalkThenAverage& w, Stream stream) {
  if (w.averaging.n > 0) kernel<<<ceil_div(w.averaging.n, block_size), block_size, 0, stream>>>(w);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("launch_bounds/blocks_1", launch<1>);
  native.add("launch_bounds/blocks_2", launch<2>);
  native.add("launch_bounds/blocks_4", launch<4>);
  native.add("launch_bounds/blocks_8", launch<8>);
  native.add("launch_bounds/blocks_4_smem_spill", launch_spilling_to_shared<4>, shared_spills);
  native.add("launch_bounds/blocks_8_smem_spill", launch_spilling_to_shared<8>, shared_spills);
  native.add("launch_bounds/walk_blocks_1", launch_walk<walk<1>>);
  native.add("launch_bounds/walk_blocks_8", launch_walk<walk<8>>);
  native.add("launch_bounds/walk_maxnreg", launch_walk<walk_in_32_registers>, maxnreg);
  native.add("launch_bounds/walk_maxrregcount", walk_with_maxrregcount, maxrregcount);
}

}  // namespace tilebridge::cuda::launch_bounds_experiment
