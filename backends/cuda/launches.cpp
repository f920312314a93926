// SPDX-License-Identifier: Apache-2.0
// The runtime's launch functions, defined once more: the objects with kernels call these, which
// note the launch and call the runtime's own. An executable's symbols come before those of the
// libraries that it loads.
#include "backends/cuda/launches.hpp"

#include <dlfcn.h>

#include "backends/cuda/runtime.hpp"

namespace tilebridge::cuda {
namespace {

constexpr std::size_t most_recorded = 16;

thread_local LaunchShapes* recording = nullptr;

void note(dim3 grid, dim3 block, std::size_t shared_bytes) {
  if (recording != nullptr && recording->size() < most_recorded)
    recording->push_back({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes});
}

/// Notes a launch and performs it by the runtime's function of that name.
template <class Status, class Kernel, class Queue>
Status noted(const char* name, Kernel kernel, dim3 grid, dim3 block, void** arguments,
             std::size_t shared_bytes, Queue queue) {
  using Function = Status(Kernel, dim3, dim3, void**, std::size_t, Queue);
  static const auto runtimes_own = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
  note(grid, block, shared_bytes);
  return runtimes_own(kernel, grid, block, arguments, shared_bytes, queue);
}

}  // namespace

LaunchShapes recorded(const kernels::Launch& launch) {
  LaunchShapes shapes;
  recording = &shapes;
  try {
    launch();
  } catch (...) {
    recording = nullptr;
    throw;
  }
  recording = nullptr;
  return shapes;
}

}  // namespace tilebridge::cuda

using tilebridge::cuda::noted;

extern "C" {
#ifdef TILEBRIDGE_WITH_HIP

__attribute__((visibility("default"))) hipError_t hipLaunchKernel(const void* kernel, dim3 grid,
                                                                  dim3 block, void** arguments,
                                                                  std::size_t shared_bytes,
                                                                  hipStream_t stream) {
  return noted<hipError_t>("hipLaunchKernel", kernel, grid, block, arguments, shared_bytes, stream);
}

#else

__attribute__((visibility("default"))) cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid,
                                                                    dim3 block, void** arguments,
                                                                    std::size_t shared_bytes,
                                                                    cudaStream_t stream) {
  return noted<cudaError_t>("cudaLaunchKernel", kernel, grid, block, arguments, shared_bytes,
                            stream);
}

#if CUDART_VERSION >= 13000
// NOLINTNEXTLINE(bugprone-reserved-identifier)
__attribute__((visibility("default"))) cudaError_t __cudaLaunchKernel(cudaKernel_t kernel,
                                                                      dim3 grid, dim3 block,
                                                                      void** arguments,
                                                                      std::size_t shared_bytes,
                                                                      cudaStream_t stream) {
  return noted<cudaError_t>("__cudaLaunchKernel", kernel, grid, block, arguments, shared_bytes,
                            stream);
}
#endif

#endif
}
