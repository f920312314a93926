// SPDX-License-Identifier: Apache-2.0
// cuBLAS geam: C = alpha · op(A) + beta · op(B), column-major; and cuBLASLt's transform of a
// matrix, which has half precision.
#include "catalogue/tiling/transpose.hpp"

#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/half.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <cublasLt.h>

#include <algorithm>
#endif

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

#ifdef TILEBRIDGE_WITH_HIP

template <class T>
void add_transform(LibraryCalls& library) {
  constexpr kernels::Feature hipblaslt = {false, "hipBLASLt is not called"};
  library.add(
      "transpose/matrix_transform", [](const Transpose<T>&, Stream) {}, hipblaslt);
}

#else

constexpr cudaDataType data_type(float) { return CUDA_R_32F; }
constexpr cudaDataType data_type(Half) { return CUDA_R_16F; }

/// The library made it; `destroy` gives it back.
template <class T>
std::shared_ptr<T> owned(T* made, cublasStatus_t (*destroy)(T*)) {
  return {made, destroy};
}

/// A column-major matrix without space between its columns.
auto layout(cudaDataType type, int rows, int cols) {
  cublasLtMatrixLayout_t made = nullptr;
  check(cublasLtMatrixLayoutCreate(&made, type, rows, cols, rows), "describing a matrix");
  return owned(made, cublasLtMatrixLayoutDestroy);
}

auto transposition() {
  cublasLtMatrixTransformDesc_t made = nullptr;
  check(cublasLtMatrixTransformDescCreate(&made, CUDA_R_32F), "describing a transposition");
  auto description = owned(made, cublasLtMatrixTransformDescDestroy);
  const cublasOperation_t turned = CUBLAS_OP_T;
  check(cublasLtMatrixTransformDescSetAttribute(made, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
                                                &turned, sizeof turned),
        "asking for the transpose");
  return description;
}

auto make_cublas_lt() {
  cublasLtHandle_t made = nullptr;
  check(cublasLtCreate(&made), "creating a handle");
  return owned(made, cublasLtDestroy);
}

/// As in geam, the input is column-major cols × rows.
template <class T>
auto transform(const Transpose<T>& t, Stream stream) {
  const bool is_empty = t.rows == 0 || t.cols == 0;
  const int rows = std::max(t.rows, 1), cols = std::max(t.cols, 1);
  return [=, handle = make_cublas_lt(), how = transposition(),
          in = layout(data_type(T{}), cols, rows), out = layout(data_type(T{}), rows, cols)] {
    if (is_empty) return;
    const float one = 1;
    const float zero = 0;
    check(cublasLtMatrixTransform(handle.get(), how.get(), &one, t.in, in.get(), &zero, nullptr,
                                  nullptr, t.out, out.get(), stream),
          "transposing");
  };
}

template <class T>
void add_transform(LibraryCalls& library) {
  library.add_prepared("transpose/matrix_transform", transform<T>);
}

#endif

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>(
      [&]<class T>() { library.add_prepared("transpose/geam", geam<T>); });
  kernels::for_types<float, Half>([&]<class T>() { add_transform<T>(library); });
}

}  // namespace tilebridge::cuda::libraries::transpose_experiment
