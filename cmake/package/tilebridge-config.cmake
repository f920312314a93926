# SPDX-License-Identifier: Apache-2.0
# find_package(tilebridge): tilebridge_add_pair(name [WITHOUT_KOKKOS] [COUNTED] source…) builds a pair of
# kernels of your own (docs/your-own-code.md) that `tilebridge run build/name.so` loads. COUNTED: where
# its CUDA kernels run on the host (tilebridge/cuda_on_host.hpp), their accesses are counted.
set(tilebridge_cmake_folder ${CMAKE_CURRENT_LIST_DIR})
get_filename_component(tilebridge_include_folder @include_folder@ ABSOLUTE
                       BASE_DIR ${CMAKE_CURRENT_LIST_DIR})

include(${tilebridge_cmake_folder}/Named.cmake)

function(tilebridge_find_kokkos)
  list(APPEND CMAKE_PROGRAM_PATH "@kokkos_programs@")  # nvcc_wrapper of a Kokkos that is not installed
  set(CMAKE_CXX_EXTENSIONS OFF CACHE BOOL "Kokkos sets this, with a warning where it is not set")
  tilebridge_find_package(Kokkos HINTS "@kokkos_folder@")
  if(NOT Kokkos_FOUND)
    find_package(Kokkos REQUIRED)  # says where it was searched
  endif()
  include(${tilebridge_cmake_folder}/FixDebianKokkos.cmake)
endfunction()

# Tells the object where its sources lie, which `tilebridge explain` shows.
function(tilebridge_name_sources name)
  set(paths "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    string(APPEND paths "${path}\n")
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_sources.cpp)
  file(GENERATE OUTPUT ${file} CONTENT
"// Written by tilebridge_add_pair().
extern \"C\" __attribute__((visibility(\"default\"))) const char* tilebridge_pair_sources() {
  return R\"paths(${paths})paths\";
}
")
  target_sources(${name} PRIVATE ${file})
endfunction()

# The sources are compiled to call, before each access to memory, a function of accesses_on_host.cpp; as
# plainly as nvcc compiles: a loop of a thread's own is not turned into wider accesses. Compilers that cannot
# count nothing.
function(tilebridge_count_accesses name)
  include(CheckCXXSourceCompiles)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=thread)
  check_cxx_source_compiles("int first(const int* a) { return *a; }" TILEBRIDGE_CAN_COUNT)
  if(NOT TILEBRIDGE_CAN_COUNT)
    return()
  endif()
  target_compile_options(${name} PRIVATE -O1 -g1 -fno-tree-vectorize -fno-tree-slp-vectorize
                                         -fsanitize=thread)
  if(NOT TARGET tilebridge_accesses)  # of all pairs of a project
    add_library(tilebridge_accesses OBJECT
                ${tilebridge_include_folder}/tilebridge/accesses_on_host.cpp)
    set_target_properties(tilebridge_accesses PROPERTIES POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_compile_features(tilebridge_accesses PRIVATE cxx_std_20)
    target_include_directories(tilebridge_accesses PRIVATE ${tilebridge_include_folder})
  endif()
  target_sources(${name} PRIVATE $<TARGET_OBJECTS:tilebridge_accesses>)
endfunction()

# The object has a Kokkos of its own, and shows nothing but the functions that tilebridge calls: several of
# them, of different releases, can be loaded side by side. By TILEBRIDGE_PAIR scripts/resources.py knows
# its files in the build's compile database.
function(tilebridge_add_pair name)
  cmake_parse_arguments(PARSE_ARGV 1 pair "WITHOUT_KOKKOS;COUNTED" "" "")
  set(sources ${pair_UNPARSED_ARGUMENTS})
  set(kokkos "")
  if(NOT pair_WITHOUT_KOKKOS)
    set(kokkos Kokkos::kokkos)
    if(NOT TARGET Kokkos::kokkos)
      tilebridge_find_kokkos()
    endif()
  endif()
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  if(NOT CMAKE_BUILD_TYPE)
    message(STATUS "tilebridge: no build type was asked for, taking Release")
    set(CMAKE_BUILD_TYPE Release PARENT_SCOPE)
  endif()
  add_library(${name} MODULE ${sources})
  set_target_properties(${name} PROPERTIES
    PREFIX "" SUFFIX ".so" POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON CUDA_STANDARD 20 HIP_STANDARD 20
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} EXPORT_COMPILE_COMMANDS ON)
  tilebridge_name_sources(${name} ${sources})
  target_compile_definitions(${name} PRIVATE TILEBRIDGE_PAIR=${name})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} PRIVATE ${tilebridge_include_folder})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>
                                           $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${OpenMP_CXX_FLAGS}>)
  endif()
  list(GET sources 0 first_source)
  get_source_file_property(language ${first_source} LANGUAGE)
  if(pair_COUNTED AND NOT language MATCHES "CUDA|HIP")
    tilebridge_count_accesses(${name})
  endif()
  target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL)
  target_link_libraries(${name} PRIVATE ${kokkos} OpenMP::OpenMP_CXX)
endfunction()
