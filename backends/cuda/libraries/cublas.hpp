// SPDX-License-Identifier: Apache-2.0
// A handle of cuBLAS, or hipBLAS, on the runner's stream.
#pragma once

#include "backends/cuda/cuda.hpp"

#ifdef TILEBRIDGE_WITH_HIP
#include "backends/hip/blas.hpp"
#else
#include <cublas_v2.h>
#endif

#include <memory>
#include <type_traits>

namespace tilebridge::cuda {

// [mentioned]

using CublasHandle = std::shared_ptr<std::remove_pointer_t<cublasHandle_t>>;

/// Throws PlatformError with the library's message.
void check(cublasStatus_t status, const char* doing);

/// `pointer_mode` says whether scalar arguments and results are in host or device memory.
CublasHandle make_cublas(Stream stream, cublasPointerMode_t pointer_mode);

}  // namespace tilebridge::cuda
