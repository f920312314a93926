# SPDX-License-Identifier: Apache-2.0
# Finds RAJA, or builds it in-tree: from the source tree FETCHCONTENT_SOURCE_DIR_RAJA, which takes
# precedence over an installed RAJA, or from the official release.
set(TILEBRIDGE_RAJA_RELEASE v2025.09.1 CACHE STRING
    "The release of RAJA to download where none is installed")

if(NOT FETCHCONTENT_SOURCE_DIR_RAJA)
  tilebridge_find_package(RAJA)
endif()
if(RAJA_FOUND)
  set(raja_headers ${RAJA_INCLUDE_DIR})
  message(STATUS "Using RAJA ${RAJA_VERSION} in ${RAJA_DIR}")
else()
  # Its library alone: neither its tests nor what the build tool BLT adds to a project.
  foreach(option TESTS EXAMPLES EXERCISES BENCHMARKS REPRODUCERS DOCUMENTATION DESUL_ATOMICS)
    set(RAJA_ENABLE_${option} OFF CACHE BOOL "")
  endforeach()
  foreach(option TESTS EXAMPLES BENCHMARKS DOCS GIT ALL_WARNINGS CPPCHECK VALGRIND CLANGFORMAT
                 CLANGTIDY CLANGQUERY GTEST)
    set(ENABLE_${option} OFF CACHE BOOL "")
  endforeach()
  set(ENABLE_OPENMP ON CACHE BOOL "")
  set(ENABLE_CUDA ${TILEBRIDGE_CUDA} CACHE BOOL "")
  if(TILEBRIDGE_CUDA)
    find_path(CUB_DIR cub/cub.cuh HINTS ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES cccl)
  endif()
  # Excludes its install rules from ours.
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/raja_fetch ${PROJECT_BINARY_DIR}/cmake/raja_fetch
                   EXCLUDE_FROM_ALL)
  include(FetchContent)
  FetchContent_GetProperties(RAJA)
  set(raja_headers ${raja_SOURCE_DIR}/include)
endif()

if(TILEBRIDGE_CUDA AND CUDAToolkit_VERSION VERSION_GREATER_EQUAL 13)
  set(header ${raja_headers}/RAJA/policy/cuda/MemUtils_CUDA.hpp)
  file(STRINGS ${header} calls_of_cuda_13 REGEX cudaMemLocation LIMIT_COUNT 1)
  if(NOT calls_of_cuda_13)
    message(FATAL_ERROR "${header} calls cudaMemAdvise() as before CUDA 13: its last argument must "
                        "be a cudaMemLocation (LLNL/RAJA#1958)")
  endif()
endif()
