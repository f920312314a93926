# SPDX-License-Identifier: Apache-2.0
# Finds the clang whose OpenMP the experiments are compiled with, and compiles them: device code for
# the architectures of this build that its device runtime knows, and host code that registers it.
set(TILEBRIDGE_OPENMP_COMPILER "" CACHE FILEPATH "The clang++ of the OpenMP kernels")
set(openmp_first_release 18)  # the interface that backends/openmp/offload.cpp has
set(openmp_last_release 19)

function(tilebridge_find_openmp_compiler)
  if(NOT TILEBRIDGE_OPENMP_COMPILER)
    find_program(openmp_compiler NAMES clang++-19 clang++-18 clang++ NO_CACHE)
    if(NOT openmp_compiler)
      message(FATAL_ERROR "TILEBRIDGE_OPENMP needs clang++ with OpenMP (Debian, Ubuntu: clang-19 and "
                          "libomp-19-dev), or its path in TILEBRIDGE_OPENMP_COMPILER")
    endif()
    set(TILEBRIDGE_OPENMP_COMPILER ${openmp_compiler} CACHE FILEPATH "" FORCE)
  endif()
  execute_process(COMMAND ${TILEBRIDGE_OPENMP_COMPILER} --version OUTPUT_VARIABLE said ERROR_QUIET)
  if(NOT said MATCHES "clang version (([0-9]+)[.][0-9.]+)")
    message(FATAL_ERROR "${TILEBRIDGE_OPENMP_COMPILER} is no clang")
  endif()
  set(release ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_2 LESS openmp_first_release OR CMAKE_MATCH_2 GREATER openmp_last_release)
    message(FATAL_ERROR "${TILEBRIDGE_OPENMP_COMPILER} is clang ${release}: the OpenMP kernels need "
                        "clang ${openmp_first_release} or ${openmp_last_release} "
                        "(TILEBRIDGE_OPENMP_COMPILER names one)")
  endif()
  execute_process(COMMAND ${TILEBRIDGE_OPENMP_COMPILER} -print-resource-dir
                  OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(SET folder NORMALIZE "${resources}/../..")
  string(REGEX REPLACE "/$" "" folder "${folder}")
  find_library(openmp_runtime NAMES omp PATHS ${folder} NO_DEFAULT_PATH NO_CACHE)
  if(NOT openmp_runtime OR NOT EXISTS ${resources}/include/omp.h)
    message(FATAL_ERROR "${TILEBRIDGE_OPENMP_COMPILER} has no OpenMP: install Debian's and Ubuntu's "
                        "libomp-${CMAKE_MATCH_2}-dev")
  endif()
  set(openmp_release ${release} PARENT_SCOPE)
  set(openmp_folder ${folder} PARENT_SCOPE)
  set(openmp_runtime ${openmp_runtime} PARENT_SCOPE)
endfunction()

# Device code takes programs beside clang, which Debian has in other packages.
function(tilebridge_check_openmp_programs)
  string(REGEX MATCH "^[0-9]+" number ${openmp_release})
  set(needed clang-offload-packager:clang-tools clang-linker-wrapper:clang-tools llvm-objcopy:llvm)
  if(TILEBRIDGE_HIP)
    list(APPEND needed ld.lld:lld)
  endif()
  foreach(pair IN LISTS needed)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 program)
    list(GET pair 1 package)
    # Not the compiler's own folder: the compiler may be a link to ccache.
    execute_process(COMMAND ${TILEBRIDGE_OPENMP_COMPILER} -print-prog-name=${program}
                    OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT EXISTS ${path})
      message(FATAL_ERROR "${TILEBRIDGE_OPENMP_COMPILER} has no ${program}: install Debian's and "
                          "Ubuntu's ${package}-${number}")
    endif()
  endforeach()
endfunction()

# Sets openmp_bitcode to the folder of ROCm's device library, which clang looks for in ROCm's own
# folder only.
function(tilebridge_find_openmp_bitcode)
  set(folders $ENV{ROCM_PATH}/amdgcn/bitcode /opt/rocm/amdgcn/bitcode
      /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode)
  file(GLOB of_clang /usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode)
  find_path(bitcode ockl.bc PATHS ${folders} ${of_clang} NO_DEFAULT_PATH NO_CACHE)
  if(NOT bitcode)
    message(FATAL_ERROR "TILEBRIDGE_OPENMP for AMD GPUs needs ROCm's device library: install Debian's "
                        "and Ubuntu's rocm-device-libs, or set ROCM_PATH")
  endif()
  set(openmp_bitcode ${bitcode} PARENT_SCOPE)
endfunction()

set(TILEBRIDGE_CLANG_ARCHITECTURES "" CACHE STRING
    "Compile OpenMP, and CUDA by clang, for these alone (sm_90;…): \"\" is every one of the build")

# Sets openmp_architectures to those of this build ("sm_90", "gfx90a") that the device runtime, and
# AMD's device library, have code for, and says which they have not.
function(tilebridge_openmp_architectures)
  set(wanted "")
  if(TILEBRIDGE_CUDA)
    set(kind nvptx)
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
      string(REGEX MATCH "^[0-9]+" number "${architecture}")
      list(APPEND wanted sm_${number})
    endforeach()
  elseif(TILEBRIDGE_HIP)
    set(kind amdgpu)
    set(wanted ${TILEBRIDGE_HIP_ARCHITECTURES})
  endif()
  if(TILEBRIDGE_CLANG_ARCHITECTURES)
    set(wanted ${TILEBRIDGE_CLANG_ARCHITECTURES})
  endif()
  set(known "")
  foreach(architecture IN LISTS wanted)
    string(REGEX REPLACE "^gfx" "" number ${architecture})
    if(EXISTS ${openmp_folder}/libomptarget-${kind}-${architecture}.bc AND
       (NOT openmp_bitcode OR EXISTS ${openmp_bitcode}/oclc_isa_version_${number}.bc))
      list(APPEND known ${architecture})
    else()
      message(WARNING "tilebridge: the OpenMP of clang ${openmp_release} has no device code for "
                      "${architecture}: it is left out there")
    endif()
  endforeach()
  if(wanted AND NOT known)
    message(FATAL_ERROR "TILEBRIDGE_OPENMP: clang ${openmp_release} has a device runtime for none of "
                        "${wanted}; leave TILEBRIDGE_OPENMP out, or name another clang with "
                        "TILEBRIDGE_OPENMP_COMPILER")
  endif()
  list(REMOVE_DUPLICATES known)
  set(openmp_architectures ${known} PARENT_SCOPE)
endfunction()

# Sets `variable` to the object files of the sources: with device code, those that have it linked.
function(tilebridge_compile_openmp variable)
  set(compile ${CMAKE_COMMAND} -E env LIBRARY_PATH=${openmp_folder} PATH=${openmp_path}
              ${TILEBRIDGE_OPENMP_COMPILER} ${openmp_options})
  # clang adds the device runtime only where it links a program.
  set(link ${compile} -r ${openmp_folder}/libomptarget.devicertl.a)
  set(objects "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/openmp/${name}.o)
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${object}
      COMMAND ${compile} ${openmp_warnings} -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d VERBATIM COMMENT "Compiling ${name} with OpenMP")
    if(TILEBRIDGE_HIP)
      # An image for each file: for AMD, clang optimises an image as a whole, in minutes if it has
      # all kernels.
      set(linked ${CMAKE_CURRENT_BINARY_DIR}/openmp/${name}.linked.o)
      add_custom_command(OUTPUT ${linked} COMMAND ${link} ${object} -o ${linked}
        DEPENDS ${object} VERBATIM COMMENT "Linking the device code of ${name}")
      set(object ${linked})
    endif()
    list(APPEND objects ${object})
  endforeach()
  if(TILEBRIDGE_CUDA)
    set(linked ${CMAKE_CURRENT_BINARY_DIR}/openmp/kernels.o)
    add_custom_command(OUTPUT ${linked} COMMAND ${link} ${objects} -o ${linked}
      DEPENDS ${objects} VERBATIM COMMENT "Linking the device code of OpenMP")
    set(objects ${linked})
  endif()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()

tilebridge_find_openmp_compiler()
if(TILEBRIDGE_CUDA OR TILEBRIDGE_HIP)
  tilebridge_check_openmp_programs()
endif()
if(TILEBRIDGE_HIP)
  tilebridge_find_openmp_bitcode()
endif()
tilebridge_openmp_architectures()
message(STATUS "OpenMP kernels: ${TILEBRIDGE_OPENMP_COMPILER}, clang ${openmp_release}, "
               "for the host ${openmp_architectures}")

set(openmp_options -std=c++20 -O3 -fPIC -fopenmp -fvisibility=hidden
    -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_BINARY_DIR}/generated)
set(openmp_warnings -Wall -Wextra)
if(TILEBRIDGE_WARNINGS_AS_ERRORS)
  list(APPEND openmp_warnings -Werror)
endif()
set(openmp_path $ENV{PATH})
if(openmp_architectures)
  list(JOIN openmp_architectures "," architectures)
  list(APPEND openmp_options --offload-arch=${architectures})
endif()
if(openmp_bitcode)
  list(APPEND openmp_options --rocm-device-lib-path=${openmp_bitcode})
endif()
if(TILEBRIDGE_CUDA)
  # clang's list of toolkits ends before those that it works with.
  cmake_path(GET CUDAToolkit_BIN_DIR PARENT_PATH openmp_toolkit)
  list(APPEND openmp_options --cuda-path=${openmp_toolkit} -Wno-unknown-cuda-version)
  set(openmp_path ${CUDAToolkit_BIN_DIR}:${openmp_path})
endif()
