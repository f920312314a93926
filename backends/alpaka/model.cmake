# SPDX-License-Identifier: Apache-2.0
include(${PROJECT_SOURCE_DIR}/cmake/Alpaka.cmake)

set(alpaka_sources ${TILEBRIDGE_ALPAKA_SOURCES} ${CMAKE_CURRENT_LIST_DIR}/session.cpp)
tilebridge_object(tilebridge_alpaka alpaka ${alpaka_sources} alpaka/model.cpp)
target_link_libraries(tilebridge_alpaka PRIVATE tilebridge_alpaka_headers OpenMP::OpenMP_CXX)
set_target_properties(tilebridge_alpaka PROPERTIES UNITY_BUILD OFF)
if(TILEBRIDGE_CUDA)
  set_source_files_properties(${alpaka_sources} PROPERTIES LANGUAGE CUDA)
  target_link_libraries(tilebridge_alpaka PRIVATE CUDA::cudart)
  target_compile_options(tilebridge_alpaka PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -Xcompiler=-fopenmp>)
endif()
