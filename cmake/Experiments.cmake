# SPDX-License-Identifier: Apache-2.0
# tilebridge_experiment(<family>/<name> <part>...) makes an experiment part of the program: its sources
# go to TILEBRIDGE_<PART>_SOURCES, and it is called by what includes "experiments/<part>.inc".
#
# TILEBRIDGE_ONLY names the experiments whose Kokkos kernels are compiled, where not all are wanted:
# the parts kokkos, rewritten and steps.
set(TILEBRIDGE_ONLY "" CACHE STRING "Of a TILEBRIDGE_MODEL: the only experiments to compile")
mark_as_advanced(TILEBRIDGE_ONLY)
set(TILEBRIDGE_PARTS "")
macro(tilebridge_part part folder)
  list(APPEND TILEBRIDGE_PARTS ${part})
  set(folder_of_${part} ${folder})
  string(TOUPPER ${part} upper)
  set(TILEBRIDGE_${upper}_SOURCES "")
  set(experiments_of_${part} "")
endmacro()
tilebridge_part(catalogue src/catalogue)
tilebridge_part(cuda backends/cuda)
tilebridge_part(loops backends/cuda/loops)
tilebridge_part(host backends/host)
tilebridge_part(rewritten backends/kokkos/rewritten)
tilebridge_part(steps backends/kokkos/steps)
tilebridge_part(libraries backends/cuda/libraries)
tilebridge_part(teams backends/openmp/teams)
tilebridge_part(reductions backends/openmp/reductions)

# A model besides native code: backends/<name>/model.cmake builds its object, <name>.so, and
# experiments have a part of that name. An OPTIONAL model is built if TILEBRIDGE_<NAME> is on.
set(TILEBRIDGE_MODELS "")
set(TILEBRIDGE_OPTIONAL_MODELS "")
set(all_models "")
macro(tilebridge_model name)
  tilebridge_part(${name} backends/${name})
  string(APPEND all_models "\"${name}\",\n")
  string(TOUPPER ${name} upper)
  if("${ARGN}" STREQUAL "OPTIONAL")
    option(TILEBRIDGE_${upper} "Build the kernels in ${name}" OFF)
    list(APPEND TILEBRIDGE_OPTIONAL_MODELS ${name})
  endif()
  if("${ARGN}" STREQUAL "" OR TILEBRIDGE_${upper})
    list(APPEND TILEBRIDGE_MODELS ${name})
  endif()
endmacro()

macro(tilebridge_experiment path)
  get_filename_component(name ${path} NAME)
  get_filename_component(family ${path} DIRECTORY)
  foreach(part catalogue ${ARGN})
    if(NOT part IN_LIST TILEBRIDGE_PARTS)
      message(FATAL_ERROR "experiments.cmake: ${path}: there is no part '${part}'")
    endif()
    set(source ${PROJECT_SOURCE_DIR}/${folder_of_${part}}/${path}.cu)
    if(NOT EXISTS ${source})
      set(source ${PROJECT_SOURCE_DIR}/${folder_of_${part}}/${path}.cpp)
    endif()
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "experiments.cmake: ${path} has no ${folder_of_${part}}/${path}.cu or .cpp")
    endif()
    string(TOUPPER ${part} upper)
    if(TILEBRIDGE_MODEL AND TILEBRIDGE_ONLY AND part MATCHES "^(kokkos|rewritten|steps)$"
       AND NOT name IN_LIST TILEBRIDGE_ONLY)
      list(APPEND sources_left_out ${source})
      continue()
    endif()
    list(APPEND TILEBRIDGE_${upper}_SOURCES ${source})
    set(arguments ${name})
    if(part STREQUAL catalogue)
      set(arguments "${name}, ${family}")
    endif()
    string(APPEND experiments_of_${part} "TILEBRIDGE_EXPERIMENT(${arguments})\n")
  endforeach()
endmacro()

include(${PROJECT_SOURCE_DIR}/experiments.cmake)

# Otherwise an experiment's file that no line names would be left out silently.
foreach(part IN LISTS TILEBRIDGE_PARTS)
  string(TOUPPER ${part} upper)
  foreach(family coalescing tiling memory transfers execution hierarchy idioms)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder_of_${part}}/${family}/*.cu
                                      ${PROJECT_SOURCE_DIR}/${folder_of_${part}}/${family}/*.cpp)
    foreach(file IN LISTS files)
      if(NOT file IN_LIST TILEBRIDGE_${upper}_SOURCES AND NOT file IN_LIST sources_left_out)
        message(FATAL_ERROR "${file} is in no line of experiments.cmake")
      endif()
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/experiments/${part}.inc
       CONTENT "// Written by cmake/Experiments.cmake.\n${experiments_of_${part}}#undef TILEBRIDGE_EXPERIMENT\n")
endforeach()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/experiments/models.inc
     CONTENT "// Written by cmake/Experiments.cmake.\n${all_models}")
list(TRANSFORM TILEBRIDGE_OPTIONAL_MODELS REPLACE "(.+)" "\"\\1\"," OUTPUT_VARIABLE optional_models)
list(JOIN optional_models "\n" optional_models)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/experiments/optional_models.inc
     CONTENT "// Written by cmake/Experiments.cmake.\n${optional_models}\n")
