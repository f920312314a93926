// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/libraries/cublas.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace tilebridge::cuda {

void check(cublasStatus_t status, const char* doing) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw PlatformError(fmt::format("{}BLAS failed while {}: {}",
                                    gpu_platform == Platform::hip ? "hip" : "cu", doing,
                                    cublasGetStatusString(status)));
}

CublasHandle make_cublas(Stream stream, cublasPointerMode_t pointer_mode) {
  cublasHandle_t raw = nullptr;
  check(cublasCreate(&raw), "creating a handle");
  CublasHandle handle(raw, [](cublasHandle_t h) { cublasDestroy(h); });
  check(cublasSetStream(raw, stream), "choosing the stream");
  check(cublasSetPointerMode(raw, pointer_mode), "choosing the pointer mode");
  return handle;
}

}  // namespace tilebridge::cuda
