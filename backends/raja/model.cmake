# SPDX-License-Identifier: Apache-2.0
include(${PROJECT_SOURCE_DIR}/cmake/Raja.cmake)
set(raja_sources ${TILEBRIDGE_RAJA_SOURCES} ${CMAKE_CURRENT_LIST_DIR}/model.cpp)
tilebridge_object(tilebridge_raja raja ${raja_sources})
target_link_libraries(tilebridge_raja PRIVATE RAJA OpenMP::OpenMP_CXX)
set_target_properties(tilebridge_raja PROPERTIES UNITY_BUILD OFF)
if(TILEBRIDGE_CUDA)
  set_source_files_properties(${raja_sources} PROPERTIES LANGUAGE CUDA)
  target_link_libraries(tilebridge_raja PRIVATE CUDA::cudart)
  target_compile_options(tilebridge_raja PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda;--expt-relaxed-constexpr;-Xcompiler=-fopenmp>)
endif()
