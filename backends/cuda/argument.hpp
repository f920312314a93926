// SPDX-License-Identifier: Apache-2.0
// Structures that a kernel takes by value: on CUDA its arguments are constant memory.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

// [shown]
/// An argument with the contents of `from`, device memory of its size. Waits for the stream.
template <class Argument>
Argument argument_from(const void* from, Stream stream) {
  Argument argument{};
  check(cudaMemcpyAsync(&argument, from, sizeof(Argument), cudaMemcpyDeviceToHost, stream),
        "copying a kernel's argument");
  check(cudaStreamSynchronize(stream), "copying a kernel's argument");
  return argument;
}

}  // namespace tilebridge::cuda
