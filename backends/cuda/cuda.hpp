// What every file of this backend needs: the stream, error checks, index arithmetic.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "measure/implementations.hpp"

namespace tilebridge::cuda {

/// Native kernels and vendor libraries launch on the runner's stream.
using Stream = cudaStream_t;
using Native = Registrar<Stream>;
using Vendor = Registrar<Stream>;

constexpr int warp_size = 32;

/// Throws std::runtime_error with CUDA's words and what was being done.
void check(cudaError_t status, const char* doing);

constexpr std::size_t ceil_div(std::size_t n, std::size_t divisor) {
  return (n + divisor - 1) / divisor;
}

}  // namespace tilebridge::cuda
