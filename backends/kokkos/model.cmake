# SPDX-License-Identifier: Apache-2.0
# Kokkos's own flags apply only to these files: with CUDA they are compiled by nvcc_wrapper.
tilebridge_object(tilebridge_kokkos kokkos
  ${TILEBRIDGE_KOKKOS_SOURCES} ${TILEBRIDGE_REWRITTEN_SOURCES} ${TILEBRIDGE_STEPS_SOURCES}
  kokkos/averaging.cpp kokkos/model.cpp kokkos/session.cpp)
target_link_libraries(tilebridge_kokkos PRIVATE Kokkos::kokkos)
if(TILEBRIDGE_HIP AND TILEBRIDGE_KOKKOS_GPU AND TILEBRIDGE_HIP_UNSAFE_ATOMICS)
  target_compile_options(tilebridge_kokkos PRIVATE -munsafe-fp-atomics)  # as native code
endif()
if(TILEBRIDGE_HIP AND TILEBRIDGE_KOKKOS_GPU AND hip_VERSION VERSION_LESS 5.7 AND
   CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
  target_compile_options(tilebridge_kokkos PRIVATE
    "SHELL:-include ${PROJECT_SOURCE_DIR}/backends/hip/atomic_inc.hpp")
endif()
# For a GPU, compiling takes longer than reading headers: smaller batches use more cores.
set(batch_size 12)
if(TILEBRIDGE_KOKKOS_GPU)
  set(batch_size 6)
endif()
set_target_properties(tilebridge_kokkos PROPERTIES
  UNITY_BUILD ${TILEBRIDGE_UNITY} UNITY_BUILD_BATCH_SIZE ${batch_size})
# These include Kokkos_ScatterView.hpp. Kokkos 5.2's has a namespace Experimental in Kokkos::Impl,
# and Kokkos_Graph.hpp does not compile after it.
set_source_files_properties(
  ${CMAKE_CURRENT_LIST_DIR}/coalescing/scatter.cpp ${CMAKE_CURRENT_LIST_DIR}/tiling/histogram.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
if(TILEBRIDGE_KOKKOS_GPU AND NOT TILEBRIDGE_HIP)
  # Kernels call constexpr functions of the structs that they take.
  target_compile_options(tilebridge_kokkos PRIVATE --expt-relaxed-constexpr)
  set_source_files_properties(kokkos/averaging.cpp PROPERTIES COMPILE_OPTIONS -maxrregcount=32)
endif()
if(TILEBRIDGE_CUDA AND TILEBRIDGE_KOKKOS_GPU)
  tilebridge_compile_loads(tilebridge_kokkos kokkos/compiled_loads.cpp Kokkos::kokkos)
endif()

# What a user's application loads: it shows the functions of the Kokkos Tools interface alone, and
# is built without Kokkos.
set(tools_sources device.cpp kokkos_tools.cpp log.cpp log_file.cpp)
list(TRANSFORM tools_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/tools/)
add_library(tilebridge_tools MODULE ${tools_sources})
set_target_properties(tilebridge_tools PROPERTIES
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_link_libraries(tilebridge_tools PRIVATE tilebridge_options nlohmann_json::nlohmann_json
                                               ${CMAKE_DL_LIBS})
compile_fast(tilebridge_tools)
