# SPDX-License-Identifier: Apache-2.0
include(${PROJECT_SOURCE_DIR}/cmake/OpenMPTarget.cmake)

set(openmp_flags "-O3 -fopenmp")
set(openmp_built_for "")
foreach(architecture IN LISTS openmp_architectures)
  string(APPEND openmp_flags " --offload-arch=${architecture}")
  string(REGEX REPLACE "^sm_([0-9]+)$" "\\1-real" architecture ${architecture})
  list(APPEND openmp_built_for ${architecture})
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/compiler.hpp.in
               ${PROJECT_BINARY_DIR}/generated/openmp_compiler.hpp @ONLY)

tilebridge_compile_openmp(openmp_kernels ${TILEBRIDGE_OPENMP_SOURCES} ${TILEBRIDGE_TEAMS_SOURCES}
                          ${TILEBRIDGE_REDUCTIONS_SOURCES})
set(openmp_sources openmp/model.cpp openmp/fetch_limit.cpp)
if(openmp_architectures)
  list(APPEND openmp_sources openmp/offload.cpp openmp/device.cpp cuda/cuda.cpp)
else()
  list(APPEND openmp_sources openmp/offload_host.cpp)
endif()
tilebridge_object(tilebridge_openmp openmp ${openmp_sources} ${openmp_kernels})
set_target_properties(tilebridge_openmp PROPERTIES UNITY_BUILD OFF)
# Its own OpenMP, not that of the program's compiler.
target_link_libraries(tilebridge_openmp PRIVATE ${openmp_runtime})
if(TILEBRIDGE_CUDA)
  target_compile_definitions(tilebridge_openmp PRIVATE TILEBRIDGE_WITH_CUDA)
  target_link_libraries(tilebridge_openmp PRIVATE CUDA::cudart)
elseif(TILEBRIDGE_HIP)
  target_compile_definitions(tilebridge_openmp PRIVATE TILEBRIDGE_WITH_HIP)
  target_link_libraries(tilebridge_openmp PRIVATE hip::host)
endif()
