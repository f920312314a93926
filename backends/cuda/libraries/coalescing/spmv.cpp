// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's product of a matrix in compressed sparse rows, by its default algorithm.
#include "catalogue/coalescing/spmv.hpp"

#include "backends/cuda/libraries/libraries.hpp"

#ifdef TILEBRIDGE_WITH_CUSPARSE
#include <cusparse.h>
#include <fmt/format.h>

#include <memory>
#include <type_traits>

#include "backends/cuda/device_memory.hpp"
#include "base/error.hpp"
#endif

namespace tilebridge::cuda::libraries::spmv_experiment {
namespace {

#ifdef TILEBRIDGE_WITH_CUSPARSE

void check_sparse(cusparseStatus_t status, const char* doing) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw PlatformError(
        fmt::format("cuSPARSE failed while {}: {}", doing, cusparseGetErrorString(status)));
}

template <class T>
constexpr cudaDataType data_type = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;

/// The handle, and cuSPARSE's descriptions of the matrix and the vectors.
template <class T>
class Spmv {
 public:
  Spmv(const CsrProduct<T>& a, Stream stream) {
    check_sparse(cusparseCreate(&handle_), "creating a handle");
    check_sparse(cusparseSetStream(handle_, stream), "choosing the stream");
    check_sparse(cusparseCreateConstCsr(&matrix_, a.rows, a.rows, a.entries, a.offsets, a.columns,
                                        a.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                        CUSPARSE_INDEX_BASE_ZERO, data_type<T>),
                 "describing the matrix");
    check_sparse(cusparseCreateConstDnVec(&x_, a.rows, a.x, data_type<T>), "describing x");
    check_sparse(cusparseCreateDnVec(&y_, a.rows, a.y, data_type<T>), "describing y");
    std::size_t bytes = 0;
    check_sparse(
        cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, x_, &zero,
                                y_, data_type<T>, CUSPARSE_SPMV_ALG_DEFAULT, &bytes),
        "asking for the size of its workspace");
    workspace_ = device_memory<std::byte>(bytes);
  }
  Spmv(const Spmv&) = delete;
  Spmv& operator=(const Spmv&) = delete;
  ~Spmv() {
    cusparseDestroyDnVec(y_);
    cusparseDestroyDnVec(x_);
    cusparseDestroySpMat(matrix_);
    cusparseDestroy(handle_);
  }

  void multiply() const {
    check_sparse(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, x_, &zero,
                              y_, data_type<T>, CUSPARSE_SPMV_ALG_DEFAULT, workspace_.get()),
                 "multiplying");
  }

 private:
  static constexpr T one = 1, zero = 0;

  cusparseHandle_t handle_ = nullptr;
  cusparseConstSpMatDescr_t matrix_ = nullptr;
  cusparseConstDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  std::shared_ptr<std::byte> workspace_;
};

/// cuSPARSE is not called for a matrix without entries.
template <class T>
auto prepare(const CsrProduct<T>& a, Stream stream) {
  const auto spmv = a.entries > 0 ? std::make_shared<const Spmv<T>>(a, stream) : nullptr;
  return [=] {
    if (spmv)
      spmv->multiply();
    else if (a.rows > 0)
      check(cudaMemsetAsync(a.y, 0, static_cast<std::size_t>(a.rows) * sizeof(T), stream),
            "clearing the product");
  };
}

#else

template <class T>
kernels::PreparedLaunch prepare(const CsrProduct<T>&, Stream) {
  throw Unavailable("this build found no cuSPARSE");
}

#endif

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>(
      [&]<class T>() { library.add_prepared("spmv/cusparse", prepare<T>); });
}

}  // namespace tilebridge::cuda::libraries::spmv_experiment
