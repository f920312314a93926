# Finds a Kokkos that can do what this build wants, or downloads the official release.
#
# An installed Kokkos that lacks the GPU or its architecture is passed over, with a line that says so.
# It is looked at in a directory scope of its own first, so that its targets do not stay.

set(TILEBRIDGE_KOKKOS_ARCH "" CACHE STRING "Kokkos's name for the GPU architecture: HOPPER90, …")
set(TILEBRIDGE_KOKKOS_RELEASE 4.7.01)
set(TILEBRIDGE_KOKKOS_REPOSITORY https://github.com/kokkos/kokkos.git)

add_subdirectory(cmake/kokkos_probe)

set(wanted "Kokkos on the host")
if(TILEBRIDGE_KOKKOS_GPU)
  set(gpu CUDA)
  if(TILEBRIDGE_HIP)
    set(gpu HIP)
  endif()
  set(wanted "Kokkos with ${gpu} for ${TILEBRIDGE_KOKKOS_ARCH}")
endif()

set(found "none installed")
set(KOKKOS_FITS OFF)
if(KOKKOS_PROBE_FOUND)
  set(found "Kokkos ${KOKKOS_PROBE_VERSION} (${KOKKOS_PROBE_DEVICES} ${KOKKOS_PROBE_ARCH}) in ${KOKKOS_PROBE_DIR}")
  set(KOKKOS_FITS ON)
  if(TILEBRIDGE_KOKKOS_GPU AND NOT ${gpu} IN_LIST KOKKOS_PROBE_DEVICES)
    set(KOKKOS_FITS OFF)
  elseif(TILEBRIDGE_KOKKOS_GPU AND NOT "${TILEBRIDGE_KOKKOS_ARCH}" IN_LIST KOKKOS_PROBE_ARCH)
    set(KOKKOS_FITS OFF)
  endif()
  if(NOT KOKKOS_FITS)
    message(STATUS "Passed over ${found}: wanted is ${wanted}")
  endif()
endif()

if(KOKKOS_FITS)
  find_package(Kokkos REQUIRED)
  include(cmake/MendDebianKokkos.cmake)
  message(STATUS "Using ${found}")
  return()
endif()

if(NOT FETCHCONTENT_SOURCE_DIR_KOKKOS)
  find_package(Git QUIET)
  set(reachable 1)
  if(Git_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} ls-remote --exit-code --tags
                            ${TILEBRIDGE_KOKKOS_REPOSITORY} ${TILEBRIDGE_KOKKOS_RELEASE}
                    RESULT_VARIABLE reachable OUTPUT_QUIET ERROR_QUIET TIMEOUT 30)
  endif()
  if(NOT reachable EQUAL 0)
    message(FATAL_ERROR
      "No ${wanted}: found ${found}. Three ways to get one: load your site's module or Spack "
      "package, point Kokkos_ROOT at an installation, or allow this machine to download "
      "${TILEBRIDGE_KOKKOS_REPOSITORY} (or set FETCHCONTENT_SOURCE_DIR_KOKKOS to its tree). "
      "-DTILEBRIDGE_KOKKOS_GPU=OFF builds native GPU code beside Kokkos on the host.")
  endif()
endif()

set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "")
set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "")
if(TILEBRIDGE_KOKKOS_GPU)
  set(Kokkos_ENABLE_${gpu} ON CACHE BOOL "")
  set(Kokkos_ARCH_${TILEBRIDGE_KOKKOS_ARCH} ON CACHE BOOL "")
endif()
message(STATUS "Building Kokkos ${TILEBRIDGE_KOKKOS_RELEASE} in-tree (${wanted})")
add_subdirectory(cmake/kokkos_fetch EXCLUDE_FROM_ALL)  # its install rules are not ours
