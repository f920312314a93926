// SPDX-License-Identifier: Apache-2.0
// cuBLAS gemmStridedBatched: C = alpha · op(A) · op(B) + beta · C for every matrix, column-major.
#include "catalogue/tiling/batched_gemm.hpp"

#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries::batched_gemm_experiment {
namespace {

constexpr auto cublas_gemm(float) { return cublasSgemmStridedBatched; }
constexpr auto cublas_gemm(double) { return cublasDgemmStridedBatched; }

template <class T>
auto prepare_cublas(const BatchedGemm<T>& g, Stream stream) {
  const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_HOST);
  return [handle, g] {
    if (g.batch == 0 || g.size == 0) return;
    const T one = 1;
    const T zero = 0;
    const std::int64_t apart = std::int64_t{g.size} * g.size;
    // Row-major matrices are their column-major transposes, and Cᵀ = Bᵀ · Aᵀ.
    check(
        cublas_gemm(T{})(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, g.size, g.size, g.size, &one, g.b,
                         g.size, apart, g.a, g.size, apart, &zero, g.c, g.size, apart, g.batch),
        "multiplying");
  };
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    // The default keeps all 24 bits of a float; TF32 has to be requested explicitly.
    library.add_prepared("batched_gemm/cublas", prepare_cublas<T>);
  });
}

}  // namespace tilebridge::cuda::libraries::batched_gemm_experiment
