// SPDX-License-Identifier: Apache-2.0
// cuBLAS gemm: C = alpha · op(A) · op(B) + beta · C, column-major, by FMA or on tensor cores.
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>

#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "base/error.hpp"

namespace tilebridge::cuda::libraries::matmul_experiment {
namespace {

/// The units that multiply: the FMA units, or the tensor cores, which round floats to TF32.
enum class Units { fma, tensor_cores };

#ifdef TILEBRIDGE_WITH_HIP

constexpr auto hipblas_gemm(float) { return hipblasSgemm; }
constexpr auto hipblas_gemm(double) { return hipblasDgemm; }

template <Units units, class T>
cublasStatus_t multiply(cublasHandle_t handle, const Matmul<T>& p, T one, T zero) {
  return hipblas_gemm(T{})(handle, CUBLAS_OP_N, CUBLAS_OP_N, p.n, p.m, p.k, &one, p.b, p.n, p.a,
                           std::max(p.k, 1), &zero, p.c, p.n);
}

#else

constexpr cudaDataType_t type_of(float) { return CUDA_R_32F; }
constexpr cudaDataType_t type_of(double) { return CUDA_R_64F; }

constexpr cublasComputeType_t compute_type(float, Units units) {
  return units == Units::fma ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_32F_FAST_TF32;
}
constexpr cublasComputeType_t compute_type(double, Units units) {
  return units == Units::fma ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
}

template <Units units, class T>
cublasStatus_t multiply(cublasHandle_t handle, const Matmul<T>& p, T one, T zero) {
  constexpr cudaDataType_t type = type_of(T{});
  return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, p.n, p.m, p.k, &one, p.b, type, p.n, p.a,
                      type, std::max(p.k, 1), &zero, p.c, type, p.n, compute_type(T{}, units),
                      CUBLAS_GEMM_DEFAULT);
}

#endif

template <Units units, class T>
auto gemm(const Matmul<T>& p, Stream stream) {
  if (units == Units::tensor_cores && gpu_platform == Platform::hip)
    throw Unavailable("it is written for cuBLAS alone");
  const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_HOST);
  return [handle, p] {
    if (p.m == 0 || p.n == 0) return;
    // Row-major matrices are their column-major transposes, and Cᵀ = Bᵀ · Aᵀ.
    check(multiply<units>(handle.get(), p, T{1}, T{0}), "multiplying");
  };
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("matmul/sgemm", gemm<Units::fma, T>);
    library.add_prepared("matmul/tensor_gemm", gemm<Units::tensor_cores, T>);
  });
}

}  // namespace tilebridge::cuda::libraries::matmul_experiment
