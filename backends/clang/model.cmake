# SPDX-License-Identifier: Apache-2.0
# The native kernels of the experiments that OpenMP has, by the compiler that OpenMP has.
if(NOT TILEBRIDGE_OPENMP OR NOT TILEBRIDGE_CUDA)
  message(FATAL_ERROR "TILEBRIDGE_CLANG compares CUDA's compilers where OpenMP is measured: it needs "
                      "TILEBRIDGE_CUDA and TILEBRIDGE_OPENMP")
endif()
include(${PROJECT_SOURCE_DIR}/cmake/CudaByClang.cmake)

set(clang_kernels ${TILEBRIDGE_OPENMP_SOURCES})
list(TRANSFORM clang_kernels REPLACE "/backends/openmp/(.*)[.]cpp$" "/backends/cuda/\\1.cu")
tilebridge_compile_cuda_by_clang(clang_objects ${clang_kernels})
tilebridge_object(tilebridge_clang clang clang/model.cpp cuda/cuda.cpp cuda/tensor_maps.cu
                  ${clang_objects})
set_target_properties(tilebridge_clang PROPERTIES UNITY_BUILD OFF)
target_link_libraries(tilebridge_clang PRIVATE CUDA::cudart)
