// SPDX-License-Identifier: Apache-2.0
// cuBLAS geam: C = alpha · op(A) + beta · op(B), column-major.
#include "catalogue/tiling/transpose.hpp"

#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries::transpose_experiment {
namespace {

constexpr auto cublas_geam(float) { return cublasSgeam; }
constexpr auto cublas_geam(double) { return cublasDgeam; }

template <class T>
auto geam(const Transpose<T>& t, Stream stream) {
  const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_HOST);
  return [handle, t] {
    if (t.rows == 0 || t.cols == 0) return;
    const T one = 1;
    const T zero = 0;
    // Row-major rows × cols is column-major cols × rows: its transpose is the output.
    check(cublas_geam(T{})(handle.get(), CUBLAS_OP_T, CUBLAS_OP_N, t.rows, t.cols, &one, t.in,
                           t.cols, &zero, t.out, t.rows, t.out, t.rows),
          "transposing");
  };
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>(
      [&]<class T>() { library.add_prepared("transpose/geam", geam<T>); });
}

}  // namespace tilebridge::cuda::libraries::transpose_experiment
