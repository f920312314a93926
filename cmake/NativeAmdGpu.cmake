# SPDX-License-Identifier: Apache-2.0
# For TILEBRIDGE_HIP_ARCHITECTURES=native: sets it to that of the local GPU, and
# TILEBRIDGE_KOKKOS_ARCH, unless given, to Kokkos's name for it, so that both models are compiled
# for the same architecture.

# gfx9 alone: the kernels are written for wavefronts of 64 threads. MI300A has the name of MI300X.
set(TILEBRIDGE_AMD_ARCHITECTURES gfx906 gfx908 gfx90a gfx942)

# "gfx942", for the first GPU; gfx000 is the processor.
function(tilebridge_amd_gpu_here result)
  set(all "")
  foreach(tool IN ITEMS rocm_agent_enumerator rocminfo)
    find_program(found_${tool} ${tool} HINTS $ENV{ROCM_PATH}/bin /opt/rocm/bin NO_CACHE)
    if(NOT all AND found_${tool})
      execute_process(COMMAND ${found_${tool}} OUTPUT_VARIABLE said ERROR_QUIET)
      string(REGEX MATCHALL "gfx[0-9a-f]+" all "${said}")
      list(REMOVE_ITEM all gfx000)
    endif()
  endforeach()
  if(NOT all)
    message(FATAL_ERROR "neither rocm_agent_enumerator nor rocminfo finds a GPU here to compile for: "
                        "build on a machine with one, or choose another preset (cmake --list-presets)")
  endif()
  list(GET all 0 first)
  set(${result} ${first} PARENT_SCOPE)
endfunction()

tilebridge_amd_gpu_here(TILEBRIDGE_HIP_ARCHITECTURES)
if(NOT TILEBRIDGE_HIP_ARCHITECTURES IN_LIST TILEBRIDGE_AMD_ARCHITECTURES)
  list(JOIN TILEBRIDGE_AMD_ARCHITECTURES ", " known)
  message(FATAL_ERROR "The GPU here is ${TILEBRIDGE_HIP_ARCHITECTURES}; the kernels are compiled for "
                      "wavefronts of 64 threads: ${known}")
endif()
if(NOT TILEBRIDGE_KOKKOS_ARCH)
  string(TOUPPER AMD_${TILEBRIDGE_HIP_ARCHITECTURES} TILEBRIDGE_KOKKOS_ARCH)
endif()
message(STATUS "The GPU here is ${TILEBRIDGE_HIP_ARCHITECTURES}, for Kokkos ${TILEBRIDGE_KOKKOS_ARCH}")
