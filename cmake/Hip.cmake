# SPDX-License-Identifier: Apache-2.0
# Compiles files for AMD's GPUs with hipcc and hands their objects to a target of any C++ compiler.
# CMake's own HIP language requires a ROCm tree in one folder, which Debian's packages do not
# provide.

list(APPEND CMAKE_PREFIX_PATH $ENV{ROCM_PATH} /opt/rocm)
set(ENV{HIP_PLATFORM} amd)  # hipcc uses nvcc if it finds one
tilebridge_find_package(hip CONFIG)
if(NOT hip_FOUND)
  find_package(hip REQUIRED CONFIG)  # says where it was searched
endif()
find_program(TILEBRIDGE_HIPCC hipcc HINTS ${hip_BIN_INSTALL_DIR} REQUIRED)
set(TILEBRIDGE_HIP_ARCHITECTURES gfx90a CACHE STRING "AMD's GPU architectures: gfx90a;gfx942, or native")
if(TILEBRIDGE_HIP_ARCHITECTURES STREQUAL "native")
  include(${CMAKE_CURRENT_LIST_DIR}/NativeAmdGpu.cmake)
endif()

set(empty_kernel_file ${PROJECT_BINARY_DIR}/empty.hip)
file(WRITE ${empty_kernel_file} "")
foreach(architecture IN LISTS TILEBRIDGE_HIP_ARCHITECTURES)
  list(APPEND TILEBRIDGE_HIP_FLAGS --offload-arch=${architecture})
  execute_process(COMMAND ${TILEBRIDGE_HIPCC} -x hip -c --offload-arch=${architecture}
                          -o ${empty_kernel_file}.o ${empty_kernel_file}
                  RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
  if(refused)
    message(FATAL_ERROR "${TILEBRIDGE_HIPCC} does not compile for ${architecture}: install a newer "
                        "ROCm, or choose others with -DTILEBRIDGE_HIP_ARCHITECTURES")
  endif()
endforeach()
execute_process(COMMAND ${TILEBRIDGE_HIPCC} --version OUTPUT_VARIABLE hipcc_version ERROR_QUIET)
string(REGEX MATCH "[^\n]*clang version [^ \n]+" TILEBRIDGE_HIP_COMPILER "${hipcc_version}")

# hipError_t is [[nodiscard]], unlike CUDA's error, but code that frees memory cannot report errors.
# Nor does nvcc warn about signedness in kernels.
list(APPEND TILEBRIDGE_HIP_FLAGS -fPIC -std=c++20 -Wall -Wextra -Wno-unused-result -Wno-unused-value
                                 -Wno-sign-compare)
if(TILEBRIDGE_WARNINGS_AS_ERRORS)
  list(APPEND TILEBRIDGE_HIP_FLAGS -Werror)
endif()
# On gfx90a the compiler makes a loop of compare-and-swap of atomicAdd(float*) unless it is told
# that the memory is the device's own; on gfx942 it needs no flag. Kokkos's atomics are the same
# built-in function, so the flag is given to both models or to neither.
option(TILEBRIDGE_HIP_UNSAFE_ATOMICS
  "Add floats by one instruction on gfx90a, which is wrong in the host's memory" OFF)
if(TILEBRIDGE_HIP_UNSAFE_ATOMICS)
  list(APPEND TILEBRIDGE_HIP_FLAGS -munsafe-fp-atomics)
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
separate_arguments(optimisation UNIX_COMMAND "${CMAKE_CXX_FLAGS_${build_type}}")
list(APPEND TILEBRIDGE_HIP_FLAGS ${optimisation})

# Adds the objects of the given files to `target`. They use its include directories and definitions.
function(tilebridge_target_hip_sources target)
  set(includes $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  foreach(source IN LISTS ARGN)
    get_filename_component(source ${source} ABSOLUTE)
    # Files of one name lie in several folders.
    file(RELATIVE_PATH file ${PROJECT_SOURCE_DIR} ${source})
    string(MAKE_C_IDENTIFIER ${file} file)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}/${file}.o)
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${target})
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd
              ${TILEBRIDGE_HIPCC} -x hip -c ${TILEBRIDGE_HIP_FLAGS}
              "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
              "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
              -MD -MF ${object}.d -o ${object} ${source}
      DEPENDS ${source} DEPFILE ${object}.d
      COMMENT "Building HIP object ${target}/${file}.o"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${object})
  endforeach()
endfunction()
