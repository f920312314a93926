# SPDX-License-Identifier: Apache-2.0
# Finds a Kokkos that fits this build, or builds one in-tree: from the source tree
# FETCHCONTENT_SOURCE_DIR_KOKKOS, which takes precedence over any installed Kokkos, or from the
# official release.
#
# An installed Kokkos that does not load, that lacks the GPU or its architecture, or that is for a GPU
# where Kokkos is to run on the host, is skipped with a message. If the user names it, configuring
# stops.

set(TILEBRIDGE_KOKKOS_ARCH "" CACHE STRING "Kokkos's name for the GPU architecture: HOPPER90, …")
set(TILEBRIDGE_KOKKOS_RELEASE 4.7.01 CACHE STRING
    "The release of Kokkos to download where none is installed that fits")
set(TILEBRIDGE_KOKKOS_REPOSITORY https://github.com/kokkos/kokkos.git CACHE STRING
    "Where to download Kokkos from")

include(${CMAKE_CURRENT_LIST_DIR}/KokkosProbe.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/Named.cmake)
set(oldest_kokkos 3.4)

set(wanted "Kokkos on the host")
if(TILEBRIDGE_KOKKOS_GPU)
  set(gpu CUDA)
  if(TILEBRIDGE_HIP)
    set(gpu HIP)
  endif()
  set(wanted "Kokkos with ${gpu} for ${TILEBRIDGE_KOKKOS_ARCH}")
endif()

# Sets `result` to the reason why the probed Kokkos does not fit, or "" if it does.
function(tilebridge_why_not_kokkos result)
  set(why_not "")
  set(probed_gpus ${probed_devices})
  list(FILTER probed_gpus INCLUDE REGEX "^(CUDA|HIP|SYCL|OPENMPTARGET|OPENACC)$")
  if(probed_error)
    set(why_not "${probed_error}")
  elseif(probed_version VERSION_LESS oldest_kokkos)
    set(why_not "${oldest_kokkos} is the oldest release that will do")
  elseif(TILEBRIDGE_KOKKOS_GPU)
    if(NOT gpu IN_LIST probed_devices OR NOT TILEBRIDGE_KOKKOS_ARCH IN_LIST probed_arch)
      set(why_not "wanted is ${wanted}")
    endif()
  elseif(probed_gpus)
    string(CONCAT why_not "it is for a GPU, and wanted is ${wanted}; configure a preset for that "
                          "GPU, or let Kokkos_ROOT name a Kokkos for the host")
  endif()
  set(${result} "${why_not}" PARENT_SCOPE)
endfunction()

# "Kokkos 4.7.1 (CUDA;SERIAL HOPPER90) in FOLDER", of the probed Kokkos.
function(tilebridge_describe_kokkos result)
  set(name "Kokkos in ${probed_dir}")
  if(NOT probed_error)
    string(STRIP "${probed_devices} ${probed_arch}" built_for)
    set(name "Kokkos ${probed_version} (${built_for}) in ${probed_dir}")
  endif()
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# Sets KOKKOS_FOUND_DIR to the folder of the first installed Kokkos that fits, else "", and
# KOKKOS_PASSED_OVER to those skipped before it. If the user names a Kokkos, no other is looked at.
function(tilebridge_find_installed_kokkos)
  set(ignored "")  # folders
  set(seen "")     # the same without links: /lib is /usr/lib
  set(passed_over "")
  set(start "${Kokkos_DIR}")
  while(TRUE)
    tilebridge_probe_kokkos("${ignored}" "${start}")
    set(start "")
    if(NOT probed_dir OR probed_dir IN_LIST ignored)
      break()
    endif()
    tilebridge_is_in_named("${probed_dir}" is_in_named)
    if(NOT is_in_named)
      set(probed_dir "")
      break()
    endif()
    list(APPEND ignored ${probed_dir})
    file(REAL_PATH ${probed_dir} place)
    if(place IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${place})
    tilebridge_describe_kokkos(name)
    tilebridge_why_not_kokkos(why_not)
    if(NOT why_not)
      message(STATUS "Using ${name}")
      break()
    endif()
    message(STATUS "Passed over ${name}: ${why_not}")
    if(passed_over)
      string(APPEND passed_over ", ")
    endif()
    string(APPEND passed_over "${name}: ${why_not}")
    set(probed_dir "")
  endwhile()
  set(KOKKOS_FOUND_DIR "${probed_dir}" PARENT_SCOPE)
  set(KOKKOS_PASSED_OVER "${passed_over}" PARENT_SCOPE)
endfunction()

# Stops because no Kokkos fits of those in the folders that the user names.
function(tilebridge_refuse_named_kokkos)
  set(reason "${KOKKOS_PASSED_OVER}")
  if(NOT reason AND EXISTS "${named_folders}/core/src/Kokkos_Core.hpp")
    set(reason "that is a source tree, which FETCHCONTENT_SOURCE_DIR_KOKKOS names")
  elseif(NOT reason)
    set(reason "there is no installed Kokkos (no KokkosConfig.cmake)")
  endif()
  message(FATAL_ERROR "${named_by}=${named_folders}: ${reason}")
endfunction()

# Stops if the repository cannot be reached: FetchContent's message would say less.
function(tilebridge_check_kokkos_repository)
  find_package(Git QUIET)
  set(reachable 1)
  if(Git_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} ls-remote --exit-code --tags
                            ${TILEBRIDGE_KOKKOS_REPOSITORY} ${TILEBRIDGE_KOKKOS_RELEASE}
                    RESULT_VARIABLE reachable OUTPUT_QUIET ERROR_QUIET TIMEOUT 30)
  endif()
  if(NOT reachable EQUAL 0)
    set(found "none installed")
    if(KOKKOS_PASSED_OVER)
      set(found "${KOKKOS_PASSED_OVER}")
    endif()
    set(without_gpu "")
    if(TILEBRIDGE_KOKKOS_GPU)
      set(without_gpu " -DTILEBRIDGE_KOKKOS_GPU=OFF builds native GPU code beside Kokkos on the host.")
    endif()
    message(FATAL_ERROR
      "No ${wanted}: found ${found}. Three ways to get one: load your site's module or Spack "
      "package, point Kokkos_ROOT at an installation, or allow this machine to download "
      "${TILEBRIDGE_KOKKOS_RELEASE} from ${TILEBRIDGE_KOKKOS_REPOSITORY} (or set "
      "FETCHCONTENT_SOURCE_DIR_KOKKOS to its tree).${without_gpu}")
  endif()
endfunction()

# "4.7.1" of a source tree.
function(tilebridge_kokkos_version_of tree result)
  if(NOT EXISTS ${tree}/CMakeLists.txt OR NOT IS_ABSOLUTE ${tree})
    message(FATAL_ERROR "FETCHCONTENT_SOURCE_DIR_KOKKOS: no source tree of Kokkos in ${tree}")
  endif()
  set(numbers "")
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    file(STRINGS ${tree}/CMakeLists.txt line REGEX "^set\\(Kokkos_VERSION_${part} [0-9]+\\)")
    string(REGEX MATCH "[0-9]+" number "${line}")
    list(APPEND numbers ${number})
  endforeach()
  list(JOIN numbers "." version)
  if(NOT version MATCHES "^[0-9]+[.][0-9]+[.][0-9]+$")
    message(FATAL_ERROR "FETCHCONTENT_SOURCE_DIR_KOKKOS: no source tree of Kokkos in ${tree}")
  endif()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

if(FETCHCONTENT_SOURCE_DIR_KOKKOS)
  tilebridge_kokkos_version_of(${FETCHCONTENT_SOURCE_DIR_KOKKOS} version)
  set(source "Kokkos ${version} of ${FETCHCONTENT_SOURCE_DIR_KOKKOS}")
else()
  set(named_by "")
  if(NOT CMAKE_DISABLE_FIND_PACKAGE_Kokkos)
    tilebridge_check_name(Kokkos)
  endif()
  tilebridge_find_installed_kokkos()
  if(named_by AND NOT KOKKOS_FOUND_DIR)
    tilebridge_refuse_named_kokkos()
  elseif(KOKKOS_FOUND_DIR)
    set(Kokkos_DIR ${KOKKOS_FOUND_DIR} CACHE PATH "The folder of KokkosConfig.cmake" FORCE)
    set(TILEBRIDGE_FOUND_Kokkos ${KOKKOS_FOUND_DIR} CACHE INTERNAL "As set by Kokkos.cmake")
    find_package(Kokkos REQUIRED)
    include(${CMAKE_CURRENT_LIST_DIR}/FixDebianKokkos.cmake)
    return()
  endif()
  tilebridge_check_kokkos_repository()
  set(source "Kokkos ${TILEBRIDGE_KOKKOS_RELEASE}")
endif()

foreach(device IN ITEMS CUDA HIP SYCL OPENMPTARGET OPENACC)
  if(Kokkos_ENABLE_${device} AND NOT device STREQUAL "${gpu}")
    message(FATAL_ERROR "Kokkos_ENABLE_${device} is on, and wanted is ${wanted}; configure a preset "
                        "for that GPU")
  endif()
endforeach()
set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "")
set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "")
if(TILEBRIDGE_KOKKOS_GPU)
  set(Kokkos_ENABLE_${gpu} ON CACHE BOOL "")
  set(Kokkos_ARCH_${TILEBRIDGE_KOKKOS_ARCH} ON CACHE BOOL "")
endif()
message(STATUS "Building ${source} in-tree (${wanted})")
# Excludes its install rules from ours.
add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/kokkos_fetch cmake/kokkos_fetch EXCLUDE_FROM_ALL)
