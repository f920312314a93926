// SPDX-License-Identifier: Apache-2.0
// hipBLAS under cuBLAS's names, as far as the calls of backends/cuda/libraries use it. Only
// backends/cuda/libraries/cublas.hpp includes this.
#pragma once

#include <hip/hip_runtime_api.h>
#include <hipblas/hipblas.h>

using cublasHandle_t = hipblasHandle_t;
using cublasPointerMode_t = hipblasPointerMode_t;
using cublasStatus_t = hipblasStatus_t;

// Macros, because they are functions and enumerators.
#define CUBLAS_OP_N HIPBLAS_OP_N
#define CUBLAS_OP_T HIPBLAS_OP_T
#define CUBLAS_POINTER_MODE_DEVICE HIPBLAS_POINTER_MODE_DEVICE
#define CUBLAS_POINTER_MODE_HOST HIPBLAS_POINTER_MODE_HOST
#define CUBLAS_STATUS_SUCCESS HIPBLAS_STATUS_SUCCESS
#define cublasCreate hipblasCreate
#define cublasDdot hipblasDdot
#define cublasDestroy hipblasDestroy
#define cublasDgeam hipblasDgeam
#define cublasDgemmStridedBatched hipblasDgemmStridedBatched
#define cublasGetStatusString hipblasStatusToString
#define cublasSdot hipblasSdot
#define cublasSetPointerMode hipblasSetPointerMode
#define cublasSetStream hipblasSetStream
#define cublasSgeam hipblasSgeam
#define cublasSgemmStridedBatched hipblasSgemmStridedBatched
