// SPDX-License-Identifier: Apache-2.0
// cuBLAS gemm: C = alpha · op(A) · op(B) + beta · C, column-major.
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>

#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries::matmul_experiment {
namespace {

// [*]
constexpr auto cublas_gemm(float) { return cublasSgemm; }
constexpr auto cublas_gemm(double) { return cublasDgemm; }

// [/]

template <class T>
void add_of(LibraryCalls& library) {
  library.add_prepared("matmul/sgemm", [](const Matmul<T>& p, Stream stream) {
    const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_HOST);
    // The default keeps all 24 bits of a float; TF32 has to be requested explicitly.
    check(cublasSetMathMode(handle.get(), CUBLAS_DEFAULT_MATH), "choosing the precision");
    return [handle, p] {
      if (p.m == 0 || p.n == 0) return;
      const T one = 1;
      const T zero = 0;
      // Row-major matrices are their column-major transposes, and Cᵀ = Bᵀ · Aᵀ.
      check(cublas_gemm(T{})(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, p.n, p.m, p.k, &one, p.b, p.n,
                             p.a, std::max(p.k, 1), &zero, p.c, p.n),
            "multiplying");
    };
  });
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  add_of<float>(library);
  add_of<double>(library);
}

}  // namespace tilebridge::cuda::libraries::matmul_experiment
