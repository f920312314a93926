# SPDX-License-Identifier: Apache-2.0
# Stops if the C++ compiler, or the library that it uses, lacks what the sources need of C++20.
try_compile(TILEBRIDGE_COMPILER_WILL_DO ${PROJECT_BINARY_DIR}/compiler_check
            ${CMAKE_CURRENT_LIST_DIR}/compiler_check.cpp
            CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON OUTPUT_VARIABLE compiler_errors)
if(NOT TILEBRIDGE_COMPILER_WILL_DO)
  unset(TILEBRIDGE_COMPILER_WILL_DO CACHE)  # after other flags, it is tried again
  file(WRITE ${PROJECT_BINARY_DIR}/compiler_check.log "${compiler_errors}")
  message(FATAL_ERROR
    "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) lacks parts of "
    "C++20 that are needed (${PROJECT_BINARY_DIR}/compiler_check.log); GCC 12 and clang 16 have them. "
    "Name a newer one with -DCMAKE_CXX_COMPILER=… (Debian, Ubuntu: the package g++-12)")
endif()
