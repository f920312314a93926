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

/// Threads that a multiprocessor holds at most, for launch bounds: they are compiled for every
/// architecture, and more blocks than it can hold are refused (NVIDIA, CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
#if defined(__CUDA_ARCH__) &&                                                \
    (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 880 || \
     __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1100)
constexpr int most_resident_threads = 1536;
#else
constexpr int most_resident_threads = 2048;
#endif

/// Throws std::runtime_error with CUDA's words and what was being done.
void check(cudaError_t status, const char* doing);

constexpr std::size_t ceil_div(std::size_t n, std::size_t divisor) {
  return (n + divisor - 1) / divisor;
}

}  // namespace tilebridge::cuda
