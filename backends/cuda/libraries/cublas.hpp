// SPDX-License-Identifier: Apache-2.0
// A cuBLAS handle on the runner's stream.
#pragma once

#include <cublas_v2.h>

#include <memory>
#include <type_traits>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

// [mentioned: CublasHandle, check, make_cublas]

using CublasHandle = std::shared_ptr<std::remove_pointer_t<cublasHandle_t>>;

/// Throws std::runtime_error with cuBLAS's message.
void check(cublasStatus_t status, const char* doing);

/// `pointer_mode` says whether scalar arguments and results are in host or device memory.
CublasHandle make_cublas(Stream stream, cublasPointerMode_t pointer_mode);

}  // namespace tilebridge::cuda
