# SPDX-License-Identifier: Apache-2.0
# Builds the Kokkos kernels once more for each other Kokkos in TILEBRIDGE_KOKKOS, as a shared object
# beside the program, kokkos-NAME.so, for `tilebridge run --kokkos NAME`. Each is this project
# configured on its own, with TILEBRIDGE_MODEL, in a folder of its own.
#
#   5.0.2                              a release, to download
#   5.0.2=/path                        a source tree, or an installation
#   legacy=/path,Kokkos_ENABLE_X=ON    the same with options of its build
set(TILEBRIDGE_KOKKOS "" CACHE STRING
    "Other Kokkos to build beside the program's own: NAME, NAME=FOLDER or NAME=FOLDER,OPTION=VALUE; …")

# Sets `result` to the arguments of CMake that choose this Kokkos.
function(tilebridge_arguments_of_kokkos name folder result)
  if(NOT folder)
    set(arguments -DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON -DTILEBRIDGE_KOKKOS_RELEASE=${name})
  elseif(EXISTS ${folder}/core/src/Kokkos_Core.hpp)
    set(arguments -DFETCHCONTENT_SOURCE_DIR_KOKKOS=${folder})
  elseif(EXISTS ${folder}/include/Kokkos_Core.hpp OR EXISTS ${folder}/include/kokkos/Kokkos_Core.hpp)
    set(arguments -DKokkos_ROOT=${folder})
  else()
    message(FATAL_ERROR "TILEBRIDGE_KOKKOS: ${folder} is neither a source tree nor an installation "
                        "of Kokkos")
  endif()
  set(${result} ${arguments} PARENT_SCOPE)
endfunction()

# What every one of these builds takes over from this one; lists are separated by "|".
set(kokkos_build_arguments -DTILEBRIDGE_MODEL=ON -DTILEBRIDGE_TESTS=OFF)
foreach(variable IN ITEMS
    CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_CXX_FLAGS
    CMAKE_CUDA_COMPILER CMAKE_CUDA_COMPILER_LAUNCHER CMAKE_CUDA_FLAGS CMAKE_CUDA_ARCHITECTURES
    CMAKE_PREFIX_PATH TILEBRIDGE_CUDA TILEBRIDGE_KOKKOS_GPU TILEBRIDGE_KOKKOS_ARCH
    TILEBRIDGE_KOKKOS_REPOSITORY TILEBRIDGE_ONLY TILEBRIDGE_UNITY)
  if(NOT "${${variable}}" STREQUAL "")
    string(REPLACE ";" "|" value "${${variable}}")
    list(APPEND kokkos_build_arguments "-D${variable}=${value}")
  endif()
endforeach()

function(tilebridge_add_kokkos entry)
  string(REPLACE "," ";" options "${entry}")
  list(POP_FRONT options kokkos)
  if(NOT kokkos MATCHES "^([A-Za-z0-9._-]+)(=(.+))?$")
    message(FATAL_ERROR "TILEBRIDGE_KOKKOS: '${entry}' is not NAME, NAME=FOLDER or "
                        "NAME=FOLDER,OPTION=VALUE")
  endif()
  set(name ${CMAKE_MATCH_1})
  tilebridge_arguments_of_kokkos(${name} "${CMAKE_MATCH_3}" arguments)
  list(TRANSFORM options PREPEND -D)
  set(folder ${PROJECT_BINARY_DIR}/kokkos/${name})
  ExternalProject_Add(tilebridge_kokkos_${name}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${folder}
    PREFIX ${folder}-stamps
    LIST_SEPARATOR "|"
    CMAKE_ARGS ${kokkos_build_arguments} ${arguments} ${options}
    BUILD_COMMAND ${CMAKE_COMMAND} --build ${folder} --target tilebridge_kokkos
    INSTALL_COMMAND ${CMAKE_COMMAND} -E copy ${folder}/bin/kokkos.so
                    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/kokkos-${name}.so
    BUILD_ALWAYS ON USES_TERMINAL_BUILD ON)
  install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/kokkos-${name}.so
          DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tilebridge)
endfunction()

# For scripts/bisect-kokkos.sh.
set(kokkos_arguments "")
foreach(argument IN LISTS kokkos_build_arguments)
  string(REPLACE "|" ";" argument "${argument}")
  string(REPLACE "'" "'\\''" argument "${argument}")
  string(APPEND kokkos_arguments " '${argument}'")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build-kokkos.sh.in
               ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/build-kokkos @ONLY
               FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                WORLD_READ WORLD_EXECUTE)

if(TILEBRIDGE_HIP AND TILEBRIDGE_KOKKOS)
  message(FATAL_ERROR "TILEBRIDGE_KOKKOS is for CUDA and hosts; with HIP, leave it out")
endif()
include(ExternalProject)
foreach(entry IN LISTS TILEBRIDGE_KOKKOS)
  tilebridge_add_kokkos("${entry}")
endforeach()
