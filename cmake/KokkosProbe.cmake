# SPDX-License-Identifier: Apache-2.0
# Looks for an installed Kokkos in a separate CMake process, which isolates the variables of a
# Kokkos that does not fit, and the error of one whose CMake files do not load.

set(probe_folder ${PROJECT_BINARY_DIR}/kokkos_probe)
set(probe_result ${probe_folder}/result.cmake)

# The variables that affect what find_package finds, as a script for cmake -C.
function(tilebridge_write_probe_settings file ignored)
  set(CMAKE_IGNORE_PATH "${CMAKE_IGNORE_PATH};${ignored}")
  set(settings "")
  foreach(variable IN ITEMS
      CMAKE_IGNORE_PATH CMAKE_CXX_COMPILER CMAKE_CXX_STANDARD CMAKE_CXX_EXTENSIONS CMAKE_CXX_FLAGS CMAKE_BUILD_TYPE
      CMAKE_TOOLCHAIN_FILE CMAKE_MAKE_PROGRAM CMAKE_PREFIX_PATH CMAKE_MODULE_PATH CMAKE_FIND_ROOT_PATH
      CMAKE_SYSTEM_PREFIX_PATH CMAKE_IGNORE_PREFIX_PATH CMAKE_FIND_USE_CMAKE_SYSTEM_PATH
      CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH CMAKE_FIND_USE_PACKAGE_REGISTRY
      CMAKE_DISABLE_FIND_PACKAGE_Kokkos
      CUDAToolkit_ROOT Kokkos_ROOT)
    if(DEFINED ${variable})
      string(APPEND settings "set(${variable} [==[${${variable}}]==] CACHE STRING \"\" FORCE)\n")
    endif()
  endforeach()
  file(WRITE ${file} "${settings}")
endfunction()

# Sets probed_dir to the folder of the Kokkos found, "" if there is none; also sets either
# probed_version, probed_devices and probed_arch, or probed_error. Folders in `ignored` are not
# searched. `start` is where to look first, or "".
function(tilebridge_probe_kokkos ignored start)
  foreach(variable IN ITEMS dir version devices arch error)
    set(probed_${variable} "")
  endforeach()
  file(REMOVE ${probe_result})
  list(LENGTH ignored count)
  set(log ${probe_folder}/probe_${count}.log)
  tilebridge_write_probe_settings(${probe_folder}/settings.cmake "${ignored}")
  set(first -UKokkos_DIR)
  if(start)
    set(first -DKokkos_DIR=${start})
  endif()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -C ${probe_folder}/settings.cmake -G ${CMAKE_GENERATOR} ${first}
            -DRESULT=${probe_result} -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kokkos_probe
            -B ${probe_folder}
    OUTPUT_FILE ${log} ERROR_FILE ${log})
  if(EXISTS ${probe_result})
    include(${probe_result})
  else()
    # The package that find_package was loading when it stopped is in the cache.
    load_cache(${probe_folder} READ_WITH_PREFIX probed_ Kokkos_DIR)
    set(probed_dir ${probed_Kokkos_DIR})
    set(probed_error "its own CMake files do not load (${log})")
  endif()
  foreach(variable IN ITEMS dir version devices arch error)
    set(probed_${variable} "${probed_${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()
