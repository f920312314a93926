# SPDX-License-Identifier: Apache-2.0
# For CMAKE_CUDA_ARCHITECTURES=native: sets CMAKE_CUDA_ARCHITECTURES to that of the local GPU, and
# TILEBRIDGE_KOKKOS_ARCH, unless given, to Kokkos's name for it, so that both models are compiled
# for the same architecture. Runs before CUDA is enabled: with an architecture that nvcc does not
# know, enabling CUDA fails with pages of output.

# The architectures that Kokkos 4.7 has a name for. Code for one runs on a GPU of the same major number
# and a higher minor number too.
set(TILEBRIDGE_KOKKOS_ARCHITECTURES
  70=VOLTA70 72=VOLTA72 75=TURING75 80=AMPERE80 86=AMPERE86 87=AMPERE87 89=ADA89 90=HOPPER90
  100=BLACKWELL100 120=BLACKWELL120)

# "8.6", for the first GPU.
function(tilebridge_capability_here result)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE status)
  string(REGEX MATCH "^[0-9]+\\.[0-9]" capability "${said}")
  if(NOT status EQUAL 0 OR capability STREQUAL "")
    message(FATAL_ERROR "nvidia-smi finds no GPU here to compile for: build on a machine with one, "
                        "or choose another preset (cmake --list-presets)")
  endif()
  set(${result} ${capability} PARENT_SCOPE)
endfunction()

# Sets `architecture` and `kokkos_name` to the closest architecture that a GPU of this compute
# capability can run and Kokkos has a name for.
function(tilebridge_nearest_architecture capability architecture kokkos_name)
  string(REPLACE "." ";" numbers ${capability})
  list(GET numbers 0 major)
  list(GET numbers 1 minor)
  set(nearest "")
  foreach(pair IN LISTS TILEBRIDGE_KOKKOS_ARCHITECTURES)
    string(REGEX MATCH "^(${major}([0-9]))=(.*)$" same_major ${pair})
    if(same_major AND CMAKE_MATCH_2 LESS_EQUAL minor)
      set(nearest ${CMAKE_MATCH_1})
      set(name ${CMAKE_MATCH_3})
    endif()
  endforeach()
  if(NOT nearest)
    message(FATAL_ERROR "Kokkos 4.7 has no architecture for the GPU here, of compute capability "
                        "${capability}: -DCMAKE_CUDA_ARCHITECTURES=${major}${minor} "
                        "-DTILEBRIDGE_KOKKOS_GPU=OFF builds native code for it")
  endif()
  set(${architecture} ${nearest} PARENT_SCOPE)
  set(${kokkos_name} ${name} PARENT_SCOPE)
endfunction()

# Stops if this toolkit's nvcc does not support the architecture.
function(tilebridge_check_nvcc_knows architecture capability)
  set(nvcc ${CMAKE_CUDA_COMPILER} $ENV{CUDACXX})
  if(NOT nvcc)
    find_program(nvcc_found nvcc HINTS ${CUDAToolkit_ROOT}/bin $ENV{CUDA_HOME}/bin /usr/local/cuda/bin
                 NO_CACHE)
    set(nvcc ${nvcc_found})
  endif()
  list(GET nvcc 0 nvcc)
  execute_process(COMMAND ${nvcc} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
  string(REGEX MATCHALL "[0-9]+" known "${known}")
  if(known AND NOT architecture IN_LIST known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "The GPU here has compute capability ${capability}, for which ${nvcc} does not "
                        "compile (it knows ${known}): install another version of the CUDA Toolkit")
  endif()
endfunction()

tilebridge_capability_here(capability)
tilebridge_nearest_architecture(${capability} CMAKE_CUDA_ARCHITECTURES kokkos_name)
tilebridge_check_nvcc_knows(${CMAKE_CUDA_ARCHITECTURES} ${capability})
if(NOT TILEBRIDGE_KOKKOS_ARCH)
  set(TILEBRIDGE_KOKKOS_ARCH ${kokkos_name})
endif()
message(STATUS "The GPU here has compute capability ${capability}: compiling for "
               "sm_${CMAKE_CUDA_ARCHITECTURES}, Kokkos for ${TILEBRIDGE_KOKKOS_ARCH}")
